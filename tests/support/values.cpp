#include "support/values.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>

#include <fmt/format.h>

namespace slipway::tests {
namespace {

constexpr std::size_t most_elements = std::size_t{1} << 26U;

std::string_view trim(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::optional<ValueType> type_named(std::string_view name) {
  if (name == "i32") return ValueType::i32;
  if (name == "u32") return ValueType::u32;
  if (name == "f32") return ValueType::f32;
  if (name == "f16") return ValueType::f16;
  if (name == "bytes") return ValueType::bytes;
  return std::nullopt;
}

bool is_float(ValueType type) { return type == ValueType::f32 || type == ValueType::f16; }

std::unexpected<Error> bad(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  const std::string copy(text);
  char* end = nullptr;
  errno = 0;
  const long long value = std::strtoll(copy.c_str(), &end, 0);
  if (copy.empty() || end != copy.c_str() + copy.size() || errno != 0) return std::nullopt;
  return value;
}

std::uint32_t float_bits(ValueType type, double value) {
  if (type == ValueType::f16) return float_to_half(static_cast<float>(value));
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

std::optional<std::uint32_t> number_bits(ValueType type, std::string_view text) {
  if (is_float(type)) {
    const std::string copy(text);
    char* end = nullptr;
    const double value = std::strtod(copy.c_str(), &end);
    if (copy.empty() || end != copy.c_str() + copy.size()) return std::nullopt;
    return float_bits(type, value);
  }
  const auto value = whole_number(text);
  if (!value) return std::nullopt;
  const std::int64_t low = type == ValueType::i32 ? INT32_MIN : 0;
  const std::int64_t high = type == ValueType::bytes ? 255 : type == ValueType::i32 ? INT32_MAX : UINT32_MAX;
  if (*value < low || *value > high) return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

/// Reads the items of a list; nesting of parentheses is bounded.
class ItemReader {
 public:
  ItemReader(std::string_view text, ValueList& list) : text_(text), list_(list) {}

  Result<> read() {
    SLIPWAY_TRY_VOID(items(list_.values, 0));
    if (position_ != text_.size()) return bad(fmt::format("unexpected ')' in '{}'", text_));
    return {};
  }

 private:
  Result<> items(std::vector<ExpectedValue>& into, int depth) {
    skip_blanks();
    while (position_ < text_.size() && text_[position_] != ')') {
      if (text_.substr(position_).starts_with("...") && depth == 0) {
        position_ += 3;
        list_.prefix_only = true;
      } else {
        SLIPWAY_TRY_VOID(item(into, depth));
      }
      skip_blanks();
      if (position_ < text_.size() && text_[position_] == ',') ++position_;
      skip_blanks();
    }
    return {};
  }

  Result<> item(std::vector<ExpectedValue>& into, int depth) {
    std::vector<ExpectedValue> values;
    if (text_[position_] == '(') {
      if (depth == 8) return bad("value lists nest at most 8 deep");
      ++position_;
      SLIPWAY_TRY_VOID(items(values, depth + 1));
      if (position_ == text_.size()) return bad(fmt::format("missing ')' in '{}'", text_));
      ++position_;
    } else {
      SLIPWAY_TRY_VOID(number_or_range(word(), values));
    }
    skip_blanks();
    std::int64_t count = 1;
    if (position_ < text_.size() && text_[position_] == '*') {
      ++position_;
      skip_blanks();
      const auto text = word();
      const auto number = whole_number(text);
      if (!number || *number < 0) return bad(fmt::format("expected a count after '*', found '{}'", text));
      count = *number;
    }
    if (static_cast<std::uint64_t>(count) * values.size() > most_elements - into.size())
      return bad(fmt::format("more than {} values", most_elements));
    for (std::int64_t k = 0; k < count; ++k) into.insert(into.end(), values.begin(), values.end());
    return {};
  }

  Result<> number_or_range(std::string_view text, std::vector<ExpectedValue>& into) const {
    if (text == "_") {
      into.push_back({.any = true});
      return {};
    }
    const auto dots = text.find("..");
    if (dots == std::string_view::npos) {
      const auto bits = number_bits(list_.type, text);
      if (!bits) return bad(fmt::format("'{}' is not a value of the list's type", text));
      into.push_back({.bits = *bits});
      return {};
    }
    const auto first = whole_number(text.substr(0, dots));
    const auto last = whole_number(text.substr(dots + 2));
    if (!first || !last || std::abs(*last - *first) > static_cast<std::int64_t>(most_elements))
      return bad(fmt::format("'{}' is not a range of whole numbers", text));
    const std::int64_t step = *first <= *last ? 1 : -1;
    for (std::int64_t value = *first; value != *last + step; value += step) {
      const auto bits = number_bits(list_.type, std::to_string(value));
      if (!bits) return bad(fmt::format("{} is not a value of the list's type", value));
      into.push_back({.bits = *bits});
    }
    return {};
  }

  std::string_view word() {
    const auto end = text_.find_first_of(" \t,()*", position_);
    const auto found = text_.substr(position_, end == std::string_view::npos ? end : end - position_);
    position_ += found.size();
    return found;
  }
  void skip_blanks() {
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\t')) ++position_;
  }

  std::string_view text_;
  std::size_t position_ = 0;
  ValueList& list_;
};

/// SplitMix64: the same numbers everywhere.
std::uint64_t next_random(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15U;
  std::uint64_t z = state;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

/// `zeros:N`, `range:N` or `random:N[:SEED]`; false where the text is none of them.
Result<bool> generated(std::string_view text, ValueList& list) {
  const auto colon = text.find(':');
  const auto kind = trim(text.substr(0, colon));
  if (colon == std::string_view::npos || (kind != "zeros" && kind != "range" && kind != "random"))
    return false;
  auto rest = text.substr(colon + 1);
  const auto second = rest.find(':');
  const auto count = whole_number(trim(rest.substr(0, second)));
  if (!count || *count < 0 || static_cast<std::size_t>(*count) > most_elements)
    return bad(fmt::format("expected a count of elements after '{}:', found '{}'", kind, rest));
  std::uint64_t seed = 1;
  if (second != std::string_view::npos) {
    const auto number = whole_number(trim(rest.substr(second + 1)));
    if (!number) return bad(fmt::format("expected a seed, found '{}'", rest.substr(second + 1)));
    seed = static_cast<std::uint64_t>(*number);
  }
  for (std::int64_t k = 0; k < *count; ++k) {
    const std::uint64_t random = next_random(seed);
    std::uint32_t bits = 0;
    if (kind == "range") bits = is_float(list.type) ? float_bits(list.type, double(k)) : std::uint32_t(k);
    if (kind == "random")
      bits = is_float(list.type) ? float_bits(list.type, std::ldexp(double(random >> 40U), -24))
                                 : static_cast<std::uint32_t>(random >> 32U);
    if (list.type == ValueType::bytes) bits &= 0xffU;
    list.values.push_back({.bits = bits});
  }
  return true;
}

Result<> parse_tolerance(std::string_view text, ValueList& list) {
  const bool ulp = text.starts_with("ulp ");
  if (!ulp && !text.starts_with("abs "))
    return bad(fmt::format("expected 'ulp N' or 'abs X' after '~', found '{}'", text));
  const std::string number(trim(text.substr(4)));
  char* end = nullptr;
  const double value = std::strtod(number.c_str(), &end);
  if (number.empty() || *end != '\0' || !is_float(list.type))
    return bad(fmt::format("'~{}' is not a tolerance of this type", text));
  (ulp ? list.ulps : list.absolute) = value;
  return {};
}

std::uint32_t element(ValueType type, std::span<const std::byte> bytes, std::size_t index) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, bytes.data() + index * size_of(type), size_of(type));
  return bits;
}

double as_number(ValueType type, std::uint32_t bits) {
  switch (type) {
    case ValueType::i32: return static_cast<std::int32_t>(bits);
    case ValueType::f32: return std::bit_cast<float>(bits);
    case ValueType::f16: return half_to_float(static_cast<std::uint16_t>(bits));
    case ValueType::u32:
    case ValueType::bytes: return bits;
  }
  return 0;
}

std::string element_text(ValueType type, std::uint32_t bits) {
  if (!is_float(type)) return fmt::format("{}", static_cast<std::int64_t>(as_number(type, bits)));
  const std::string digits = type == ValueType::f16
                                 ? fmt::format("{}", half_to_float(static_cast<std::uint16_t>(bits)))
                                 : fmt::format("{}", std::bit_cast<float>(bits));
  return fmt::format("{} (0x{:0{}x})", digits, bits, size_of(type) * 2);
}

/// Distance from one to the next float of larger magnitude.
double ulp_of(ValueType type, double value) {
  const int fraction = type == ValueType::f32 ? 23 : 10;
  const int smallest = type == ValueType::f32 ? -126 : -14;
  const int exponent = value == 0 ? smallest : std::max(smallest, std::ilogb(value));
  return std::ldexp(1.0, exponent - fraction);
}

bool matches(const ValueList& expected, ExpectedValue value, std::uint32_t found) {
  if (value.any || value.bits == found) return true;
  if (!is_float(expected.type)) return false;
  const double want = as_number(expected.type, value.bits);
  const double have = as_number(expected.type, found);
  if (std::isnan(want) || std::isnan(have)) return std::isnan(want) && std::isnan(have);
  if (std::isinf(want) || std::isinf(have)) return false;  // equal ones have equal bits
  const double allowed = std::max(expected.absolute, expected.ulps * ulp_of(expected.type, want));
  return allowed > 0 && std::abs(want - have) <= allowed;
}

}  // namespace

std::size_t size_of(ValueType type) {
  switch (type) {
    case ValueType::i32:
    case ValueType::u32:
    case ValueType::f32: return 4;
    case ValueType::f16: return 2;
    case ValueType::bytes: return 1;
  }
  return 0;
}

float half_to_float(std::uint16_t half) {
  const int exponent = (half >> 10U) & 31U;
  const int fraction = half & 1023U;
  double magnitude = 0;
  if (exponent == 31) {
    magnitude = fraction == 0 ? HUGE_VAL : std::nan("");
  } else if (exponent == 0) {
    magnitude = std::ldexp(fraction, -24);
  } else {
    magnitude = std::ldexp(1024 + fraction, exponent - 25);
  }
  return static_cast<float>((half & 0x8000U) != 0 ? -magnitude : magnitude);
}

std::uint16_t float_to_half(float value) {
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value)) return sign | 0x7e00U;
  const double magnitude = std::abs(double{value});
  if (magnitude >= 65520) return sign | 0x7c00U;
  // In units of the spacing around the value, rounded to even; a carry into the next exponent is right.
  const int exponent = magnitude < 0x1p-14 ? -14 : std::ilogb(magnitude);
  const auto units = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
  return static_cast<std::uint16_t>(sign | (units + (static_cast<std::uint32_t>(exponent + 14) << 10U)));
}

Result<ValueList> parse_values(std::string_view text) {
  const auto colon = text.find(':');
  auto head = trim(text.substr(0, colon));
  std::string_view tolerance;
  if (const auto tilde = head.find('~'); tilde != std::string_view::npos) {
    tolerance = trim(head.substr(tilde + 1));
    head = trim(head.substr(0, tilde));
  }
  const auto type = type_named(head);
  if (colon == std::string_view::npos || !type)
    return bad(fmt::format("expected TYPE: values with TYPE i32, u32, f32, f16 or bytes, found '{}'", text));
  ValueList list{.type = *type};
  if (!tolerance.empty()) SLIPWAY_TRY_VOID(parse_tolerance(tolerance, list));
  const auto rest = trim(text.substr(colon + 1));
  SLIPWAY_TRY(const bool was_generated, generated(rest, list));
  if (!was_generated) SLIPWAY_TRY_VOID(ItemReader(rest, list).read());
  return list;
}

Result<std::vector<std::byte>> to_bytes(const ValueList& list) {
  if (list.prefix_only) return bad("'...' has no place in data");
  std::vector<std::byte> bytes(list.values.size() * size_of(list.type));
  for (std::size_t k = 0; k < list.values.size(); ++k) {
    if (list.values[k].any) return bad("'_' has no place in data");
    std::memcpy(bytes.data() + k * size_of(list.type), &list.values[k].bits, size_of(list.type));
  }
  return bytes;
}

std::string compare(const ValueList& expected, std::span<const std::byte> bytes) {
  const std::size_t count = bytes.size() / size_of(expected.type);
  if (count < expected.values.size() || (!expected.prefix_only && count != expected.values.size()) ||
      bytes.size() % size_of(expected.type) != 0)
    return fmt::format("expected {}{} elements, found {} bytes: {}", expected.prefix_only ? "at least " : "",
                       expected.values.size(), bytes.size(), describe(expected.type, bytes, 16));
  std::string report;
  std::size_t wrong = 0;
  for (std::size_t k = 0; k < expected.values.size(); ++k) {
    const std::uint32_t found = element(expected.type, bytes, k);
    if (matches(expected, expected.values[k], found)) continue;
    if (++wrong <= 5)
      report += fmt::format("{}element {}: expected {}, found {}", wrong == 1 ? "" : "; ", k,
                            element_text(expected.type, expected.values[k].bits),
                            element_text(expected.type, found));
  }
  if (wrong > 5) report += fmt::format("; {} more", wrong - 5);
  return report;
}

std::string describe(ValueType type, std::span<const std::byte> bytes, std::size_t most) {
  const std::size_t count = bytes.size() / size_of(type);
  std::string text;
  for (std::size_t k = 0; k < std::min(count, most); ++k)
    text += fmt::format("{}{}", k == 0 ? "" : ", ", element_text(type, element(type, bytes, k)));
  return count > most ? text + ", …" : text;
}

}  // namespace slipway::tests
