#include "lower/expand.h"

#include "lower/passes.h"
#include "lower/rewrite.h"

namespace slipway::lower {

using ir::Op;
using ir::Value;

namespace {

Value replacement(const Emit& emit, const ir::Inst& inst, Values a, const kernel::Target& target) {
  switch (inst.op) {
    case Op::div: return expand_division(emit, inst, a);
    case Op::rem:
      return ir::is_integer(emit.scalar_of(a[0])) ? expand_remainder(emit, inst, a)
                                                  : expand_float(emit, inst, a, target);
    case Op::shl:
    case Op::shr: return expand_shift(emit, inst, a);
    case Op::dot: return expand_integer_dot(emit, inst, a);
    case Op::abs: return expand_integer_abs(emit, inst, a);
    case Op::clamp: return expand_clamp(emit, inst, a);
    case Op::extract_bits: return expand_extract_bits(emit, inst, a);
    case Op::insert_bits: return expand_insert_bits(emit, inst, a);
    case Op::count_leading_zeros:
    case Op::count_trailing_zeros: return expand_count_zeros(emit, inst, a);
    case Op::convert: return expand_convert(emit, inst, a);
    case Op::add:
    case Op::sub:
    case Op::extract_dynamic:
    case Op::select: return expand_composite(emit, inst, a);
    default: break;
  }
  if (const Value packed = expand_packing(emit, inst, a); packed.valid()) return packed;
  return expand_float(emit, inst, a, target);
}

}  // namespace

void expand_operations(ir::Module& module, ir::FunctionId function, const kernel::Target& target) {
  Rewriter rewriter(module, function);
  const Emit emit(rewriter.build);
  std::vector<Value> operands;
  rewriter.run([&](ir::InstId id, const ir::Inst& inst) {
    if ((ir::info(inst.op).traits & ir::trait::pure) == 0 || inst.native || inst.operand_count == 0)
      return false;
    if (inst.op == Op::access || inst.op == Op::member || inst.op == Op::result) return false;
    operands.clear();
    for (std::uint32_t i = 0; i < inst.operand_count; ++i) operands.push_back(rewriter.operand(inst, i));
    const Value value = replacement(emit, inst, operands, target);
    if (!value.valid()) return false;
    rewriter.set(id, value);
    return true;
  });
}

}  // namespace slipway::lower
