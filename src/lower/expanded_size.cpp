#include <fmt/format.h>

#include "lower/passes.h"

namespace slipway::lower {

using ir::Op;

namespace {

// lavapipe makes a place to wait and go on of each barrier, at a cost that grows with their square.
constexpr std::uint64_t instructions_of_a_barrier = 64;

std::uint64_t instructions_of(Op op) {
  switch (op) {
    case Op::workgroup_barrier:
    case Op::storage_barrier:
    case Op::texture_barrier: return instructions_of_a_barrier;
    case Op::workgroup_uniform_load: return 2 * instructions_of_a_barrier;
    default: return 1;
  }
}

}  // namespace

Result<> check_expanded_size(const ir::Module& module, const std::vector<ir::FunctionId>& functions,
                             const kernel::Limits& limits) {
  const std::uint64_t limit = limits.expanded_instructions;
  std::vector<std::uint64_t> sizes(module.functions.size(), 0);  // none above the limit, so that sums fit
  for (const ir::FunctionId id : functions) {
    const ir::Function& function = module[id];
    std::uint64_t& size = sizes[id.index];
    ir::for_each_region(function, function.body, [&](ir::RegionId region) {
      for (const ir::InstId inst : function[region].insts)
        size +=
            function[inst].op == Op::call ? sizes[function[inst].imm] : instructions_of(function[inst].op);
    });
    if (size <= limit) continue;
    return std::unexpected(
        Error(ErrorCode::unsupported,
              fmt::format("function '{}' has {} instructions with all its calls put in place, more than this "
                          "driver's limit of {}",
                          function.name, size, limit))
            .with_limit({"expanded_instructions", limit}));
  }
  return {};
}

}  // namespace slipway::lower
