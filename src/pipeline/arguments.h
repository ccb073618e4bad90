// Fits a call's arguments to the bindings of a pipeline, and the launch to its geometry. Pure functions:
// nothing is allocated on a device before all of this holds.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <slipway/pipeline.h>

#include "hal/device.h"
#include "kernel/kernel.h"
#include "pipeline/slots.h"

namespace slipway::pipeline {

/// What one slot is bound to.
struct BoundSlot {
  bool given = false;                   ///< by an argument
  std::uint64_t bytes = 0;              ///< visible to the kernel
  std::span<const std::byte> host;      ///< initial contents; zeros where there are none
  std::optional<HostBytes> pinned;      ///< what `host` is, where it is pinned
  std::optional<DeviceBytes> device;    ///< the caller's own buffer
  std::optional<ByteRange> returned;    ///< bytes to give back
  const NamedTarget* target = nullptr;  ///< where to; null for memory of the outputs' own
};

/// Where the buffer is among the slots. An unknown one is `invalid_argument`; `what` says what it was named
/// for.
[[nodiscard]] Result<std::size_t> find_slot(std::span<const Slot> slots, std::string_view what,
                                            const BufferName& name);

/// One entry a slot. Errors are `invalid_argument` with the buffer named, expected and found: a missing or
/// unknown argument, one given twice, data for an output, a size that does not fit, a range past the end, the
/// same bytes of a device buffer in two bindings of which one is writable, an output in a slice whose end is
/// no end of a word.
[[nodiscard]] Result<std::vector<BoundSlot>> bind_arguments(std::span<const Slot> slots,
                                                            std::span<const NamedArgument> arguments,
                                                            const RunOptions& options);

/// Gives each returned buffer its target. `invalid_argument` where one is missing, given twice, of another
/// size, or for a buffer that is not returned.
[[nodiscard]] Result<> place_targets(std::span<const Slot> slots, std::span<const NamedTarget> targets,
                                     std::span<BoundSlot> bound);

/// The words of a device buffer that a run zeroes before it uses it as output or scratch; nothing for others.
[[nodiscard]] std::optional<hal::Fill> zeroing_of(const Slot& slot, const BoundSlot& bound);

/// `unsupported` with the limit where a binding is larger than the device binds; `invalid_argument` with the
/// limit where a slice starts where the device binds none.
[[nodiscard]] Result<> check_limits(std::span<const Slot> slots, std::span<const BoundSlot> bound,
                                    const kernel::Limits& limits);

/// `budget_exceeded` where the returned bytes are more than `most`.
[[nodiscard]] Result<> check_output_bytes(std::span<const BoundSlot> bound,
                                          std::optional<std::uint64_t> most);

/// The slot whose elements are the extent of a launch without one: the first returned buffer as declared.
[[nodiscard]] std::optional<std::size_t> extent_slot(std::span<const Slot> slots);

/// Workgroups of the launch, by the rules of RunOptions; `unsupported` with the limit where they are more
/// than can be counted along an axis, or than a bounded number of dispatches takes.
[[nodiscard]] Result<std::array<std::uint32_t, 3>> resolve_grid(
    std::span<const Slot> slots, std::span<const BoundSlot> bound, const RunOptions& options,
    const std::array<std::uint32_t, 3>& workgroup_size, const kernel::Limits& limits);

/// The launch words of a kernel for these bindings.
[[nodiscard]] std::vector<std::uint32_t> resolve_launch_words(const kernel::Kernel& kernel,
                                                              std::span<const BoundSlot> bound,
                                                              const std::array<std::uint32_t, 3>& grid);

}  // namespace slipway::pipeline
