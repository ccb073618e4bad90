// Calls that find no host memory end in an error, and leave everything as usable as before.
#include <gtest/gtest.h>

#include <slipway/slipway.h>

#include "support/count_allocations.h"

namespace slipway {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::string_view add_up = R"(enable slipway_trap;
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) {
  assert(arrayLength(&x) == arrayLength(&y), 1, 0);
  y[id.x] += x[id.x];
}
)";

// On the interpreter: drivers allocate by the same operator, and do not expect it to fail.
class HostMemory : public testing::Test {
 protected:
  void SetUp() override {
    if (!tests::counts_allocations()) GTEST_SKIP() << "a sanitizer has its own operator new";
    auto opened = Device::open({.selector = "reference", .cache = {.disk = false}});
    ASSERT_TRUE(opened) << opened.error().to_string();
    device_ = *std::move(opened);
    pipeline_ = *device_->compile_source(add_up);
    buffer_ = *device_->upload(values_);
    other_ = *device_->upload(values_);
    launch_ = *pipeline_->bind({{"x", *buffer_}, {"y", *other_}});
  }

  // Fails each of the call's allocations in turn, once alone and once with all behind it, until the call is
  // through without one.
  template <class Call>
  static void fail_each(const char* what, Call call) {
    for (const std::size_t failing : {std::size_t{1}, SIZE_MAX}) fail_each(what, call, failing);
  }
  template <class Call>
  static void fail_each(const char* what, Call call, std::size_t failing) {
    for (std::size_t first = 0; first < 100000; ++first) {
      tests::fail_allocations(first, failing);
      const auto outcome = call();
      const bool failed = tests::stop_failing();
      if (!failed) {
        EXPECT_TRUE(outcome) << what << ": " << outcome.error().to_string();
        EXPECT_GT(first, 0U) << what << " allocates nothing";
        return;
      }
      if (outcome) continue;  // something that it can do without
      ASSERT_EQ(outcome.error().code(), ErrorCode::out_of_memory)
          << what << ": " << outcome.error().to_string();
      if (failing == SIZE_MAX && first == 0) {
        ASSERT_EQ(outcome.error().message(), "the host has no memory left") << what;
      }
    }
    FAIL() << what << " has no end";
  }

  const Words values_{1, 2, 3, 4, 5, 6, 7, 8};
  const Words doubled_{2, 4, 6, 8, 10, 12, 14, 16};
  std::optional<Device> device_;
  std::optional<Pipeline> pipeline_;
  std::optional<Buffer<std::uint32_t>> buffer_;
  std::optional<Buffer<std::uint32_t>> other_;
  std::optional<Launch> launch_;
};

TEST_F(HostMemory, lacking_in_runs_is_an_error) {
  const auto run = [&] { return pipeline_->run({{"x", values_}, {"y", values_}}); };
  fail_each("run", run);
  fail_each("run_timed", [&] { return pipeline_->run_timed({{"x", values_}, {"y", values_}}); });
  Words target(values_.size());
  fail_each("run_into", [&] {
    return pipeline_->run_into({{"x", values_}, {"y", values_}}, {{"y", target}});
  });
  EXPECT_EQ(target, doubled_);
  fail_each("plan", [&] { return pipeline_->plan({{"x", values_}, {"y", values_}}); });
  const auto outputs = run();
  ASSERT_TRUE(outputs) << outputs.error().to_string();
  fail_each("take", [&] { return outputs->take<std::uint32_t>("y"); });
  EXPECT_EQ(*outputs->take<std::uint32_t>("y"), doubled_);
}

TEST_F(HostMemory, lacking_in_launches_is_an_error) {
  fail_each("bind", [&] { return pipeline_->bind({{"x", *buffer_}, {"y", *other_}}); });
  fail_each("rebind", [&] { return launch_->rebind({{"y", *other_}}); });
  fail_each("Launch::run", [&] { return launch_->run(); });
  ASSERT_TRUE(other_->fill(0));
  ASSERT_TRUE(launch_->run());
  EXPECT_EQ(*other_->download(), values_);
}

TEST_F(HostMemory, lacking_in_transfers_is_an_error) {
  fail_each("Device::create", [&] { return device_->create<std::uint32_t>(8); });
  fail_each("Device::upload", [&] { return device_->upload(values_); });
  fail_each("download", [&] { return other_->download(); });
  fail_each("copy", [&] { return other_->copy(*buffer_); });
  fail_each("fill", [&] { return other_->fill(9); });
  EXPECT_EQ(*other_->download(), Words(8, 9));
}

TEST_F(HostMemory, lacking_in_compiling_is_an_error) {
  const auto program = Program::from_source(add_up);
  ASSERT_TRUE(program);
  for (const CheckMode checks : {CheckMode::trap, CheckMode::zero})
    fail_each("compile", [&] { return device_->compile(*program, {.checks = checks}); });
  fail_each("from_source", [&] { return Program::from_source(add_up); });
  fail_each("to_wgsl", [&] { return program->to_wgsl(); });
  fail_each("Device::open",
            [&] { return Device::open({.selector = "reference", .cache = {.disk = false}}); });
}

TEST_F(HostMemory, more_than_there_is_is_an_error) {
  const auto huge = pipeline_->run({{"x", values_}}, {.extent = 8, .sizes = {{"y", 1ULL << 61U}}});
  ASSERT_FALSE(huge);
  const auto created = device_->create<std::uint32_t>(1ULL << 60U);
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().code(), ErrorCode::out_of_memory);
}

}  // namespace
}  // namespace slipway
