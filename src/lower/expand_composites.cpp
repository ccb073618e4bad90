#include "lower/expand.h"

namespace slipway::lower {

using ir::Op;
using ir::Scalar;
using ir::TypeKind;
using ir::Value;

namespace {

Value matrix_sum(const Emit& emit, const ir::Inst& inst, Values a) {
  const ir::Type& type = emit.types()[inst.type];
  std::vector<Value> columns;
  columns.reserve(type.columns);
  for (unsigned i = 0; i < type.columns; ++i)
    columns.push_back(emit.op(inst.op, type.element, {emit.extract(a[0], i), emit.extract(a[1], i)}));
  return emit.builder().emit(Op::construct, inst.type, columns);
}

// A component of a vector by an index that is only known at run time; zero past the end.
Value vector_component(const Emit& emit, const ir::Inst& inst, Value vector, Value index) {
  const unsigned rows = emit.width(vector);
  index = emit.bitcast(Scalar::u32, index);
  if (emit.all_of(index, [&](std::uint32_t b) { return b < rows; }))
    return emit.extract(vector, emit.component_bits(index.constant(), 0));
  const Value last = emit.bits(emit.types().u32(), rows - 1);
  const Value component = emit.native(Op::extract_dynamic, inst.type, {vector, emit.min(index, last)});
  const Value inside = emit.compare(Op::le, index, last);
  return emit.select(emit.bits(inst.type, 0), component, inside);
}

// What `value` is the transpose of, or nothing.
Value transposed(const Emit& emit, Value value) {
  if (!value.is_inst()) return {};
  const ir::Function& function = emit.builder().function();
  const ir::Inst& inst = function[value.inst()];
  return inst.op == Op::transpose ? function.operands_of(inst)[0] : Value();
}

// transpose(l) * transpose(r) as transpose(r * l), which sums the same products in the same order. Mesa's
// SPIR-V reader does that too, with the sizes the wrong way round: it crashes where they differ.
Value product_of_transposes(const Emit& emit, const ir::Inst& inst, Values a) {
  const Value left = transposed(emit, a[0]);
  const Value right = transposed(emit, a[1]);
  if (!left.valid() || !right.valid()) return {};
  const ir::Type& type = emit.types()[inst.type];
  const ir::TypeId turned = emit.types().matrix(type.scalar, type.rows, type.columns);
  return emit.op(Op::transpose, inst.type, {emit.op(Op::mat_mul, turned, {right, left})});
}

}  // namespace

Value expand_composite(const Emit& emit, const ir::Inst& inst, Values a) {
  switch (inst.op) {
    case Op::add:
    case Op::sub:
      return emit.types()[inst.type].kind == TypeKind::matrix ? matrix_sum(emit, inst, a) : Value();
    case Op::extract_dynamic:
      return emit.types()[emit.type_of(a[0])].kind == TypeKind::vector
                 ? vector_component(emit, inst, a[0], a[1])
                 : Value();
    case Op::select: {  // some drivers want the condition as wide as the values
      if (emit.width(a[0]) == emit.width(a[2])) return {};
      const Value wide = emit.splat(emit.shaped(a[0], Scalar::boolean), a[2]);
      return emit.select(a[0], a[1], wide);
    }
    case Op::mat_mul: return product_of_transposes(emit, inst, a);
    default: return {};
  }
}

}  // namespace slipway::lower
