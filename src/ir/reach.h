// What an entry point can come to.
#pragma once

#include <vector>

#include "ir/module.h"

namespace slipway::ir {

struct Reach {
  std::vector<FunctionId> functions;  ///< callees before callers; the entry function is the last
  std::vector<bool> globals;          ///< by GlobalId: a function of those uses it
  bool traps = false;                 ///< there is a `trap` or `trap_bounds` in them
};

/// What `entry` reaches, in one walk over it. WGSL has no recursion.
[[nodiscard]] Reach reach(const Module& module, FunctionId entry);

}  // namespace slipway::ir
