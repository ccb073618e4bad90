// The bindings of a compiled pipeline, as arguments see them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <slipway/pipeline.h>

#include "kernel/kernel.h"

namespace slipway::pipeline {

/// One binding. Sizes in bytes.
struct Slot {
  std::string name;
  kernel::BindingKind kind = kernel::BindingKind::storage_read;
  Role role = Role::in_out;  ///< of read_write storage
  bool run_time_sized = false;
  std::uint64_t fixed_bytes = 0;  ///< all of it, or what stands before the run-time array
  std::uint64_t stride = 0;       ///< of an element of the array that the binding is or ends in; 0 for others
  std::uint32_t declaration = 0;  ///< position among the program's variables
  bool live_out = false;          ///< stays on the device behind a run
  bool only_written = false;      ///< by the kernel, which loads and exchanges nothing there

  [[nodiscard]] bool writable() const { return kind == kernel::BindingKind::storage_read_write; }
  [[nodiscard]] bool returned() const { return writable() && role != Role::scratch; }
  /// Whether the caller gives its contents.
  [[nodiscard]] bool takes_data() const { return !writable() || role == Role::in_out; }
  /// Elements in a binding of so many bytes; 1 where it is not an array.
  [[nodiscard]] std::uint64_t elements(std::uint64_t bytes) const;
};

/// All of a pipeline.
struct SlotTable {
  std::vector<Slot> slots;
  std::vector<std::uint32_t> as_declared;  ///< indices of `slots` in the order of the program's variables
};

/// One slot for each entry of the kernel's binding table but tables and record, in its order. An unknown
/// buffer name among the roles and `live_out`, or a read-only buffer there, is `invalid_argument`.
[[nodiscard]] Result<SlotTable> make_slots(const Interface& interface, const kernel::Kernel& kernel,
                                           const std::map<std::string, Role>& roles,
                                           const std::set<std::string>& live_out = {});

/// `'a', 'b'`, for messages.
[[nodiscard]] std::string names_of(std::span<const Slot> slots);

}  // namespace slipway::pipeline
