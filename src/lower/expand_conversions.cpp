#include "lower/expand.h"

namespace slipway::lower {

using ir::Op;
using ir::Scalar;
using ir::TypeKind;
using ir::Value;

// Toward zero, clamped to the nearest float that the integer type holds; NaN gives 0.
Value float_to_integer(const Emit& emit, Value value, Scalar scalar) {
  const bool half = emit.scalar_of(value) == Scalar::f16;
  const double largest = half ? 65504.0 : scalar == Scalar::i32 ? 2147483520.0 : 4294967040.0;
  const double smallest = scalar == Scalar::u32 ? 0.0 : half ? -65504.0 : -2147483648.0;
  const Value is_nan = emit.compare(Op::ne, value, value);
  const Value number = emit.select(value, emit.real(value, 0), is_nan);
  const Value clamped = emit.min(emit.max(number, emit.real(value, smallest)), emit.real(value, largest));
  return emit.native(Op::convert, emit.shaped(value, scalar), {clamped});
}

namespace {

Value convert_matrix(const Emit& emit, const ir::Inst& inst, Value matrix) {
  const ir::Type& type = emit.types()[inst.type];
  std::vector<Value> columns;
  for (unsigned i = 0; i < type.columns; ++i)
    columns.push_back(emit.native(Op::convert, type.element, {emit.extract(matrix, i)}));
  return emit.builder().emit(Op::construct, inst.type, columns);
}

}  // namespace

Value expand_convert(const Emit& emit, const ir::Inst& inst, Values a) {
  const ir::Type& to = emit.types()[inst.type];
  if (to.kind == TypeKind::matrix) return convert_matrix(emit, inst, a[0]);
  if (ir::is_float(emit.scalar_of(a[0])) && ir::is_integer(to.scalar))
    return float_to_integer(emit, a[0], to.scalar);
  return emit.native(Op::convert, inst.type, {a[0]});
}

}  // namespace slipway::lower
