// Who calls whom.
#pragma once

#include <vector>

#include "ir/verify.h"

namespace slipway::analysis {

struct CallGraph {
  std::vector<std::vector<ir::FunctionId>> callees;  ///< by function, each once, in order of the first call
  std::vector<ir::FunctionId> callees_first;         ///< all functions, each after those that it calls

  explicit CallGraph(const ir::Module& module);  // of a valid module: without recursion
  /// `root` and all that it calls, directly or not; by function.
  [[nodiscard]] std::vector<bool> reachable(ir::FunctionId root) const;
};

}  // namespace slipway::analysis
