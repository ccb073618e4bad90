// Fits a module to a target: turns total operations into native ones that the target executes as they are,
// and makes what the target lacks from what it has. Passes are listed in lower.cpp in their order.
#pragma once

#include <array>
#include <cstdint>

#include <slipway/result.h>

#include "ir/verify.h"
#include "kernel/kernel.h"
#include "kernel/target.h"

namespace slipway::lower {

struct Options {
  kernel::CheckMode checks = kernel::CheckMode::zero;
  kernel::FloatMode floats = kernel::FloatMode::standard;
  /// Invocations of a workgroup along each axis; 0 where the declared size holds.
  std::array<std::uint32_t, 3> workgroup_size{};
  /// For launches of more workgroups than the target takes: see kernel::Kernel::in_parts. Modules that run as
  /// they are need none of it.
  bool in_parts = false;
};

struct Lowered {
  ir::ValidModule module;
  kernel::Kernel kernel;  ///< all but the code
};

/// `module` has one entry point and no overrides. For targets that run modules only the interface is worked
/// out, and in CheckMode::trap indices are checked. A workgroup size, workgroup memory or a number of launch
/// words beyond the target's limits is an error with the limit in it.
[[nodiscard]] Result<Lowered> lower(const ir::ValidModule& module, const kernel::Target& target,
                                    const Options& options);

}  // namespace slipway::lower
