// Replaces overrides by values, and drops what one entry point does not need.
#pragma once

#include <span>
#include <string>
#include <utility>

#include <slipway/result.h>

#include "ir/verify.h"

namespace slipway::ir {

/// An override, by name or by the decimal text of its id, and its value. Booleans are true where it is not
/// zero; integers must be whole and in range; floats are rounded to their type.
using OverrideValue = std::pair<std::string, double>;

/// The module with entry point `entry` alone, no overrides, and only the functions and variables that it
/// reaches, in their order. Overrides without a value take their default; those that nothing reached
/// depends on need neither. Array and workgroup sizes become numbers. Errors are `invalid_argument` where
/// values were given or are missing, else `invalid_program`. `fault`, if any, is told the site of an
/// operation without a value, or of a bad size.
[[nodiscard]] Result<Module> specialize(const ValidModule& module, std::uint32_t entry,
                                        std::span<const OverrideValue> values = {}, SiteId* fault = nullptr);

}  // namespace slipway::ir
