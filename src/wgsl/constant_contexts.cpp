// Expressions that must be known before a kernel runs: when the program is read, or when the pipeline is
// made.
#include "wgsl/module_resolver.h"

namespace slipway::wgsl {

using ir::Op;

ModuleResolver::Early ModuleResolver::early(ast::ExpressionId id, Type to, std::string_view what,
                                            bool concretise, std::string_view known) {
  const std::optional<ir::Builder> resume = builder_;
  FunctionInfo* const function = function_;
  function_ = nullptr;
  const ir::FunctionId initializer(module_.functions.size());
  module_.functions.emplace_back();
  builder_.emplace(module_, initializer);
  const ir::RegionId body = builder_->new_region();
  builder_->set_region(body);
  Early result{.expr = value(id), .initializer = {}};
  Expr& e = result.expr;
  if (to.valid()) {
    e = convert(e, to, what);
  } else if (concretise && e.valid()) {
    e = concrete(e);
  }
  if (e.valid() && e.stage == Stage::runtime) {
    error(e.span, rule::stage, "{} must be {}", what, known);
    e = {.span = e.span};
  }
  ir::Function& made = module_[initializer];
  made.body = body;
  if (e.valid() && e.stage == Stage::override_) {
    made.result = e.type.id;
    builder_->terminate(Op::return_, {e.value});
    result.initializer = initializer;
  } else if (initializer.index + 1 == module_.functions.size()) {
    module_.functions.pop_back();
  } else {  // something inside made functions of its own, which have their numbers
    made = ir::Function{.result = types_.table().void_type()};
    made.body = builder_->new_region();
    builder_->set_region(made.body);
    builder_->terminate(Op::unreachable);
  }
  builder_ = resume;
  function_ = function;
  return result;
}

Expr ModuleResolver::const_expression(ast::ExpressionId id, std::string_view what) {
  const Early result = early(id, {}, what, false, "a constant expression");
  if (!result.expr.valid() || result.expr.is_constant()) return result.expr;
  error(result.expr.span, rule::stage, "{} must be a constant expression, and this depends on an override",
        what);
  return {.span = result.expr.span};
}

std::optional<std::int64_t> ModuleResolver::const_integer(ast::ExpressionId id, std::string_view what) {
  const Expr e = const_expression(id, what);
  if (!e.valid()) return std::nullopt;
  if (types_.is_scalar(e.type) && is_integer(types_.kind(e.type))) return constants_.integer(constant_of(e));
  error(e.span, rule::type_mismatch, "{} must be 'i32' or 'u32', found '{}'", what, name(e.type));
  return std::nullopt;
}

std::optional<ModuleResolver::Size> ModuleResolver::size_expression(ast::ExpressionId id,
                                                                    std::string_view what) {
  const Early size = early(id, {}, what, false);
  const Expr& e = size.expr;
  if (!e.valid()) return std::nullopt;
  if (!types_.is_scalar(e.type) || !is_integer(types_.kind(e.type))) {
    error(e.span, rule::type_mismatch, "{} must be 'i32' or 'u32', found '{}'", what, name(e.type));
    return std::nullopt;
  }
  if (e.is_constant()) {
    const std::int64_t value = constants_.integer(constant_of(e));
    if (value >= 1 && value <= UINT32_MAX) return Size{static_cast<std::uint32_t>(value), {}, e.type};
    error(e.span, rule::const_eval, "{} must be at least 1{}, found {}", what,
          value < 1 ? "" : " and fit 'u32'", value);
    return std::nullopt;
  }
  // A bare name stands for its override, so that sizes by one name make one type.
  const ast::Expression& node = tree_[id];
  if (node.kind == ast::ExpressionKind::identifier) return Size{0, ir::OverrideId(e.payload), e.type};
  return Size{0, anonymous_override(size, e.span), e.type};
}

ir::OverrideId ModuleResolver::anonymous_override(const Early& value, Span span) {
  const ir::OverrideId id(module_.overrides.size());
  module_.overrides.push_back({.name = {},
                               .id = {},
                               .type = value.expr.type.id,
                               .initializer = value.initializer,
                               .site = site(span)});
  return id;
}

}  // namespace slipway::wgsl
