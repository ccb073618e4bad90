// Entry points: workgroup sizes and inputs.
#include <algorithm>

#include "wgsl/module_resolver.h"

namespace slipway::wgsl {
namespace {

struct Input {
  std::string_view name;
  ir::BuiltinInput input;
  bool vector;  // vec3<u32>, else u32
  bool subgroups;
};
constexpr Input inputs[] = {
    {"local_invocation_id", ir::BuiltinInput::local_invocation_id, true, false},
    {"local_invocation_index", ir::BuiltinInput::local_invocation_index, false, false},
    {"global_invocation_id", ir::BuiltinInput::global_invocation_id, true, false},
    {"workgroup_id", ir::BuiltinInput::workgroup_id, true, false},
    {"num_workgroups", ir::BuiltinInput::num_workgroups, true, false},
    {"global_invocation_index", ir::BuiltinInput::global_invocation_index, false, false},
    {"workgroup_index", ir::BuiltinInput::workgroup_index, false, false},
    {"subgroup_invocation_id", ir::BuiltinInput::subgroup_invocation_id, false, true},
    {"subgroup_size", ir::BuiltinInput::subgroup_size, false, true},
    {"subgroup_id", ir::BuiltinInput::subgroup_id, false, true},
    {"num_subgroups", ir::BuiltinInput::num_subgroups, false, true},
};

constexpr std::string_view graphics_inputs[] = {
    "vertex_index", "instance_index", "position",       "front_facing",    "frag_depth",
    "sample_index", "sample_mask",    "clip_distances", "primitive_index",
};

}  // namespace

void ModuleResolver::declare_entry_point(const ast::Function& node, FunctionInfo& info) {
  const std::string_view spelling = text(node.name.symbol);
  if (node.result.valid()) {
    error(tree_[node.result].span, rule::entry_point, "compute entry point '{}' cannot return a value",
          spelling);
    info.result = {};  // what it returns needs no message of its own
  }
  ir::EntryPoint entry{.name = std::string(spelling),
                       .function = info.id,
                       .workgroup_size = {},
                       .site = site(node.name.span, spelling)};
  const ast::Attribute* size = attribute(node.attributes, "workgroup_size");
  if (size == nullptr) {
    error(node.name.span, rule::entry_point, "compute entry point '{}' needs '@workgroup_size'", spelling);
    return;
  }
  if (size->arguments.empty() || size->arguments.size() > 3) {
    error(size->span, rule::attribute, "'@workgroup_size' takes 1 to 3 arguments, found {}",
          size->arguments.size());
    return;
  }
  Type common;
  for (std::size_t axis = 0; axis < size->arguments.size(); ++axis) {
    const auto extent = size_expression(size->arguments[axis], "workgroup size");
    if (!extent) continue;
    entry.workgroup_size[axis] = {extent->override_id.valid() ? 1 : extent->value, extent->override_id};
    if (extent->type.is_abstract()) continue;
    if (common.valid() && extent->type != common)
      error(tree_[size->arguments[axis]].span, rule::type_mismatch,
            "workgroup size must be '{}' like the axes before it, found '{}'", name(common),
            name(extent->type));
    if (!common.valid()) common = extent->type;
  }
  module_.entry_points.push_back(std::move(entry));
}

// The inputs that a parameter stands for: one, or those of a structure's members.
std::vector<Expr> ModuleResolver::entry_inputs(const ast::Parameter& node, Type type) {
  const Span span = node.name.span;
  if (!type.valid()) return {};
  if (types_[type].kind != ir::TypeKind::structure)
    return {
        builtin_input(node.attributes, type, span, fmt::format("parameter '{}'", text(node.name.symbol)))};
  const auto found = structure_nodes_.find(type.id.index);
  if (found == structure_nodes_.end()) return {};
  const ast::Struct& structure = tree_.structs[found->second];
  std::vector<Expr> parts;
  for (std::size_t i = 0; i < structure.members.size(); ++i) {
    const ast::StructMember& member = structure.members[i];
    parts.push_back(builtin_input(member.attributes, types_[type].members[i].type, member.name.span,
                                  fmt::format("member '{}'", text(member.name.symbol))));
  }
  return parts;
}

std::optional<ir::BuiltinInput> ModuleResolver::named_input(const ast::Attribute& a, Type type, Span span,
                                                            std::string_view what) {
  const std::string_view wanted = a.arguments.size() == 1 ? enumerant(a.arguments[0]) : std::string_view();
  const auto found = std::ranges::find(inputs, wanted, &Input::name);
  if (found == std::end(inputs)) {
    if (std::ranges::find(graphics_inputs, wanted) != std::end(graphics_inputs)) {
      error(a.span, rule::not_supported,
            "the builtin input '{}' is not supported: slipway runs compute kernels", wanted);
    } else {
      error(a.span, rule::attribute, "there is no builtin input '{}'", wanted);
    }
    return std::nullopt;
  }
  if (found->subgroups && !subgroups_) {
    error(a.span, rule::enable, "the builtin input '{}' needs 'enable subgroups;'", wanted);
    return std::nullopt;
  }
  const Type right = found->vector ? types_.vector(ir::Scalar::u32, 3) : types_.scalar(ir::Scalar::u32);
  if (type != right) {
    error(span, rule::type_mismatch, "{} must be '{}' for the builtin input '{}', found '{}'", what,
          name(right), wanted, name(type));
    return std::nullopt;
  }
  return found->input;
}

Expr ModuleResolver::builtin_input(std::span<const ast::Attribute> attributes, Type type, Span span,
                                   std::string_view what) {
  const ast::Attribute* a = attribute(attributes, "builtin");
  if (a == nullptr) {
    error(span, rule::entry_point, "{} of an entry point needs '@builtin'", what);
    return {.span = span};
  }
  const auto input = named_input(*a, type, span, what);
  if (!input) return {.span = span};
  const unsigned bit = 1U << static_cast<unsigned>(*input);
  if ((inputs_seen_ & bit) != 0) {
    error(a->span, rule::entry_point, "the builtin input '{}' is declared twice", ir::to_string(*input));
    return {.span = span};
  }
  inputs_seen_ |= bit;
  return make_value(type, emit(ir::Op::builtin, type, {}, span, static_cast<std::uint32_t>(*input)),
                    Stage::runtime, span);
}

}  // namespace slipway::wgsl
