// A store in a directory of its own, for tests.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cache/disk_store.h"

namespace slipway::cache {

namespace fs = std::filesystem;

inline Bytes bytes(std::string_view text) {
  const View view = std::as_bytes(std::span(text));
  return {view.begin(), view.end()};
}

inline Bytes filled(std::size_t size, int value) { return Bytes(size, static_cast<std::byte>(value)); }

inline StageStats kernel_stats(const DiskCacheStats& stats) { return stats.kernel; }

class DiskStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "slipway-cache-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = fs::path(pattern) / "cache";
  }
  void TearDown() override {
    if (root_.empty()) return;
    std::error_code ignored;
    fs::permissions(root_, fs::perms::owner_all, ignored);
    fs::remove_all(root_.parent_path());
  }

  std::unique_ptr<DiskStore> open(std::uint64_t limit = 1U << 20U) {
    auto store = DiskStore::open({.root = root_, .limit = limit, .warn = [this](std::string_view line) {
                                    warnings_.emplace_back(line);
                                  }});
    if (!store) throw std::runtime_error(store.error().to_string());
    return *std::move(store);
  }

  // The one entry file below the root.
  fs::path only_entry() const {
    fs::path found;
    for (const auto& entry : fs::recursive_directory_iterator(root_))
      if (entry.is_regular_file() && entry.path().filename() != "usage") found = entry.path();
    return found;
  }
  std::uint64_t total_bytes() const {
    std::uint64_t total = 0;
    for (const auto& entry : fs::recursive_directory_iterator(root_))
      if (entry.is_regular_file() && entry.path().filename() != "usage") total += entry.file_size();
    return total;
  }
  std::vector<fs::path> displaced() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(root_))
      if (entry.path().filename().string().starts_with("displaced-")) found.push_back(entry.path());
    return found;
  }
  // Bytes that `usage` has of the shards that were counted.
  std::uint64_t counted() const {
    std::ifstream file(root_ / "usage", std::ios::binary);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < shard_count; ++i) {
      std::array<unsigned char, 8> number{};
      file.read(reinterpret_cast<char*>(number.data()), number.size());
      std::uint64_t value = 0;
      for (std::size_t byte = 8; byte-- > 0;) value = value << 8U | number[byte];
      if (value != UINT64_MAX) sum += value;
    }
    EXPECT_TRUE(file.good());
    return sum;
  }
  // Files with the names of entries, of a minute ago, with nothing but a size.
  void make_files(std::uint64_t count, std::uint64_t size) const {
    fs::create_directories(root_);
    fs::permissions(root_, fs::perms(0700));
    for (std::size_t shard = 0; shard < shard_count; ++shard) fs::create_directory(root_ / shard_name(shard));
    timespec times[2]{};
    clock_gettime(CLOCK_REALTIME, &times[0]);
    times[0].tv_sec -= 60;
    times[1] = times[0];
    for (std::uint64_t i = 0; i < count; ++i) {
      const fs::path path = root_ / shard_name(i % shard_count) / fmt::format("{:030x}-kernel", i);
      const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
      ASSERT_GE(file, 0);
      ASSERT_EQ(ftruncate(file, static_cast<off_t>(size)), 0);
      ASSERT_EQ(futimens(file, times), 0);
      ::close(file);
    }
  }
  std::size_t temporaries() const {
    if (!fs::exists(root_ / "tmp")) return 0;
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(root_ / "tmp"), {}));
  }

  fs::path root_;
  std::vector<std::string> warnings_;
};

}  // namespace slipway::cache
