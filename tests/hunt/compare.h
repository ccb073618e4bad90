// Whether two runs of a program returned the same.
#pragma once

#include <string>

#include <slipway/slipway.h>

#include "ir/verify.h"

namespace slipway::hunt {

/// The first word that differs, in words, or an empty text. Integers and floats are compared by their bits,
/// but for the sign of a float's zero, which docs/semantics.md leaves to the device. `module` is what the
/// outputs come from.
[[nodiscard]] std::string first_difference(const ir::ValidModule& module, const Outputs& expected,
                                           const Outputs& found);

}  // namespace slipway::hunt
