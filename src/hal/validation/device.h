// A device that holds its callers to what hal/device.h asks of them: it passes calls on to the device behind
// it, and answers a misuse with an error in place of the call. For tests of what stands above.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hal/device.h"
#include "hal/validation/commands.h"
#include "hal/validation/flights.h"

namespace slipway::hal::validation {

/// New memory that the host sees is filled with 0xCD, so that nobody takes it for zeros. Misuses are errors
/// of code `internal`.
class Device final : public hal::Device {
 public:
  explicit Device(std::shared_ptr<hal::Device> behind) : behind_(std::move(behind)) {}

  /// So far: refused calls, and memory that the host wrote while it was in use.
  [[nodiscard]] std::uint64_t misuses() const { return refused_.load() + flights_->misuses(); }

  [[nodiscard]] const Info& info() const override { return behind_->info(); }
  Result<std::shared_ptr<Buffer>> create_buffer(std::uint64_t size, MemoryKind kind) override;
  Result<std::shared_ptr<Pipeline>> create_pipeline(kernel::Kernel kernel,
                                                    std::span<const std::byte> driver_blob = {},
                                                    const std::string& label = {}) override;
  [[nodiscard]] LayoutCacheStats layouts() const override { return behind_->layouts(); }
  [[nodiscard]] DescriptorSetStats descriptor_sets() const override { return behind_->descriptor_sets(); }
  Result<std::shared_ptr<Submission>> submit(std::vector<Command> commands) override;
  Result<std::shared_ptr<Recorded>> record(std::vector<Command> commands) override;
  Result<std::shared_ptr<Submission>> submit(std::shared_ptr<Recorded> recorded) override;
  void abandon() override { behind_->abandon(); }

 private:
  template <class T>
  Result<T> counted(Result<T> result);
  template <class Submit>
  Result<std::shared_ptr<Submission>> submit_checked(std::vector<Access> accesses, Submit submit);

  const std::shared_ptr<hal::Device> behind_;
  Objects objects_;
  const std::shared_ptr<Flights> flights_ = std::make_shared<Flights>();
  std::atomic<std::uint64_t> refused_ = 0;
};

}  // namespace slipway::hal::validation
