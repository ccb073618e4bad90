// Operands that WGSL forbids when they are constant expressions, whether or not the others are.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ir/arith.h"
#include "wgsl/constant_evaluator.h"

namespace slipway::wgsl {

using ir::Op;

std::vector<double> ConstantEvaluator::numbers(const Constant& c) {
  std::vector<double> values;
  const Kind kind = types_->kind(c.type);
  for (const std::uint64_t leaf : leaves(c)) {
    if (c.type.is_abstract()) {
      values.push_back(kind == Kind::abstract_float ? std::bit_cast<double>(leaf)
                                                    : static_cast<double>(static_cast<std::int64_t>(leaf)));
    } else if (kind == Kind::f32) {
      values.push_back(ir::arith::F32::widen(static_cast<std::uint32_t>(leaf)));
    } else if (kind == Kind::f16) {
      values.push_back(ir::arith::F16::widen(static_cast<std::uint32_t>(leaf)));
    } else {
      values.push_back(static_cast<double>(static_cast<std::int64_t>(leaf)));
    }
  }
  return values;
}

bool ConstantEvaluator::check_division(const std::optional<Constant>& left, const Constant& right,
                                       Span span) {
  const Leaves divisors = leaves(right);
  for (std::size_t i = 0; i < divisors.size(); ++i) {
    if (divisors[i] == 0) {
      error(span, "integer division by zero");
      return false;
    }
    if (!left || types_->kind(right.type) != Kind::i32) continue;
    const auto dividend = static_cast<std::int64_t>(leaves(*left)[i]);
    if (dividend == INT32_MIN && static_cast<std::int64_t>(divisors[i]) == -1) {
      error(span, fmt::format("{} / -1 overflows 'i32'", dividend));
      return false;
    }
  }
  return true;
}

bool ConstantEvaluator::check_float_division(const Constant& right, Span span) {
  const auto divisors = numbers(right);
  if (std::ranges::find(divisors, 0.0) == divisors.end()) return true;
  error(span, "division by zero");
  return false;
}

bool ConstantEvaluator::check_shift(Op op, const std::optional<Constant>& left, Kind kind,
                                    const Constant& count, Span span) {
  const std::uint64_t width = kind == Kind::abstract_int ? 64 : 32;
  const Leaves counts = leaves(count);
  const Leaves values = left ? leaves(*left) : Leaves();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] >= width && !(kind == Kind::abstract_int && op == Op::shr)) {
      error(span, fmt::format("shift count ({}) is not less than the width ({}) of '{}'", counts[i], width,
                              to_string(kind)));
      return false;
    }
    if (!left || op != Op::shl || kind == Kind::abstract_int) continue;
    const auto value = static_cast<std::int64_t>(values[i]);  // i32 is sign-extended
    const auto shifted = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << counts[i]);
    const bool fits = kind == Kind::i32 ? shifted >= INT32_MIN && shifted <= INT32_MAX : shifted >> 32U == 0;
    if (!fits) {
      error(span, fmt::format("{} << {} overflows '{}'", value, counts[i], to_string(kind)));
      return false;
    }
  }
  return true;
}

bool ConstantEvaluator::check_bit_field(const Constant& offset, const Constant& count, Span span,
                                        std::string_view name) {
  if (integer(offset) + integer(count) <= 32) return true;
  error(span, fmt::format("'{}': offset ({}) plus count ({}) is larger than 32", name, integer(offset),
                          integer(count)));
  return false;
}

bool ConstantEvaluator::check_order(const Constant& low, const Constant& high, bool equal_allowed, Span span,
                                    std::string_view name) {
  const auto lows = numbers(low);
  const auto highs = numbers(high);
  for (std::size_t i = 0; i < lows.size(); ++i) {
    if (equal_allowed ? lows[i] <= highs[i] : lows[i] != highs[i]) continue;
    error(span, equal_allowed
                    ? fmt::format("'{}': low ({}) is larger than high ({})", name, lows[i], highs[i])
                    : fmt::format("'{}': low and high are both {}", name, lows[i]));
    return false;
  }
  return true;
}

bool ConstantEvaluator::check_operands(Op op, Kind kind, std::span<const std::optional<Constant>> operands,
                                       Span span, std::string_view name) {
  switch (op) {
    case Op::div:
    case Op::rem:
      if (!operands[1]) return true;
      if (is_integer(kind)) return check_division(operands[0], *operands[1], span);
      return !operands[0] || check_float_division(*operands[1], span);
    case Op::shl:
    case Op::shr: return !operands[1] || check_shift(op, operands[0], kind, *operands[1], span);
    case Op::clamp:
      return !operands[1] || !operands[2] || check_order(*operands[1], *operands[2], true, span, name);
    case Op::smoothstep:
      return !operands[0] || !operands[1] || check_order(*operands[0], *operands[1], false, span, name);
    case Op::extract_bits:
      return !operands[1] || !operands[2] || check_bit_field(*operands[1], *operands[2], span, name);
    case Op::insert_bits:
      return !operands[2] || !operands[3] || check_bit_field(*operands[2], *operands[3], span, name);
    case Op::ldexp: {
      if (!operands[1]) return true;
      const int most = kind == Kind::f16 ? 16 : kind == Kind::f32 ? 128 : 1024;
      for (const double exponent : numbers(*operands[1])) {
        if (exponent <= most) continue;
        error(span, fmt::format("'ldexp': the exponent ({}) is larger than {}", exponent, most));
        return false;
      }
      return true;
    }
    case Op::quantize_to_f16:
    case Op::pack2x16float: {
      if (!operands[0]) return true;
      for (const double value : numbers(*operands[0])) {
        if (std::fabs(value) < 65520.0) continue;
        error(span, fmt::format("value {} cannot be represented as 'f16'", value));
        return false;
      }
      return true;
    }
    default: return true;
  }
}

}  // namespace slipway::wgsl
