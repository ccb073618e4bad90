// Devices copy and fill whole words of 4 bytes.
#pragma once

#include <cstdint>

#include <slipway/pipeline.h>

namespace slipway::pipeline {

inline constexpr std::uint64_t word_bytes = 4;
[[nodiscard]] constexpr std::uint64_t round_down(std::uint64_t value) {
  return value / word_bytes * word_bytes;
}
[[nodiscard]] constexpr std::uint64_t round_up(std::uint64_t value) {
  return round_down(value + word_bytes - 1);
}

/// The whole words that hold a range: what crosses to the host where it is read back. Nothing where the range
/// is empty. Buffers of a device end on a word, so they hold all of it.
[[nodiscard]] constexpr ByteRange whole_words(ByteRange range) {
  if (range.begin == range.end) return {range.begin, range.begin};
  return {round_down(range.begin), round_up(range.end)};
}

[[nodiscard]] constexpr std::uint64_t length(ByteRange range) { return range.end - range.begin; }

}  // namespace slipway::pipeline
