// The reference interpreter: runs an entry point of a module over whole workgroups, as docs/semantics.md
// says.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <slipway/result.h>

#include "ir/verify.h"

namespace slipway::interp {

/// The memory of one binding. A run-time array in it has as many elements as fit into `bytes`.
struct BufferArgument {
  std::uint32_t group = 0;
  std::uint32_t binding = 0;
  std::span<std::byte> bytes;
};

/// An entry point made ready to run, for any number of runs and threads.
struct Program;

/// Fails with `unsupported` where overrides are not specialised or values are too large.
[[nodiscard]] Result<std::shared_ptr<const Program>> prepare(const ir::ValidModule& module,
                                                             std::uint32_t entry_point);

struct Request {
  const ir::ValidModule* module = nullptr;
  std::uint32_t entry_point = 0;           ///< index into Module::entry_points
  std::shared_ptr<const Program> program;  ///< what prepare() made of the two; null to do so for this run
  std::array<std::uint32_t, 3> grid{1, 1, 1};
  std::vector<BufferArgument> buffers;      ///< one for each binding that the entry point reaches
  std::vector<std::uint32_t> launch_words;  ///< what `launch_word` reads, for lowered modules
  std::uint32_t subgroup_size = 4;          ///< 1 to 128, a power of two
  /// What workgroup memory is filled with where a workgroup starts. WGSL wants zero; anything else shows
  /// whether a lowered module zeroes by itself.
  std::byte workgroup_fill{0};
  std::uint64_t step_limit = 0;               ///< operations in total; 0 for no limit
  const std::atomic<bool>* cancel = nullptr;  ///< polled; true ends the run
};

/// The trap that ended a run.
struct TrapHit {
  bool out_of_bounds = false;  ///< trap_bounds: `value` is the index, `length` what it is too large for
  std::uint32_t tag = 0;       ///< index into Module::tags
  ir::SiteId site = 0;
  std::uint32_t value = 0;
  std::uint32_t length = 0;
  std::array<std::uint32_t, 3> invocation{};  ///< global invocation id
};

struct Outcome {
  std::optional<TrapHit> trap;
  std::uint64_t steps = 0;  ///< operations executed
};

/// Runs the grid to its end on the calling thread. Fails with `invalid_argument` (a missing buffer, too few
/// launch words), with what prepare() fails with, `budget_exceeded` (the step
/// limit), `deadline_exceeded` (cancelled) or `internal` (a native operation outside its domain, barriers
/// that do not match: the module was lowered wrongly). Buffers then hold what was stored until that moment.
[[nodiscard]] Result<Outcome> run(const Request& request);

}  // namespace slipway::interp
