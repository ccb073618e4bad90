#include "base/block_pool.h"

#include <array>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace slipway {
namespace {

struct Counted {
  explicit Counted(int& alive) : alive_(alive) { ++alive_; }
  ~Counted() { --alive_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  int& alive_;
};

TEST(BlockPool, blocks_given_back_are_handed_out_again) {
  BlockPool pool;
  void* const a = pool.take(48);
  void* const b = pool.take(48);
  EXPECT_NE(a, b);
  pool.give_back(a);
  EXPECT_EQ(pool.take(48), a);
  pool.give_back(a);
  pool.give_back(b);
  const std::set<void*> again{pool.take(48), pool.take(48)};
  EXPECT_EQ(again, (std::set<void*>{a, b}));
  pool.give_back(a);
  pool.give_back(b);
}

TEST(BlockPool, objects_end_with_their_last_holder_and_may_outlive_the_handle_to_the_pool) {
  int alive = 0;
  auto pool = std::make_shared<BlockPool>();
  const std::weak_ptr<BlockPool> watched = pool;
  auto first = make_shared_in<Counted>(pool, alive);
  const auto* const address = first.get();
  EXPECT_EQ(alive, 1);
  first.reset();
  EXPECT_EQ(alive, 0);
  auto second = make_shared_in<Counted>(pool, alive);
  EXPECT_EQ(second.get(), address);
  pool.reset();
  EXPECT_FALSE(watched.expired());
  EXPECT_EQ(alive, 1);
  second.reset();
  EXPECT_EQ(alive, 0);
  EXPECT_TRUE(watched.expired());
}

TEST(BlockPool, threads_never_share_a_block) {
  constexpr int threads = 8;
  constexpr int rounds = 2000;
  const auto pool = std::make_shared<BlockPool>();
  std::array<int, threads> wrong{};
  std::vector<std::thread> workers;
  workers.reserve(threads);
  for (int who = 0; who < threads; ++who)
    workers.emplace_back([&, who] {
      for (int round = 0; round < rounds; ++round) {
        const auto a = make_shared_in<int>(pool, who);
        const auto b = make_shared_in<int>(pool, who + threads);
        if (*a != who || *b != who + threads) ++wrong.at(static_cast<std::size_t>(who));
      }
    });
  for (auto& worker : workers) worker.join();
  EXPECT_EQ(wrong, (std::array<int, threads>{}));
}

}  // namespace
}  // namespace slipway
