// Calls: what the callee's name means, arguments, calls of the program's own functions.
#include "wgsl/module_resolver.h"

namespace slipway::wgsl {

Expr ModuleResolver::call(const ast::Expression& node, bool as_statement) {
  const ast::Expression& callee = tree_[node.left];
  const ast::Symbol symbol = callee.name.symbol;
  const auto not_callable = [&](std::string_view what) {
    error(callee.span, rule::type_mismatch, "'{}' is {}, not a function or type", text(symbol), what);
    std::vector<Expr> unused;
    arguments(node, unused);
    return Expr{.span = node.span};
  };
  if (locals_.find(symbol) != nullptr) return not_callable("a local variable");
  if (GlobalName* global = find_global(symbol)) {
    switch (global->kind) {
      case ast::GlobalKind::variable: return not_callable("a variable");
      case ast::GlobalKind::function: return call_user(global->index, node, as_statement);
      default: return construct(named_type(callee), node);
    }
  }
  const PredeclaredName what = predeclared_name(symbol);
  if (what.kind == Predeclared::none) {
    unresolved(callee.name, "no function or type");
    std::vector<Expr> unused;
    arguments(node, unused);
    return {.span = node.span};
  }
  if (!what.is_type()) return call_predeclared(what, node);
  const bool generator =
      what.kind == Predeclared::vector || what.kind == Predeclared::matrix || what.kind == Predeclared::array;
  if (generator && !callee.has_template) return construct_inferred(what, node);
  return construct(named_type(callee), node);
}

bool ModuleResolver::arguments(const ast::Expression& node, std::vector<Expr>& values) {
  bool ok = true;
  values.reserve(node.arguments.size());
  for (const ast::ExpressionId argument : node.arguments) {
    values.push_back(value(argument));
    ok = ok && values.back().valid();
  }
  return ok;
}

bool ModuleResolver::argument_count(const ast::Expression& node, std::size_t expected) {
  if (node.arguments.size() == expected) return true;
  const ast::Name& callee = tree_[node.left].name;
  error(callee.span, rule::argument_count, "'{}' takes {} argument{}, found {}", text(callee.symbol),
        expected, expected == 1 ? "" : "s", node.arguments.size());
  return false;
}

Expr ModuleResolver::argument_as(const ast::Expression& node, std::size_t i, Type type) {
  return convert_argument(value(node.arguments[i]), type, i, text(tree_[node.left].name.symbol));
}

Expr ModuleResolver::convert_argument(const Expr& e, Type type, std::size_t i, std::string_view callee) {
  if (e.type == type) return e;
  return convert(e, type, fmt::format("argument {} of '{}'", i + 1, callee));
}

Expr ModuleResolver::call_user(std::uint32_t index, const ast::Expression& node, bool as_statement) {
  const ast::Name& callee = tree_[node.left].name;
  FunctionInfo& info = functions_[index];
  const Expr poison{.span = node.span};
  std::vector<Expr> values;
  const bool arguments_ok = arguments(node, values);
  if (function_ == nullptr) {
    error(node.span, rule::stage, "'{}' cannot be called here: functions run only when a kernel runs",
          text(callee.symbol));
    return poison;
  }
  if (tree_[node.left].has_template) {
    error(tree_[node.left].span, rule::type, "'{}' takes no template arguments", text(callee.symbol));
    return poison;
  }
  if (info.entry_point) {
    error(callee.span, rule::entry_point, "'{}' is an entry point and cannot be called", text(callee.symbol));
    return poison;
  }
  if (!argument_count(node, info.parameters.size()) || !info.signature_ok) return poison;
  CallRecord record{.callee = index, .span = callee.span, .roots = {}, .argument_spans = {}};
  std::vector<ir::Value> operands;
  bool ok = arguments_ok;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Expr e = convert_argument(values[i], info.parameters[i].type, i, text(callee.symbol));
    ok = ok && e.valid();
    operands.push_back(e.value);
    record.roots.push_back(e.root);
    record.argument_spans.push_back(e.span);
  }
  function_->calls.push_back(std::move(record));
  if (as_statement && info.must_use) {
    error(callee.span, rule::must_use, "the result of '{}' must be used", text(callee.symbol));
    return poison;
  }
  if (!ok) return poison;
  return make_value(info.result, emit(ir::Op::call, info.result, operands, node.span, info.id.index),
                    Stage::runtime, node.span);
}

Expr ModuleResolver::call_predeclared(PredeclaredName what, const ast::Expression& node) {
  const ast::Expression& callee = tree_[node.left];
  const Expr poison{.span = node.span};
  if (callee.has_template && what.kind != Predeclared::bitcast) {
    error(callee.span, rule::type, "'{}' takes no template arguments", text(callee.name.symbol));
    return poison;
  }
  switch (what.kind) {
    case Predeclared::function: return call_overloaded(node);
    case Predeclared::bitcast: return bitcast(node);
    case Predeclared::unsupported_function:
      error(callee.span, rule::not_supported, "'{}' is not supported: slipway runs compute kernels",
            text(callee.name.symbol));
      return poison;
    default: break;
  }
  if (function_ == nullptr) {
    error(node.span, rule::stage, "'{}' cannot be called here: it works only when a kernel runs",
          text(callee.name.symbol));
    return poison;
  }
  switch (what.kind) {
    case Predeclared::array_length: return array_length(node);
    case Predeclared::barrier: return barrier(what, node);
    case Predeclared::uniform_load: return uniform_load(node);
    case Predeclared::atomic_function: return atomic(what, node);
    case Predeclared::trap:
    case Predeclared::assert_: return trap(what, node);
    default: SLIPWAY_UNREACHABLE();
  }
}

}  // namespace slipway::wgsl
