#include "cli/values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace slipway::cli {
namespace {

struct Named {
  std::string_view name;
  ValueType type;
  std::size_t size;
};
constexpr std::array names{
    Named{"i8", ValueType::i8, 1},   Named{"u8", ValueType::u8, 1},   Named{"i16", ValueType::i16, 2},
    Named{"u16", ValueType::u16, 2}, Named{"i32", ValueType::i32, 4}, Named{"u32", ValueType::u32, 4},
    Named{"i64", ValueType::i64, 8}, Named{"u64", ValueType::u64, 8}, Named{"f16", ValueType::f16, 2},
    Named{"f32", ValueType::f32, 4}, Named{"f64", ValueType::f64, 8}};

const Named& entry(ValueType type) { return names[static_cast<std::size_t>(type)]; }

template <class T>
void append(std::vector<std::byte>& bytes, T value) {
  static_assert(std::endian::native == std::endian::little, "values are written as the device reads them");
  const auto from = std::as_bytes(std::span(&value, 1));
  bytes.insert(bytes.end(), from.begin(), from.end());
}

std::unexpected<Error> bad_value(ValueType type, std::string_view text, std::string_view why) {
  return fail(ErrorCode::invalid_argument, fmt::format("'{}' {} {}", text, why, name_of(type)));
}

template <class T>
Result<> append_integer(ValueType type, std::string_view text, std::vector<std::byte>& bytes) {
  std::string_view digits = text;
  const bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  int base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    base = 16;
    digits.remove_prefix(2);
  }
  std::uint64_t magnitude = 0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, base);
  if (status == std::errc::invalid_argument || end != digits.data() + digits.size())
    return bad_value(type, text, "is not a value of type");
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  constexpr std::uint64_t most_below = std::is_signed_v<T> ? most + 1 : 0;
  if (status == std::errc::result_out_of_range || magnitude > (negative ? most_below : most))
    return bad_value(type, text, "is out of range for");
  append(bytes, static_cast<T>(negative ? 0 - magnitude : magnitude));
  return {};
}

Result<double> parse_double(ValueType type, std::string_view text) {
  double value = 0;
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (status == std::errc::invalid_argument || end != digits.data() + digits.size())
    return bad_value(type, text, "is not a value of type");
  if (status == std::errc::result_out_of_range) return bad_value(type, text, "is out of range for");
  return value;
}

template <class T>
T load(std::span<const std::byte> bytes, std::size_t index) {
  T value{};
  std::memcpy(&value, &bytes[index * sizeof value], sizeof value);
  return value;
}

nlohmann::ordered_json float_json(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

}  // namespace

std::optional<ValueType> value_type(std::string_view name) {
  for (const Named& named : names)
    if (named.name == name) return named.type;
  return std::nullopt;
}

std::string_view name_of(ValueType type) { return entry(type).name; }
std::size_t size_of(ValueType type) { return entry(type).size; }
bool is_float(ValueType type) { return type >= ValueType::f16; }
bool is_unsigned(ValueType type) { return name_of(type).starts_with('u'); }

Result<> append_value(ValueType type, std::string_view text, std::vector<std::byte>& bytes) {
  switch (type) {
    case ValueType::i8: return append_integer<std::int8_t>(type, text, bytes);
    case ValueType::u8: return append_integer<std::uint8_t>(type, text, bytes);
    case ValueType::i16: return append_integer<std::int16_t>(type, text, bytes);
    case ValueType::u16: return append_integer<std::uint16_t>(type, text, bytes);
    case ValueType::i32: return append_integer<std::int32_t>(type, text, bytes);
    case ValueType::u32: return append_integer<std::uint32_t>(type, text, bytes);
    case ValueType::i64: return append_integer<std::int64_t>(type, text, bytes);
    case ValueType::u64: return append_integer<std::uint64_t>(type, text, bytes);
    default: break;
  }
  SLIPWAY_TRY(const double value, parse_double(type, text));
  // Half a unit in the last place above the largest value, where rounding gives infinity.
  const double too_large = type == ValueType::f16 ? 65520.0 : 0x1.ffffffp127;
  if (type != ValueType::f64 && std::isfinite(value) && std::fabs(value) >= too_large)
    return bad_value(type, text, "is out of range for");
  if (type == ValueType::f64) {
    append(bytes, value);
  } else if (type == ValueType::f32) {
    append(bytes, static_cast<float>(value));
  } else {
    append(bytes, to_half(static_cast<float>(value)));
  }
  return {};
}

nlohmann::ordered_json value_at(ValueType type, std::span<const std::byte> bytes, std::size_t index) {
  switch (type) {
    case ValueType::i8: return load<std::int8_t>(bytes, index);
    case ValueType::u8: return load<std::uint8_t>(bytes, index);
    case ValueType::i16: return load<std::int16_t>(bytes, index);
    case ValueType::u16: return load<std::uint16_t>(bytes, index);
    case ValueType::i32: return load<std::int32_t>(bytes, index);
    case ValueType::u32: return load<std::uint32_t>(bytes, index);
    case ValueType::i64: return load<std::int64_t>(bytes, index);
    case ValueType::u64: return load<std::uint64_t>(bytes, index);
    case ValueType::f16: return float_json(static_cast<double>(from_half(load<std::uint16_t>(bytes, index))));
    case ValueType::f32: return float_json(static_cast<double>(load<float>(bytes, index)));
    case ValueType::f64: return float_json(load<double>(bytes, index));
  }
  return nullptr;
}

std::uint16_t to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16U) & 0x8000U;
  if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7E00U);
  const float magnitude = std::fabs(value);
  if (magnitude >= 65520.0F) return static_cast<std::uint16_t>(sign | 0x7C00U);
  // The unit in the last place of the result; below 2^-14 the f16 is denormal and the unit stays.
  const int exponent = magnitude == 0.0F ? -14 : std::max(std::ilogb(magnitude), -14);
  const auto steps = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
  // `steps` of 2048 carries into the exponent by itself, and so does 1024 from the denormals.
  return static_cast<std::uint16_t>(sign | ((static_cast<std::uint32_t>(exponent + 14) << 10U) + steps));
}

float from_half(std::uint16_t bits) {
  const std::uint32_t exponent = (bits >> 10U) & 31U;
  const std::uint32_t mantissa = bits & 1023U;
  float magnitude = std::ldexp(static_cast<float>(mantissa), -24);
  if (exponent == 31)
    magnitude =
        mantissa != 0 ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity();
  else if (exponent != 0)
    magnitude = std::ldexp(static_cast<float>(mantissa + 1024), static_cast<int>(exponent) - 25);
  return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

}  // namespace slipway::cli
