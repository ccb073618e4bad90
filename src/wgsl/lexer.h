// WGSL text to tokens.
#pragma once

#include <cstddef>
#include <string_view>

#include "wgsl/token.h"

namespace slipway::wgsl {

/// Splits `text`, which is well-formed UTF-8, and tells the `<` and `>` of template lists from operators.
/// What is no token becomes `invalid` tokens. Past `most` tokens the list ends with an invalid one. After
/// an invalid token that ends the list, `end` has its place, so that one error is reported there.
[[nodiscard]] TokenList lex(std::string_view text, ast::Symbols& symbols, std::size_t most);

}  // namespace slipway::wgsl
