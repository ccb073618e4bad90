// Module-scope declarations but for functions.
#include <algorithm>
#include <bit>
#include <unordered_set>

#include "wgsl/module_resolver.h"

namespace slipway::wgsl {

using ir::AddressSpace;
using ir::TypeKind;

void ModuleResolver::resolve_structure(GlobalName& global) {
  const ast::Struct& node = tree_.structs[global.index];
  std::vector<ir::Member> members;
  std::unordered_set<std::uint32_t> names;
  for (std::size_t i = 0; i < node.members.size(); ++i) {
    const ast::Name& member = node.members[i].name;
    if (names.insert(member.symbol.index).second) {
      resolve_member(node.members[i], members, i + 1 == node.members.size());
    } else {
      error(member.span, rule::redeclaration, "member '{}' is declared twice", text(member.symbol));
    }
  }
  if (members.empty() || members.size() != node.members.size()) return;  // reported
  const Type type = types_.table().structure(std::string(text(node.name.symbol)), std::move(members));
  if (!check_depth(type, node.name.span)) return;
  global.type = type;
  structure_nodes_[type.id.index] = global.index;
  for (std::size_t i = 0; i < node.members.size(); ++i)
    member_indices_[std::uint64_t{type.id.index} << 32U | node.members[i].name.symbol.index] =
        static_cast<std::uint32_t>(i);
}

void ModuleResolver::resolve_member(const ast::StructMember& node, std::vector<ir::Member>& members,
                                    bool last) {
  check_attributes(node.attributes, {"align", "size", "builtin"}, "a structure member");
  ir::Member member{.name = std::string(text(node.name.symbol))};
  if (const ast::Attribute* a = attribute(node.attributes, "align"))
    if (const auto align = attribute_number(*a, 1, INT32_MAX)) {
      if (std::has_single_bit(*align)) {
        member.align_attribute = *align;
      } else {
        error(tree_[a->arguments[0]].span, rule::attribute, "'@align' must be a power of two, found {}",
              *align);
      }
    }
  if (const ast::Attribute* a = attribute(node.attributes, "size"))
    if (const auto size = attribute_number(*a, 1, INT32_MAX)) member.size_attribute = *size;
  const Type type = type_expression(node.type);
  if (!type.valid()) return;
  const TypeFacts& facts = types_.facts(type.id);
  const bool tail = last && types_[type].kind == TypeKind::runtime_array;
  if (!facts.storable || (!facts.creation_fixed && !tail)) {
    if (types_[type].kind == TypeKind::runtime_array) {
      error(node.name.span, rule::type, "a run-time array must be the last member, and '{}' is not",
            member.name);
    } else {
      error(node.name.span, rule::type, "'{}' cannot be the type of a member", name(type));
    }
    return;
  }
  if (const ast::Attribute* a = attribute(node.attributes, "builtin"))
    if (!named_input(*a, type, node.name.span, fmt::format("member '{}'", member.name))) return;
  member.type = type.id;
  members.push_back(std::move(member));
}

void ModuleResolver::resolve_alias(GlobalName& global) {
  global.type = type_expression(tree_.aliases[global.index].type);
}

void ModuleResolver::resolve_variable(GlobalName& global) {
  const ast::Variable& node = tree_.variables[global.index];
  switch (node.kind) {
    case ast::DeclarationKind::const_: return resolve_const(global, node);
    case ast::DeclarationKind::override_: return resolve_override(global, node);
    case ast::DeclarationKind::var: return resolve_module_var(global, node);
    case ast::DeclarationKind::let:
      error(node.span, rule::declaration, "'let' stands in functions only: use 'const' at module scope");
      return;
  }
}

void ModuleResolver::resolve_const(GlobalName& global, const ast::Variable& node) {
  check_attributes(node.attributes, {}, "a constant");
  global.expr = const_value(node);
}

Expr ModuleResolver::const_value(const ast::Variable& node) {
  const std::string_view spelling = text(node.name.symbol);
  const Type type = node.type.valid() ? type_expression(node.type) : Type();
  if (!node.initializer.valid()) {
    error(node.name.span, rule::declaration, "constant '{}' needs an initializer", spelling);
    return {};
  }
  Expr e = const_expression(node.initializer, fmt::format("initializer of '{}'", spelling));
  if (node.type.valid()) e = convert(e, type, fmt::format("initializer of '{}'", spelling));
  if (e.valid() && !types_.facts(e.type.id).constructible) {
    error(e.span, rule::type, "constant '{}' cannot have the type '{}'", spelling, name(e.type));
    return {};
  }
  return e;
}

void ModuleResolver::check_const_assert(ast::ExpressionId condition, Span span) {
  const Expr e = const_expression(condition, "condition of 'const_assert'");
  if (!e.valid()) return;
  if (e.type != Type(types_.scalar(ir::Scalar::boolean))) {
    error(e.span, rule::type_mismatch, "condition of 'const_assert' must be 'bool', found '{}'",
          name(e.type));
  } else if (!constants_.truth(constant_of(e))) {
    error(span, rule::const_assert, "the assertion '{}' does not hold",
          diagnostics_.sources().text(tree_[condition].span));
  }
}

void ModuleResolver::resolve_override(GlobalName& global, const ast::Variable& node) {
  const std::string_view spelling = text(node.name.symbol);
  check_attributes(node.attributes, {"id"}, "an override");
  Type type = node.type.valid() ? type_expression(node.type) : Type();
  if (node.type.valid() && !type.valid()) return;
  Early init;
  if (node.initializer.valid()) {
    init = early(node.initializer, type, fmt::format("initializer of '{}'", spelling));
    if (!init.expr.valid()) return;
    type = init.expr.type;
  }
  if (!type.valid()) {
    error(node.name.span, rule::declaration, "override '{}' needs a type or an initializer", spelling);
    return;
  }
  if (!types_.is_scalar(type)) {
    error(node.name.span, rule::type, "override '{}' must be a scalar, found '{}'", spelling, name(type));
    return;
  }
  ir::Override made{.name = std::string(spelling),
                    .id = {},
                    .type = type.id,
                    .initializer = {},
                    .site = site(node.name.span, spelling)};
  if (const ast::Attribute* a = attribute(node.attributes, "id")) {
    made.id = attribute_number(*a, 0, 65535);
    if (made.id && !override_ids_.emplace(*made.id, node.name.span).second)
      error(a->span, rule::attribute, "'@id({})' is given to two overrides", *made.id);
  }
  if (node.initializer.valid()) made.initializer = initializer_function(init, node.name);
  const ir::OverrideId id(module_.overrides.size());
  module_.overrides.push_back(std::move(made));
  global.expr = Expr{.type = type, .stage = Stage::override_, .payload = id.index, .span = node.name.span};
}

ir::FunctionId ModuleResolver::initializer_function(const Early& init, const ast::Name& variable) {
  if (init.initializer.valid()) return init.initializer;
  const ir::FunctionId id(module_.functions.size());
  module_.functions.emplace_back();
  module_[id].result = init.expr.type.id;
  ir::Builder builder(module_, id);
  builder.set_site(site(variable.span));
  const ir::RegionId body = builder.new_region();
  builder.set_region(body);
  builder.terminate(ir::Op::return_, {init.expr.value});
  module_[id].body = body;
  return id;
}

std::optional<ModuleResolver::Space> ModuleResolver::variable_space(const ast::Variable& node) {
  const std::string_view spelling = text(node.name.symbol);
  if (node.template_arguments.empty()) {
    error(node.name.span, rule::address_space,
          "variable '{}' needs an address space: var<private>, var<workgroup>, var<uniform> or var<storage>",
          spelling);
    return std::nullopt;
  }
  const auto space = address_space(node.template_arguments[0]);
  if (!space) return std::nullopt;
  if (*space == AddressSpace::function) {
    error(tree_[node.template_arguments[0]].span, rule::address_space,
          "variable '{}' at module scope cannot be in the address space 'function'", spelling);
    return std::nullopt;
  }
  const bool in_buffer = *space == AddressSpace::storage || *space == AddressSpace::uniform;
  Space result{*space, in_buffer ? ir::Access::read : ir::Access::read_write};
  if (node.template_arguments.size() < 2) return result;
  const auto access = access_mode(node.template_arguments[1]);
  if (!access) return std::nullopt;
  if (*space != AddressSpace::storage || *access == ir::Access::write) {
    error(tree_[node.template_arguments[1]].span, rule::address_space,
          "variable '{}' in '{}' cannot have the access mode '{}'", spelling, ir::to_string(*space),
          ir::to_string(*access));
    return std::nullopt;
  }
  result.access = *access;
  return result;
}

// What memory of the address space and access mode must have and this type has not; empty where all is well.
std::string_view ModuleResolver::store_type_needs(Space space, Type type) {
  const TypeFacts& facts = types_.facts(type.id);
  switch (space.space) {
    case AddressSpace::private_:
    case AddressSpace::function: return facts.constructible ? "" : "a type of fixed size without atomics";
    case AddressSpace::workgroup:
      return facts.storable && facts.fixed_footprint ? "" : "a type of fixed size";
    case AddressSpace::uniform:
      return facts.host_shareable && facts.constructible ? ""
                                                         : "a type of fixed size without bools or atomics";
    case AddressSpace::storage:
      if (!facts.host_shareable) return "a type that buffers can hold";
      return facts.has_atomic && space.access != ir::Access::read_write
                 ? "the access mode 'read_write' for its atomics"
                 : "";
  }
  return "";
}

void ModuleResolver::resolve_module_var(GlobalName& global, const ast::Variable& node) {
  const std::string_view spelling = text(node.name.symbol);
  check_attributes(node.attributes, {"group", "binding"}, "a variable");
  const std::size_t errors = diagnostics_.errors();
  Type type = node.type.valid() ? type_expression(node.type) : Type();
  if (node.type.valid() && !type.valid() && diagnostics_.errors() != errors) return;
  const auto space = variable_space(node);
  if (!space || (node.type.valid() && !type.valid())) return;
  ir::Global made{.name = std::string(spelling), .site = site(node.name.span, spelling)};
  if (node.initializer.valid()) {
    const Early init = early(node.initializer, type, fmt::format("initializer of '{}'", spelling));
    if (!init.expr.valid()) return;
    if (space->space != AddressSpace::private_) {
      error(init.expr.span, rule::declaration, "variable '{}' in '{}' cannot have an initializer", spelling,
            ir::to_string(space->space));
      return;
    }
    type = init.expr.type;
    if (init.expr.is_constant()) {
      made.initializer = init.expr.value;
    } else {
      made.initializer_override = anonymous_override(init, init.expr.span);
    }
  }
  if (!type.valid()) {
    error(node.name.span, rule::declaration, "variable '{}' needs a type", spelling);
    return;
  }
  const std::string_view needs = store_type_needs(*space, type);
  if (!needs.empty()) {
    error(node.name.span, rule::address_space, "variable '{}' in '{}' must have {}, found '{}'", spelling,
          ir::to_string(space->space), needs, name(type));
    return;
  }
  if (!resolve_binding(node, space->space, made)) return;
  made.type = types_.pointer(space->space, type.id, space->access);
  const ir::GlobalId id(module_.globals.size());
  Expr e{
      .type = type, .reference = true, .root = {Root::global, id.index}, .pointer = made.type, .value = id};
  e.span = node.name.span;
  global.expr = e;
  module_.globals.push_back(std::move(made));
  variable_nodes_.push_back(global.index);
}

bool ModuleResolver::resolve_binding(const ast::Variable& node, AddressSpace space, ir::Global& variable) {
  const ast::Attribute* group = attribute(node.attributes, "group");
  const ast::Attribute* binding = attribute(node.attributes, "binding");
  const bool in_buffer = space == AddressSpace::storage || space == AddressSpace::uniform;
  const std::string_view spelling = text(node.name.symbol);
  if (!in_buffer) {
    const ast::Attribute* first = group != nullptr ? group : binding;
    if (first != nullptr)
      error(first->span, rule::binding, "variable '{}' in '{}' cannot have a binding", spelling,
            ir::to_string(space));
    return true;
  }
  if (group == nullptr || binding == nullptr) {
    error(node.name.span, rule::binding, "variable '{}' in '{}' needs '@group' and '@binding'", spelling,
          ir::to_string(space));
    return true;  // and nothing else is wrong with it
  }
  const auto group_number = attribute_number(*group, 0, UINT32_MAX);
  const auto binding_number = attribute_number(*binding, 0, UINT32_MAX);
  if (group_number && binding_number) variable.binding = {*group_number, *binding_number};
  return true;
}

}  // namespace slipway::wgsl
