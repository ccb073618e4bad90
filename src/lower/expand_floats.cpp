#include "lower/expand.h"

namespace slipway::lower {

using ir::Op;
using ir::Scalar;
using ir::Value;

namespace {

// x - y * trunc(x / y), with the quotient put right where its error took it over a whole number: then what
// is left is not smaller than the divisor, or has the other sign than the dividend.
Value remainder(const Emit& emit, Value x, Value y) {
  const Value quotient = emit.same(Op::trunc, emit.div_native(x, y));
  const Value zero = emit.real(x, 0);
  const Value is_small = emit.compare(Op::eq, quotient, zero);  // with an infinite divisor too
  const Value rest = emit.select(emit.sub(x, emit.mul(y, quotient)), x, is_small);
  const Value size = emit.same(Op::abs, y);
  const Value negative = emit.compare(Op::lt, x, zero);
  const Value step = emit.select(size, emit.same(Op::neg, size), negative);  // away from zero like x
  const Value too_large = emit.compare(Op::ge, emit.same(Op::abs, rest), size);
  const Value other_sign = emit.compare(Op::lt, emit.mul(rest, emit.same(Op::sign, x)), zero);
  const Value lower = emit.select(rest, emit.sub(rest, step), too_large);
  return emit.select(lower, emit.add(rest, step), other_sign);
}

Value pair(const Emit& emit, const ir::Inst& inst, Value first, Value second) {
  return emit.op(Op::construct, inst.type, {first, second});
}

// x - whole; for a whole number or an infinity a zero with the sign of x.
Value fraction_beside(const Emit& emit, Value x, Value whole) {
  if (emit.scalar_of(x) != Scalar::f32) {
    const ir::TypeId wide = emit.shaped(x, Scalar::f32);
    const Value fraction =
        fraction_beside(emit, emit.native(Op::convert, wide, {x}), emit.native(Op::convert, wide, {whole}));
    return emit.native(Op::convert, emit.type_of(x), {fraction});
  }
  const Value bits = emit.bitcast(Scalar::u32, x);
  const Value sign = emit.bit_and(bits, emit.bits(emit.type_of(bits), 0x80000000U));
  return emit.select(emit.sub(x, whole), emit.bitcast(Scalar::f32, sign), emit.compare(Op::eq, x, whole));
}

Value modf(const Emit& emit, const ir::Inst& inst, Value x) {
  const Value whole = emit.same(Op::trunc, x);
  return pair(emit, inst, fraction_beside(emit, x, whole), whole);
}

// f32: the exponent field moves to the second result. Denormals are scaled up first; zeros, infinities and
// NaN stay as they are.
struct Parts {
  Value fraction;
  Value exponent;
};

Parts frexp_f32(const Emit& emit, Value x) {
  const ir::TypeId words = emit.shaped(x, Scalar::u32);
  const Value field = emit.bits(words, 0x7F800000U);
  const Value own_field = emit.bit_and(emit.bitcast(Scalar::u32, x), field);
  const Value stays =
      emit.bit_or(emit.compare(Op::eq, x, emit.real(x, 0)), emit.compare(Op::eq, own_field, field));
  const Value is_tiny = emit.compare(Op::eq, own_field, emit.bits(words, 0));
  const Value scaled = emit.select(x, emit.mul(x, emit.real(x, 16777216.0)), is_tiny);
  const Value bits = emit.bitcast(Scalar::u32, scaled);
  const Value biased = emit.shr_native(emit.bit_and(bits, field), emit.bits(words, 23));
  const ir::TypeId ints = emit.shaped(x, Scalar::i32);
  const Value bias = emit.select(emit.bits(ints, 126), emit.bits(ints, 126 + 24), is_tiny);
  const Value exponent = emit.sub(emit.bitcast(Scalar::i32, biased), bias);
  const Value mantissa =
      emit.bit_or(emit.bit_and(bits, emit.bits(words, 0x807FFFFFU)), emit.bits(words, 0x3F000000U));
  return {emit.select(emit.bitcast(Scalar::f32, mantissa), x, stays),
          emit.select(exponent, emit.bits(ints, 0), stays)};
}

Value frexp(const Emit& emit, const ir::Inst& inst, Value x) {
  if (emit.scalar_of(x) == Scalar::f32) {
    const Parts parts = frexp_f32(emit, x);
    return pair(emit, inst, parts.fraction, parts.exponent);
  }
  const Parts parts = frexp_f32(emit, emit.native(Op::convert, emit.shaped(x, Scalar::f32), {x}));
  const Value fraction = emit.native(Op::convert, emit.type_of(x), {parts.fraction});
  return pair(emit, inst, fraction, parts.exponent);
}

// 2 to the power of `exponent`, which is between -126 and 127.
Value power_of_two(const Emit& emit, Value exponent) {
  const ir::TypeId type = emit.type_of(exponent);
  const Value biased = emit.bitcast(Scalar::u32, emit.add(exponent, emit.bits(type, 127)));
  return emit.bitcast(Scalar::f32, emit.shl_native(biased, emit.bits(emit.type_of(biased), 23)));
}

// In three factors, because the exponent of a result may lie 276 from that of the argument.
Value ldexp_f32(const Emit& emit, Value x, Value exponent) {
  const ir::TypeId type = emit.type_of(exponent);
  const Value low = emit.bits(type, static_cast<std::uint32_t>(-126));
  const Value high = emit.bits(type, 127);
  for (int i = 0; i < 3; ++i) {
    const Value part = emit.min(emit.max(exponent, low), high);
    x = emit.mul(x, power_of_two(emit, part));
    if (i < 2) exponent = emit.sub(exponent, part);
  }
  return x;
}

Value ldexp(const Emit& emit, const ir::Inst& inst, Value x, Value exponent) {
  if (emit.scalar_of(x) == Scalar::f32) return ldexp_f32(emit, x, exponent);
  const Value wide = emit.native(Op::convert, emit.shaped(x, Scalar::f32), {x});
  return emit.native(Op::convert, inst.type, {ldexp_f32(emit, wide, exponent)});
}

}  // namespace

Value expand_float(const Emit& emit, const ir::Inst& inst, Values a, const kernel::Target&) {
  switch (inst.op) {
    case Op::rem: return remainder(emit, a[0], a[1]);
    case Op::modf: return modf(emit, inst, a[0]);
    case Op::frexp: return frexp(emit, inst, a[0]);
    case Op::ldexp: return ldexp(emit, inst, a[0], a[1]);
    case Op::fract: return emit.sub(a[0], emit.same(Op::floor, a[0]));
    case Op::step: {  // false with a NaN
      const Value reached = emit.compare(Op::le, a[0], a[1]);
      return emit.select(emit.real(a[0], 0), emit.real(a[0], 1), reached);
    }
    case Op::saturate: return emit.min(emit.max(a[0], emit.real(a[0], 0)), emit.real(a[0], 1));
    default: return {};
  }
}

}  // namespace slipway::lower
