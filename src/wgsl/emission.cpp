// Making values: instructions where something is only known later, constants where all is known.
#include <algorithm>

#include "wgsl/module_resolver.h"

namespace slipway::wgsl {

ir::SiteId ModuleResolver::site(Span span, std::string_view variable) {
  auto& spans = debug_.site_spans;
  if (variable.empty() && !spans.empty() && span == last_site_span_)
    return static_cast<ir::SiteId>(spans.size() - 1);
  last_site_span_ = variable.empty() ? span : Span{};
  spans.push_back(span);
  if (!variable.empty()) {
    debug_.site_names.resize(spans.size());
    debug_.site_names.back() = variable;
  }
  return static_cast<ir::SiteId>(spans.size() - 1);
}

ir::Value ModuleResolver::emit(ir::Op op, Type type, std::span<const ir::Value> operands, Span span,
                               std::uint32_t imm) {
  builder_->set_site(site(span));
  return builder_->emit(op, type.id, operands, imm);
}

ir::Value ModuleResolver::emit(ir::Op op, Type type, std::initializer_list<ir::Value> operands, Span span,
                               std::uint32_t imm) {
  return emit(op, type, std::span(operands.begin(), operands.size()), span, imm);
}

Expr ModuleResolver::expr_of(const Constant& c, Span span) {
  Expr e{.type = c.type, .stage = Stage::constant, .payload = c.payload, .span = span};
  if (!c.type.is_abstract()) e.value = c.id;
  return e;
}

Expr ModuleResolver::make_value(Type type, ir::Value value, Stage stage, Span span) {
  return {.type = type, .stage = stage, .value = value, .span = span};
}

Expr ModuleResolver::operate(ir::Op op, Type type, std::span<const Expr> operands, Span span,
                             std::string_view name, std::uint32_t imm) {
  Stage stage = Stage::constant;
  bool some_constant = false;
  for (const Expr& operand : operands) {
    if (!operand.valid()) return {.span = span};
    stage = std::max(stage, operand.stage);
    some_constant = some_constant || operand.is_constant();
  }
  if (some_constant) {
    std::array<std::optional<Constant>, 4> known;
    for (std::size_t i = 0; i < operands.size(); ++i)
      if (operands[i].is_constant()) known[i] = constant_of(operands[i]);
    if (!constants_.check_operands(op, types_.kind(operands[0].type), known, span, name))
      return {.span = span};
  }
  if (stage == Stage::constant) {
    std::array<Constant, 4> values;
    for (std::size_t i = 0; i < operands.size(); ++i) values[i] = constant_of(operands[i]);
    return expr_of(constants_.evaluate(op, type, std::span(values).first(operands.size()), imm, span, name),
                   span);
  }
  std::array<ir::Value, 4> values;
  for (std::size_t i = 0; i < operands.size(); ++i) values[i] = operands[i].value;
  const Expr made =
      make_value(type, emit(op, type, std::span(values).first(operands.size()), span, imm), stage, span);
  check_later(op, made, operands);
  return made;
}

void ModuleResolver::check_later(ir::Op op, const Expr& made, std::span<const Expr> operands) {
  if (function_ == nullptr) return;
  std::uint32_t known = 0;
  bool by_override = false;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].stage != Stage::runtime) known |= 1U << i;
    by_override = by_override || operands[i].stage == Stage::override_;
  }
  const bool all_known = made.stage == Stage::override_;
  if (!by_override || !(ir::has_rule(op) || (all_known && is_float(types_.kind(made.type))))) return;
  checks_.list.push_back({.function = function_->id,
                          .subject = made.value,
                          .indexed = {},
                          .known = known,
                          .all_known = all_known,
                          .guard = guard_,
                          .span = made.span});
}

void ModuleResolver::check_index_later(Type indexed, const Expr& at) {
  if (function_ == nullptr || types_[indexed].kind == ir::TypeKind::runtime_array) return;
  const bool sized_later = types_[indexed].count_override.valid();
  if (at.stage != Stage::override_ && !(at.is_constant() && sized_later)) return;
  checks_.list.push_back({.function = function_->id,
                          .subject = at.value,
                          .indexed = indexed.id,
                          .guard = guard_,
                          .span = at.span});
}

Expr ModuleResolver::load(Expr e) {
  if (!e.valid() || !e.reference) return e;
  const Span span = e.span;
  if (types_[e.type].kind == ir::TypeKind::atomic) {
    error(span, rule::type_mismatch, "a value of type '{}' is only read by atomicLoad", name(e.type));
    return {.span = span};
  }
  if (!types_.facts(e.type.id).constructible) {
    error(span, rule::type_mismatch, "memory of type '{}' cannot be read as a whole", name(e.type));
    return {.span = span};
  }
  note_access(e.root, false);
  if (types_[e.type].kind >= ir::TypeKind::array) own_memory_.emplace_back(e.type.id, span);
  return make_value(e.type, emit(ir::Op::load, e.type, {address(e)}, span), Stage::runtime, span);
}

// A component of a vector has no address in WGSL: its pointer is made where it is used, for that one use.
ir::Value ModuleResolver::address(const Expr& reference) {
  if (!reference.component) return reference.value;
  return emit(ir::Op::access, reference.pointer, {reference.value, reference.at}, reference.span);
}

void ModuleResolver::note_access(Root root, bool write) {
  if (function_ == nullptr) return;
  if (root.kind == Root::parameter) {
    ParameterInfo& parameter = function_->parameters[root.index];
    (write ? parameter.written : parameter.read) = true;
  } else if (root.kind == Root::global) {
    GlobalUse& use = function_->globals[root.index];
    (write ? use.written : use.read) = true;
  }
}

Expr ModuleResolver::dereference(const Expr& pointer, Span span) {
  Expr e{.type = types_[pointer.type].element, .reference = true, .root = pointer.root};
  e.pointer = pointer.type.id;
  e.value = pointer.value;
  e.span = span;
  return e;
}

Expr ModuleResolver::concrete(Expr e) {
  if (!e.type.is_abstract()) return e;
  return expr_of(constants_.convert(constant_of(e), Type(e.type.id), e.span), e.span);
}

Expr ModuleResolver::convert(Expr e, Type to, std::string_view what) {
  if (!e.valid() || !to.valid()) return {.span = e.span};
  if (e.type == to) return e;
  if (!types_.converts(e.type, to)) {
    error(e.span, rule::type_mismatch, "{} must be '{}', found '{}'", what, name(to), name(e.type));
    return {.span = e.span};
  }
  return expr_of(constants_.convert(constant_of(e), to, e.span), e.span);
}

Expr ModuleResolver::compose(Type type, std::span<const Expr> parts, Span span) {
  Stage stage = Stage::constant;
  for (const Expr& part : parts) {
    if (!part.valid()) return {.span = span};
    stage = std::max(stage, part.stage);
  }
  if (stage == Stage::constant) {
    std::vector<Constant> values;
    values.reserve(parts.size());
    for (const Expr& part : parts) values.push_back(constant_of(part));
    return expr_of(constants_.compose(type, values, span), span);
  }
  std::vector<ir::Value> values;
  values.reserve(parts.size());
  for (const Expr& part : parts) values.push_back(part.value);
  return make_value(type, emit(ir::Op::construct, type, values, span), stage, span);
}

Expr ModuleResolver::extract(const Expr& composite, std::uint32_t index, Span span) {
  if (composite.is_constant()) return expr_of(constants_.part(constant_of(composite), index), span);
  const Type type = types_.child(composite.type, index);
  return make_value(type, emit(ir::Op::extract, type, {composite.value}, span, index), composite.stage, span);
}

Expr ModuleResolver::splat(const Expr& scalar, Type vector, Span span) {
  if (scalar.is_constant()) return expr_of(constants_.splat(constant_of(scalar), vector), span);
  return make_value(vector, emit(ir::Op::splat, vector, {scalar.value}, span), scalar.stage, span);
}

ir::RegionId ModuleResolver::detach() {
  const ir::RegionId resume = builder_->region();
  builder_->set_region(builder_->new_region());
  return resume;
}

}  // namespace slipway::wgsl
