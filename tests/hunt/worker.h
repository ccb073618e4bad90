// Checks programs in child processes, so that a crash or a hang is a finding like any other.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hunt/rig.h"

namespace slipway::hunt {

/// The kind of a finding that says nothing against slipway: a driver compiles a program for too long.
inline constexpr std::string_view slow = "slow";

struct Batch {
  std::uint64_t first_seed = 0;
  std::uint64_t count = 0;
  std::vector<std::string> devices;
  const Mutation* mutation = nullptr;
};

/// Checks the programs of seeds from `first_seed` on in a child until one has a finding. `done` is called
/// after each without one, and says whether to go on.
struct BatchResult {
  std::uint64_t seed = 0;  ///< of the finding
  std::optional<Finding> finding;
};
[[nodiscard]] BatchResult check_batch(const Batch& batch, const std::function<bool(std::uint64_t)>& done);

/// One program, in a child of its own.
[[nodiscard]] std::optional<Finding> check_alone(const Program& program, std::uint64_t seed,
                                                 const std::vector<std::string>& devices);

}  // namespace slipway::hunt
