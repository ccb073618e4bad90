// Vulkan devices of this machine.
#pragma once

#include "hal/driver.h"

namespace slipway::hal::vulkan {

/// Loads the Vulkan loader when first asked for anything. Devices are numbered as the loader gives them,
/// without those that slipway cannot use. No loader, no driver, drivers that do not start, no device, and
/// devices that are too old or cannot compute are different `unsupported` errors.
class Driver final : public hal::Driver {
 public:
  [[nodiscard]] std::string_view name() const override { return "vulkan"; }
  Result<std::vector<Info>> list(const DriverOptions& options) override;
  Result<std::shared_ptr<hal::Device>> open(std::size_t index, const DriverOptions& options) override;
};

/// Warnings and errors of the validation layer so far in this process.
[[nodiscard]] std::uint64_t validation_message_count();

}  // namespace slipway::hal::vulkan
