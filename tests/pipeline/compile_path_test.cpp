// The compile path by its counters: on a device that computes nothing, so that what is made, kept and handed
// to the driver can be seen and made to fail.
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <slipway/slipway.h>

#include "hal/null/device.h"
#include "pipeline/cache_settings.h"
#include "pipeline/device_state.h"
#include "support/drivers.h"

namespace slipway {
namespace {

namespace fs = std::filesystem;

std::string add(std::string_view constant) {
  return fmt::format(R"(
override step: u32 = 1;
@group(0) @binding(0) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {{
  if (id.x < arrayLength(&y)) {{ y[id.x] = y[id.x] + {} * step; }}
}})",
                     constant);
}

Program program(std::string_view wgsl) {
  auto read = Program::from_source(wgsl);
  if (!read) throw std::runtime_error(read.error().to_string());
  return *std::move(read);
}

hal::Info some_device() {
  hal::Info info;
  info.name = "null";
  info.driver = "nothing";
  info.driver_version = "1.0";
  info.makes_blobs = true;
  info.target.format = kernel::Format::spirv;
  return info;
}

class CompilePath : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "slipway-compile-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
  }
  void TearDown() override { fs::remove_all(root_); }

  hal::null::Options options(hal::Info info = some_device()) {
    hal::null::Options made;
    made.info = std::move(info);
    made.driver_blob = std::vector<std::byte>(200, std::byte{0x5A});
    made.on_create = [this](const kernel::Kernel&, std::span<const std::byte> blob) -> Result<> {
      if (!blob.empty()) ++blobs_given_;
      if (!blob.empty() && !std::ranges::equal(blob, std::vector<std::byte>(200, std::byte{0x5A})))
        ++bad_blobs_;
      return {};
    };
    return made;
  }
  Device device(hal::null::Options made, cache::MemoryBounds bounds = {}) {
    auto disk = cache::DiskStore::open({.root = root_ / "cache"});
    DeviceInfo about;
    about.selector = "null:0";
    return Device(std::make_shared<pipeline::DeviceState>(
        std::make_shared<hal::null::Device>(std::move(made)), about, std::function<std::uint64_t()>{}, bounds,
        disk ? std::shared_ptr<cache::DiskStore>(*std::move(disk)) : nullptr));
  }
  Device device(cache::MemoryBounds bounds = {}) { return device(options(), bounds); }

  fs::path root_;
  std::atomic<int> blobs_given_ = 0;
  std::atomic<int> bad_blobs_ = 0;
};

Pipeline compiled(const Device& device, const Program& program, const PipelineConfig& config = {}) {
  auto pipeline = device.compile(program, config);
  if (!pipeline) throw std::runtime_error(pipeline.error().to_string());
  return *std::move(pipeline);
}

TEST_F(CompilePath, a_second_compile_is_the_same_artifact) {
  const Device device = this->device();
  const Program first = program(add("1u"));
  const std::string id = compiled(device, first).id();
  EXPECT_TRUE(id.starts_with("null:")) << id;
  EXPECT_EQ(id.size(), 21U);
  const Pipeline again = compiled(device, first);
  EXPECT_EQ(again.stats().memory, CacheOutcome::hit);
  const Program reformatted = program("/* the same */\n\n" + add(" 1u "));
  EXPECT_EQ(compiled(device, reformatted).id(), id);
  EXPECT_EQ(compiled(device, first, {.roles = {{"y", Role::output}}, .label = "another"}).id(), id);
  EXPECT_EQ(compiled(device, first, {.workgroup_size = {64, 1, 1}}).id(), id);
  EXPECT_EQ(device.stats().emissions, 1U);
  EXPECT_EQ(device.stats().compiles, 1U);
  EXPECT_EQ(device.stats().pipelines.hits, 4U);
  EXPECT_EQ(device.stats().pipelines.misses, 1U);
}

TEST_F(CompilePath, labels_reach_the_driver) {
  auto made = options();
  std::vector<std::string> labels;
  made.on_label = [&](const std::string& label) { labels.push_back(label); };
  const Device device = this->device(std::move(made));
  compiled(device, program(add("1u")));
  compiled(device, program(add("2u")), {.label = "doubled"});
  EXPECT_EQ(compiled(device, program(add("2u")), {.label = "later"}).plan().label, "later");
  EXPECT_EQ(labels, (std::vector<std::string>{"main", "doubled"}));
}

TEST_F(CompilePath, sources_that_were_read_before_are_not_parsed) {
  const std::string text = add("1u");
  const auto read = [&](const Device& device, std::string_view wgsl) {
    auto program = device.read_sources({{.name = "add.wgsl", .text = std::string(wgsl)}});
    if (!program) throw std::runtime_error(program.error().to_string());
    return *std::move(program);
  };
  const Device first = device();
  const std::uint64_t parses = first.stats().parses;
  const Program cold = read(first, text);
  EXPECT_EQ(compiled(first, cold).stats().source, CacheOutcome::miss);
  EXPECT_EQ(first.stats().parses, parses + 1);
  const Device second = device();
  const Program warm = read(second, text);
  const Pipeline pipeline = compiled(second, warm);
  EXPECT_EQ(pipeline.stats().source, CacheOutcome::hit);
  EXPECT_EQ(pipeline.stats().kernel, CacheOutcome::hit);
  EXPECT_EQ(warm.identity(), cold.identity());
  EXPECT_EQ(second.stats().parses, parses + 1);
  EXPECT_EQ(second.stats().emissions, 0U);
  // What is not on disk is compiled from the text.
  EXPECT_EQ(compiled(second, warm, {.overrides = {{"step", 5}}}).stats().kernel, CacheOutcome::miss);
  EXPECT_EQ(second.stats().parses, parses + 2);
  // Another entry point that is asked for, and another byte, are other entries.
  EXPECT_EQ(compiled(second, read(second, text + " ")).stats().source, CacheOutcome::miss);
  EXPECT_EQ(second.read_sources({{.name = "add.wgsl", .text = text}}, {.entry_point = "main"})->identity(),
            cold.identity());
  EXPECT_EQ(second.stats().parses, parses + 4);
  EXPECT_FALSE(second.read_sources({{.name = "add.wgsl", .text = "fn"}}));
  EXPECT_EQ(second.stats().disk.source.stores, 2U);
}

TEST_F(CompilePath, a_plan_has_the_numbers_of_one_launch) {
  const Device device = this->device();
  const Pipeline pipeline = compiled(device, program(add("1u")), {.roles = {{"y", Role::output}}});
  const Plan open = pipeline.plan();
  EXPECT_EQ(open.buffers.at(0).role, "output");
  EXPECT_EQ(open.transfers.uploaded.value, 0U);
  EXPECT_EQ(open.transfers.read_back.text, "4 * elements(y)");
  const auto closed = pipeline.plan({}, {.sizes = {{"y", 130}}, .ranges = {{"y", {4, 24}}}, .iterations = 3});
  ASSERT_TRUE(closed) << closed.error().to_string();
  EXPECT_EQ(closed->buffers.at(0).bytes.value, 520U);
  EXPECT_EQ(closed->transfers.read_back.value, 20U);
  EXPECT_EQ(closed->transfers.avoided.value, 500U);
  EXPECT_EQ(closed->geometry.workgroups.value, 3U);
  EXPECT_EQ(closed->geometry.invocations.value, 192U);
  EXPECT_EQ(closed->geometry.iterations, 3U);
  EXPECT_EQ(device.stats().launches, 0U);
  const auto wrong = pipeline.plan({}, {});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code(), ErrorCode::invalid_argument);
}

TEST_F(CompilePath, whatever_changes_the_code_misses_and_changing_it_back_hits) {
  const Device device = this->device();
  const Program base = program(add("1u"));
  std::set<std::string> ids{compiled(device, base).id()};
  const auto differs = [&](const Pipeline& pipeline) { return ids.insert(pipeline.id()).second; };
  EXPECT_TRUE(differs(compiled(device, program(add("2u")))));
  EXPECT_TRUE(differs(compiled(device, base, {.overrides = {{"step", 3}}})));
  EXPECT_TRUE(differs(compiled(device, base, {.workgroup_size = {32, 1, 1}})));
  EXPECT_TRUE(differs(compiled(device, base, {.checks = CheckMode::off})));
  EXPECT_TRUE(differs(compiled(device, base, {.checks = CheckMode::trap})));
  EXPECT_TRUE(differs(compiled(device, base, {.floats = FloatMode::strict})));
  std::string text = add("1u");
  text.replace(text.find("@binding(0)"), 11, "@binding(1)");
  EXPECT_TRUE(differs(compiled(device, program(text))));
  text = add("1i");
  for (std::size_t at; (at = text.find("u32")) != std::string::npos;) text.replace(at, 3, "i32");
  EXPECT_TRUE(differs(compiled(device, program(text))));
  EXPECT_EQ(device.stats().emissions, 9U);
  EXPECT_EQ(device.stats().pipelines.hits, 0U);
  EXPECT_FALSE(differs(compiled(device, base)));
  EXPECT_EQ(device.stats().pipelines.hits, 1U);
}

TEST_F(CompilePath, another_device_driver_feature_or_quirk_misses_on_disk) {
  const Program base = program(add("1u"));
  std::set<std::string> ids;
  std::vector<hal::Info> infos(8, some_device());
  infos[1].driver_version = "1.1";
  infos[2].name = "another";
  infos[3].pipeline_uuid = "01";
  infos[4].target.features.f16 = true;
  infos[5].target.quirks.silent_loop_limit = 65535;
  infos[6].target.limits.workgroup_bytes = 16384;
  infos[7].vendor_id = 1;
  for (const hal::Info& info : infos) {
    const Device device = this->device(options(info));
    ids.insert(compiled(device, base).id());
    EXPECT_EQ(device.stats().disk.kernel.hits, 0U);
    EXPECT_EQ(device.stats().emissions, 1U);
  }
  EXPECT_EQ(ids.size(), infos.size());
  const Device device = this->device();
  EXPECT_EQ(compiled(device, base).stats().kernel, CacheOutcome::hit);
  EXPECT_EQ(device.stats().emissions, 0U);
}

TEST_F(CompilePath, an_override_by_its_id_is_the_one_by_its_name) {
  const Device device = this->device();
  const Program base = program("@id(7) " + add("1u").substr(1));
  const std::string id = compiled(device, base, {.overrides = {{"step", 3}}}).id();
  EXPECT_EQ(compiled(device, base, {.overrides = {{"7", 3}}}).id(), id);
  EXPECT_EQ(device.stats().emissions, 1U);
}

TEST_F(CompilePath, a_second_device_emits_nothing_and_gives_the_blob_back) {
  const Program base = program(add("1u"));
  const Pipeline first = compiled(device(), base);
  EXPECT_EQ(first.stats().kernel, CacheOutcome::miss);
  EXPECT_EQ(first.stats().driver, CacheOutcome::miss);
  EXPECT_EQ(blobs_given_, 0);
  const Device device = this->device();
  const Pipeline second = compiled(device, base);
  EXPECT_EQ(second.stats().kernel, CacheOutcome::hit);
  EXPECT_EQ(second.stats().driver, CacheOutcome::hit);
  EXPECT_EQ(second.id(), first.id());
  EXPECT_TRUE(std::ranges::equal(second.code(), first.code()));
  EXPECT_EQ(device.stats().emissions, 0U);
  EXPECT_EQ(device.stats().compiles, 1U);
  EXPECT_EQ(blobs_given_, 1);
  EXPECT_EQ(bad_blobs_, 0);
}

TEST_F(CompilePath, constant_tables_are_kept_with_the_kernel) {
  std::string table = "const table = array<u32, 100>(0";
  for (int i = 1; i < 100; ++i) table += fmt::format(", {}", i * i);
  const Program base = program(table + R"();
@group(0) @binding(0) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) { y[id.x] = table[id.x]; })");
  std::vector<std::vector<std::byte>> found;
  for (const CacheOutcome outcome : {CacheOutcome::miss, CacheOutcome::hit}) {
    hal::null::Options made = options();
    made.on_create = [&](const kernel::Kernel& kernel, std::span<const std::byte>) -> Result<> {
      found.push_back(kernel.tables);
      return {};
    };
    EXPECT_EQ(compiled(device(std::move(made)), base).stats().kernel, outcome);
  }
  ASSERT_EQ(found.size(), 2U);
  ASSERT_EQ(found[0].size(), 400U);
  std::uint32_t last = 0;
  std::memcpy(&last, &found[0][396], sizeof last);
  EXPECT_EQ(last, 9801U);
  EXPECT_EQ(found[1], found[0]);
}

TEST_F(CompilePath, no_flipped_bit_reaches_the_driver) {
  const Program base = program(add("1u"));
  const Pipeline first = compiled(device(), base);
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(root_ / "cache"))
    if (entry.is_regular_file() && entry.path().filename() != "usage") files.push_back(entry.path());
  ASSERT_EQ(files.size(), 2U);
  blobs_given_ = 0;
  for (const fs::path& path : files) {
    std::ifstream in(path, std::ios::binary);
    const std::string good((std::istreambuf_iterator<char>(in)), {});
    for (std::size_t i = 0; i < 64; ++i) {
      std::string bad = good;
      const std::size_t bit = i * good.size() * 8 / 64;
      bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
      std::ofstream(path, std::ios::binary) << bad;
      const Device device = this->device();
      const Pipeline pipeline = compiled(device, base);
      const auto stats = pipeline.stats();
      ASSERT_TRUE(stats.kernel == CacheOutcome::rejected || stats.driver == CacheOutcome::rejected);
      ASSERT_TRUE(std::ranges::equal(pipeline.code(), first.code()));
      std::ifstream repaired(path, std::ios::binary);
      ASSERT_EQ(std::string((std::istreambuf_iterator<char>(repaired)), {}), good) << bit;
    }
  }
  EXPECT_EQ(bad_blobs_, 0);
}

TEST_F(CompilePath, a_whole_entry_with_another_kernel_in_it_is_rejected) {
  const Program base = program(add("1u"));
  compiled(device(), base);
  auto store = cache::DiskStore::open({.root = root_ / "cache"});
  ASSERT_TRUE(store);
  for (const auto& file : (*store)->list()) {
    if (file.stage != cache::Stage::kernel) continue;
    const cache::Bytes bytes = (*store)->read(file);
    const auto entry = cache::decode_entry(bytes).entry;
    ASSERT_TRUE(entry);
    cache::Bytes payload(entry->payload.begin(), entry->payload.end());
    payload.at(payload.size() - 4) ^= std::byte{1};  // some word of the code
    payload.at(6) = std::byte{65};                   // a workgroup size, or next to it
    (*store)->store(cache::Stage::kernel, entry->key, payload);
  }
  const Device device = this->device();
  EXPECT_EQ(compiled(device, base).stats().kernel, CacheOutcome::rejected);
  EXPECT_EQ(device.stats().emissions, 1U);
  EXPECT_EQ(compiled(this->device(), base).stats().kernel, CacheOutcome::hit);
}

TEST_F(CompilePath, the_memory_bound_evicts_the_right_one_and_held_pipelines_live) {
  const Device device = this->device({.entries = 2, .bytes = 1U << 20U});
  const Program a = program(add("1u"));
  const Program b = program(add("2u"));
  const Program c = program(add("3u"));
  const Pipeline held = compiled(device, b);
  compiled(device, a);
  compiled(device, b);
  compiled(device, c);  // a leaves
  EXPECT_EQ(device.stats().pipelines.evictions, 1U);
  EXPECT_EQ(compiled(device, b).stats().memory, CacheOutcome::hit);
  EXPECT_EQ(compiled(device, a).stats().memory, CacheOutcome::miss);
  EXPECT_EQ(device.stats().pipelines.entries, 2U);
  EXPECT_TRUE(held.run({{"y", std::vector<std::uint32_t>(4)}}));
}

TEST_F(CompilePath, the_byte_bound_counts_stated_costs) {
  const Program a = program(add("1u"));
  const std::uint64_t cost = compiled(device(), a).stats().bytes;
  EXPECT_GT(cost, 200 + add("1u").size());
  const Device fits = device({.entries = 256, .bytes = cost});
  compiled(fits, a);
  EXPECT_EQ(fits.stats().pipelines.bytes, cost);
  const Device small = device({.entries = 256, .bytes = cost - 1});
  compiled(small, a);
  EXPECT_EQ(small.stats().pipelines.entries, 0U);
}

TEST_F(CompilePath, threads_that_want_the_same_compile_once) {
  auto slow = options();
  slow.on_create = [](const kernel::Kernel&, std::span<const std::byte>) -> Result<> {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return {};
  };
  const Device device = this->device(std::move(slow));
  const Program base = program(add("1u"));
  std::atomic<int> good = 0;
  {
    std::vector<std::jthread> threads;
    threads.reserve(8);
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] { good += device.compile(base).has_value() ? 1 : 0; });
  }
  EXPECT_EQ(good, 8);
  EXPECT_EQ(device.stats().emissions, 1U);
  EXPECT_EQ(device.stats().compiles, 1U);
}

TEST_F(CompilePath, a_slow_compile_delays_no_hit) {
  std::atomic<bool> slow = false;
  std::atomic<bool> release = false;
  auto made = options();
  made.on_create = [&](const kernel::Kernel&, std::span<const std::byte>) -> Result<> {
    if (slow.load()) release.wait(false);
    return {};
  };
  const Device device = this->device(std::move(made));
  const Program quick = program(add("1u"));
  compiled(device, quick);
  slow = true;
  const std::jthread other([&] { EXPECT_TRUE(device.compile(program(add("2u")))); });
  EXPECT_EQ(compiled(device, quick).stats().memory, CacheOutcome::hit);
  release = true;
  release.notify_all();
}

TEST_F(CompilePath, a_failure_of_the_driver_is_typed_and_not_remembered) {
  std::atomic<bool> failing = true;
  auto made = options();
  made.on_create = [&](const kernel::Kernel&, std::span<const std::byte>) -> Result<> {
    if (failing) return fail(ErrorCode::compile_failed, "the driver is out of registers");
    return {};
  };
  const Device device = this->device(std::move(made));
  const Program base = program(add("1u"));
  for (int i = 0; i < 2; ++i) {
    const auto refused = device.compile(base);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code(), ErrorCode::compile_failed);
    EXPECT_NE(refused.error().message().find("the driver is out of registers"), std::string::npos);
  }
  EXPECT_EQ(device.stats().compiles, 0U);
  EXPECT_EQ(device.stats().pipelines.entries, 0U);
  failing = false;
  EXPECT_TRUE(device.compile(base));
  EXPECT_EQ(device.stats().compiles, 1U);
}

TEST_F(CompilePath, a_blob_that_the_driver_refuses_is_made_anew) {
  const Program base = program(add("1u"));
  compiled(device(), base);
  auto made = options();
  made.driver_blob.assign(10, std::byte{7});
  made.on_create = [](const kernel::Kernel&, std::span<const std::byte> blob) -> Result<> {
    if (blob.size() == 200) return fail(ErrorCode::compile_failed, "stale");
    return {};
  };
  const Device device = this->device(made);
  EXPECT_EQ(compiled(device, base).stats().driver, CacheOutcome::rejected);
  EXPECT_EQ(compiled(this->device(made), base).stats().driver, CacheOutcome::hit);
}

TEST_F(CompilePath, keys_are_the_same_in_every_process) {
  std::vector<int> ends;
  const std::string here = compiled(device(), program(add("1u"))).id();
  for (int i = 0; i < 4; ++i) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const Device device = this->device();
      const bool same = compiled(device, program(add("1u"))).id() == here && device.stats().emissions == 0;
      _exit(same ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
}

TEST(CacheSettings, malformed_variables_are_errors_that_name_them) {
  for (const char* name :
       {"SLIPWAY_PIPELINE_CACHE_ENTRIES", "SLIPWAY_PIPELINE_CACHE_BYTES", "SLIPWAY_CACHE_BYTES"})
    for (const char* value : {"", "-1", "12 ", "1k", "99999999999999999999"}) {
      const tests::ScopedEnvironment environment(name, value);
      const auto settings = pipeline::cache_settings({});
      ASSERT_FALSE(settings) << name << " " << value;
      EXPECT_EQ(settings.error().code(), ErrorCode::invalid_argument);
      EXPECT_NE(settings.error().message().find(name), std::string::npos);
    }
  const tests::ScopedEnvironment environment("SLIPWAY_CACHE", "of");
  const auto settings = pipeline::cache_settings({});
  ASSERT_FALSE(settings);
  EXPECT_EQ(settings.error().message(), "SLIPWAY_CACHE is on or off: found 'of'");
}

TEST(CacheSettings, the_directory_is_the_first_that_the_environment_names) {
  const tests::ScopedEnvironment home("HOME", "/home/someone");
  const tests::ScopedEnvironment xdg("XDG_CACHE_HOME", std::nullopt);
  const tests::ScopedEnvironment own("SLIPWAY_CACHE_DIR", std::nullopt);
  const auto directory = [] { return pipeline::cache_settings({})->directory.string(); };
  EXPECT_EQ(directory(), "/home/someone/.cache/slipway");
  {
    const tests::ScopedEnvironment relative("XDG_CACHE_HOME", "not/absolute");
    EXPECT_EQ(directory(), "/home/someone/.cache/slipway");
  }
  const tests::ScopedEnvironment set_xdg("XDG_CACHE_HOME", "/var/xdg");
  EXPECT_EQ(directory(), "/var/xdg/slipway");
  const tests::ScopedEnvironment set_own("SLIPWAY_CACHE_DIR", "/var/own");
  EXPECT_EQ(directory(), "/var/own");
  EXPECT_EQ(pipeline::cache_settings({.directory = "/given"})->directory, "/given");
}

TEST(CacheSettings, a_directory_that_cannot_be_used_is_one_notice_and_no_store) {
  std::vector<std::string> notices;
  pipeline::CacheSettings settings;
  settings.disk = true;
  settings.directory = "/dev/null/cache";
  EXPECT_EQ(pipeline::open_disk_store(settings, [&](std::string_view line) { notices.emplace_back(line); }),
            nullptr);
  ASSERT_EQ(notices.size(), 1U);
  EXPECT_NE(notices[0].find("/dev/null/cache"), std::string::npos);
}

}  // namespace
}  // namespace slipway
