// Operations on abstract numbers: 64-bit integers that must not overflow and binary64 floats that must stay
// finite. Comparisons give leaves 0 and 1.
#include <bit>
#include <cmath>

#include "ir/arith.h"
#include "wgsl/constant_evaluator.h"

namespace slipway::wgsl {
namespace {

using ir::Op;
using Leaves = std::vector<std::uint64_t>;
namespace arith = ir::arith;

std::int64_t as_int(std::uint64_t leaf) { return static_cast<std::int64_t>(leaf); }
double as_float(std::uint64_t leaf) { return std::bit_cast<double>(leaf); }
std::uint64_t leaf_of(double value) { return std::bit_cast<std::uint64_t>(value); }

template <class T>
std::optional<bool> compare(Op op, T a, T b) {
  switch (op) {
    case Op::eq: return a == b;
    case Op::ne: return a != b;
    case Op::lt: return a < b;
    case Op::le: return a <= b;
    case Op::gt: return a > b;
    case Op::ge: return a >= b;
    default: return std::nullopt;
  }
}

// One component of an integer operation; empty on overflow.
std::optional<std::int64_t> int_component(Op op, std::int64_t a, std::int64_t b, std::int64_t c) {
  std::int64_t r = 0;
  switch (op) {
    case Op::neg: return __builtin_sub_overflow(0, a, &r) ? std::nullopt : std::optional(r);
    case Op::add: return __builtin_add_overflow(a, b, &r) ? std::nullopt : std::optional(r);
    case Op::sub: return __builtin_sub_overflow(a, b, &r) ? std::nullopt : std::optional(r);
    case Op::mul: return __builtin_mul_overflow(a, b, &r) ? std::nullopt : std::optional(r);
    case Op::div:
      if (b == 0 || (a == INT64_MIN && b == -1)) return std::nullopt;
      return a / b;
    case Op::rem:
      if (b == 0 || (a == INT64_MIN && b == -1)) return std::nullopt;
      return a % b;
    case Op::bit_and: return a & b;
    case Op::bit_or: return a | b;
    case Op::bit_xor: return a ^ b;
    case Op::bit_not: return ~a;
    case Op::shl:
      if (b >= 64) return a == 0 ? std::optional<std::int64_t>(0) : std::nullopt;
      r = static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << static_cast<unsigned>(b));
      return r >> static_cast<unsigned>(b) == a ? std::optional(r) : std::nullopt;
    case Op::shr: return a >> std::min<std::int64_t>(b, 63);
    case Op::abs:
      if (a == INT64_MIN) return std::nullopt;
      return a < 0 ? -a : a;
    case Op::sign: return (a > 0) - (a < 0);
    case Op::max: return std::max(a, b);
    case Op::min: return std::min(a, b);
    case Op::clamp: return std::min(std::max(a, b), c);
    default: return std::nullopt;
  }
}

std::optional<double> float_unary(Op op, double a) {
  switch (op) {
    case Op::neg: return -a;
    case Op::abs: return std::fabs(a);
    case Op::acos: return std::acos(a);
    case Op::acosh: return std::acosh(a);
    case Op::asin: return std::asin(a);
    case Op::asinh: return std::asinh(a);
    case Op::atan: return std::atan(a);
    case Op::atanh: return std::atanh(a);
    case Op::ceil: return std::ceil(a);
    case Op::cos: return std::cos(a);
    case Op::cosh: return std::cosh(a);
    case Op::degrees: return arith::degrees(a);
    case Op::exp: return std::exp(a);
    case Op::exp2: return std::exp2(a);
    case Op::floor: return std::floor(a);
    case Op::fract: return arith::fract(a);
    case Op::inverse_sqrt: return arith::inverse_sqrt(a);
    case Op::log: return std::log(a);
    case Op::log2: return std::log2(a);
    case Op::radians: return arith::radians(a);
    case Op::round: return arith::round(a);
    case Op::saturate: return arith::saturate(a);
    case Op::sign: return arith::sign(a);
    case Op::sin: return std::sin(a);
    case Op::sinh: return std::sinh(a);
    case Op::sqrt: return std::sqrt(a);
    case Op::tan: return std::tan(a);
    case Op::tanh: return std::tanh(a);
    case Op::trunc: return std::trunc(a);
    default: return std::nullopt;
  }
}

std::optional<double> float_component(Op op, double a, double b, double c) {
  switch (op) {
    case Op::add: return a + b;
    case Op::sub: return a - b;
    case Op::mul: return a * b;
    case Op::div: return a / b;
    case Op::rem: return arith::rem(a, b);
    case Op::atan2: return std::atan2(a, b);
    case Op::pow: return std::pow(a, b);
    case Op::max: return arith::max(a, b);
    case Op::min: return arith::min(a, b);
    case Op::step: return arith::step(a, b);
    case Op::clamp: return arith::clamp(a, b, c);
    case Op::fma: return std::fma(a, b, c);
    case Op::mix: return arith::mix(a, b, c);
    case Op::smoothstep: return arith::smoothstep(a, b, c);
    default: return float_unary(op, a);
  }
}

std::vector<double> floats(const AbstractOperand& operand) {
  std::vector<double> values;
  for (const std::uint64_t leaf : operand.leaves) values.push_back(as_float(leaf));
  return values;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void put(Leaves& result, const std::vector<double>& values) {
  for (const double value : values) result.push_back(leaf_of(value));
}

std::vector<double> scaled_sum(const std::vector<double>& a, double fa, const std::vector<double>& b,
                               double fb) {
  std::vector<double> r(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) r[i] = a[i] * fa + b[i] * fb;
  return r;
}

double determinant(const std::vector<double>& m, unsigned n) {
  if (n == 1) return m[0];
  double sum = 0;
  for (unsigned skip = 0; skip < n; ++skip) {
    std::vector<double> minor;
    for (unsigned column = 1; column < n; ++column)
      for (unsigned row = 0; row < n; ++row)
        if (row != skip) minor.push_back(m[column * n + row]);
    sum += (skip % 2 == 0 ? 1.0 : -1.0) * m[skip] * determinant(minor, n - 1);
  }
  return sum;
}

void multiply(const AbstractOperand& left, const AbstractOperand& right, Leaves& result) {
  const auto a = floats(left);
  const auto b = floats(right);
  if (a.size() == 1) return put(result, scaled_sum(b, a[0], b, 0));
  if (b.size() == 1) return put(result, scaled_sum(a, b[0], a, 0));
  const bool left_vector = left.columns == 0;  // a row vector
  const unsigned inner = left_vector ? left.rows : left.columns;
  const unsigned rows = left_vector ? 1 : left.rows;
  const unsigned columns = right.columns == 0 ? 1 : right.columns;
  for (unsigned column = 0; column < columns; ++column)
    for (unsigned row = 0; row < rows; ++row) {
      double sum = 0;
      for (unsigned k = 0; k < inner; ++k) sum += a[k * rows + row] * b[column * inner + k];
      result.push_back(leaf_of(sum));
    }
}

void refract(const std::vector<double>& e1, const std::vector<double>& e2, double e3, Leaves& result) {
  const double d = dot(e2, e1);
  const double k = 1.0 - e3 * e3 * (1.0 - d * d);
  if (k < 0) return put(result, std::vector<double>(e1.size(), 0.0));
  put(result, scaled_sum(e1, e3, e2, -(e3 * d + std::sqrt(k))));
}

// Operations that mix components. False where `op` is not one.
bool float_geometry(Op op, std::span<const AbstractOperand> operands, Leaves& result) {
  const auto a = floats(operands[0]);
  const auto b = operands.size() > 1 ? floats(operands[1]) : std::vector<double>();
  switch (op) {
    case Op::dot: put(result, {dot(a, b)}); return true;
    case Op::length: put(result, {std::sqrt(dot(a, a))}); return true;
    case Op::distance: {
      const auto d = scaled_sum(a, 1, b, -1);
      put(result, {std::sqrt(dot(d, d))});
      return true;
    }
    case Op::normalize: {
      const double length = std::sqrt(dot(a, a));
      for (const double value : a) result.push_back(leaf_of(value / length));
      return true;
    }
    case Op::cross:
      put(result, {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]});
      return true;
    case Op::reflect: put(result, scaled_sum(a, 1, b, -2 * dot(b, a))); return true;
    case Op::refract: refract(a, b, as_float(operands[2].leaves[0]), result); return true;
    case Op::face_forward:
      put(result, scaled_sum(a, dot(b, floats(operands[2])) < 0 ? 1 : -1, a, 0));
      return true;
    case Op::determinant: put(result, {determinant(a, operands[0].rows)}); return true;
    case Op::transpose:
      for (unsigned row = 0; row < operands[0].rows; ++row)
        for (unsigned column = 0; column < operands[0].columns; ++column)
          result.push_back(leaf_of(a[column * operands[0].rows + row]));
      return true;
    case Op::mat_mul: multiply(operands[0], operands[1], result); return true;
    case Op::ldexp:
      for (std::size_t i = 0; i < a.size(); ++i)
        result.push_back(leaf_of(std::ldexp(a[i], static_cast<int>(as_int(operands[1].leaves[i])))));
      return true;
    case Op::modf:
      for (const double value : a) result.push_back(leaf_of(arith::modf(value).fract));
      for (const double value : a) result.push_back(leaf_of(arith::modf(value).whole));
      return true;
    case Op::frexp:
      for (const double value : a) result.push_back(leaf_of(arith::frexp(value).fract));
      for (const double value : a)
        result.push_back(static_cast<std::uint64_t>(std::int64_t{arith::frexp(value).exponent}));
      return true;
    default: return false;
  }
}

std::uint64_t leaf_at(std::span<const AbstractOperand> operands, std::size_t operand, std::size_t i) {
  return operand < operands.size() ? operands[operand].leaves[i] : 0;
}

}  // namespace

std::optional<std::string> evaluate_abstract_int(Op op, std::span<const AbstractOperand> operands,
                                                 Leaves& result) {
  const std::size_t count = operands[0].leaves.size();
  if (op == Op::dot) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      std::int64_t product = 0;
      if (__builtin_mul_overflow(as_int(operands[0].leaves[i]), as_int(operands[1].leaves[i]), &product) ||
          __builtin_add_overflow(sum, product, &sum))
        return "overflows a 64-bit integer";
    }
    result.push_back(static_cast<std::uint64_t>(sum));
    return std::nullopt;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t a = as_int(operands[0].leaves[i]);
    const std::int64_t b = as_int(leaf_at(operands, 1, i));
    const std::int64_t c = as_int(leaf_at(operands, 2, i));
    if (const auto truth = compare(op, a, b)) {
      result.push_back(*truth ? 1 : 0);
      continue;
    }
    const auto value = int_component(op, a, b, c);
    if (!value && (op == Op::div || op == Op::rem) && b == 0) return "divides by zero";
    if (!value) return "overflows a 64-bit integer";
    result.push_back(static_cast<std::uint64_t>(*value));
  }
  return std::nullopt;
}

std::optional<std::string> evaluate_abstract_float(Op op, std::span<const AbstractOperand> operands,
                                                   Leaves& result) {
  if (op >= Op::eq && op <= Op::ge) {
    for (std::size_t i = 0; i < operands[0].leaves.size(); ++i)
      result.push_back(*compare(op, as_float(operands[0].leaves[i]), as_float(operands[1].leaves[i])) ? 1
                                                                                                      : 0);
    return std::nullopt;
  }
  if (!float_geometry(op, operands, result)) {
    for (std::size_t i = 0; i < operands[0].leaves.size(); ++i) {
      const auto value =
          float_component(op, as_float(operands[0].leaves[i]), as_float(leaf_at(operands, 1, i)),
                          as_float(leaf_at(operands, 2, i)));
      if (!value) return "is not defined on abstract floats";
      result.push_back(leaf_of(*value));
    }
  }
  const std::size_t checked = op == Op::frexp ? result.size() / 2 : result.size();
  for (std::size_t i = 0; i < checked; ++i) {
    if (std::isnan(as_float(result[i]))) return "is not a number";
    if (std::isinf(as_float(result[i]))) return "overflows a 64-bit float";
  }
  return std::nullopt;
}

}  // namespace slipway::wgsl
