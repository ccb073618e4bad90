// Functions: signatures and bodies.
#include <algorithm>

#include "wgsl/module_resolver.h"

namespace slipway::wgsl {

using ir::Op;

namespace {

// As many as WGSL asks for.
constexpr std::size_t most_parameters = 255;

}  // namespace

Type ModuleResolver::parameter_type(const ast::Parameter& node, bool entry_point) {
  const Type type = type_expression(node.type);
  if (!type.valid()) return {};
  if (types_.is_pointer(type) && !entry_point) return type;
  if (types_.facts(type.id).constructible) return type;
  error(tree_[node.type].span, rule::type, "parameter '{}' cannot have the type '{}'", text(node.name.symbol),
        name(type));
  return {};
}

// Entry points of graphics stages are full of what a compute shader has not; one message is enough.
bool ModuleResolver::refuse_stage(const ast::Function& node) {
  for (const std::string_view stage : {"vertex", "fragment"})
    if (const ast::Attribute* a = attribute(node.attributes, stage)) {
      error(a->span, rule::not_supported, "{} entry points are not supported: slipway runs compute kernels",
            stage);
      return true;
    }
  return false;
}

void ModuleResolver::declare_function(std::uint32_t index) {
  const ast::Function& node = tree_.functions[index];
  FunctionInfo& info = functions_[index];
  missing_names_.clear();
  info.id = ir::FunctionId(module_.functions.size());
  module_.functions.emplace_back();
  module_[info.id].name = text(node.name.symbol);
  info.refused = refuse_stage(node);
  info.entry_point = info.refused || attribute(node.attributes, "compute") != nullptr;
  if (info.refused) return;
  info.must_use = attribute(node.attributes, "must_use") != nullptr;
  check_attributes(node.attributes, {"compute", "workgroup_size", "must_use", "diagnostic"}, "a function",
                   {node.span.file, node.span.begin, tree_[node.body].span.end});
  bool ok = true;
  if (node.parameters.size() > most_parameters)
    error(node.name.span, rule::limit, "'{}' has {} parameters, more than the limit of {}",
          text(node.name.symbol), node.parameters.size(), most_parameters);
  for (const ast::Parameter& parameter : node.parameters) {
    const Type type = parameter_type(parameter, info.entry_point);
    ok = ok && type.valid();
    info.parameters.push_back({.type = type});
    if (!info.entry_point) {
      check_attributes(parameter.attributes, {}, "a parameter of a function that is no entry point");
      module_[info.id].parameters.push_back({std::string(text(parameter.name.symbol)), type.id});
    } else {
      check_attributes(parameter.attributes, {"builtin"}, "a parameter");
    }
  }
  info.result = types_.table().void_type();
  if (node.result.valid()) {
    Type result = type_expression(node.result);
    if (result.valid() && !types_.facts(result.id).constructible) {
      error(tree_[node.result].span, rule::type, "'{}' cannot return the type '{}'", text(node.name.symbol),
            name(result));
      result = {};  // what it returns needs no message of its own
    }
    ok = ok && result.valid();
    info.result = result;
  } else if (info.must_use) {
    error(attribute(node.attributes, "must_use")->span, rule::attribute,
          "'@must_use' cannot be on '{}', which returns nothing", text(node.name.symbol));
    info.must_use = false;
  }
  check_attributes(node.result_attributes, {}, "a result");
  if (info.result.valid()) module_[info.id].result = info.result.id;
  info.signature_ok = ok;
  if (info.entry_point) {
    declare_entry_point(node, info);
  } else if (const ast::Attribute* a = attribute(node.attributes, "workgroup_size")) {
    error(a->span, rule::attribute, "'@workgroup_size' needs '@compute' beside it");
  }
}

void ModuleResolver::declare_parameters(const ast::Function& node, FunctionInfo& info) {
  // All inputs are read before structures are made of them.
  std::vector<std::vector<Expr>> inputs;
  if (info.entry_point)
    for (std::size_t i = 0; i < node.parameters.size(); ++i)
      inputs.push_back(entry_inputs(node.parameters[i], info.parameters[i].type));
  for (std::size_t i = 0; i < node.parameters.size(); ++i) {
    const ast::Parameter& parameter = node.parameters[i];
    const Type type = info.parameters[i].type;
    Expr e{.span = parameter.name.span};
    if (info.entry_point) {
      if (!inputs[i].empty())
        e = types_[type].kind == ir::TypeKind::structure ? compose(type, inputs[i], parameter.name.span)
                                                         : inputs[i][0];
    } else if (type.valid()) {
      builder_->set_site(site(parameter.name.span, text(parameter.name.symbol)));
      const ir::Value value = builder_->emit(Op::param, type.id, {}, static_cast<std::uint32_t>(i));
      e = make_value(type, value, Stage::runtime, parameter.name.span);
      if (types_.is_pointer(type)) e.root = {Root::parameter, static_cast<std::uint32_t>(i)};
    }
    declare_local({Local::parameter, e, parameter.name.symbol, parameter.name.span});
  }
}

void ModuleResolver::resolve_body(std::uint32_t index) {
  const ast::Function& node = tree_.functions[index];
  FunctionInfo& info = functions_[index];
  if (info.refused) return;
  function_ = &info;
  inputs_seen_ = 0;
  missing_names_.clear();
  function_node_ = &node;
  builder_.emplace(module_, info.id);
  const ir::RegionId body = builder_->new_region();
  module_[info.id].body = body;
  builder_->set_region(body);
  locals_.push();
  declare_parameters(node, info);
  const Behavior result = block(node.body, false);
  locals_.pop();
  const bool returns = info.result.valid() && !types_.is_void(info.result);
  if (returns && (result & behavior::next) != 0)
    error(node.name.span, rule::behavior, "'{}' can reach its end without returning a value of type '{}'",
          text(node.name.symbol), name(info.result));
  builder_->set_site(site(node.name.span));
  end_region(returns ? Op::unreachable : Op::return_);
  builder_.reset();
  function_ = nullptr;
  function_node_ = nullptr;
}

}  // namespace slipway::wgsl
