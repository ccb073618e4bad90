// Kernels that do not end: each wait does, and so does the process.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <slipway/slipway.h>

#include "pipeline/buffer_state.h"
#include "support/on_driver.h"

namespace slipway {
namespace {

using namespace std::chrono_literals;
using Words = std::vector<std::uint32_t>;

constexpr std::string_view count_up = R"(
@group(0) @binding(0) var<storage, read_write> counter: u32;
@compute @workgroup_size(1) fn main() { counter += 1u; }
)";

constexpr std::string_view endless = R"(
@group(0) @binding(0) var<storage, read_write> flag: atomic<u32>;
@compute @workgroup_size(1) fn main() { while (atomicLoad(&flag) == 0u) { } }
)";

// Not on lavapipe, which ends endless loops by itself.
class Endless : public tests::OnDriver {
 protected:
  static Result<Device> open(std::uint32_t in_flight = 64) {
    return Device::open(
        {.selector = selector(), .submissions_in_flight = in_flight, .notice = [](std::string_view) {}});
  }
};

TEST_P(Endless, beyond_the_limit_in_flight_a_submission_waits_for_its_place) {
  const auto device = open(2);
  ASSERT_TRUE(device) << device.error().to_string();
  const auto pipeline = device->compile_source(endless);
  const auto flag = device->create<std::uint32_t>(1);
  ASSERT_TRUE(pipeline && flag);
  const auto launch = pipeline->bind({{"flag", *flag}}, {.grid = 1});
  ASSERT_TRUE(launch);
  ASSERT_TRUE(launch->submit());
  ASSERT_TRUE(launch->submit());
  const auto begin = std::chrono::steady_clock::now();
  const auto third = launch->submit(100ms);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 100ms);
  ASSERT_FALSE(third);
  EXPECT_EQ(third.error().code(), ErrorCode::deadline_exceeded);
  EXPECT_EQ(third.error().message(),
            "'main' was not submitted: 2 submissions were on their way before it, as many as may be");
  EXPECT_EQ(device->stats().submissions, 2U);
}

TEST_P(Endless, a_wait_for_a_ticket_ends_at_its_deadline_and_may_be_made_again) {
  const auto device = open();
  ASSERT_TRUE(device) << device.error().to_string();
  const auto pipeline = device->compile_source(endless);
  const auto flag = device->create<std::uint32_t>(1);
  ASSERT_TRUE(pipeline && flag);
  const auto launch = pipeline->bind({{"flag", *flag}}, {.grid = 1});
  ASSERT_TRUE(launch);
  const auto ticket = launch->submit();
  ASSERT_TRUE(ticket);
  EXPECT_FALSE(*ticket->ready());
  for (int again = 0; again < 2; ++again) {
    const auto late = ticket->wait(50ms);
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().code(), ErrorCode::deadline_exceeded);
    EXPECT_EQ(late.error().message(), "the launch did not end within 50 ms");
  }
  EXPECT_TRUE(device->compile_source(count_up));  // a wait gives nothing up
}

TEST_P(Endless, launches_in_parts_have_their_deadline_too) {
  const auto device = open();
  ASSERT_TRUE(device) << device.error().to_string();
  const auto pipeline = device->compile_source(endless);
  ASSERT_TRUE(pipeline);
  const auto at_once = pipeline->run({}, {.grid = 70'000, .timeout = 0ms});
  ASSERT_FALSE(at_once);
  EXPECT_EQ(at_once.error().code(), ErrorCode::deadline_exceeded);
  EXPECT_EQ(at_once.error().message(), "'main' was not submitted: its deadline came before");
  EXPECT_EQ(device->stats().submissions, 0U);  // so that nothing had to be abandoned
  const auto begin = std::chrono::steady_clock::now();
  const auto late = pipeline->run({}, {.grid = 70'000, .timeout = 500ms});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code(), ErrorCode::deadline_exceeded);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 500ms);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 2500ms);
  const auto lost = pipeline->run({}, {.grid = 1});
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().code(), ErrorCode::device_lost);
}

TEST_P(Endless, who_waits_without_a_deadline_hears_that_the_device_was_abandoned) {
  const auto device = open();
  ASSERT_TRUE(device) << device.error().to_string();
  const auto pipeline = device->compile_source(endless);
  const auto flag = device->create<std::uint32_t>(1);
  ASSERT_TRUE(pipeline && flag);
  const auto launch = pipeline->bind({{"flag", *flag}}, {.grid = 1});
  ASSERT_TRUE(launch);
  const auto ticket = launch->submit();
  ASSERT_TRUE(ticket);
  std::optional<Result<>> heard;
  std::thread waiter([&] { heard = ticket->wait(); });
  const auto late = launch->run(100ms);
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code(), ErrorCode::deadline_exceeded);
  EXPECT_EQ(late.error().message(),
            "the launch of 'main' did not end within 100 ms, with what the driver compiles at a first "
            "launch: the device is abandoned");
  waiter.join();
  ASSERT_FALSE(*heard);
  EXPECT_EQ(heard->error().code(), ErrorCode::device_lost);
  const auto read = flag->download();
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code(), ErrorCode::device_lost);
}

// Of a device that was abandoned, and of one that is only busy, which may be waited for a moment.
TEST_P(Endless, handles_are_dropped_in_any_order_without_waiting) {
  for (const bool abandoned : {false, true}) {
    std::array<int, 5> order{0, 1, 2, 3, 4};
    int left = abandoned ? 120 : 6;
    do {
      std::optional<Device> device = *open();
      std::optional<Pipeline> pipeline = *device->compile_source(endless);
      std::optional<Buffer<std::uint32_t>> flag = *device->create<std::uint32_t>(1);
      std::optional<Launch> launch = *pipeline->bind({{"flag", *flag}}, {.grid = 1});
      std::optional<Ticket> ticket = *launch->submit();
      const auto memory = flag->state()->hal();
      if (abandoned) {
        ASSERT_FALSE(launch->run(1ms));
      }
      const auto begin = std::chrono::steady_clock::now();
      for (const int which : order) {
        if (which == 0) device.reset();
        if (which == 1) pipeline.reset();
        if (which == 2) flag.reset();
        if (which == 3) launch.reset();
        if (which == 4) ticket.reset();
      }
      EXPECT_LT(std::chrono::steady_clock::now() - begin, 1s);
      const std::uint32_t one = 1;  // ends the kernel, so that they do not become many
      std::memcpy(memory->mapped().data(), &one, sizeof one);
    } while (--left > 0 && std::ranges::next_permutation(order).found);
  }
}

// Field case F05: each wait ends, the next launch is told at once, a new device works, and the process exits.
TEST_P(Endless, a_process_with_an_abandoned_device_goes_on_and_exits) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto begin = std::chrono::steady_clock::now();
  const auto since = [](auto moment) { return std::chrono::steady_clock::now() - moment; };
  EXPECT_EXIT(
      {
        const auto device = open();
        const auto pipeline = device->compile_source(endless);
        const auto first = std::chrono::steady_clock::now();
        const auto late = pipeline->run({{"flag", Words{0}}}, {.grid = 1, .timeout = 500ms});
        if (late || late.error().code() != ErrorCode::deadline_exceeded) std::exit(1);
        if (since(first) < 500ms || since(first) > 2500ms) std::exit(2);
        const auto second = std::chrono::steady_clock::now();
        const auto lost = pipeline->run({{"flag", Words{1}}}, {.grid = 1, .timeout = 10s});
        if (lost || lost.error().code() != ErrorCode::device_lost || since(second) > 100ms) std::exit(3);
        const auto compiled = device->compile_source(count_up);
        if (compiled || compiled.error().code() != ErrorCode::device_lost) std::exit(4);
        const auto next = open();
        const auto healthy = next->compile_source(count_up);
        const auto outputs = healthy->run({{"counter", Words{41}}}, {.grid = 1, .timeout = 10s});
        std::exit(outputs && *outputs->take<std::uint32_t>("counter") == Words{42} ? 0 : 5);
      },
      testing::ExitedWithCode(0), "");
  EXPECT_LT(since(begin), 8s);  // 5 s behind what comes before the exit
}

INSTANTIATE_TEST_SUITE_P(Devices, Endless, testing::Values("reference", "swiftshader"), tests::device_name);

}  // namespace
}  // namespace slipway
