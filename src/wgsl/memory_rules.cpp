// Memory layout: attributes of members, sizes.
#include <algorithm>

#include "wgsl/module_resolver.h"

namespace slipway::wgsl {

using ir::AddressSpace;

namespace {

// Well above what devices have for function and private memory, and every invocation has its own.
constexpr std::uint64_t most_own_bytes = 1U << 18U;
constexpr std::uint64_t most_buffer_bytes = UINT32_MAX;

}  // namespace

void ModuleResolver::check_memory_layouts() {
  const ir::LayoutTable layouts(module_.types);
  const std::size_t errors = diagnostics_.errors();
  check_member_attributes(layouts);
  if (diagnostics_.errors() != errors) return;
  for (std::size_t i = 0; i < module_.globals.size(); ++i) {
    const ir::Global& global = module_.globals[i];
    const ir::Type& pointer = types_[global.type];
    const Span span = tree_.variables[variable_nodes_[i]].name.span;
    const std::uint64_t size = layouts[pointer.element].size;
    const std::uint64_t most = pointer.space == AddressSpace::private_ ? most_own_bytes : most_buffer_bytes;
    if (size > most)
      error(span, rule::limit, "variable '{}' has {} bytes, more than {}", global.name, size, most);
  }
  std::vector<bool> reported(module_.types.size());
  for (const auto& [type, span] : own_memory_) {
    if (layouts[type].size <= most_own_bytes || reported[type.index]) continue;
    reported[type.index] = true;
    error(span, rule::limit, "a variable or value of {} bytes is larger than {}", layouts[type].size,
          most_own_bytes);
  }
}

void ModuleResolver::check_member_attributes(const ir::LayoutTable& layouts) {
  for (const GlobalName& global : globals_)
    if (global.kind == ast::GlobalKind::structure && global.type.valid()) {
      const auto& members = types_[global.type].members;
      for (std::size_t i = 0; i < members.size(); ++i)
        check_member(layouts, members[i], tree_.structs[global.index].members[i]);
    }
}

void ModuleResolver::check_member(const ir::LayoutTable& layouts, const ir::Member& member,
                                  const ast::StructMember& node) {
  const std::uint64_t size = layouts[member.type].size;
  const std::uint32_t align = layouts[member.type].align;
  if (member.align_attribute % align != 0)
    error(attribute(node.attributes, "align")->span, rule::layout,
          "'@align({})' of member '{}' is not a multiple of the {} that '{}' needs", member.align_attribute,
          member.name, align, name(member.type));
  if (member.size_attribute == 0) return;
  const Span span = attribute(node.attributes, "size")->span;
  if (!types_.facts(member.type).creation_fixed) {
    error(span, rule::attribute, "'@size' needs a member of fixed size, and '{}' is not", member.name);
  } else if (member.size_attribute < size) {
    error(span, rule::layout, "'@size({})' is less than the {} bytes of member '{}'", member.size_attribute,
          size, member.name);
  }
}

}  // namespace slipway::wgsl
