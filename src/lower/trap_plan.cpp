#include "lower/trap_plan.h"

#include <algorithm>
#include <ranges>

#include "lower/loop_counters.h"

namespace slipway::lower {

using ir::Function;
using ir::FunctionId;
using ir::Inst;
using ir::InstId;
using ir::Op;
using ir::RegionId;

namespace {

// The regions of a function, inner ones before those around them.
std::vector<RegionId> inner_first(const Function& function) {
  std::vector<RegionId> regions;
  ir::for_each_region(function, function.body, [&](RegionId region) { regions.push_back(region); });
  std::ranges::reverse(regions);
  return regions;
}

bool is_atomic(Op op) { return op >= Op::atomic_load && op <= Op::atomic_compare_exchange_weak; }

}  // namespace

TrapPlan::TrapPlan(const ir::Module& module, const std::vector<FunctionId>& functions)
    : module_(module),
      places_(module.functions.size()),
      holds_(module.functions.size(), 0),
      followed_(module.functions.size(), false),
      called_muted_(module.functions.size(), false) {
  const auto callers_first = std::views::reverse(functions);
  for (const FunctionId id : functions) find_contents(id);
  for (const FunctionId id : callers_first) find_followers(id);
  for (const FunctionId id : functions) find_muting(id);
  for (const FunctionId id : callers_first) find_muted(id);
}

void TrapPlan::find_contents(FunctionId id) {
  const Function& function = module_[id];
  auto& places = places_[id.index];
  places.resize(function.insts.size());
  const LoopCounters counters(module_, function);
  std::vector<std::uint8_t> by_region(function.regions.size(), 0);
  for (const RegionId region : inner_first(function)) {
    for (const InstId inst_id : function[region].insts) {
      const Inst& inst = function[inst_id];
      std::uint8_t& holds = places[inst_id.index].holds;
      if ((ir::info(inst.op).traits & ir::trait::sync) != 0) holds |= holds::barrier;
      if (is_atomic(inst.op)) holds |= holds::atomic;
      if (inst.op == Op::trap || inst.op == Op::trap_bounds) holds |= holds::trap;
      if (inst.op == Op::call) holds |= holds_[inst.imm];
      for (std::uint32_t i = 0; i < inst.region_count; ++i) holds |= by_region[inst.first_region + i];
      // Values come from other invocations through atomics only, in a loop without a bound of its own.
      if (inst.op == Op::loop && (holds & holds::atomic) != 0 && !counters.of(inst_id).has_value())
        holds |= holds::poll;
      by_region[region.index] |= holds;
    }
  }
  holds_[id.index] = by_region[function.body.index];
}

void TrapPlan::find_followers(FunctionId id) {
  struct Visit {
    RegionId region;
    InstId breakable;
    bool followed;
    bool in_continuing;
  };
  const Function& function = module_[id];
  auto& places = places_[id.index];
  std::vector<Visit> stack{{function.body, {}, followed_[id.index], false}};
  while (!stack.empty()) {
    const Visit visit = stack.back();
    stack.pop_back();
    bool followed = visit.followed;
    for (const InstId inst_id : std::views::reverse(function[visit.region].insts)) {
      const Inst& inst = function[inst_id];
      TrapPlace& place = places[inst_id.index];
      place.barrier_follows = followed;
      place.in_continuing = visit.in_continuing;
      const bool leaves = inst.op == Op::break_ || (inst.op == Op::iterate && inst.operand_count != 0);
      if (leaves && visit.breakable.valid()) places[visit.breakable.index].has_break = true;
      const bool has_barrier = (place.holds & holds::barrier) != 0;
      if (inst.op == Op::call && followed) followed_[inst.imm] = true;
      const bool is_loop = inst.op == Op::loop;
      for (std::uint32_t i = 0; i < inst.region_count; ++i)
        stack.push_back({RegionId(inst.first_region + i),
                         is_loop || inst.op == Op::switch_ ? inst_id : visit.breakable,
                         followed || (is_loop && has_barrier), visit.in_continuing || (is_loop && i == 1)});
      followed = followed || has_barrier;
    }
  }
}

void TrapPlan::find_muting(FunctionId id) {
  const Function& function = module_[id];
  auto& places = places_[id.index];
  std::vector<bool> by_region(function.regions.size(), false);
  for (const RegionId region : inner_first(function)) {
    for (const InstId inst_id : function[region].insts) {
      const Inst& inst = function[inst_id];
      TrapPlace& place = places[inst_id.index];
      const bool goes_on = place.barrier_follows || place.in_continuing;
      const bool polls = inst.op == Op::loop && (place.holds & holds::poll) != 0;
      bool mutes = false;
      if (inst.op == Op::trap || inst.op == Op::trap_bounds) mutes = goes_on;
      if (polls) mutes = goes_on || (place.holds & holds::barrier) != 0;
      if (inst.op == Op::call) {
        const std::uint8_t callee = holds_[inst.imm];
        mutes = (callee & holds::mutes) != 0 ||
                (place.in_continuing && (callee & (holds::trap | holds::poll)) != 0);
      }
      for (std::uint32_t i = 0; i < inst.region_count; ++i) mutes = mutes || by_region[inst.first_region + i];
      if (!mutes) continue;
      place.holds |= holds::mutes;
      by_region[region.index] = true;
    }
  }
  if (!by_region[function.body.index]) return;
  holds_[id.index] |= holds::mutes;
  any_mutes_ = true;
}

void TrapPlan::find_muted(FunctionId id) { walk(id, module_[id].body, called_muted_[id.index]); }

// Whether invocations that trapped may come to the end of `region`, or beyond it. Recursion follows nested
// regions, whose depth the verifier bounds.
bool TrapPlan::walk(FunctionId id, RegionId region, bool muted) {
  const Function& function = module_[id];
  for (const InstId inst_id : function[region].insts) {
    const Inst& inst = function[inst_id];
    TrapPlace& place = places_[id.index][inst_id.index];
    const bool mutes = (place.holds & holds::mutes) != 0;
    place.muted = muted || (inst.op == Op::loop && mutes);
    if (inst.op == Op::call && muted) called_muted_[inst.imm] = true;
    const bool inside = place.muted;
    for (std::uint32_t i = 0; i < inst.region_count; ++i)
      muted = walk(id, RegionId(inst.first_region + i), inside || muted) || muted;
    muted = muted || mutes;
  }
  return muted;
}

}  // namespace slipway::lower
