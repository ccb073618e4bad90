// Module to WGSL text.
#pragma once

#include <string>

#include <slipway/result.h>

#include "ir/verify.h"

namespace slipway::wgsl {

/// The module as one source text. Reading it gives a module of the same serialisation, as far as the reader
/// can make such a module at all: names of what is not part of the interface may change, and so may places.
/// `debug`, where it is the module's own, gives local variables their names and keeps diagnostic filters
/// (each as one for the whole module, as weak as the weakest of its rule). Writing what was read from this
/// text gives this text again. The error is `unsupported` and names what WGSL has no form for, such as the
/// operations that lowering makes.
[[nodiscard]] Result<std::string> write(const ir::ValidModule& module, const ir::DebugInfo& debug = {});

}  // namespace slipway::wgsl
