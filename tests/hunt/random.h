// The generator's own random numbers: the same from a seed on every machine (splitmix64).
#pragma once

#include <cstdint>

namespace slipway::hunt {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
  }
  /// From 0 to count - 1; `count` is not 0.
  std::uint32_t below(std::uint64_t count) { return static_cast<std::uint32_t>(next() % count); }
  std::uint32_t between(std::uint32_t low, std::uint32_t high) { return low + below(high - low + 1ULL); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class Range>
  auto& pick(Range& range) {
    return range[below(range.size())];
  }

 private:
  std::uint64_t state_;
};

}  // namespace slipway::hunt
