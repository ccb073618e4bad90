// Conversions, reinterpretations, packing and unpacking.
#include "ir/arith.h"
#include "ir/evaluators.h"

namespace slipway::ir {
namespace {

using Words = const std::uint32_t* const*;

void copy(const Shape& shape, Words in, std::uint32_t* out) { std::copy_n(in[0], shape.words, out); }

// Booleans are read as integers: false is 0 and true is 1.
template <Scalar from>
double widen(std::uint32_t word) {
  if constexpr (from == Scalar::f32) return arith::F32::widen(word);
  if constexpr (from == Scalar::f16) return arith::F16::widen(word);
  if constexpr (from == Scalar::i32) return static_cast<std::int32_t>(word);
  return word;
}

template <Scalar from, Scalar to>
std::uint32_t convert_word(std::uint32_t word) {
  using Format = std::conditional_t<from == Scalar::f16, arith::F16, arith::F32>;
  if constexpr (to == Scalar::f32) return arith::F32::narrow(widen<from>(word));
  if constexpr (to == Scalar::f16) return arith::F16::narrow(widen<from>(word));
  if constexpr (to == Scalar::boolean) return widen<from>(word) != 0.0 ? 1 : 0;
  if constexpr (from != Scalar::f32 && from != Scalar::f16) return word;
  if constexpr (to == Scalar::i32)
    return static_cast<std::uint32_t>(arith::to_i32<Format>(widen<from>(word)));
  return arith::to_u32<Format>(widen<from>(word));
}

template <Scalar from, Scalar to>
void convert(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.words; ++i) out[i] = convert_word<from, to>(in[0][i]);
}

template <Scalar from>
EvaluateFunction conversion_from(Scalar to) {
  switch (to) {
    case Scalar::boolean: return convert<from, Scalar::boolean>;
    case Scalar::i32: return convert<from, Scalar::i32>;
    case Scalar::u32: return convert<from, Scalar::u32>;
    case Scalar::f32: return convert<from, Scalar::f32>;
    case Scalar::f16: return convert<from, Scalar::f16>;
  }
  SLIPWAY_UNREACHABLE();
}

void split_halves(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.words; ++i) out[i] = in[0][i / 2] >> (16U * (i % 2)) & 0xFFFFU;
}
void join_halves(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.words; ++i) out[i] = in[0][2 * i] | in[0][2 * i + 1] << 16U;
}

void quantize_to_f16(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.words; ++i)
    out[i] = arith::F32::narrow(arith::quantize_to_f16(arith::F32::widen(in[0][i])));
}

// Puts `width` low bits of f(component) side by side.
template <unsigned width, auto f>
void pack(const Shape& shape, Words in, std::uint32_t* out) {
  constexpr std::uint32_t mask = (1U << width) - 1;
  out[0] = 0;
  for (std::uint32_t i = 0; i < shape.operand; ++i) out[0] |= (f(in[0][i]) & mask) << (width * i);
}
template <unsigned width, auto f>
void unpack(const Shape& shape, Words in, std::uint32_t* out) {
  constexpr std::uint32_t mask = (1U << width) - 1;
  for (std::uint32_t i = 0; i < shape.words; ++i) out[i] = f(in[0][0] >> (width * i) & mask);
}

std::uint32_t pack_snorm(std::uint32_t word, double scale) {
  return arith::pack_norm(arith::F32::widen(word), -1.0, scale);
}
std::uint32_t pack_unorm(std::uint32_t word, double scale) {
  return arith::pack_norm(arith::F32::widen(word), 0.0, scale);
}
std::uint32_t same(std::uint32_t word) { return word; }
std::uint32_t clamp_i8(std::uint32_t word) {
  return static_cast<std::uint32_t>(std::clamp(static_cast<std::int32_t>(word), -128, 127));
}
std::uint32_t clamp_u8(std::uint32_t word) { return std::min(word, 255U); }
std::uint32_t to_half(std::uint32_t word) { return arith::narrow_half(arith::F32::widen(word)); }
std::uint32_t from_half(std::uint32_t word) { return arith::F32::narrow(arith::widen_half(word)); }
std::uint32_t sign_extend_8(std::uint32_t word) {
  return static_cast<std::uint32_t>(arith::byte_i8(word, 0));
}
std::uint32_t unpack_snorm_8(std::uint32_t word) {
  return arith::F32::narrow(arith::unpack_snorm(static_cast<std::int8_t>(word), 127.0));
}
std::uint32_t unpack_snorm_16(std::uint32_t word) {
  return arith::F32::narrow(arith::unpack_snorm(static_cast<std::int16_t>(word), 32767.0));
}
std::uint32_t unpack_unorm_8(std::uint32_t word) {
  return arith::F32::narrow(arith::unpack_unorm(word, 255.0));
}
std::uint32_t unpack_unorm_16(std::uint32_t word) {
  return arith::F32::narrow(arith::unpack_unorm(word, 65535.0));
}

void dot4_u8(const Shape&, Words in, std::uint32_t* out) { out[0] = arith::dot4_u8(in[0][0], in[1][0]); }
void dot4_i8(const Shape&, Words in, std::uint32_t* out) {
  out[0] = static_cast<std::uint32_t>(arith::dot4_i8(in[0][0], in[1][0]));
}

}  // namespace

EvaluateFunction conversion_function(Scalar from, Scalar to) {
  switch (from) {
    case Scalar::boolean: return conversion_from<Scalar::boolean>(to);
    case Scalar::i32: return conversion_from<Scalar::i32>(to);
    case Scalar::u32: return conversion_from<Scalar::u32>(to);
    case Scalar::f32: return conversion_from<Scalar::f32>(to);
    case Scalar::f16: return conversion_from<Scalar::f16>(to);
  }
  SLIPWAY_UNREACHABLE();
}

EvaluateFunction bitcast_function(Scalar from, Scalar to) {
  if ((from == Scalar::f16) == (to == Scalar::f16)) return copy;
  return from == Scalar::f16 ? join_halves : split_halves;
}

EvaluateFunction packing_function(Op op) {
  using W = std::uint32_t;
  switch (op) {
    case Op::quantize_to_f16: return quantize_to_f16;
    case Op::pack4x8snorm: return pack<8, [](W e) { return pack_snorm(e, 127.0); }>;
    case Op::pack4x8unorm: return pack<8, [](W e) { return pack_unorm(e, 255.0); }>;
    case Op::pack2x16snorm: return pack<16, [](W e) { return pack_snorm(e, 32767.0); }>;
    case Op::pack2x16unorm: return pack<16, [](W e) { return pack_unorm(e, 65535.0); }>;
    case Op::pack2x16float: return pack<16, to_half>;
    case Op::pack4x_i8:
    case Op::pack4x_u8: return pack<8, same>;
    case Op::pack4x_i8_clamp: return pack<8, clamp_i8>;
    case Op::pack4x_u8_clamp: return pack<8, clamp_u8>;
    case Op::unpack4x8snorm: return unpack<8, unpack_snorm_8>;
    case Op::unpack4x8unorm: return unpack<8, unpack_unorm_8>;
    case Op::unpack2x16snorm: return unpack<16, unpack_snorm_16>;
    case Op::unpack2x16unorm: return unpack<16, unpack_unorm_16>;
    case Op::unpack2x16float: return unpack<16, from_half>;
    case Op::unpack4x_i8: return unpack<8, sign_extend_8>;
    case Op::unpack4x_u8: return unpack<8, same>;
    case Op::dot4_u8_packed: return dot4_u8;
    case Op::dot4_i8_packed: return dot4_i8;
    default: return nullptr;
  }
}

}  // namespace slipway::ir
