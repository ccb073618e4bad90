#include <algorithm>

#include <fmt/format.h>

#include "ir/layout.h"
#include "lower/emit.h"
#include "lower/passes.h"
#include "lower/record.h"
#include "lower/rewrite.h"
#include "lower/trap_plan.h"

// A trap writes the launch's record, if it is the first to, and ends its invocation. Where a barrier may
// follow, other invocations wait for this one there: so it goes on without effects, and its workgroup ends
// together behind the next barrier that it comes to. Until then it leaves loops whose rounds may differ
// between invocations; those that may not it runs through as the others do. Loops that may wait for
// other invocations ask the record each round, because one that trapped will not do what they wait for.

namespace slipway::lower {

using ir::AddressSpace;
using ir::Inst;
using ir::InstId;
using ir::Op;
using ir::RegionId;
using ir::TypeId;
using ir::Value;
using kernel::RecordLayout;

namespace {

struct TrapVariables {
  ir::GlobalId record;
  ir::GlobalId trapped;     // private bool: this invocation has no effects any more
  ir::GlobalId stopped;     // private bool: so has its workgroup, and ends
  ir::GlobalId barriers;    // private u32: barriers passed that ask
  ir::GlobalId first;       // workgroup atomic: ~`barriers` of the first that trapped, or 0
  ir::GlobalId invocation;  // private vec3<u32>: global_invocation_id, for functions
};

ir::GlobalId add_global(ir::Module& module, AddressSpace space, TypeId type) {
  const TypeId pointer = module.types.pointer(space, type, ir::Access::read_write);
  module.globals.push_back({.name = "", .type = pointer});
  return ir::GlobalId(module.globals.size() - 1);
}

class TrapLowering {
 public:
  TrapLowering(ir::Module& module, ir::FunctionId function, const TrapPlan& plan,
               const TrapVariables& variables, const std::vector<bool>& non_uniform_loops)
      : module_(module),
        id_(function),
        plan_(plan),
        variables_(variables),
        non_uniform_(non_uniform_loops),
        is_entry_(function == module.entry_points[0].function),
        result_(module[function].result),
        rewriter_(module, function),
        build_(rewriter_.build),
        emit_(build_),
        behind_stopping_(rewriter_.function().insts.size(), false) {}

  void run() {
    find_behind_stopping();
    if (is_entry_) store(variables_.invocation, invocation_input());
    rewriter_.run([&](InstId id, const Inst& inst) { return visit(id, inst); },
                  [&](InstId owner, std::uint32_t region) {
                    if (region == 0 && rewriter_.function()[owner].op == Op::loop) start_round(owner);
                  });
  }

 private:
  void find_behind_stopping() {
    const ir::Function& function = rewriter_.function();
    ir::for_each_region(function, function.body, [&](RegionId region) {
      const auto& insts = function[region].insts;
      for (std::size_t i = 0; i + 1 < insts.size(); ++i) {
        const Inst& inst = function[insts[i]];
        const TrapPlace& here = place(insts[i]);
        if (inst.op == Op::loop && here.muted && !here.in_continuing && stops_in_continuing(inst))
          behind_stopping_[insts[i + 1].index] = true;
      }
    });
  }

  const TrapPlace& place(InstId id) const { return plan_.of(id_, id); }

  bool visit(InstId id, const Inst& inst) {
    const TrapPlace& here = place(id);
    if (behind_stopping_[id.index]) return_if(variables_.stopped);
    if (inst.op == Op::trap) {
      trap(here, rewriter_.operands(inst), RecordLayout::kind_trap);
      return true;
    }
    if (inst.op == Op::trap_bounds) {
      trap(here, rewriter_.operands(inst), RecordLayout::kind_out_of_bounds);
      return true;
    }
    if (inst.op == Op::call) {
      rewriter_.keep(id);
      behind_call(here, ir::FunctionId(inst.imm));
      return true;
    }
    if ((ir::info(inst.op).traits & ir::trait::sync) != 0 && here.muted) {
      rewriter_.keep(id);
      behind_barrier(inst.op, here);
      return true;
    }
    const bool writes = inst.op != Op::var && (ir::info(inst.op).traits & ir::trait::writes) != 0;
    if (!writes || !here.muted || !is_shared(rewriter_.function().operands_of(inst)[0])) return false;
    guard(id, inst);
    return true;
  }

  bool is_shared(Value pointer) const {
    const AddressSpace space = module_.types[module_.type_of(rewriter_.function(), pointer)].space;
    return space == AddressSpace::storage || space == AddressSpace::workgroup;
  }

  // Values and variables

  TypeId nothing() const { return module_.types.void_type(); }
  Value load(ir::GlobalId variable) {
    return emit_.native(Op::load, module_.types[module_[variable].type].element, {Value(variable)});
  }
  void store(ir::GlobalId variable, Value value) {
    emit_.native(Op::store, nothing(), {Value(variable), value});
  }
  void set(ir::GlobalId flag) { store(flag, build_.boolean(true)); }
  Value invocation_input() {
    return emit_.op(Op::builtin, module_.types.vector(ir::Scalar::u32, 3), {},
                    static_cast<std::uint32_t>(ir::BuiltinInput::global_invocation_id));
  }

  template <class Then, class Else>
  InstId branch(Value condition, Then then, Else otherwise) {
    const RegionId outside = build_.region();
    const InstId test = build_.emit_control(Op::if_, {condition}, 2);
    const Inst control = build_.function()[test];
    build_.set_region(build_.function().region_of(control, 0));
    then();
    if (!build_.terminated()) build_.terminate(Op::yield);
    build_.set_region(build_.function().region_of(control, 1));
    otherwise();
    if (!build_.terminated()) build_.terminate(Op::yield);
    build_.set_region(outside);
    return test;
  }
  template <class Then>
  void under(Value condition, Then then) {
    branch(condition, then, [] {});
  }

  void leave_function() {
    if (result_ == nothing())
      build_.terminate(Op::return_);
    else
      build_.terminate(Op::return_, {build_.zero(result_)});
  }
  void return_if(ir::GlobalId flag) {
    under(load(flag), [&] { leave_function(); });
  }

  // Traps

  static bool goes_on(const TrapPlace& here) { return here.barrier_follows || here.in_continuing; }

  void trap(const TrapPlace& here, const std::vector<Value>& values, std::uint32_t kind) {
    const auto report = [&] {
      mute();
      const Value flag = record_word(emit_, variables_.record, 0);
      const Value before =
          emit_.native(Op::atomic_or, module_.types.u32(), {flag, build_.u32(RecordLayout::flag_trap)});
      under(emit_.compare(Op::eq, before, build_.u32(0)), [&] { write_record(values, kind); });
      if (!goes_on(here)) leave_function();
    };
    if (here.muted) return under(emit_.same(Op::logical_not, load(variables_.trapped)), report);
    if (goes_on(here)) return report();
    under(build_.boolean(true), report);  // because nothing may stand behind a return
  }

  void mute() {
    set(variables_.trapped);
    if (!variables_.first.valid()) return;
    const Value passed = emit_.same(Op::bit_not, load(variables_.barriers));
    emit_.native(Op::atomic_max, module_.types.u32(), {Value(variables_.first), passed});
  }

  void write_record(const std::vector<Value>& values, std::uint32_t kind) {
    const auto put = [&](std::uint32_t index, Value word) {
      emit_.native(Op::atomic_store, nothing(), {record_word(emit_, variables_.record, index), word});
    };
    put(1, build_.u32(build_.site()));
    for (std::uint32_t i = 0; i < values.size(); ++i) put(2 + i, values[i]);
    const Value invocation = load(variables_.invocation);
    for (std::uint32_t axis = 0; axis < 3; ++axis) put(4 + axis, emit_.extract(invocation, axis));
    put(7, build_.u32(kind));
  }

  // What trapped invocations come to

  void behind_call(const TrapPlace& here, ir::FunctionId callee) {
    if (here.in_continuing) return;  // the round that follows asks
    const std::uint8_t holds = plan_.holds(callee);
    const bool may_stop = (holds & holds::barrier) != 0 && (here.muted || (holds & holds::mutes) != 0);
    const bool may_trap = (holds & (holds::trap | holds::poll)) != 0;
    if (!here.barrier_follows && (may_trap || may_stop)) return return_if(variables_.trapped);
    if (may_stop) return_if(variables_.stopped);
  }

  // Every invocation of the workgroup reads the same here: who traps behind this barrier says a later one.
  void behind_barrier(Op barrier, const TrapPlace& here) {
    if (barrier != Op::workgroup_barrier) emit_.op(Op::workgroup_barrier, nothing(), {});
    const Value passed = emit_.add(load(variables_.barriers), build_.u32(1));
    store(variables_.barriers, passed);
    const Value first = emit_.native(Op::atomic_load, module_.types.u32(), {Value(variables_.first)});
    under(emit_.compare(Op::gt, first, emit_.same(Op::bit_not, passed)), [&] {
      set(variables_.trapped);
      set(variables_.stopped);
      if (!here.in_continuing) leave_function();
    });
  }

  void start_round(InstId id) {
    const Inst loop = rewriter_.function()[id];
    const TrapPlace& here = place(id);
    const bool has_barrier = (here.holds & holds::barrier) != 0;
    if ((here.holds & holds::poll) != 0) poll();
    if (has_barrier && here.muted && (here.in_continuing || stops_in_continuing(loop)))
      under(load(variables_.stopped), [&] { leave(here.in_continuing); });
    if (has_barrier || !(here.muted || (here.holds & holds::poll) != 0)) return;
    const bool differs = loop.site < non_uniform_.size() && non_uniform_[loop.site];
    if (!here.barrier_follows)
      under(load(variables_.trapped), [&] { leave(here.in_continuing); });
    else if (differs)
      under(load(variables_.trapped), [&] { leave(here.has_break || here.in_continuing); });
  }

  void leave(bool only_the_loop) {
    if (only_the_loop)
      build_.terminate(Op::break_);
    else
      leave_function();
  }

  void poll() {
    const Value flag =
        emit_.native(Op::atomic_load, module_.types.u32(), {record_word(emit_, variables_.record, 0)});
    under(emit_.compare(Op::ne, flag, build_.u32(0)), [&] { mute(); });
  }

  bool stops_in_continuing(const Inst& loop) const {
    const ir::Function& function = rewriter_.function();
    const auto& insts = function[function.region_of(loop, 1)].insts;
    return std::ranges::any_of(insts, [&](InstId id) { return (place(id).holds & holds::barrier) != 0; });
  }

  // A store or atomic that only an invocation that has not trapped performs. An atomic of another one gives
  // what it would have given.
  void guard(InstId id, const Inst& inst) {
    const bool has_value = inst.type != nothing();
    const auto perform = [&] {
      const InstId made = build_.emit(inst.op, inst.type, rewriter_.operands(inst), inst.imm);
      build_.function()[made].native = inst.native;
      if (has_value) build_.terminate(Op::yield, {made});
    };
    const auto pretend = [&] {
      if (has_value) build_.terminate(Op::yield, {unchanged(inst)});
    };
    const InstId test = branch(load(variables_.trapped), pretend, perform);
    if (has_value) rewriter_.set(id, build_.emit_result(test, inst.type, 0));
  }

  Value unchanged(const Inst& inst) {
    const bool exchange = inst.op == Op::atomic_compare_exchange_weak;
    const TypeId scalar = exchange ? module_.types.child(inst.type, 0) : inst.type;
    const Value old = emit_.native(Op::atomic_load, scalar, {rewriter_.operand(inst, 0)});
    if (!exchange) return old;
    const Value equal = emit_.compare(Op::eq, old, rewriter_.operand(inst, 1));
    return emit_.op(Op::construct, inst.type, {old, equal});
  }

  ir::Module& module_;
  ir::FunctionId id_;
  const TrapPlan& plan_;
  const TrapVariables& variables_;
  const std::vector<bool>& non_uniform_;
  bool is_entry_;
  TypeId result_;
  Rewriter rewriter_;
  ir::Builder& build_;
  Emit emit_;
  std::vector<bool> behind_stopping_;  // by InstId: right behind a loop that may have stopped as it ended
};

}  // namespace

Result<> lower_traps(ir::Module& module, const std::vector<ir::FunctionId>& functions,
                     const std::vector<bool>& non_uniform_loops, kernel::Kernel& kernel,
                     const kernel::Target& target) {
  const TrapPlan plan(module, functions);
  SLIPWAY_TRY_VOID(add_record_slot(kernel, target));
  ir::TypeTable& types = module.types;
  TrapVariables variables;
  variables.record = add_record_variable(module, kernel);
  variables.trapped = add_global(module, AddressSpace::private_, types.boolean());
  variables.stopped = add_global(module, AddressSpace::private_, types.boolean());
  variables.invocation = add_global(module, AddressSpace::private_, types.vector(ir::Scalar::u32, 3));
  if (plan.any_mutes() && (plan.holds(functions.back()) & holds::barrier) != 0) {
    variables.barriers = add_global(module, AddressSpace::private_, types.u32());
    variables.first = add_global(module, AddressSpace::workgroup, types.atomic(ir::Scalar::u32));
    kernel.workgroup_bytes = static_cast<std::uint32_t>(ir::round_up(16, kernel.workgroup_bytes)) + 4;
    const std::uint32_t limit = target.limits.workgroup_bytes;
    if (kernel.workgroup_bytes > limit)
      return std::unexpected(
          Error(ErrorCode::unsupported,
                fmt::format("'{}' uses {} bytes of workgroup memory with the word that its traps need, more "
                            "than this device's limit of {}",
                            kernel.entry_point, kernel.workgroup_bytes, limit))
              .with_limit({"workgroup_bytes", limit}));
  }
  for (const ir::FunctionId function : functions)
    TrapLowering(module, function, plan, variables, non_uniform_loops).run();
  return {};
}

}  // namespace slipway::lower
