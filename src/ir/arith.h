// What each scalar operation means, for integers (as 32-bit two's complement), floats and conversions.
// docs/semantics.md says it in words.
//
// A float operation is the function on real numbers, evaluated in binary64 and rounded once to the format of
// its result. For + - * / and sqrt that is the correctly rounded IEEE result in f32 and f16.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>

namespace slipway::ir::arith {

// Formats

/// The value of IEEE binary16 bits, exact.
[[nodiscard]] inline double widen_half(std::uint32_t bits) {
  const std::uint32_t exponent = (bits >> 10U) & 31U;
  const std::uint32_t fraction = bits & 0x3FFU;
  double magnitude = 0;
  if (exponent == 31) {
    magnitude =
        fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    magnitude = fraction * 0x1p-24;
  } else {
    magnitude =
        std::bit_cast<double>((std::uint64_t{exponent} + 1008U) << 52U | std::uint64_t{fraction} << 42U);
  }
  return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

/// Rounds to binary16 bits, to nearest, ties to even; from 65520 on that is infinity.
[[nodiscard]] inline std::uint32_t narrow_half(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto sign = static_cast<std::uint32_t>(bits >> 48U) & 0x8000U;
  const std::uint64_t magnitude = bits & 0x7FFFFFFFFFFFFFFFULL;
  const double absolute = std::bit_cast<double>(magnitude);
  if (std::isnan(value)) return sign | 0x7E00U;
  if (absolute >= 65520.0) return sign | 0x7C00U;
  if (absolute < 0x1p-14) return sign | static_cast<std::uint32_t>(std::nearbyint(absolute * 0x1p24));
  const std::uint64_t rounded = magnitude + ((1ULL << 41U) - 1) + ((magnitude >> 42U) & 1U);
  return sign | (static_cast<std::uint32_t>(rounded >> 42U) - (1008U << 10U));
}

/// f32 in a word.
struct F32 {
  static double widen(std::uint32_t word) { return static_cast<double>(std::bit_cast<float>(word)); }
  static std::uint32_t narrow(double value) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }
  static constexpr std::uint32_t sign_bit = 0x80000000U;
  /// The extreme values that both the format and the integer type hold.
  static constexpr double lowest_i32 = -2147483648.0;
  static constexpr double largest_i32 = 2147483520.0;
  static constexpr double largest_u32 = 4294967040.0;
};

/// f16 in the low half of a word.
struct F16 {
  static double widen(std::uint32_t word) { return widen_half(word); }
  static std::uint32_t narrow(double value) { return narrow_half(value); }
  static constexpr std::uint32_t sign_bit = 0x8000U;
  static constexpr double lowest_i32 = -65504.0;
  static constexpr double largest_i32 = 65504.0;
  static constexpr double largest_u32 = 65504.0;
};

/// Toward zero, clamped to what `Format` and the integer type both hold; from NaN 0.
template <class Format>
[[nodiscard]] std::int32_t to_i32(double value) {
  if (std::isnan(value)) return 0;
  return static_cast<std::int32_t>(std::clamp(std::trunc(value), Format::lowest_i32, Format::largest_i32));
}
template <class Format>
[[nodiscard]] std::uint32_t to_u32(double value) {
  if (std::isnan(value)) return 0;
  return static_cast<std::uint32_t>(std::clamp(std::trunc(value), 0.0, Format::largest_u32));
}

// Integers: T is std::int32_t or std::uint32_t, and everything wraps

template <class T>
concept Integer = std::same_as<T, std::int32_t> || std::same_as<T, std::uint32_t>;

template <Integer T>
[[nodiscard]] constexpr T add(T a, T b) {
  return static_cast<T>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
template <Integer T>
[[nodiscard]] constexpr T sub(T a, T b) {
  return static_cast<T>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}
template <Integer T>
[[nodiscard]] constexpr T mul(T a, T b) {
  return static_cast<T>(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
}
template <Integer T>
[[nodiscard]] constexpr T neg(T a) {
  return sub(T{0}, a);
}
/// Whether a / b has no value in T: division by zero, or the lowest i32 by -1.
template <Integer T>
[[nodiscard]] constexpr bool division_overflows(T a, T b) {
  if (b == 0) return true;
  if constexpr (std::same_as<T, std::int32_t>) return a == INT32_MIN && b == -1;
  return false;
}
/// a where the quotient has no value.
template <Integer T>
[[nodiscard]] constexpr T div(T a, T b) {
  return division_overflows(a, b) ? a : static_cast<T>(a / b);
}
/// 0 where the quotient has no value; else the dividend's sign.
template <Integer T>
[[nodiscard]] constexpr T rem(T a, T b) {
  return division_overflows(a, b) ? T{0} : static_cast<T>(a % b);
}
template <Integer T>
[[nodiscard]] constexpr T shl(T a, std::uint32_t count) {
  return static_cast<T>(static_cast<std::uint32_t>(a) << (count & 31U));
}
template <Integer T>
[[nodiscard]] constexpr T shr(T a, std::uint32_t count) {
  return static_cast<T>(a >> (count & 31U));
}
template <Integer T>
[[nodiscard]] constexpr T abs(T a) {
  return a < 0 ? neg(a) : a;
}
template <Integer T>
[[nodiscard]] constexpr T sign(T a) {
  return static_cast<T>((a > 0 ? 1 : 0) - (a < 0 ? 1 : 0));
}
/// min(max(e, low), high), also where low > high.
template <Integer T>
[[nodiscard]] constexpr T clamp(T e, T low, T high) {
  return std::min(std::max(e, low), high);
}

[[nodiscard]] constexpr std::uint32_t reverse_bits(std::uint32_t a) {
  a = (a >> 1U & 0x55555555U) | (a & 0x55555555U) << 1U;
  a = (a >> 2U & 0x33333333U) | (a & 0x33333333U) << 2U;
  a = (a >> 4U & 0x0F0F0F0FU) | (a & 0x0F0F0F0FU) << 4U;
  a = (a >> 8U & 0x00FF00FFU) | (a & 0x00FF00FFU) << 8U;
  return a >> 16U | a << 16U;
}
/// Position of the highest bit that differs from the sign (i32) or is set (u32); all ones where there is
/// none.
template <Integer T>
[[nodiscard]] constexpr std::uint32_t first_leading_bit(T a) {
  const auto bits = static_cast<std::uint32_t>(a < 0 ? static_cast<T>(~a) : a);
  return bits == 0 ? UINT32_MAX : 31U - static_cast<std::uint32_t>(std::countl_zero(bits));
}
[[nodiscard]] constexpr std::uint32_t first_trailing_bit(std::uint32_t a) {
  return a == 0 ? UINT32_MAX : static_cast<std::uint32_t>(std::countr_zero(a));
}

/// A bit field after WGSL's clamping: offset <= 32 and offset + count <= 32.
struct BitField {
  std::uint32_t offset;
  std::uint32_t count;
  constexpr BitField(std::uint32_t wanted_offset, std::uint32_t wanted_count)
      : offset(std::min(wanted_offset, 32U)), count(std::min(wanted_count, 32U - offset)) {}
  [[nodiscard]] constexpr std::uint32_t low_mask() const {
    return count == 32 ? UINT32_MAX : (1U << count) - 1;
  }
};
/// The field in the low bits, sign-extended for i32; 0 for an empty field.
template <Integer T>
[[nodiscard]] constexpr T extract_bits(T e, std::uint32_t offset, std::uint32_t count) {
  const BitField field(offset, count);
  if (field.count == 0) return 0;
  const std::uint32_t left = static_cast<std::uint32_t>(e) << (32U - field.offset - field.count);
  return static_cast<T>(static_cast<T>(left) >> (32U - field.count));
}
[[nodiscard]] constexpr std::uint32_t insert_bits(std::uint32_t e, std::uint32_t newbits,
                                                  std::uint32_t offset, std::uint32_t count) {
  const BitField field(offset, count);
  if (field.count == 0) return e;
  const std::uint32_t mask = field.low_mask() << field.offset;
  return (e & ~mask) | (newbits << field.offset & mask);
}

// Floats, on widened values

/// The exact remainder with the dividend's sign: a - b * trunc(a / b) without rounding on the way.
[[nodiscard]] inline double rem(double a, double b) { return std::fmod(a, b); }
/// To the nearest whole number, ties to even.
[[nodiscard]] inline double round(double a) { return std::nearbyint(a); }
/// 0 for NaN.
[[nodiscard]] inline double sign(double a) { return a > 0 ? 1.0 : a < 0 ? -1.0 : 0.0; }
[[nodiscard]] inline double fract(double a) { return a - std::floor(a); }
/// Where one operand is NaN, the other.
[[nodiscard]] inline double min(double a, double b) { return std::isnan(a) || b < a ? b : a; }
[[nodiscard]] inline double max(double a, double b) { return std::isnan(a) || b > a ? b : a; }
/// min(max(e, low), high), also where low > high; low where e is NaN.
[[nodiscard]] inline double clamp(double e, double low, double high) { return min(max(e, low), high); }
[[nodiscard]] inline double saturate(double e) { return clamp(e, 0.0, 1.0); }
[[nodiscard]] inline double step(double edge, double x) { return edge <= x ? 1.0 : 0.0; }
[[nodiscard]] inline double mix(double a, double b, double t) { return a * (1.0 - t) + b * t; }
[[nodiscard]] inline double smoothstep(double low, double high, double x) {
  const double t = saturate((x - low) / (high - low));
  return t * t * (3.0 - 2.0 * t);
}
[[nodiscard]] inline double degrees(double a) { return a * 57.295779513082320876798154814105; }
[[nodiscard]] inline double radians(double a) { return a * 0.017453292519943295769236907684886; }
[[nodiscard]] inline double inverse_sqrt(double a) { return 1.0 / std::sqrt(a); }
[[nodiscard]] inline double ldexp(double a, std::int32_t exponent) { return std::ldexp(a, exponent); }

struct Modf {
  double fract;
  double whole;
};
/// Both with the sign of the argument; an infinity has the fraction 0.
[[nodiscard]] inline Modf modf(double a) {
  Modf parts{};
  parts.fract = std::modf(a, &parts.whole);
  return parts;
}

struct Frexp {
  double fract;  ///< magnitude in [0.5, 1), or zero
  std::int32_t exponent;
};
/// Exponent 0 for zero; the argument itself and 0 for infinities and NaN.
[[nodiscard]] inline Frexp frexp(double a) {
  if (!std::isfinite(a)) return {a, 0};
  int exponent = 0;
  const double fraction = std::frexp(a, &exponent);
  return {fraction, exponent};
}

/// f32 to the nearest f16 value, ties to even; past the largest, infinity.
[[nodiscard]] inline double quantize_to_f16(double a) { return widen_half(narrow_half(a)); }

// Packing: component k is in bits k * width and up

/// floor(0.5 + scale * clamp(e, low, 1)) for a component of 8 or 16 bits.
[[nodiscard]] inline std::uint32_t pack_norm(double e, double low, double scale) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::floor(0.5 + scale * clamp(e, low, 1.0))));
}
[[nodiscard]] inline double unpack_snorm(std::int32_t v, double scale) { return std::max(v / scale, -1.0); }
[[nodiscard]] inline double unpack_unorm(std::uint32_t v, double scale) { return v / scale; }

[[nodiscard]] constexpr std::int32_t byte_i8(std::uint32_t word, unsigned index) {
  return static_cast<std::int8_t>(word >> (8U * index));
}
[[nodiscard]] constexpr std::uint32_t byte_u8(std::uint32_t word, unsigned index) {
  return word >> (8U * index) & 0xFFU;
}
[[nodiscard]] constexpr std::uint32_t dot4_u8(std::uint32_t a, std::uint32_t b) {
  std::uint32_t sum = 0;
  for (unsigned i = 0; i < 4; ++i) sum += byte_u8(a, i) * byte_u8(b, i);
  return sum;
}
[[nodiscard]] constexpr std::int32_t dot4_i8(std::uint32_t a, std::uint32_t b) {
  std::int32_t sum = 0;
  for (unsigned i = 0; i < 4; ++i) sum += byte_i8(a, i) * byte_i8(b, i);
  return sum;
}

}  // namespace slipway::ir::arith
