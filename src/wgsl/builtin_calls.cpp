// Calls of the builtin functions.
#include <algorithm>

#include "wgsl/module_resolver.h"
#include "wgsl/overloads.h"

namespace slipway::wgsl {

using ir::Op;
using ir::TypeKind;

Expr ModuleResolver::call_overloaded(const ast::Expression& node) {
  const ast::Name& callee = tree_[node.left].name;
  const Expr poison{.span = node.span};
  const auto overloads = overloads_of(text(callee.symbol));
  const bool subgroup = (ir::info(overloads.front().op).traits & ir::trait::subgroup) != 0;
  if (subgroup && !subgroups_) {
    error(callee.span, rule::enable, "'{}' needs 'enable subgroups;'", text(callee.symbol));
    return poison;
  }
  std::vector<Expr> values;
  if (!arguments(node, values)) return poison;
  if (!argument_count(node, overloads.front().parameters.size())) return poison;
  // `all` and `any` of one bool are that bool.
  if ((overloads.front().op == Op::all || overloads.front().op == Op::any) &&
      values[0].type == Type(types_.scalar(ir::Scalar::boolean)))
    return values[0];
  std::vector<Type> argument_types;
  bool all_constant = !subgroup;
  for (const Expr& e : values) {
    argument_types.push_back(e.type);
    all_constant = all_constant && e.is_constant();
  }
  for (const Overload& overload : overloads)
    if (const auto t = match(types_, overload, argument_types, all_constant))
      return call_selected(node, values, static_cast<std::size_t>(&overload - overloads.data()), *t);
  std::string found;
  for (const Type type : argument_types) found += (found.empty() ? "" : ", ") + name(type);
  error(callee.span, rule::no_overload, "no overload of '{}' takes ({})", text(callee.symbol), found);
  return poison;
}

Expr ModuleResolver::call_selected(const ast::Expression& node, std::vector<Expr>& values,
                                   std::size_t selected, Type t) {
  const std::string_view callee = text(tree_[node.left].name.symbol);
  const Overload& overload = overloads_of(callee)[selected];
  std::uint32_t imm = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const char code = overload.parameters[i];
    if (code != 'c') {
      const Type type = type_of_code(types_, code == 'n' ? 'u' : code, t);
      if (code == 'n' && !values[i].type.is_abstract()) values[i] = cast(values[i], type, values[i].span);
      values[i] = convert_argument(values[i], type, i, callee);
      // mix takes its operands in one type.
      if (code == 's' && overload.op == Op::mix && values[i].valid())
        values[i] = splat(values[i], t, node.span);
      continue;
    }
    const std::int64_t most = overload.op == Op::quad_broadcast ? 3 : 127;
    if (!values[i].is_constant()) {
      error(values[i].span, rule::stage, "argument {} of '{}' must be a constant expression", i + 1, callee);
      return {.span = node.span};
    }
    const std::int64_t lane = constants_.integer(constant_of(values[i]));
    if (lane < 0 || lane > most) {
      error(values[i].span, rule::const_eval, "argument {} of '{}' ({}) is not in 0 to {}", i + 1, callee,
            lane, most);
      return {.span = node.span};
    }
    imm = static_cast<std::uint32_t>(lane);
    values.resize(i);  // always the last
  }
  for (const Expr& e : values)
    if (!e.valid()) return {.span = node.span};
  if (!check_lane(overload.op, values, callee)) return {.span = node.span};
  if (overload.result.size() > 1) return frexp_or_modf(overload.op, values[0], node.span, callee);
  const Type result = type_of_code(types_, overload.result[0], t);
  if (overload.op == Op::select && std::ranges::all_of(values, &Expr::is_constant))
    return select_constant(values, result, node.span);
  const bool outside_function =
      function_ == nullptr && (ir::info(overload.op).traits & ir::trait::subgroup) != 0;
  if (outside_function) {
    error(node.span, rule::stage, "'{}' cannot be called here: it works only when a kernel runs", callee);
    return {.span = node.span};
  }
  if (values.empty() || (ir::info(overload.op).traits & ir::trait::subgroup) != 0) {
    std::vector<ir::Value> operands;
    operands.reserve(values.size());
    for (const Expr& e : values) operands.push_back(e.value);
    return make_value(result, emit(overload.op, result, operands, node.span, imm), Stage::runtime, node.span);
  }
  return operate(overload.op, result, values, node.span, callee, imm);
}

// Lanes, masks and distances of shuffles are in the range of lanes where they are constants.
bool ModuleResolver::check_lane(Op op, std::span<const Expr> values, std::string_view callee) {
  const bool shuffle = op == Op::subgroup_shuffle || op == Op::subgroup_shuffle_xor ||
                       op == Op::subgroup_shuffle_up || op == Op::subgroup_shuffle_down;
  if (!shuffle || !values[1].is_constant()) return true;
  const std::int64_t lane = constants_.integer(constant_of(values[1]));
  if (lane >= 0 && lane <= 127) return true;
  error(values[1].span, rule::const_eval, "argument 2 of '{}' ({}) is not in 0 to 127", callee, lane);
  return false;
}

Expr ModuleResolver::select_constant(std::span<const Expr> values, Type result, Span span) {
  const bool scalar = types_.is_scalar(values[2].type);
  if (scalar) {
    Expr e = constants_.truth(constant_of(values[2])) ? values[1] : values[0];
    e.span = span;
    return e;
  }
  std::vector<Expr> parts;
  for (std::uint32_t i = 0; i < types_[result].rows; ++i) {
    const bool truth = constants_.truth(constant_of(extract(values[2], i, span)));
    parts.push_back(extract(values[truth ? 1 : 0], i, span));
  }
  return compose(result, parts, span);
}

ir::TypeId ModuleResolver::result_structure(std::string structure_name, std::vector<ir::Member> members) {
  ir::TypeId& id = result_structures_[structure_name];
  if (!id.valid()) id = types_.table().structure(std::move(structure_name), std::move(members));
  return id;
}

Expr ModuleResolver::frexp_or_modf(Op op, const Expr& argument, Span span, std::string_view callee) {
  const ir::TypeId t = argument.type.id;
  const ir::Type& shape = types_[t];
  const std::string suffix = shape.kind == TypeKind::vector
                                 ? fmt::format("vec{}_{}", shape.rows, ir::to_string(shape.scalar))
                                 : std::string(ir::to_string(shape.scalar));
  std::vector<ir::Member> members{{.name = "fract", .type = t}};
  if (op == Op::frexp) {
    members.push_back({.name = "exp", .type = types_.with_kind(t, Kind::i32).id});
  } else {
    members.push_back({.name = "whole", .type = t});
  }
  const ir::TypeId structure =
      result_structure(fmt::format("__{}_result_{}", callee, suffix), std::move(members));
  return operate(op, Type(structure, argument.type.abstract), {argument}, span, callee);
}

Expr ModuleResolver::bitcast(const ast::Expression& node) {
  const ast::Expression& callee = tree_[node.left];
  const Expr poison{.span = node.span};
  if (!callee.has_template || callee.arguments.size() != 1) {
    error(callee.span, rule::type, "'bitcast' takes one template argument, the type to give");
    return poison;
  }
  const Type to = type_expression(callee.arguments[0]);
  if (!argument_count(node, 1)) return poison;
  Expr e = value(node.arguments[0]);
  if (!to.valid() || !e.valid()) return poison;
  if (types_.kind(e.type) == Kind::abstract_int && types_.converts(e.type, to) && is_integer(types_.kind(to)))
    return convert(e, to, "argument 1 of 'bitcast'");
  e = concrete(e);
  if (!e.valid()) return poison;
  const auto bits = [&](Type type) -> unsigned {
    const ir::Type& t = types_[type];
    if ((t.kind != TypeKind::scalar && t.kind != TypeKind::vector) || t.scalar == ir::Scalar::boolean)
      return 0;
    return (t.kind == TypeKind::vector ? t.rows : 1U) * (t.scalar == ir::Scalar::f16 ? 16U : 32U);
  };
  if (bits(to) == 0 || bits(to) != bits(e.type)) {
    error(callee.span, rule::no_overload, "'bitcast' cannot give '{}' from '{}'", name(to), name(e.type));
    return poison;
  }
  if (e.type == to) return e;
  return operate(Op::bitcast, to, {e}, node.span, "bitcast");
}

std::optional<Expr> ModuleResolver::pointer_argument(const ast::Expression& node, std::size_t i) {
  Expr e = expression(node.arguments[i]);
  if (!e.valid()) return std::nullopt;
  const bool lacks_address =
      e.reference && !e.component &&
      (types_[e.type].kind == TypeKind::atomic || types_[e.type].kind == TypeKind::runtime_array ||
       types_[e.pointer].space == ir::AddressSpace::workgroup);
  if (lacks_address) {
    error(e.span, rule::type_mismatch, "argument {} of '{}' must be a pointer, found '{}': write '&{}'",
          i + 1, text(tree_[node.left].name.symbol), name(e.type), diagnostics_.sources().text(e.span));
    return std::nullopt;
  }
  e = load(e);
  if (!e.valid()) return std::nullopt;
  if (!types_.is_pointer(e.type)) {
    error(e.span, rule::type_mismatch, "argument {} of '{}' must be a pointer, found '{}'", i + 1,
          text(tree_[node.left].name.symbol), name(e.type));
    return std::nullopt;
  }
  return dereference(e, e.span);
}

Expr ModuleResolver::array_length(const ast::Expression& node) {
  if (!argument_count(node, 1)) return {.span = node.span};
  const auto target = pointer_argument(node, 0);
  if (!target) return {.span = node.span};
  if (types_[target->type].kind != TypeKind::runtime_array) {
    error(target->span, rule::type_mismatch,
          "argument 1 of 'arrayLength' must point to a run-time array, found '{}'", name(target->pointer));
    return {.span = node.span};
  }
  const Type u32 = types_.scalar(ir::Scalar::u32);
  return make_value(u32, emit(Op::array_length, u32, {target->value}, node.span), Stage::runtime, node.span);
}

Expr ModuleResolver::barrier(PredeclaredName what, const ast::Expression& node) {
  if (!argument_count(node, 0)) return {.span = node.span};
  const Type none = types_.table().void_type();
  return make_value(none, emit(what.op, none, {}, node.span), Stage::runtime, node.span);
}

Expr ModuleResolver::uniform_load(const ast::Expression& node) {
  if (!argument_count(node, 1)) return {.span = node.span};
  const auto target = pointer_argument(node, 0);
  if (!target) return {.span = node.span};
  const bool is_atomic = types_[target->type].kind == TypeKind::atomic;
  const bool fits = types_[target->pointer].space == ir::AddressSpace::workgroup &&
                    (is_atomic || types_.facts(target->type.id).constructible);
  if (!fits) {
    error(target->span, rule::type_mismatch,
          "argument 1 of 'workgroupUniformLoad' must point to a constructible type in workgroup memory, "
          "found '{}'",
          name(target->pointer));
    return {.span = node.span};
  }
  note_access(target->root, false);
  const Type type = is_atomic ? Type(types_.scalar(types_[target->type].scalar)) : target->type;
  return make_value(type, emit(Op::workgroup_uniform_load, type, {target->value}, node.span), Stage::runtime,
                    node.span);
}

Expr ModuleResolver::atomic(PredeclaredName what, const ast::Expression& node) {
  const std::string_view callee = text(tree_[node.left].name.symbol);
  const Expr poison{.span = node.span};
  const std::size_t operands = what.op == Op::atomic_load                    ? 1
                               : what.op == Op::atomic_compare_exchange_weak ? 3
                                                                             : 2;
  if (!argument_count(node, operands)) return poison;
  const auto target = pointer_argument(node, 0);
  if (!target) return poison;
  const ir::Type& memory = types_[target->type];
  if (memory.kind != TypeKind::atomic) {
    error(target->span, rule::type_mismatch, "argument 1 of '{}' must point to an atomic, found '{}'", callee,
          name(target->pointer));
    return poison;
  }
  if (types_[target->pointer].access != ir::Access::read_write) {
    error(target->span, rule::assignment,
          "'{}' needs memory that can be read and written, and this is read-only", callee);
    return poison;
  }
  const ir::Scalar scalar = memory.scalar;
  const Type type = types_.scalar(scalar);
  std::vector<ir::Value> values{target->value};
  for (std::size_t i = 1; i < operands; ++i) {
    const Expr e = argument_as(node, i, type);
    if (!e.valid()) return poison;
    values.push_back(e.value);
  }
  if (what.op != Op::atomic_store) note_access(target->root, false);
  if (what.op != Op::atomic_load) note_access(target->root, true);
  Type result = type;
  if (what.op == Op::atomic_store) result = types_.table().void_type();
  if (what.op == Op::atomic_compare_exchange_weak)
    result = result_structure(fmt::format("__atomic_compare_exchange_result_{}", ir::to_string(scalar)),
                              {{.name = "old_value", .type = type.id},
                               {.name = "exchanged", .type = types_.scalar(ir::Scalar::boolean)}});
  return make_value(result, emit(what.op, result, values, node.span), Stage::runtime, node.span);
}

Expr ModuleResolver::trap(PredeclaredName what, const ast::Expression& node) {
  const bool asserts = what.kind == Predeclared::assert_;
  const std::string_view callee = text(tree_[node.left].name.symbol);
  const Expr poison{.span = node.span};
  if (!trap_) {
    error(tree_[node.left].span, rule::enable, "'{}' needs 'enable slipway_trap;'", callee);
    return poison;
  }
  if (!argument_count(node, asserts ? 3 : 2)) return poison;
  const std::size_t first = asserts ? 1 : 0;
  const Expr condition = asserts ? argument_as(node, 0, types_.scalar(ir::Scalar::boolean)) : Expr{};
  const auto tag = trap_tag(node.arguments[first], callee);
  const Expr reported = argument_as(node, first + 1, types_.scalar(ir::Scalar::u32));
  if ((asserts && !condition.valid()) || !tag || !reported.valid()) return poison;
  const Type none = types_.table().void_type();
  if (!asserts)
    return make_value(none, emit(Op::trap, none, {reported.value}, node.span, *tag), Stage::runtime,
                      node.span);
  builder_->set_site(site(node.span));
  const ir::InstId branch = builder_->emit_control(Op::if_, {condition.value}, 2);
  const ir::RegionId resume = builder_->region();
  builder_->set_region(builder_->function().region_of(builder_->function()[branch], 0));
  builder_->terminate(Op::yield);
  builder_->set_region(builder_->function().region_of(builder_->function()[branch], 1));
  builder_->set_site(site(node.span, callee));
  const ir::Value trapped = builder_->emit(Op::trap, none.id, {reported.value}, *tag);
  builder_->terminate(Op::yield);
  builder_->set_region(resume);
  return make_value(none, trapped, Stage::runtime, node.span);
}

std::optional<std::uint32_t> ModuleResolver::trap_tag(ast::ExpressionId id, std::string_view callee) {
  Expr e = value(id);
  if (!e.valid()) return std::nullopt;
  if (!e.is_constant()) {
    error(e.span, rule::stage, "the tag of '{}' must be a constant expression", callee);
    return std::nullopt;
  }
  const bool fits = types_.is_scalar(e.type) && is_integer(types_.kind(e.type));
  if (!fits) {
    error(e.span, rule::type_mismatch, "the tag of '{}' must be 'u32', found '{}'", callee, name(e.type));
    return std::nullopt;
  }
  const auto tag = constants_.integer(constant_of(e));
  if (tag < 0 || tag > UINT32_MAX) {
    error(e.span, rule::const_eval, "the tag of '{}' ({}) cannot be represented as 'u32'", callee, tag);
    return std::nullopt;
  }
  const ast::Expression& node = tree_[id];
  std::string constant_name;
  if (node.kind == ast::ExpressionKind::identifier && locals_.find(node.name.symbol) == nullptr)
    constant_name = text(node.name.symbol);
  const auto same = [&](const ir::Tag& t) {
    return t.value == static_cast<std::uint32_t>(tag) && t.name == constant_name;
  };
  const auto found = std::ranges::find_if(module_.tags, same);
  if (found != module_.tags.end()) return static_cast<std::uint32_t>(found - module_.tags.begin());
  module_.tags.push_back({static_cast<std::uint32_t>(tag), constant_name});
  return static_cast<std::uint32_t>(module_.tags.size() - 1);
}

}  // namespace slipway::wgsl
