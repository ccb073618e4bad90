#include <gtest/gtest.h>

#include <chrono>
#include <numeric>

#include <slipway/slipway.h>

#include "support/on_driver.h"

namespace slipway {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view saxpy = R"(
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&y)) { y[id.x] = 2.0 * x[id.x] + y[id.x]; }
}
)";

constexpr std::string_view count_up = R"(
@group(0) @binding(0) var<storage, read_write> counter: atomic<u32>;
@compute @workgroup_size(1) fn main() { atomicAdd(&counter, 1u); }
)";

constexpr std::string_view squares = R"(
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<uniform> n: u32;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < n) { out[id.x] = id.x * id.x; }
}
)";

Result<Device> open_test_device(const std::string& name, DeviceOptions options = {}) {
  options.selector = name == "reference" ? name : "vulkan";
  options.validation = name != "reference";
  return Device::open(options);
}

class OnDevice : public tests::OnDevice {
 protected:
  void SetUp() override {
    tests::OnDevice::SetUp();
    if (!IsSkipped()) keep(open_test_device(GetParam()));
  }
};

TEST_P(OnDevice, run_takes_host_memory_and_returns_in_out_buffers) {
  const Pipeline pipeline = compiled(saxpy);
  std::vector<float> x(1000);
  std::iota(x.begin(), x.end(), 0.0F);
  const std::vector<float> y(1000, 1.0F);
  const auto outputs = pipeline.run({{"x", x}, {"y", y}}, {.extent = y.size()});
  ASSERT_TRUE(outputs) << outputs.error().to_string();
  ASSERT_EQ(outputs->entries().size(), 1U);
  const auto result = outputs->get<float>("y");
  ASSERT_TRUE(result);
  ASSERT_EQ(result->size(), 1000U);
  for (std::size_t i = 0; i < 1000; ++i) ASSERT_EQ((*result)[i], 2.0F * x[i] + 1.0F);
  EXPECT_EQ(y[5], 1.0F);
  EXPECT_FALSE(outputs->bytes("x"));
  EXPECT_FALSE((outputs->get<std::array<char, 3>>("y")));
}

TEST_P(OnDevice, bound_launches_reuse_device_buffers) {
  const Pipeline pipeline = compiled(saxpy);
  const std::vector<float> x(100, 3.0F);
  const auto dx = device_->upload(x);
  const auto dy = device_->create<float>(100);
  ASSERT_TRUE(dx);
  ASSERT_TRUE(dy);
  const auto launch = pipeline.bind({{"x", *dx}, {"y", *dy}}, {.extent = 100});
  ASSERT_TRUE(launch) << launch.error().to_string();
  for (int i = 0; i < 3; ++i) {
    const auto ticket = launch->submit();
    ASSERT_TRUE(ticket);
    const auto waited = ticket->wait(10s);
    ASSERT_TRUE(waited) << waited.error().to_string();
    EXPECT_TRUE(*ticket->ready());
  }
  EXPECT_EQ(*dy->download(), std::vector<float>(100, 18.0F));
  ASSERT_TRUE(dy->upload(std::vector<float>{7.0F, 8.0F}, 50));
  EXPECT_EQ(*dy->download(49, 4), (std::vector<float>{18.0F, 7.0F, 8.0F, 18.0F}));
  EXPECT_FALSE(dy->download(99, 2));
  EXPECT_FALSE(dy->upload(std::vector<float>(2), 99));
}

TEST_P(OnDevice, transfers_past_the_end_are_refused_whatever_the_first_element) {
  const auto buffer = device_->upload(std::vector<std::uint32_t>{1, 2, 3, 4});
  ASSERT_TRUE(buffer);
  const std::vector<std::uint32_t> one{9};
  // The last two wrap to bytes 0 and 4 where they are multiplied without a check.
  for (const std::uint64_t first : {std::uint64_t{4}, std::uint64_t{UINT64_MAX}, std::uint64_t{1} << 62U,
                                    (std::uint64_t{1} << 62U) + 1}) {
    const auto uploaded = buffer->upload(one, first);
    ASSERT_FALSE(uploaded) << first;
    EXPECT_EQ(uploaded.error().code(), ErrorCode::invalid_argument);
    EXPECT_EQ(uploaded.error().message(), "upload of 1 elements from element " + std::to_string(first) +
                                              " on goes past the end of a buffer of 4");
    const auto downloaded = buffer->download(first, 1);
    ASSERT_FALSE(downloaded) << first;
    EXPECT_EQ(downloaded.error().code(), ErrorCode::invalid_argument);
  }
  EXPECT_EQ(*buffer->download(), (std::vector<std::uint32_t>{1, 2, 3, 4}));
}

TEST_P(OnDevice, one_buffer_in_two_bindings_is_refused_where_one_can_be_written) {
  const Pipeline pipeline = compiled(saxpy);
  const auto both = device_->upload(std::vector<float>{1.0F, 2.0F});
  ASSERT_TRUE(both);
  const auto launch = pipeline.bind({{"x", *both}, {"y", *both}}, {.extent = 2});
  ASSERT_FALSE(launch);
  EXPECT_EQ(launch.error().code(), ErrorCode::invalid_argument);
  EXPECT_EQ(launch.error().message(),
            "buffers 'x' and 'y' are given the same bytes of a device buffer, and 'y' can be written");
  const Pipeline reads = compiled(R"(
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> sum: f32;
@compute @workgroup_size(1) fn main() { sum = a[0] + b[1]; }
)");
  const auto outputs = reads.run({{"a", *both}, {"b", *both}});
  ASSERT_TRUE(outputs) << outputs.error().to_string();
  EXPECT_EQ((*outputs->get<float>("sum"))[0], 3.0F);
}

TEST_P(OnDevice, run_into_writes_the_callers_memory_or_nothing) {
  const Pipeline pipeline = compiled(saxpy);
  const std::vector<float> x(9, 1.0F);
  std::vector<float> y(9, 5.0F);
  const float* const before = y.data();
  ASSERT_TRUE(pipeline.run_into({{"x", x}, {"y", y}}, {{"y", y}}, {.extent = 9}));  // in place
  EXPECT_EQ(y, std::vector<float>(9, 7.0F));
  EXPECT_EQ(y.data(), before);
  std::array<std::byte, 6> part{};
  ASSERT_TRUE(
      pipeline.run_into({{"x", x}, {"y", y}}, {{"y", part}}, {.extent = 9, .ranges = {{"y", {3, 9}}}}));
  const float nine = 9.0F;
  const auto bytes = std::as_bytes(std::span(&nine, 1));
  EXPECT_EQ(part, (std::array{bytes[3], bytes[0], bytes[1], bytes[2], bytes[3], bytes[0]}));
  const auto message = [&](std::initializer_list<NamedTarget> targets) {
    const auto done = pipeline.run_into({{"x", x}, {"y", y}}, targets, {.extent = 9});
    return done ? "" : done.error().message();
  };
  std::vector<float> small(8, 3.0F);
  EXPECT_EQ(message({{"y", small}}), "output 'y' has 36 bytes: found a target of 32");
  EXPECT_EQ(small, std::vector<float>(8, 3.0F));
  EXPECT_EQ(message({}), "output 'y' has no target");
  EXPECT_EQ(message({{"y", y}, {"y", y}}), "output 'y' is given two targets");
  EXPECT_EQ(message({{"y", y}, {"x", small}}), "buffer 'x' has a target, but is not returned");
  EXPECT_EQ(message({{"y", y}, {"z", small}}),
            "target 'z' names no buffer of the program; its buffers are 'x', 'y'");
  EXPECT_EQ(y, std::vector<float>(9, 7.0F));
}

TEST_P(OnDevice, buffers_are_filled_and_copied) {
  const auto words = device_->create<std::uint32_t>(7);
  ASSERT_TRUE(words);
  ASSERT_TRUE(words->fill(0x01020304U));
  EXPECT_EQ(*words->download(), std::vector<std::uint32_t>(7, 0x01020304U));
  const auto bytes = device_->create<std::uint8_t>(11);
  ASSERT_TRUE(bytes);
  ASSERT_TRUE(bytes->fill(std::uint8_t{9}));
  EXPECT_EQ(*bytes->download(), std::vector<std::uint8_t>(11, 9));
  using Pair = std::array<std::uint32_t, 3>;
  const auto triples = device_->create<Pair>(5);
  ASSERT_TRUE(triples);
  ASSERT_TRUE(triples->fill({1, 2, 3}));
  EXPECT_EQ(*triples->download(), std::vector<Pair>(5, {1, 2, 3}));

  std::vector<std::uint8_t> source(32);
  std::iota(source.begin(), source.end(), std::uint8_t{100});
  const auto from = device_->upload(source);
  ASSERT_TRUE(from);
  for (std::size_t begin = 0; begin < 9; ++begin)
    for (std::size_t to = 0; to < 9; ++to)
      for (std::size_t count = 0; count < 10; ++count) {
        const auto target = device_->upload(std::vector<std::uint8_t>(20, 7));
        ASSERT_TRUE(target);
        ASSERT_TRUE(target->copy(*from, begin, to, count));
        std::vector<std::uint8_t> expected(20, 7);
        std::copy_n(source.begin() + static_cast<std::ptrdiff_t>(begin), count,
                    expected.begin() + static_cast<std::ptrdiff_t>(to));
        ASSERT_EQ(*target->download(), expected) << begin << ' ' << to << ' ' << count;
      }
  ASSERT_TRUE(from->copy(*from, 0, 16, 16));
  EXPECT_EQ((*from->download(16, 16))[15], 115);
  const auto overlapping = from->copy(*from, 0, 15, 16);
  ASSERT_FALSE(overlapping);
  EXPECT_EQ(overlapping.error().message(), "16 bytes at 0 and at 15 of one buffer overlap");
  EXPECT_EQ(bytes->copy(*from).error().message(),
            "copy of 32 elements from element 0 on goes past the end of a buffer of 11");
  EXPECT_FALSE(from->copy(*bytes, UINT64_MAX, 0, 2));
  const auto other = open_test_device(GetParam());
  ASSERT_TRUE(other);
  const auto elsewhere = other->upload(source);
  ASSERT_TRUE(elsewhere);
  const auto foreign = from->copy(*elsewhere);
  ASSERT_FALSE(foreign);
  EXPECT_TRUE(foreign.error().message().starts_with("the source of a copy is on another device ('"));
}

TEST_P(OnDevice, a_dropped_ticket_still_runs) {
  const Pipeline pipeline = compiled(count_up);
  const auto counter = device_->create<std::uint32_t>(1);
  ASSERT_TRUE(counter);
  {
    const auto launch = pipeline.bind({{"counter", *counter}}, {.grid = 5});
    ASSERT_TRUE(launch);
    ASSERT_TRUE(launch->submit());
    ASSERT_TRUE(launch->submit());
  }
  EXPECT_EQ(*counter->download(), std::vector<std::uint32_t>{10});
}

TEST_P(OnDevice, device_buffers_given_to_run_are_used_in_place) {
  const Pipeline pipeline = compiled(saxpy);
  const auto dy = device_->create<float>(3);
  ASSERT_TRUE(dy);
  const std::vector<float> x{1.0F, 2.0F, 3.0F};
  const auto outputs = pipeline.run({{"x", x}, {"y", *dy}});
  ASSERT_TRUE(outputs) << outputs.error().to_string();
  EXPECT_TRUE(outputs->entries().empty());
  EXPECT_EQ(*dy->download(), (std::vector<float>{2.0F, 4.0F, 6.0F}));
}

TEST_P(OnDevice, zero_workgroups_run_nothing) {
  const Pipeline pipeline = compiled(count_up);
  for (const Size3 grid : {Size3(0), Size3(1, 0, 1), Size3(1, 1, 0), Size3(0, 0, 0)}) {
    const auto outputs = pipeline.run({}, {.grid = grid});
    ASSERT_TRUE(outputs) << outputs.error().to_string();
    EXPECT_EQ(*outputs->take<std::uint32_t>("counter"), std::vector<std::uint32_t>{0});
  }
  EXPECT_EQ(device_->stats().launches, 0U);
  const std::uint32_t start = 41;
  EXPECT_EQ(*pipeline.run({{"counter", start}}, {.grid = 1})->take<std::uint32_t>("counter"),
            std::vector<std::uint32_t>{42});
}

TEST_P(OnDevice, an_extent_covers_its_tail_and_nothing_behind_it) {
  const Pipeline pipeline = compiled(squares);
  for (const std::uint32_t n : {1U, 63U, 64U, 65U, 1000U}) {
    const std::vector<std::uint32_t> guards(n + 64, 0xABABABAB);
    const auto outputs = pipeline.run({{"out", guards}, {"n", n}}, {.extent = n});
    ASSERT_TRUE(outputs) << outputs.error().to_string();
    const auto out = *outputs->get<std::uint32_t>("out");
    for (std::uint32_t i = 0; i < n; ++i) ASSERT_EQ(out[i], i * i);
    for (std::uint32_t i = n; i < n + 64; ++i) ASSERT_EQ(out[i], 0xABABABABU);
  }
}

TEST_P(OnDevice, iterations_run_one_after_the_other) {
  const Pipeline pipeline = compiled(count_up);
  const auto outputs = pipeline.run({}, {.grid = 3, .iterations = 7});
  ASSERT_TRUE(outputs) << outputs.error().to_string();
  EXPECT_EQ(*outputs->take<std::uint32_t>("counter"), std::vector<std::uint32_t>{21});
  EXPECT_EQ(device_->stats().launches, 7U);
  EXPECT_EQ(device_->stats().submissions, 1U);
  EXPECT_FALSE(pipeline.run({}, {.grid = 1, .iterations = 0}));
}

TEST_P(OnDevice, empty_run_time_arrays_have_length_zero) {
  const Pipeline pipeline = compiled(R"(
@group(0) @binding(0) var<storage, read_write> empty: array<u32>;
@group(0) @binding(1) var<storage, read_write> out: u32;
@compute @workgroup_size(1) fn main() {
  empty[0] = 5u;
  if (arrayLength(&empty) == 0u) { out = 9u + empty[0]; }
}
)");
  const auto outputs = pipeline.run({{"empty", std::vector<std::uint32_t>{}}}, {.grid = 1});
  ASSERT_TRUE(outputs) << outputs.error().to_string();
  EXPECT_EQ(*outputs->take<std::uint32_t>("out"), std::vector<std::uint32_t>{9});
  EXPECT_TRUE(outputs->bytes("empty")->empty());
  const auto nothing = device_->create<std::uint32_t>(0);
  ASSERT_TRUE(nothing);
  EXPECT_TRUE(nothing->download()->empty());
  EXPECT_TRUE(nothing->upload(std::vector<std::uint32_t>{}));
}

TEST_P(OnDevice, lengths_are_those_of_the_argument_and_count_whole_elements) {
  const Pipeline pipeline = compiled(R"(
struct Headed { hdr: u32, data: array<vec2u> }
@group(0) @binding(0) var<storage, read> a: Headed;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read> c: array<vec3f>;
@group(0) @binding(3) var<storage, read_write> out: array<u32, 3>;
@compute @workgroup_size(1) fn main() {
  out = array(arrayLength(&a.data), arrayLength(&b), arrayLength(&c));
}
)");
  const std::vector<std::byte> bytes(100);
  const std::span view(bytes);
  const auto outputs = pipeline.run({{"a", view}, {"b", view.first(28)}, {"c", view.first(40)}}, {.grid = 1});
  ASSERT_TRUE(outputs) << outputs.error().to_string();
  EXPECT_EQ(*outputs->take<std::uint32_t>("out"), (std::vector<std::uint32_t>{11, 7, 2}));
}

TEST_P(OnDevice, roles_decide_what_is_taken_and_returned) {
  const Pipeline pipeline = compiled(saxpy, {.roles = {{"y", Role::output}}});
  const std::vector<float> x{4.0F, 5.0F};
  EXPECT_FALSE(pipeline.run({{"x", x}, {"y", x}}));
  const auto outputs = pipeline.run({{"x", x}}, {.sizes = {{"y", 2}}});
  ASSERT_TRUE(outputs) << outputs.error().to_string();
  EXPECT_EQ(*outputs->take<float>("y"), (std::vector<float>{8.0F, 10.0F}));
  const Pipeline scratch = compiled(saxpy, {.roles = {{"y", Role::scratch}}});
  const auto none = scratch.run({{"x", x}}, {.extent = 2, .sizes = {{"y", 2}}});
  ASSERT_TRUE(none) << none.error().to_string();
  EXPECT_TRUE(none->entries().empty());
  const auto unknown = device_->compile_source(saxpy, {.roles = {{"z", Role::output}}});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message(),
            "role output of unknown buffer 'z'; the program's buffers are 'x', 'y'");
  const auto read_only = device_->compile_source(saxpy, {.roles = {{"x", Role::scratch}}});
  ASSERT_FALSE(read_only);
  EXPECT_EQ(read_only.error().message(), "buffer 'x' is read-only: it cannot have the role scratch");
}

TEST_P(OnDevice, overrides_and_workgroup_sizes_come_from_the_configuration) {
  constexpr std::string_view scaled = R"(
override factor: u32;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) { out[id.x] = id.x * factor; }
)";
  const Pipeline pipeline = compiled(scaled, {.overrides = {{"factor", 3}}, .workgroup_size = 2});
  EXPECT_EQ(pipeline.workgroup_size(), (std::array<std::uint32_t, 3>{2, 1, 1}));
  const auto outputs = pipeline.run({}, {.grid = 3, .sizes = {{"out", 8}}});
  ASSERT_TRUE(outputs) << outputs.error().to_string();
  EXPECT_EQ(*outputs->take<std::uint32_t>("out"), (std::vector<std::uint32_t>{0, 3, 6, 9, 12, 15, 0, 0}));
  EXPECT_FALSE(device_->compile_source(scaled));
  EXPECT_FALSE(device_->compile_source(scaled, {.overrides = {{"factor", 3}, {"other", 1}}}));
}

TEST_P(OnDevice, another_workgroup_size_is_refused_where_the_kernel_may_depend_on_it) {
  const auto refused = device_->compile_source(R"(
var<workgroup> shared_value: u32;
@group(0) @binding(0) var<storage, read_write> out: u32;
@compute @workgroup_size(4) fn main() { shared_value = 1u; workgroupBarrier(); out = shared_value; }
)",
                                               {.workgroup_size = 8});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::invalid_argument);
  EXPECT_NE(refused.error().message().find("its workgroup size is 4 x 1 x 1, found 8 x 1 x 1"),
            std::string::npos)
      << refused.error().message();
}

TEST_P(OnDevice, everything_missing_is_in_one_error) {
  const auto refused = device_->compile_source(R"(
var<workgroup> large: array<u32, 100000>;
@group(0) @binding(0) var<storage, read_write> out: u32;
@compute @workgroup_size(1, 4096) fn main() { large[0] = 1u; workgroupBarrier(); out = large[0]; }
)");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::unsupported);
  const std::string& message = refused.error().message();
  EXPECT_NE(message.find("the workgroup size along y is 4096, the limit "), std::string::npos) << message;
  EXPECT_NE(message.find("the number of invocations in a workgroup is 4096"), std::string::npos) << message;
  EXPECT_NE(message.find("the size of workgroup memory in bytes is 400000"), std::string::npos) << message;
  ASSERT_TRUE(refused.error().limit());
  EXPECT_EQ(refused.error().limit()->name, "workgroup_size.y");
  EXPECT_EQ(refused.error().limit()->value, device_->info().limits.workgroup_size[1]);
}

TEST_P(OnDevice, a_buffer_of_another_device_is_refused) {
  const Pipeline pipeline = compiled(count_up);
  const auto other = Device::open({.selector = "reference"});
  ASSERT_TRUE(other);
  const auto buffer = other->create<std::uint32_t>(1);
  ASSERT_TRUE(buffer);
  const auto refused = pipeline.run({{"counter", *buffer}}, {.grid = 1});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::invalid_argument);
  EXPECT_TRUE(refused.error().message().starts_with("buffer 'counter' is on another device"));
}

TEST_P(OnDevice, bind_wants_device_buffers_for_all_bindings) {
  const Pipeline pipeline = compiled(saxpy);
  const std::vector<float> x(4);
  EXPECT_EQ(pipeline.bind({{"x", x}}).error().message(), "bind takes device buffers: 'x' is host memory");
  const auto dx = device_->upload(x);
  EXPECT_EQ(pipeline.bind({{"x", *dx}}).error().message(),
            "bind needs a device buffer for 'y': none was given");
}

TEST_P(OnDevice, invalid_programs_carry_their_diagnostics) {
  const auto refused = device_->compile_source("@compute @workgroup_size(1) fn main() { let a = b; }");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::invalid_program);
  ASSERT_EQ(refused.error().diagnostics().size(), 1U);
  EXPECT_EQ(refused.error().diagnostics()[0].line, 1U);
  EXPECT_EQ(refused.error().diagnostics()[0].column, 49U);
}

INSTANTIATE_TEST_SUITE_P(Devices, OnDevice, testing::Values("reference", "lavapipe", "swiftshader"),
                         tests::device_name);

TEST(Reference, an_output_over_the_budget_runs_nothing) {
  const auto device = Device::open({.selector = "reference"});
  ASSERT_TRUE(device);
  const auto pipeline = device->compile_source(count_up);
  ASSERT_TRUE(pipeline) << pipeline.error().to_string();
  const auto over = pipeline->run({}, {.grid = 1, .max_output_bytes = 3});
  ASSERT_FALSE(over);
  EXPECT_EQ(over.error().code(), ErrorCode::budget_exceeded);
  EXPECT_EQ(device->stats().submissions, 0U);
  EXPECT_TRUE(pipeline->run({}, {.grid = 1, .max_output_bytes = 4}));
}

}  // namespace
}  // namespace slipway
