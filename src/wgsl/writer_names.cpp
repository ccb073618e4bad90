#include "wgsl/writer_names.h"

#include <fmt/format.h>

#include "wgsl/predeclared.h"
#include "wgsl/unicode.h"
#include "wgsl/words.h"

namespace slipway::wgsl {
namespace {

bool starts_identifier(std::uint32_t c) {
  if (c >= 0x80) return is_xid_start(c);
  return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool continues_identifier(std::uint32_t c) {
  if (c >= 0x80) return is_xid_continue(c);
  return starts_identifier(c) || (c >= '0' && c <= '9');
}

}  // namespace

bool is_identifier(std::string_view text) {
  if (text.empty() || text == "_" || first_bad_byte(text).has_value()) return false;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = decode(text, at);
    if (at == 0 ? !starts_identifier(c.value) : !continues_identifier(c.value)) return false;
    at += c.length;
  }
  return classify_word(text) == TokenKind::identifier;
}

bool WrittenNames::keep(std::string_view name) {
  return is_identifier(name) && !taken(name) && taken_.emplace(name).second;
}

bool WrittenNames::taken(std::string_view name) const {
  return taken_.contains(std::string(name)) || (around_ != nullptr && around_->taken(name));
}

std::string WrittenNames::fresh(std::string_view wanted, std::string_view otherwise) {
  const std::string base(is_identifier(wanted) ? wanted : otherwise);
  std::string name = base;
  while (taken(name) || predeclared(name).kind != Predeclared::none)
    name = fmt::format("{}_{}", base, ++last_number_[base]);
  taken_.insert(name);
  return name;
}

}  // namespace slipway::wgsl
