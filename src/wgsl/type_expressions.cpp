// Type expressions: names of types with their template arguments.
#include <algorithm>

#include "wgsl/module_resolver.h"

namespace slipway::wgsl {

using ir::TypeKind;

Type ModuleResolver::type_expression(ast::ExpressionId id) {
  const ast::Expression& node = tree_[id];
  if (node.kind == ast::ExpressionKind::identifier) return named_type(node);
  error(node.span, rule::type, "expected a type");
  return {};
}

Type ModuleResolver::named_type(const ast::Expression& node) {
  const ast::Symbol symbol = node.name.symbol;
  const auto not_a_type = [&](std::string_view what) {
    error(node.name.span, rule::type, "'{}' is a {}, not a type", text(symbol), what);
    return Type();
  };
  if (locals_.find(symbol) != nullptr) return not_a_type("variable");
  if (const GlobalName* global = find_global(symbol)) {
    if (global->kind == ast::GlobalKind::function) return not_a_type("function");
    if (global->kind == ast::GlobalKind::variable) return not_a_type("variable");
    return template_count(node, 0, 0) ? global->type : Type();
  }
  const PredeclaredName what = predeclared_name(symbol);
  if (what.kind == Predeclared::none) {
    unresolved(node.name, "no type");
    return {};
  }
  if (!what.is_type()) return not_a_type("builtin function");
  return predeclared_type(what, node);
}

bool ModuleResolver::need_f16(Span span) {
  if (f16_) return true;
  error(span, rule::enable, "'f16' needs 'enable f16;'");
  return false;
}

bool ModuleResolver::template_count(const ast::Expression& node, std::size_t least, std::size_t most) {
  const std::size_t found = node.has_template ? node.arguments.size() : 0;
  if (found >= least && found <= most) return true;
  const std::string_view type = text(node.name.symbol);
  if (most == 0) {
    error(node.span, rule::type, "'{}' takes no template arguments", type);
  } else if (least == most) {
    error(node.span, rule::type, "'{}' takes {} template argument{}, found {}", type, least,
          least == 1 ? "" : "s", found);
  } else {
    error(node.span, rule::type, "'{}' takes {} to {} template arguments, found {}", type, least, most,
          found);
  }
  return false;
}

Type ModuleResolver::predeclared_type(PredeclaredName what, const ast::Expression& node) {
  const bool plain = what.kind == Predeclared::scalar || what.kind == Predeclared::vector_alias ||
                     what.kind == Predeclared::matrix_alias;
  if (plain) {
    if (!template_count(node, 0, 0)) return {};
    if (what.scalar == ir::Scalar::f16 && !need_f16(node.span)) return {};
    if (what.kind == Predeclared::scalar) return types_.scalar(what.scalar);
    if (what.kind == Predeclared::vector_alias) return types_.vector(what.scalar, what.rows);
    return types_.table().matrix(what.scalar, what.columns, what.rows);
  }
  switch (what.kind) {
    case Predeclared::array: return array_type(node);
    case Predeclared::pointer: return pointer_type(node);
    case Predeclared::unsupported_type: {
      const bool sampler = text(node.name.symbol).starts_with("sampler");
      error(node.span, rule::not_supported, "{} types are not supported: slipway runs compute kernels",
            sampler ? "sampler" : "texture");
      return {};
    }
    default: break;
  }
  if (!template_count(node, 1, 1)) return {};
  const Type element = type_expression(node.arguments[0]);
  if (!element.valid()) return {};
  const Span span = tree_[node.arguments[0]].span;
  const std::string_view outer = text(node.name.symbol);
  const ir::Type& scalar = types_[element];
  const bool is_scalar = scalar.kind == TypeKind::scalar;
  if (what.kind == Predeclared::vector) {
    if (is_scalar) return types_.vector(scalar.scalar, what.rows);
    error(span, rule::type, "components of '{}' must be scalars, found '{}'", outer, name(element));
  } else if (what.kind == Predeclared::matrix) {
    if (is_scalar && ir::is_float(scalar.scalar))
      return types_.table().matrix(scalar.scalar, what.columns, what.rows);
    error(span, rule::type, "components of '{}' must be 'f32' or 'f16', found '{}'", outer, name(element));
  } else {
    if (is_scalar && ir::is_integer(scalar.scalar)) return types_.table().atomic(scalar.scalar);
    error(span, rule::type, "an atomic holds 'i32' or 'u32', found '{}'", name(element));
  }
  return {};
}

bool ModuleResolver::check_depth(Type type, Span span) {
  if (types_.facts(type.id).depth < 255) return true;
  error(span, rule::limit, "the type nests deeper than 254 levels");
  return false;
}

Type ModuleResolver::array_type(const ast::Expression& node) {
  if (!template_count(node, 1, 2)) return {};
  const Type element = type_expression(node.arguments[0]);
  std::optional<Size> size;
  if (node.arguments.size() == 2) {
    size = size_expression(node.arguments[1], "array size");
    if (!size) return {};
  }
  if (!element.valid()) return {};
  const TypeFacts& facts = types_.facts(element.id);
  if (!facts.storable || !facts.creation_fixed) {
    error(tree_[node.arguments[0]].span, rule::type, "'{}' cannot be the element of an array", name(element));
    return {};
  }
  Type type;
  if (!size) {
    type = types_.table().runtime_array(element.id);
  } else if (size->override_id.valid()) {
    type = types_.table().array(element.id, size->override_id);
  } else {
    type = types_.table().array(element.id, size->value);
  }
  return check_depth(type, node.span) ? type : Type();
}

std::string_view ModuleResolver::enumerant(ast::ExpressionId id) const {
  const ast::Expression& node = tree_[id];
  return node.kind == ast::ExpressionKind::identifier && !node.has_template ? text(node.name.symbol)
                                                                            : std::string_view();
}

// Address spaces and access modes are ordinary names, which declarations hide.
bool ModuleResolver::hidden(ast::ExpressionId id, std::string_view wanted) {
  const std::string_view word = enumerant(id);
  if (word.empty()) return false;
  const ast::Symbol symbol = tree_[id].name.symbol;
  if (locals_.find(symbol) == nullptr && find_global(symbol) == nullptr) return false;
  error(tree_[id].span, rule::address_space, "expected {}, and '{}' is declared as something else", wanted,
        word);
  return true;
}

std::optional<ir::AddressSpace> ModuleResolver::address_space(ast::ExpressionId id) {
  using ir::AddressSpace;
  if (hidden(id, "an address space")) return std::nullopt;
  const std::string_view word = enumerant(id);
  for (const AddressSpace space : {AddressSpace::function, AddressSpace::private_, AddressSpace::workgroup,
                                   AddressSpace::uniform, AddressSpace::storage})
    if (word == ir::to_string(space)) return space;
  if (word == "handle") {
    error(tree_[id].span, rule::address_space, "the address space 'handle' cannot be named");
  } else if (word == "immediate" || word == "push_constant") {
    error(tree_[id].span, rule::not_supported,
          "the address space '{}' is not supported: pass small values in a uniform buffer", word);
  } else {
    error(tree_[id].span, rule::address_space,
          "expected an address space (function, private, workgroup, uniform or storage)");
  }
  return std::nullopt;
}

std::optional<ir::Access> ModuleResolver::access_mode(ast::ExpressionId id) {
  if (hidden(id, "an access mode")) return std::nullopt;
  const std::string_view word = enumerant(id);
  for (const ir::Access access : {ir::Access::read, ir::Access::write, ir::Access::read_write})
    if (word == ir::to_string(access)) return access;
  error(tree_[id].span, rule::address_space, "expected an access mode (read, write or read_write)");
  return std::nullopt;
}

Type ModuleResolver::pointer_type(const ast::Expression& node) {
  if (!template_count(node, 2, 3)) return {};
  const auto space = address_space(node.arguments[0]);
  const Type element = type_expression(node.arguments[1]);
  if (!space || !element.valid()) return {};
  ir::Access access = ir::Access::read_write;
  if (*space == ir::AddressSpace::uniform || *space == ir::AddressSpace::storage) access = ir::Access::read;
  if (node.arguments.size() == 3) {
    const auto given = access_mode(node.arguments[2]);
    if (!given) return {};
    if (*space != ir::AddressSpace::storage || *given == ir::Access::write) {
      error(tree_[node.arguments[2]].span, rule::address_space,
            "a pointer to '{}' cannot have the access mode '{}'", ir::to_string(*space),
            ir::to_string(*given));
      return {};
    }
    access = *given;
  }
  const std::string_view needs = store_type_needs({*space, access}, element);
  if (!needs.empty()) {
    error(tree_[node.arguments[1]].span, rule::address_space,
          "what a pointer to '{}' points to must have {}, found '{}'", ir::to_string(*space), needs,
          name(element));
    return {};
  }
  return types_.pointer(*space, element.id, access);
}

}  // namespace slipway::wgsl
