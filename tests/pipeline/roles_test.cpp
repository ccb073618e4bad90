// What a buffer's role means before, between and after runs.
#include <gtest/gtest.h>

#include <numeric>

#include "pipeline/memory_devices.h"

namespace slipway {
namespace {

using Words = std::vector<std::uint32_t>;

class Roles : public tests::OnMemory {};

// Writes every second element, so that what stood in the others shows.
constexpr std::string_view every_second = R"(
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&y) && id.x % 2 == 0) { y[id.x] += x[id.x]; }
}
)";

constexpr std::string_view double_it = R"(
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&data)) { data[id.x] = data[id.x] * 2u; }
}
)";

TEST_P(Roles, outputs_are_zeroed_between_runs) {
  const Pipeline pipeline = compiled(every_second, {.roles = {{"y", Role::output}}});
  const Words x{1, 2, 3, 4};
  const auto own = device_->upload(Words{9, 9, 9, 9, 9, 9, 9, 9});
  ASSERT_TRUE(own);
  const auto slice = *own->slice(0, 4);
  for (int i = 0; i < 3; ++i) {
    const auto outputs = pipeline.run({{"x", x}}, {.sizes = {{"y", 4}}});
    ASSERT_TRUE(outputs) << outputs.error().to_string();
    EXPECT_EQ(*outputs->take<std::uint32_t>("y"), (Words{1, 0, 3, 0}));
    Words into(4, 7);
    ASSERT_TRUE(pipeline.run_into({{"x", x}}, {{"y", into}}, {.sizes = {{"y", 4}}}));
    EXPECT_EQ(into, (Words{1, 0, 3, 0}));
    const auto in_place = pipeline.run({{"x", x}, {"y", slice}});
    ASSERT_TRUE(in_place) << in_place.error().to_string();
    EXPECT_TRUE(in_place->entries().empty());
    EXPECT_EQ(*own->download(), (Words{1, 0, 3, 0, 9, 9, 9, 9}));
  }
}

TEST_P(Roles, bound_launches_zero_their_outputs) {
  const Pipeline pipeline = compiled(every_second, {.roles = {{"y", Role::output}}});
  const auto x = device_->upload(Words{1, 2, 3, 4});
  const auto y = device_->upload(Words{9, 9, 9, 9});
  ASSERT_TRUE(x && y);
  const auto launch = pipeline.bind({{"x", *x}, {"y", *y}}, {.extent = 4, .iterations = 2});
  ASSERT_TRUE(launch) << launch.error().to_string();
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(launch->run());
    EXPECT_EQ(*y->download(), (Words{2, 0, 6, 0}));
  }
}

TEST_P(Roles, iterations_zero_outputs_once) {
  const Pipeline pipeline = compiled(every_second, {.roles = {{"y", Role::output}}});
  const auto outputs = pipeline.run({{"x", Words{1, 2}}}, {.sizes = {{"y", 2}}, .iterations = 5});
  ASSERT_TRUE(outputs) << outputs.error().to_string();
  EXPECT_EQ(*outputs->take<std::uint32_t>("y"), (Words{5, 0}));
}

TEST_P(Roles, in_out_data_is_preserved) {
  const Pipeline pipeline = compiled(every_second);
  const auto given = pipeline.run({{"x", Words{1, 1, 1}}, {"y", Words{7, 8, 9}}});
  ASSERT_TRUE(given);
  EXPECT_EQ(*given->take<std::uint32_t>("y"), (Words{8, 8, 10}));
  const auto zeros = pipeline.run({{"x", Words{1, 1, 1}}}, {.sizes = {{"y", 3}}});
  ASSERT_TRUE(zeros);
  EXPECT_EQ(*zeros->take<std::uint32_t>("y"), (Words{1, 0, 1}));
  const auto own = device_->upload(Words{7, 8, 9});
  ASSERT_TRUE(own);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(pipeline.run({{"x", Words{1, 1, 1}}, {"y", *own}}));
  EXPECT_EQ(*own->download(), (Words{10, 8, 12}));
}

TEST_P(Roles, scratch_is_zeroed_and_never_returned) {
  const Pipeline pipeline = compiled(R"(
@group(0) @binding(0) var<storage, read_write> scratch: array<u32>;
@group(0) @binding(1) var<storage, read_write> sum: u32;
@compute @workgroup_size(1) fn main() {
  for (var i = 0u; i < arrayLength(&scratch); i++) { sum += scratch[i]; scratch[i] = 1u; }
}
)",
                                     {.roles = {{"scratch", Role::scratch}}});
  const auto own = device_->upload(Words(20, 5));
  ASSERT_TRUE(own);
  for (int i = 0; i < 3; ++i) {
    const auto outputs = pipeline.run({}, {.grid = 1, .sizes = {{"scratch", 20}}});
    ASSERT_TRUE(outputs) << outputs.error().to_string();
    ASSERT_EQ(outputs->entries().size(), 1U);
    EXPECT_EQ(*outputs->take<std::uint32_t>("sum"), Words{0});
    const auto in_place = pipeline.run({{"scratch", *own}}, {.grid = 1});
    ASSERT_TRUE(in_place);
    EXPECT_EQ(*in_place->take<std::uint32_t>("sum"), Words{0});
  }
  const auto ranged =
      pipeline.run({}, {.grid = 1, .sizes = {{"scratch", 20}}, .ranges = {{"scratch", {0, 4}}}});
  ASSERT_FALSE(ranged);
  EXPECT_EQ(ranged.error().message(), "buffer 'scratch' has a byte range, but is not returned");
}

TEST_P(Roles, what_is_left_on_the_device_goes_into_the_next_pipeline) {
  const Pipeline first = compiled(every_second, {.roles = {{"y", Role::scratch}}, .live_out = {"y"}});
  const Pipeline second = compiled(double_it);
  const std::uint64_t down = device_->stats().bytes_down;
  const auto staged = first.run({{"x", Words{3, 4, 5}}}, {.extent = 3, .sizes = {{"y", 3}}});
  ASSERT_TRUE(staged) << staged.error().to_string();
  EXPECT_TRUE(staged->entries().empty());
  EXPECT_EQ(device_->stats().bytes_down, down);
  const auto y = staged->device<std::uint32_t>("y");
  ASSERT_TRUE(y) << y.error().to_string();
  EXPECT_EQ(y->size(), 3U);
  ASSERT_TRUE(second.run({{"data", *y}}, {.extent = 3}));
  const auto launch = second.bind({{"data", *y}}, {.extent = 3});
  ASSERT_TRUE(launch);
  ASSERT_TRUE(launch->run());
  EXPECT_EQ(*y->download(), (Words{12, 0, 20}));
  // The next run has a buffer of its own.
  const auto again = first.run({{"x", Words{1, 1, 1}}}, {.extent = 3, .sizes = {{"y", 3}}});
  ASSERT_TRUE(again);
  EXPECT_EQ(*again->device<std::uint32_t>("y")->download(), (Words{1, 0, 1}));
  EXPECT_EQ(*y->download(), (Words{12, 0, 20}));
  EXPECT_EQ(staged->device<std::uint32_t>("x").error().message(),
            "no buffer 'x' was left on the device: those of live_out are 'y'");
  EXPECT_FALSE((staged->device<std::array<std::uint32_t, 2>>("y")));
}

TEST_P(Roles, live_out_outputs_are_returned_too) {
  const Pipeline pipeline = compiled(every_second, {.roles = {{"y", Role::output}}, .live_out = {"y"}});
  const auto outputs = pipeline.run({{"x", Words{3, 4, 5}}}, {.sizes = {{"y", 3}}});
  ASSERT_TRUE(outputs) << outputs.error().to_string();
  EXPECT_EQ(*outputs->take<std::uint32_t>("y"), (Words{3, 0, 5}));
  EXPECT_EQ(*outputs->device<std::uint32_t>("y")->download(), (Words{3, 0, 5}));
  Words into(3);
  const auto left = pipeline.run_into({{"x", Words{1, 1, 1}}}, {{"y", into}}, {.sizes = {{"y", 3}}});
  ASSERT_TRUE(left);
  EXPECT_EQ(into, *left->device<std::uint32_t>("y")->download());
  const auto own = device_->create<std::uint32_t>(3);
  ASSERT_TRUE(own);
  const auto in_place = pipeline.run({{"x", Words{2, 2, 2}}, {"y", *own}});
  ASSERT_TRUE(in_place);
  EXPECT_EQ(in_place->device_bytes("y")->state(), own->state());  // the caller's own, where it was
  EXPECT_EQ(*own->download(), (Words{2, 0, 2}));
}

TEST_P(Roles, live_out_names_writable_buffers) {
  EXPECT_EQ(device_->compile_source(double_it, {.live_out = {"y"}}).error().message(),
            "live_out names the unknown buffer 'y'; the program's buffers are 'data'");
  EXPECT_EQ(device_->compile_source(every_second, {.live_out = {"x"}}).error().message(),
            "buffer 'x' is read-only: a run leaves nothing of it on the device");
}

TEST_P(Roles, a_reused_buffer_of_the_caller_stays_where_it_is) {
  const Pipeline pipeline = compiled(double_it);
  const auto own = device_->upload(Words{1, 2, 3});
  ASSERT_TRUE(own);
  const auto* const memory = own->state().get();
  const DeviceStats before = device_->stats();
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(pipeline.run({{"data", *own}}));
  const DeviceStats after = device_->stats();
  EXPECT_EQ(after.buffers.allocations, before.buffers.allocations);
  EXPECT_EQ(after.buffers.reuses, before.buffers.reuses);
  EXPECT_EQ(after.staging.allocations + after.staging.reuses,
            before.staging.allocations + before.staging.reuses);
  EXPECT_EQ(own->state().get(), memory);
  EXPECT_EQ(*own->download(), (Words{1024, 2048, 3072}));
  const auto host = device_->create_host<std::uint32_t>(3);
  ASSERT_TRUE(host);
  const auto* const address = host->data();
  for (int i = 0; i < 3; ++i) {
    std::iota(host->begin(), host->end(), 1U);
    ASSERT_TRUE(pipeline.run_into({{"data", *host}}, {{"data", *host}}));
    EXPECT_EQ(Words(host->begin(), host->end()), (Words{2, 4, 6}));
  }
  EXPECT_EQ(host->data(), address);
}

TEST_P(Roles, a_program_that_returns_nothing_needs_an_extent) {
  const Pipeline pipeline = compiled(double_it, {.roles = {{"data", Role::scratch}}});
  const RunOptions without{.sizes = {{"data", 4}}};
  const auto refused = pipeline.run({}, without);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::invalid_argument);
  EXPECT_EQ(refused.error().message(), "a program that returns no buffer needs an extent or a grid");
  EXPECT_EQ(device_->stats().launches, 0U);
  const auto outputs = pipeline.run({}, {.extent = 4, .sizes = {{"data", 4}}});
  ASSERT_TRUE(outputs) << outputs.error().to_string();
  EXPECT_TRUE(outputs->entries().empty());
  EXPECT_EQ(device_->stats().launches, 1U);
}

TEST_P(Roles, outputs_over_the_budget_are_refused_before_anything_runs) {
  const Pipeline pipeline = compiled(every_second, {.roles = {{"y", Role::output}}});
  const Words x(100, 1);
  const DeviceStats before = device_->stats();
  for (const ByteRange range : {ByteRange{0, 400}, {5, 11}}) {
    const std::uint64_t n = range.end - range.begin;
    const RunOptions options{.sizes = {{"y", 100}}, .ranges = {{"y", range}}, .max_output_bytes = n - 1};
    const auto refused = pipeline.run({{"x", x}}, options);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code(), ErrorCode::budget_exceeded);
    EXPECT_EQ(refused.error().message(), "the outputs have " + std::to_string(n) + " bytes: at most " +
                                             std::to_string(n - 1) + " are allowed");
    std::vector<std::byte> into(n);
    EXPECT_FALSE(pipeline.run_into({{"x", x}}, {{"y", into}}, options));
  }
  EXPECT_EQ(device_->stats().submissions, before.submissions);
  EXPECT_EQ(device_->stats().bytes_up, before.bytes_up);
  EXPECT_TRUE(pipeline.run({{"x", x}}, {.sizes = {{"y", 100}}, .max_output_bytes = 400}));
  EXPECT_TRUE(
      pipeline.run({{"x", x}}, {.sizes = {{"y", 100}}, .ranges = {{"y", {5, 11}}}, .max_output_bytes = 6}));
}

TEST_P(Roles, an_output_slice_that_ends_within_a_word_is_refused) {
  const Pipeline pipeline = compiled(double_it, {.roles = {{"data", Role::output}}});
  const auto own = device_->create<std::uint8_t>(64);
  ASSERT_TRUE(own);
  const auto refused = pipeline.run({{"data", *own->slice(0, 6)}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message(),
            "buffer 'data' is an output here, in a slice that ends at byte 6: that is no multiple of 4");
  EXPECT_TRUE(pipeline.run({{"data", *own->slice(0, 8)}}));
}

INSTANTIATE_TEST_SUITE_P(Devices, Roles, tests::memory_devices(), tests::device_name);

}  // namespace
}  // namespace slipway
