#include <algorithm>

#include <fmt/format.h>

#include "lower/passes.h"
#include "lower/uniform_layout.h"

namespace slipway::lower {

using ir::AddressSpace;
using ir::TypeKind;

namespace {

std::unexpected<Error> over_limit(std::string message, std::string name, std::uint64_t limit) {
  return std::unexpected(
      Error(ErrorCode::unsupported, std::move(message)).with_limit({std::move(name), limit}));
}

Result<> choose_workgroup_size(kernel::Kernel& kernel, const ir::EntryPoint& entry,
                               const kernel::Target& target, const Options& options) {
  std::uint64_t product = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::uint32_t asked = options.workgroup_size[axis];
    const std::uint32_t size = asked != 0 ? asked : entry.workgroup_size[axis].value;
    const std::uint32_t limit = target.limits.workgroup_size[axis];
    if (size > limit)
      return over_limit(
          fmt::format("workgroup size {} of '{}' along {} is larger than this device's limit of {}", size,
                      entry.name, "xyz"[axis], limit),
          fmt::format("workgroup_size_{}", "xyz"[axis]), limit);
    kernel.workgroup_size[axis] = size;
    product *= size;
  }
  const std::uint32_t limit = target.limits.workgroup_invocations;
  if (product <= limit) return {};
  return over_limit(fmt::format("a workgroup of '{}' has {} invocations, more than this device's limit of {}",
                                entry.name, product, limit),
                    "workgroup_invocations", limit);
}

kernel::BindingSlot slot_of(const ir::ValidModule& module, const ir::Global& global) {
  const ir::Type& pointer = module->types[global.type];
  kernel::BindingSlot slot{
      .name = global.name, .group = global.binding->group, .binding = global.binding->binding};
  slot.kind = pointer.space == AddressSpace::uniform ? kernel::BindingKind::uniform
              : pointer.access == ir::Access::read   ? kernel::BindingKind::storage_read
                                                     : kernel::BindingKind::storage_read_write;
  slot.fixed_bytes = module.layouts()[pointer.element].size;
  ir::TypeId last = pointer.element;
  if (module->types[last].kind == TypeKind::structure) last = module->types[last].members.back().type;
  if (module->types[last].kind == TypeKind::runtime_array)
    slot.element_stride = module.layouts()[last].stride;
  return slot;
}

// `used` is by GlobalId.
Result<> check_uniforms(const ir::ValidModule& module, const std::vector<bool>& used,
                        const kernel::Target& target) {
  if (target.format != kernel::Format::spirv || target.features.uniform_standard_layout) return {};
  for (std::size_t i = 0; i < module->globals.size(); ++i) {
    const ir::Global& global = module->globals[i];
    const ir::Type& pointer = module->types[global.type];
    if (!used[i] || pointer.space != AddressSpace::uniform) continue;
    const std::string fault = coarse_layout_fault(module, pointer.element, global.name);
    if (!fault.empty())
      return fail(ErrorCode::unsupported,
                  fmt::format("this device cannot read uniform '{}': {}", global.name, fault));
  }
  return {};
}

Result<> check_bindings(const kernel::Kernel& kernel, const kernel::Target& target) {
  const auto uniforms =
      std::ranges::count(kernel.bindings, kernel::BindingKind::uniform, &kernel::BindingSlot::kind);
  const auto storages = static_cast<std::ptrdiff_t>(kernel.bindings.size()) - uniforms;
  if (uniforms > target.limits.uniform_bindings)
    return over_limit(fmt::format("'{}' uses {} uniform buffers, more than this device's limit of {}",
                                  kernel.entry_point, uniforms, target.limits.uniform_bindings),
                      "uniform_bindings", target.limits.uniform_bindings);
  if (storages > target.limits.storage_bindings)
    return over_limit(fmt::format("'{}' uses {} storage buffers, more than this device's limit of {}",
                                  kernel.entry_point, storages, target.limits.storage_bindings),
                      "storage_bindings", target.limits.storage_bindings);
  return {};
}

}  // namespace

Result<kernel::Kernel> describe(const ir::ValidModule& module, const std::vector<bool>& used,
                                const kernel::Target& target, const Options& options) {
  const ir::EntryPoint& entry = module->entry_points[0];
  kernel::Kernel kernel{.format = target.format, .entry_point = entry.name};
  SLIPWAY_TRY_VOID(choose_workgroup_size(kernel, entry, target, options));
  SLIPWAY_TRY_VOID(check_uniforms(module, used, target));
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < module->globals.size(); ++i) {
    if (!used[i]) continue;
    const ir::Global& global = module->globals[i];
    const ir::Type& pointer = module->types[global.type];
    if (global.binding.has_value()) kernel.bindings.push_back(slot_of(module, global));
    if (pointer.space == AddressSpace::workgroup)
      bytes = ir::round_up(16, bytes) + module.layouts()[pointer.element].size;
  }
  std::ranges::sort(kernel.bindings, {},
                    [](const kernel::BindingSlot& s) { return std::pair(s.group, s.binding); });
  if (bytes > target.limits.workgroup_bytes)
    return over_limit(
        fmt::format("'{}' uses {} bytes of workgroup memory, more than this device's limit of {}", entry.name,
                    bytes, target.limits.workgroup_bytes),
        "workgroup_bytes", target.limits.workgroup_bytes);
  SLIPWAY_TRY_VOID(check_bindings(kernel, target));
  kernel.workgroup_bytes = static_cast<std::uint32_t>(bytes);
  kernel.site_count = module->site_count;
  kernel.uses_f16 = module->uses_f16;
  kernel.uses_subgroups = module->uses_subgroups;
  if (kernel.uses_f16 && !target.features.f16)
    return fail(ErrorCode::unsupported, fmt::format("'{}' uses f16, which this device lacks", entry.name));
  if (kernel.uses_subgroups && !target.features.subgroups)
    return fail(ErrorCode::unsupported,
                fmt::format("'{}' uses subgroup operations, which this device lacks", entry.name));
  return kernel;
}

void assign_slots(ir::Module& module, const kernel::Kernel& kernel) {
  for (ir::Global& global : module.globals) {
    if (!global.binding.has_value()) continue;
    const auto slot = std::ranges::find_if(kernel.bindings, [&](const kernel::BindingSlot& s) {
      return s.group == global.binding->group && s.binding == global.binding->binding;
    });
    if (slot == kernel.bindings.end()) continue;
    global.binding = ir::Binding{0, static_cast<std::uint32_t>(slot - kernel.bindings.begin())};
  }
}

}  // namespace slipway::lower
