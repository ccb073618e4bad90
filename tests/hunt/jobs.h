// Shares a hunt out to processes.
#pragma once

#include <cstdint>
#include <functional>

namespace slipway::hunt {

struct Totals {
  std::uint64_t programs = 0;
  std::uint64_t findings = 0;
  std::uint64_t left_out = 0;  ///< a driver compiles them for too long
};

/// The sum of what `work(0)` to `work(jobs - 1)` return, each in a process of its own where there are
/// several. One that ends without a result counts as a finding.
[[nodiscard]] Totals share_out(unsigned jobs, const std::function<Totals(unsigned)>& work);

}  // namespace slipway::hunt
