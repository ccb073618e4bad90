// What uniform buffers may hold on devices that want everything in them on multiples of 16 bytes.
#pragma once

#include <string>

#include "ir/verify.h"

namespace slipway::lower {

/// Why a uniform of `type` is not laid out so: array elements and columns of matrices lie 16 bytes apart or a
/// multiple of that, and arrays and structures at multiples of 16 bytes, of which a structure takes whole
/// ones. Empty where all is well. `path` names the variable.
[[nodiscard]] std::string coarse_layout_fault(const ir::ValidModule& module, ir::TypeId type,
                                              const std::string& path);

}  // namespace slipway::lower
