#include "wgsl/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "wgsl/rules.h"
#include "wgsl/unicode.h"
#include "wgsl/words.h"

namespace slipway::wgsl {
namespace {

// Messages quote names; this keeps a hundred of them small.
constexpr std::size_t longest_name = 1000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex_digit(char c) { return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool is_letter(char c) { return ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_'; }

// Which ASCII characters continue an identifier.
constexpr auto continues_word = [] {
  std::array<bool, 256> table{};
  for (int c = 0; c < 128; ++c)
    table[static_cast<std::size_t>(c)] =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  return table;
}();

// Finds template lists while tokens are made (WGSL section 3.9): a `<` right after a word may open one, and
// does if a `>` at the same bracket depth comes before anything that no template argument can hold.
class TemplateLists {
 public:
  void candidate(std::size_t token) { pending_.push_back({token, depth_}); }
  void open_bracket() { ++depth_; }
  void close_bracket() {
    drop_this_depth();
    if (depth_ > 0) --depth_;
  }
  // && and || have no place in a template argument but inside parentheses.
  void drop_this_depth() {
    while (!pending_.empty() && pending_.back().depth >= depth_) pending_.pop_back();
  }
  void reset() {
    pending_.clear();
    depth_ = 0;
  }
  [[nodiscard]] bool closes() const { return !pending_.empty() && pending_.back().depth == depth_; }
  // The token that opened the list which closes here.
  std::size_t close() {
    const std::size_t token = pending_.back().token;
    pending_.pop_back();
    return token;
  }

 private:
  struct Candidate {
    std::size_t token;
    std::uint32_t depth;
  };
  std::vector<Candidate> pending_;
  std::uint32_t depth_ = 0;
};

class Lexer {
 public:
  Lexer(std::string_view text, ast::Symbols& symbols, std::size_t most)
      : text_(text), symbols_(symbols), most_(most) {}
  TokenList run();

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void next_token();
  void skip_line_comment();
  bool skip_block_comment();
  bool skip_wide_blank();
  void word();
  void wide_character();
  void number();
  bool scan_decimal();
  bool scan_hex();
  bool scan_exponent();
  void scan_digits() {
    while (is_digit(peek())) ++at_;
  }
  void skip_word_characters();
  void punctuation();
  void left_angle();
  void right_angle();
  void push(TokenKind kind, std::size_t length);
  void finish(TokenKind kind, std::size_t begin);
  void bad_token(std::size_t begin, std::string_view rule, std::string message);

  std::string_view text_;
  ast::Symbols& symbols_;
  std::size_t most_;
  std::size_t at_ = 0;
  bool line_break_ = true;
  bool stopped_ = false;
  bool float_ = false;  // what the number scanned is
  TokenList list_;
  TemplateLists templates_;
  std::vector<TokenKind> word_kinds_;  // by symbol; `end` where not looked up yet
};

TokenList Lexer::run() {
  list_.tokens.reserve(std::min(text_.size() / 4 + 16, most_ + 2));
  while (at_ < text_.size() && !stopped_) {
    if (list_.tokens.size() >= most_) {
      bad_token(at_, rule::limit, fmt::format("the program has more than {} tokens", most_));
      stopped_ = true;
    } else {
      next_token();
    }
  }
  const std::size_t place = stopped_ ? list_.tokens.back().begin : text_.size();
  at_ = place;
  finish(TokenKind::end, place);
  return std::move(list_);
}

void Lexer::next_token() {
  const char c = text_[at_];
  switch (c) {
    case '\n':
    case '\r':
    case '\v':
    case '\f': line_break_ = true; [[fallthrough]];
    case ' ':
    case '\t': ++at_; return;
    case '/':
      if (peek(1) == '/') return skip_line_comment();
      if (peek(1) == '*') {
        const std::size_t begin = at_;
        if (skip_block_comment()) return;
        at_ = begin + 2;
        bad_token(begin, rule::syntax, "this comment has no end");
        stopped_ = true;
        return;
      }
      return push(peek(1) == '=' ? TokenKind::slash_assign : TokenKind::slash, peek(1) == '=' ? 2 : 1);
    default: break;
  }
  if (is_letter(c)) return word();
  if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
  if (!is_ascii(c)) {
    if (!skip_wide_blank()) wide_character();
    return;
  }
  punctuation();
}

void Lexer::skip_line_comment() {
  for (; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (c == '\n' || c == '\r' || c == '\v' || c == '\f') return;
    const auto byte = static_cast<unsigned char>(c);
    if ((byte == 0xC2 || byte == 0xE2) && is_wide_line_break(decode(text_, at_).value)) return;
  }
}

bool Lexer::skip_block_comment() {
  std::size_t depth = 0;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '/' && peek(1) == '*') {
      ++depth;
      at_ += 2;
    } else if (c == '*' && peek(1) == '/') {
      at_ += 2;
      if (--depth == 0) return true;
    } else {
      line_break_ = line_break_ || c == '\n';
      ++at_;
    }
  }
  return false;
}

bool Lexer::skip_wide_blank() {
  const CodePoint point = decode(text_, at_);
  if (!is_wide_blank(point.value)) return false;
  line_break_ = line_break_ || is_wide_line_break(point.value);
  at_ += point.length;
  return true;
}

void Lexer::skip_word_characters() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (continues_word[static_cast<unsigned char>(c)]) {
      ++at_;
      continue;
    }
    if (is_ascii(c)) return;
    const CodePoint point = decode(text_, at_);
    if (!is_xid_continue(point.value)) return;
    at_ += point.length;
  }
}

void Lexer::word() {
  const std::size_t begin = at_;
  skip_word_characters();
  if (at_ - begin == 1 && text_[begin] == '_') return finish(TokenKind::underscore, begin);
  const std::string_view text = text_.substr(begin, at_ - begin);
  if (text.size() > longest_name)
    return bad_token(
        begin, rule::limit,
        fmt::format("this name has {} bytes, more than the limit of {}", text.size(), longest_name));
  const ast::Symbol symbol = symbols_.intern(text);
  if (symbol.index >= word_kinds_.size()) word_kinds_.resize(2 * symbol.index + 64, TokenKind::end);
  TokenKind& kind = word_kinds_[symbol.index];
  if (kind == TokenKind::end) kind = classify_word(text);
  finish(kind, begin);
  list_.tokens.back().detail = symbol.index;
}

void Lexer::wide_character() {
  const std::size_t begin = at_;
  if (is_xid_start(decode(text_, at_).value)) return word();
  // One token for a run of them.
  while (at_ < text_.size() && !is_ascii(text_[at_])) {
    const CodePoint point = decode(text_, at_);
    if (is_wide_blank(point.value) || is_xid_start(point.value)) break;
    at_ += point.length;
  }
  const CodePoint first = decode(text_, begin);
  bad_token(
      begin, rule::syntax,
      fmt::format("'{}' (U+{:04X}) has no place in WGSL", text_.substr(begin, first.length), first.value));
}

void Lexer::number() {
  const std::size_t begin = at_;
  const bool hex = peek() == '0' && (peek(1) | 0x20) == 'x';
  float_ = false;
  bool good = hex ? scan_hex() : scan_decimal();
  const std::size_t end = at_;
  skip_word_characters();
  good = good && at_ == end;
  if (good) return finish(float_ ? TokenKind::float_literal : TokenKind::int_literal, begin);
  constexpr std::size_t most = 40;
  std::size_t length = std::min(at_ - begin, most);
  while (begin + length < text_.size() &&
         (static_cast<unsigned char>(text_[begin + length]) & 0xC0U) == 0x80U)
    --length;
  bad_token(begin, rule::literal,
            fmt::format("'{}{}' is not a number of WGSL", text_.substr(begin, length),
                        at_ - begin > length ? "…" : ""));
}

// An optional sign and at least one digit, after the letter of the exponent.
bool Lexer::scan_exponent() {
  float_ = true;
  ++at_;
  if (peek() == '+' || peek() == '-') ++at_;
  if (!is_digit(peek())) return false;
  scan_digits();
  return true;
}

bool Lexer::scan_decimal() {
  const bool zero = peek() == '0';
  const std::size_t begin = at_;
  scan_digits();
  const bool leading_zero = zero && at_ - begin > 1;
  if (peek() == '.') {
    float_ = true;
    ++at_;
    scan_digits();
  }
  if ((peek() | 0x20) == 'e' && !scan_exponent()) return false;
  const char suffix = peek();
  if (suffix == 'f' || suffix == 'h') {
    const bool was_int = !float_;
    float_ = true;
    ++at_;
    return !(was_int && leading_zero);
  }
  if (float_) return true;
  if (suffix == 'i' || suffix == 'u') ++at_;
  return !leading_zero;
}

bool Lexer::scan_hex() {
  at_ += 2;
  const std::size_t begin = at_;
  while (is_hex_digit(peek())) ++at_;
  std::size_t digits = at_ - begin;
  if (peek() == '.') {
    float_ = true;
    const std::size_t fraction = ++at_;
    while (is_hex_digit(peek())) ++at_;
    digits += at_ - fraction;
  }
  if (digits == 0) return false;
  if ((peek() | 0x20) == 'p') {
    if (!scan_exponent()) return false;
    if (peek() == 'f' || peek() == 'h') ++at_;
  } else if (!float_ && (peek() == 'i' || peek() == 'u')) {
    ++at_;
  }
  return true;
}

void Lexer::punctuation() {
  using enum TokenKind;
  const char next = peek(1);
  // The longer token where `next` is `second`.
  const auto either = [&](char second, TokenKind longer, TokenKind shorter) {
    next == second ? push(longer, 2) : push(shorter, 1);
  };
  switch (text_[at_]) {
    case '(': templates_.open_bracket(); return push(paren_left, 1);
    case '[': templates_.open_bracket(); return push(bracket_left, 1);
    case ')': templates_.close_bracket(); return push(paren_right, 1);
    case ']': templates_.close_bracket(); return push(bracket_right, 1);
    case '{': templates_.reset(); return push(brace_left, 1);
    case ';': templates_.reset(); return push(semicolon, 1);
    case ':': templates_.reset(); return push(colon, 1);
    case '}': return push(brace_right, 1);
    case ',': return push(comma, 1);
    case '.': return push(dot, 1);
    case '@': return push(TokenKind::at, 1);
    case '~': return push(tilde, 1);
    case '!': return either('=', not_equal, bang);
    case '*': return either('=', star_assign, star);
    case '%': return either('=', percent_assign, percent);
    case '^': return either('=', xor_assign, caret);
    case '+': return next == '+' ? push(plus_plus, 2) : either('=', plus_assign, plus);
    case '-':
      if (next == '>') return push(arrow, 2);
      return next == '-' ? push(minus_minus, 2) : either('=', minus_assign, minus);
    case '&':
      if (next == '&') templates_.drop_this_depth();
      return next == '&' ? push(and_and, 2) : either('=', and_assign, ampersand);
    case '|':
      if (next == '|') templates_.drop_this_depth();
      return next == '|' ? push(or_or, 2) : either('=', or_assign, pipe);
    case '=':
      if (next != '=') templates_.reset();
      return either('=', equal, assign);
    case '<': return left_angle();
    case '>': return right_angle();
    default: {
      const auto byte = static_cast<unsigned char>(text_[at_]);
      std::string shown = byte < 0x20 || byte == 0x7F ? fmt::format("the control character U+{:04X}", byte)
                                                      : fmt::format("'{}'", text_[at_]);
      ++at_;
      return bad_token(at_ - 1, rule::syntax, std::move(shown) + " has no place in WGSL");
    }
  }
}

void Lexer::left_angle() {
  using enum TokenKind;
  if (peek(1) == '<') return peek(2) == '=' ? push(shift_left_assign, 3) : push(shift_left, 2);
  if (peek(1) == '=') return push(less_equal, 2);
  const TokenKind before = list_.tokens.empty() ? end : list_.tokens.back().kind;
  const bool word = before == identifier || before == reserved || is_keyword(before);
  if (word && before != kw_true && before != kw_false)  // those two are literals
    templates_.candidate(list_.tokens.size());
  push(TokenKind::less, 1);
}

void Lexer::right_angle() {
  using enum TokenKind;
  if (templates_.closes()) {
    list_.tokens[templates_.close()].kind = template_start;
    return push(template_end, 1);
  }
  if (peek(1) == '=') return push(greater_equal, 2);
  if (peek(1) == '>') return peek(2) == '=' ? push(shift_right_assign, 3) : push(shift_right, 2);
  push(TokenKind::greater, 1);
}

void Lexer::push(TokenKind kind, std::size_t length) {
  const std::size_t begin = at_;
  at_ += length;
  if (kind >= TokenKind::plus_assign) templates_.reset();
  finish(kind, begin);
}

void Lexer::finish(TokenKind kind, std::size_t begin) {
  list_.tokens.push_back(
      {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_), 0, kind, line_break_});
  line_break_ = false;
}

void Lexer::bad_token(std::size_t begin, std::string_view rule, std::string message) {
  finish(TokenKind::invalid, begin);
  list_.tokens.back().detail = static_cast<std::uint32_t>(list_.errors.size());
  list_.errors.push_back({rule, std::move(message)});
}

}  // namespace

TokenList lex(std::string_view text, ast::Symbols& symbols, std::size_t most) {
  return Lexer(text, symbols, most).run();
}

}  // namespace slipway::wgsl
