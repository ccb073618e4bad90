// Value constructors: vec3<f32>(…), array(…), S(…).
#include <algorithm>

#include "wgsl/module_resolver.h"

namespace slipway::wgsl {

using ir::TypeKind;

Expr ModuleResolver::wrong_arguments(Type type, std::span<const Expr> values, const ast::Expression& node) {
  std::string found;
  for (const Expr& e : values) found += (found.empty() ? "" : ", ") + name(e.type);
  error(tree_[node.left].span, rule::no_overload, "'{}' cannot be made from ({})", name(type), found);
  return {.span = node.span};
}

Expr ModuleResolver::construct(Type type, const ast::Expression& node) {
  std::vector<Expr> values;
  const bool ok = arguments(node, values);
  if (!type.valid() || !ok) return {.span = node.span};
  if (!types_.facts(type.id).constructible) {
    error(tree_[node.left].span, rule::type, "values of type '{}' cannot be made", name(type));
    return {.span = node.span};
  }
  if (types_[type].kind >= TypeKind::array) own_memory_.emplace_back(type.id, node.span);
  if (values.empty()) return expr_of(constants_.zero(type.id), node.span);
  switch (types_[type].kind) {
    case TypeKind::scalar: return construct_scalar(type, values, node);
    case TypeKind::vector: return construct_vector(type, values, node);
    case TypeKind::matrix: return construct_matrix(type, values, node);
    case TypeKind::array: return construct_array(type, values, node);
    case TypeKind::structure: return construct_structure(type, values, node);
    default: SLIPWAY_UNREACHABLE();
  }
}

std::optional<Kind> ModuleResolver::common_kind(std::span<const Expr> values) const {
  std::optional<Kind> kind;
  for (const Expr& e : values) {
    const TypeKind shape = types_[e.type].kind;
    if (shape != TypeKind::scalar && shape != TypeKind::vector && shape != TypeKind::matrix)
      return std::nullopt;
    const Kind own = types_.kind(e.type);
    kind = kind ? TypeSystem::common_kind(*kind, own) : own;
    if (!kind) return std::nullopt;
  }
  return kind;
}

Expr ModuleResolver::construct_inferred(PredeclaredName what, const ast::Expression& node) {
  const ast::Expression& callee = tree_[node.left];
  std::vector<Expr> values;
  if (!arguments(node, values)) return {.span = node.span};
  const bool all_constant = std::ranges::all_of(values, &Expr::is_constant);
  const auto cannot = [&] {
    std::string found;
    for (const Expr& e : values) found += (found.empty() ? "" : ", ") + name(e.type);
    error(callee.span, rule::no_overload, "no '{}' can be made from ({})", text(callee.name.symbol), found);
    return Expr{.span = node.span};
  };
  if (what.kind == Predeclared::array) {
    if (values.empty()) return cannot();
    std::optional<Type> element = values[0].type;
    for (const Expr& e : values) {
      element = types_.common_type(*element, e.type);
      if (!element) return cannot();
    }
    if (!all_constant) element = Type(element->id);
    if (!types_.facts(element->id).constructible) return cannot();
    const Type type(types_.table().array(element->id, static_cast<std::uint32_t>(values.size())),
                    element->abstract);
    return check_depth(type, callee.span) ? construct_array(type, values, node) : Expr{.span = node.span};
  }
  auto kind = common_kind(values);
  if (what.kind == Predeclared::vector && values.empty()) kind = Kind::abstract_int;
  const bool matrix = what.kind == Predeclared::matrix;
  if (kind && *kind == Kind::abstract_int && matrix) kind = Kind::abstract_float;
  if (!kind || (matrix && !is_float(*kind))) return cannot();
  if (!all_constant && *kind == Kind::abstract_int) kind = Kind::i32;
  if (!all_constant && *kind == Kind::abstract_float) kind = Kind::f32;
  const Type scalar = types_.of_kind(*kind);
  const ir::Scalar of = types_[scalar].scalar;
  if (matrix) {
    const Type type(types_.table().matrix(of, what.columns, what.rows), scalar.abstract);
    return construct_matrix(type, values, node);
  }
  const Type type(types_.vector(of, what.rows), scalar.abstract);
  if (values.empty()) return splat(expr_of(constants_.abstract_int(0), node.span), type, node.span);
  return construct_vector(type, values, node);
}

Expr ModuleResolver::cast(const Expr& e, Type to, Span span) {
  if (!e.valid()) return e;
  if (e.type == to) {
    Expr same = e;
    same.span = span;
    return same;
  }
  if (e.is_constant()) return expr_of(constants_.cast(constant_of(e), to, span), span);
  const Expr made = make_value(to, emit(ir::Op::convert, to, {e.value}, span), e.stage, span);
  check_later(ir::Op::convert, made, std::span(&e, 1));
  return made;
}

Expr ModuleResolver::construct_scalar(Type type, std::vector<Expr>& values, const ast::Expression& node) {
  if (values.size() != 1 || !types_.is_scalar(values[0].type)) return wrong_arguments(type, values, node);
  return cast(values[0], type, node.span);
}

Expr ModuleResolver::construct_vector(Type type, std::vector<Expr>& values, const ast::Expression& node) {
  const std::uint32_t rows = types_[type].rows;
  const Kind kind = types_.kind(type);
  if (values.size() == 1 && types_.is_vector(values[0].type)) {
    if (types_[values[0].type].rows != rows) return wrong_arguments(type, values, node);
    return cast(values[0], type, node.span);
  }
  std::uint32_t components = 0;
  for (Expr& e : values) {
    const bool fits = (types_.is_scalar(e.type) || types_.is_vector(e.type)) &&
                      TypeSystem::converts(types_.kind(e.type), kind);
    if (!fits) return wrong_arguments(type, values, node);
    components += types_.is_vector(e.type) ? types_[e.type].rows : 1;
  }
  if (components != rows && !(values.size() == 1 && components == 1))
    return wrong_arguments(type, values, node);
  for (Expr& e : values) {
    e = convert(e, types_.with_kind(e.type, kind), "component");
    if (!e.valid()) return {.span = node.span};
  }
  if (values.size() == 1) return splat(values[0], type, node.span);
  if (!std::ranges::all_of(values, &Expr::is_constant)) return compose(type, values, node.span);
  std::vector<Expr> parts;
  for (const Expr& e : values) {
    if (types_.is_scalar(e.type)) {
      parts.push_back(e);
      continue;
    }
    for (std::uint32_t i = 0; i < types_[e.type].rows; ++i) parts.push_back(extract(e, i, node.span));
  }
  return compose(type, parts, node.span);
}

Expr ModuleResolver::construct_matrix(Type type, std::vector<Expr>& values, const ast::Expression& node) {
  const ir::Type shape = types_[type];
  const Kind kind = types_.kind(type);
  const Type column(shape.element, type.abstract);
  if (values.size() == 1 && types_.is_matrix(values[0].type)) {
    const ir::Type& from = types_[values[0].type];
    if (from.columns != shape.columns || from.rows != shape.rows) return wrong_arguments(type, values, node);
    return cast(values[0], type, node.span);
  }
  const bool columns = values.size() == shape.columns && types_.is_vector(values[0].type);
  if (!columns && values.size() != std::size_t{shape.columns} * shape.rows)
    return wrong_arguments(type, values, node);
  for (const Expr& e : values) {
    const bool right_shape =
        columns ? types_.is_vector(e.type) && types_[e.type].rows == shape.rows : types_.is_scalar(e.type);
    if (!right_shape || !TypeSystem::converts(types_.kind(e.type), kind))
      return wrong_arguments(type, values, node);
  }
  for (Expr& e : values) {
    e = convert(e, types_.with_kind(e.type, kind), "component");
    if (!e.valid()) return {.span = node.span};
  }
  if (columns) return compose(type, values, node.span);
  std::vector<Expr> parts;
  parts.reserve(shape.columns);
  for (std::size_t i = 0; i < shape.columns; ++i)
    parts.push_back(compose(column, std::span(values).subspan(i * shape.rows, shape.rows), node.span));
  return compose(type, parts, node.span);
}

Expr ModuleResolver::construct_array(Type type, std::vector<Expr>& values, const ast::Expression& node) {
  const Type element(types_[type].element, type.abstract);
  if (values.size() != types_[type].count) {
    error(tree_[node.left].span, rule::argument_count, "'{}' is made from {} values, found {}", name(type),
          types_[type].count, values.size());
    return {.span = node.span};
  }
  bool ok = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].type != element) values[i] = convert(values[i], element, fmt::format("element {}", i));
    ok = ok && values[i].valid();
  }
  return ok ? compose(type, values, node.span) : Expr{.span = node.span};
}

Expr ModuleResolver::construct_structure(Type type, std::vector<Expr>& values, const ast::Expression& node) {
  const auto& members = types_[type].members;
  if (values.size() != members.size()) {
    error(tree_[node.left].span, rule::argument_count, "'{}' is made from {} values, found {}", name(type),
          members.size(), values.size());
    return {.span = node.span};
  }
  bool ok = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = convert(values[i], members[i].type, fmt::format("member '{}'", members[i].name));
    ok = ok && values[i].valid();
  }
  return ok ? compose(type, values, node.span) : Expr{.span = node.span};
}

}  // namespace slipway::wgsl
