// The rules that the parser's diagnostics name, besides rule::attribute, rule::diagnostic and rule::limit.
#pragma once

#include <string_view>

namespace slipway::wgsl::rule {

inline constexpr std::string_view encoding = "wgsl.encoding";  ///< text that is not UTF-8, or holds NUL
inline constexpr std::string_view syntax = "wgsl.syntax";      ///< a token that the grammar has no place for
inline constexpr std::string_view literal = "wgsl.literal";    ///< ill-formed or too large numbers
inline constexpr std::string_view identifier = "wgsl.identifier";  ///< words that cannot be names
inline constexpr std::string_view directive = "wgsl.directive";    ///< directives after declarations
inline constexpr std::string_view nesting = "wgsl.nesting";        ///< deeper than this reader goes

}  // namespace slipway::wgsl::rule
