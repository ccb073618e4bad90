// UTF-8 and the Unicode properties that WGSL's identifiers and blankspace rest on.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace slipway::wgsl {

struct CodePoint {
  std::uint32_t value = 0;
  std::uint32_t length = 0;  ///< in bytes
};

/// The code point at `at`, which must be the first byte of one in valid UTF-8.
[[nodiscard]] CodePoint decode(std::string_view text, std::size_t at);

/// The first byte that is not part of well-formed UTF-8 or is NUL, if any.
[[nodiscard]] std::optional<std::size_t> first_bad_byte(std::string_view text);

/// XID_Start or XID_Continue, of code points beyond ASCII.
[[nodiscard]] bool is_xid_start(std::uint32_t code_point);
[[nodiscard]] bool is_xid_continue(std::uint32_t code_point);

/// Blankspace beyond ASCII: U+0085, the left-to-right and right-to-left marks, U+2028 and U+2029.
[[nodiscard]] bool is_wide_blank(std::uint32_t code_point);
/// Those of them that end a line.
[[nodiscard]] bool is_wide_line_break(std::uint32_t code_point);

}  // namespace slipway::wgsl
