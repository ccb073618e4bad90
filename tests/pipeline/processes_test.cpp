// Many processes with one cache. This program opens no device itself: nothing of a driver is there when it
// forks.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <slipway/slipway.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cache/disk_store.h"
#include "support/on_driver.h"

namespace slipway {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t program_count = 8;

std::string text_of(std::uint32_t number) {
  return fmt::format(R"(
@group(0) @binding(0) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {{
  if (id.x < arrayLength(&y)) {{ y[id.x] = y[id.x] * 3u + {}u; }}
}})",
                     number);
}

class Processes : public tests::OnDriver {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "slipway-processes-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    OnDriver::SetUp();
  }
  void TearDown() override { fs::remove_all(root_); }

  Result<Device> open(std::uint64_t limit) const {
    DeviceOptions options;
    options.selector = selector();
    options.validation = false;
    options.notice = [](std::string_view line) {
      const bool is_about_software = line.find("no GPU found") != std::string_view::npos;
      if (is_about_software) return;
      fmt::print(stderr, "{}\n", line);
      _exit(2);
    };
    options.cache = {.disk = true, .directory = root_ / "cache", .disk_bytes = limit};
    return Device::open(options);
  }

  /// All programs compiled and run; what the process has counted then.
  Result<DeviceStats> run_all(std::uint64_t limit) const {
    SLIPWAY_TRY(const auto device, open(limit));
    const std::vector<std::uint32_t> given{41, 7};
    for (std::uint32_t i = 0; i < program_count; ++i) {
      SLIPWAY_TRY(const auto pipeline, device.compile_source(text_of(i)));
      SLIPWAY_TRY(const auto outputs, pipeline.run({{"y", given}}));
      SLIPWAY_TRY(const auto found, outputs.take<std::uint32_t>("y"));
      if (found != std::vector<std::uint32_t>{123 + i, 21 + i})
        return fail(ErrorCode::internal, fmt::format("program {} gave {} and {}", i, found[0], found[1]));
    }
    return device.stats();
  }

  /// Processes that start at once, each a success where `work` says so.
  static void expect_success(int count, const std::function<bool()>& work) {
    std::array<int, 2> gate{};
    ASSERT_EQ(pipe(gate.data()), 0);
    std::vector<pid_t> children;
    for (int i = 0; i < count; ++i) {
      const pid_t child = fork();
      ASSERT_GE(child, 0);
      if (child == 0) {
        close(gate[1]);
        char ignored = 0;
        const bool is_open = read(gate[0], &ignored, 1) == 0;  // once the other end is closed everywhere
        _exit(is_open && work() ? 0 : 1);
      }
      children.push_back(child);
    }
    close(gate[0]);
    close(gate[1]);
    int successes = 0;
    for (const pid_t child : children) {
      int status = 0;
      ASSERT_EQ(waitpid(child, &status, 0), child);
      successes += WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 1 : 0;
    }
    EXPECT_EQ(successes, count);
  }

  /// Every entry that is there is whole, and nothing else is there.
  std::array<std::size_t, cache::stage_count> whole_entries() const {
    std::array<std::size_t, cache::stage_count> counts{};
    auto store = cache::DiskStore::open({.root = root_ / "cache"});
    if (!store) throw std::runtime_error(store.error().to_string());
    for (const auto& file : (*store)->list()) {
      EXPECT_TRUE((*store)->valid(file, (*store)->read(file))) << file.name;
      ++counts[static_cast<std::size_t>(file.stage)];
    }
    EXPECT_TRUE((*store)->displaced().empty());
    EXPECT_TRUE(fs::is_empty(root_ / "cache" / "tmp"));
    return counts;
  }
  [[nodiscard]] std::uint64_t bytes_of_entries() const {
    std::uint64_t sum = 0;
    for (const auto& file : fs::recursive_directory_iterator(root_ / "cache"))
      if (file.is_regular_file() && file.path().filename() != "usage") sum += file.file_size();
    return sum;
  }

  static std::array<std::size_t, cache::stage_count> all_entries() {
    return {program_count, program_count, is_reference() ? 0 : program_count};
  }

  static bool is_cold(const DeviceStats& stats) { return stats.compiles == program_count; }
  /// Nothing is parsed or emitted, and each stage answers for each program.
  static bool is_warm(const DeviceStats& stats) {
    const std::uint64_t blobs = is_reference() ? 0 : program_count;
    return stats.parses == 0 && stats.emissions == 0 && stats.compiles == program_count &&
           stats.disk.source.hits == program_count && stats.disk.kernel.hits == program_count &&
           stats.disk.driver.hits == blobs && stats.disk.misses() == 0;
  }
  bool succeeds(std::uint64_t limit, bool (*fits)(const DeviceStats&)) const {
    const auto stats = run_all(limit);
    if (!stats) fmt::print(stderr, "{}\n", stats.error().to_string());
    return stats && fits(*stats);
  }

  void run_rounds(int count, int rounds) {
    constexpr std::uint64_t ample = 1U << 30U;
    for (int round = 0; round < rounds; ++round) {
      expect_success(count, [&] { return succeeds(ample, round == 0 ? is_cold : is_warm); });
      ASSERT_EQ(whole_entries(), all_entries());
    }
    // The same while each store makes others leave.
    const std::uint64_t half = bytes_of_entries() / 2;
    fs::remove_all(root_ / "cache");
    for (int round = 0; round < rounds; ++round) {
      expect_success(count, [&] { return succeeds(half, is_cold); });
      whole_entries();
      ASSERT_LE(bytes_of_entries(), half);
    }
    expect_success(1, [&] { return succeeds(ample, is_cold); });
    ASSERT_EQ(whole_entries(), all_entries());
  }

  fs::path root_;
};

TEST_P(Processes, many_at_once_share_what_they_compile) { run_rounds(16, 2); }

TEST_P(Processes, slow_sixty_four_at_once_share_what_they_compile_for_fifty_rounds) { run_rounds(64, 50); }

INSTANTIATE_TEST_SUITE_P(Devices, Processes, testing::Values("reference", "lavapipe", "swiftshader"),
                         tests::device_name);

}  // namespace
}  // namespace slipway
