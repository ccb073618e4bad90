#include "lower/expand.h"

#include "lower/passes.h"
#include "lower/rewrite.h"

namespace slipway::lower {

using ir::Op;
using ir::Value;

namespace {

Value input(const Emit& emit, ir::BuiltinInput which) {
  return emit.op(Op::builtin, emit.types().vector(ir::Scalar::u32, 3), {}, static_cast<std::uint32_t>(which));
}

// Of `id` in a grid of `extent` by x and y: x + extent.x * (y + extent.y * z), which wraps.
Value linear_index(const Emit& emit, Value id, Value width, Value height) {
  const Value planes = emit.mul(height, emit.extract(id, 2));
  const Value rows = emit.mul(width, emit.add(emit.extract(id, 1), planes));
  return emit.add(emit.extract(id, 0), rows);
}

// Targets have no linear indices.
Value expand_input(const Emit& emit, const ir::Inst& inst) {
  const auto which = static_cast<ir::BuiltinInput>(inst.imm);
  const bool of_workgroup = which == ir::BuiltinInput::workgroup_index;
  if (!of_workgroup && which != ir::BuiltinInput::global_invocation_index) return {};
  const Value groups = input(emit, ir::BuiltinInput::num_workgroups);
  const Value width = emit.extract(groups, 0);
  const Value height = emit.extract(groups, 1);
  if (of_workgroup) return linear_index(emit, input(emit, ir::BuiltinInput::workgroup_id), width, height);
  const auto& size = emit.builder().module().entry_points[0].workgroup_size;
  return linear_index(emit, input(emit, ir::BuiltinInput::global_invocation_id),
                      emit.mul(width, emit.builder().u32(size[0].value)),
                      emit.mul(height, emit.builder().u32(size[1].value)));
}

Value replacement(const Emit& emit, const ir::Inst& inst, Values a, const kernel::Target& target) {
  switch (inst.op) {
    case Op::builtin: return expand_input(emit, inst);
    case Op::div: return expand_division(emit, inst, a);
    case Op::rem:
      return ir::is_integer(emit.scalar_of(a[0])) ? expand_remainder(emit, inst, a, target)
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
    case Op::mat_mul:
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
    if ((ir::info(inst.op).traits & ir::trait::pure) == 0 || inst.native) return false;
    if (inst.operand_count == 0 && inst.op != Op::builtin) return false;
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
