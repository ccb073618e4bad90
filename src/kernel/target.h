// What lowering and emission look at in a device: limits, features, quirks. Plain data, part of cache keys.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace slipway::kernel {

enum class Format : std::uint8_t { module, spirv, wgsl };

struct Limits {
  std::array<std::uint32_t, 3> workgroup_size{1024, 1024, 64};        ///< per axis
  std::uint32_t workgroup_invocations = 1024;                         ///< product of the axes
  std::array<std::uint32_t, 3> workgroup_count{65535, 65535, 65535};  ///< of one dispatch, per axis
  std::uint32_t workgroup_bytes = 32768;                              ///< workgroup memory
  std::uint64_t storage_binding_bytes = 1ULL << 27U;
  std::uint64_t uniform_binding_bytes = 65536;
  std::uint64_t buffer_bytes = 1ULL << 31U;
  std::uint32_t storage_bindings = 8;  ///< per pipeline
  std::uint32_t uniform_bindings = 12;
  std::uint32_t storage_offset_alignment = 256;  ///< bytes
  std::uint32_t uniform_offset_alignment = 256;
  std::uint32_t launch_words = 32;  ///< u32 words a launch can carry beside its bindings
  /// Not for modules: instructions of an entry point with all calls put in place, as drivers do; a barrier
  /// counts as 64. Lowering refuses more as `unsupported`, before the driver runs out of memory.
  std::uint32_t expanded_instructions = 1U << 18U;
  bool operator==(const Limits&) const = default;
};

struct Features {
  bool f16 = false;  ///< arithmetic and 16-bit storage and uniform access, all of them
  bool subgroups = false;
  std::uint32_t subgroup_size = 1;  ///< 1 where there are none
  /// SPIR-V only: uniform buffers may have the layout of storage buffers; without, arrays, structures and the
  /// columns of matrices in them lie on multiples of 16 bytes.
  bool uniform_standard_layout = false;
  bool preserves_denormals_f32 = false;
  bool preserves_inf_nan_f32 = false;
  bool operator==(const Features&) const = default;
};

/// What invocations that left a loop go on with, while others stay in it.
enum class LoopExits : std::uint8_t {
  kept,  ///< what they assigned
  /// SwiftShader: that, where the loop has several exits, or its one at the head. What else they have loaded
  /// becomes zero. Lowering adds an exit.
  kept_at_head,
  /// lavapipe: what loops with a single exit assign to is computed anew for them, and an exit does not count
  /// where its condition is known. Lowering adds one.
  stale,
};

/// Where a driver breaks the rules; each names what lowering does about it.
struct Quirks {
  /// Mesa's lavapipe before 23.1: a subgroup leaves its loops silently after this many iterations in total
  /// (0: no such limit). Lowering counts what is not proven few and the launch fails as `unsupported`.
  std::uint32_t silent_loop_limit = 0;
  /// lavapipe: conditions in each other beyond this many have no effect (0: no such limit). Lowering refuses
  /// more as `unsupported`.
  std::uint32_t nested_conditions = 0;
  /// SwiftShader: more bytes of private and function variables, all calls put in place, end the process (0:
  /// no such limit). Lowering refuses more as `unsupported`.
  std::uint32_t variable_bytes = 0;
  /// lavapipe: branches take long to compile, so loads are checked without one. Only for devices that load
  /// from an empty buffer without harm (robustBufferAccess). Stores keep theirs: each is a loop over the
  /// lanes there anyway, beside which a branch takes a tenth.
  bool dear_branches = false;
  LoopExits loop_exits = LoopExits::kept;
  /// SwiftShader: takes `x % 1` of u32 for a null constant, which it then compares and computes with wrongly
  /// where it is a vector's component. Lowering writes `x - (x / y) * y`.
  bool null_remainders = false;
  bool operator==(const Quirks&) const = default;
};

struct Target {
  Format format = Format::module;
  /// Format::module only: lower as for a device that executes native operations, so that the interpreter can
  /// check what lowering did.
  bool lower_modules = false;
  Limits limits;
  Features features;
  Quirks quirks;
  bool operator==(const Target&) const = default;
};

enum class CheckMode : std::uint8_t { zero, trap, off };
enum class FloatMode : std::uint8_t { standard, strict };

}  // namespace slipway::kernel
