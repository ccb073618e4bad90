#include "cli/compare.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "ir/scalar_at.h"

namespace slipway::cli {
namespace {

template <class Bits>
Bits load(std::span<const std::byte> bytes) {
  Bits bits{};
  std::memcpy(&bits, bytes.data(), sizeof bits);
  return bits;
}

// Neighbours in the order of values have neighbouring numbers.
template <class Bits>
std::int64_t rank(Bits bits) {
  constexpr Bits sign = Bits{1} << (sizeof(Bits) * 8 - 1);
  const auto magnitude = static_cast<std::int64_t>(bits & static_cast<Bits>(~sign));
  return (bits & sign) != 0 ? -magnitude : magnitude;
}

bool within(double a, double b, std::int64_t ulps, double smallest_normal, const Tolerance& tolerance) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (a == b) return true;
  if (std::isinf(a) || std::isinf(b)) return false;
  if (std::fabs(a) < smallest_normal && std::fabs(b) < smallest_normal) return true;
  switch (tolerance.kind) {
    case Tolerance::Kind::relative:
      return std::fabs(a - b) <= tolerance.most * std::max(std::fabs(a), std::fabs(b));
    case Tolerance::Kind::absolute: return std::fabs(a - b) <= tolerance.most;
    case Tolerance::Kind::ulps: return static_cast<double>(ulps) <= tolerance.most;
  }
  return false;
}

ValueType value_type_of(ir::Scalar scalar) {
  switch (scalar) {
    case ir::Scalar::i32: return ValueType::i32;
    case ir::Scalar::f32: return ValueType::f32;
    case ir::Scalar::f16: return ValueType::f16;
    default: return ValueType::u32;
  }
}

// One output of both runs.
class Buffer {
 public:
  Buffer(const ir::ValidModule& module, const std::string& name, std::uint64_t first_byte)
      : types_(module->types), layouts_(module.layouts()), name_(name), first_byte_(first_byte) {
    const auto global = std::ranges::find(module->globals, name, &ir::Global::name);
    if (global != module->globals.end()) root_ = types_[global->type].element;
  }

  void compare(std::span<const std::byte> expected, std::span<const std::byte> found,
               const Tolerance& tolerance, Comparison& result) const {
    if (!root_.valid() || std::ranges::equal(expected, found)) return;
    for (std::size_t at = 0; at < expected.size();) {
      const auto [type, size] = value_at_byte(first_byte_ + at, expected.size() - at);
      if (size != 0 && !near(type, expected.subspan(at, size), found.subspan(at, size), tolerance))
        note(type, at, expected.subspan(at, size), found.subspan(at, size), result);
      at += std::max<std::size_t>(size, 1);
    }
  }

 private:
  struct Value {
    ValueType type = ValueType::u8;
    std::size_t size = 0;  ///< 0 in padding
  };
  // What begins at a byte, of which there are `rest` more. Of a value cut by a range, single bytes.
  [[nodiscard]] Value value_at_byte(std::uint64_t byte, std::size_t rest) const {
    const auto scalar = ir::scalar_at(types_, layouts_, root_, byte);
    if (!scalar) return {};
    const ValueType type = value_type_of(scalar->scalar);
    if (scalar->begin == byte && size_of(type) <= rest) return {type, size_of(type)};
    return {ValueType::u8, 1};
  }

  void note(ValueType type, std::size_t at, std::span<const std::byte> expected,
            std::span<const std::byte> found, Comparison& result) const {
    ++result.different;
    if (result.first) return;
    const std::uint64_t byte = first_byte_ + at;
    std::string path;
    static_cast<void>(ir::scalar_at(types_, layouts_, root_, byte, &path));
    result.first =
        Difference{name_ + path, name_, byte, type, value_at(type, expected, 0), value_at(type, found, 0)};
  }

  const ir::TypeTable& types_;
  const ir::LayoutTable& layouts_;
  ir::TypeId root_;
  const std::string& name_;
  std::uint64_t first_byte_;
};

}  // namespace

bool near(ValueType type, std::span<const std::byte> a, std::span<const std::byte> b,
          const Tolerance& tolerance) {
  constexpr double smallest_half = 1.0 / 16384;
  if (type == ValueType::f32) {
    const auto x = load<std::uint32_t>(a);
    const auto y = load<std::uint32_t>(b);
    return within(std::bit_cast<float>(x), std::bit_cast<float>(y), std::abs(rank(x) - rank(y)),
                  std::numeric_limits<float>::min(), tolerance);
  }
  if (type == ValueType::f16) {
    const auto x = load<std::uint16_t>(a);
    const auto y = load<std::uint16_t>(b);
    return within(from_half(x), from_half(y), std::abs(rank(x) - rank(y)), smallest_half, tolerance);
  }
  return std::ranges::equal(a, b);
}

Comparison compare(const ir::ValidModule& module, const Outputs& expected, const Outputs& found,
                   const std::map<std::string, ByteRange>& ranges, const Tolerance& tolerance) {
  Comparison result;
  for (const auto& [name, bytes] : expected.entries()) {
    const auto range = ranges.find(name);
    const Buffer buffer(module, name, range == ranges.end() ? 0 : range->second.begin);
    result.bytes += bytes.size();
    // Both runs have the same sizes: these come from the arguments.
    if (const auto others = found.bytes(name); others && others->size() == bytes.size())
      buffer.compare(bytes, *others, tolerance, result);
  }
  return result;
}

}  // namespace slipway::cli
