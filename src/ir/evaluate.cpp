#include "ir/evaluate.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "ir/arith.h"
#include "ir/evaluators.h"

namespace slipway::ir {
namespace {

std::uint32_t saturated(std::uint64_t words) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(words, UINT32_MAX));
}

// The scalar type of a scalar, vector or matrix; bool for anything else.
Scalar scalar_of(const TypeTable& types, TypeId type) { return types[type].scalar; }

// As a matrix operand: columns and rows, with a vector on the left a row and on the right a column.
void shape_product(const Type& left, const Type& right, Shape& shape) {
  if (left.kind == TypeKind::scalar || right.kind == TypeKind::scalar) return;
  shape.rows = left.kind == TypeKind::matrix ? left.rows : 1;
  shape.inner = left.kind == TypeKind::matrix ? left.columns : left.rows;
  shape.columns = right.kind == TypeKind::matrix ? right.columns : 1;
}

Shape shape_of(const TypeTable& types, Op op, TypeId result_type, std::span<const TypeId> operands,
               std::uint32_t imm) {
  Shape shape{.words = word_count(types, result_type), .imm = imm};
  if (!operands.empty()) shape.operand = word_count(types, operands[0]);
  switch (op) {
    case Op::construct:
      for (const TypeId type : operands) shape.operand_words.push_back(word_count(types, type));
      break;
    case Op::extract: shape.imm = word_offset(types, operands[0], imm); break;
    case Op::insert:
      shape.imm = word_offset(types, operands[0], imm);
      shape.inner = word_count(types, operands[1]);
      break;
    case Op::extract_dynamic: shape.columns = part_count(types[operands[0]]); break;
    case Op::select: shape.inner = word_count(types, operands[2]); break;
    case Op::transpose:
    case Op::determinant:
      shape.columns = types[operands[0]].columns;
      shape.rows = types[operands[0]].rows;
      break;
    case Op::mat_mul: shape_product(types[operands[0]], types[operands[1]], shape); break;
    default: break;
  }
  return shape;
}

EvaluateFunction function_of(const TypeTable& types, Op op, TypeId result_type,
                             std::span<const TypeId> operands) {
  if (const EvaluateFunction f = composite_function(op)) return f;
  if (const EvaluateFunction f = packing_function(op)) return f;
  const Scalar scalar = scalar_of(types, operands[0]);
  if (op == Op::convert) return conversion_function(scalar, scalar_of(types, result_type));
  if (op == Op::bitcast) return bitcast_function(scalar, scalar_of(types, result_type));
  if (scalar == Scalar::boolean) return boolean_function(op);
  if (is_integer(scalar)) return integer_function(op, scalar);
  const EvaluateFunction f = float_function(op, scalar);
  return f != nullptr ? f : algebra_function(op, scalar);
}

}  // namespace

namespace {

/// Words of structures met so far, so that structures which share members cost no more than they say.
using StructureWords = std::unordered_map<std::uint32_t, std::uint32_t>;

std::uint32_t count_words(const TypeTable& types, TypeId type, StructureWords& known) {
  const Type& t = types[type];
  switch (t.kind) {
    case TypeKind::scalar:
    case TypeKind::atomic: return 1;
    case TypeKind::vector: return t.rows;
    case TypeKind::matrix: return std::uint32_t{t.columns} * t.rows;
    case TypeKind::array: return saturated(std::uint64_t{t.count} * count_words(types, t.element, known));
    case TypeKind::structure: {
      if (const auto it = known.find(type.index); it != known.end()) return it->second;
      std::uint64_t words = 0;
      for (const Member& member : t.members) words += count_words(types, member.type, known);
      return known[type.index] = saturated(words);
    }
    case TypeKind::void_:
    case TypeKind::runtime_array:
    case TypeKind::pointer: return 0;
  }
  SLIPWAY_UNREACHABLE();
}

}  // namespace

std::uint32_t word_count(const TypeTable& types, TypeId type) {
  StructureWords known;
  return count_words(types, type, known);
}

std::uint32_t word_offset(const TypeTable& types, TypeId type, std::uint32_t index) {
  const Type& t = types[type];
  if (t.kind != TypeKind::structure)
    return saturated(std::uint64_t{index} * word_count(types, types.child(type, 0)));
  StructureWords known;
  std::uint64_t words = 0;
  for (std::uint32_t i = 0; i < index; ++i) words += count_words(types, t.members[i].type, known);
  return saturated(words);
}

namespace {

void flatten_into(const TypeTable& types, const ConstantTable& constants, ConstantId id,
                  std::vector<std::uint32_t>& words) {
  const Constant& constant = constants[id];
  switch (constant.kind) {
    case ConstantKind::scalar: words.push_back(constant.bits); break;
    case ConstantKind::zero: words.resize(words.size() + word_count(types, constant.type)); break;
    case ConstantKind::composite:
      for (const ConstantId part : constant.parts) flatten_into(types, constants, part, words);
  }
}

}  // namespace

std::vector<std::uint32_t> flatten(const TypeTable& types, const ConstantTable& constants,
                                   ConstantId constant) {
  std::vector<std::uint32_t> words;
  flatten_into(types, constants, constant, words);
  return words;
}

ConstantId unflatten(const TypeTable& types, ConstantTable& constants, TypeId type,
                     std::span<const std::uint32_t> words) {
  if (types[type].kind == TypeKind::scalar) return constants.scalar(type, words[0]);
  if (std::ranges::all_of(words, [](std::uint32_t word) { return word == 0; }))
    return constants.zero(types, type);
  std::vector<ConstantId> parts;
  for (std::uint32_t i = 0; i < part_count(types[type]); ++i) {
    const TypeId part = types.child(type, i);
    const std::uint32_t count = word_count(types, part);
    parts.push_back(unflatten(types, constants, part, words.first(count)));
    words = words.subspan(count);
  }
  return constants.composite(type, std::move(parts));
}

std::uint32_t part_count(const Type& type) {
  switch (type.kind) {
    case TypeKind::vector: return type.rows;
    case TypeKind::matrix: return type.columns;
    case TypeKind::array: return type.count;
    case TypeKind::structure: return static_cast<std::uint32_t>(type.members.size());
    default: return 0;
  }
}

bool is_evaluable(Op op) {
  if ((info(op).traits & trait::pure) == 0) return false;
  switch (op) {
    case Op::param:
    case Op::builtin:
    case Op::override_ref:
    case Op::launch_word:
    case Op::access:
    case Op::member:
    case Op::array_length:
    case Op::result: return false;
    default: return true;
  }
}

Evaluator make_evaluator(const TypeTable& types, Op op, TypeId result_type,
                         std::span<const TypeId> operand_types, std::uint32_t imm) {
  const EvaluateFunction function = function_of(types, op, result_type, operand_types);
  SLIPWAY_CHECK(function != nullptr);
  return {function, shape_of(types, op, result_type, operand_types, imm)};
}

void evaluate(const TypeTable& types, Op op, TypeId result_type, std::uint32_t imm,
              std::span<const Operand> operands, std::uint32_t* result) {
  std::vector<TypeId> operand_types;
  std::vector<const std::uint32_t*> words;
  for (const Operand& operand : operands) {
    operand_types.push_back(operand.type);
    words.push_back(operand.words);
  }
  make_evaluator(types, op, result_type, operand_types, imm)(words.data(), result);
}

namespace {

std::optional<std::string> outside_integer_domain(Op op, Scalar scalar, std::uint32_t a, std::uint32_t b) {
  const auto left = static_cast<std::int32_t>(a);
  const auto right = static_cast<std::int32_t>(b);
  if (op == Op::shl || op == Op::shr) {
    if (b >= 32) return fmt::format("shift count {} is not below 32", b);
    return std::nullopt;
  }
  if (b == 0) return "division by zero";
  if (scalar == Scalar::u32) return std::nullopt;
  if (arith::division_overflows(left, right)) return fmt::format("{} divided by {} overflows", left, right);
  if (op == Op::rem && (left < 0 || right < 0))
    return fmt::format("remainder of {} by {} has a negative operand", left, right);
  return std::nullopt;
}

std::optional<std::string> outside_conversion_domain(Scalar to, double value) {
  const double whole = std::trunc(value);
  const bool inside = to == Scalar::i32 ? whole >= -2147483648.0 && whole <= 2147483647.0
                                        : whole >= 0.0 && whole <= 4294967295.0;
  if (inside) return std::nullopt;
  return fmt::format("{} is out of the range of {}", value, to_string(to));
}

bool is_above(Scalar scalar, std::uint32_t low, std::uint32_t high) {
  switch (scalar) {
    case Scalar::i32: return static_cast<std::int32_t>(low) > static_cast<std::int32_t>(high);
    case Scalar::f32: return !(arith::F32::widen(low) <= arith::F32::widen(high));
    case Scalar::f16: return !(arith::F16::widen(low) <= arith::F16::widen(high));
    default: return low > high;
  }
}

}  // namespace

std::optional<std::string> outside_native_domain(const TypeTable& types, Op op, TypeId result_type,
                                                 std::span<const Operand> operands) {
  const Scalar scalar = scalar_of(types, operands[0].type);
  const auto word = [&](std::size_t operand, std::uint32_t i) { return operands[operand].words[i]; };
  const std::uint32_t words = word_count(types, result_type);
  const auto each = [&](auto check) {
    std::optional<std::string> found;
    for (std::uint32_t i = 0; i < words && !found; ++i) found = check(i);
    return found;
  };
  switch (op) {
    case Op::div:
    case Op::rem:
    case Op::shl:
    case Op::shr:
      if (!is_integer(scalar)) return std::nullopt;
      return each(
          [&](std::uint32_t i) { return outside_integer_domain(op, scalar, word(0, i), word(1, i)); });
    case Op::convert: {
      const Scalar to = scalar_of(types, result_type);
      if (!is_float(scalar) || !is_integer(to)) return std::nullopt;
      return each([&](std::uint32_t i) {
        const std::uint32_t w = word(0, i);
        return outside_conversion_domain(to,
                                         scalar == Scalar::f32 ? arith::F32::widen(w) : arith::F16::widen(w));
      });
    }
    case Op::clamp:
      return each([&](std::uint32_t i) -> std::optional<std::string> {
        if (is_above(scalar, word(1, i), word(2, i))) return "the low bound is above the high bound";
        return std::nullopt;
      });
    case Op::extract_bits:
    case Op::insert_bits: {
      const std::size_t first = op == Op::extract_bits ? 1 : 2;
      const std::uint64_t end = std::uint64_t{word(first, 0)} + word(first + 1, 0);
      if (end > 32) return fmt::format("a bit field ends at bit {}", end);
      return std::nullopt;
    }
    case Op::extract_dynamic: {
      const std::uint32_t count = part_count(types[operands[0].type]);
      if (word(1, 0) >= count) return fmt::format("index {} is not below {}", word(1, 0), count);
      return std::nullopt;
    }
    default: return std::nullopt;
  }
}

}  // namespace slipway::ir
