// A device whose calls fail where that is asked for, and are otherwise those of the device behind it. For
// tests of what stands above.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hal/device.h"

namespace slipway::hal::fault {

enum class Call : std::uint8_t { create_buffer, create_pipeline, record, submit };

/// What a fault is asked about.
struct Request {
  Call call;
  std::span<const std::byte> driver_blob = {};  ///< that create_pipeline is given
};

class Device final : public hal::Device {
 public:
  /// Asked before each call, from whichever thread makes it; an error takes the call's place.
  using Fault = std::function<Result<>(const Request&)>;

  /// `info` is what the device says of itself: that of `behind`, or something else in part.
  Device(std::shared_ptr<hal::Device> behind, Info info, Fault fault)
      : behind_(std::move(behind)), info_(std::move(info)), fault_(std::move(fault)) {}

  [[nodiscard]] const Info& info() const override { return info_; }
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
  [[nodiscard]] Result<> ask(const Request& request) const { return fault_ ? fault_(request) : Result<>(); }

  std::shared_ptr<hal::Device> behind_;
  Info info_;
  Fault fault_;
};

}  // namespace slipway::hal::fault
