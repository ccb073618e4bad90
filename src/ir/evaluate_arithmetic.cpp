// Componentwise arithmetic, comparison and numeric builtins.
#include "ir/arith.h"
#include "ir/evaluators.h"

namespace slipway::ir {
namespace {

using Words = const std::uint32_t* const*;

template <class T, auto f>
void integer_map1(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.words; ++i)
    out[i] = static_cast<std::uint32_t>(f(static_cast<T>(in[0][i])));
}
template <class T, auto f>
void integer_map2(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.words; ++i)
    out[i] = static_cast<std::uint32_t>(f(static_cast<T>(in[0][i]), static_cast<T>(in[1][i])));
}
template <class T, auto f>
void integer_map3(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.words; ++i)
    out[i] = static_cast<std::uint32_t>(
        f(static_cast<T>(in[0][i]), static_cast<T>(in[1][i]), static_cast<T>(in[2][i])));
}

template <class Format, auto f>
void float_map1(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.words; ++i) out[i] = Format::narrow(f(Format::widen(in[0][i])));
}
template <class Format, auto f>
void float_map2(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.words; ++i)
    out[i] = Format::narrow(f(Format::widen(in[0][i]), Format::widen(in[1][i])));
}
template <class Format, auto f>
void float_map3(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.words; ++i)
    out[i] = Format::narrow(f(Format::widen(in[0][i]), Format::widen(in[1][i]), Format::widen(in[2][i])));
}
template <class Format, auto f>
void float_compare(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.words; ++i)
    out[i] = f(Format::widen(in[0][i]), Format::widen(in[1][i])) ? 1 : 0;
}

template <class T>
void dot_integer(const Shape& shape, Words in, std::uint32_t* out) {
  std::uint32_t sum = 0;
  for (std::uint32_t i = 0; i < shape.operand; ++i) sum += in[0][i] * in[1][i];
  out[0] = sum;
}
// Offset and count are scalars; they apply to every component.
template <class T>
void extract_bits(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.words; ++i)
    out[i] = static_cast<std::uint32_t>(arith::extract_bits(static_cast<T>(in[0][i]), in[1][0], in[2][0]));
}
void insert_bits(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.words; ++i)
    out[i] = arith::insert_bits(in[0][i], in[1][i], in[2][0], in[3][0]);
}

// The operations that i32 and u32 share, and that WGSL calls by one name.
template <class T>
EvaluateFunction integer_function_of(Op op) {
  switch (op) {
    case Op::neg: return integer_map1<T, [](T a) { return arith::neg(a); }>;
    case Op::bit_not: return integer_map1<T, [](T a) { return static_cast<T>(~a); }>;
    case Op::add: return integer_map2<T, [](T a, T b) { return arith::add(a, b); }>;
    case Op::sub: return integer_map2<T, [](T a, T b) { return arith::sub(a, b); }>;
    case Op::mul: return integer_map2<T, [](T a, T b) { return arith::mul(a, b); }>;
    case Op::div: return integer_map2<T, [](T a, T b) { return arith::div(a, b); }>;
    case Op::rem: return integer_map2<T, [](T a, T b) { return arith::rem(a, b); }>;
    case Op::bit_and: return integer_map2<T, [](T a, T b) { return a & b; }>;
    case Op::bit_or: return integer_map2<T, [](T a, T b) { return a | b; }>;
    case Op::bit_xor: return integer_map2<T, [](T a, T b) { return a ^ b; }>;
    case Op::shl:
      return integer_map2<T, [](T a, T b) { return arith::shl(a, static_cast<std::uint32_t>(b)); }>;
    case Op::shr:
      return integer_map2<T, [](T a, T b) { return arith::shr(a, static_cast<std::uint32_t>(b)); }>;
    case Op::eq: return integer_map2<T, [](T a, T b) { return a == b; }>;
    case Op::ne: return integer_map2<T, [](T a, T b) { return a != b; }>;
    case Op::lt: return integer_map2<T, [](T a, T b) { return a < b; }>;
    case Op::le: return integer_map2<T, [](T a, T b) { return a <= b; }>;
    case Op::gt: return integer_map2<T, [](T a, T b) { return (a > b); }>;
    case Op::ge: return integer_map2<T, [](T a, T b) { return (a >= b); }>;
    case Op::abs: return integer_map1<T, [](T a) { return arith::abs(a); }>;
    case Op::sign: return integer_map1<T, [](T a) { return arith::sign(a); }>;
    case Op::min: return integer_map2<T, [](T a, T b) { return std::min(a, b); }>;
    case Op::max: return integer_map2<T, [](T a, T b) { return std::max(a, b); }>;
    case Op::clamp: return integer_map3<T, [](T e, T low, T high) { return arith::clamp(e, low, high); }>;
    case Op::dot: return dot_integer<T>;
    case Op::count_leading_zeros:
      return integer_map1<std::uint32_t, [](std::uint32_t a) { return std::countl_zero(a); }>;
    case Op::count_trailing_zeros:
      return integer_map1<std::uint32_t, [](std::uint32_t a) { return std::countr_zero(a); }>;
    case Op::count_one_bits:
      return integer_map1<std::uint32_t, [](std::uint32_t a) { return std::popcount(a); }>;
    case Op::first_leading_bit: return integer_map1<T, [](T a) { return arith::first_leading_bit(a); }>;
    case Op::first_trailing_bit:
      return integer_map1<std::uint32_t, [](std::uint32_t a) { return arith::first_trailing_bit(a); }>;
    case Op::reverse_bits:
      return integer_map1<std::uint32_t, [](std::uint32_t a) { return arith::reverse_bits(a); }>;
    case Op::extract_bits: return extract_bits<T>;
    case Op::insert_bits: return insert_bits;
    default: return nullptr;
  }
}

// One rounding: in f32 the sum of a product of doubles could be rounded twice.
template <class Format>
double fused(double a, double b, double c) {
  if constexpr (std::same_as<Format, arith::F32>)
    return static_cast<double>(std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)));
  return std::fma(a, b, c);
}

template <class Format, int sign_operation>
void change_sign(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.words; ++i)
    out[i] = sign_operation == 0 ? in[0][i] & ~Format::sign_bit : in[0][i] ^ Format::sign_bit;
}

template <class Format>
void ldexp(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.words; ++i)
    out[i] = Format::narrow(arith::ldexp(Format::widen(in[0][i]), static_cast<std::int32_t>(in[1][i])));
}
// The result is a structure: all fractions, then all exponents or whole parts.
template <class Format>
void frexp(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.operand; ++i) {
    const arith::Frexp parts = arith::frexp(Format::widen(in[0][i]));
    out[i] = Format::narrow(parts.fract);
    out[shape.operand + i] = static_cast<std::uint32_t>(parts.exponent);
  }
}
template <class Format>
void modf(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.operand; ++i) {
    const arith::Modf parts = arith::modf(Format::widen(in[0][i]));
    out[i] = Format::narrow(parts.fract);
    out[shape.operand + i] = Format::narrow(parts.whole);
  }
}

template <class Format>
EvaluateFunction arithmetic_of(Op op) {
  switch (op) {
    case Op::neg: return change_sign<Format, 1>;
    case Op::abs: return change_sign<Format, 0>;
    case Op::add: return float_map2<Format, [](double a, double b) { return a + b; }>;
    case Op::sub: return float_map2<Format, [](double a, double b) { return a - b; }>;
    case Op::mul: return float_map2<Format, [](double a, double b) { return a * b; }>;
    case Op::div: return float_map2<Format, [](double a, double b) { return a / b; }>;
    case Op::rem: return float_map2<Format, [](double a, double b) { return arith::rem(a, b); }>;
    case Op::eq: return float_compare<Format, [](double a, double b) { return a == b; }>;
    case Op::ne: return float_compare<Format, [](double a, double b) { return a != b; }>;
    case Op::lt: return float_compare<Format, [](double a, double b) { return a < b; }>;
    case Op::le: return float_compare<Format, [](double a, double b) { return a <= b; }>;
    case Op::gt: return float_compare<Format, [](double a, double b) { return (a > b); }>;
    case Op::ge: return float_compare<Format, [](double a, double b) { return (a >= b); }>;
    case Op::min: return float_map2<Format, [](double a, double b) { return arith::min(a, b); }>;
    case Op::max: return float_map2<Format, [](double a, double b) { return arith::max(a, b); }>;
    case Op::clamp:
      return float_map3<Format, [](double e, double low, double high) { return arith::clamp(e, low, high); }>;
    case Op::saturate: return float_map1<Format, [](double a) { return arith::saturate(a); }>;
    case Op::fma: return float_map3<Format, fused<Format>>;
    case Op::mix: return float_map3<Format, [](double a, double b, double t) { return arith::mix(a, b, t); }>;
    case Op::step: return float_map2<Format, [](double edge, double x) { return arith::step(edge, x); }>;
    case Op::smoothstep:
      return float_map3<Format,
                        [](double low, double high, double x) { return arith::smoothstep(low, high, x); }>;
    case Op::ceil: return float_map1<Format, [](double a) { return std::ceil(a); }>;
    case Op::floor: return float_map1<Format, [](double a) { return std::floor(a); }>;
    case Op::trunc: return float_map1<Format, [](double a) { return std::trunc(a); }>;
    case Op::round: return float_map1<Format, [](double a) { return arith::round(a); }>;
    case Op::fract: return float_map1<Format, [](double a) { return arith::fract(a); }>;
    case Op::sign: return float_map1<Format, [](double a) { return arith::sign(a); }>;
    case Op::degrees: return float_map1<Format, [](double a) { return arith::degrees(a); }>;
    case Op::radians: return float_map1<Format, [](double a) { return arith::radians(a); }>;
    case Op::ldexp: return ldexp<Format>;
    case Op::frexp: return frexp<Format>;
    case Op::modf: return modf<Format>;
    default: return nullptr;
  }
}

template <class Format>
EvaluateFunction transcendental_of(Op op) {
  switch (op) {
    case Op::acos: return float_map1<Format, [](double a) { return std::acos(a); }>;
    case Op::acosh: return float_map1<Format, [](double a) { return std::acosh(a); }>;
    case Op::asin: return float_map1<Format, [](double a) { return std::asin(a); }>;
    case Op::asinh: return float_map1<Format, [](double a) { return std::asinh(a); }>;
    case Op::atan: return float_map1<Format, [](double a) { return std::atan(a); }>;
    case Op::atanh: return float_map1<Format, [](double a) { return std::atanh(a); }>;
    case Op::atan2: return float_map2<Format, [](double y, double x) { return std::atan2(y, x); }>;
    case Op::cos: return float_map1<Format, [](double a) { return std::cos(a); }>;
    case Op::cosh: return float_map1<Format, [](double a) { return std::cosh(a); }>;
    case Op::sin: return float_map1<Format, [](double a) { return std::sin(a); }>;
    case Op::sinh: return float_map1<Format, [](double a) { return std::sinh(a); }>;
    case Op::tan: return float_map1<Format, [](double a) { return std::tan(a); }>;
    case Op::tanh: return float_map1<Format, [](double a) { return std::tanh(a); }>;
    case Op::exp: return float_map1<Format, [](double a) { return std::exp(a); }>;
    case Op::exp2: return float_map1<Format, [](double a) { return std::exp2(a); }>;
    case Op::log: return float_map1<Format, [](double a) { return std::log(a); }>;
    case Op::log2: return float_map1<Format, [](double a) { return std::log2(a); }>;
    case Op::pow: return float_map2<Format, [](double a, double b) { return std::pow(a, b); }>;
    case Op::sqrt: return float_map1<Format, [](double a) { return std::sqrt(a); }>;
    case Op::inverse_sqrt: return float_map1<Format, [](double a) { return arith::inverse_sqrt(a); }>;
    default: return nullptr;
  }
}

template <class Format>
EvaluateFunction float_function_of(Op op) {
  const EvaluateFunction arithmetic = arithmetic_of<Format>(op);
  return arithmetic != nullptr ? arithmetic : transcendental_of<Format>(op);
}

void all(const Shape& shape, Words in, std::uint32_t* out) {
  out[0] = 1;
  for (std::uint32_t i = 0; i < shape.operand; ++i) out[0] &= in[0][i];
}
void any(const Shape& shape, Words in, std::uint32_t* out) {
  out[0] = 0;
  for (std::uint32_t i = 0; i < shape.operand; ++i) out[0] |= in[0][i];
}

}  // namespace

EvaluateFunction integer_function(Op op, Scalar scalar) {
  return scalar == Scalar::i32 ? integer_function_of<std::int32_t>(op)
                               : integer_function_of<std::uint32_t>(op);
}

EvaluateFunction float_function(Op op, Scalar scalar) {
  return scalar == Scalar::f32 ? float_function_of<arith::F32>(op) : float_function_of<arith::F16>(op);
}

EvaluateFunction boolean_function(Op op) {
  using W = std::uint32_t;
  switch (op) {
    case Op::logical_not: return integer_map1<W, [](W a) { return a ^ 1U; }>;
    case Op::bit_and: return integer_map2<W, [](W a, W b) { return a & b; }>;
    case Op::bit_or: return integer_map2<W, [](W a, W b) { return a | b; }>;
    case Op::eq: return integer_map2<W, [](W a, W b) { return a == b; }>;
    case Op::ne: return integer_map2<W, [](W a, W b) { return a != b; }>;
    case Op::all: return all;
    case Op::any: return any;
    default: return nullptr;
  }
}

}  // namespace slipway::ir
