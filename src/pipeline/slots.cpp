#include "pipeline/slots.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace slipway::pipeline {
std::uint64_t Slot::elements(std::uint64_t bytes) const {
  if (stride == 0) return 0;
  const std::uint64_t before = run_time_sized ? fixed_bytes : 0;
  return bytes < before ? 0 : (bytes - before) / stride;
}

std::string names_of(std::span<const Slot> slots) {
  std::string text;
  for (const Slot& slot : slots) text += fmt::format("{}'{}'", text.empty() ? "" : ", ", slot.name);
  return text.empty() ? "none" : text;
}

Result<SlotTable> make_slots(const Interface& interface, const kernel::Kernel& kernel,
                             const std::map<std::string, Role>& roles,
                             const std::set<std::string>& live_out) {
  std::vector<Slot> slots;
  for (const auto& binding : kernel.bindings) {
    if (binding.kind == kernel::BindingKind::tables || binding.kind == kernel::BindingKind::record) continue;
    const BindingInfo* declared = interface.find(binding.name);
    if (declared == nullptr)
      return fail(ErrorCode::internal,
                  fmt::format("kernel binding '{}' is not in its program", binding.name));
    Slot slot;
    slot.name = binding.name;
    slot.kind = binding.kind;
    slot.run_time_sized = declared->runtime_sized;
    slot.fixed_bytes = declared->fixed_size;
    slot.stride = declared->stride;
    slot.only_written = declared->is_written && !declared->is_read;
    slot.declaration = static_cast<std::uint32_t>(declared - interface.bindings.data());
    slots.push_back(std::move(slot));
  }
  for (const auto& [name, role] : roles) {
    const auto slot = std::ranges::find(slots, name, &Slot::name);
    if (slot == slots.end())
      return fail(ErrorCode::invalid_argument,
                  fmt::format("role {} of unknown buffer '{}'; the program's buffers are {}", to_string(role),
                              name, names_of(slots)));
    if (!slot->writable() && role != Role::in_out)
      return fail(ErrorCode::invalid_argument,
                  fmt::format("buffer '{}' is read-only: it cannot have the role {}", name, to_string(role)));
    slot->role = role;
  }
  for (const std::string& name : live_out) {
    const auto slot = std::ranges::find(slots, name, &Slot::name);
    if (slot == slots.end())
      return fail(ErrorCode::invalid_argument,
                  fmt::format("live_out names the unknown buffer '{}'; the program's buffers are {}", name,
                              names_of(slots)));
    if (!slot->writable())
      return fail(ErrorCode::invalid_argument,
                  fmt::format("buffer '{}' is read-only: a run leaves nothing of it on the device", name));
    slot->live_out = true;
  }
  std::vector<std::uint32_t> as_declared(slots.size());
  std::iota(as_declared.begin(), as_declared.end(), 0U);
  std::ranges::sort(as_declared, {}, [&](std::uint32_t i) { return slots[i].declaration; });
  return SlotTable{std::move(slots), std::move(as_declared)};
}

}  // namespace slipway::pipeline

namespace slipway {

std::string_view to_string(Role role) {
  switch (role) {
    case Role::in_out: return "in_out";
    case Role::output: return "output";
    case Role::scratch: return "scratch";
  }
  return "in_out";
}

std::string_view to_string(CheckMode mode) {
  switch (mode) {
    case CheckMode::zero: return "zero";
    case CheckMode::trap: return "trap";
    case CheckMode::off: return "off";
  }
  return "zero";
}

}  // namespace slipway
