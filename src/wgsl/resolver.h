// Syntax tree to module: names, types, overloads, constant evaluation.
#pragma once

#include <optional>

#include "ir/module.h"
#include "ir/override_checks.h"
#include "wgsl/ast.h"
#include "wgsl/diagnostics.h"

namespace slipway::wgsl {

/// Null where anything was an error. `debug` gets the span of each site, `checks` what is to be checked once
/// overrides have values.
[[nodiscard]] std::optional<ir::Module> resolve(const ast::Module& tree, Diagnostics& diagnostics,
                                                ir::DebugInfo& debug, ir::OverrideChecks& checks);

}  // namespace slipway::wgsl
