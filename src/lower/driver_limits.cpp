#include <algorithm>

#include <fmt/format.h>

#include "ir/reach.h"
#include "lower/passes.h"

namespace slipway::lower {

using ir::Function;
using ir::Inst;
using ir::InstId;
using ir::Op;
using ir::RegionId;

namespace {

// Jumps that a driver without jumps makes conditions of, which then hold for all that follows; a later one
// reaches at least as far as an earlier one.
enum class Leaves : std::uint8_t { nothing, switch_, loop, function };

// How deep conditions are in each other in one function, as a driver sees it that keeps jumps out of loops
// and nothing else: what follows a branch that may return, continue or leave a `switch` stands in a
// condition.
class Nesting {
 public:
  /// `depths` has those of the callees, by FunctionId.
  Nesting(const Function& function, const std::vector<std::uint32_t>& depths)
      : function_(function),
        depths_(depths),
        owners_(function.regions.size()),
        leaves_(function.insts.size(), Leaves::nothing) {
    ir::for_each_region(function_, function_.body, [&](RegionId region) {
      for (const InstId id : function_[region].insts)
        for (std::uint32_t i = 0; i < function_[id].region_count; ++i)
          owners_[function_.region_of(function_[id], i).index] = {id, region};
    });
    ir::for_each_region(function_, function_.body, [&](RegionId region) { mark(region); });
  }

  [[nodiscard]] std::uint32_t depth() const {
    struct Visit {
      RegionId region;
      std::uint32_t depth;
      bool in_loop;
    };
    std::uint32_t deepest = 0;
    std::vector<Visit> stack{{function_.body, 0, false}};
    while (!stack.empty()) {
      auto [region, depth, in_loop] = stack.back();
      stack.pop_back();
      for (const InstId id : function_[region].insts) {
        const Inst& inst = function_[id];
        if (inst.op == Op::call) deepest = std::max(deepest, depth + depths_[inst.imm]);
        if (inst.region_count == 0) continue;
        const bool loop = inst.op == Op::loop;
        deepest = std::max(deepest, depth + 1);
        for (std::uint32_t i = 0; i < inst.region_count; ++i)
          stack.push_back({function_.region_of(inst, i), depth + 1, in_loop || loop});
        const Leaves leaves = leaves_[id.index];
        if (leaves != Leaves::nothing && !(leaves == Leaves::function && in_loop)) ++depth;
      }
    }
    return deepest;
  }

 private:
  struct Owner {
    InstId inst;  // null for the body
    RegionId region;
  };

  // Where the jump at the end of `region` goes, told to all that it leaves.
  void mark(RegionId region) {
    if (function_[region].insts.empty()) return;
    const Op last = function_[function_[region].insts.back()].op;
    if (last != Op::return_ && last != Op::continue_ && last != Op::break_) return;
    const auto ends = [&](Op op) {
      return op == Op::loop ? last != Op::return_ : op == Op::switch_ && last == Op::break_;
    };
    Leaves how = last == Op::return_ ? Leaves::function : Leaves::loop;
    if (last == Op::break_) {
      Owner at = owners_[region.index];
      while (!ends(function_[at.inst].op)) at = owners_[at.region.index];
      if (function_[at.inst].op == Op::loop) return;
      how = Leaves::switch_;
    }
    for (Owner at = owners_[region.index]; at.inst.valid(); at = owners_[at.region.index]) {
      if (ends(function_[at.inst].op) || leaves_[at.inst.index] >= how) return;
      leaves_[at.inst.index] = how;
    }
  }

  const Function& function_;
  const std::vector<std::uint32_t>& depths_;
  std::vector<Owner> owners_;   // by RegionId
  std::vector<Leaves> leaves_;  // by InstId
};

Result<> check_nesting(const ir::ValidModule& module, const ir::Reach& reached, std::uint32_t limit) {
  std::vector<std::uint32_t> depths(module->functions.size(), 0);
  for (const ir::FunctionId id : reached.functions) depths[id.index] = Nesting((*module)[id], depths).depth();
  const std::uint32_t depth = depths[reached.functions.back().index];
  if (depth <= limit) return {};
  return std::unexpected(
      Error(ErrorCode::unsupported,
            fmt::format("this driver keeps apart at most {} conditions in each other, and '{}' has {}: the "
                        "results would be wrong; branches, what follows a branch that may return or "
                        "continue, and both in what is called count",
                        limit, module->entry_points[0].name, depth))
          .with_limit({"nested_conditions", limit}));
}

// Each call has variables of its own, as the driver puts the body in its place.
Result<> check_variables(const ir::ValidModule& module, const ir::Reach& reached, std::uint32_t limit) {
  std::vector<std::uint64_t> bytes(module->functions.size(), 0);
  for (const ir::FunctionId id : reached.functions) {
    const Function& function = (*module)[id];
    std::uint64_t& total = bytes[id.index];
    ir::for_each_region(function, function.body, [&](RegionId region) {
      for (const InstId inst : function[region].insts) {
        if (function[inst].op == Op::call) total += bytes[function[inst].imm];
        if (function[inst].op == Op::var)
          total += module.layouts()[module->types[function[inst].type].element].size;
      }
    });
    total = std::min<std::uint64_t>(total, UINT32_MAX);
  }
  std::uint64_t total = bytes[reached.functions.back().index];
  for (std::size_t i = 0; i < module->globals.size(); ++i) {
    const ir::Type& pointer = module->types[module->globals[i].type];
    if (reached.globals[i] && pointer.space == ir::AddressSpace::private_)
      total += module.layouts()[pointer.element].size;
  }
  if (total <= limit) return {};
  return std::unexpected(
      Error(ErrorCode::unsupported,
            fmt::format("'{}' uses {} bytes of private and function variables, more than this driver's limit "
                        "of {}: workgroup memory and buffers hold more",
                        module->entry_points[0].name, total, limit))
          .with_limit({"variable_bytes", limit}));
}

}  // namespace

Result<> check_driver_limits(const ir::ValidModule& module, const kernel::Quirks& quirks) {
  if (quirks.nested_conditions == 0 && quirks.variable_bytes == 0) return {};
  const ir::Reach reached = ir::reach(*module, module->entry_points[0].function);
  if (quirks.nested_conditions != 0)
    SLIPWAY_TRY_VOID(check_nesting(module, reached, quirks.nested_conditions));
  if (quirks.variable_bytes != 0) SLIPWAY_TRY_VOID(check_variables(module, reached, quirks.variable_bytes));
  return {};
}

}  // namespace slipway::lower
