// A Vulkan device and what all objects made on it share.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "hal/device.h"
#include "hal/vulkan/instance.h"
#include "hal/vulkan/layout.h"
#include "hal/vulkan/physical.h"

namespace slipway::hal::vulkan {

/// What one submission records into and is waited for with; recycled.
struct Frame {
  VkCommandPool pool = VK_NULL_HANDLE;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  VkDescriptorPool descriptors = VK_NULL_HANDLE;
  std::uint32_t descriptor_sets = 0;  ///< what `descriptors` holds
  std::uint32_t storage_descriptors = 0;
  std::uint32_t uniform_descriptors = 0;
  VkFence fence = VK_NULL_HANDLE;
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

  /// Names an object for the driver's tools, where they can be told.
  void set_name(VkObjectType type, std::uint64_t object, const std::string& name) const;
  /// `device_lost` once the device was lost or abandoned.
  [[nodiscard]] Result<> usable() const;
  void abandon() { abandoned_.store(true); }
  [[nodiscard]] bool abandoned() const { return abandoned_.load(); }
  /// The error of a failed call on this device; remembers a loss.
  Error failed(VkResult result, std::string_view call, ErrorCode otherwise = ErrorCode::internal);

  /// A reset frame.
  Result<std::unique_ptr<Frame>> take_frame();
  /// Takes back a frame that is not in flight.
  void recycle(std::unique_ptr<Frame> frame);
  /// Keeps a frame in flight, and what it uses, until it is done.
  void park(std::unique_ptr<Frame> frame, std::vector<Command> in_use);
  Result<> submit(const Frame& frame);
  /// Lets go of parked frames that are done.
  void reclaim();
  /// Waits a moment for parked frames; whether all are done. Nothing can end those that are not.
  bool drain();

 private:
  struct Parked {
    std::unique_ptr<Frame> frame;
    std::vector<Command> in_use;
  };
  Core() = default;
  Result<std::unique_ptr<Frame>> create_frame();
  void destroy(Frame& frame);

  std::shared_ptr<Instance> instance_;
  std::atomic<bool> lost_ = false;
  std::atomic<bool> abandoned_ = false;
  std::mutex queue_mutex_;  // guards queue_
  VkQueue queue_ = VK_NULL_HANDLE;
  std::mutex frames_mutex_;  // guards free_ and parked_
  std::vector<std::unique_ptr<Frame>> free_;
  std::vector<Parked> parked_;
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
  [[nodiscard]] LayoutStats layouts() const override { return core_->layouts.stats(); }
  Result<std::shared_ptr<Submission>> submit(std::vector<Command> commands) override;
  void abandon() override { core_->abandon(); }

 private:
  std::shared_ptr<Core> core_;
};

}  // namespace slipway::hal::vulkan
