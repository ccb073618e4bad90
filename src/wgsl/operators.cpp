// Binary operators on values.
#include <algorithm>

#include "wgsl/module_resolver.h"

namespace slipway::wgsl {
namespace {

using ast::BinaryOp;
using ir::Op;

Op operation(BinaryOp op) {
  switch (op) {
    case BinaryOp::add: return Op::add;
    case BinaryOp::sub: return Op::sub;
    case BinaryOp::mul: return Op::mul;
    case BinaryOp::div: return Op::div;
    case BinaryOp::rem: return Op::rem;
    case BinaryOp::bit_and: return Op::bit_and;
    case BinaryOp::bit_or: return Op::bit_or;
    case BinaryOp::bit_xor: return Op::bit_xor;
    case BinaryOp::shl: return Op::shl;
    case BinaryOp::shr: return Op::shr;
    case BinaryOp::eq: return Op::eq;
    case BinaryOp::ne: return Op::ne;
    case BinaryOp::lt: return Op::lt;
    case BinaryOp::le: return Op::le;
    case BinaryOp::gt: return Op::gt;
    case BinaryOp::ge: return Op::ge;
    case BinaryOp::logical_and:
    case BinaryOp::logical_or: break;
  }
  SLIPWAY_UNREACHABLE();
}

}  // namespace

std::string_view to_string(BinaryOp op) {
  switch (op) {
    case BinaryOp::add: return "+";
    case BinaryOp::sub: return "-";
    case BinaryOp::mul: return "*";
    case BinaryOp::div: return "/";
    case BinaryOp::rem: return "%";
    case BinaryOp::bit_and: return "&";
    case BinaryOp::bit_or: return "|";
    case BinaryOp::bit_xor: return "^";
    case BinaryOp::shl: return "<<";
    case BinaryOp::shr: return ">>";
    case BinaryOp::logical_and: return "&&";
    case BinaryOp::logical_or: return "||";
    case BinaryOp::eq: return "==";
    case BinaryOp::ne: return "!=";
    case BinaryOp::lt: return "<";
    case BinaryOp::le: return "<=";
    case BinaryOp::gt: return ">";
    case BinaryOp::ge: return ">=";
  }
  SLIPWAY_UNREACHABLE();
}

Expr ModuleResolver::no_operator(BinaryOp op, const Expr& left, const Expr& right, Span op_span) {
  error(op_span, rule::no_overload, "operator '{}' does not take '{}' and '{}'", to_string(op),
        name(left.type), name(right.type));
  return {.span = op_span};
}

Expr ModuleResolver::binary(BinaryOp op, Expr left, ast::ExpressionId right, const ast::Expression& node) {
  left = load(left);
  if (op == BinaryOp::logical_and || op == BinaryOp::logical_or) return short_circuit(op, left, right, node);
  return binary_values(op, left, value(right), node.op_span, node.span);
}

Expr ModuleResolver::binary_values(BinaryOp op, Expr left, Expr right, Span op_span, Span span) {
  if (!left.valid() || !right.valid()) return {.span = span};
  switch (op) {
    case BinaryOp::add:
    case BinaryOp::sub:
    case BinaryOp::mul:
    case BinaryOp::div:
    case BinaryOp::rem: return arithmetic(op, left, right, op_span, span);
    case BinaryOp::bit_and:
    case BinaryOp::bit_or:
    case BinaryOp::bit_xor: return bitwise(op, left, right, op_span, span);
    case BinaryOp::shl:
    case BinaryOp::shr: return shift(op, left, right, op_span, span);
    case BinaryOp::eq:
    case BinaryOp::ne:
    case BinaryOp::lt:
    case BinaryOp::le:
    case BinaryOp::gt:
    case BinaryOp::ge: return comparison(op, left, right, op_span, span);
    case BinaryOp::logical_and:
    case BinaryOp::logical_or: break;
  }
  SLIPWAY_UNREACHABLE();
}

Expr ModuleResolver::arithmetic(BinaryOp op, Expr left, Expr right, Span op_span, Span span) {
  const ir::Type& a = types_[left.type];
  const ir::Type& b = types_[right.type];
  const bool shaped = a.kind >= ir::TypeKind::scalar && a.kind <= ir::TypeKind::matrix &&
                      b.kind >= ir::TypeKind::scalar && b.kind <= ir::TypeKind::matrix;
  if (!shaped) return no_operator(op, left, right, op_span);
  auto kind = TypeSystem::common_kind(types_.kind(left.type), types_.kind(right.type));
  if (!kind || !is_numeric(*kind)) return no_operator(op, left, right, op_span);
  if (types_.is_matrix(left.type) || types_.is_matrix(right.type)) {
    if (*kind == Kind::abstract_int) kind = Kind::abstract_float;
    if (op == BinaryOp::mul) {
      left = convert(left, types_.with_kind(left.type, *kind), "operand");
      right = convert(right, types_.with_kind(right.type, *kind), "operand");
      return matrix_multiply(left, right, op_span, span);
    }
    const bool same = a.kind == b.kind && a.rows == b.rows && a.columns == b.columns;
    if (!same || (op != BinaryOp::add && op != BinaryOp::sub)) return no_operator(op, left, right, op_span);
  }
  const bool left_scalar = types_.is_scalar(left.type);
  const bool right_scalar = types_.is_scalar(right.type);
  if (!left_scalar && !right_scalar && a.rows != b.rows) return no_operator(op, left, right, op_span);
  const Type type = types_.with_kind(left_scalar ? right.type : left.type, *kind);
  left = convert(left, types_.with_kind(left.type, *kind), "operand");
  right = convert(right, types_.with_kind(right.type, *kind), "operand");
  if (!left.valid() || !right.valid()) return {.span = span};
  if (left_scalar && !right_scalar) left = splat(left, type, span);
  if (right_scalar && !left_scalar) right = splat(right, type, span);
  return operate(operation(op), type, {left, right}, span, to_string(op));
}

Expr ModuleResolver::matrix_multiply(Expr left, Expr right, Span op_span, Span span) {
  if (!left.valid() || !right.valid()) return {.span = span};
  const ir::Type a = types_[left.type];
  const ir::Type b = types_[right.type];
  const auto marked = [&](ir::TypeId id) { return Type(id, left.type.abstract); };
  Type result;
  if (types_.is_scalar(left.type)) {
    result = right.type;
  } else if (types_.is_scalar(right.type)) {
    result = left.type;
  } else if (types_.is_vector(left.type)) {
    if (a.rows == b.rows) result = marked(types_.vector(b.scalar, b.columns));
  } else if (types_.is_vector(right.type)) {
    if (a.columns == b.rows) result = marked(types_.vector(a.scalar, a.rows));
  } else if (a.columns == b.rows) {
    result = marked(types_.table().matrix(a.scalar, b.columns, a.rows));
  }
  if (!result.valid()) return no_operator(BinaryOp::mul, left, right, op_span);
  return operate(Op::mat_mul, result, {left, right}, span, "*");
}

Expr ModuleResolver::comparison(BinaryOp op, Expr left, Expr right, Span op_span, Span span) {
  const ir::Type& a = types_[left.type];
  const ir::Type& b = types_[right.type];
  const bool same_shape = a.kind == b.kind && a.rows == b.rows &&
                          (a.kind == ir::TypeKind::scalar || a.kind == ir::TypeKind::vector);
  if (!same_shape) return no_operator(op, left, right, op_span);
  const auto kind = TypeSystem::common_kind(types_.kind(left.type), types_.kind(right.type));
  const bool ordering = op != BinaryOp::eq && op != BinaryOp::ne;
  if (!kind || (ordering && *kind == Kind::boolean)) return no_operator(op, left, right, op_span);
  const Type type = types_.with_kind(left.type, *kind);
  left = convert(left, type, "operand");
  right = convert(right, type, "operand");
  return operate(operation(op), types_.with_kind(type, Kind::boolean), {left, right}, span, to_string(op));
}

Expr ModuleResolver::bitwise(BinaryOp op, Expr left, Expr right, Span op_span, Span span) {
  const ir::Type& a = types_[left.type];
  const ir::Type& b = types_[right.type];
  const bool same_shape = a.kind == b.kind && a.rows == b.rows &&
                          (a.kind == ir::TypeKind::scalar || a.kind == ir::TypeKind::vector);
  const auto kind = TypeSystem::common_kind(types_.kind(left.type), types_.kind(right.type));
  const bool fits =
      same_shape && kind && (is_integer(*kind) || (*kind == Kind::boolean && op != BinaryOp::bit_xor));
  if (!fits) return no_operator(op, left, right, op_span);
  const Type type = types_.with_kind(left.type, *kind);
  left = convert(left, type, "operand");
  right = convert(right, type, "operand");
  return operate(operation(op), type, {left, right}, span, to_string(op));
}

Expr ModuleResolver::shift(BinaryOp op, Expr left, Expr right, Span op_span, Span span) {
  const ir::Type& a = types_[left.type];
  const ir::Type& b = types_[right.type];
  const bool same_shape = a.kind == b.kind && a.rows == b.rows &&
                          (a.kind == ir::TypeKind::scalar || a.kind == ir::TypeKind::vector);
  const Kind count_kind = same_shape ? types_.kind(right.type) : Kind::none;
  const bool fits =
      is_integer(types_.kind(left.type)) && (count_kind == Kind::u32 || count_kind == Kind::abstract_int);
  if (!same_shape || !fits) return no_operator(op, left, right, op_span);
  right = convert(right, types_.with_kind(right.type, Kind::u32), "shift count");
  if (!right.is_constant()) left = concrete(left);
  return operate(operation(op), left.type, {left, right}, span, to_string(op));
}

Expr ModuleResolver::short_circuit(BinaryOp op, const Expr& left, ast::ExpressionId right,
                                   const ast::Expression& node) {
  const bool is_and = op == BinaryOp::logical_and;
  const Type boolean = types_.scalar(ir::Scalar::boolean);
  const auto check = [&](const Expr& e) {
    if (!e.valid() || e.type == boolean) return e.valid();
    error(e.span, rule::type_mismatch, "operand of '{}' must be 'bool', found '{}'", to_string(op),
          name(e.type));
    return false;
  };
  const bool left_ok = check(left);
  if (left_ok && left.is_constant()) {
    // Decided here: the right side is the value, or is checked and not evaluated.
    const bool decides = constants_.truth(constant_of(left)) != is_and;
    if (!decides) {
      const Expr e = value(right);
      return check(e) ? make_value(boolean, e.value, e.stage, node.span) : Expr{.span = node.span};
    }
    DeadCode dead;
    enter_dead_code(dead);
    ++constants_.not_evaluated;
    const std::size_t errors = diagnostics_.errors();
    const Expr e = value(right);
    const bool right_ok = e.valid() ? check(e) : diagnostics_.errors() == errors;
    --constants_.not_evaluated;
    leave_dead_code(dead);
    if (!right_ok) return {.span = node.span};
    Expr result = left;
    result.stage = e.valid() ? e.stage : Stage::constant;
    result.span = node.span;
    return result;
  }
  if (!left_ok) {
    check(value(right));
    return {.span = node.span};
  }
  builder_->set_site(site(node.op_span));
  const ir::InstId branch = builder_->emit_control(Op::if_, {left.value}, 2);
  const ir::InstId result = builder_->emit_result(branch, boolean.id, 0);
  const ir::RegionId resume = builder_->region();
  const ir::RegionId then = builder_->function().region_of(builder_->function()[branch], 0);
  const ir::RegionId otherwise = builder_->function().region_of(builder_->function()[branch], 1);
  builder_->set_region(is_and ? otherwise : then);
  builder_->terminate(Op::yield, {builder_->boolean(!is_and)});
  builder_->set_region(is_and ? then : otherwise);
  const std::uint32_t outer = guard_;
  if (left.stage == Stage::override_ && function_ != nullptr) {
    checks_.guards.push_back({.condition = left.value, .runs_where = is_and, .parent = outer});
    guard_ = static_cast<std::uint32_t>(checks_.guards.size());
  }
  const Expr e = value(right);
  guard_ = outer;
  const bool ok = check(e);
  builder_->terminate(Op::yield, {ok ? e.value : builder_->boolean(false)});
  builder_->set_region(resume);
  if (!ok) return {.span = node.span};
  return make_value(boolean, result, std::max(left.stage, e.stage), node.span);
}

}  // namespace slipway::wgsl
