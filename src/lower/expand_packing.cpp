#include "lower/expand.h"

namespace slipway::lower {

using ir::Op;
using ir::Scalar;
using ir::Value;

namespace {

ir::Value count(const Emit& emit, std::uint32_t bits) { return emit.bits(emit.types().u32(), bits); }

// The low `bits` of each component of `parts`, component 0 lowest.
Value join(const Emit& emit, Value parts, std::uint32_t bits) {
  parts = emit.bitcast(Scalar::u32, parts);
  const Value mask = count(emit, (1U << bits) - 1);
  Value word;
  for (unsigned i = 0; i < emit.width(parts); ++i) {
    const Value part = emit.bit_and(emit.extract(parts, i), mask);
    word = i == 0 ? part : emit.bit_or(word, emit.shl_native(part, count(emit, i * bits)));
  }
  return word;
}

// Fields of `bits` bits each of `word`, component 0 lowest, extended by zeros (u32) or the sign (i32).
Value split(const Emit& emit, Value word, std::uint32_t bits, Scalar scalar) {
  const Value typed = emit.bitcast(scalar, word);
  std::vector<Value> parts;
  for (std::uint32_t i = 0; i < 32 / bits; ++i) {
    const Value up = emit.shl_native(typed, count(emit, 32 - bits * (i + 1)));
    parts.push_back(emit.shr_native(up, count(emit, 32 - bits)));
  }
  return emit.builder().emit(Op::construct, emit.types().vector(scalar, 32 / bits), parts);
}

// floor(0.5 + scale * clamp(e, low, 1)), as WGSL writes it.
Value normalised(const Emit& emit, Value e, double scale, double low) {
  const Value clamped = emit.min(emit.max(e, emit.real(e, low)), emit.real(e, 1));
  const Value scaled = emit.add(emit.real(e, 0.5), emit.mul(clamped, emit.real(e, scale)));
  return float_to_integer(emit, emit.same(Op::floor, scaled), low < 0 ? Scalar::i32 : Scalar::u32);
}

Value denormalised(const Emit& emit, Value word, std::uint32_t bits, Scalar scalar) {
  const Value parts = split(emit, word, bits, scalar);
  const Value real = emit.native(Op::convert, emit.shaped(parts, Scalar::f32), {parts});
  const double scale = static_cast<double>((1U << (scalar == Scalar::i32 ? bits - 1 : bits)) - 1);
  const Value quotient = emit.div_native(real, emit.real(real, scale));
  return scalar == Scalar::i32 ? emit.max(quotient, emit.real(real, -1)) : quotient;
}

Value clamped_to(const Emit& emit, Value e, std::int32_t low, std::int32_t high) {
  const ir::TypeId type = emit.type_of(e);
  if (emit.scalar_of(e) == Scalar::i32) e = emit.max(e, emit.bits(type, static_cast<std::uint32_t>(low)));
  return emit.min(e, emit.bits(type, static_cast<std::uint32_t>(high)));
}

Value packed_dot(const Emit& emit, Value a, Value b, Scalar scalar) {
  const Value products = emit.mul(split(emit, a, 8, scalar), split(emit, b, 8, scalar));
  Value sum = emit.extract(products, 0);
  for (unsigned i = 1; i < 4; ++i) sum = emit.add(sum, emit.extract(products, i));
  return sum;
}

}  // namespace

Value expand_packing(const Emit& emit, const ir::Inst& inst, Values a) {
  switch (inst.op) {
    case Op::pack4x8snorm: return join(emit, normalised(emit, a[0], 127, -1), 8);
    case Op::pack4x8unorm: return join(emit, normalised(emit, a[0], 255, 0), 8);
    case Op::pack2x16snorm: return join(emit, normalised(emit, a[0], 32767, -1), 16);
    case Op::pack2x16unorm: return join(emit, normalised(emit, a[0], 65535, 0), 16);
    case Op::pack4x_i8:
    case Op::pack4x_u8: return join(emit, a[0], 8);
    case Op::pack4x_i8_clamp: return join(emit, clamped_to(emit, a[0], -128, 127), 8);
    case Op::pack4x_u8_clamp: return join(emit, clamped_to(emit, a[0], 0, 255), 8);
    case Op::unpack4x8snorm: return denormalised(emit, a[0], 8, Scalar::i32);
    case Op::unpack4x8unorm: return denormalised(emit, a[0], 8, Scalar::u32);
    case Op::unpack2x16snorm: return denormalised(emit, a[0], 16, Scalar::i32);
    case Op::unpack2x16unorm: return denormalised(emit, a[0], 16, Scalar::u32);
    case Op::unpack4x_i8: return split(emit, a[0], 8, Scalar::i32);
    case Op::unpack4x_u8: return split(emit, a[0], 8, Scalar::u32);
    case Op::dot4_i8_packed: return packed_dot(emit, a[0], a[1], Scalar::i32);
    case Op::dot4_u8_packed: return packed_dot(emit, a[0], a[1], Scalar::u32);
    default: return {};
  }
}

}  // namespace slipway::lower
