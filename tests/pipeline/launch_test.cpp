// Bound launches: recorded once, in order, bounded in number, rebound, trapped.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include <slipway/slipway.h>

#include "pipeline/memory_devices.h"

namespace slipway {
namespace {

using namespace std::chrono_literals;
using Words = std::vector<std::uint32_t>;

constexpr std::string_view count_up = R"(
@group(0) @binding(0) var<storage, read_write> counter: u32;
@compute @workgroup_size(1) fn main() { counter += 1u; }
)";

// Traps once, when the counter is 3; a launch behind that goes on.
constexpr std::string_view count_past_three = R"(enable slipway_trap;
const three = 3u;
@group(0) @binding(0) var<storage, read_write> counter: array<u32>;
@compute @workgroup_size(1) fn main() {
  let seen = counter[0];
  counter[0] = seen + 1u;
  assert(seen != 3u, three, seen);
}
)";

// Whoever is next is noted, and folded into a number that depends on the order.
constexpr std::string_view chain = R"(
struct Log { count: u32, fold: u32, who: array<u32> }
@group(0) @binding(0) var<storage, read_write> log: Log;
@group(0) @binding(1) var<storage, read> who: u32;
@compute @workgroup_size(1) fn main() {
  log.who[log.count] = who;
  log.count += 1u;
  log.fold = log.fold * 31u + who;
}
)";

class LaunchOn : public tests::OnMemory {};

TEST_P(LaunchOn, a_chain_from_eight_threads_is_what_its_order_says) {
  constexpr std::size_t threads = 8;
  constexpr std::size_t each = 125;
  const Pipeline pipeline = compiled(chain);
  const auto log = device_->create<std::uint32_t>(2 + threads * each);
  ASSERT_TRUE(log);
  std::atomic<int> failures = 0;
  std::vector<std::thread> workers;
  for (std::uint32_t who = 1; who <= threads; ++who)
    workers.emplace_back([&, who] {
      const auto number = device_->upload(Words{who});
      const auto launch = number ? pipeline.bind({{"log", *log}, {"who", *number}}, {.grid = 1})
                                 : Result<Launch>(std::unexpected(number.error()));
      for (std::size_t i = 0; i < each && launch; ++i)
        if (!launch->submit()) ++failures;
      if (!launch) ++failures;
    });
  for (auto& worker : workers) worker.join();
  ASSERT_EQ(failures, 0);
  const Words seen = *log->download();  // waits for all that was submitted
  ASSERT_EQ(seen[0], threads * each);
  std::uint32_t fold = 0;
  std::array<std::size_t, threads + 1> counts{};
  for (std::size_t i = 0; i < threads * each; ++i) {
    fold = fold * 31 + seen[2 + i];
    counts.at(seen[2 + i]) += 1;
  }
  EXPECT_EQ(seen[1], fold);
  for (std::size_t who = 1; who <= threads; ++who) EXPECT_EQ(counts.at(who), each) << who;
}

TEST_P(LaunchOn, of_launches_at_once_just_the_one_that_trapped_says_so) {
  const Pipeline pipeline = compiled(count_past_three);
  const auto counter = device_->create<std::uint32_t>(1);
  ASSERT_TRUE(counter);
  const auto launch = pipeline.bind({{"counter", *counter}}, {.grid = 1});
  ASSERT_TRUE(launch) << launch.error().to_string();
  for (int round = 0; round < 2; ++round) {  // the second with records that were used
    ASSERT_TRUE(counter->fill(0));
    std::vector<Ticket> tickets;
    for (int i = 0; i < 8; ++i) {
      auto ticket = launch->submit();
      ASSERT_TRUE(ticket) << ticket.error().to_string();
      tickets.push_back(*std::move(ticket));
    }
    for (std::size_t i = 0; i < tickets.size(); ++i)
      for (int again = 0; again < 2; ++again) {
        const auto ended = tickets[i].wait(10s);
        ASSERT_EQ(ended.has_value(), i != 3) << i;
        if (ended) continue;
        ASSERT_EQ(ended.error().code(), ErrorCode::trapped);
        EXPECT_EQ(ended.error().trap()->name, "three");
        EXPECT_EQ(ended.error().trap()->value, 3U);
      }
  }
  EXPECT_TRUE(launch->run(10s));
}

TEST_P(LaunchOn, rebinding_changes_this_launch_from_its_next_submission_on) {
  const Pipeline pipeline = compiled(count_up);
  const auto a = device_->create<std::uint32_t>(1);
  const auto b = device_->create<std::uint32_t>(1);
  ASSERT_TRUE(a && b);
  const auto launch = pipeline.bind({{"counter", *a}}, {.grid = 1, .iterations = 2});
  const auto other = pipeline.bind({{"counter", *a}}, {.grid = 1});
  ASSERT_TRUE(launch && other);
  const auto first = launch->submit();
  ASSERT_TRUE(first);
  ASSERT_TRUE(launch->rebind({{"counter", *b}}));
  ASSERT_TRUE(launch->run(10s));
  ASSERT_TRUE(other->run(10s));
  EXPECT_EQ(*a->download(), Words{3});
  EXPECT_EQ(*b->download(), Words{2});

  const auto wide = device_->create<std::uint32_t>(2);
  ASSERT_TRUE(wide);
  const auto refused = launch->rebind({{"counter", *wide}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message(), "buffer 'counter' has 4 bytes: found 8");
  const auto unknown = launch->rebind({{"x", *a}});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code(), ErrorCode::invalid_argument);
  ASSERT_TRUE(launch->run(10s));  // as it was
  EXPECT_EQ(*b->download(), Words{4});
}

TEST_P(LaunchOn, a_steady_loop_of_runs_writes_no_new_descriptor_sets) {
  const Pipeline pipeline = compiled(chain);
  const auto log = device_->create<std::uint32_t>(8);
  const Words who{7};
  const auto run = [&] {
    ASSERT_TRUE(log->fill(0));
    const auto ran = pipeline.run({{"log", *log}, {"who", who}}, {.grid = 1});
    ASSERT_TRUE(ran) << ran.error().to_string();
    ASSERT_EQ(*log->download(), (Words{1, 7, 7, 0, 0, 0, 0, 0}));
  };
  for (int i = 0; i < 16; ++i) run();
  const DeviceStats before = device_->stats();
  for (int i = 0; i < 100; ++i) run();
  const DeviceStats after = device_->stats();
  EXPECT_EQ(after.descriptor_sets.misses, before.descriptor_sets.misses);
  EXPECT_EQ(after.buffers.allocations, before.buffers.allocations);
  const std::uint64_t found = GetParam().starts_with("reference") ? 0 : 100;
  EXPECT_EQ(after.descriptor_sets.hits - before.descriptor_sets.hits, found);
  EXPECT_EQ(pipeline.stats().descriptor_sets.hits, after.descriptor_sets.hits);
}

TEST_P(LaunchOn, small_runs_of_a_few_shapes_in_turn_are_recorded_once_each) {
  const Pipeline pipeline = compiled(chain);
  const Words who{7};
  const auto run = [&](std::size_t words, std::uint32_t iterations) {
    const Words log(words);
    Words expected(words, 0);
    expected[0] = iterations;
    expected[1] = iterations == 1 ? 7 : 7 * 31 + 7;
    for (std::uint32_t i = 0; i < iterations; ++i) expected[2 + i] = 7;
    Words target(words, 99);
    const auto ran = pipeline.run_into({{"log", log}, {"who", who}}, {{"log", target}},
                                       {.grid = 1, .iterations = iterations});
    ASSERT_TRUE(ran) << ran.error().to_string();
    ASSERT_EQ(target, expected) << words << " words, " << iterations << " iterations";
  };
  const auto run_all = [&] {
    for (const std::uint32_t iterations : {1U, 2U})
      for (const std::size_t words : {8, 9}) run(words, iterations);
  };
  run_all();
  const DeviceStats before = device_->stats();
  for (int i = 0; i < 10; ++i) run_all();
  const DeviceStats after = device_->stats();
  EXPECT_EQ(after.descriptor_sets.misses, before.descriptor_sets.misses);
  // Looked up again only where runs copy, as they do to and from separate memory.
  const std::uint64_t found = GetParam() == "swiftshader_separate" ? 40 : 0;
  EXPECT_EQ(after.descriptor_sets.hits - before.descriptor_sets.hits, found);
  EXPECT_EQ(after.buffers.allocations, before.buffers.allocations);
  for (std::size_t words = 10; words < 20; ++words) run(words, 1);  // displace them
  run_all();
}

TEST_P(LaunchOn, slots_looked_up_once_do_in_place_of_names) {
  const Pipeline pipeline = compiled(chain);
  const auto log = pipeline.slot("log");
  const auto who = pipeline.slot("who");
  ASSERT_TRUE(log && who);
  EXPECT_EQ(who->name(), "who");
  const auto unknown = pipeline.slot("x");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message(),
            "slot 'x' names no buffer of the program; its buffers are 'log', 'who'");

  const Words expected{1, 7, 7};
  const auto outputs = pipeline.run({{*log, Words(3)}, {*who, Words{7}}}, {.grid = 1});
  ASSERT_TRUE(outputs) << outputs.error().to_string();
  EXPECT_EQ(*outputs->take<std::uint32_t>("log"), expected);
  Words target(3);
  ASSERT_TRUE(pipeline.run_into({{*who, Words{7}}, {*log, Words(3)}}, {{*log, target}}, {.grid = 1}));
  EXPECT_EQ(target, expected);

  const auto on_device = device_->create<std::uint32_t>(4);
  const auto seven = device_->upload(Words{7});
  const auto nine = device_->upload(Words{9});
  ASSERT_TRUE(on_device && seven && nine);
  const auto launch = pipeline.bind({{*log, *on_device}, {*who, *seven}}, {.grid = 1});
  ASSERT_TRUE(launch) << launch.error().to_string();
  ASSERT_TRUE(launch->run(10s));
  ASSERT_TRUE(launch->rebind({{*who, *nine}}));
  ASSERT_TRUE(launch->run(10s));
  EXPECT_EQ(*on_device->download(), (Words{2, 7 * 31 + 9, 7, 9}));

  const auto twice = pipeline.run({{*who, Words{7}}, {"who", Words{7}}}, {.grid = 1});
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().message(), "argument 'who' is given twice");
}

TEST_P(LaunchOn, a_slot_of_another_pipeline_means_the_buffer_of_its_name) {
  const Pipeline pipeline = compiled(chain);
  const Pipeline other = compiled(R"(
@group(0) @binding(1) var<storage, read_write> log: array<u32>;
@group(0) @binding(0) var<storage, read_write> copy: array<u32>;
@compute @workgroup_size(1) fn main() { log[1] = log[0]; copy[0] = log[0]; }
)");
  const auto log = pipeline.slot("log");
  ASSERT_TRUE(log);
  const auto outputs = other.run({{*log, Words{5, 0}}, {"copy", Words{0}}}, {.grid = 1});
  ASSERT_TRUE(outputs) << outputs.error().to_string();
  ASSERT_EQ(outputs->entries().size(), 2U);
  EXPECT_EQ(outputs->entries()[0].name, "log");  // as declared, not as bound
  EXPECT_EQ(outputs->entries()[1].name, "copy");
  EXPECT_EQ(*outputs->take<std::uint32_t>("log"), (Words{5, 5}));
  EXPECT_EQ(*outputs->take<std::uint32_t>("copy"), Words{5});
  const auto who = pipeline.slot("who");
  ASSERT_TRUE(who);
  const auto refused = other.run({{*who, Words{5}}}, {.grid = 1});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message(),
            "argument 'who' names no buffer of the program; its buffers are 'copy', 'log'");
}

// The last workgroup of all waits for nobody and traps once.
constexpr std::string_view count_groups = R"(enable slipway_trap;
const last = 9u;
@group(0) @binding(0) var<storage, read_write> hits: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let seen = hits[group.x];
  hits[group.x] = seen + 1u;
  assert(group.x + 1u < groups.x || seen != 3u, last, seen);
}
)";

TEST_P(LaunchOn, launches_of_more_workgroups_than_a_dispatch_takes_are_launches_like_any_other) {
  constexpr std::uint32_t groups = 65537;
  const Pipeline pipeline = compiled(count_groups);
  const auto hits = device_->create<std::uint32_t>(groups);
  ASSERT_TRUE(hits);
  const DeviceStats before = device_->stats();
  const auto launch = pipeline.bind({{"hits", *hits}}, {.grid = groups, .iterations = 3});
  ASSERT_TRUE(launch) << launch.error().to_string();
  ASSERT_TRUE(launch->run(60s));
  EXPECT_EQ(*hits->download(), Words(groups, 3));
  const auto trapped = launch->run(60s);
  ASSERT_FALSE(trapped);
  ASSERT_EQ(trapped.error().code(), ErrorCode::trapped);
  EXPECT_EQ(trapped.error().trap()->name, "last");
  EXPECT_EQ(trapped.error().trap()->value, 3U);
  EXPECT_EQ(trapped.error().trap()->invocation, (std::array<std::uint32_t, 3>{groups - 1, 0, 0}));
  ASSERT_TRUE(hits->fill(5));
  ASSERT_TRUE(launch->run(60s));
  EXPECT_EQ(*hits->download(), Words(groups, 8));

  const auto ran = pipeline.run({}, {.grid = groups, .sizes = {{"hits", groups}}});
  ASSERT_TRUE(ran) << ran.error().to_string();
  EXPECT_EQ(*ran->take<std::uint32_t>("hits"), Words(groups, 1));
  const DeviceStats after = device_->stats();
  EXPECT_EQ(after.launches - before.launches, 10U);
  // Compiled once more, where the device takes fewer at a time.
  EXPECT_EQ(after.emissions - before.emissions, GetParam() == "reference" ? 0U : 1U);
}

TEST_P(LaunchOn, small_runs_of_many_workgroups_are_kept_too) {
  constexpr std::uint32_t groups = 65537;
  const Pipeline pipeline = compiled(R"(
@group(0) @binding(0) var<storage, read_write> count: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> sum: atomic<u32>;
@compute @workgroup_size(1) fn main(@builtin(workgroup_id) group: vec3u) {
  atomicAdd(&count, 1u);
  atomicAdd(&sum, group.x);
}
)");
  std::uint64_t sets = 0;
  for (std::uint32_t round = 0; round < 4; ++round) {
    const auto ran = pipeline.run({{"count", Words{round}}, {"sum", Words{1}}}, {.grid = groups});
    ASSERT_TRUE(ran) << ran.error().to_string();
    EXPECT_EQ(*ran->take<std::uint32_t>("count"), Words{groups + round});
    EXPECT_EQ(*ran->take<std::uint32_t>("sum"), Words{1U + groups / 2 * groups});
    if (round == 1) sets = device_->stats().descriptor_sets.misses;  // copied to, the two may change places
  }
  EXPECT_EQ(device_->stats().descriptor_sets.misses, sets);
}

TEST_P(LaunchOn, a_timed_run_says_how_long_it_took) {
  const Pipeline pipeline = compiled(count_up);
  for (int i = 0; i < 3; ++i) {
    const auto timed = pipeline.run_timed({{"counter", Words{7}}}, {.grid = 1, .iterations = 50});
    ASSERT_TRUE(timed) << timed.error().to_string();
    EXPECT_EQ(*timed->outputs.take<std::uint32_t>("counter"), Words{57});
    const RunTimes& times = timed->times;
    ASSERT_TRUE(times.device);
    EXPECT_GT(*times.device, 0ns);
    EXPECT_LE(*times.device, times.queue);
    EXPECT_LE(times.queue, times.wall);
  }
  const auto nothing = pipeline.run_timed({{"counter", Words{7}}}, {.grid = 0});
  ASSERT_TRUE(nothing) << nothing.error().to_string();
  EXPECT_FALSE(nothing->times.device);
}

INSTANTIATE_TEST_SUITE_P(Devices, LaunchOn,
                         testing::Values("reference", "lavapipe", "swiftshader", "swiftshader_separate"),
                         tests::device_name);

class InFlight : public tests::OnDevice {
 protected:
  void SetUp() override {
    tests::OnDevice::SetUp();
    if (!IsSkipped())
      keep(Device::open(
          {.selector = selector(), .submissions_in_flight = 4, .notice = [](std::string_view) {}}));
  }
};

TEST_P(InFlight, submissions_that_nobody_waits_for_take_no_more_than_the_limit) {
  const Pipeline pipeline = compiled(count_past_three);  // each on its way has a record of its own
  const auto counter = device_->upload(Words{10});
  ASSERT_TRUE(counter);
  const auto launch = pipeline.bind({{"counter", *counter}}, {.grid = 1});
  ASSERT_TRUE(launch);
  const auto allocations = [&] {
    const DeviceStats stats = device_->stats();
    return stats.buffers.allocations + stats.staging.allocations;
  };
  const std::uint64_t before = allocations();
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(launch->submit());
  EXPECT_EQ(*counter->download(), Words{1010});
  // Those on their way, the next one, and what the download takes; some hold two buffers.
  EXPECT_LE(allocations(), before + 11);
  EXPECT_GE(device_->stats().submissions, 1000U);
}

INSTANTIATE_TEST_SUITE_P(Devices, InFlight, testing::Values("reference", "lavapipe", "swiftshader"),
                         tests::device_name);

}  // namespace
}  // namespace slipway
