#include "cts/expectation.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "support/values.h"

namespace slipway::tests::cts {
namespace {

std::uint32_t bits_at(const Type& type, const std::byte* scalar) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, scalar, type.scalar_bytes());
  return bits;
}

bool is_float(Scalar scalar) {
  return scalar == Scalar::f32 || scalar == Scalar::f16 || scalar == Scalar::abstract_float;
}

double float_at(const Type& type, const std::byte* scalar) {
  const std::uint32_t bits = bits_at(type, scalar);
  if (type.scalar == Scalar::f16) return half_to_float(static_cast<std::uint16_t>(bits));
  return std::bit_cast<float>(bits);
}

bool equals(const std::string& text, const Type& type, const std::byte* scalar) {
  const std::uint64_t want = std::stoull(text, nullptr, 16);
  if (!is_float(type.scalar)) {
    // Abstract integers are given in 64 bits and stored in 32.
    return static_cast<std::uint32_t>(want) == bits_at(type, scalar);
  }
  double value = 0;
  if (type.scalar == Scalar::f16) value = half_to_float(static_cast<std::uint16_t>(want));
  if (type.scalar == Scalar::f32) value = std::bit_cast<float>(static_cast<std::uint32_t>(want));
  if (type.scalar == Scalar::abstract_float) value = std::bit_cast<double>(want);
  const double found = float_at(type, scalar);
  return value == found || (std::isnan(value) && std::isnan(found));
}

double bound(const nlohmann::json& value) {
  if (value.is_number()) return value.get<double>();
  const auto text = value.get<std::string>();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  return std::strtod(text.c_str(), nullptr);  // "-0"
}

bool within(const nlohmann::json& interval, double value) {
  const double low = bound(interval.at("lo"));
  const double high = bound(interval.at("hi"));
  if (std::isnan(value)) return std::isinf(low) && low < 0 && std::isinf(high) && high > 0;
  return low <= value && value <= high;
}

/// The parts of a vector or matrix: how many, of what type, and how far apart.
struct Parts {
  std::uint32_t count;
  Type type;
  std::size_t stride;
};
Parts parts_of(const Type& type) {
  if (type.columns > 1) return {type.columns, {type.scalar, type.rows, 1}, type.column_stride()};
  return {type.rows, {type.scalar, 1, 1}, type.scalar_bytes()};
}

bool equals_all(const nlohmann::json& want, const Type& type, const std::byte* element) {
  if (want.is_string()) return equals(want.get_ref<const std::string&>(), type, element);
  const Parts parts = parts_of(type);
  if (want.size() != parts.count) return false;
  for (std::uint32_t k = 0; k < parts.count; ++k) {
    if (!equals_all(want[k], parts.type, element + k * parts.stride)) return false;
  }
  return true;
}

bool meets_each(const nlohmann::json& list, const Type& type, const std::byte* element) {
  const Parts parts = parts_of(type);
  if (list.size() != parts.count) return false;
  for (std::uint32_t k = 0; k < parts.count; ++k) {
    if (!meets(list[k], parts.type, element + k * parts.stride)) return false;
  }
  return true;
}

}  // namespace

// The nesting of expectations is that of matrices in alternatives, so the recursion is shallow.
bool meets(const nlohmann::json& expectation, const Type& type, const std::byte* element) {
  if (const auto eq = expectation.find("eq"); eq != expectation.end()) return equals_all(*eq, type, element);
  if (expectation.contains("lo")) return within(expectation, float_at(type, element));
  if (const auto each = expectation.find("each"); each != expectation.end())
    return meets_each(*each, type, element);
  if (const auto list = expectation.find("anyOf"); list != expectation.end()) {
    for (const auto& one : *list) {
      if (meets(one, type, element)) return true;
    }
    return false;
  }
  return expectation.contains("any");
}

std::string describe_result(const Type& type, const std::byte* element) {
  if (type.columns == 1 && type.rows == 1) {
    const std::uint32_t bits = bits_at(type, element);
    const auto hex = fmt::format("0x{:0{}x}", bits, type.scalar_bytes() * 2);
    return is_float(type.scalar) ? fmt::format("{} ({})", float_at(type, element), hex) : hex;
  }
  const Parts parts = parts_of(type);
  std::string text = "[";
  for (std::uint32_t k = 0; k < parts.count; ++k)
    text += (k == 0 ? "" : ", ") + describe_result(parts.type, element + k * parts.stride);
  return text + "]";
}

}  // namespace slipway::tests::cts
