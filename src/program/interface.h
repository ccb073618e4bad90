// The interface of an entry point, from its module.
#pragma once

#include <slipway/program.h>

#include "ir/verify.h"

namespace slipway::program {

[[nodiscard]] Interface make_interface(const ir::ValidModule& module, std::uint32_t entry);

}  // namespace slipway::program
