// What long use costs: memory, driver objects and what of one request another could see.
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "pipeline/buffer_state.h"
#include "pipeline/memory_devices.h"
#include "pipeline/scarce_device.h"
#include "support/sanitized.h"

#ifdef SLIPWAY_SANITIZED
#include <sanitizer/allocator_interface.h>
#endif

namespace slipway {
namespace {

using Words = std::vector<std::uint32_t>;

#ifdef SLIPWAY_SANITIZED
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif

class Resources : public tests::OnMemory {};

// Resident bytes of this process; where a sanitizer keeps the heap, those of its blocks in use.
std::uint64_t resident() {
#ifdef SLIPWAY_SANITIZED
  return __sanitizer_get_current_allocated_bytes();
#else
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages = 0;
  file >> pages >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
#endif
}

std::size_t threads_of_this_process() {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator("/proc/self/task"), {}));
}

// Open files, but those of SwiftShader's code: it closes none, whoever makes and destroys a pipeline.
std::size_t files_of_this_process() {
  const auto is_ours = [](const std::filesystem::directory_entry& entry) {
    std::error_code gone;  // the folder's own descriptor is
    const auto target = std::filesystem::read_symlink(entry.path(), gone).string();
    return target.find("swiftshader_jit") == std::string::npos;
  };
  return static_cast<std::size_t>(
      std::count_if(std::filesystem::directory_iterator("/proc/self/fd"), {}, is_ours));
}

constexpr std::string_view add_one = R"(
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(16) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&x)) { y[id.x] = x[id.x] + 1u; }
}
)";

constexpr std::string_view sum_of_all = R"(
@group(0) @binding(0) var<storage, read_write> seen: array<u32>;
@group(0) @binding(1) var<storage, read_write> sum: u32;
@compute @workgroup_size(1) fn main() { for (var i = 0u; i < arrayLength(&seen); i++) { sum += seen[i]; } }
)";

TEST_P(Resources, allocations_are_flat_over_mixed_calls) {
  const Pipeline pipeline = compiled(add_one, {.roles = {{"y", Role::output}}});
  const auto bound_x = device_->create<std::uint32_t>(16);
  const auto bound_y = device_->create<std::uint32_t>(16);
  ASSERT_TRUE(bound_x && bound_y);
  const auto launch = pipeline.bind({{"x", *bound_x}, {"y", *bound_y}}, {.extent = 16});
  ASSERT_TRUE(launch);
  const auto mixed_calls = [&](int count) {
    for (int i = 0; i < count; ++i) {
      const auto n = static_cast<std::uint64_t>(1 + i % 50 * 40);
      const Words x(n, static_cast<std::uint32_t>(i));
      const RunOptions options{.extent = n, .sizes = {{"y", n}}};
      const auto outputs = pipeline.run({{"x", x}}, options);
      ASSERT_TRUE(outputs) << outputs.error().to_string();
      ASSERT_EQ(outputs->get<std::uint32_t>("y")->back(), x.back() + 1);
      const auto host = device_->create_host<std::uint32_t>(n);
      ASSERT_TRUE(host);
      ASSERT_TRUE(pipeline.run_into({{"x", x}}, {{"y", *host}}, options));
      ASSERT_EQ((*host)[n - 1], x.back() + 1);
      const auto own = device_->upload(x);
      ASSERT_TRUE(own && own->fill(7) && own->slice(0, n / 2)->upload(std::span(x).first(n / 2)));
      ASSERT_EQ(own->download(n - 1, 1)->front(), 7U);
      ASSERT_TRUE(launch->run());
    }
  };
  mixed_calls(50);
  const BufferStats warm = device_->stats().buffers;
  mixed_calls(2500);  // ten thousand runs, uploads and launches
  EXPECT_EQ(device_->stats().buffers.allocations, warm.allocations);
  EXPECT_EQ(device_->stats().buffers.idle, warm.idle);
}

TEST_P(Resources, no_bytes_of_an_earlier_request_are_seen) {
  const Pipeline pipeline = compiled(sum_of_all, {.roles = {{"seen", Role::scratch}}});
  for (const std::uint64_t n : {1U, 2U, 3U, 63U, 64U, 65U, 71U, 20'000U}) {
    {
      const Words canary(n + 3, 0xDEADBEEF);
      const auto device = device_->upload(canary);
      const auto host = device_->create_host<std::uint32_t>(n + 3);
      ASSERT_TRUE(device && host);
      std::ranges::fill(*host, 0xDEADBEEF);
      ASSERT_TRUE(compiled(add_one).run({{"x", *host}, {"y", canary}}));
    }
    const auto fresh = device_->create<std::uint32_t>(n);
    ASSERT_TRUE(fresh);
    ASSERT_EQ(*fresh->download(), Words(n, 0U)) << n;
    const auto host = device_->create_host<std::uint32_t>(n);
    ASSERT_TRUE(host);
    ASSERT_EQ(Words(host->begin(), host->end()), Words(n, 0U)) << n;
    const auto outputs = pipeline.run({}, {.grid = 1, .sizes = {{"seen", n}}});
    ASSERT_TRUE(outputs);
    ASSERT_EQ(*outputs->take<std::uint32_t>("sum"), Words{0}) << n;
    // All memory behind the buffers, which nobody else can look at.
    const auto bytes = device_->upload_bytes(std::vector<std::byte>(n, std::byte{7}));
    ASSERT_TRUE(bytes);
    const auto& memory = bytes->state()->hal();
    const DeviceBytes all(std::make_shared<pipeline::BufferState>(device_->state(), memory, memory->size()));
    std::vector<std::byte> found(memory->size());
    ASSERT_TRUE(all.download_bytes(found));
    ASSERT_TRUE(std::all_of(found.begin() + static_cast<std::ptrdiff_t>(n), found.end(), [](std::byte byte) {
      return byte == std::byte{0};
    })) << n;
  }
}

// Field case F01; under sanitizers in a tenth of its calls.
TEST_P(Resources, memory_does_not_grow_with_dispatches_and_readbacks) {
  const Pipeline pipeline = compiled(add_one);
  const auto x = device_->create<std::uint32_t>(1024);
  const auto y = device_->create<std::uint32_t>(1024);
  ASSERT_TRUE(x && y);
  const auto launch = pipeline.bind({{"x", *x}, {"y", *y}}, {.extent = 16});
  ASSERT_TRUE(launch);
  const auto calls = [&](std::uint32_t from, std::uint32_t to) {
    Words values(16);
    Words found(16);
    for (std::uint32_t i = from; i < to; ++i) {
      std::ranges::fill(values, i);
      ASSERT_TRUE(x->upload(values));
      ASSERT_TRUE(launch->submit());
      ASSERT_TRUE(y->download_into(found));
      ASSERT_EQ(found, Words(16, i + 1));
    }
  };
  constexpr std::uint32_t all = is_sanitized ? 10'000 : 100'000;
  calls(0, all / 10);
  const std::uint64_t before = resident();
  const BufferStats warm = device_->stats().buffers;
  calls(all / 10, all);
  EXPECT_EQ(device_->stats().buffers.allocations, warm.allocations);
#ifndef __SANITIZE_ADDRESS__
  EXPECT_LE(resident(), before + (4U << 20U));
#endif
}

// Field case F03; under sanitizers with a hundredth of its uploads.
TEST_P(Resources, uploads_without_a_launch_pile_up_nothing) {
  constexpr std::uint64_t words = (8U << 20U) / 4;
  const Pipeline pipeline = compiled(R"(
@group(0) @binding(0) var<storage, read> data: array<u32>;
@group(0) @binding(1) var<storage, read_write> sum: u32;
@compute @workgroup_size(1) fn main() { sum += data[0]; }
)");
  const auto data = device_->create<std::uint32_t>(words);
  ASSERT_TRUE(data);
  Words values(words);
  std::optional<BufferStats> warm;
  constexpr std::uint32_t uploads = is_sanitized ? 20 : 2000;
  for (std::uint32_t i = 0; i < uploads; ++i) {
    values[0] = i;
    ASSERT_TRUE(data->upload(values));
    if (!warm) warm = device_->stats().buffers;
  }
  EXPECT_EQ(device_->stats().buffers.allocations, warm->allocations);
  EXPECT_LE(warm->idle_bytes, 32U << 20U);
  EXPECT_EQ(pipeline.run({{"data", *data}})->get<std::uint32_t>("sum")->front(), uploads - 1);
}

INSTANTIATE_TEST_SUITE_P(Devices, Resources, tests::memory_devices(), tests::device_name);

// Field case F11.
class Reopened : public tests::OnDriver {};

TEST_P(Reopened, devices_open_and_close_again_and_again) {
  const Words x{1, 2, 3};
  std::size_t files = 0;
  std::size_t threads = 0;
  std::uint64_t bytes = 0;
  constexpr int rounds = 300;
  for (int i = 0; i < rounds; ++i) {
    const auto device = Device::open({.selector = selector(), .notice = [](std::string_view) {}});
    ASSERT_TRUE(device) << i << ": " << device.error().to_string();
    const auto pipeline = device->compile_source(add_one);
    ASSERT_TRUE(pipeline) << pipeline.error().to_string();
    const auto outputs = pipeline->run({{"x", x}}, {.sizes = {{"y", 3}}});
    ASSERT_TRUE(outputs) << outputs.error().to_string();
    ASSERT_EQ(*outputs->take<std::uint32_t>("y"), (Words{2, 3, 4}));
    if (i != 10 && i + 1 != rounds) continue;
    const std::size_t files_now = files_of_this_process();
    const std::size_t threads_now = threads_of_this_process();
    if (i == 10) {
      files = files_now;
      threads = threads_now;
      bytes = resident();
    } else {
      EXPECT_EQ(files_now, files);
      EXPECT_EQ(threads_now, threads);
      EXPECT_LE(resident(), bytes + (4U << 20U));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, Reopened, testing::Values("reference", "lavapipe", "swiftshader"),
                         tests::device_name);

// Field case F07: so much memory and no more, and calls that fail in their turn.
class Scarce : public tests::OnMemory {
 protected:
  // Over the device of the test.
  Device open(tests::ScarceDevice::Options options) {
    scarce_ = std::make_shared<tests::ScarceDevice>(hal_device(), options);
    return Device(
        std::make_shared<pipeline::DeviceState>(scarce_, pipeline::describe(scarce_->info(), GetParam())));
  }
  std::shared_ptr<tests::ScarceDevice> scarce_;
};

TEST_P(Scarce, out_of_memory_says_how_much_there_is_and_harms_nothing) {
  const Device device = open({.bytes = 1'000'000});
  Words values(900'000 / 4);
  std::iota(values.begin(), values.end(), 0U);
  std::optional<Buffer<std::uint32_t>> most;
  {
    auto made = device.upload(values);
    ASSERT_TRUE(made) << made.error().to_string();
    most = *std::move(made);
  }
  const auto refused = device.create<std::uint32_t>(500'000 / 4);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::out_of_memory);
  EXPECT_EQ(
      refused.error().message(),
      "while making a buffer of 500000 bytes with 917504 of the device's 1000000 bytes in use: the device "
      "is full");
  const auto pipeline = device.compile_source(add_one);
  ASSERT_TRUE(pipeline);
  const auto run = pipeline->run({{"x", values}, {"y", *most}});
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().code(), ErrorCode::out_of_memory);
  EXPECT_EQ(*most->download(), values);
  most.reset();
  const auto granted = device.create<std::uint32_t>(500'000 / 4);
  EXPECT_TRUE(granted) << granted.error().to_string();
}

Result<Words> whole_day(const Device& device) {
  SLIPWAY_TRY(const auto pipeline, device.compile_source(add_one, {.roles = {{"y", Role::output}}}));
  SLIPWAY_TRY(const auto x, device.upload(Words(20'000, 1)));
  SLIPWAY_TRY(const auto y, device.create<std::uint32_t>(20'000));
  SLIPWAY_TRY(const auto host, device.create_host<std::uint32_t>(20'000));
  SLIPWAY_TRY(const auto launch, pipeline.bind({{"x", x}, {"y", y}}, {.extent = 64}));
  SLIPWAY_TRY_VOID(launch.run());
  SLIPWAY_TRY_VOID(x.copy(*y.slice(0, 64), 0, 64, 64));
  SLIPWAY_TRY_VOID(x.slice(3, 9)->fill(5));
  SLIPWAY_TRY_VOID(pipeline.run_into({{"x", x}}, {{"y", host}}, {.extent = 128, .sizes = {{"y", 20'000}}}));
  SLIPWAY_TRY(const auto outputs, pipeline.run({{"x", host}}, {.extent = 256, .sizes = {{"y", 256}}}));
  return outputs.take<std::uint32_t>("y");
}

TEST_P(Scarce, any_call_may_fail_and_the_next_try_succeeds) {
  constexpr std::uint64_t calls = 200;
  const auto expected = whole_day(open({}));
  ASSERT_TRUE(expected) << expected.error().to_string();
  ASSERT_EQ((*expected)[2], 3U);
  ASSERT_EQ((*expected)[3], 7U);
  ASSERT_EQ((*expected)[64], 4U);
  int errors = 0;
  for (std::uint64_t call = 1; call <= calls; ++call) {
    const Device device = open({.failing_call = call});
    while (scarce_->calls() < call) {  // the last day has the call that fails
      const auto day = whole_day(device);
      if (day) {
        EXPECT_EQ(*day, *expected) << call;  // with a buffer that could be had at the second try, at worst
        continue;
      }
      EXPECT_EQ(scarce_->calls(), call) << day.error().to_string();
      EXPECT_EQ(day.error().code(), ErrorCode::out_of_memory) << day.error().to_string();
      ++errors;
    }
    const auto again = whole_day(device);
    ASSERT_TRUE(again) << call << ": " << again.error().to_string();
    EXPECT_EQ(*again, *expected) << call;
    EXPECT_LE(scarce_->used(), device.stats().buffers.idle_bytes) << call;
    EXPECT_EQ(device.stats().buffers.used_bytes, 0U) << call;
  }
  EXPECT_GE(errors, 100);  // of submissions and pipelines
}

INSTANTIATE_TEST_SUITE_P(Devices, Scarce,
                         testing::Values("reference_separate", "lavapipe_separate", "swiftshader_separate"),
                         tests::device_name);

// Where the host sees device memory, small runs keep their buffers for the next one.
class ScarceKept : public Scarce {};

TEST_P(ScarceKept, buffers_of_kept_runs_are_given_up_before_memory_is_exhausted) {
  const Device device = open({.bytes = 100'000});
  const auto pipeline = device.compile_source(add_one);
  ASSERT_TRUE(pipeline);
  const Words x(5000, 1);
  const auto run = [&] { return pipeline->run({{"x", x}, {"y", x}}); };
  ASSERT_TRUE(run());
  EXPECT_GE(device.stats().buffers.used_bytes, 20'000U);  // y, only written, is in memory of the host
  {
    const auto most = device.create<std::uint8_t>(90'000);
    ASSERT_TRUE(most) << most.error().to_string();
    EXPECT_EQ(device.stats().buffers.used_bytes, pipeline::BufferPool::size_class(90'000));
    const auto refused = run();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code(), ErrorCode::out_of_memory);
  }
  const auto again = run();
  ASSERT_TRUE(again) << again.error().to_string();
  EXPECT_EQ(*again->take<std::uint32_t>("y"), Words(5000, 2));
}

INSTANTIATE_TEST_SUITE_P(Devices, ScarceKept, testing::Values("reference", "lavapipe", "swiftshader"),
                         tests::device_name);

}  // namespace
}  // namespace slipway
