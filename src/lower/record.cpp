#include "lower/record.h"

#include <algorithm>

#include <fmt/format.h>

namespace slipway::lower {

using kernel::RecordLayout;

namespace {

std::uint64_t storage_slots(const kernel::Kernel& kernel) {
  std::uint64_t count = 0;
  for (const kernel::BindingSlot& slot : kernel.bindings)
    count += slot.kind != kernel::BindingKind::uniform ? 1 : 0;
  return count;
}

}  // namespace

bool room_for_hidden_slots(const kernel::Kernel& kernel, const kernel::Target& target, std::uint32_t count) {
  return storage_slots(kernel) + count <= target.limits.storage_bindings;
}

ir::Binding add_hidden_slot(kernel::Kernel& kernel, std::string name, kernel::BindingKind kind,
                            std::uint64_t bytes) {
  ir::Binding binding;
  for (const kernel::BindingSlot& slot : kernel.bindings)
    binding.group = std::max(binding.group, slot.group + 1);
  kernel.bindings.push_back({.name = std::move(name),
                             .group = binding.group,
                             .binding = binding.binding,
                             .kind = kind,
                             .fixed_bytes = bytes});
  return binding;
}

Result<> add_record_slot(kernel::Kernel& kernel, const kernel::Target& target) {
  if (kernel.has_record) return {};
  const std::uint32_t limit = target.limits.storage_bindings;
  if (!room_for_hidden_slots(kernel, target, 1))
    return std::unexpected(
        Error(ErrorCode::unsupported,
              fmt::format("'{}' needs {} storage buffers with the one that reports are written to, more than "
                          "this device's limit of {}",
                          kernel.entry_point, storage_slots(kernel) + 1, limit))
            .with_limit({"storage_bindings", limit}));
  add_hidden_slot(kernel, "record", kernel::BindingKind::record, std::uint64_t{RecordLayout::words} * 4);
  kernel.has_record = true;
  return {};
}

ir::GlobalId add_record_variable(ir::Module& module, const kernel::Kernel& kernel) {
  const kernel::BindingSlot& slot = kernel.bindings.back();
  for (std::size_t i = 0; i < module.globals.size(); ++i)
    if (module.globals[i].binding == ir::Binding{slot.group, slot.binding}) return ir::GlobalId(i);
  const ir::TypeId words = module.types.array(module.types.atomic(ir::Scalar::u32), RecordLayout::words);
  const ir::TypeId pointer = module.types.pointer(ir::AddressSpace::storage, words, ir::Access::read_write);
  module.globals.push_back({.name = "", .type = pointer, .binding = ir::Binding{slot.group, slot.binding}});
  return ir::GlobalId(module.globals.size() - 1);
}

ir::Value record_word(const Emit& emit, ir::GlobalId record, std::uint32_t index) {
  const ir::TypeId pointer = emit.types().pointer(
      ir::AddressSpace::storage, emit.types().atomic(ir::Scalar::u32), ir::Access::read_write);
  return emit.native(ir::Op::access, pointer, {ir::Value(record), emit.builder().u32(index)});
}

}  // namespace slipway::lower
