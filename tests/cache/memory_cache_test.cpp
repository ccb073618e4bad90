#include "cache/memory_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "cache/single_flight.h"

namespace slipway::cache {
namespace {

using Cache = MemoryCache<std::string, std::shared_ptr<int>>;

std::shared_ptr<int> value(int number) { return std::make_shared<int>(number); }

TEST(MemoryCache, the_least_recently_used_goes_first) {
  Cache cache({.entries = 2, .bytes = 100});
  cache.insert("a", value(1), Cost().add(1));
  cache.insert("b", value(2), Cost().add(1));
  ASSERT_TRUE(cache.find("a"));
  cache.insert("c", value(3), Cost().add(1));
  EXPECT_FALSE(cache.find("b"));
  EXPECT_EQ(**cache.find("a"), 1);
  EXPECT_EQ(**cache.find("c"), 3);
  const MemoryCacheStats stats = cache.stats();
  EXPECT_EQ(stats.evictions, 1U);
  EXPECT_EQ(stats.hits, 3U);
  EXPECT_EQ(stats.misses, 1U);
  EXPECT_EQ(stats.entries, 2U);
  EXPECT_EQ(stats.bytes, 2U);
}

TEST(MemoryCache, an_evicted_value_lives_where_it_is_held) {
  Cache cache({.entries = 1, .bytes = 100});
  const auto held = value(7);
  cache.insert("a", held, Cost().add(1));
  cache.insert("b", value(8), Cost().add(1));
  EXPECT_FALSE(cache.find("a"));
  EXPECT_EQ(*held, 7);
  EXPECT_EQ(held.use_count(), 1);
}

TEST(MemoryCache, bytes_are_bounded_by_stated_costs) {
  Cache cache({.entries = 100, .bytes = 10});
  cache.insert("a", value(1), Cost().add(4));
  cache.insert("b", value(2), Cost().add(6));
  EXPECT_EQ(cache.stats().bytes, 10U);
  EXPECT_EQ(cache.stats().evictions, 0U);
  cache.insert("c", value(3), Cost().add(5));
  EXPECT_EQ(cache.stats().evictions, 2U);
  EXPECT_EQ(cache.stats().bytes, 5U);
  EXPECT_EQ(cache.stats().entries, 1U);
}

TEST(MemoryCache, what_is_larger_than_the_bound_is_not_kept) {
  Cache cache({.entries = 100, .bytes = 10});
  cache.insert("a", value(1), Cost().add(4));
  cache.insert("b", value(2), Cost().add(11));
  cache.insert("c", value(3), Cost().add(UINT64_MAX).add(5));
  EXPECT_EQ(cache.stats().entries, 1U);
  EXPECT_TRUE(cache.find("a"));
  Cache none({.entries = 0, .bytes = 10});
  none.insert("a", value(1), Cost().add(1));
  EXPECT_EQ(none.stats().entries, 0U);
}

TEST(MemoryCache, inserting_again_replaces) {
  Cache cache({.entries = 2, .bytes = 100});
  cache.insert("a", value(1), Cost().add(40));
  cache.insert("a", value(2), Cost().add(10));
  EXPECT_EQ(**cache.find("a"), 2);
  EXPECT_EQ(cache.stats().bytes, 10U);
  EXPECT_EQ(cache.stats().evictions, 0U);
}

// All of one hash: only the full comparison tells them apart.
struct OneHash {
  std::size_t operator()(const std::string&) const { return 1; }
};

TEST(MemoryCache, a_hash_collision_is_a_miss) {
  MemoryCache<std::string, int, OneHash> cache({});
  cache.insert("a", 1, Cost().add(1));
  EXPECT_FALSE(cache.find("b"));
  EXPECT_EQ(cache.find("a"), 1);
}

TEST(SingleFlight, threads_that_ask_at_once_get_the_result_of_one_call) {
  SingleFlight<std::string, int> flights;
  std::atomic<int> calls = 0;
  std::atomic<int> sum = 0;
  {
    std::vector<std::jthread> threads;
    threads.reserve(8);
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        const auto result = flights.run("key", [&]() -> Result<int> {
          ++calls;
          std::this_thread::sleep_for(std::chrono::milliseconds(300));
          return 5;
        });
        sum += result.value_or(0);
      });
  }
  EXPECT_EQ(sum, 40);
  EXPECT_EQ(calls, 1);
}

TEST(SingleFlight, an_error_reaches_all_who_wait_and_is_forgotten) {
  SingleFlight<std::string, int> flights;
  std::atomic<int> failures = 0;
  const auto failing = [&] {
    const auto result = flights.run("key", [&]() -> Result<int> {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      return fail(ErrorCode::compile_failed, "no");
    });
    if (!result && result.error().message() == "no") ++failures;
  };
  {
    const std::jthread one(failing);
    const std::jthread two(failing);
  }
  EXPECT_EQ(failures, 2);
  EXPECT_EQ(flights.run("key", []() -> Result<int> { return 9; }).value_or(0), 9);
}

TEST(SingleFlight, another_key_does_not_wait) {
  SingleFlight<std::string, int> flights;
  std::atomic<bool> release = false;
  const std::jthread slow([&] {
    const auto result = flights.run("slow", [&]() -> Result<int> {
      release.wait(false);
      return 1;
    });
    EXPECT_TRUE(result);
  });
  EXPECT_EQ(flights.run("fast", []() -> Result<int> { return 2; }).value_or(0), 2);
  release = true;
  release.notify_all();
}

}  // namespace
}  // namespace slipway::cache
