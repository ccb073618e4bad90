#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <slipway/slipway.h>

#include "support/on_driver.h"

namespace slipway {
namespace {

constexpr std::string_view long_form = R"(enable slipway_trap;
const bad_value = 7u;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let seen = data[id.x];
  assert(seen < 100, bad_value, seen);
  data[id.x] = seen + 1;
}
)";
constexpr std::string_view short_form = R"(enable slipway_trap; const bad_value = 7u;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) p: vec3u) {
  /* the same */ let v = data[p.x]; assert(v < 100, bad_value, v); data[p.x] = v + 1; }
)";

Result<Pipeline> compile(const Device& device, std::string_view name, std::string_view text) {
  SLIPWAY_TRY(const auto program, Program::from_sources({{std::string(name), std::string(text)}}));
  return device.compile(program);
}

class Trap : public tests::OnDevice {
 protected:
  void SetUp() override {
    tests::OnDevice::SetUp();
    if (!IsSkipped()) keep(Device::open({.selector = selector()}));
  }
};

TEST_P(Trap, two_texts_of_one_program_report_their_own_places) {
  const auto first = compile(*device_, "long.wgsl", long_form);
  const auto second = compile(*device_, "short.wgsl", short_form);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->program().identity(), second->program().identity());
  EXPECT_EQ(device_->stats().emissions, 1U);  // one kernel serves both
  EXPECT_EQ(device_->stats().compiles, 1U);
  const std::vector<std::uint32_t> data{1, 2, 300, 4};
  const auto long_run = first->run({{"data", data}});
  const auto short_run = second->run({{"data", data}});
  ASSERT_FALSE(long_run || short_run);
  for (const Error& error : {long_run.error(), short_run.error()}) {
    ASSERT_EQ(error.code(), ErrorCode::trapped);
    EXPECT_EQ(error.trap()->kind, "assert");
    EXPECT_EQ(error.trap()->name, "bad_value");
    EXPECT_EQ(error.trap()->tag, 7U);
    EXPECT_EQ(error.trap()->value, 300U);
    EXPECT_EQ(error.trap()->invocation, (std::array{2U, 0U, 0U}));
  }
  EXPECT_EQ(long_run.error().trap()->file, "long.wgsl");
  EXPECT_EQ(long_run.error().trap()->line, 7U);
  EXPECT_EQ(long_run.error().trap()->column, 3U);
  EXPECT_EQ(short_run.error().trap()->file, "short.wgsl");
  EXPECT_EQ(short_run.error().trap()->line, 4U);
  EXPECT_EQ(short_run.error().trap()->column, 37U);
}

TEST_P(Trap, a_launch_of_device_buffers_fails_and_the_next_is_clean) {
  const auto pipeline = compile(*device_, "long.wgsl", long_form);
  ASSERT_TRUE(pipeline);
  const auto good = device_->upload(std::vector<std::uint32_t>{1, 2, 3, 4});
  const auto bad = device_->upload(std::vector<std::uint32_t>{1, 2, 3, 400});
  ASSERT_TRUE(good && bad);
  const auto trapping = pipeline->bind({{"data", *bad}}, {.grid = 1});
  const auto clean = pipeline->bind({{"data", *good}}, {.grid = 1});
  ASSERT_TRUE(trapping && clean);
  for (int round = 0; round < 2; ++round) {
    const auto failed = trapping->run();
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code(), ErrorCode::trapped);
    EXPECT_TRUE(clean->run());
  }
  EXPECT_EQ(good->download().value(), (std::vector<std::uint32_t>{3, 4, 5, 6}));
}

INSTANTIATE_TEST_SUITE_P(Devices, Trap, testing::Values("reference", "lavapipe", "swiftshader"),
                         tests::device_name);

}  // namespace
}  // namespace slipway
