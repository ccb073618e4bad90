#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <slipway/slipway.h>

#include "pipeline/memory_devices.h"

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

INSTANTIATE_TEST_SUITE_P(Devices, Trap, testing::Values("reference", "lavapipe", "swiftshader"),
                         tests::device_name);

// Every way to launch, on buffers of the host or on device buffers that stay.
class TrapOn : public tests::OnMemory {
 protected:
  using Words = std::vector<std::uint32_t>;
  using Way = std::function<Result<Words>(const Words& data, std::uint32_t iterations)>;

  // The next launch of each is one with the same record, once there is one.
  std::vector<std::pair<std::string, Way>> ways(const Pipeline& pipeline, std::size_t count) {
    using namespace std::chrono_literals;
    const auto buffer = device_->create<std::uint32_t>(count).value();
    std::map<std::uint32_t, Launch> bound;
    for (const std::uint32_t iterations : {1U, 2U})
      bound.emplace(iterations,
                    pipeline.bind({{"data", buffer}}, {.grid = 4, .iterations = iterations}).value());
    const auto launched = [buffer](const auto& launch) -> Way {
      return [buffer, launch](const Words& data, std::uint32_t iterations) -> Result<Words> {
        SLIPWAY_TRY_VOID(buffer.upload(data));
        SLIPWAY_TRY_VOID(launch(iterations));
        return buffer.download();
      };
    };
    return {
        {"run",
         [&pipeline](const Words& data, std::uint32_t iterations) -> Result<Words> {
           SLIPWAY_TRY(const auto outputs,
                       pipeline.run({{"data", data}}, {.grid = 4, .iterations = iterations}));
           return outputs.take<std::uint32_t>("data");
         }},
        {"run_into",
         [&pipeline](const Words& data, std::uint32_t iterations) -> Result<Words> {
           Words found(data.size());
           SLIPWAY_TRY_VOID(
               pipeline.run_into({{"data", data}}, {{"data", found}}, {.grid = 4, .iterations = iterations}));
           return found;
         }},
        {"run_timed",
         [&pipeline](const Words& data, std::uint32_t iterations) -> Result<Words> {
           SLIPWAY_TRY(const auto timed,
                       pipeline.run_timed({{"data", data}}, {.grid = 4, .iterations = iterations}));
           return timed.outputs.take<std::uint32_t>("data");
         }},
        {"run on a device buffer", launched([&pipeline, buffer](std::uint32_t iterations) -> Result<> {
           SLIPWAY_TRY_VOID(pipeline.run({{"data", buffer}}, {.grid = 4, .iterations = iterations}));
           return {};
         })},
        {"Launch::run", launched([bound](std::uint32_t iterations) { return bound.at(iterations).run(); })},
        {"submit and wait", launched([bound](std::uint32_t iterations) -> Result<> {
           SLIPWAY_TRY(const auto ticket, bound.at(iterations).submit());
           return ticket.wait(60s);
         })},
        {"submit and ask until it is ready", launched([bound](std::uint32_t iterations) -> Result<> {
           SLIPWAY_TRY(const auto ticket, bound.at(iterations).submit());
           while (true) {
             SLIPWAY_TRY(const bool done, ticket.ready());
             if (done) return {};
           }
         })},
    };
  }
};

TEST_P(TrapOn, each_way_to_launch_reports_one_trap_and_the_next_is_clean) {
  constexpr std::size_t count = 16;
  const Pipeline pipeline = compiled(long_form);
  const Words good(count, 1);
  for (const auto& [name, launch] : ways(pipeline, count))
    for (const std::uint32_t iterations : {1U, 2U})
      for (int round = 0; round < 3; ++round) {
        SCOPED_TRACE(name + ", iterations: " + std::to_string(iterations));
        Words bad = good;
        // Several at once, of which the value tells which one it is; or one that comes to it in the last
        // round.
        for (const std::uint32_t i : {3U, 4U, 9U, 15U}) bad[i] = 100 + i;
        if (round == 2) {
          bad = good;
          bad[9] = 101 - iterations;
        }
        const auto trapped = launch(bad, iterations);
        ASSERT_FALSE(trapped);
        ASSERT_EQ(trapped.error().code(), ErrorCode::trapped) << trapped.error().to_string();
        ASSERT_TRUE(trapped.error().trap());
        const TrapReport& trap = *trapped.error().trap();
        EXPECT_EQ(trap.kind, "assert");
        EXPECT_EQ(trap.name, "bad_value");
        EXPECT_EQ(trap.tag, 7U);
        EXPECT_EQ(trap.line, 7U);
        EXPECT_EQ(trap.value, round == 2 ? 100U : 100 + trap.invocation[0]);
        EXPECT_GE(round == 2 ? 101 : bad.at(trap.invocation[0]), 100U);
        if (round == 2) {
          EXPECT_EQ(trap.invocation, (std::array{9U, 0U, 0U}));
        }
        for (int again = 0; again < 2; ++again) {
          const auto clean = launch(good, iterations);
          ASSERT_TRUE(clean) << clean.error().to_string();
          EXPECT_EQ(*clean, Words(count, 1 + iterations));
        }
      }
}

INSTANTIATE_TEST_SUITE_P(Devices, TrapOn, tests::memory_devices(), tests::device_name);

}  // namespace
}  // namespace slipway
