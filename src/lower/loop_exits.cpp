#include <algorithm>

#include "lower/emit.h"
#include "lower/passes.h"
#include "lower/rewrite.h"

namespace slipway::lower {

using ir::Op;
using ir::Value;

namespace {

bool has_loop(const ir::Function& function) {
  return std::ranges::any_of(function.insts, [](const ir::Inst& inst) { return inst.op == Op::loop; });
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
// they are, and those are computed anew for all as long as one invocation stays. A second exit at the head,
// where variables have their values from before, makes registers of all that the loop assigns to. Each loop
// asks for another workgroup, because inside a loop that it was not left by, a condition is known to be
// false.
void add_loop_exits(ir::Module& module, ir::FunctionId entry, const std::vector<ir::FunctionId>& functions) {
  if (std::ranges::none_of(functions, [&](ir::FunctionId f) { return has_loop(module[f]); })) return;
  const ir::TypeId pointer =
      module.types.pointer(ir::AddressSpace::private_, module.types.u32(), ir::Access::read_write);
  module.globals.push_back({.name = "", .type = pointer});
  const ir::GlobalId group(module.globals.size() - 1);
  std::uint32_t beyond = 0xFFFFFFFFU;  // of the next loop
  for (const ir::FunctionId function : functions) {
    if (function != entry && !has_loop(module[function])) continue;
    Rewriter rewriter(module, function);
    const Emit emit(rewriter.build);
    if (function == entry) store_group(emit, group);
    rewriter.run([](ir::InstId, const ir::Inst&) { return false; },
                 [&](ir::InstId owner, std::uint32_t region) {
                   const bool is_body = owner.valid() && region == 0;
                   if (is_body && rewriter.function()[owner].op == Op::loop)
                     leave_never(emit, group, beyond--);
                 });
  }
}

}  // namespace slipway::lower
