// Statements but for control flow: declarations, assignments, calls.
#include "wgsl/module_resolver.h"

namespace slipway::wgsl {

using ast::StatementKind;
using ir::Op;

Behavior ModuleResolver::statement(ast::StatementId id) {
  const ast::Statement& node = tree_[id];
  if (node.kind == StatementKind::switch_) {
    check_switch_attributes(node);
  } else if (node.kind != StatementKind::compound) {
    check_attributes(node.attributes, {"diagnostic"}, "a statement", node.span);
  }
  switch (node.kind) {
    case StatementKind::empty: return behavior::next;
    case StatementKind::declaration: declaration(*node.variable); return behavior::next;
    case StatementKind::assign: assign(node); return behavior::next;
    case StatementKind::phony: value(node.right); return behavior::next;
    case StatementKind::increment:
    case StatementKind::decrement: increment(node); return behavior::next;
    case StatementKind::call: call_statement(node); return behavior::next;
    case StatementKind::const_assert: check_const_assert(node.left, node.span); return behavior::next;
    case StatementKind::discard:
      error(node.span, rule::not_supported, "'discard' is not supported: slipway runs compute kernels");
      return behavior::next;
    default: return control(node);
  }
}

// Those before `switch` hold for all of it, those before its brace for the cases.
void ModuleResolver::check_switch_attributes(const ast::Statement& node) {
  const Span selector = tree_[node.left].span;
  std::size_t outer = 0;
  while (outer < node.attributes.size() && node.attributes[outer].span.begin < selector.begin) ++outer;
  const std::span<const ast::Attribute> attributes(node.attributes);
  check_attributes(attributes.first(outer), {"diagnostic"}, "a statement", node.span);
  check_attributes(attributes.subspan(outer), {"diagnostic"}, "a block",
                   {node.span.file, selector.end, node.span.end});
}

void ModuleResolver::enter_dead_code(DeadCode& dead) {
  const ir::Function& f = builder_->function();
  dead = {.active = true,
          .resume = builder_->region(),
          .insts = f.insts.size(),
          .operands = f.operands.size(),
          .regions = f.regions.size(),
          .switches = f.switches.size(),
          .checks = checks_.list.size()};
  builder_->set_region(builder_->new_region());
}

void ModuleResolver::leave_dead_code(DeadCode& dead) {
  if (!dead.active) return;
  dead.active = false;
  ir::Function& f = builder_->function();
  builder_->set_region(dead.resume);
  checks_.list.resize(dead.checks);
  f.insts.resize(dead.insts);
  f.operands.resize(dead.operands);
  f.regions.resize(dead.regions);
  f.switches.resize(dead.switches);
}

// Behind a statement that control does not leave at its end, the rest is checked and thrown away.
Behavior ModuleResolver::statements(std::span<const ast::StatementId> list, DeadCode& dead) {
  Behavior total = behavior::next;
  for (const ast::StatementId id : list) {
    if ((total & behavior::next) == 0 && !dead.active) {
      end_region(Op::unreachable);
      enter_dead_code(dead);
    }
    const Behavior b = statement(id);
    if ((total & behavior::next) != 0) total = (total & ~Behavior{behavior::next}) | b;
    if (diagnostics_.full()) break;
  }
  if ((total & behavior::next) == 0 && !dead.active) end_region(Op::unreachable);
  return total;
}

Behavior ModuleResolver::block(ast::StatementId id, bool scoped) {
  const ast::Statement& node = tree_[id];
  check_attributes(node.attributes, {"diagnostic"}, "a block", node.span);
  if (scoped) locals_.push();
  DeadCode dead;
  const Behavior b = statements(node.statements, dead);
  leave_dead_code(dead);
  if (scoped) locals_.pop();
  return b;
}

void ModuleResolver::end_region(Op terminator) {
  if (!builder_->terminated()) builder_->terminate(terminator);
}

void ModuleResolver::declare_local(Local local) {
  if (locals_.in_innermost(local.symbol)) {
    return already_declared({local.symbol, local.span}, locals_.find(local.symbol)->span);
  }
  locals_.declare(std::move(local));
}

void ModuleResolver::declaration(const ast::Variable& node) {
  check_attributes(node.attributes, {}, "a local variable");
  const std::string_view spelling = text(node.name.symbol);
  switch (node.kind) {
    case ast::DeclarationKind::var: return declare_var(node);
    case ast::DeclarationKind::override_:
      error(node.span, rule::declaration, "override '{}' must stand at module scope", spelling);
      return;
    case ast::DeclarationKind::const_:
      return declare_local({Local::const_, const_value(node), node.name.symbol, node.name.span});
    case ast::DeclarationKind::let: break;
  }
  const Type type = node.type.valid() ? type_expression(node.type) : Type();
  Expr e;
  if (!node.initializer.valid()) {
    error(node.name.span, rule::declaration, "'let {}' needs an initializer", spelling);
  } else {
    e = concrete_or(node.initializer, node.type.valid(), type, spelling);
  }
  if (e.valid() && !types_.is_pointer(e.type) && !types_.facts(e.type.id).constructible) {
    error(e.span, rule::type, "'let {}' cannot have the type '{}'", spelling, name(e.type));
    e = {};
  }
  e.stage = Stage::runtime;
  declare_local({Local::let, e, node.name.symbol, node.name.span});
}

// The initializer of a local, with the type declared for it or its own.
Expr ModuleResolver::concrete_or(ast::ExpressionId initializer, bool typed, Type type,
                                 std::string_view spelling) {
  const Expr e = value(initializer);
  if (!typed) return e.valid() ? concrete(e) : e;
  if (e.valid() && e.type == type) return e;
  return convert(e, type, fmt::format("initializer of '{}'", spelling));
}

void ModuleResolver::declare_var(const ast::Variable& node) {
  const std::string_view spelling = text(node.name.symbol);
  for (std::size_t i = 0; i < node.template_arguments.size(); ++i) {
    const auto space = i == 0 ? address_space(node.template_arguments[i]) : std::nullopt;
    if (i == 0 && (!space || *space == ir::AddressSpace::function)) continue;
    error(tree_[node.template_arguments[i]].span, rule::address_space, "local variable '{}' cannot {}",
          spelling, i == 0 ? "be in an address space other than 'function'" : "have an access mode");
  }
  Type type = node.type.valid() ? type_expression(node.type) : Type();
  Expr init;
  bool ok = !node.type.valid() || type.valid();
  if (node.initializer.valid()) {
    init = concrete_or(node.initializer, node.type.valid(), type, spelling);
    ok = ok && init.valid();
    if (!type.valid()) type = init.type;
  } else if (!node.type.valid()) {
    error(node.name.span, rule::declaration, "variable '{}' needs a type or an initializer", spelling);
    ok = false;
  }
  if (type.valid() && (!types_.facts(type.id).constructible || types_.is_pointer(type))) {
    error(node.name.span, rule::address_space, "local variable '{}' cannot have the type '{}'", spelling,
          name(type));
    type = {};
    ok = false;
  }
  Expr e{.span = node.name.span};
  if (type.valid()) {  // also after an error in the initializer: the name is good
    e.type = type;
    e.reference = true;
    e.pointer = types_.pointer(ir::AddressSpace::function, type.id, ir::Access::read_write);
    builder_->set_site(site(node.name.span, spelling));
    const bool initialised = ok && node.initializer.valid();
    const ir::InstId made = initialised ? builder_->emit(Op::var, e.pointer, {init.value})
                                        : builder_->emit(Op::var, e.pointer, {});
    e.value = made;
    e.root = {Root::local, made.index};
    if (types_[type].kind >= ir::TypeKind::array) own_memory_.emplace_back(type.id, node.name.span);
  }
  declare_local({Local::var, e, node.name.symbol, node.name.span});
}

std::string ModuleResolver::not_assignable(ast::ExpressionId id) const {
  const ast::Expression& node = tree_[id];
  if (node.kind == ast::ExpressionKind::identifier) {
    const std::string_view spelling = text(node.name.symbol);
    if (const Local* local = locals_.find(node.name.symbol)) {
      switch (local->kind) {
        case Local::let: return fmt::format("'{}' is a 'let'", spelling);
        case Local::const_: return fmt::format("'{}' is a constant", spelling);
        case Local::parameter: return fmt::format("'{}' is a parameter", spelling);
        case Local::var: break;
      }
    }
    const std::uint32_t at = global_of_symbol_[node.name.symbol.index];
    if (at != 0 && globals_[at - 1].kind == ast::GlobalKind::variable)
      return fmt::format(
          "'{}' is {}", spelling,
          globals_[at - 1].declaration == ast::DeclarationKind::override_ ? "an override" : "a constant");
  }
  const bool inside = node.kind == ast::ExpressionKind::index || node.kind == ast::ExpressionKind::member;
  if (!inside) return "this is a value, not memory";
  return not_assignable(node.left);
}

bool ModuleResolver::check_target(const Expr& target, ast::ExpressionId id) {
  if (!target.valid()) return false;
  if (!target.reference) {
    const ast::Expression& node = tree_[id];
    const bool swizzled = node.kind == ast::ExpressionKind::member && types_.is_vector(target.type);
    if (swizzled) {
      error(target.span, rule::assignment, "cannot assign to several components at once");
    } else {
      error(target.span, rule::assignment, "cannot assign: {}", not_assignable(id));
    }
    return false;
  }
  if (types_[target.pointer].access == ir::Access::read) {
    const bool storage = types_[target.pointer].space == ir::AddressSpace::storage;
    const std::string memory = target.root.kind == Root::global
                                   ? fmt::format("'{}'", module_.globals[target.root.index].name)
                                   : std::string("this memory");
    error(target.span, rule::assignment, "cannot assign: {} is read-only, as {}", memory,
          storage ? "it is not 'read_write'" : "uniform memory always is");
    return false;
  }
  if (types_[target.type].kind == ir::TypeKind::atomic) {
    error(target.span, rule::assignment, "a value of type '{}' is only written by atomic functions",
          name(target.type));
    return false;
  }
  if (!types_.facts(target.type.id).constructible) {
    error(target.span, rule::assignment, "memory of type '{}' cannot be written as a whole",
          name(target.type));
    return false;
  }
  return true;
}

void ModuleResolver::assign_to(const Expr& target, const Expr& new_value, Span span) {
  note_access(target.root, true);
  emit(Op::store, types_.table().void_type(), {address(target), new_value.value}, span);
}

void ModuleResolver::assign(const ast::Statement& node) {
  const Expr target = expression(node.left);
  const bool ok = check_target(target, node.left);
  if (!node.assign_op) {
    Expr e = value(node.right);
    if (ok && e.type != target.type) e = convert(e, target.type, "assigned value");
    if (ok && e.valid()) assign_to(target, e, node.span);
    return;
  }
  const Expr old = ok ? load(target) : Expr{.span = target.span};
  const Expr right = value(node.right);
  if (!old.valid() || !right.valid()) return;
  Expr e = binary_values(*node.assign_op, old, right, node.op_span, node.span);
  e = convert(e, target.type, "result of the compound assignment");
  if (e.valid()) assign_to(target, e, node.span);
}

void ModuleResolver::increment(const ast::Statement& node) {
  const bool up = node.kind == StatementKind::increment;
  const Expr target = expression(node.left);
  if (!check_target(target, node.left)) return;
  if (!types_.is_scalar(target.type) || !is_integer(types_.kind(target.type))) {
    error(node.op_span.valid() ? node.op_span : node.span, rule::no_overload,
          "operator '{}' does not take '{}'", up ? "++" : "--", name(target.type));
    return;
  }
  const Expr old = load(target);
  const Expr one = expr_of(constants_.scalar(target.type.id, 1), node.span);
  assign_to(target, operate(up ? Op::add : Op::sub, target.type, {old, one}, node.span, up ? "++" : "--"),
            node.span);
}

void ModuleResolver::call_statement(const ast::Statement& node) {
  const ast::Expression& call_node = tree_[node.left];
  if (call_node.kind != ast::ExpressionKind::call) {
    value(node.left);
    return;
  }
  const ast::Name& callee = tree_[call_node.left].name;
  const Expr e = call(call_node, true);
  if (!e.valid()) return;
  const GlobalName* global = find_global(callee.symbol);
  if (global != nullptr && global->kind == ast::GlobalKind::function) return;  // call() has checked
  if (global == nullptr) {
    const Predeclared kind = predeclared_name(callee.symbol).kind;
    if (kind == Predeclared::atomic_function || types_.is_void(e.type)) return;
  }
  error(callee.span, rule::must_use, "the result of '{}' must be used", text(callee.symbol));
}

}  // namespace slipway::wgsl
