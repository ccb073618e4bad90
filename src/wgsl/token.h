// What the lexer makes of the text.
#pragma once

#include <cstdint>
#include <vector>

#include "wgsl/ast.h"

namespace slipway::wgsl {

enum class TokenKind : std::uint8_t {
  end,         ///< of the file
  invalid,     ///< no token of WGSL; `detail` is its index in TokenList::errors
  identifier,  ///< `detail` is its symbol, as for reserved words and keywords
  reserved,    ///< spelled like an identifier, but a reserved word or starting with two underscores
  int_literal,
  float_literal,

  kw_alias,
  kw_break,
  kw_case,
  kw_const,
  kw_const_assert,
  kw_continue,
  kw_continuing,
  kw_default,
  kw_diagnostic,
  kw_discard,
  kw_else,
  kw_enable,
  kw_false,
  kw_fn,
  kw_for,
  kw_if,
  kw_let,
  kw_loop,
  kw_override,
  kw_requires,
  kw_return,
  kw_struct,
  kw_switch,
  kw_true,
  kw_var,
  kw_while,

  underscore,
  template_start,  ///< a `<` that the template discovery of WGSL section 3.9 found, and its `>`
  template_end,
  paren_left,
  paren_right,
  bracket_left,
  bracket_right,
  brace_left,
  brace_right,
  comma,
  semicolon,
  colon,
  dot,
  at,
  arrow,
  assign,
  plus,
  minus,
  star,
  slash,
  percent,
  ampersand,
  pipe,
  caret,
  shift_left,
  shift_right,
  and_and,
  or_or,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  bang,
  tilde,
  plus_plus,
  minus_minus,
  plus_assign,
  minus_assign,
  star_assign,
  slash_assign,
  percent_assign,
  and_assign,
  or_assign,
  xor_assign,
  shift_left_assign,
  shift_right_assign,
};

struct Token {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t detail = 0;
  TokenKind kind = TokenKind::end;
  bool starts_line = false;  ///< a line break lies between the token before and this one
};

/// Why a token is `invalid`.
struct TokenError {
  std::string_view rule;
  std::string message;
};

/// The tokens of one file; the last one is `end`. Blankspace and comments are gone.
struct TokenList {
  std::vector<Token> tokens;
  std::vector<TokenError> errors;
};

[[nodiscard]] inline bool is_keyword(TokenKind kind) {
  return kind >= TokenKind::kw_alias && kind <= TokenKind::kw_while;
}

}  // namespace slipway::wgsl
