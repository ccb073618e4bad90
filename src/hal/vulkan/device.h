// A Vulkan device and what all objects made on it share.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "base/block_pool.h"
#include "hal/device.h"
#include "hal/vulkan/instance.h"
#include "hal/vulkan/layout.h"
#include "hal/vulkan/physical.h"
#include "hal/vulkan/queue.h"

namespace slipway::hal::vulkan {

/// How often sets were found, written and evicted.
struct SetCounts {
  std::atomic<std::uint64_t> hits = 0;
  std::atomic<std::uint64_t> misses = 0;
  std::atomic<std::uint64_t> evictions = 0;
  [[nodiscard]] DescriptorSetStats stats() const { return {hits.load(), misses.load(), evictions.load()}; }
};

/// The VkDevice, its functions and its one queue. Outlives everything made on it.
class Core {
 public:
  static Result<std::shared_ptr<Core>> create(std::shared_ptr<Instance> instance, Physical physical);
  ~Core();
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;

  VolkDeviceTable vk{};
  VkDevice handle = VK_NULL_HANDLE;
  Physical physical;
  Layouts layouts;
  Queue queue;
  SetCounts set_counts;  ///< of all pipelines
  const std::shared_ptr<BlockPool> submission_blocks = std::make_shared<BlockPool>();

  /// Names an object for the driver's tools, where they can be told.
  void set_name(VkObjectType type, std::uint64_t object, const std::string& name) const;
  /// `device_lost` once the device was lost or abandoned.
  [[nodiscard]] Result<> usable() const;
  void abandon() { abandoned_.store(true); }
  [[nodiscard]] bool lost() const { return lost_.load(); }
  /// The error of a failed call on this device; remembers a loss.
  Error failed(VkResult result, std::string_view call, ErrorCode otherwise = ErrorCode::internal);

  /// A frame with nothing in it.
  Result<std::unique_ptr<Frame>> take_frame();
  /// Takes back a frame that is not in flight.
  void recycle(std::unique_ptr<Frame> frame);
  /// Fills in the time of a submission that is done, where it is timed.
  void read_time(const InUse& use);
  /// Lets go of what submissions used that are done.
  void reclaim();
  /// Waits a moment for all submissions, unless the device was abandoned; whether they are done. Nothing can
  /// end those that are not.
  bool drain();

 private:
  explicit Core(Physical about) : physical(std::move(about)), queue(*this) {}
  Result<std::unique_ptr<Frame>> create_frame();
  void destroy(Frame& frame);

  std::shared_ptr<Instance> instance_;
  std::atomic<bool> lost_ = false;
  std::atomic<bool> abandoned_ = false;
  std::mutex frames_mutex_;  // guards free_
  std::vector<std::unique_ptr<Frame>> free_;
};

class Device final : public hal::Device {
 public:
  static Result<std::shared_ptr<hal::Device>> create(std::shared_ptr<Instance> instance, Physical physical);
  explicit Device(std::shared_ptr<Core> core) : core_(std::move(core)) {}
  ~Device() override;

  [[nodiscard]] const Info& info() const override { return core_->physical.info; }
  Result<std::shared_ptr<hal::Buffer>> create_buffer(std::uint64_t size, MemoryKind kind) override;
  Result<std::shared_ptr<hal::Pipeline>> create_pipeline(kernel::Kernel kernel,
                                                         std::span<const std::byte> driver_blob = {},
                                                         const std::string& label = {}) override;
  [[nodiscard]] LayoutCacheStats layouts() const override { return core_->layouts.stats(); }
  [[nodiscard]] DescriptorSetStats descriptor_sets() const override { return core_->set_counts.stats(); }
  Result<std::shared_ptr<Submission>> submit(std::vector<Command> commands) override;
  Result<std::shared_ptr<Recorded>> record(std::vector<Command> commands) override;
  Result<std::shared_ptr<Submission>> submit(std::shared_ptr<Recorded> recorded) override;
  void abandon() override { core_->abandon(); }

  /// For tests, which look at what reaches the driver.
  [[nodiscard]] Core& core() const { return *core_; }

 private:
  std::shared_ptr<Core> core_;
};

}  // namespace slipway::hal::vulkan
