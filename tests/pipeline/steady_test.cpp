// What a call costs after the first few: no allocation in our code where that is promised, and nowhere an
// object of the driver.
#include <gtest/gtest.h>

#include <chrono>

#include <slipway/slipway.h>

#include "hal/null/device.h"
#include "pipeline/device_state.h"
#include "support/count_allocations.h"
#include "support/on_driver.h"
#ifdef SLIPWAY_HAS_VULKAN
#include "support/count_creations.h"
#endif

namespace slipway {
namespace {

using namespace std::chrono_literals;
using Words = std::vector<std::uint32_t>;

constexpr std::string_view count_up = R"(
@group(0) @binding(0) var<storage, read_write> counter: u32;
@compute @workgroup_size(1) fn main() { counter += 1u; }
)";

// The same with a record.
constexpr std::string_view count_or_trap = R"(enable slipway_trap;
@group(0) @binding(0) var<storage, read_write> counter: u32;
@compute @workgroup_size(1) fn main() {
  counter += 1u;
  assert(counter != 7u, 1u, counter);
}
)";

constexpr std::string_view add = R"(
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read> y: array<u32>;
@group(0) @binding(2) var<storage, read_write> sum: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&sum)) { sum[id.x] = x[id.x] + y[id.x]; }
}
)";

// Without the validation layer, which allocates at each call.
class Steady : public tests::OnDevice {
 protected:
  void SetUp() override {
    if (is_null()) return keep(open_null());
    tests::OnDevice::SetUp();
    if (IsSkipped()) return;
    keep(Device::open({.selector = selector()}));
#ifdef SLIPWAY_HAS_VULKAN
    if (device_) tests::count_creations(device_->state()->hal());
#endif
    made_at_first_ = creations();
  }

  static bool is_null() { return GetParam() == "null"; }
  /// Objects of the driver that were made so far, in any device of a test.
  static std::uint64_t creations() {
#ifdef SLIPWAY_HAS_VULKAN
    return tests::creation_count;
#else
    return 0;
#endif
  }

  /// Heap allocations of this thread for each of so many calls, after some that warm up; none of the calls
  /// makes an object of the driver.
  template <class Call>
  double allocations_of(Call call) {
    constexpr int warm_up = 100;
    constexpr int count = 200;
    int failures = 0;
    for (int i = 0; i < warm_up; ++i) failures += call() ? 0 : 1;
    const std::uint64_t made = creations();
    const std::size_t before = tests::allocations();
    for (int i = 0; i < count; ++i) failures += call() ? 0 : 1;
    const std::size_t after = tests::allocations();
    EXPECT_EQ(failures, 0);
    EXPECT_EQ(creations(), made);
    return static_cast<double>(after - before) / count;
  }

  std::uint64_t made_at_first_ = 0;

 private:
  static Device open_null() {
    hal::null::Options options;
    options.info.target.format = kernel::Format::spirv;
    DeviceInfo about;
    about.selector = "null:0";
    return Device(std::make_shared<pipeline::DeviceState>(
        std::make_shared<hal::null::Device>(std::move(options)), about));
  }
};

TEST_P(Steady, bound_launches_allocate_nothing) {
  for (const std::string_view text : {count_up, count_or_trap}) {
    const Pipeline pipeline = compiled(text);
    const auto counter = device_->upload(Words{10});
    ASSERT_TRUE(counter);
    const auto launch = pipeline.bind({{"counter", *counter}}, {.grid = 1});
    ASSERT_TRUE(launch);
    EXPECT_EQ(allocations_of([&] {
                const auto ticket = launch->submit();
                return ticket && ticket->wait(10s);
              }),
              0);
    EXPECT_EQ(allocations_of([&] { return launch->run(10s).has_value(); }), 0);
    EXPECT_EQ(allocations_of([&] {  // several on their way, of which some are not waited for
                for (int i = 0; i < 20; ++i)
                  if (!launch->submit()) return false;
                return launch->run(10s).has_value();
              }),
              0);
  }
}

TEST_P(Steady, runs_make_no_driver_objects) {
  const Pipeline pipeline = compiled(add, {.roles = {{"sum", Role::output}}});
  if (!is_null()) {
    EXPECT_GT(creations(), made_at_first_);  // they are counted
  }
  const Words x(1024, 1);
  const Words y(1024, 2);
  Words sum(1024);
  const RunOptions options{.extent = 1024, .sizes = {{"sum", 1024}}};
  const double into = allocations_of([&] {
    return pipeline.run_into({{"x", x}, {"y", y}}, {{"sum", sum}}, options).has_value();
  });
  const double owned = allocations_of([&] {
    return pipeline.run({{"x", x}, {"y", y}}, options).has_value();
  });
  const auto device_y = device_->upload(y);
  ASSERT_TRUE(device_y);
  const double recorded = allocations_of(  // not kept for the next one: a buffer is the caller's
      [&] {
        return pipeline.run_into({{"x", x}, {"y", *device_y}}, {{"sum", sum}}, options).has_value();
      });
  if (tests::counts_allocations()) {
    EXPECT_EQ(into, 3);
    EXPECT_EQ(owned, 5);
    EXPECT_EQ(recorded, 7);
  }
  if (!is_null()) {
    EXPECT_EQ(sum, Words(1024, 3));
  }
}

#ifdef SLIPWAY_HAS_VULKAN
INSTANTIATE_TEST_SUITE_P(Devices, Steady, testing::Values("null", "lavapipe", "swiftshader"),
                         tests::device_name);
#else
INSTANTIATE_TEST_SUITE_P(Devices, Steady, testing::Values("null"), tests::device_name);
#endif

}  // namespace
}  // namespace slipway
