#include "wgsl/parser.h"

#include <fmt/format.h>

#include <algorithm>

#include "wgsl/lexer.h"
#include "wgsl/parser_core.h"
#include "wgsl/rules.h"
#include "wgsl/unicode.h"

namespace slipway::wgsl {
namespace {

// Bounds the memory of the tree. A 20,000-line kernel has about a quarter of it.
constexpr std::size_t most_tokens = 1'000'000;

bool check_encoding(std::uint32_t file, std::string_view text, Diagnostics& diagnostics) {
  if (text.size() >= UINT32_MAX) {
    diagnostics.error({file, 0, 0}, rule::limit, "the file is larger than 4 GiB");
    return false;
  }
  if (text.starts_with("\xEF\xBB\xBF")) {
    diagnostics.error({file, 0, 3}, rule::encoding, "the text must not start with a byte order mark");
    return false;
  }
  const auto bad = first_bad_byte(text);
  if (!bad) return true;
  const auto at = static_cast<std::uint32_t>(*bad);
  const auto byte = static_cast<unsigned char>(text[at]);
  diagnostics.error({file, at, at + 1}, rule::encoding,
                    byte == 0 ? "expected UTF-8 text, found a NUL character"
                              : fmt::format("expected UTF-8 text, found the byte 0x{:02X}", byte));
  return false;
}

// At most `most` bytes, cut between code points.
std::string_view shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  while ((static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  return text.substr(0, most);
}

}  // namespace

ast::Module parse(const SourceMap& sources, Diagnostics& diagnostics) {
  ast::Module module;
  Parser parser(module, diagnostics);
  for (std::uint32_t file = 0; file < sources.files().size(); ++file) {
    const std::string_view text = sources.files()[file].text;
    if (check_encoding(file, text, diagnostics)) parser.parse_file(file, text);
  }
  return module;
}

void Parser::parse_file(std::uint32_t file, std::string_view text) {
  file_ = file;
  text_ = text;
  list_ = lex(text, module_.symbols, most_tokens - tokens_before_);
  tokens_before_ = std::min(most_tokens, tokens_before_ + list_.tokens.size() - 1);
  at_ = 0;
  last_error_ = UINT32_MAX;
  braces_owed_ = 0;
  const auto at_directive = [&] {
    return kind() == TokenKind::kw_enable || kind() == TokenKind::kw_requires ||
           kind() == TokenKind::kw_diagnostic;
  };
  while (at_directive()) directive();
  while (kind() != TokenKind::end && !diagnostics_.full()) {
    const std::size_t start = at_;
    if (at_directive()) {
      error(span(), rule::directive,
            fmt::format("'{}' must come before all declarations of its file", this->text(token())));
      directive();
    } else if (kind() == TokenKind::brace_right && braces_owed_ > 0) {
      --braces_owed_;  // a declaration inside a block was reported; this ends that block
    } else if (!declaration()) {
      recover_declaration();
    }
    if (at_ == start) advance();
  }
}

TokenKind Parser::next_kind() const {
  return at_ + 1 < list_.tokens.size() ? list_.tokens[at_ + 1].kind : TokenKind::end;
}

Span Parser::span_from(std::size_t first) const {
  const std::uint32_t begin = list_.tokens[first].begin;
  return {file_, begin, at_ > first ? list_.tokens[at_ - 1].end : begin};
}

void Parser::advance() {
  if (kind() != TokenKind::end) ++at_;
}

bool Parser::accept(TokenKind kind) {
  if (this->kind() != kind) return false;
  advance();
  return true;
}

void Parser::error(Span place, std::string_view rule, std::string message, bool goes_on) {
  if (place.begin == last_error_) return;
  if (goes_on) ++module_.mended;
  last_error_ = place.begin;
  diagnostics_.error(place, rule, std::move(message));
}

void Parser::unexpected(std::string_view what, bool goes_on) {
  if (kind() == TokenKind::invalid) {
    const TokenError& found = list_.errors[token().detail];
    return error(span(), found.rule, found.message);
  }
  constexpr std::size_t most = 60;
  const std::string_view whole = text(token());
  const std::string_view shown = shortened(whole, most);
  const std::string found = kind() == TokenKind::end
                                ? std::string("the end of the file")
                                : fmt::format("'{}{}'", shown, shown.size() < whole.size() ? "…" : "");
  error(span(), rule::syntax, fmt::format("expected {}, found {}", what, found), goes_on);
}

bool Parser::expect(TokenKind kind, std::string_view what) {
  if (accept(kind)) return true;
  unexpected(what);
  return false;
}

// A token that is missing at the end of a line is missed there; the next one may be many lines down.
void Parser::missing(std::string_view what, bool goes_on) {
  const bool at_end = kind() == TokenKind::end;
  if (kind() == TokenKind::invalid || !(at_end || token().starts_line)) return unexpected(what, goes_on);
  const std::uint32_t end = list_.tokens[at_ - 1].end;
  error({file_, end, end}, rule::syntax,
        fmt::format("expected {}, found the end of the {}", what, at_end ? "file" : "line"), goes_on);
}

bool Parser::expect_semicolon(std::string_view after) {
  if (accept(TokenKind::semicolon)) return true;
  const bool ends = token().starts_line || kind() == TokenKind::brace_right || kind() == TokenKind::end;
  const bool goes_on = ends && kind() != TokenKind::invalid;
  missing(fmt::format("';' after {}", after), goes_on);
  return goes_on;
}

bool Parser::open_brace(std::string_view what) {
  if (accept(TokenKind::brace_left)) return true;
  const bool starts = token().starts_line || at_statement_keyword();
  const bool goes_on = starts && kind() != TokenKind::invalid && closes_one_more();
  missing(what, goes_on);
  return goes_on;
}

// Whether the rest of the declaration closes more blocks than are open.
bool Parser::closes_one_more() const {
  std::uint32_t open = block_depth_;
  const auto declares = [](TokenKind kind) {
    return kind == TokenKind::kw_fn || kind == TokenKind::kw_struct || kind == TokenKind::end;
  };
  for (std::size_t i = at_; !declares(list_.tokens[i].kind); ++i) {
    if (list_.tokens[i].kind == TokenKind::brace_left) ++open;
    if (list_.tokens[i].kind == TokenKind::brace_right && open-- == 0) return true;
  }
  return false;
}

bool Parser::deep(std::uint32_t depth, std::string_view what) {
  constexpr std::uint32_t most = 127;
  if (depth < most) return false;
  error(span(), rule::nesting, fmt::format("{} are nested more than {} levels deep", what, most));
  return true;
}

// Words that start a declaration and never a statement.
bool Parser::at_declaration_only() const {
  switch (kind()) {
    case TokenKind::kw_fn:
    case TokenKind::kw_struct:
    case TokenKind::kw_alias:
    case TokenKind::kw_override:
    case TokenKind::kw_enable:
    case TokenKind::kw_requires: return true;
    default: return false;
  }
}

bool Parser::at_statement_keyword() const {
  switch (kind()) {
    case TokenKind::kw_var:
    case TokenKind::kw_let:
    case TokenKind::kw_const:
    case TokenKind::kw_const_assert:
    case TokenKind::kw_if:
    case TokenKind::kw_for:
    case TokenKind::kw_while:
    case TokenKind::kw_loop:
    case TokenKind::kw_switch:
    case TokenKind::kw_return:
    case TokenKind::kw_break:
    case TokenKind::kw_continue:
    case TokenKind::kw_discard: return true;
    default: return false;
  }
}

// Past the brace that closes the one here; short of it where a declaration shows that it is missing.
void Parser::skip_braces() {
  std::size_t depth = 0;
  while (kind() != TokenKind::end && !at_declaration_only()) {
    if (kind() == TokenKind::brace_left) ++depth;
    const bool closes = kind() == TokenKind::brace_right && --depth == 0;
    advance();
    if (closes) return;
  }
}

// To where the next statement starts. Blocks of a broken `if` or loop are still read for their errors.
void Parser::recover_statement(std::size_t start) {
  const TokenKind first = list_.tokens[start].kind;
  bool in_for = first == TokenKind::kw_for;
  const bool read_blocks =
      (first == TokenKind::kw_if || first == TokenKind::kw_while || in_for) && block_depth_ + 1 < 127;
  while (kind() != TokenKind::end && kind() != TokenKind::brace_right && !at_declaration_only()) {
    if (at_ > start && token().starts_line && at_statement_keyword()) return;
    if (kind() == TokenKind::brace_left) {
      const std::size_t brace = at_;
      if (!read_blocks || !block("").valid()) {
        if (at_ == brace) skip_braces();
      }
      if (!accept(TokenKind::kw_else)) return;
      accept(TokenKind::kw_if);
      in_for = false;
    } else if (accept(TokenKind::semicolon)) {
      if (!in_for) return;
    } else {
      advance();
    }
  }
}

// To the next clause of a switch or its end.
void Parser::recover_case() {
  while (kind() != TokenKind::end && kind() != TokenKind::brace_right && !at_declaration_only()) {
    if (kind() == TokenKind::kw_case || kind() == TokenKind::kw_default) return;
    if (kind() == TokenKind::brace_left) return skip_braces();
    advance();
  }
}

void Parser::recover_declaration() {
  while (kind() != TokenKind::end) {
    const bool starts = at_declaration_only() || kind() == TokenKind::kw_var ||
                        kind() == TokenKind::kw_const || kind() == TokenKind::kw_const_assert ||
                        kind() == TokenKind::at;
    if (starts && token().starts_line) return;
    if (kind() == TokenKind::brace_left) return skip_braces();
    if (accept(TokenKind::semicolon)) return;
    advance();
  }
}

// To the next member of a structure or its end.
void Parser::recover_member() {
  while (kind() != TokenKind::end && kind() != TokenKind::brace_right && !at_declaration_only()) {
    if (accept(TokenKind::comma) || accept(TokenKind::semicolon)) return;
    if (kind() == TokenKind::brace_left) return skip_braces();
    advance();
  }
}

}  // namespace slipway::wgsl
