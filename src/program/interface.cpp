#include "program/interface.h"

#include <algorithm>

#include "analysis/effects.h"

namespace slipway::program {
namespace {

BindingUse use_of(const ir::Type& pointer) {
  if (pointer.space == ir::AddressSpace::uniform) return BindingUse::uniform;
  return pointer.access == ir::Access::read ? BindingUse::storage_read : BindingUse::storage_read_write;
}

BindingInfo binding_info(const ir::ValidModule& module, const ir::Global& global,
                         const analysis::Touch& touch) {
  const ir::TypeTable& types = module->types;
  const ir::Type& pointer = types[global.type];
  BindingInfo info{.name = global.name,
                   .group = global.binding->group,
                   .binding = global.binding->binding,
                   .use = use_of(pointer),
                   .type = to_string(types, pointer.element),
                   .is_read = touch.read,
                   .is_written = touch.written};
  // Elements are those of an array, or of the array that a structure ends in.
  ir::TypeId inner = pointer.element;
  info.fixed_size = module.layouts()[inner].size;
  if (types[inner].kind == ir::TypeKind::structure &&
      types[types[inner].members.back().type].kind == ir::TypeKind::runtime_array)
    inner = types[inner].members.back().type;
  info.runtime_sized = types[inner].kind == ir::TypeKind::runtime_array;
  const bool is_array = info.runtime_sized || types[inner].kind == ir::TypeKind::array;
  info.element_type = to_string(types, is_array ? types[inner].element : inner);
  info.stride = is_array ? module.layouts()[inner].stride : info.fixed_size;
  return info;
}

}  // namespace

Interface make_interface(const ir::ValidModule& module, std::uint32_t entry) {
  const analysis::CallGraph calls(*module);
  const ir::EntryPoint& entry_point = module->entry_points.at(entry);
  const analysis::FunctionEffects effects = analysis::effects(module, calls)[entry_point.function.index];
  Interface interface;
  for (std::size_t i = 0; i < effects.globals.size(); ++i) {
    const ir::Global& global = module->globals[i];
    if (!effects.globals[i].used) continue;
    if (global.binding.has_value())
      interface.bindings.push_back(binding_info(module, global, effects.globals[i]));
    if (module->types[global.type].space == ir::AddressSpace::workgroup)
      interface.uses_workgroup_memory = true;
  }
  for (const ir::Override& o : module->overrides)
    if (!o.name.empty())
      interface.overrides.push_back({.name = o.name,
                                     .id = o.id,
                                     .type = to_string(module->types, o.type),
                                     .has_default = o.initializer.valid()});
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const ir::Extent& extent = entry_point.workgroup_size[axis];
    interface.workgroup_size[axis] = extent.override_id.valid() ? 0 : extent.value;
  }
  interface.uses_barriers = effects.barriers;
  interface.uses_subgroups = effects.subgroup_operations || module->uses_subgroups;
  interface.uses_f16 = effects.f16 || module->uses_f16;
  return interface;
}

}  // namespace slipway::program

namespace slipway {

std::string_view to_string(BindingUse use) {
  switch (use) {
    case BindingUse::uniform: return "uniform";
    case BindingUse::storage_read: return "storage, read";
    case BindingUse::storage_read_write: return "storage, read_write";
  }
  return "unknown";
}

const BindingInfo* Interface::find(std::string_view name) const {
  const auto found = std::ranges::find(bindings, name, &BindingInfo::name);
  return found == bindings.end() ? nullptr : &*found;
}

}  // namespace slipway
