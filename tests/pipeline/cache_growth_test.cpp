// Caches that many programs have gone through, and directories that hold far more than they may.
#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <slipway/slipway.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cache/shards.h"

namespace slipway {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Of a few kilobytes in each stage.
std::string text_of(std::uint32_t number) {
  std::string steps;
  for (std::uint32_t i = 0; i < 24; ++i)
    steps += fmt::format("  v = (v ^ {}u) * {}u;\n", number + i, 2 * i + 3);
  return fmt::format(R"(
@group(0) @binding(0) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {{
  var v = id.x;
{}  y[id.x] = v;
}})",
                     steps);
}

template <class T>
T ok(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().to_string());
  return *std::move(result);
}

class CacheGrowth : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "slipway-growth-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
  }
  void TearDown() override { fs::remove_all(root_); }

  Device open(CacheOptions cache) const {
    cache.disk = true;
    cache.directory = root_ / "cache";
    return ok(Device::open({.selector = "reference", .cache = cache, .notice = [](std::string_view line) {
                              ADD_FAILURE() << line;
                            }}));
  }
  [[nodiscard]] fs::path shard(std::size_t number) const {
    return root_ / "cache" / cache::shard_name(number);
  }
  [[nodiscard]] std::uint64_t bytes_of_entries() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < cache::shard_count; ++i) {
      if (!fs::is_directory(shard(i))) continue;
      for (const auto& file : fs::directory_iterator(shard(i))) sum += file.file_size();
    }
    return sum;
  }

  fs::path root_;
};

TEST_F(CacheGrowth, slow_twenty_thousand_programs_stay_within_both_bounds) {
  constexpr std::uint32_t count = 20'000;
  constexpr std::uint64_t limit = 64U << 20U;
  constexpr std::uint64_t most_pipelines = 512;
  std::vector<Program> recent;
  {
    const Device device = open({.disk_bytes = limit, .pipelines = most_pipelines});
    for (std::uint32_t i = 0; i < count; ++i) {
      const Program program = ok(device.read_sources({{.name = "p.wgsl", .text = text_of(i)}}));
      ok(device.compile(program));
      ASSERT_LE(device.stats().pipelines.entries, most_pipelines);
      if (i % 50 == 0) {
        ASSERT_LE(bytes_of_entries(), limit);
      }
      if (i + 100 >= count) recent.push_back(program);
    }
    const DeviceStats before = device.stats();
    EXPECT_EQ(before.emissions, count);
    EXPECT_EQ(before.pipelines.evictions, count - most_pipelines);
    EXPECT_GT(before.disk.evictions(), count / 2);
    for (const Program& program : recent)
      EXPECT_EQ(ok(device.compile(program)).stats().memory, CacheOutcome::hit);
  }
  const Device second = open({.disk_bytes = limit, .pipelines = most_pipelines});
  const std::uint64_t parses = second.stats().parses;
  for (std::uint32_t i = count - 100; i < count; ++i) ok(second.compile_source(text_of(i)));
  EXPECT_EQ(second.stats().parses, parses);
  EXPECT_EQ(second.stats().emissions, 0U);
  EXPECT_EQ(second.stats().disk.source.hits, 100U);
  EXPECT_EQ(second.stats().disk.kernel.hits, 100U);
}

// A million files of ten gigabytes together, all but empty on the disk.
TEST_F(CacheGrowth, slow_a_huge_directory_is_opened_at_once_and_shrinks) {
  constexpr std::uint64_t files = 1'000'000;
  constexpr std::uint64_t size = 10'737;
  constexpr std::uint64_t limit = 1U << 30U;
  open({});
  for (std::size_t i = 0; i < cache::shard_count; ++i) fs::create_directory(shard(i));
  timespec times[2]{};
  clock_gettime(CLOCK_REALTIME, &times[0]);
  times[0].tv_sec -= 60;
  times[1] = times[0];
  for (std::uint64_t i = 0; i < files; ++i) {
    const fs::path path = shard(i % cache::shard_count) / fmt::format("{:030x}-kernel", i);
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    ASSERT_GE(file, 0);
    ASSERT_EQ(ftruncate(file, static_cast<off_t>(size)), 0);
    ASSERT_EQ(futimens(file, times), 0);
    ::close(file);
  }
  std::ofstream(root_ / "outside") << "kept";
  std::ofstream(root_ / "cache" / "notes") << "kept";
  fs::create_directory_symlink(root_, root_ / "cache" / "link");

  const auto begin = Clock::now();
  const Device device = open({});
  const auto opened = Clock::now() - begin;
  const Pipeline first = ok(device.compile_source(text_of(0)));
  EXPECT_LT(opened, std::chrono::seconds(1));
  EXPECT_EQ(device.stats().disk.kernel.bytes_read + device.stats().disk.source.bytes_read, 0U);

  std::uint32_t programs = 1;
  for (; bytes_of_entries() > limit; ++programs) {
    ASSERT_LT(programs, 200U);
    ok(device.compile_source(text_of(programs)));
  }
  std::uint64_t left = 0;
  for (std::size_t i = 0; i < cache::shard_count; ++i)
    left += static_cast<std::uint64_t>(std::distance(fs::directory_iterator(shard(i)), {}));
  EXPECT_LE(left, limit / size + std::uint64_t{2} * programs);
  EXPECT_TRUE(fs::exists(root_ / "outside"));
  EXPECT_TRUE(fs::exists(root_ / "cache" / "notes"));
  EXPECT_TRUE(fs::exists(root_ / "cache" / "link"));
  const Device again = open({});
  for (std::uint32_t i = 0; i < programs; ++i)
    EXPECT_EQ(ok(again.compile_source(text_of(i))).stats().kernel, CacheOutcome::hit) << i;
}

}  // namespace
}  // namespace slipway
