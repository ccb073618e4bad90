// Bounds on how often loops go round, read off their counters.
#pragma once

#include <cstdint>
#include <optional>

#include "ir/module.h"

namespace slipway::lower {

/// The most times that the body of `loop` (an Op::loop) starts each time control comes to it, where it has a
/// counter that is compared with a constant at the top and moved by a constant in the continuing part.
[[nodiscard]] std::optional<std::uint64_t> most_rounds(const ir::Module& module, const ir::Function& function,
                                                       ir::InstId loop);

}  // namespace slipway::lower
