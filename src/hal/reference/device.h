// Runs submissions one after the other on a thread of its own, so that waits can have deadlines.
#pragma once

#include <memory>

#include "hal/device.h"
#include "hal/reference/commands.h"

namespace slipway::hal::reference {

class Device final : public hal::Device {
 public:
  /// `separate_memory`: the host does not see device memory.
  explicit Device(Info info, bool separate_memory = false);
  /// Ends what runs and drops what waits: nobody can see it any more.
  ~Device() override;

  [[nodiscard]] const Info& info() const override { return info_; }
  Result<std::shared_ptr<Buffer>> create_buffer(std::uint64_t size, MemoryKind kind) override;
  Result<std::shared_ptr<hal::Pipeline>> create_pipeline(kernel::Kernel kernel,
                                                         std::span<const std::byte> driver_blob = {},
                                                         const std::string& label = {}) override;
  Result<std::shared_ptr<Submission>> submit(std::vector<Command> commands) override;
  Result<std::shared_ptr<Recorded>> record(std::vector<Command> commands) override;
  Result<std::shared_ptr<Submission>> submit(std::shared_ptr<Recorded> recorded) override;
  void abandon() override { queue_->abandon(); }

 private:
  Info info_;
  bool separate_memory_;
  std::shared_ptr<Queue> queue_;
};

}  // namespace slipway::hal::reference
