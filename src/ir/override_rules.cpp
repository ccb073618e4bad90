// Operands that WGSL forbids in expressions evaluated before the kernel runs.
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "ir/arith.h"
#include "ir/override_checks.h"

namespace slipway::ir {
namespace {

using Broken = std::optional<std::string>;

double number(Scalar scalar, std::uint32_t word) {
  switch (scalar) {
    case Scalar::i32: return static_cast<std::int32_t>(word);
    case Scalar::f32: return arith::F32::widen(word);
    case Scalar::f16: return arith::F16::widen(word);
    default: return word;
  }
}

Broken broken_division(Scalar scalar, const std::uint32_t* left, std::uint32_t right) {
  if (!is_integer(scalar)) {
    if (left != nullptr && number(scalar, right) == 0) return "division by zero";
    return std::nullopt;
  }
  if (right == 0) return "integer division by zero";
  if (scalar == Scalar::i32 && left != nullptr && *left == 0x80000000U && right == UINT32_MAX)
    return "-2147483648 / -1 overflows 'i32'";
  return std::nullopt;
}

Broken broken_shift(Op op, Scalar scalar, const std::uint32_t* left, std::uint32_t count) {
  if (count >= 32)
    return fmt::format("shift count ({}) is not less than the width (32) of '{}'", count, to_string(scalar));
  if (op != Op::shl || left == nullptr) return std::nullopt;
  const std::int64_t value =
      scalar == Scalar::i32 ? std::int64_t{static_cast<std::int32_t>(*left)} : std::int64_t{*left};
  const auto shifted = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << count);
  const bool fits = scalar == Scalar::i32 ? shifted >= INT32_MIN && shifted <= INT32_MAX
                                          : static_cast<std::uint64_t>(shifted) <= UINT32_MAX;
  if (fits) return std::nullopt;
  return fmt::format("{} << {} overflows '{}'", value, count, to_string(scalar));
}

Broken broken_half(double value) {
  if (std::fabs(value) < 65520.0) return std::nullopt;
  return fmt::format("value {} cannot be represented as 'f16'", value);
}

Broken broken_field(std::uint32_t offset, std::uint32_t count) {
  if (std::uint64_t{offset} + count <= 32) return std::nullopt;
  return fmt::format("offset ({}) plus count ({}) is larger than 32", offset, count);
}

// The operation on one component of its operands, which are null where not known.
Broken broken_component(Op op, Scalar scalar, std::span<const std::uint32_t* const> at) {
  switch (op) {
    case Op::div:
    case Op::rem: return at[1] == nullptr ? std::nullopt : broken_division(scalar, at[0], *at[1]);
    case Op::shl:
    case Op::shr: return at[1] == nullptr ? std::nullopt : broken_shift(op, scalar, at[0], *at[1]);
    case Op::clamp: {
      if (at[1] == nullptr || at[2] == nullptr) return std::nullopt;
      const double low = number(scalar, *at[1]);
      const double high = number(scalar, *at[2]);
      if (low <= high) return std::nullopt;
      return fmt::format("low ({}) is larger than high ({})", low, high);
    }
    case Op::smoothstep: {
      if (at[0] == nullptr || at[1] == nullptr) return std::nullopt;
      const double low = number(scalar, *at[0]);
      if (low != number(scalar, *at[1])) return std::nullopt;
      return fmt::format("low and high are both {}", low);
    }
    case Op::ldexp: {
      const int most = scalar == Scalar::f16 ? 16 : 128;
      if (at[1] == nullptr || static_cast<std::int32_t>(*at[1]) <= most) return std::nullopt;
      return fmt::format("the exponent ({}) is larger than {}", static_cast<std::int32_t>(*at[1]), most);
    }
    case Op::quantize_to_f16:
    case Op::pack2x16float: return at[0] == nullptr ? std::nullopt : broken_half(number(scalar, *at[0]));
    default: return std::nullopt;
  }
}

}  // namespace

bool has_rule(Op op) {
  switch (op) {
    case Op::div:
    case Op::rem:
    case Op::shl:
    case Op::shr:
    case Op::clamp:
    case Op::smoothstep:
    case Op::extract_bits:
    case Op::insert_bits:
    case Op::ldexp:
    case Op::quantize_to_f16:
    case Op::pack2x16float:
    case Op::extract_dynamic: return true;
    default: return false;
  }
}

std::optional<std::string> breaks_rule(const TypeTable& types, Op op, TypeId result_type,
                                       std::span<const Operand> operands) {
  if (!has_rule(op)) return std::nullopt;
  const auto words = [&](std::size_t operand) { return operands[operand].words; };
  if (op == Op::extract_bits || op == Op::insert_bits) {
    const std::size_t offset = op == Op::extract_bits ? 1 : 2;
    if (words(offset) == nullptr || words(offset + 1) == nullptr) return std::nullopt;
    return broken_field(*words(offset), *words(offset + 1));
  }
  const Type& first = types[operands[0].type];
  if (op == Op::extract_dynamic) {
    const std::uint32_t count = part_count(first);
    if (words(1) == nullptr || *words(1) < count) return std::nullopt;
    return fmt::format("index {} is out of range (0 to {})", *words(1), count - 1);
  }
  const std::uint32_t count = word_count(types, op == Op::pack2x16float ? operands[0].type : result_type);
  std::vector<const std::uint32_t*> at(operands.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < at.size(); ++k) at[k] = words(k) == nullptr ? nullptr : words(k) + i;
    if (auto broken = broken_component(op, first.scalar, at)) return broken;
  }
  return std::nullopt;
}

}  // namespace slipway::ir
