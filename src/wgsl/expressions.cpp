// Expressions but for operators and calls: literals, names, indexing, members, pointers.
#include "wgsl/module_resolver.h"

#include <algorithm>
#include <bit>
#include <ranges>

#include "ir/arith.h"

namespace slipway::wgsl {

using ast::ExpressionKind;
using ir::Op;
using ir::TypeKind;

// Chains such as a + b + c + … and a.b[c].d… are left-deep and may be long: their spine is walked with a
// stack of our own. Everything else nests no deeper than the parser allows.
Expr ModuleResolver::expression(ast::ExpressionId id) {
  std::vector<ast::ExpressionId> spine;
  const auto has_left_spine = [&](ast::ExpressionId e) {
    const ExpressionKind kind = tree_[e].kind;
    return kind == ExpressionKind::binary || kind == ExpressionKind::index || kind == ExpressionKind::member;
  };
  for (; has_left_spine(id); id = tree_[id].left) spine.push_back(id);
  Expr e = leaf(id);
  for (; !spine.empty(); spine.pop_back()) {
    const ast::Expression& node = tree_[spine.back()];
    switch (node.kind) {
      case ExpressionKind::binary: e = binary(node.binary_op, e, node.right, node); break;
      case ExpressionKind::index: e = index(e, node); break;
      default: e = member(e, node); break;
    }
    e.span = node.span;
  }
  return e;
}

Expr ModuleResolver::leaf(ast::ExpressionId id) {
  const ast::Expression& node = tree_[id];
  switch (node.kind) {
    case ExpressionKind::bool_literal: return expr_of(constants_.boolean(node.bool_value), node.span);
    case ExpressionKind::int_literal:
      if (node.suffix == ast::Suffix::none)
        return expr_of(constants_.abstract_int(node.int_value), node.span);
      return expr_of(
          constants_.scalar(types_.scalar(node.suffix == ast::Suffix::i ? ir::Scalar::i32 : ir::Scalar::u32),
                            static_cast<std::uint32_t>(node.int_value)),
          node.span);
    case ExpressionKind::float_literal:
      if (node.suffix == ast::Suffix::none)
        return expr_of(constants_.abstract_float(node.float_value), node.span);
      if (node.suffix == ast::Suffix::f)
        return expr_of(
            constants_.scalar(types_.scalar(ir::Scalar::f32), ir::arith::F32::narrow(node.float_value)),
            node.span);
      if (!need_f16(node.span)) return {.span = node.span};
      return expr_of(
          constants_.scalar(types_.scalar(ir::Scalar::f16), ir::arith::F16::narrow(node.float_value)),
          node.span);
    case ExpressionKind::identifier: return identifier(node);
    case ExpressionKind::unary: return unary(node);
    case ExpressionKind::call: {
      const Expr e = call(node);
      if (!e.valid() || !types_.is_void(e.type)) return e;
      error(node.span, rule::type_mismatch, "'{}' gives no value", text(tree_[node.left].name.symbol));
      return {.span = node.span};
    }
    default: SLIPWAY_UNREACHABLE();
  }
}

Expr ModuleResolver::identifier(const ast::Expression& node) {
  const ast::Symbol symbol = node.name.symbol;
  if (const Local* local = locals_.find(symbol)) return local_use(*local, node);
  if (GlobalName* global = find_global(symbol)) {
    if (global->kind == ast::GlobalKind::variable) {
      if (node.has_template) {
        error(node.span, rule::type, "'{}' takes no template arguments", text(symbol));
        return {.span = node.span};
      }
      Expr e = global->expr;
      e.span = node.span;
      if (e.reference && function_ != nullptr) function_->globals.try_emplace(e.root.index);
      // An override is read where it is used; its value stands in for its number.
      if (e.stage == Stage::override_)
        e.value = emit(Op::override_ref, e.type, {}, node.span, static_cast<std::uint32_t>(e.payload));
      return e;
    }
    const bool function = global->kind == ast::GlobalKind::function;
    error(node.span, rule::type_mismatch, "'{}' is a {}, not a value", text(symbol),
          function ? "function" : "type");
    return {.span = node.span};
  }
  const PredeclaredName what = predeclared_name(symbol);
  if (what.kind == Predeclared::none) {
    unresolved(node.name, "nothing");
  } else {
    error(node.span, rule::type_mismatch, "'{}' is a builtin {}, not a value", text(symbol),
          what.is_type() ? "type" : "function");
  }
  return {.span = node.span};
}

Expr ModuleResolver::local_use(const Local& local, const ast::Expression& node) {
  Expr e = local.expr;
  e.span = node.span;
  if (node.has_template) {
    error(node.span, rule::type, "'{}' takes no template arguments", text(node.name.symbol));
    return {.span = node.span};
  }
  for (const Frame& frame : std::views::reverse(frames_)) {
    if (!frame.in_continuing) continue;
    const std::size_t position = locals_.position(local);
    if (position < frame.body_start || position < frame.first_continue || frame.first_continue == SIZE_MAX)
      continue;
    // Declared in the loop's own body (inner scopes have ended), behind a continue.
    if (position >= frame.body_end) continue;
    error(node.span, rule::behavior,
          "'{}' may not be declared yet: a 'continue' comes before its declaration", text(node.name.symbol));
    return {.span = node.span};
  }
  return e;
}

Expr ModuleResolver::unary(const ast::Expression& node) {
  if (node.unary_op == ast::UnaryOp::address_of) return address_of(node);
  const Expr e = value(node.left);
  if (!e.valid()) return {.span = node.span};
  const bool shaped = types_.is_scalar(e.type) || types_.is_vector(e.type);
  const Kind kind = shaped ? types_.kind(e.type) : Kind::none;
  const auto refuse = [&](std::string_view op) {
    error(node.op_span, rule::no_overload, "operator '{}' does not take '{}'", op, name(e.type));
    return Expr{.span = node.span};
  };
  switch (node.unary_op) {
    case ast::UnaryOp::negate:
      if (!is_signed(kind)) return refuse("-");
      return operate(Op::neg, e.type, {e}, node.span, "-");
    case ast::UnaryOp::complement:
      if (!is_integer(kind)) return refuse("~");
      return operate(Op::bit_not, e.type, {e}, node.span, "~");
    case ast::UnaryOp::logical_not:
      if (kind != Kind::boolean) return refuse("!");
      return operate(Op::logical_not, e.type, {e}, node.span, "!");
    case ast::UnaryOp::indirection:
      if (!types_.is_pointer(e.type)) {
        error(node.op_span, rule::pointer, "only a pointer can be dereferenced, found '{}'", name(e.type));
        return {.span = node.span};
      }
      return dereference(e, node.span);
    case ast::UnaryOp::address_of: break;
  }
  SLIPWAY_UNREACHABLE();
}

Expr ModuleResolver::address_of(const ast::Expression& node) {
  const Expr e = expression(node.left);
  if (!e.valid()) return {.span = node.span};
  if (!e.reference) {
    error(node.op_span, rule::pointer, "only memory has an address, and this is a value of type '{}'",
          name(e.type));
    return {.span = node.span};
  }
  if (e.component) {
    error(node.op_span, rule::pointer, "a component of a vector has no address");
    return {.span = node.span};
  }
  Expr pointer = make_value(e.pointer, e.value, Stage::runtime, node.span);
  pointer.root = e.root;
  return pointer;
}

Expr ModuleResolver::index(const Expr& base_expr, const ast::Expression& node) {
  const Expr base = base_expr.valid() && !base_expr.reference && types_.is_pointer(base_expr.type)
                        ? dereference(base_expr, base_expr.span)
                        : base_expr;
  Expr at = value(node.right);
  if (!base.valid() || !at.valid()) return {.span = node.span};
  const TypeKind kind = types_[base.type].kind;
  if (kind != TypeKind::array && kind != TypeKind::runtime_array && kind != TypeKind::vector &&
      kind != TypeKind::matrix) {
    error(tree_[node.left].span, rule::type_mismatch, "a value of type '{}' cannot be indexed",
          name(base.type));
    return {.span = node.span};
  }
  if (!types_.is_scalar(at.type) || !is_integer(types_.kind(at.type))) {
    error(at.span, rule::type_mismatch, "an index must be 'i32' or 'u32', found '{}'", name(at.type));
    return {.span = node.span};
  }
  if (at.is_constant()) {
    const std::int64_t i = constants_.integer(constant_of(at));
    const std::uint32_t count = types_.child_count(base.type);
    const bool open = count == 0;  // known at run time, or when the pipeline is made
    if (i < 0 || i > UINT32_MAX || (!open && i >= count)) {
      if (open) {
        error(at.span, rule::index, "index {} is out of range", i);
      } else {
        error(at.span, rule::index, "index {} is out of range for '{}' (0 to {})", i, name(base.type),
              count - 1);
      }
      return {.span = node.span};
    }
    at = expr_of(constants_.scalar(types_.scalar(ir::Scalar::u32), static_cast<std::uint32_t>(i)), at.span);
  }
  check_index_later(base.type, at);
  return base.reference ? index_reference(base, at, node) : index_value(base, at, node);
}

Expr ModuleResolver::index_reference(const Expr& base, const Expr& at, const ast::Expression& node) {
  const ir::Type& holder = types_[base.pointer];
  const ir::AddressSpace space = holder.space;
  const ir::Access access = holder.access;
  Expr e{.type = types_.table().child(base.type.id, 0), .reference = true, .root = base.root};
  e.component = types_.is_vector(base.type);
  e.pointer = types_.pointer(space, e.type.id, access);
  e.span = node.span;
  if (e.component) {
    e.value = base.value;
    e.at = at.value;
  } else {
    e.value = emit(Op::access, e.pointer, {base.value, at.value}, node.span);
  }
  return e;
}

Expr ModuleResolver::index_value(const Expr& base, const Expr& at, const ast::Expression& node) {
  if (at.is_constant())
    return extract(base, static_cast<std::uint32_t>(constants_.integer(constant_of(at))), node.span);
  const Expr composite = concrete(base);
  if (!composite.valid()) return composite;
  const Type type = types_.child(composite.type, 0);
  return make_value(type, emit(Op::extract_dynamic, type, {composite.value, at.value}, node.span),
                    std::max(composite.stage, at.stage), node.span);
}

Expr ModuleResolver::member(const Expr& base_expr, const ast::Expression& node) {
  if (!base_expr.valid()) return {.span = node.span};
  const Expr base = !base_expr.reference && types_.is_pointer(base_expr.type)
                        ? dereference(base_expr, base_expr.span)
                        : base_expr;
  const ir::Type& type = types_[base.type];
  if (type.kind == TypeKind::vector) return swizzle(base, node);
  if (type.kind != TypeKind::structure) {
    error(node.name.span, rule::type_mismatch, "a value of type '{}' has no members", name(base.type));
    return {.span = node.span};
  }
  const auto found = find_member(base.type.id, node.name.symbol);
  if (!found) {
    error(node.name.span, rule::unresolved, "'{}' has no member named '{}'", type.name,
          text(node.name.symbol));
    return {.span = node.span};
  }
  const std::uint32_t at = *found;
  if (!base.reference) return extract(base, at, node.span);
  const ir::Type& holder = types_[base.pointer];
  Expr e{.type = type.members[at].type, .reference = true, .root = base.root};
  e.pointer = types_.pointer(holder.space, e.type.id, holder.access);
  e.value = emit(Op::member, e.pointer, {base.value}, node.span, at);
  e.span = node.span;
  return e;
}

std::optional<std::uint32_t> ModuleResolver::find_member(ir::TypeId structure, ast::Symbol symbol) const {
  const auto& members = types_[structure].members;
  if (structure_nodes_.contains(structure.index)) {
    const auto known = member_indices_.find(std::uint64_t{structure.index} << 32U | symbol.index);
    return known == member_indices_.end() ? std::nullopt : std::optional(known->second);
  }
  const auto found = std::ranges::find(members, text(symbol), &ir::Member::name);  // of a builtin's result
  if (found == members.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - members.begin());
}

Expr ModuleResolver::swizzle(const Expr& base, const ast::Expression& node) {
  const std::string_view letters = text(node.name.symbol);
  const std::uint8_t rows = types_[base.type].rows;
  std::array<std::uint32_t, 4> components{};
  bool ok = !letters.empty() && letters.size() <= 4;
  int sets = 0;
  for (std::size_t i = 0; ok && i < letters.size(); ++i) {
    const std::size_t xyzw = std::string_view("xyzw").find(letters[i]);
    const std::size_t rgba = std::string_view("rgba").find(letters[i]);
    sets |= xyzw != std::string_view::npos ? 1 : 2;
    const std::size_t component = std::min(xyzw, rgba);
    ok = component != std::string_view::npos && sets != 3;
    components[i] = static_cast<std::uint32_t>(component);
    if (ok && component >= rows) {
      error(node.name.span, rule::index, "'{}' has no component '{}'", name(base.type), letters[i]);
      return {.span = node.span};
    }
  }
  if (!ok) {
    error(node.name.span, rule::unresolved, "'{}' names no components of '{}'", letters, name(base.type));
    return {.span = node.span};
  }
  if (letters.size() == 1) {
    const Expr at = expr_of(constants_.scalar(types_.scalar(ir::Scalar::u32), components[0]), node.name.span);
    return base.reference ? index_reference(base, at, node) : index_value(base, at, node);
  }
  const Expr vector = load(base);
  if (!vector.valid()) return vector;
  const Type type(types_.vector(types_[vector.type].scalar, static_cast<unsigned>(letters.size())),
                  vector.type.abstract);
  if (vector.is_constant()) {
    std::vector<Expr> parts;
    parts.reserve(letters.size());
    for (std::size_t i = 0; i < letters.size(); ++i)
      parts.push_back(extract(vector, components[i], node.span));
    return compose(type, parts, node.span);
  }
  std::uint32_t imm = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) imm |= components[i] << (4 * i);
  return make_value(type, emit(Op::shuffle, type, {vector.value}, node.span, imm), vector.stage, node.span);
}

}  // namespace slipway::wgsl
