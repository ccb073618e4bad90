#include "wgsl/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

#include "wgsl/ast.h"

namespace slipway::wgsl {
namespace {

using ast::Suffix;

bool is_hex(std::string_view text) { return text.size() > 2 && (text[1] == 'x' || text[1] == 'X'); }

// Cuts `first` or `second` off the end of `text`.
Suffix take_suffix(std::string_view& text, Suffix first, Suffix second) {
  constexpr std::string_view letters = " iufh";
  for (const Suffix suffix : {first, second}) {
    if (text.back() != letters[static_cast<std::size_t>(suffix)]) continue;
    text.remove_suffix(1);
    return suffix;
  }
  return Suffix::none;
}

std::string_view type_name(Suffix suffix) {
  switch (suffix) {
    case Suffix::i: return "i32";
    case Suffix::u: return "u32";
    case Suffix::f: return "f32";
    case Suffix::h: return "f16";
    case Suffix::none: return "an abstract float";
  }
  return {};
}

std::int64_t largest_int(Suffix suffix) {
  if (suffix == Suffix::i) return std::numeric_limits<std::int32_t>::max();
  if (suffix == Suffix::u) return std::numeric_limits<std::uint32_t>::max();
  return std::numeric_limits<std::int64_t>::max();
}

// A literal can be megabytes long; a message quotes only its start.
std::string quoted(std::string_view text) {
  constexpr std::size_t most = 40;
  return text.size() <= most ? fmt::format("'{}'", text) : fmt::format("'{}…'", text.substr(0, most));
}

std::unexpected<std::string> too_large(std::string_view text, Suffix suffix) {
  return std::unexpected(fmt::format("{} is larger than {} can hold", quoted(text), type_name(suffix)));
}

// What a binary floating-point type holds: bits of significand, exponents of its largest and its smallest
// non-zero power of two.
struct Format {
  int precision;
  int largest;
  int smallest;
};
Format format_of(Suffix suffix) {
  if (suffix == Suffix::f) return {24, 127, -149};
  if (suffix == Suffix::h) return {11, 15, -24};
  return {53, 1023, -1074};
}

// mantissa * 2^exponent, `inexact` where set bits did not fit the mantissa.
struct HexFloat {
  std::uint64_t mantissa = 0;
  std::int64_t exponent = 0;
  bool inexact = false;
};

std::uint32_t hex_digit(char c) {
  if (c <= '9') return static_cast<std::uint32_t>(c - '0');
  return static_cast<std::uint32_t>((c | 0x20) - 'a') + 10;
}

// A decimal integer with an optional sign, kept within a range that no sum here can overflow.
std::int64_t clamped_integer(std::string_view text) {
  constexpr std::int64_t most = 1'000'000'000'000;
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  std::int64_t value = 0;
  for (const char c : text) value = std::min(most, value * 10 + (c - '0'));
  return negative ? -value : value;
}

HexFloat parse_hex_float(std::string_view digits) {
  HexFloat parsed;
  bool fraction = false;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const char c = digits[i];
    if (c == '.') {
      fraction = true;
      continue;
    }
    if (c == 'p' || c == 'P') {
      parsed.exponent += clamped_integer(digits.substr(i + 1));
      break;
    }
    if (parsed.mantissa >> 60U == 0) {
      parsed.mantissa = parsed.mantissa << 4U | hex_digit(c);
      if (fraction) parsed.exponent -= 4;
    } else {
      parsed.inexact = parsed.inexact || c != '0';
      if (!fraction) parsed.exponent += 4;
    }
  }
  return parsed;
}

std::expected<double, std::string> hex_float(std::string_view text, std::string_view digits, Suffix suffix) {
  HexFloat parsed = parse_hex_float(digits);
  if (parsed.mantissa == 0) return 0.0;
  const int zeros = std::countr_zero(parsed.mantissa);
  parsed.mantissa >>= zeros;
  parsed.exponent += zeros;
  const int bits = 64 - std::countl_zero(parsed.mantissa);
  const Format format = format_of(suffix);
  if (parsed.exponent + bits - 1 > format.largest) return too_large(text, suffix);
  if (parsed.inexact || bits > format.precision || parsed.exponent < format.smallest)
    return std::unexpected(
        fmt::format("{} cannot be represented exactly as {}", quoted(text), type_name(suffix)));
  return std::ldexp(static_cast<double>(parsed.mantissa), static_cast<int>(parsed.exponent));
}

// A decimal number as 0.digits * 10^point, without zeros at either end of the digits.
struct Decimal {
  std::string digits;
  std::int64_t point = 0;
};

Decimal normalise(std::string_view text) {
  Decimal decimal;
  const std::size_t exponent = std::min(text.find_first_of("eE"), text.size());
  bool fraction = false;
  for (const char c : text.substr(0, exponent)) {
    if (c == '.') {
      fraction = true;
    } else if (decimal.digits.empty() && c == '0') {
      if (fraction) --decimal.point;
    } else {
      decimal.digits += c;
      if (!fraction) ++decimal.point;
    }
  }
  if (exponent < text.size()) decimal.point += clamped_integer(text.substr(exponent + 1));
  while (!decimal.digits.empty() && decimal.digits.back() == '0') decimal.digits.pop_back();
  return decimal;
}

// -1, 0 or 1 as `text` is below, equal to or above `value`, which is positive and an f16 or halfway between
// two, so that 40 decimals hold it exactly.
int compare(std::string_view text, double value) {
  const Decimal left = normalise(text);
  const Decimal right = normalise(fmt::format("{:.40f}", value));
  if (left.point != right.point) return left.point < right.point ? -1 : 1;
  const int order = left.digits.compare(right.digits);
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

// The f16 nearest to the decimal `text`, whose nearest f64 is `value`; ties to even. Rounding through f64
// is wrong only where the f64 sits halfway between two f16 values and `text` does not.
double round_to_half(std::string_view text, double value) {
  if (value == 0) return 0;
  const int quantum = std::max(std::ilogb(value) - 10, -24);
  const double scaled = std::ldexp(value, -quantum);
  const double below = std::floor(scaled);
  double rounded = std::nearbyint(scaled);
  if (scaled - below == 0.5) {
    const int order = compare(text, value);
    if (order != 0) rounded = order < 0 ? below : below + 1;
  }
  return std::ldexp(rounded, quantum);
}

// The nearest value of T; infinity where there is none, zero where it is too small.
template <class T>
T nearest(std::string_view text) {
  T value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range)
    return normalise(text).point > 0 ? std::numeric_limits<T>::infinity() : T(0);
  return value;
}

std::expected<double, std::string> decimal_float(std::string_view text, std::string_view digits,
                                                 Suffix suffix) {
  double value = 0;
  if (suffix == Suffix::f) {
    value = static_cast<double>(nearest<float>(digits));
  } else {
    value = nearest<double>(digits);
    if (suffix == Suffix::h && std::isfinite(value)) value = round_to_half(digits, value);
    if (suffix == Suffix::h && value > 65504) return too_large(text, suffix);
  }
  if (!std::isfinite(value)) return too_large(text, suffix);
  return value;
}

}  // namespace

std::expected<IntLiteral, std::string> int_literal(std::string_view text) {
  std::string_view digits = text;
  const Suffix suffix = take_suffix(digits, Suffix::i, Suffix::u);
  const bool hex = is_hex(digits);
  if (hex) digits.remove_prefix(2);
  std::int64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 10);
  if (error == std::errc::result_out_of_range || value > largest_int(suffix)) {
    const std::string_view type = suffix == Suffix::none ? "an abstract integer" : type_name(suffix);
    return std::unexpected(
        fmt::format("{} is larger than {} can hold ({})", quoted(text), type, largest_int(suffix)));
  }
  return IntLiteral{suffix, value};
}

std::expected<FloatLiteral, std::string> float_literal(std::string_view text) {
  std::string_view digits = text;
  const bool hex = is_hex(text);
  // Without an exponent, a final f is a hexadecimal digit.
  const bool suffixed = !hex || text.find_first_of("pP") != std::string_view::npos;
  const Suffix suffix = suffixed ? take_suffix(digits, Suffix::f, Suffix::h) : Suffix::none;
  const auto value = hex ? hex_float(text, digits.substr(2), suffix) : decimal_float(text, digits, suffix);
  if (!value) return std::unexpected(value.error());
  return FloatLiteral{suffix, *value};
}

}  // namespace slipway::wgsl
