// The store as one process uses it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cache/store_directory.h"

namespace slipway::cache {
namespace {

TEST_F(DiskStoreTest, another_store_finds_what_was_kept) {
  open()->store(Stage::kernel, bytes("key"), bytes("payload"));
  const auto store = open();
  EXPECT_EQ(store->load(Stage::kernel, bytes("key")).payload, bytes("payload"));
  EXPECT_EQ(store->load(Stage::driver, bytes("key")).reason, Miss::absent);
  EXPECT_EQ(store->load(Stage::kernel, bytes("kez")).reason, Miss::absent);
  EXPECT_EQ(kernel_stats(store->stats()).hits, 1U);
  EXPECT_EQ(kernel_stats(store->stats()).misses, 1U);
  EXPECT_EQ(kernel_stats(store->stats()).rejected, 0U);
}

TEST_F(DiskStoreTest, storing_again_replaces) {
  const auto store = open();
  store->store(Stage::kernel, bytes("key"), bytes("one"));
  store->store(Stage::kernel, bytes("key"), bytes("two"));
  EXPECT_EQ(store->load(Stage::kernel, bytes("key")).payload, bytes("two"));
  EXPECT_EQ(store->list().size(), 1U);
}

TEST_F(DiskStoreTest, directories_and_files_are_private) {
  open()->store(Stage::kernel, bytes("key"), bytes("payload"));
  const auto mode = [](const fs::path& path) {
    return static_cast<unsigned>(fs::status(path).permissions());
  };
  EXPECT_EQ(mode(root_), 0700U);
  EXPECT_EQ(mode(only_entry()), 0600U);
  EXPECT_EQ(mode(only_entry().parent_path()), 0700U);
}

TEST_F(DiskStoreTest, any_flipped_bit_is_a_miss_and_is_replaced) {
  const auto store = open();
  store->store(Stage::kernel, bytes("key material"), bytes("payload of some words"));
  const fs::path path = only_entry();
  std::ifstream in(path, std::ios::binary);
  const std::string good((std::istreambuf_iterator<char>(in)), {});
  for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << (bit % 8)));
    std::ofstream(path, std::ios::binary) << bad;
    const Loaded loaded = store->load(Stage::kernel, bytes("key material"));
    ASSERT_FALSE(loaded.payload) << bit;
    ASSERT_EQ(loaded.reason, bit / 8 >= 8 && bit / 8 < 12 ? Miss::old : Miss::damaged) << bit;
  }
  store->store(Stage::kernel, bytes("key material"), bytes("payload of some words"));
  EXPECT_TRUE(store->load(Stage::kernel, bytes("key material")).payload);
}

TEST_F(DiskStoreTest, any_truncation_is_a_miss) {
  const auto store = open();
  store->store(Stage::kernel, bytes("key"), bytes("payload"));
  const fs::path path = only_entry();
  for (auto size = fs::file_size(path); size-- > 0;) {
    fs::resize_file(path, size);
    ASSERT_EQ(store->load(Stage::kernel, bytes("key")).reason, Miss::damaged) << size;
  }
}

TEST_F(DiskStoreTest, swapped_names_are_misses) {
  const auto store = open();
  store->store(Stage::kernel, bytes("one"), bytes("1"));
  store->store(Stage::kernel, bytes("two"), bytes("2"));
  const auto files = store->list();
  ASSERT_EQ(files.size(), 2U);
  const fs::path a = root_ / files[0].shard / files[0].name;
  const fs::path b = root_ / files[1].shard / files[1].name;
  fs::rename(a, root_ / "aside");
  fs::rename(b, a);
  fs::rename(root_ / "aside", b);
  EXPECT_EQ(store->load(Stage::kernel, bytes("one")).reason, Miss::other_key);
  EXPECT_EQ(store->load(Stage::kernel, bytes("two")).reason, Miss::other_key);
  EXPECT_FALSE(store->valid(files[0], store->read(files[0])));
}

TEST_F(DiskStoreTest, links_and_pipes_are_not_followed) {
  const auto store = open();
  store->store(Stage::kernel, bytes("key"), bytes("payload"));
  const fs::path path = only_entry();
  fs::rename(path, root_ / "elsewhere");
  fs::create_symlink(root_ / "elsewhere", path);
  EXPECT_EQ(store->load(Stage::kernel, bytes("key")).reason, Miss::foreign);
  fs::remove(path);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(store->load(Stage::kernel, bytes("key")).reason, Miss::foreign);
  store->store(Stage::kernel, bytes("key"), bytes("payload"));
  EXPECT_TRUE(store->load(Stage::kernel, bytes("key")).payload);
}

// What stands in the way, with something in it, is a miss and makes way, and loses nothing.
TEST_F(DiskStoreTest, a_directory_in_the_place_of_an_entry_makes_way) {
  open()->store(Stage::kernel, bytes("key"), bytes("payload"));
  const fs::path entry = only_entry();
  for (const bool filled : {false, true}) {
    fs::remove(entry);
    fs::create_directory(entry);
    if (filled) std::ofstream(entry / "notes.txt") << "kept";
    const auto store = open();
    EXPECT_EQ(store->load(Stage::kernel, bytes("key")).reason, Miss::foreign);
    EXPECT_EQ(kernel_stats(store->stats()).rejected, 1U);
    store->store(Stage::kernel, bytes("key"), bytes("payload"));
    EXPECT_EQ(kernel_stats(store->stats()).failures, 0U);
    EXPECT_EQ(open()->load(Stage::kernel, bytes("key")).payload, bytes("payload"));
  }
  EXPECT_EQ(displaced().size(), 2U);
  EXPECT_EQ(temporaries(), 0U);
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(DiskStoreTest, what_is_no_directory_or_no_usage_makes_way) {
  const auto store = open();
  store->store(Stage::kernel, bytes("key"), bytes("payload"));
  const fs::path shard = only_entry().parent_path();
  fs::remove_all(shard);
  std::ofstream(shard) << "a file";
  fs::remove_all(root_ / "tmp");
  fs::create_directory_symlink(root_.parent_path(), root_ / "tmp");
  fs::remove(root_ / "usage");
  ASSERT_EQ(mkfifo((root_ / "usage").c_str(), 0600), 0);
  EXPECT_EQ(store->load(Stage::kernel, bytes("key")).reason, Miss::foreign);
  store->store(Stage::kernel, bytes("key"), bytes("payload"));
  EXPECT_EQ(store->load(Stage::kernel, bytes("key")).payload, bytes("payload"));
  EXPECT_EQ(displaced().size(), 3U);
  fs::remove(root_ / "usage");
  fs::create_directory(root_ / "usage");
  store->store(Stage::kernel, bytes("key"), bytes("other"));
  EXPECT_EQ(store->load(Stage::kernel, bytes("key")).payload, bytes("other"));
  EXPECT_EQ(displaced().size(), 4U);
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(DiskStoreTest, a_directory_that_is_a_link_or_open_to_others_is_refused) {
  fs::create_directory(root_);
  fs::permissions(root_, fs::perms(0777));
  const auto shared = DiskStore::open({.root = root_});
  ASSERT_FALSE(shared);
  EXPECT_EQ(shared.error().code(), ErrorCode::io);
  EXPECT_NE(shared.error().message().find("others may write"), std::string::npos);
  fs::permissions(root_, fs::perms(0700));
  fs::create_directory_symlink(root_, root_.string() + "-link");
  EXPECT_FALSE(DiskStore::open({.root = root_.string() + "-link"}));
  EXPECT_FALSE(DiskStore::open({.root = root_.string() + "-link/"}));
  EXPECT_FALSE(DiskStore::open({.root = "/dev/null/cache"}));
}

TEST_F(DiskStoreTest, the_limit_holds_and_the_least_recently_used_leave) {
  const std::uint64_t entry = 1000 + 3 + entry_overhead;
  const auto store = open(entry * 16);
  for (int i = 0; i < 200; ++i) {
    store->store(Stage::kernel, bytes(fmt::format("{:03}", i)), filled(1000, i));
    ASSERT_LE(total_bytes(), entry * 17);
    ASSERT_EQ(store->load(Stage::kernel, bytes("003")).payload.has_value(), i >= 3) << i;
  }
  EXPECT_TRUE(store->load(Stage::kernel, bytes("199")).payload);
  EXPECT_TRUE(store->load(Stage::kernel, bytes("190")).payload);
  EXPECT_FALSE(store->load(Stage::kernel, bytes("004")).payload);
  EXPECT_GT(kernel_stats(store->stats()).evictions, 100U);
  EXPECT_EQ(temporaries(), 0U);
}

TEST_F(DiskStoreTest, an_entry_over_the_limit_is_not_kept) {
  const auto store = open(1000);
  store->store(Stage::kernel, bytes("small"), filled(100, 1));
  store->store(Stage::kernel, bytes("large"), filled(1000, 1));
  EXPECT_TRUE(store->load(Stage::kernel, bytes("small")).payload);
  EXPECT_FALSE(store->load(Stage::kernel, bytes("large")).payload);
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(DiskStoreTest, eviction_removes_nothing_but_entries) {
  const auto store = open(4000);
  std::ofstream(root_.parent_path() / "outside") << "kept";
  store->store(Stage::kernel, bytes("key"), filled(100, 1));
  const fs::path shard = only_entry().parent_path();
  std::ofstream(shard / "notes.txt") << "kept";
  fs::create_directory_symlink(root_.parent_path(), root_ / (shard.filename() == "ff" ? "fe" : "ff"));
  for (int i = 0; i < 50; ++i) store->store(Stage::kernel, bytes(std::to_string(i)), filled(1000, i));
  EXPECT_TRUE(fs::exists(shard / "notes.txt"));
  EXPECT_TRUE(fs::exists(root_.parent_path() / "outside"));
  EXPECT_FALSE(store->load(Stage::kernel, bytes("key")).payload);
}

TEST_F(DiskStoreTest, a_lost_or_damaged_usage_is_counted_anew) {
  const std::uint64_t entry = 1000 + 1 + entry_overhead;
  for (int i = 0; i < 8; ++i) open()->store(Stage::kernel, bytes(std::to_string(i)), filled(1000, i));
  std::ofstream(root_ / "usage") << "nonsense";
  open(entry * 8)->store(Stage::kernel, bytes("8"), filled(1000, 8));
  EXPECT_LE(total_bytes(), entry * 8);
  EXPECT_TRUE(open()->load(Stage::kernel, bytes("8")).payload);
}

TEST_F(DiskStoreTest, a_file_size_limit_is_one_warning_and_no_entry) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    rlimit limit{100, 100};
    setrlimit(RLIMIT_FSIZE, &limit);
    const auto store = open();
    store->store(Stage::kernel, bytes("a"), filled(1000, 1));
    store->store(Stage::kernel, bytes("b"), filled(1000, 1));
    const bool right = warnings_.size() == 1 && warnings_[0].find(root_.string()) != std::string::npos &&
                       store->list().empty() && temporaries() == 0 &&
                       kernel_stats(store->stats()).failures == 2;
    _exit(right ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  const auto store = open();
  store->store(Stage::kernel, bytes("a"), filled(1000, 1));
  EXPECT_TRUE(store->load(Stage::kernel, bytes("a")).payload);
}

TEST_F(DiskStoreTest, a_read_only_directory_serves_and_is_tried_once) {
  open()->store(Stage::kernel, bytes("key"), bytes("payload"));
  fs::remove_all(root_ / "tmp");
  fs::permissions(root_, fs::perms(0555));
  constexpr uid_t nobody = 65534;
  if (geteuid() == 0) {  // root may write everywhere
    ASSERT_EQ(chown(root_.parent_path().c_str(), nobody, nobody), 0);
    ASSERT_EQ(chown(root_.c_str(), nobody, nobody), 0);
    for (const auto& entry : fs::recursive_directory_iterator(root_))
      ASSERT_EQ(chown(entry.path().c_str(), nobody, nobody), 0);
  }
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (geteuid() == 0 && seteuid(nobody) != 0) _exit(2);
    const auto store = open();
    const bool served = store->load(Stage::kernel, bytes("key")).payload.has_value();
    store->store(Stage::kernel, bytes("a"), bytes("1"));
    store->store(Stage::kernel, bytes("b"), bytes("2"));
    _exit(served && warnings_.size() == 1 && kernel_stats(store->stats()).failures == 1 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST_F(DiskStoreTest, many_processes_leave_whole_entries) {
  std::vector<pid_t> children;
  for (int p = 0; p < 16; ++p) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const auto store = open();
      bool right = true;
      for (int round = 0; round < 20; ++round)
        for (int i = 0; i < 8; ++i) {
          const Bytes key = bytes(std::to_string(i));
          const Loaded loaded = store->load(Stage::kernel, key);
          right =
              right && (loaded.payload ? *loaded.payload == filled(5000, i) : loaded.reason == Miss::absent);
          if (!loaded.payload || round % 5 == p % 5) store->store(Stage::kernel, key, filled(5000, i));
        }
      _exit(right && kernel_stats(store->stats()).failures == 0 ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  const auto store = open();
  const auto files = store->list();
  EXPECT_EQ(files.size(), 8U);
  for (const EntryFile& file : files) EXPECT_TRUE(store->valid(file, store->read(file))) << file.name;
  EXPECT_EQ(temporaries(), 0U);
}

TEST_F(DiskStoreTest, killed_writers_leave_a_working_cache) {
  for (int round = 0; round < 40; ++round) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const auto store = open();
      for (int i = 0;; ++i) store->store(Stage::kernel, bytes(std::to_string(i % 8)), filled(20000, i % 8));
    }
    usleep(static_cast<useconds_t>(500 + round * 371));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const auto store = open();
    for (const EntryFile& file : store->list()) ASSERT_TRUE(store->valid(file, store->read(file)));
    store->store(Stage::kernel, bytes("after"), bytes("payload"));
    ASSERT_TRUE(store->load(Stage::kernel, bytes("after")).payload);
  }
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(DiskStoreTest, what_dead_writers_left_is_swept) {
  open()->store(Stage::kernel, bytes("a"), bytes("1"));
  std::ofstream(root_ / "tmp" / "old") << "x";
  std::ofstream(root_ / "tmp" / "new") << "x";
  fs::last_write_time(root_ / "tmp" / "old", fs::file_time_type::clock::now() - std::chrono::minutes(5));
  open()->store(Stage::kernel, bytes("b"), bytes("1"));
  EXPECT_FALSE(fs::exists(root_ / "tmp" / "old"));
  EXPECT_TRUE(fs::exists(root_ / "tmp" / "new"));
}

TEST_F(DiskStoreTest, prune_and_remove_keep_the_usage_right) {
  const auto store = open();
  for (int i = 0; i < 8; ++i) store->store(Stage::kernel, bytes(std::to_string(i)), filled(1000, i));
  const std::uint64_t entry = 1000 + 1 + entry_overhead;
  EXPECT_EQ(store->prune(entry * 3).value_or(99), 5U);
  EXPECT_EQ(total_bytes(), entry * 3);
  EXPECT_TRUE(store->load(Stage::kernel, bytes("7")).payload);
  EXPECT_EQ(store->remove(store->list()).value_or(99), 3U);
  EXPECT_EQ(total_bytes(), 0U);
  EXPECT_EQ(counted(), 0U);
}

// The first stores of a large cache whose sizes are not known count a part of it each.
TEST_F(DiskStoreTest, a_large_cache_is_counted_in_parts) {
  constexpr std::uint64_t files = 40'000;
  constexpr std::uint64_t size = 1000;
  make_files(files, size);
  const auto store = open(1U << 30U);
  store->store(Stage::kernel, bytes("a"), filled(100, 1));
  const std::uint64_t part = counted();
  EXPECT_GT(part, 16'000 * size);
  EXPECT_LT(part, 17'000 * size);
  store->store(Stage::kernel, bytes("b"), filled(100, 1));
  EXPECT_EQ(counted() / size / 1000, 32U);
  store->store(Stage::kernel, bytes("c"), filled(100, 1));
  EXPECT_EQ(counted(), files * size + 3 * (100 + 1 + entry_overhead));
  EXPECT_EQ(kernel_stats(store->stats()).evictions, 0U);
}

// Before all is counted, what is not counted is taken to be like the rest; then the limit holds exactly.
TEST_F(DiskStoreTest, a_large_cache_over_its_limit_shrinks_with_each_store) {
  constexpr std::uint64_t size = 1000;
  make_files(40'000, size);
  constexpr std::uint64_t limit = 10'000'000;
  const auto store = open(limit);
  std::size_t stores = 0;
  for (std::uint64_t before = total_bytes(); before > limit; ++stores) {
    store->store(Stage::kernel, bytes(fmt::format("{}", stores)), filled(100, 1));
    const std::uint64_t after = total_bytes();
    ASSERT_LT(after, before);
    before = after;
  }
  EXPECT_LT(stores, 8U);
  for (std::size_t i = 0; i < stores; ++i)
    EXPECT_TRUE(store->load(Stage::kernel, bytes(fmt::format("{}", i))).payload) << i;
  EXPECT_EQ(counted(), total_bytes());
}

TEST_F(DiskStoreTest, what_was_displaced_is_removed_when_asked) {
  const auto store = open();
  store->store(Stage::kernel, bytes("key"), bytes("payload"));
  const fs::path entry = only_entry();
  fs::remove(entry);
  fs::create_directories(entry / "a" / "b" / "c");
  std::ofstream(entry / "a" / "b" / "notes.txt") << "inside";
  std::ofstream(root_.parent_path() / "outside") << "kept";
  fs::create_directory_symlink(root_.parent_path(), entry / "a" / "link");
  store->store(Stage::kernel, bytes("key"), bytes("payload"));
  ASSERT_EQ(store->displaced().size(), 1U);
  EXPECT_EQ(root_ / store->displaced()[0], displaced().at(0));
  EXPECT_EQ(store->remove_displaced().value_or(99), 1U);
  EXPECT_TRUE(displaced().empty());
  EXPECT_TRUE(fs::exists(root_.parent_path() / "outside"));
  EXPECT_TRUE(store->load(Stage::kernel, bytes("key")).payload);
  EXPECT_EQ(store->remove_displaced().value_or(99), 0U);
}

TEST(Bundle, gives_back_its_entries_and_refuses_damage) {
  const std::vector<Bytes> entries{encode_entry(Stage::kernel, bytes("a"), bytes("1")),
                                   encode_entry(Stage::driver, bytes("bb"), {})};
  const Bytes bundle = encode_bundle(entries);
  const auto views = decode_bundle(bundle);
  ASSERT_TRUE(views);
  ASSERT_EQ(views->size(), 2U);
  EXPECT_TRUE(std::ranges::equal((*views)[0], entries[0]));
  EXPECT_TRUE(std::ranges::equal((*views)[1], entries[1]));
  for (std::size_t i = 0; i < bundle.size(); ++i) {
    Bytes bad = bundle;
    bad[i] ^= std::byte{4};
    ASSERT_FALSE(decode_bundle(bad)) << i;
    ASSERT_FALSE(decode_bundle(View(bundle).first(i))) << i;
  }
}

}  // namespace
}  // namespace slipway::cache
