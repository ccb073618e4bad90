#include "hal/spin_budget.h"

#include <gtest/gtest.h>

namespace slipway::hal {
namespace {

using namespace std::chrono_literals;

TEST(SpinBudget, starts_full_and_stays_so_while_waits_are_short) {
  SpinBudget budget(200us);
  EXPECT_EQ(budget.now(), 200us);
  for (const auto waited : {0us, 1us, 200us}) {
    budget.note(waited);
    EXPECT_EQ(budget.now(), 200us);
  }
}

TEST(SpinBudget, halves_behind_each_long_wait_down_to_two_microseconds) {
  SpinBudget budget(200us);
  for (const auto expected : {100000ns, 50000ns, 25000ns, 12500ns, 6250ns, 3125ns, 2000ns, 2000ns}) {
    budget.note(200us + 1ns);
    EXPECT_EQ(budget.now(), expected);
  }
}

TEST(SpinBudget, doubles_behind_each_short_wait_up_to_the_most) {
  SpinBudget budget(200us);
  for (int i = 0; i < 20; ++i) budget.note(1s);
  for (const auto expected : {4us, 8us, 16us, 32us, 64us, 128us, 200us, 200us}) {
    budget.note(200us);  // longer than was spun, and short enough to have spun through
    EXPECT_EQ(budget.now(), expected);
  }
}

TEST(SpinBudget, of_nothing_stays_nothing) {
  SpinBudget budget(0us);
  EXPECT_EQ(budget.now(), 0us);
  for (const auto waited : {0ns, 1ns, 1'000'000'000ns}) {
    budget.note(waited);
    EXPECT_EQ(budget.now(), 0us);
  }
}

TEST(SpinBudget, a_most_below_two_microseconds_is_never_exceeded) {
  SpinBudget budget(1us);
  for (const auto waited : {1s, 0s, 1s, 1s}) {
    budget.note(waited);
    EXPECT_EQ(budget.now(), 1us);
  }
}

}  // namespace
}  // namespace slipway::hal
