// Prints syntax trees as S-expressions for tests.
#pragma once

#include <string>

#include "wgsl/ast.h"

namespace slipway::wgsl {

[[nodiscard]] std::string text_of(const ast::Module& module, ast::ExpressionId id);
[[nodiscard]] std::string text_of(const ast::Module& module, ast::StatementId id);
/// The directives and declarations, one a line.
[[nodiscard]] std::string text_of(const ast::Module& module);

}  // namespace slipway::wgsl
