#include "wgsl/constant_evaluator.h"

#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "ir/arith.h"
#include "ir/evaluate.h"
#include "wgsl/rules.h"

namespace slipway::wgsl {
namespace {

using ir::Op;
using ir::Scalar;
using ir::TypeKind;
namespace arith = ir::arith;

constexpr std::uint64_t most_leaves = 1U << 20U;

double widen(std::uint32_t word, Scalar scalar) {
  return scalar == Scalar::f16 ? arith::F16::widen(word) : arith::F32::widen(word);
}

}  // namespace

void ConstantEvaluator::error(Span span, std::string message) {
  if (not_evaluated == 0) diagnostics_->error(span, rule::const_eval, std::move(message));
}

Constant ConstantEvaluator::abstract_int(std::int64_t value) const {
  return {types_->abstract_int(), {}, static_cast<std::uint64_t>(value)};
}
Constant ConstantEvaluator::abstract_float(double value) const {
  return {types_->abstract_float(), {}, std::bit_cast<std::uint64_t>(value)};
}
Constant ConstantEvaluator::scalar(ir::TypeId type, std::uint32_t bits) {
  return {type, module_->constants.scalar(type, bits)};
}
Constant ConstantEvaluator::boolean(bool value) { return scalar(module_->types.boolean(), value ? 1 : 0); }
Constant ConstantEvaluator::zero(ir::TypeId type) {
  return {type, module_->constants.zero(module_->types, type)};
}

std::int64_t ConstantEvaluator::integer(const Constant& c) const {
  if (c.type.is_abstract()) return static_cast<std::int64_t>(c.payload);
  const std::uint32_t bits = module_->constants[c.id].bits;
  return types_->kind(c.type) == Kind::i32 ? static_cast<std::int32_t>(bits) : std::int64_t{bits};
}

double ConstantEvaluator::number(const Constant& c) const {
  switch (types_->kind(c.type)) {
    case Kind::abstract_float: return std::bit_cast<double>(c.payload);
    case Kind::f32: return arith::F32::widen(module_->constants[c.id].bits);
    case Kind::f16: return arith::F16::widen(module_->constants[c.id].bits);
    default: return static_cast<double>(integer(c));
  }
}

std::string ConstantEvaluator::text(const Constant& c) const {
  switch (types_->kind(c.type)) {
    case Kind::boolean: return truth(c) ? "true" : "false";
    case Kind::f32: return fmt::format("{}", static_cast<float>(number(c)));
    case Kind::f16:
    case Kind::abstract_float: return fmt::format("{}", number(c));
    default: return fmt::format("{}", integer(c));
  }
}

ConstantEvaluator::Leaves ConstantEvaluator::leaves(const Constant& c) {
  if (c.type.is_abstract()) {
    if (types_->is_scalar(c.type)) return {c.payload};
    return pool_[c.payload];
  }
  Leaves result;
  for (const std::uint32_t word : ir::flatten(module_->types, module_->constants, c.id))
    result.push_back(word);
  // Sign-extended, so that 64-bit code can read i32 values.
  if (types_->kind(c.type) == Kind::i32)
    for (std::uint64_t& leaf : result)
      leaf = static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(leaf)});
  return result;
}

Constant ConstantEvaluator::pool(Type type, Leaves leaves) {
  if (types_->is_scalar(type)) return {type, {}, leaves.at(0)};
  pool_.push_back(std::move(leaves));
  return {type, {}, pool_.size() - 1};
}

std::optional<std::uint32_t> ConstantEvaluator::leaf_to(std::uint64_t leaf, Kind from, Kind to, Span span) {
  const auto unrepresentable = [&](const std::string& value) {
    error(span, fmt::format("value {} cannot be represented as '{}'", value, to_string(to)));
    return std::nullopt;
  };
  if (from == Kind::abstract_int && (to == Kind::i32 || to == Kind::u32)) {
    const auto value = static_cast<std::int64_t>(leaf);
    const bool fits =
        to == Kind::i32 ? value >= INT32_MIN && value <= INT32_MAX : value >= 0 && value <= UINT32_MAX;
    if (!fits) return unrepresentable(fmt::format("{}", value));
    return static_cast<std::uint32_t>(value);
  }
  const double value = from == Kind::abstract_int ? static_cast<double>(static_cast<std::int64_t>(leaf))
                                                  : std::bit_cast<double>(leaf);
  if (to == Kind::f32) {
    if (std::isinf(static_cast<float>(value))) return unrepresentable(fmt::format("{}", value));
    return arith::F32::narrow(value);
  }
  const std::uint32_t bits = arith::F16::narrow(value);
  if (std::isinf(arith::F16::widen(bits))) return unrepresentable(fmt::format("{}", value));
  return bits;
}

std::optional<Constant> ConstantEvaluator::convert(const Constant& c, Type to, Span span) {
  if (c.type == to) return c;
  if (types_->is_scalar(c.type)) {
    const Kind from = types_->kind(c.type);
    const Kind kind = types_->kind(to);
    if (kind == Kind::abstract_float) return abstract_float(static_cast<double>(integer(c)));
    const auto bits = leaf_to(c.payload, from, kind, span);
    if (!bits) return std::nullopt;
    return scalar(to.id, *bits);
  }
  const std::uint64_t key = c.payload << 32U | to.id.index;
  if (!to.is_abstract()) {
    const auto known = converted_.find(key);
    if (known != converted_.end()) return Constant{to, known->second};
  }
  const Leaves& from_leaves = pool_[c.payload];
  if (to.is_abstract()) {
    Leaves result;
    for (const std::uint64_t leaf : from_leaves)
      result.push_back(std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<std::int64_t>(leaf))));
    return pool(to, std::move(result));
  }
  std::vector<std::uint32_t> words;
  words.reserve(from_leaves.size());
  Type element = c.type;
  Type target = to;
  for (; (*types_)[element].kind == TypeKind::array; target = types_->child(target, 0))
    element = types_->child(element, 0);
  const bool structure = (*types_)[element].kind == TypeKind::structure;
  const std::size_t half = types_->leaf_count(element.id, most_leaves) / 2;
  for (std::size_t i = 0; i < from_leaves.size(); ++i) {
    Kind from = types_->kind(element);
    Kind kind = types_->kind(target);
    if (structure) {  // results of frexp or modf: two parts of one size
      const auto part = static_cast<std::uint32_t>(i / half % 2);
      from = types_->kind(types_->child(element, part));
      kind = types_->kind(types_->child(target, part));
    }
    const auto bits = leaf_to(from_leaves[i], from, kind, span);
    if (!bits) return std::nullopt;
    words.push_back(*bits);
  }
  const ir::ConstantId id = ir::unflatten(module_->types, module_->constants, to.id, words);
  converted_.emplace(key, id);
  return Constant{to, id};
}

std::optional<Constant> ConstantEvaluator::cast(const Constant& c, Type to, Span span) {
  if (types_->converts(c.type, to)) return convert(c, to, span);
  if (!c.type.is_abstract()) {
    const Constant operands[] = {c};
    return evaluate(Op::convert, to, operands, 0, span, to_string(types_->kind(to)));
  }
  // An abstract number to bool, or an abstract float to an integer.
  std::vector<std::uint32_t> words;
  const Kind kind = types_->kind(to);
  for (const std::uint64_t leaf : leaves(c)) {
    const double value = types_->kind(c.type) == Kind::abstract_float
                             ? std::bit_cast<double>(leaf)
                             : static_cast<double>(static_cast<std::int64_t>(leaf));
    if (kind == Kind::boolean) {
      words.push_back(value != 0 ? 1 : 0);
    } else if (kind == Kind::i32) {
      words.push_back(static_cast<std::uint32_t>(
          static_cast<std::int32_t>(std::clamp(std::trunc(value), -2147483648.0, 2147483647.0))));
    } else {
      words.push_back(static_cast<std::uint32_t>(std::clamp(std::trunc(value), 0.0, 4294967295.0)));
    }
  }
  return Constant{to, ir::unflatten(module_->types, module_->constants, to.id, words)};
}

Constant ConstantEvaluator::part(const Constant& c, std::uint32_t index) {
  const Type child = types_->child(c.type, index);
  if (!c.type.is_abstract()) return {child, module_->constants.part(module_->types, c.id, index)};
  std::uint64_t first = 0;
  if ((*types_)[c.type].kind == TypeKind::structure) {
    for (std::uint32_t i = 0; i < index; ++i)
      first += types_->leaf_count(types_->child(c.type, i).id, most_leaves);
  } else {
    first = types_->leaf_count(child.id, most_leaves) * index;
  }
  const Leaves& all = pool_[c.payload];
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  return pool(child,
              Leaves(begin, begin + static_cast<std::ptrdiff_t>(types_->leaf_count(child.id, most_leaves))));
}

std::optional<Constant> ConstantEvaluator::compose(Type type, std::span<const Constant> parts, Span span) {
  if (!type.is_abstract()) {
    std::vector<ir::ConstantId> ids;
    for (const Constant& part : parts) ids.push_back(part.id);
    return Constant{type, module_->constants.composite(type.id, std::move(ids))};
  }
  if (types_->leaf_count(type.id, most_leaves) > most_leaves) {
    diagnostics_->error(span, rule::limit,
                        fmt::format("the constant has more than {} abstract numbers", most_leaves));
    return std::nullopt;
  }
  Leaves all;
  for (const Constant& part : parts) {
    if (types_->is_scalar(part.type)) {
      all.push_back(part.payload);
    } else {
      all.insert(all.end(), pool_[part.payload].begin(), pool_[part.payload].end());
    }
  }
  return pool(type, std::move(all));
}

Constant ConstantEvaluator::splat(const Constant& c, Type vector) {
  const std::uint32_t rows = (*types_)[vector].rows;
  if (vector.is_abstract()) return pool(vector, Leaves(rows, c.payload));
  return {vector, module_->constants.composite(vector.id, std::vector<ir::ConstantId>(rows, c.id))};
}

std::optional<Constant> ConstantEvaluator::evaluate(Op op, Type result, std::span<const Constant> operands,
                                                    std::uint32_t imm, Span span, std::string_view name) {
  for (const Constant& operand : operands)
    if (operand.type.is_abstract()) return evaluate_abstract(op, result, operands, span, name);
  return evaluate_concrete(op, result, operands, imm, span, name);
}

std::optional<Constant> ConstantEvaluator::evaluate_abstract(Op op, Type result,
                                                             std::span<const Constant> operands, Span span,
                                                             std::string_view name) {
  std::vector<Leaves> all;
  for (const Constant& operand : operands) all.push_back(leaves(operand));
  std::vector<AbstractOperand> views;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const ir::Type& type = (*types_)[operands[i].type];
    views.push_back({all[i], type.columns, type.rows});
  }
  Leaves out;
  const bool integer = types_->kind(operands[0].type) == Kind::abstract_int;
  const auto why = integer ? evaluate_abstract_int(op, views, out) : evaluate_abstract_float(op, views, out);
  if (why) {
    error(span, fmt::format("the value of '{}' {}", name, *why));
    return std::nullopt;
  }
  if (result.is_abstract()) return pool(result, std::move(out));
  std::vector<std::uint32_t> words;  // of a comparison
  for (const std::uint64_t leaf : out) words.push_back(static_cast<std::uint32_t>(leaf));
  return Constant{result, ir::unflatten(module_->types, module_->constants, result.id, words)};
}

std::optional<Constant> ConstantEvaluator::evaluate_concrete(Op op, Type result,
                                                             std::span<const Constant> operands,
                                                             std::uint32_t imm, Span span,
                                                             std::string_view name) {
  std::vector<std::vector<std::uint32_t>> words;
  for (const Constant& operand : operands)
    words.push_back(ir::flatten(module_->types, module_->constants, operand.id));
  std::vector<ir::Operand> views;
  views.reserve(operands.size());
  for (std::size_t i = 0; i < operands.size(); ++i) views.push_back({operands[i].type.id, words[i].data()});
  std::vector<std::uint32_t> out(ir::word_count(module_->types, result.id));
  ir::evaluate(module_->types, op, result.id, imm, views, out.data());
  if (!check_finite(out, result.id, span, name)) return std::nullopt;
  return Constant{result, ir::unflatten(module_->types, module_->constants, result.id, out)};
}

bool ConstantEvaluator::check_finite(std::span<const std::uint32_t> words, ir::TypeId type, Span span,
                                     std::string_view name) {
  const ir::Type& t = (*types_)[type];
  if (t.kind == TypeKind::structure) {
    std::size_t first = 0;
    for (const ir::Member& member : t.members) {
      const std::size_t count = ir::word_count(module_->types, member.type);
      if (!check_finite(words.subspan(first, count), member.type, span, name)) return false;
      first += count;
    }
    return true;
  }
  if (t.kind == TypeKind::array) {
    const std::size_t count = ir::word_count(module_->types, t.element);
    for (std::size_t first = 0; first < words.size(); first += count)
      if (!check_finite(words.subspan(first, count), t.element, span, name)) return false;
    return true;
  }
  if (!ir::is_float(t.scalar)) return true;
  for (const std::uint32_t word : words) {
    const double value = widen(word, t.scalar);
    if (std::isfinite(value)) continue;
    error(span, std::isnan(value)
                    ? fmt::format("the value of '{}' is not a number", name)
                    : fmt::format("the value of '{}' overflows '{}'", name, ir::to_string(t.scalar)));
    return false;
  }
  return true;
}

}  // namespace slipway::wgsl
