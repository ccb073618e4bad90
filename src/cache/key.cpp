#include "cache/key.h"

#include <algorithm>

namespace slipway::cache {

std::optional<std::vector<KeyPart>> parse_key(View key) {
  ByteReader in(key);
  std::vector<KeyPart> parts;
  while (in.ok() && in.remaining() != 0) {
    std::string name = in.string();
    parts.push_back({std::move(name), in.string()});
  }
  if (!in.ok()) return std::nullopt;
  return parts;
}

std::vector<std::string> differing_parts(const std::vector<KeyPart>& a, const std::vector<KeyPart>& b) {
  std::vector<std::string> names;
  for (const KeyPart& part : a) {
    const auto other = std::ranges::find(b, part.name, &KeyPart::name);
    if (other == b.end() || other->value != part.value) names.push_back(part.name);
  }
  for (const KeyPart& part : b)
    if (std::ranges::find(a, part.name, &KeyPart::name) == a.end()) names.push_back(part.name);
  return names;
}

}  // namespace slipway::cache
