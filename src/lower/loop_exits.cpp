#include <algorithm>

#include "lower/emit.h"
#include "lower/passes.h"
#include "lower/rewrite.h"

namespace slipway::lower {

using ir::Op;
using ir::Value;

namespace {

bool leaves(const ir::Function& function, ir::RegionId region) {
  const auto& insts = function[region].insts;
  return !insts.empty() && function[insts.front()].op == Op::break_;
}

bool is_variable(const ir::Module& module, const ir::Function& function, Value pointer) {
  const ir::AddressSpace space = module.types[module.type_of(function, pointer)].space;
  return space == ir::AddressSpace::function || space == ir::AddressSpace::private_;
}

// Whether a loop has an exit before it assigns, or loads from a buffer.
bool leaves_at_head(const ir::Module& module, const ir::Function& function, const ir::Inst& loop) {
  for (const ir::InstId id : function[function.region_of(loop, 0)].insts) {
    const ir::Inst& inst = function[id];
    if (inst.op == Op::if_)
      return leaves(function, function.region_of(inst, 0)) || leaves(function, function.region_of(inst, 1));
    const bool pure = (ir::info(inst.op).traits & (ir::trait::reads | ir::trait::writes)) == 0;
    const bool loads =
        inst.op == Op::load && is_variable(module, function, function.operands_of(inst).front());
    if (inst.region_count != 0 || !(pure || loads)) return false;
  }
  return false;
}

// By instruction, the loops that need an exit.
std::vector<bool> loops_without_exit(const ir::Module& module, const ir::Function& function,
                                     kernel::LoopExits quirk) {
  std::vector<bool> without(function.insts.size(), false);
  ir::for_each_region(function, function.body, [&](ir::RegionId region) {
    for (const ir::InstId id : function[region].insts) {
      const ir::Inst& inst = function[id];
      if (inst.op == Op::loop)
        without[id.index] = quirk == kernel::LoopExits::stale || !leaves_at_head(module, function, inst);
    }
  });
  return without;
}

// A workgroup's number, which no compiler knows to be in use.
void store_group(const Emit& emit, ir::GlobalId group) {
  const ir::TypeId ids = emit.types().vector(ir::Scalar::u32, 3);
  const Value id = emit.op(Op::builtin, ids, {}, static_cast<std::uint32_t>(ir::BuiltinInput::workgroup_id));
  emit.native(Op::store, emit.types().void_type(), {Value(group), emit.extract(id, 0)});
}

// Leaves a loop in a workgroup beyond the last that there can be.
void leave_never(const Emit& emit, ir::GlobalId group, std::uint32_t beyond) {
  ir::Builder& build = emit.builder();
  const ir::TypeId u32 = emit.types().u32();
  const Value number = emit.native(Op::load, u32, {Value(group)});
  const Value never = emit.compare(Op::eq, number, emit.bits(u32, beyond));
  const ir::RegionId body = build.region();
  const ir::InstId test = build.emit_control(Op::if_, {never}, 2);
  const ir::Inst control = build.function()[test];
  build.set_region(build.function().region_of(control, 0));
  build.terminate(Op::break_);
  build.set_region(build.function().region_of(control, 1));
  build.terminate(Op::yield);
  build.set_region(body);
}

}  // namespace

// What an invocation keeps when it leaves a loop is what its variables hold there. lavapipe makes registers
// of them, which those that left do not write, where values from several places meet: at the head of a loop,
// and behind it if it has several exits. With a single exit below assignments it uses the assigned values as
// they are, and those are computed anew for all as long as one invocation stays. SwiftShader does the same,
// which shows where something was loaded: those that left load zero. A second exit at the head, where
// variables have their values from before, makes registers of all that the loop assigns to. Each loop asks
// for another workgroup, because lavapipe knows a condition to be false inside a loop that it did not leave.
void add_loop_exits(ir::Module& module, ir::FunctionId entry, const std::vector<ir::FunctionId>& functions,
                    kernel::LoopExits quirk) {
  std::vector<std::vector<bool>> without;
  without.reserve(functions.size());
  for (const ir::FunctionId function : functions)
    without.push_back(loops_without_exit(module, module[function], quirk));
  const auto any = [](const std::vector<bool>& loops) {
    return std::ranges::find(loops, true) != loops.end();
  };
  if (std::ranges::none_of(without, any)) return;
  const ir::TypeId pointer =
      module.types.pointer(ir::AddressSpace::private_, module.types.u32(), ir::Access::read_write);
  module.globals.push_back({.name = "", .type = pointer});
  const ir::GlobalId group(module.globals.size() - 1);
  std::uint32_t beyond = 0xFFFFFFFFU;  // of the next loop
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const bool is_entry = functions[i] == entry;
    if (!is_entry && !any(without[i])) continue;
    Rewriter rewriter(module, functions[i]);
    const Emit emit(rewriter.build);
    if (is_entry) store_group(emit, group);
    rewriter.run([](ir::InstId, const ir::Inst&) { return false; },
                 [&](ir::InstId owner, std::uint32_t region) {
                   if (region != 0 || !owner.valid() || owner.index >= without[i].size()) return;
                   if (without[i][owner.index]) leave_never(emit, group, beyond--);
                 });
  }
}

}  // namespace slipway::lower
