#include "base/parallel_copy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace slipway {
namespace {

std::vector<std::byte> pattern(std::size_t size, unsigned seed) {
  std::vector<std::byte> bytes(size);
  unsigned value = seed;
  for (std::byte& byte : bytes) byte = std::byte((value = value * 1664525U + 1013904223U) >> 24U);
  return bytes;
}

TEST(ParallelCopy, copies_what_memcpy_copies) {
  ParallelCopy copies;
  constexpr std::size_t mib = 1U << 20U;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, mib - 1, mib, mib + 1, 5 * mib + 4321}) {
    const auto from = pattern(size, 7);
    std::vector<std::byte> to(size + 2, std::byte{0xEE});
    copies.copy(std::span(to).subspan(1, size), from);
    EXPECT_TRUE(std::equal(from.begin(), from.end(), to.begin() + 1)) << size;
    EXPECT_EQ(to.front(), std::byte{0xEE});
    EXPECT_EQ(to.back(), std::byte{0xEE});
  }
}

TEST(ParallelCopy, many_threads_copy_at_once) {
  ParallelCopy copies;
  std::atomic<int> wrong = 0;
  const auto work = [&](unsigned seed) {
    const auto from = pattern((3U << 20U) + seed, seed);
    std::vector<std::byte> to(from.size());
    for (int i = 0; i < 5; ++i) {
      std::ranges::fill(to, std::byte{0});
      copies.copy(to, from);
      wrong += static_cast<int>(to != from);
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned t = 1; t <= 8; ++t) threads.emplace_back(work, t);
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace slipway
