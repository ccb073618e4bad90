// What compiling keeps, by counters, on the reference and on both Vulkan drivers.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <slipway/slipway.h>

#include "hal/fault/device.h"
#include "pipeline/device_state.h"
#include "support/on_driver.h"

namespace slipway {
namespace {

namespace fs = std::filesystem;

std::string plus_one() {
  return R"(
override step: u32 = 1;
@group(0) @binding(0) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&y)) { y[id.x] = y[id.x] + 1u * step; }
})";
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

template <class T>
T ok(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().to_string());
  return *std::move(result);
}

Program program(std::string_view wgsl) { return ok(Program::from_source(wgsl)); }

class DeviceCache : public tests::OnDriver {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "slipway-device-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    OnDriver::SetUp();
  }
  void TearDown() override { fs::remove_all(root_); }

  Device open(DeviceOptions options = {}) const {
    options.selector = selector();
    options.validation = !is_reference();
    options.notice = [](std::string_view line) { ADD_FAILURE() << line; };
    options.cache.disk = true;
    options.cache.directory = root_ / "cache";
    return ok(Device::open(options));
  }

  // A device that is `behind`, but for what it says of itself and for its faults.
  static Device disguised(const Device& behind, const hal::Info& info, hal::fault::Device::Fault fault = {}) {
    const std::shared_ptr<hal::Device> real(behind.state(), &behind.state()->hal());
    return Device(std::make_shared<pipeline::DeviceState>(
        std::make_shared<hal::fault::Device>(real, info, std::move(fault)), behind.info(),
        std::function<std::uint64_t()>{}, cache::MemoryBounds{}, behind.state()->artifacts.disk));
  }

  [[nodiscard]] static bool has_driver_stage() { return !is_reference(); }

  fs::path root_;
};

std::uint32_t result_of(const Pipeline& pipeline, std::uint32_t given) {
  const auto outputs = ok(pipeline.run({{"y", std::span(&given, 1)}}));
  return ok(outputs.take<std::uint32_t>("y")).at(0);
}

TEST_P(DeviceCache, ten_thousand_runs_take_one_compile) {
  const Device device = open();
  const Pipeline pipeline = ok(device.compile(program(plus_one())));
  const auto y = ok(device.upload(std::vector<std::uint32_t>(4, 5)));
  const Launch launch = ok(pipeline.bind({{"y", y}}));
  constexpr std::uint32_t runs = 10'000;
  for (std::uint32_t i = 0; i < runs; ++i) ASSERT_TRUE(launch.run());
  EXPECT_EQ(ok(y.download()), std::vector<std::uint32_t>(4, 5 + runs));
  const DeviceStats stats = device.stats();
  EXPECT_EQ(stats.emissions, 1U);
  EXPECT_EQ(stats.compiles, 1U);
  EXPECT_EQ(stats.launches, runs);
  EXPECT_EQ(stats.pipelines.misses, 1U);
  EXPECT_EQ(stats.validation_messages, 0U);
}

TEST_P(DeviceCache, what_cannot_change_code_does_not_matter) {
  const Device device = open();
  const Program first = program(plus_one());
  const Pipeline pipeline = ok(device.compile(first));
  const std::string& id = pipeline.id();
  const std::string kind = device.info().selector.substr(0, device.info().selector.find(':'));
  EXPECT_TRUE(id.starts_with(kind + ":")) << id;
  EXPECT_EQ(id.size(), kind.size() + 17);
  EXPECT_EQ(ok(device.compile(program("// reformatted\n\n" + plus_one()))).id(), id);
  EXPECT_EQ(
      ok(device.compile(program(replaced(replaced(plus_one(), ") id:", ") at:"), "id.x", "at.x")))).id(), id);
  EXPECT_EQ(ok(device.compile(first, {.label = "another"})).id(), id);
  EXPECT_EQ(ok(device.compile(first, {.workgroup_size = {64}})).id(), id);
  const Pipeline output = ok(device.compile(first, {.roles = {{"y", Role::output}}}));
  EXPECT_EQ(output.id(), id);
  EXPECT_EQ(ok(ok(output.run({}, {.sizes = {{"y", 3}}})).take<std::uint32_t>("y")),
            std::vector<std::uint32_t>(3, 1));
  const std::vector<std::uint32_t> data{1, 2, 3, 4};
  const auto ranged = ok(pipeline.run({{"y", data}}, {.ranges = {{"y", {4, 12}}}, .max_output_bytes = 8}));
  EXPECT_EQ(ok(ranged.take<std::uint32_t>("y")), (std::vector<std::uint32_t>{3, 4}));
  EXPECT_FALSE(pipeline.run({{"y", data}}, {.max_output_bytes = 8}));
  EXPECT_EQ(device.stats().emissions, 1U);
  EXPECT_EQ(device.stats().compiles, 1U);
  EXPECT_EQ(device.stats().pipelines.hits, 5U);
  EXPECT_EQ(device.stats().pipelines.misses, 1U);

  const tests::ScopedEnvironment dump("SLIPWAY_DUMP", (root_ / "dump").string());
  const Device dumping = open();
  EXPECT_EQ(ok(dumping.compile(first)).id(), id);
  EXPECT_TRUE(fs::exists(root_ / "dump" / (replaced(id, ":", "-") + ".plan")));
  EXPECT_EQ(dumping.stats().emissions, 0U);
  EXPECT_EQ(dumping.stats().disk.kernel.hits, 1U);
}

struct Variation {
  std::string what;
  std::string text = plus_one();
  PipelineConfig config = {};
  std::uint32_t expected = 42;
};

std::vector<Variation> variations() {
  const std::string base = plus_one();
  const std::string two = replaced(
      base, "@compute", "@group(0) @binding(1) var<storage, read_write> z: array<u32, 1>;\n@compute");
  const std::string used = replaced(two, "id.x < arrayLength(&y)", "id.x < arrayLength(&y) && z[0] == 0u");
  return {{"constant", replaced(base, "1u * step", "2u * step"), {}, 43},
          {"binding", replaced(base, "@binding(0)", "@binding(1)")},
          {"another buffer", used},
          {"order of bindings", replaced(used, "@binding(0)", "@binding(2)")},
          {"element type",
           replaced(replaced(replaced(base, "array<u32>", "array<i32>"), "1u", "1i"), "u32 =", "i32 =")},
          {"value of an override", base, {.overrides = {{"step", 3}}}, 44},
          {"workgroup size", base, {.workgroup_size = {32}}},
          {"check mode", base, {.checks = CheckMode::off}},
          {"another check mode", base, {.checks = CheckMode::trap}},
          {"float mode", base, {.floats = FloatMode::strict}}};
}

TEST_P(DeviceCache, whatever_changes_the_code_misses_and_changing_it_back_hits) {
  const auto varied = variations();
  const Device device = open();
  const Program base = program(plus_one());
  std::set<std::string> ids{ok(device.compile(base)).id()};
  for (const Variation& v : varied) {
    const DeviceStats before = device.stats();
    const Pipeline pipeline = ok(device.compile(program(v.text), v.config));
    EXPECT_TRUE(ids.insert(pipeline.id()).second) << v.what;
    EXPECT_EQ(device.stats().emissions, before.emissions + 1) << v.what;
    EXPECT_EQ(device.stats().disk.kernel.hits, 0U) << v.what;
    EXPECT_EQ(result_of(pipeline, 41), v.expected) << v.what;
    const Pipeline back = ok(device.compile(base));
    EXPECT_EQ(back.stats().memory, CacheOutcome::hit) << v.what;
    EXPECT_EQ(result_of(back, 41), 42U) << v.what;
  }
  const std::uint64_t made = varied.size() + 1;
  EXPECT_EQ(device.stats().emissions, made);
  EXPECT_EQ(device.stats().compiles, made);
  EXPECT_EQ(device.stats().validation_messages, 0U);

  const Device second = open();
  for (const Variation& v : varied)
    EXPECT_EQ(result_of(ok(second.compile(program(v.text), v.config)), 41), v.expected) << v.what;
  EXPECT_EQ(second.stats().emissions, 0U);
  EXPECT_EQ(second.stats().disk.kernel.hits, varied.size());
}

TEST_P(DeviceCache, another_driver_feature_or_quirk_misses_and_the_same_hits) {
  const Device real = open();
  const hal::Info same = real.state()->hal().info();
  std::vector<hal::Info> infos(6, same);
  infos[0].driver_version += "+";
  infos[1].pipeline_uuid += "0";
  infos[2].target.features.preserves_denormals_f32 = !same.target.features.preserves_denormals_f32;
  infos[3].target.quirks.nested_conditions += 7;
  infos[4].target.limits.workgroup_count[0] -= 1;
  infos[5].driver += "+";
  const Program base = program(plus_one());
  std::set<std::string> ids{ok(real.compile(base)).id()};
  for (const hal::Info& info : infos) {
    for (const std::uint64_t emissions : {1U, 0U}) {
      const Device device = disguised(real, info);
      const Pipeline pipeline = ok(device.compile(base));
      EXPECT_EQ(ids.insert(pipeline.id()).second, emissions == 1);
      EXPECT_EQ(result_of(pipeline, 41), 42U);
      EXPECT_EQ(device.stats().emissions, emissions);
    }
  }
  const Device again = disguised(real, same);
  EXPECT_EQ(ok(again.compile(base)).stats().kernel, CacheOutcome::hit);
  EXPECT_EQ(again.stats().emissions, 0U);
}

TEST_P(DeviceCache, two_entries_and_three_programs_are_one_eviction) {
  DeviceOptions options;
  options.cache.pipelines = 2;
  const Device device = open(options);
  std::vector<Program> programs;
  for (const char* constant : {"1u * step", "2u * step", "3u * step"})
    programs.push_back(program(replaced(plus_one(), "1u * step", constant)));
  const Pipeline held = ok(device.compile(programs[0]));
  ok(device.compile(programs[1]));
  ok(device.compile(programs[0]));
  ok(device.compile(programs[2]));  // the second leaves
  EXPECT_EQ(device.stats().pipelines.evictions, 1U);
  EXPECT_EQ(device.stats().pipelines.entries, 2U);
  EXPECT_EQ(ok(device.compile(programs[0])).stats().memory, CacheOutcome::hit);
  EXPECT_EQ(ok(device.compile(programs[1])).stats().memory, CacheOutcome::miss);
  ok(device.compile(programs[2]));  // the first leaves, and works on where it is held
  EXPECT_EQ(ok(device.compile(programs[0])).stats().memory, CacheOutcome::miss);
  EXPECT_EQ(result_of(held, 41), 42U);
  EXPECT_EQ(device.stats().emissions, 3U);  // what left memory is still on disk
}

TEST_P(DeviceCache, bytes_are_bounded_by_stated_costs) {
  const Program base = program(plus_one());
  ok(open().compile(base));  // a blob that was made from a blob may be of another size than the first
  const std::uint64_t cost = ok(open().compile(base)).stats().bytes;
  for (const std::uint64_t bound : {cost, cost - 1}) {
    DeviceOptions options;
    options.cache.pipeline_bytes = bound;
    const Device device = open(options);
    EXPECT_EQ(result_of(ok(device.compile(base)), 41), 42U);
    EXPECT_EQ(device.stats().pipelines.entries, bound == cost ? 1U : 0U);
    EXPECT_EQ(device.stats().pipelines.bytes, bound == cost ? cost : 0U);
  }
}

TEST_P(DeviceCache, threads_that_want_the_same_programs_compile_each_once) {
  const Device device = open();
  std::vector<Program> programs;
  programs.reserve(4);
  for (int i = 0; i < 4; ++i)
    programs.push_back(program(replaced(plus_one(), "1u * step", fmt::format("{}u * step", i))));
  std::atomic<int> right = 0;
  {
    std::vector<std::jthread> threads;
    threads.reserve(8);
    for (int t = 0; t < 8; ++t)
      threads.emplace_back([&] {
        for (std::uint32_t i = 0; i < 4; ++i) {
          const auto pipeline = device.compile(programs[i]);
          if (pipeline && result_of(*pipeline, 41) == 41 + i) ++right;
        }
      });
  }
  EXPECT_EQ(right, 32);
  EXPECT_EQ(device.stats().emissions, 4U);
  EXPECT_EQ(device.stats().compiles, 4U);
  EXPECT_EQ(device.stats().disk.kernel.stores, 4U);
}

TEST_P(DeviceCache, a_slow_compile_delays_no_hit) {
  const Device real = open();
  std::atomic<bool> is_slow = false;
  std::atomic<bool> is_waiting = false;
  std::atomic<bool> may_go_on = false;
  const auto fault = [&](const hal::fault::Request& request) -> Result<> {
    if (request.call != hal::fault::Call::create_pipeline || !is_slow) return {};
    is_waiting = true;
    is_waiting.notify_all();
    may_go_on.wait(false);
    return {};
  };
  const Device device = disguised(real, real.state()->hal().info(), fault);
  const Program quick = program(plus_one());
  ok(device.compile(quick));
  is_slow = true;
  std::jthread other([&] {
    const auto made = device.compile(program(replaced(plus_one(), "1u * step", "2u * step")));
    EXPECT_TRUE(made);
  });
  is_waiting.wait(false);
  for (int i = 0; i < 100; ++i) {
    const Pipeline pipeline = ok(device.compile(quick));
    ASSERT_EQ(pipeline.stats().memory, CacheOutcome::hit);
    ASSERT_EQ(result_of(pipeline, 41), 42U);
  }
  EXPECT_EQ(device.stats().compiles, 1U);
  may_go_on = true;
  may_go_on.notify_all();
  other.join();
  EXPECT_EQ(device.stats().compiles, 2U);
}

// One bit of each part of an entry, of each stage: never a wrong result, and never a byte to the driver that
// it did not give.
TEST_P(DeviceCache, no_flipped_bit_is_used) {
  const Device real = open();
  std::vector<std::vector<std::byte>> given;
  const auto watch = [&](const hal::fault::Request& request) -> Result<> {
    const auto blob = request.driver_blob;
    if (request.call == hal::fault::Call::create_pipeline && !blob.empty())
      given.emplace_back(blob.begin(), blob.end());
    return {};
  };
  const auto compile = [&] {
    const Device device = disguised(real, real.state()->hal().info(), watch);
    const Program program = ok(device.read_sources({{.name = "plus.wgsl", .text = plus_one()}}));
    const Pipeline pipeline = ok(device.compile(program));
    EXPECT_EQ(result_of(pipeline, 41), 42U);
    return pipeline.stats();
  };
  compile();
  std::vector<std::vector<std::byte>> good_blobs;
  std::size_t stages = 0;
  for (const cache::EntryFile& file : real.state()->artifacts.disk->list()) {
    ++stages;
    const cache::Bytes good = real.state()->artifacts.disk->read(file);
    if (file.stage == cache::Stage::driver) {
      const cache::View payload = cache::decode_entry(good).entry->payload;
      good_blobs.emplace_back(payload.begin(), payload.end());
    }
    const fs::path path = root_ / "cache" / file.shard / file.name;
    constexpr std::size_t positions = 64;
    for (std::size_t i = 0; i < positions; ++i) {
      cache::Bytes bad = good;
      const std::size_t bit = i * good.size() * 8 / positions;
      bad[bit / 8] ^= std::byte{1} << bit % 8;
      std::ofstream(path, std::ios::binary)
          .write(reinterpret_cast<const char*>(bad.data()), static_cast<std::streamsize>(bad.size()));
      const PipelineStats stats = compile();
      const auto outcome_of = [&](cache::Stage stage) {
        const CacheOutcome found = stage == cache::Stage::source   ? stats.source
                                   : stage == cache::Stage::kernel ? stats.kernel
                                                                   : stats.driver;
        return found;
      };
      ASSERT_EQ(outcome_of(file.stage), CacheOutcome::rejected) << file.name << " " << bit;
      if (file.stage == cache::Stage::driver) {  // made anew, it may be another one
        const cache::Bytes stored = real.state()->artifacts.disk->read(file);
        const auto entry = cache::decode_entry(stored).entry;
        ASSERT_TRUE(entry);
        good_blobs.emplace_back(entry->payload.begin(), entry->payload.end());
      } else {
        ASSERT_EQ(real.state()->artifacts.disk->read(file), good) << bit;
      }
    }
  }
  EXPECT_EQ(stages, has_driver_stage() ? 3U : 2U);
  for (const auto& blob : given) EXPECT_NE(std::ranges::find(good_blobs, blob), good_blobs.end());
  EXPECT_EQ(given.empty(), !has_driver_stage());
  EXPECT_EQ(compile().kernel, CacheOutcome::hit);
}

TEST_P(DeviceCache, pipelines_of_one_shape_share_a_layout) {
  if (!has_driver_stage()) GTEST_SKIP() << "the reference has no layouts";
  const Device device = open();
  const std::string copy = R"(
@group(0) @binding(0) var<uniform> x: u32;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(1) fn main() { y[0] = x; })";
  {
    const Pipeline first = ok(device.compile(program(plus_one())));
    const LayoutCacheStats before = device.stats().layouts;
    EXPECT_EQ(before.misses, 1U);
    EXPECT_EQ(before.entries, 1U);
    ok(device.compile(program(replaced(plus_one(), "1u * step", "2u * step"))));
    EXPECT_EQ(device.stats().layouts.hits, before.hits + 1);
    EXPECT_EQ(device.stats().layouts.misses, 1U);
    ok(device.compile(program(copy)));
    EXPECT_EQ(device.stats().layouts.misses, 2U);
    EXPECT_EQ(device.stats().layouts.entries, 2U);
    ok(device.compile(first.program()));  // from memory: no layout is looked for
    EXPECT_EQ(device.stats().layouts.hits, before.hits + 1);
    EXPECT_EQ(device.stats().layouts.evictions, 0U);
  }
}

// A layout lasts as long as its pipelines, of which this device keeps one.
TEST_P(DeviceCache, layouts_that_nobody_uses_are_let_go) {
  if (!has_driver_stage()) GTEST_SKIP() << "the reference has no layouts";
  DeviceOptions options;
  options.cache.pipelines = 1;
  const Device device = open(options);
  ok(device.compile(program(plus_one())));
  ok(device.compile(program(variations().at(2).text)));  // with one buffer more
  EXPECT_EQ(device.stats().layouts.misses, 2U);
  EXPECT_EQ(device.stats().layouts.entries, 1U);
  EXPECT_EQ(device.stats().layouts.evictions, 1U);
}

TEST_P(DeviceCache, a_failure_of_the_driver_is_typed_and_not_remembered) {
  const Device real = open();
  std::atomic<bool> failing = true;
  std::atomic<int> submissions = 0;
  const auto fault = [&](const hal::fault::Request& request) -> Result<> {
    if (request.call == hal::fault::Call::submit) ++submissions;
    if (request.call == hal::fault::Call::create_pipeline && failing)
      return fail(ErrorCode::compile_failed, "the driver is out of registers");
    return {};
  };
  const Device device = disguised(real, real.state()->hal().info(), fault);
  const Program p = program(plus_one());
  for (int i = 0; i < 2; ++i) {
    const auto refused = device.compile(p);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code(), ErrorCode::compile_failed);
    EXPECT_EQ(
        refused.error().message(),
        fmt::format("while compiling 'main' for '{}': the driver is out of registers", real.info().name));
  }
  EXPECT_EQ(submissions, 0);
  EXPECT_EQ(device.stats().compiles, 0U);
  EXPECT_EQ(device.stats().pipelines.entries, 0U);
  EXPECT_EQ(device.stats().disk.driver.stores, 0U);
  failing = false;
  const Program q = program(replaced(plus_one(), "1u * step", "2u * step"));
  EXPECT_EQ(result_of(ok(device.compile(q)), 41), 43U);
  EXPECT_EQ(result_of(ok(device.compile(p)), 41), 42U);
  EXPECT_EQ(device.stats().compiles, 2U);
}

INSTANTIATE_TEST_SUITE_P(Devices, DeviceCache, testing::Values("reference", "lavapipe", "swiftshader"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace slipway
