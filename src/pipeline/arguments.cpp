#include "pipeline/arguments.h"

#include <algorithm>

#include <fmt/format.h>

#include "hal/parts.h"
#include "pipeline/buffer_state.h"
#include "pipeline/words.h"

namespace slipway::pipeline {
namespace {

std::unexpected<Error> invalid(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

Result<> check_size(const Slot& slot, std::uint64_t bytes) {
  if (slot.run_time_sized) {
    if (bytes >= slot.fixed_bytes) return {};
    return invalid(fmt::format("buffer '{}' needs at least {} bytes before its run-time array: found {}",
                               slot.name, slot.fixed_bytes, bytes));
  }
  if (bytes == slot.fixed_bytes) return {};
  return invalid(fmt::format("buffer '{}' has {} bytes: found {}", slot.name, slot.fixed_bytes, bytes));
}

// The size that `count` elements give a binding.
Result<std::uint64_t> bytes_for(const Slot& slot, std::uint64_t count) {
  if (!slot.run_time_sized) {
    const std::uint64_t elements = slot.elements(slot.fixed_bytes);
    if (count != elements)
      return invalid(
          fmt::format("buffer '{}' has {} elements: found a size of {}", slot.name, elements, count));
    return slot.fixed_bytes;
  }
  if (count > (UINT64_MAX - slot.fixed_bytes) / slot.stride)
    return invalid(fmt::format("size {} of buffer '{}' does not fit 64 bits in bytes", count, slot.name));
  return slot.fixed_bytes + count * slot.stride;
}

bool is_zeroed(const Slot& slot) { return slot.writable() && slot.role != Role::in_out; }

// Devices fill whole words: of a slice that ends within one, its neighbour would be zeroed too.
Result<> check_end(const Slot& slot, const DeviceBytes& bytes) {
  const std::uint64_t end = bytes.offset_bytes() + bytes.size_bytes();
  if (!is_zeroed(slot) || end % word_bytes == 0 || end == bytes.state()->size()) return {};
  return invalid(
      fmt::format("buffer '{}' is {} here, in a slice that ends at byte {}: that is no multiple of {}",
                  slot.name, slot.role == Role::output ? "an output" : "scratch", end, word_bytes));
}

Result<> place_argument(const Slot& slot, const Argument& argument, BoundSlot& bound) {
  if (argument.device()) {
    bound.device = argument.device();
    bound.bytes = argument.device()->size_bytes();
    SLIPWAY_TRY_VOID(check_end(slot, *argument.device()));
  } else {
    if (!slot.takes_data())
      return invalid(fmt::format("buffer '{}' is {} here: it takes no host data", slot.name,
                                 slot.role == Role::output ? "an output" : "scratch"));
    bound.host = argument.host();
    bound.pinned = argument.pinned();
    bound.bytes = argument.host().size();
  }
  return check_size(slot, bound.bytes);
}

// Sizes of what no argument gave: from the options, or from the type.
Result<> place_absent(const Slot& slot, const RunOptions& options, BoundSlot& bound) {
  const auto size = options.sizes.find(slot.name);
  if (!slot.writable())
    return invalid(fmt::format("buffer '{}' is an input: no argument of that name was given", slot.name));
  if (size != options.sizes.end()) {
    SLIPWAY_TRY(bound.bytes, bytes_for(slot, size->second));
  } else if (slot.run_time_sized) {
    return invalid(fmt::format("buffer '{}' is sized at run time: give it an argument or a size in elements",
                               slot.name));
  } else {
    bound.bytes = slot.fixed_bytes;
  }
  return {};
}

Result<> check_given_size(const Slot& slot, const RunOptions& options, const BoundSlot& bound) {
  const auto size = options.sizes.find(slot.name);
  if (size == options.sizes.end() || size->second == slot.elements(bound.bytes)) return {};
  return invalid(fmt::format("buffer '{}' has a size of {} elements and an argument of {}", slot.name,
                             size->second, slot.elements(bound.bytes)));
}

bool overlap(const DeviceBytes& a, const DeviceBytes& b) {
  return a.state() == b.state() && a.offset_bytes() < b.offset_bytes() + b.size_bytes() &&
         b.offset_bytes() < a.offset_bytes() + a.size_bytes();
}

// WGSL's rule for memory that two variables share: none of the two is written. Slices of one buffer that have
// no byte in common share nothing.
Result<> check_aliases(std::span<const Slot> slots, std::span<const BoundSlot> bound) {
  for (std::size_t i = 0; i < slots.size(); ++i)
    for (std::size_t j = i + 1; j < slots.size(); ++j) {
      if (!bound[i].device || !bound[j].device || !overlap(*bound[i].device, *bound[j].device)) continue;
      if (!slots[i].writable() && !slots[j].writable()) continue;
      return invalid(fmt::format(
          "buffers '{}' and '{}' are given the same bytes of a device buffer, and '{}' can be written",
          slots[i].name, slots[j].name, slots[slots[i].writable() ? i : j].name));
    }
  return {};
}

Result<> place_range(const Slot& slot, const RunOptions& options, BoundSlot& bound) {
  const auto range = options.ranges.find(slot.name);
  const bool returned = slot.returned() && !bound.device;
  if (range == options.ranges.end()) {
    if (returned) bound.returned = ByteRange{0, bound.bytes};
    return {};
  }
  if (!returned) return invalid(fmt::format("buffer '{}' has a byte range, but is not returned", slot.name));
  const auto [begin, end] = range->second;
  if (begin > end || end > bound.bytes)
    return invalid(fmt::format("byte range {}..{} of buffer '{}' is not within its {} bytes", begin, end,
                               slot.name, bound.bytes));
  bound.returned = range->second;
  return {};
}

// As many as an axis of 32 bits needs where a dispatch takes 65,535, as every device does.
constexpr std::uint64_t most_dispatches = 65537;

constexpr std::array<char, 3> axis_names{'x', 'y', 'z'};

// The extent that a launch has without one: the elements of the first returned buffer as declared.
Result<std::uint64_t> default_extent(std::span<const Slot> slots, std::span<const BoundSlot> bound,
                                     const std::array<std::uint32_t, 3>& workgroup_size) {
  if (workgroup_size[1] != 1 || workgroup_size[2] != 1)
    return invalid(fmt::format("a kernel with a workgroup of {} x {} x {} needs an extent or a grid",
                               workgroup_size[0], workgroup_size[1], workgroup_size[2]));
  const auto first = extent_slot(slots);
  if (!first) return invalid("a program that returns no buffer needs an extent or a grid");
  return slots[*first].elements(bound[*first].bytes);
}

}  // namespace

Result<std::size_t> find_slot(std::span<const Slot> slots, std::string_view what, const BufferName& name) {
  if (const auto index = name.index(); index && *index < slots.size() && slots[*index].name == name.text())
    return *index;
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (slots[i].name == name.text()) return i;
  return invalid(fmt::format("{} '{}' names no buffer of the program; its buffers are {}", what, name.text(),
                             names_of(slots)));
}

Result<std::vector<BoundSlot>> bind_arguments(std::span<const Slot> slots,
                                              std::span<const NamedArgument> arguments,
                                              const RunOptions& options) {
  std::vector<BoundSlot> bound(slots.size());
  for (const NamedArgument& argument : arguments) {
    SLIPWAY_TRY(const std::size_t index, find_slot(slots, "argument", argument.name));
    if (bound[index].given) return invalid(fmt::format("argument '{}' is given twice", slots[index].name));
    bound[index].given = true;
    SLIPWAY_TRY_VOID(place_argument(slots[index], argument.value, bound[index]));
  }
  for (const auto& entry : options.sizes) {
    SLIPWAY_TRY([[maybe_unused]] const std::size_t known, find_slot(slots, "size", entry.first));
  }
  for (const auto& entry : options.ranges) {
    SLIPWAY_TRY([[maybe_unused]] const std::size_t known, find_slot(slots, "byte range", entry.first));
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (bound[i].given) {
      SLIPWAY_TRY_VOID(check_given_size(slots[i], options, bound[i]));
    } else {
      SLIPWAY_TRY_VOID(place_absent(slots[i], options, bound[i]));
    }
    SLIPWAY_TRY_VOID(place_range(slots[i], options, bound[i]));
  }
  SLIPWAY_TRY_VOID(check_aliases(slots, bound));
  return bound;
}

Result<> place_targets(std::span<const Slot> slots, std::span<const NamedTarget> targets,
                       std::span<BoundSlot> bound) {
  for (const NamedTarget& target : targets) {
    SLIPWAY_TRY(const std::size_t index, find_slot(slots, "target", target.name));
    const std::string& name = slots[index].name;
    BoundSlot& slot = bound[index];
    if (slot.target != nullptr) return invalid(fmt::format("output '{}' is given two targets", name));
    if (!slot.returned) return invalid(fmt::format("buffer '{}' has a target, but is not returned", name));
    if (const std::uint64_t bytes = length(*slot.returned); target.bytes.size() != bytes)
      return invalid(
          fmt::format("output '{}' has {} bytes: found a target of {}", name, bytes, target.bytes.size()));
    slot.target = &target;
  }
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (bound[i].returned && bound[i].target == nullptr)
      return invalid(fmt::format("output '{}' has no target", slots[i].name));
  return {};
}

std::optional<hal::Fill> zeroing_of(const Slot& slot, const BoundSlot& bound) {
  if (!bound.device || !is_zeroed(slot) || bound.bytes == 0) return std::nullopt;
  const hal::BufferRange range = range_of(*bound.device);
  return hal::Fill{range.buffer, range.offset, round_up(range.size), 0};
}

Result<> check_limits(std::span<const Slot> slots, std::span<const BoundSlot> bound,
                      const kernel::Limits& limits) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const bool uniform = slots[i].kind == kernel::BindingKind::uniform;
    const std::uint64_t most = uniform ? limits.uniform_binding_bytes : limits.storage_binding_bytes;
    if (bound[i].bytes > most)
      return std::unexpected(
          Error(ErrorCode::unsupported, fmt::format("buffer '{}' has {} bytes: this device binds at most {}",
                                                    slots[i].name, bound[i].bytes, most))
              .with_limit({uniform ? "uniform_binding_bytes" : "storage_binding_bytes", most}));
    const std::uint64_t unit = uniform ? limits.uniform_offset_alignment : limits.storage_offset_alignment;
    if (bound[i].device && bound[i].device->offset_bytes() % unit != 0) {
      const char* const limit = uniform ? "uniform_offset_alignment" : "storage_offset_alignment";
      return std::unexpected(
          Error(ErrorCode::invalid_argument,
                fmt::format("buffer '{}' is a slice at byte {}: this device binds at multiples of {} ({})",
                            slots[i].name, bound[i].device->offset_bytes(), unit, limit))
              .with_limit({limit, unit}));
    }
  }
  return {};
}

Result<> check_output_bytes(std::span<const BoundSlot> bound, std::optional<std::uint64_t> most) {
  if (!most) return {};
  std::uint64_t total = 0;
  for (const BoundSlot& slot : bound)
    if (slot.returned) total += slot.returned->end - slot.returned->begin;
  if (total <= *most) return {};
  return std::unexpected(Error(ErrorCode::budget_exceeded,
                               fmt::format("the outputs have {} bytes: at most {} are allowed", total, *most))
                             .with_limit({"max_output_bytes", *most}));
}

std::optional<std::size_t> extent_slot(std::span<const Slot> slots) {
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (slots[i].returned() && (!first || slots[i].declaration < slots[*first].declaration)) first = i;
  return first;
}

Result<std::array<std::uint32_t, 3>> resolve_grid(std::span<const Slot> slots,
                                                  std::span<const BoundSlot> bound, const RunOptions& options,
                                                  const std::array<std::uint32_t, 3>& workgroup_size,
                                                  const kernel::Limits& limits) {
  Size3 extent = options.extent;
  if (!options.grid.given() && !extent.given()) {
    SLIPWAY_TRY(extent, default_extent(slots, bound, workgroup_size));
  }
  std::array<std::uint32_t, 3> grid{};
  for (std::size_t axis = 0; axis < grid.size(); ++axis) {
    const std::uint64_t size = workgroup_size[axis];
    const std::uint64_t count =
        options.grid.given() ? options.grid[axis] : extent[axis] / size + (extent[axis] % size != 0 ? 1 : 0);
    if (count > UINT32_MAX)
      return std::unexpected(
          Error(ErrorCode::unsupported,
                fmt::format("the launch has {} workgroups along {}: their numbers have 32 bits", count,
                            axis_names[axis]))
              .with_limit({fmt::format("workgroups.{}", axis_names[axis]), UINT32_MAX}));
    grid[axis] = static_cast<std::uint32_t>(count);
  }
  const auto& [x, y, z] = limits.workgroup_count;
  if (hal::count_parts(grid, limits.workgroup_count) > most_dispatches)
    return std::unexpected(
        Error(ErrorCode::unsupported,
              fmt::format(
                  "the launch has {} x {} x {} workgroups: this device takes {} x {} x {} at a time, and a "
                  "launch is made in at most {} parts",
                  grid[0], grid[1], grid[2], x, y, z, most_dispatches))
            .with_limit({"dispatches", most_dispatches}));
  return grid;
}

std::vector<std::uint32_t> resolve_launch_words(const kernel::Kernel& kernel,
                                                std::span<const BoundSlot> bound,
                                                const std::array<std::uint32_t, 3>& grid) {
  std::vector<std::uint32_t> words;
  words.reserve(kernel.launch_words.size());
  for (const kernel::LaunchWord& word : kernel.launch_words) {
    switch (word.kind) {
      case kernel::LaunchWord::Kind::array_length: {
        const std::uint64_t bytes = bound[word.slot].bytes;
        const std::uint64_t count = bytes < word.offset ? 0 : (bytes - word.offset) / word.stride;
        words.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(count, UINT32_MAX)));
        break;
      }
      case kernel::LaunchWord::Kind::num_workgroups: words.push_back(grid[word.slot]); break;
      case kernel::LaunchWord::Kind::base_workgroup: words.push_back(0); break;
    }
  }
  return words;
}

}  // namespace slipway::pipeline
