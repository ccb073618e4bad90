#include <functional>

#include "wgsl/ast.h"

namespace slipway::wgsl::ast {

// Open addressing with linear probing, at most half full; a slot holds a symbol's index plus one.
Symbol Symbols::intern(std::string_view text) {
  if (slots_.size() < 2 * (texts_.size() + 1)) grow();
  const auto hash = static_cast<std::uint32_t>(std::hash<std::string_view>{}(text));
  std::size_t at = hash & (slots_.size() - 1);
  for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
    const std::uint32_t index = slots_[at] - 1;
    if (hashes_[index] == hash && texts_[index] == text) return Symbol(index);
  }
  texts_.emplace_back(text);
  hashes_.push_back(hash);
  slots_[at] = static_cast<std::uint32_t>(texts_.size());
  return Symbol(texts_.size() - 1);
}

void Symbols::grow() {
  slots_.assign(slots_.empty() ? 512 : 2 * slots_.size(), 0);
  for (std::size_t i = 0; i < hashes_.size(); ++i) {
    std::size_t at = hashes_[i] & (slots_.size() - 1);
    while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = static_cast<std::uint32_t>(i + 1);
  }
}

}  // namespace slipway::wgsl::ast
