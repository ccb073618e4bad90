// WGSL text to syntax tree.
#pragma once

#include "wgsl/ast.h"
#include "wgsl/diagnostics.h"

namespace slipway::wgsl {

/// Parses all files as one module: directives first in each file, then declarations in any order. Errors go
/// to `diagnostics`; the parser goes on at the next statement or declaration, and what it could not read is
/// left out of the tree. Nesting deeper than 127 levels is an error, as WGSL allows. Never recurses past
/// that.
[[nodiscard]] ast::Module parse(const SourceMap& sources, Diagnostics& diagnostics);

}  // namespace slipway::wgsl
