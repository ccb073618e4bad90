// Hashes of bytes. Not cryptographic: whoever keys by one compares the full material as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace slipway {

struct Hash128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const Hash128&) const = default;
};

/// XXH3; the same on every machine.
[[nodiscard]] Hash128 hash128(std::span<const std::byte> bytes);
[[nodiscard]] std::uint64_t hash64(std::span<const std::byte> bytes);

/// 32 lower-case hex digits.
[[nodiscard]] std::string to_string(const Hash128& hash);

}  // namespace slipway
