// Everything at once, from eight threads on one device.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

#include "hal/host_buffer.h"
#include "hal/null/device.h"
#include "pipeline/memory_devices.h"

namespace slipway {
namespace {

using namespace std::chrono_literals;
using Words = std::vector<std::uint32_t>;

constexpr int threads = 8;
constexpr int rounds = 12;
constexpr std::uint32_t elements = 64;

// `step` makes several programs of one.
constexpr std::string_view add_up = R"(enable slipway_trap;
override step = 1u;
@group(0) @binding(0) var<storage, read> x: array<u32, 64>;
@group(0) @binding(1) var<storage, read_write> y: array<u32, 64>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  assert(x[i] != 13u, 1u, i);
  y[i] += x[i] * step;
}
)";

class Threads : public tests::OnMemory {
 protected:
  void SetUp() override {
    if (GetParam() == "null") return keep(open_null());
    tests::OnMemory::SetUp();
  }

  // The kernel with its smallest step, and without its trap.
  static void compute(const hal::Dispatch& dispatch) {
    const auto words = [&](std::size_t slot) {
      const auto& bound = dispatch.bindings.at(slot);
      return hal::host_bytes(*bound.buffer).subspan(bound.offset, bound.size);
    };
    Words x(elements);
    Words y(elements);
    std::memcpy(x.data(), words(0).data(), words(0).size());
    std::memcpy(y.data(), words(1).data(), words(1).size());
    for (std::size_t i = 0; i < elements; ++i) y[i] += x[i];
    std::memcpy(words(1).data(), y.data(), words(1).size());
  }

  Device open_null() {
    hal::null::Options options;
    options.info.target.format = kernel::Format::spirv;
    options.on_dispatch = compute;
    return open_checked(std::make_shared<hal::null::Device>(std::move(options)), "null:0", {},
                        {.entries = 2, .bytes = 1U << 20U});
  }

  static bool computes() { return GetParam() != "null"; }

  // What one thread does in a round; what it finds wrong is an error.
  Result<> everything(std::uint32_t seed, const Launch& shared) const;
  Result<> launches(const Pipeline& pipeline, const Words& x, std::uint32_t step) const;
  static Result<> runs(const Pipeline& pipeline, const Words& x, std::uint32_t step);
};

Words times(const Words& x, std::uint32_t factor) {
  Words product = x;
  for (std::uint32_t& word : product) word *= factor;
  return product;
}

Result<> equal(const Words& found, const Words& expected, const char* where) {
  if (found == expected) return {};
  return fail(ErrorCode::internal, std::string("wrong words from ") + where);
}

Result<> Threads::runs(const Pipeline& pipeline, const Words& x, std::uint32_t step) {
  const Words zeros(elements);
  SLIPWAY_TRY(const auto run, pipeline.run({{"x", x}, {"y", zeros}}, {.extent = elements}));
  SLIPWAY_TRY_VOID(equal(*run.take<std::uint32_t>("y"), times(x, step), "run"));
  Words into(elements);
  SLIPWAY_TRY_VOID(
      pipeline.run_into({{"x", x}, {"y", zeros}}, {{"y", into}}, {.extent = elements, .iterations = 2}));
  SLIPWAY_TRY_VOID(equal(into, times(x, 2 * step), "run_into"));
  SLIPWAY_TRY(const auto timed, pipeline.run_timed({{"x", x}, {"y", x}}, {.extent = elements}));
  return equal(*timed.outputs.take<std::uint32_t>("y"), times(x, step + 1), "run_timed");
}

Result<> Threads::launches(const Pipeline& pipeline, const Words& x, std::uint32_t step) const {
  SLIPWAY_TRY(const auto device_x, device_->upload(x));
  SLIPWAY_TRY(const auto y, device_->create<std::uint32_t>(elements));
  SLIPWAY_TRY(const auto launch, pipeline.bind({{"x", device_x}, {"y", y}}, {.extent = elements}));
  SLIPWAY_TRY_VOID(launch.submit());  // nobody waits for it
  SLIPWAY_TRY(const auto ticket, launch.submit());
  SLIPWAY_TRY_VOID(launch.run(60s));
  SLIPWAY_TRY_VOID(ticket.wait(60s));
  SLIPWAY_TRY(const auto after_three, y.download());
  SLIPWAY_TRY_VOID(equal(after_three, times(x, 3 * step), "launches"));
  SLIPWAY_TRY(const auto other, device_->create<std::uint32_t>(elements));
  SLIPWAY_TRY_VOID(other.fill(7));
  SLIPWAY_TRY_VOID(other.copy(device_x));
  SLIPWAY_TRY_VOID(launch.rebind({{"y", other}}));
  SLIPWAY_TRY_VOID(launch.run(60s));
  SLIPWAY_TRY(const auto half, other.slice(0, elements / 2));
  SLIPWAY_TRY(const auto found, half.download());
  return equal(found, times(Words(x.begin(), x.begin() + elements / 2), step + 1), "rebind");
}

Result<> Threads::everything(std::uint32_t seed, const Launch& shared) const {
  const std::uint32_t step = computes() ? 1 + seed % 3 : 1;
  // Values that are not the kernel's own make artifacts of their own, more than the null device keeps.
  PipelineConfig config{.overrides = {{"step", static_cast<double>(step)}}, .label = "one of many"};
  if (!computes() && seed % 2 != 0) config.floats = FloatMode::strict;
  if (!computes() && seed % 3 != 0) config.checks = CheckMode::off;
  SLIPWAY_TRY(const auto pipeline, device_->compile_source(add_up, config));
  Words x(elements);
  for (std::uint32_t i = 0; i < elements; ++i) x[i] = 100 + seed * i;
  SLIPWAY_TRY_VOID(shared.submit());
  SLIPWAY_TRY_VOID(runs(pipeline, x, step));
  SLIPWAY_TRY_VOID(launches(pipeline, x, step));
  SLIPWAY_TRY(const auto host, device_->create_host<std::uint32_t>(elements));
  std::ranges::copy(x, host.begin());
  SLIPWAY_TRY_VOID(pipeline.run_into({{"x", host}, {"y", host}}, {{"y", host}}, {.extent = elements}));
  SLIPWAY_TRY_VOID(equal(Words(host.begin(), host.end()), times(x, step + 1), "pinned memory"));
  static_cast<void>(device_->stats());
  static_cast<void>(pipeline.stats());
  if (!computes()) return {};
  x[seed % elements] = 13;
  const auto trapped = pipeline.run({{"x", x}, {"y", x}}, {.extent = elements});
  if (trapped || trapped.error().code() != ErrorCode::trapped ||
      trapped.error().trap()->value != seed % elements)
    return fail(ErrorCode::internal, "a trap was lost");
  return {};
}

TEST_P(Threads, everything_at_once_is_what_it_is_alone) {
  const Pipeline pipeline = compiled(add_up);
  const Words ones(elements, 1);
  const auto x = device_->upload(ones);
  const auto y = device_->create<std::uint32_t>(elements);
  ASSERT_TRUE(x && y);
  const auto shared = pipeline.bind({{"x", *x}, {"y", *y}}, {.extent = elements});
  ASSERT_TRUE(shared);
  std::vector<std::string> errors(threads);
  {
    std::vector<std::jthread> workers;
    workers.reserve(threads);
    for (std::uint32_t who = 0; who < threads; ++who)
      workers.emplace_back([&, who] {
        for (std::uint32_t round = 0; round < rounds && errors[who].empty(); ++round)
          if (const auto done = everything(who * rounds + round, *shared); !done)
            errors[who] = done.error().to_string();
      });
  }
  EXPECT_EQ(errors, std::vector<std::string>(threads));
  EXPECT_EQ(*y->download(), Words(elements, threads * rounds));
  const DeviceStats stats = device_->stats();
  EXPECT_EQ(stats.launches, (computes() ? 11U : 10U) * threads * rounds);
}

INSTANTIATE_TEST_SUITE_P(Devices, Threads,
                         testing::Values("null", "reference", "reference_separate", "lavapipe",
                                         "lavapipe_separate", "swiftshader"),
                         tests::device_name);

}  // namespace
}  // namespace slipway
