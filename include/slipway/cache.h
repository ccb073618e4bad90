// How caches answer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace slipway {

/// How a cache answered.
enum class CacheOutcome : std::uint8_t {
  unused,    ///< it was not asked
  hit,       ///< what it held was used
  miss,      ///< it held nothing
  rejected,  ///< what it held could not be used, and was replaced
};

/// "unused", "hit", "miss" or "rejected".
[[nodiscard]] std::string_view to_string(CacheOutcome outcome);

struct CacheAnswer {
  CacheOutcome outcome = CacheOutcome::unused;
  std::string reason = {};  ///< why it was no hit
};

}  // namespace slipway
