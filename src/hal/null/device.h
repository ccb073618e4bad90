// A device that computes nothing: it moves bytes as told and notes its launches. For tests of what stands
// above.
#pragma once

#include <functional>
#include <mutex>

#include "base/block_pool.h"
#include "hal/device.h"

namespace slipway::hal::null {

struct Options {
  Info info;
  /// Called in order for each launch that has workgroups.
  std::function<void(const Dispatch&)> on_dispatch = {};
  /// Submissions stay unfinished for ever.
  bool never_ends = false;
  /// Called for each pipeline to be made, with the blob that it is given; an error is that of the driver.
  std::function<Result<>(const kernel::Kernel&, std::span<const std::byte>)> on_create = {};
  /// Called with the label of each pipeline that was made.
  std::function<void(const std::string&)> on_label = {};
  /// What each pipeline gives as its driver blob.
  std::vector<std::byte> driver_blob = {};
};

class Device final : public hal::Device {
 public:
  explicit Device(Options options) : options_(std::move(options)) {}

  [[nodiscard]] const Info& info() const override { return options_.info; }
  Result<std::shared_ptr<Buffer>> create_buffer(std::uint64_t size, MemoryKind kind) override;
  Result<std::shared_ptr<Pipeline>> create_pipeline(kernel::Kernel kernel,
                                                    std::span<const std::byte> driver_blob = {},
                                                    const std::string& label = {}) override;
  Result<std::shared_ptr<Submission>> submit(std::vector<Command> commands) override;
  Result<std::shared_ptr<Recorded>> record(std::vector<Command> commands) override;
  Result<std::shared_ptr<Submission>> submit(std::shared_ptr<Recorded> recorded) override;
  void abandon() override;

 private:
  Result<std::shared_ptr<Submission>> run(const std::vector<Command>& commands);
  [[nodiscard]] Result<> usable() const;
  Options options_;
  const std::shared_ptr<BlockPool> submission_blocks_ = std::make_shared<BlockPool>();
  mutable std::mutex mutex_;  // guards abandoned_, and one submission at a time
  bool abandoned_ = false;
};

}  // namespace slipway::hal::null
