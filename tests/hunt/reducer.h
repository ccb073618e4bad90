// Cuts a failing program down while it fails in the same way.
#pragma once

#include <chrono>
#include <functional>

#include "hunt/tree.h"

namespace slipway::hunt {

/// `fails` says whether a candidate still fails. Ends when nothing more can be cut, or at the deadline.
[[nodiscard]] Program reduce(Program program, const std::function<bool(const Program&)>& fails,
                             std::chrono::steady_clock::time_point deadline);

}  // namespace slipway::hunt
