#include <algorithm>

#include "ir/layout.h"
#include "lower/emit.h"
#include "lower/loop_counters.h"
#include "lower/passes.h"
#include "lower/record.h"
#include "lower/rewrite.h"

namespace slipway::lower {

using ir::AddressSpace;
using ir::Function;
using ir::Inst;
using ir::InstId;
using ir::Op;
using ir::RegionId;
using ir::Value;

namespace {

// Which loops of a function are counted, and how many rounds the others can take together.
struct Plan {
  std::vector<bool> counted;  // by InstId
  std::uint64_t uncounted_rounds = 0;
  bool any = false;
};

// Rounds of all loops in `region` and below, or nothing if one of them has no bound.
std::optional<std::uint64_t> rounds_below(const Function& function, const LoopCounters& counters,
                                          RegionId region) {
  struct Visit {
    RegionId region;
    std::uint64_t times;
  };
  constexpr std::uint64_t many = 1ULL << 32U;
  std::uint64_t total = 0;
  std::vector<Visit> stack{{region, 1}};
  while (!stack.empty()) {
    const Visit visit = stack.back();
    stack.pop_back();
    for (const InstId id : function[visit.region].insts) {
      const Inst& inst = function[id];
      if (inst.op == Op::call) return std::nullopt;  // counted where the callee's loops are
      std::uint64_t times = visit.times;
      if (inst.op == Op::loop) {
        const auto counter = counters.of(id);
        if (!counter.has_value()) return std::nullopt;
        times *= counter->most_rounds;
        total += times;
        if (total > many) return std::nullopt;
      }
      for (std::uint32_t i = 0; i < inst.region_count; ++i)
        stack.push_back({RegionId(inst.first_region + i), times});
    }
  }
  return total;
}

// Only loops of the entry function can go uncounted: they run once. A loop inside a counted one is counted.
Plan plan(const ir::Module& module, ir::FunctionId id, bool is_entry, std::uint64_t budget) {
  const Function& function = module[id];
  const LoopCounters counters(module, function);
  Plan plan{.counted = std::vector<bool>(function.insts.size(), false)};
  std::vector<RegionId> stack{function.body};
  while (!stack.empty()) {
    const RegionId region = stack.back();
    stack.pop_back();
    for (const InstId inst_id : function[region].insts) {
      const Inst& inst = function[inst_id];
      if (inst.op == Op::loop && is_entry) {
        const auto inner = rounds_below(function, counters, function.region_of(inst, 0));
        const auto outer = counters.of(inst_id);
        const std::uint64_t rounds = inner.has_value() && outer.has_value()
                                         ? outer->most_rounds * (1 + std::min(*inner, budget))
                                         : budget + 1;
        if (plan.uncounted_rounds + rounds <= budget) {
          plan.uncounted_rounds += rounds;
          continue;
        }
      }
      if (inst.op == Op::loop) plan.counted[inst_id.index] = plan.any = true;
      if (inst.op == Op::loop) {
        ir::for_each_region(function, function.region_of(inst, 0), [&](RegionId below) {
          for (const InstId nested : function[below].insts)
            if (function[nested].op == Op::loop) plan.counted[nested.index] = true;
        });
        continue;
      }
      for (std::uint32_t i = 0; i < inst.region_count; ++i) stack.emplace_back(inst.first_region + i);
    }
  }
  return plan;
}

// The variables that counting needs. A subgroup's rounds are in the word of `counts` that its first
// invocation names, and every invocation keeps that name in `cell`.
struct Counters {
  ir::GlobalId counts;  // workgroup array of u32
  ir::GlobalId cell;    // private u32
  ir::GlobalId record;
};

ir::GlobalId add_global(ir::Module& module, AddressSpace space, ir::TypeId type) {
  const ir::TypeId pointer = module.types.pointer(space, type, ir::Access::read_write);
  module.globals.push_back({.name = "", .type = pointer});
  return ir::GlobalId(module.globals.size() - 1);
}

Counters add_counters(ir::Module& module, kernel::Kernel& kernel) {
  const std::uint32_t invocations =
      kernel.workgroup_size[0] * kernel.workgroup_size[1] * kernel.workgroup_size[2];
  const ir::TypeId u32 = module.types.u32();
  Counters counters;
  counters.counts = add_global(module, AddressSpace::workgroup, module.types.array(u32, invocations));
  counters.cell = add_global(module, AddressSpace::private_, u32);
  counters.record = add_record_variable(module, kernel);
  kernel.workgroup_bytes =
      static_cast<std::uint32_t>(ir::round_up(16, kernel.workgroup_bytes)) + invocations * 4;
  return counters;
}

// Adds the counting to one function.
class Counting {
 public:
  Counting(ir::Module& module, ir::FunctionId function, const Counters& counters, const Plan& plan,
           std::uint32_t limit)
      : module_(module),
        rewriter_(module, function),
        emit_(rewriter_.build),
        counters_(counters),
        plan_(plan),
        limit_(limit) {}

  // Lanes of the last subgroup that lie beyond the workgroup run along on the driver: what they load is zero,
  // so they may stay in a loop for ever and use the driver's limit up unseen. They leave first.
  void leave_beyond(std::uint32_t invocations, std::uint32_t subgroup_size) {
    if (invocations % subgroup_size == 0) return;
    const auto input = [&](ir::BuiltinInput which) {
      return emit_.op(Op::builtin, module_.types.u32(), {}, static_cast<std::uint32_t>(which));
    };
    // Not local_invocation_index, which compilers know to be inside.
    const Value subgroup = input(ir::BuiltinInput::subgroup_id);
    const Value first = emit_.mul(subgroup, rewriter_.build.u32(subgroup_size));
    const Value lane = emit_.add(first, input(ir::BuiltinInput::subgroup_invocation_id));
    const Value beyond = emit_.compare(Op::ge, lane, rewriter_.build.u32(invocations));
    under(
        beyond, [&] {}, Op::return_);
  }

  // At the start of the entry point, where all invocations are: name the cell and clear it.
  void start() {
    const ir::TypeId u32 = module_.types.u32();
    const Value lane =
        emit_.op(Op::builtin, u32, {}, static_cast<std::uint32_t>(ir::BuiltinInput::local_invocation_index));
    const Value first = emit_.op(Op::subgroup_broadcast_first, u32, {lane});
    store(counters_.cell, first);
    elected([&] { store(count_address(), rewriter_.build.u32(0)); });
  }

  void run() {
    find_owners();
    rewriter_.run(
        [&](InstId id, const Inst& inst) {
          // A loop with a test behind its continuing part may take one more round than it starts bodies.
          if (inst.op == Op::loop && plan_.counted[id.index] && tests_at_end(inst)) add_one();
          if (inst.op == Op::continue_ && plan_.counted[loop_of_[id.index].index]) report_at_limit(id);
          return false;
        },
        [&](InstId owner, std::uint32_t region) {
          if (region == 0 && plan_.counted[owner.index]) add_one();
        });
  }

 private:
  bool tests_at_end(const Inst& loop) const {
    const Function& function = rewriter_.function();
    return function[function[function.region_of(loop, 1)].insts.back()].operand_count != 0;
  }

  // For each continue_, the loop that it belongs to; for each loop, how many are around it.
  void find_owners() {
    const Function& function = rewriter_.function();
    loop_of_.resize(function.insts.size());
    depth_.resize(function.insts.size(), 0);
    struct Visit {
      RegionId region;
      InstId loop;
    };
    std::vector<Visit> stack{{function.body, {}}};
    while (!stack.empty()) {
      const Visit visit = stack.back();
      stack.pop_back();
      for (const InstId id : function[visit.region].insts) {
        const Inst& inst = function[id];
        if (inst.op == Op::continue_) loop_of_[id.index] = visit.loop;
        const bool is_loop = inst.op == Op::loop;
        if (is_loop) depth_[id.index] = visit.loop.valid() ? depth_[visit.loop.index] + 1 : 0;
        for (std::uint32_t i = 0; i < inst.region_count; ++i)
          stack.push_back({RegionId(inst.first_region + i), is_loop ? id : visit.loop});
      }
    }
  }

  Value load(Value pointer) { return emit_.native(Op::load, module_.types.u32(), {pointer}); }
  void store(Value pointer, Value value) {
    emit_.native(Op::store, module_.types.void_type(), {pointer, value});
  }

  Value count_address() {
    const auto pointer =
        module_.types.pointer(AddressSpace::workgroup, module_.types.u32(), ir::Access::read_write);
    const Value cell = load(Value(counters_.cell));
    return emit_.native(Op::access, pointer, {Value(counters_.counts), cell});
  }

  template <class Body>
  void under(Value condition, Body body, Op end = Op::yield) {
    ir::Builder& build = rewriter_.build;
    const RegionId outside = build.region();
    const InstId test = build.emit_control(Op::if_, {condition}, 2);
    const Inst control = build.function()[test];
    build.set_region(build.function().region_of(control, 0));
    body();
    build.terminate(end);
    build.set_region(build.function().region_of(control, 1));
    build.terminate(Op::yield);
    build.set_region(outside);
  }

  template <class Body>
  void elected(Body body) {
    under(emit_.op(Op::subgroup_elect, module_.types.boolean(), {}), body);
  }

  void add_one() {
    elected([&] {
      const Value address = count_address();
      store(address, emit_.add(load(address), rewriter_.build.u32(1)));
    });
  }

  // Whoever goes on from a round that the driver takes for the last says so. Rounds of the loops around this
  // one have started but not ended, and the driver counts ends.
  void report_at_limit(InstId continue_id) {
    const std::uint32_t limit = limit_ + depth_[loop_of_[continue_id.index].index];
    const Value reached = emit_.compare(Op::ge, load(count_address()), rewriter_.build.u32(limit));
    under(reached, [&] {
      const Value flag = record_word(emit_, counters_.record, 0);
      emit_.native(Op::atomic_or, module_.types.u32(),
                   {flag, rewriter_.build.u32(kernel::RecordLayout::flag_loop_limit)});
    });
  }

  ir::Module& module_;
  Rewriter rewriter_;
  Emit emit_;
  Counters counters_;
  const Plan& plan_;
  std::uint32_t limit_;
  std::vector<InstId> loop_of_;       // by InstId of a continue_
  std::vector<std::uint32_t> depth_;  // by InstId of a loop
};

}  // namespace

Result<> count_loop_rounds(ir::Module& module, ir::FunctionId entry,
                           const std::vector<ir::FunctionId>& functions, kernel::Kernel& kernel,
                           const kernel::Target& target) {
  const std::uint32_t limit = target.quirks.silent_loop_limit;
  std::vector<Plan> plans;
  bool any = false;
  std::uint64_t uncounted = 0;
  for (const ir::FunctionId id : functions) {
    plans.push_back(plan(module, id, id == entry, limit / 4));
    any = any || plans.back().any;
    uncounted += plans.back().uncounted_rounds;
  }
  if (!any) return {};
  SLIPWAY_TRY_VOID(add_record_slot(kernel, target));
  const Counters counters = add_counters(module, kernel);
  module.uses_subgroups = true;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (!plans[i].any && functions[i] != entry) continue;
    Counting counting(module, functions[i], counters, plans[i],
                      limit - static_cast<std::uint32_t>(uncounted));
    if (functions[i] == entry) {
      const auto& size = kernel.workgroup_size;
      counting.leave_beyond(size[0] * size[1] * size[2], target.features.subgroup_size);
      counting.start();
    }
    counting.run();
  }
  return {};
}

}  // namespace slipway::lower
