#include "lower/expand.h"

namespace slipway::lower {

using ir::Op;
using ir::Scalar;
using ir::Value;

namespace {

// A bit field that lies inside 32 bits: offset at most 32, count at most 32 - offset.
struct Field {
  Value offset;
  Value count;
  Value empty;  // bool: count is 0
};

Field clamped_field(const Emit& emit, ir::TypeId shape, Value offset, Value count) {
  const Value width = emit.bits(emit.types().u32(), 32);
  offset = emit.min(offset, width);
  count = emit.min(count, emit.sub(width, offset));
  const Value empty = emit.compare(Op::eq, count, emit.bits(emit.types().u32(), 0));
  const ir::TypeId counts = emit.types().with_scalar(shape, Scalar::u32);
  const ir::TypeId flags = emit.types().with_scalar(shape, Scalar::boolean);
  return {emit.splat(counts, offset), emit.splat(counts, count), emit.splat(flags, empty)};
}

// Constants that a native bit-field operation takes as they are.
bool is_native_field(const Emit& emit, Value offset, Value count) {
  if (!offset.is_constant() || !count.is_constant()) return false;
  const std::uint64_t o = emit.component_bits(offset.constant(), 0);
  const std::uint64_t c = emit.component_bits(count.constant(), 0);
  return c > 0 && o + c <= 32;
}

Value low_bits(const Emit& emit, Value count) {
  return emit.bit_and(count, emit.bits(emit.type_of(count), 31));
}

}  // namespace

Value expand_extract_bits(const Emit& emit, const ir::Inst& inst, Values a) {
  if (is_native_field(emit, a[1], a[2])) return emit.native(inst.op, inst.type, {a[0], a[1], a[2]});
  const Field field = clamped_field(emit, inst.type, a[1], a[2]);
  const Value width = emit.bits(emit.type_of(field.count), 32);
  const Value above = emit.sub(width, field.count);
  const Value up = low_bits(emit, emit.sub(above, field.offset));
  const Value bits = emit.shr_native(emit.shl_native(a[0], up), low_bits(emit, above));
  return emit.select(bits, emit.bits(inst.type, 0), field.empty);
}

Value expand_insert_bits(const Emit& emit, const ir::Inst& inst, Values a) {
  if (is_native_field(emit, a[2], a[3])) return emit.native(inst.op, inst.type, {a[0], a[1], a[2], a[3]});
  const Field field = clamped_field(emit, inst.type, a[2], a[3]);
  const ir::TypeId counts = emit.type_of(field.count);
  // `count` ones: shifted out of all ones, which needs no special case for 32.
  const Value missing = low_bits(emit, emit.sub(emit.bits(counts, 32), field.count));
  const Value ones = emit.shr_native(emit.bits(counts, UINT32_MAX), missing);
  const Value offset = low_bits(emit, field.offset);
  const Value mask = emit.select(emit.shl_native(ones, offset), emit.bits(counts, 0), field.empty);
  const Scalar scalar = emit.scalar_of(a[0]);
  const Value old_bits = emit.bitcast(Scalar::u32, a[0]);
  const Value new_bits = emit.shl_native(emit.bitcast(Scalar::u32, a[1]), offset);
  const Value kept = emit.bit_and(old_bits, emit.same(Op::bit_not, mask));
  return emit.bitcast(scalar, emit.bit_or(kept, emit.bit_and(new_bits, mask)));
}

// The highest set bit is -1 as an integer where there is none, so 31 less it is 32.
Value expand_count_zeros(const Emit& emit, const ir::Inst& inst, Values a) {
  const Scalar scalar = emit.scalar_of(a[0]);
  const Value value = emit.bitcast(Scalar::u32, a[0]);
  const ir::TypeId type = emit.type_of(value);
  if (inst.op == Op::count_leading_zeros)
    return emit.bitcast(scalar, emit.sub(emit.bits(type, 31), emit.same(Op::first_leading_bit, value)));
  const Value none = emit.compare(Op::eq, value, emit.bits(type, 0));
  return emit.bitcast(scalar,
                      emit.select(emit.same(Op::first_trailing_bit, value), emit.bits(type, 32), none));
}

}  // namespace slipway::lower
