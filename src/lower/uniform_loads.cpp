#include <algorithm>

#include "lower/passes.h"
#include "lower/rewrite.h"

namespace slipway::lower {

using ir::Op;

void split_uniform_loads(ir::Module& module, ir::FunctionId function) {
  const auto is_one = [](const ir::Inst& inst) { return inst.op == Op::workgroup_uniform_load; };
  if (std::ranges::none_of(module[function].insts, is_one)) return;
  Rewriter rewriter(module, function);
  ir::Builder& build = rewriter.build;
  rewriter.run([&](ir::InstId id, const ir::Inst& inst) {
    if (inst.op != Op::workgroup_uniform_load) return false;
    const ir::Value pointer = rewriter.operand(inst, 0);
    const ir::TypeId element =
        module.types[module.type_of(rewriter.function(), rewriter.function().operands_of(inst)[0])].element;
    const bool is_atomic = module.types[element].kind == ir::TypeKind::atomic;
    build.emit(Op::workgroup_barrier, module.types.void_type(), {});
    rewriter.set(id, build.emit(is_atomic ? Op::atomic_load : Op::load, inst.type, {pointer}));
    build.emit(Op::workgroup_barrier, module.types.void_type(), {});
    return true;
  });
}

}  // namespace slipway::lower
