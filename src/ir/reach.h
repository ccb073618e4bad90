// What an entry point can come to.
#pragma once

#include <vector>

#include "ir/module.h"

namespace slipway::ir {

/// The functions that `entry` reaches, callees before callers. WGSL has no recursion.
[[nodiscard]] std::vector<FunctionId> reached_functions(const Module& module, FunctionId entry);
/// The module variables that those functions use, by GlobalId.
[[nodiscard]] std::vector<bool> used_globals(const Module& module, const std::vector<FunctionId>& functions);

}  // namespace slipway::ir
