// Keys as named parts, so that a person can be told which part of two keys differs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "cache/entry.h"

namespace slipway::cache {

class KeyWriter {
 public:
  KeyWriter& part(std::string_view name, View value) {
    out_.string(name);
    out_.varint(value.size());
    out_.raw(value);
    return *this;
  }
  KeyWriter& part(std::string_view name, std::string_view value) {
    return part(name, std::as_bytes(std::span(value)));
  }
  [[nodiscard]] const Bytes& bytes() const { return out_.bytes(); }

 private:
  ByteWriter out_;
};

struct KeyPart {
  std::string name;
  std::string value;  ///< raw bytes
};

/// Nothing where the bytes are not a sequence of parts.
[[nodiscard]] std::optional<std::vector<KeyPart>> parse_key(View key);

/// Names of the parts that differ, or that one of the two lacks.
[[nodiscard]] std::vector<std::string> differing_parts(const std::vector<KeyPart>& a,
                                                       const std::vector<KeyPart>& b);

}  // namespace slipway::cache
