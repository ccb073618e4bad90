// What SPIR-V words declare, held against the table that a kernel carries beside them.
#pragma once

#include <cstddef>
#include <span>

#include <slipway/result.h>

#include "kernel/kernel.h"

namespace slipway::spirv {

/// Entry point, workgroup size, and for each buffer variable its slot, its kind and that no two share one; a
/// slot that only lengths are taken of has no variable. Anything else, malformed words included, is an
/// `internal` error. Words from anywhere may be passed.
[[nodiscard]] Result<> check_declarations(const kernel::Kernel& kernel);

}  // namespace slipway::spirv
