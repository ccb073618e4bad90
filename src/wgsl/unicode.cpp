#include "wgsl/unicode.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "wgsl/unicode_tables.h"

namespace slipway::wgsl {
namespace {

std::uint32_t byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

bool contains(std::span<const CodePointRange> table, std::uint32_t code_point) {
  const auto next =
      std::ranges::upper_bound(table, code_point, {}, [](const CodePointRange& r) { return r.first; });
  return next != table.begin() && code_point <= (next - 1)->last;
}

bool continues(std::string_view text, std::size_t at) {
  return at < text.size() && (byte_at(text, at) & 0xC0U) == 0x80U;
}

// Bytes of the well-formed sequence at `at`, or 0. Second bytes exclude overlong forms, surrogates and
// values past U+10FFFF (Unicode, table 3-7).
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const std::uint32_t lead = byte_at(text, at);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!continues(text, at + i)) return 0;
  const std::uint32_t second = byte_at(text, at + 1);
  const bool bad = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
                   (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
  return bad ? 0 : length;
}

// Whether the eight bytes at `bytes` are all ASCII and not NUL.
bool plain_word(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  constexpr std::uint64_t highs = 0x8080808080808080ULL;
  const std::uint64_t zeros = (word - 0x0101010101010101ULL) & ~word & highs;
  return (word & highs) == 0 && zeros == 0;
}

}  // namespace

CodePoint decode(std::string_view text, std::size_t at) {
  const std::uint32_t lead = byte_at(text, at);
  if (lead < 0x80) return {lead, 1};
  const std::uint32_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  std::uint32_t value = lead & (0x7FU >> length);
  for (std::uint32_t i = 1; i < length; ++i) value = value << 6U | (byte_at(text, at + i) & 0x3FU);
  return {value, length};
}

std::optional<std::size_t> first_bad_byte(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    while (at + 8 <= text.size() && plain_word(text.data() + at)) at += 8;
    if (at >= text.size()) break;
    const std::size_t length = sequence_length(text, at);
    if (length == 0 || text[at] == '\0') return at;
    at += length;
  }
  return std::nullopt;
}

bool is_xid_start(std::uint32_t code_point) {
  return contains(std::span(xid_start, xid_start_count), code_point);
}

bool is_xid_continue(std::uint32_t code_point) {
  return contains(std::span(xid_continue, xid_continue_count), code_point);
}

bool is_wide_blank(std::uint32_t code_point) {
  return code_point == 0x85 || code_point == 0x200E || code_point == 0x200F || code_point == 0x2028 ||
         code_point == 0x2029;
}

bool is_wide_line_break(std::uint32_t code_point) {
  return code_point == 0x85 || code_point == 0x2028 || code_point == 0x2029;
}

}  // namespace slipway::wgsl
