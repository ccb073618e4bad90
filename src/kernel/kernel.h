// A kernel: what lowering and emission make for one target, and all that a device needs to run it. Plain
// data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernel/target.h"

namespace slipway::kernel {

enum class BindingKind : std::uint8_t { uniform, storage_read, storage_read_write, tables, record };

/// Slot k of the kernel is entry k of its binding table: descriptor set 0, binding k. Only variables that the
/// entry point reaches have a slot, in order of (group, binding); behind them come the tables and the record,
/// if any.
struct BindingSlot {
  std::string name;
  std::uint32_t group = 0;
  std::uint32_t binding = 0;
  BindingKind kind = BindingKind::storage_read;
  /// Bytes that the fixed part needs (WGSL's minimum binding size less the first run-time element).
  std::uint64_t fixed_bytes = 0;
  std::uint32_t element_stride = 0;  ///< bytes of a run-time element; 0 where the size is static
};

/// A u32 that the host computes for each launch and passes in push constants (or the like).
struct LaunchWord {
  enum class Kind : std::uint8_t {
    array_length,    ///< elements of the run-time array of slot `slot`: (bound bytes - offset) / stride, or 0
    num_workgroups,  ///< of the whole launch along axis `slot`
    base_workgroup,  ///< of this dispatch along axis `slot`
  };
  Kind kind = Kind::array_length;
  std::uint32_t slot = 0;
  std::uint32_t offset = 0;  ///< bytes from the binding's start to the first element
  std::uint32_t stride = 0;  ///< bytes
  bool operator==(const LaunchWord&) const = default;
};

/// The record that a kernel writes when it cannot go on: 8 words, zero before the launch.
struct RecordLayout {
  static constexpr std::uint32_t words = 8;  ///< flags, site, two values, invocation x y z, kind
  /// Flags are added. Whoever finds none writes the rest: a site says that a trap was first.
  static constexpr std::uint32_t flag_trap = 1;
  static constexpr std::uint32_t flag_loop_limit = 2;
  /// The values are that of the trap and 0, or index and length.
  static constexpr std::uint32_t kind_trap = 0;
  static constexpr std::uint32_t kind_out_of_bounds = 1;
};

/// What compiling found out, for people: no device looks at it. Operations are those of one invocation, as
/// analysis/work.h counts them.
struct Notes {
  std::uint64_t arithmetic = 0;
  std::uint64_t memory = 0;
  std::uint64_t workgroup_memory = 0;
  std::uint64_t barriers = 0;
  std::uint64_t subgroup = 0;
  std::uint32_t checks_emitted = 0;  ///< comparisons of an index with a length
  std::uint32_t checks_shared = 0;   ///< accesses that one made for another access covers
  std::uint32_t checks_proven = 0;   ///< accesses that need none
  bool floats = false;               ///< floats are computed with
  bool may_contract = false;         ///< products may be added without rounding in between
  std::vector<std::string> inexact;  ///< float operations that have an error bound
  std::vector<std::string> passes;   ///< that lowering ran, in their order
  bool operator==(const Notes&) const = default;
};

struct Kernel {
  Format format = Format::module;
  std::vector<std::byte> code;  ///< SPIR-V words in host order, a serialised module, or WGSL text
  std::string entry_point;
  std::array<std::uint32_t, 3> workgroup_size{1, 1, 1};
  std::vector<BindingSlot> bindings;
  std::vector<LaunchWord> launch_words;
  std::vector<std::byte> tables;      ///< what the slot of kind `tables` holds: constants that the code reads
  std::uint32_t workgroup_bytes = 0;  ///< workgroup memory used
  std::uint32_t site_count = 0;
  bool has_record = false;  ///< the last slot is the record
  /// Counts and ids come with launch words, so that a launch of more workgroups than the device takes can be
  /// made in several dispatches.
  bool in_parts = false;
  bool uses_f16 = false;
  bool uses_subgroups = false;
  Notes notes;
};

}  // namespace slipway::kernel
