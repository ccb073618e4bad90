// Syntax tree to module: names, types, overloads, constant evaluation.
#pragma once

#include <optional>

#include "ir/module.h"
#include "wgsl/ast.h"
#include "wgsl/diagnostics.h"

namespace slipway::wgsl {

/// Null where anything was an error. `debug` gets the span of each site.
[[nodiscard]] std::optional<ir::Module> resolve(const ast::Module& tree, Diagnostics& diagnostics,
                                                ir::DebugInfo& debug);

}  // namespace slipway::wgsl
