// What functions do to the world: which variables they touch, and what else a caller must know.
#pragma once

#include <optional>
#include <vector>

#include "analysis/call_graph.h"
#include "ir/verify.h"

namespace slipway::analysis {

/// Of one variable or of what one pointer parameter points to.
struct Touch {
  bool used = false;  ///< its address is taken or its length asked for, at least
  bool read = false;
  bool written = false;
  void add(const Touch& other) {
    used = used || other.used;
    read = read || other.read;
    written = written || other.written;
  }
};

/// Of a function with all that it calls.
struct FunctionEffects {
  std::vector<Touch> globals;     ///< by global
  std::vector<Touch> parameters;  ///< by parameter; false for those that are no pointers
  bool barriers = false;          ///< workgroup_uniform_load included
  bool subgroup_operations = false;
  bool traps = false;
  bool f16 = false;  ///< values of f16 are computed with
};

/// By function.
[[nodiscard]] std::vector<FunctionEffects> effects(const ir::ValidModule& module, const CallGraph& calls);

/// What the pointer `value` points into: a global, or the parameter or function variable that is its root.
[[nodiscard]] ir::Value pointer_root(const ir::Function& function, ir::Value value);

}  // namespace slipway::analysis
