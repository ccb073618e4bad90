// Keywords and reserved words.
#pragma once

#include <string_view>

#include "wgsl/token.h"

namespace slipway::wgsl {

/// What a word that has the form of an identifier is: a keyword, `reserved` or `identifier`.
[[nodiscard]] TokenKind classify_word(std::string_view word);

}  // namespace slipway::wgsl
