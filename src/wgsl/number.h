// The value of a number literal.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "wgsl/ast.h"

namespace slipway::wgsl {

struct IntLiteral {
  ast::Suffix suffix = ast::Suffix::none;
  std::int64_t value = 0;
};
struct FloatLiteral {
  ast::Suffix suffix = ast::Suffix::none;
  double value = 0;  ///< rounded to the type that the suffix names
};

/// `text` is an int literal of WGSL's grammar. Fails with a message where the value does not fit i32 (suffix
/// i), u32 (suffix u) or AbstractInt.
[[nodiscard]] std::expected<IntLiteral, std::string> int_literal(std::string_view text);

/// `text` is a float literal of WGSL's grammar. Fails where the value overflows f32 (suffix f), f16 (suffix
/// h) or AbstractFloat, or where a hexadecimal value is not exact in it.
[[nodiscard]] std::expected<FloatLiteral, std::string> float_literal(std::string_view text);

}  // namespace slipway::wgsl
