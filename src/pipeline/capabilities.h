// Everything that a kernel asks of a device and does not get, in one error.
#pragma once

#include <array>
#include <cstdint>

#include <slipway/result.h>

#include "ir/verify.h"
#include "kernel/target.h"

namespace slipway::pipeline {

/// `module` has one entry point and no overrides. The `unsupported` error lists everything that is missing
/// and carries the first limit that is passed.
[[nodiscard]] Result<> check_capabilities(const ir::ValidModule& module,
                                          const std::array<std::uint32_t, 3>& workgroup_size,
                                          const kernel::Target& target);

/// The workgroup size that a kernel runs with: `asked` where it is not 0, else the declared one. Another size
/// than the declared one is `invalid_argument` for kernels that may depend on it.
[[nodiscard]] Result<std::array<std::uint32_t, 3>> resolve_workgroup_size(
    const ir::ValidModule& module, const std::array<std::uint32_t, 3>& asked);

}  // namespace slipway::pipeline
