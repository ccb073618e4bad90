// A serialised module, read and verified again.
#pragma once

#include "hal/device.h"
#include "ir/verify.h"

namespace slipway::hal::reference {

class Pipeline final : public hal::Pipeline {
 public:
  /// Damaged or invalid bytes are `internal`: they come from slipway itself.
  static Result<std::shared_ptr<hal::Pipeline>> create(kernel::Kernel kernel);
  [[nodiscard]] const ir::ValidModule& module() const { return module_; }
  [[nodiscard]] std::uint32_t entry_point() const { return entry_point_; }

 private:
  Pipeline(kernel::Kernel kernel, ir::ValidModule module, std::uint32_t entry_point)
      : hal::Pipeline(std::move(kernel)), module_(std::move(module)), entry_point_(entry_point) {}
  ir::ValidModule module_;
  std::uint32_t entry_point_;
};

}  // namespace slipway::hal::reference
