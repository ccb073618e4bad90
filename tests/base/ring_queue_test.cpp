#include "base/ring_queue.h"

#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace slipway {
namespace {

TEST(RingQueue, first_in_is_first_out_round_the_end_of_its_places) {
  RingQueue<int> queue;
  queue.reserve(3);
  int next_in = 0;
  int next_out = 0;
  for (int round = 0; round < 10; ++round) {  // 2 in and 2 out move through 3 places
    queue.push(next_in++);
    queue.push(next_in++);
    ASSERT_EQ(queue.size(), 2U);
    ASSERT_EQ(queue.front(), next_out);
    ASSERT_EQ(queue.pop(), next_out++);
    ASSERT_EQ(queue.pop(), next_out++);
    ASSERT_TRUE(queue.empty());
  }
}

TEST(RingQueue, growing_keeps_the_order) {
  RingQueue<int> queue;
  for (int i = 0; i < 4; ++i) queue.push(i);
  EXPECT_EQ(queue.pop(), 0);
  EXPECT_EQ(queue.pop(), 1);
  for (int i = 4; i < 100; ++i) queue.push(i);  // grows while its first entry is not in its first place
  queue.reserve(500);
  EXPECT_EQ(queue.size(), 98U);
  for (int i = 2; i < 100; ++i) ASSERT_EQ(queue.pop(), i);
  EXPECT_TRUE(queue.empty());
}

TEST(RingQueue, what_left_is_let_go_of) {
  RingQueue<std::shared_ptr<int>> queue;
  const auto value = std::make_shared<int>(1);
  queue.push(value);
  queue.push(value);
  EXPECT_EQ(value.use_count(), 3);
  EXPECT_EQ(queue.pop(), value);
  EXPECT_EQ(value.use_count(), 2);
  queue = {};
  EXPECT_EQ(value.use_count(), 1);
}

}  // namespace
}  // namespace slipway
