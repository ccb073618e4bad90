// The reference device: the interpreter, on any machine.
#pragma once

#include "hal/driver.h"

namespace slipway::hal::reference {

/// One device, always there.
class Driver final : public hal::Driver {
 public:
  [[nodiscard]] std::string_view name() const override { return "reference"; }
  Result<std::vector<Info>> list(const DriverOptions& options) override;
  Result<std::shared_ptr<hal::Device>> open(std::size_t index, const DriverOptions& options) override;
};

}  // namespace slipway::hal::reference
