// How much work an invocation does, as the text says it: for people who ask what a kernel costs.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/verify.h"

namespace slipway::analysis {

/// Operations of one invocation, those of a function counted at each of its calls. Every branch, every case
/// and every loop body counts once, whatever the conditions are: a floor of what loops do, and more than
/// branches do.
struct Work {
  /// Conversions, operators, comparisons and builtin functions. One counts for each scalar of its result or
  /// of its largest operand, whichever is more, and a matrix product for each of its multiplications.
  std::uint64_t arithmetic = 0;
  std::uint64_t memory = 0;            ///< loads, stores and atomics in storage and uniform buffers
  std::uint64_t workgroup_memory = 0;  ///< the same in workgroup memory
  std::uint64_t barriers = 0;
  std::uint64_t subgroup = 0;  ///< operations between the invocations of a subgroup
};

/// What can differ between devices in the floats of a kernel.
struct FloatUse {
  bool any = false;           ///< floats are computed with
  bool can_contract = false;  ///< products are added to something
  /// Operations that WGSL gives an error bound rather than the nearest value, in the order of ops.def.
  std::vector<ir::Op> inexact;
};

/// Of the module's one entry point.
[[nodiscard]] Work count_work(const ir::ValidModule& module);
[[nodiscard]] FloatUse float_use(const ir::ValidModule& module);
/// Accesses through an index in what the entry point reaches, each function once.
[[nodiscard]] std::uint32_t count_indices(const ir::ValidModule& module);

}  // namespace slipway::analysis
