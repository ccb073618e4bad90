// The order in which a module is serialised and its sites are numbered: it depends on what the program says,
// not on where in its text a function stands or which arena slots a pass left unused.
#pragma once

#include <vector>

#include "ir/module.h"

namespace slipway::ir {

/// Functions that the overrides' initialisers and then the entry points reach, each once, callers before
/// what they call first.
[[nodiscard]] std::vector<FunctionId> canonical_functions(const Module& module);

/// Regions of a function breadth first: every region after the one that contains it, and the regions of one
/// instruction side by side.
[[nodiscard]] std::vector<RegionId> canonical_regions(const Function& function);

/// Gives each variable, override, entry point and instruction a site of its own, in canonical order, so that
/// sites say nothing that the order does not: which instructions a text made at one place is no part of what
/// a program means. `debug` follows.
void number_sites(Module& module, DebugInfo& debug);

}  // namespace slipway::ir
