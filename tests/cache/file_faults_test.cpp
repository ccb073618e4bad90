// The store with file calls that fail, and with processes that are killed, at each call in turn. The linker
// puts the functions below in the place of the system's (--wrap in CMakeLists.txt).
#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cache/store_directory.h"

namespace {

enum class Then : std::uint8_t {
  fail,
  fail_for_good,  // of calls that take room on the disk: this one and all later ones
  die,            // once it is made, which is as good as before the next one
  die_halfway,    // of calls that write: with half the bytes written
};

enum class Effect : std::uint8_t { none, takes_room, writes };

// What is to happen at one of the calls that the store makes, or at one of those with an effect.
struct Fault {
  bool is_armed = false;
  std::uint64_t at = 0;
  Then then = Then::fail;
  int problem = 0;
  std::uint64_t calls = 0;
};
Fault fault;

bool strikes(Effect effect) {
  if (!fault.is_armed || (fault.then == Then::fail_for_good && effect == Effect::none) ||
      (fault.then == Then::die_halfway && effect != Effect::writes))
    return false;
  const std::uint64_t call = fault.calls++;
  return call == fault.at || (call > fault.at && fault.then == Then::fail_for_good);
}

bool is_failing() { return fault.then == Then::fail || fault.then == Then::fail_for_good; }

[[noreturn]] void die() {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

template <class Call>
auto intercept(Call call, Effect effect = Effect::none) -> decltype(call()) {
  if (!strikes(effect)) return call();
  if (is_failing()) {
    errno = fault.problem;
    return -1;
  }
  static_cast<void>(call());
  die();
}

// How much of what is to be written gets written.
std::size_t written_of(std::size_t size) {
  const bool is_half = fault.is_armed && fault.then == Then::die_halfway && fault.calls == fault.at;
  return is_half ? size / 2 : size;
}

}  // namespace

extern "C" {
#define SLIPWAY_INTERCEPT(result, name, ...)                \
  result real_##name(__VA_ARGS__) __asm__("__real_" #name); \
  result intercepted_##name(__VA_ARGS__) __asm__("__wrap_" #name)

SLIPWAY_INTERCEPT(int, openat, int directory, const char* path, int flags, ...);
SLIPWAY_INTERCEPT(ssize_t, read, int file, void* bytes, std::size_t size);
SLIPWAY_INTERCEPT(ssize_t, pread, int file, void* bytes, std::size_t size, off_t offset);
SLIPWAY_INTERCEPT(ssize_t, write, int file, const void* bytes, std::size_t size);
SLIPWAY_INTERCEPT(ssize_t, pwrite, int file, const void* bytes, std::size_t size, off_t offset);
SLIPWAY_INTERCEPT(int, fstat, int file, struct stat* status);
SLIPWAY_INTERCEPT(int, close, int file);
SLIPWAY_INTERCEPT(int, flock, int file, int operation);
SLIPWAY_INTERCEPT(int, futimens, int file, const timespec* times);
SLIPWAY_INTERCEPT(int, mkdirat, int directory, const char* path, mode_t mode);
SLIPWAY_INTERCEPT(int, renameat, int from, const char* path, int to, const char* name);
SLIPWAY_INTERCEPT(int, unlinkat, int directory, const char* path, int flags);
#undef SLIPWAY_INTERCEPT

int intercepted_openat(int directory, const char* path, int flags, ...) {
  constexpr mode_t mode = 0600;  // the store's for every file
  return intercept([&] { return real_openat(directory, path, flags, mode); },
                   (flags & O_CREAT) != 0 ? Effect::takes_room : Effect::none);
}
ssize_t intercepted_read(int file, void* bytes, std::size_t size) {
  return intercept([&] { return real_read(file, bytes, size); });
}
ssize_t intercepted_pread(int file, void* bytes, std::size_t size, off_t offset) {
  return intercept([&] { return real_pread(file, bytes, size, offset); });
}
ssize_t intercepted_write(int file, const void* bytes, std::size_t size) {
  size = written_of(size);
  return intercept([&] { return real_write(file, bytes, size); }, Effect::writes);
}
ssize_t intercepted_pwrite(int file, const void* bytes, std::size_t size, off_t offset) {
  size = written_of(size);
  return intercept([&] { return real_pwrite(file, bytes, size, offset); }, Effect::writes);
}
int intercepted_fstat(int file, struct stat* status) {
  return intercept([&] { return real_fstat(file, status); });
}
int intercepted_close(int file) {
  if (!strikes(Effect::none)) return real_close(file);
  static_cast<void>(real_close(file));  // also where it says that something went wrong
  if (!is_failing()) die();
  errno = fault.problem;
  return -1;
}
int intercepted_flock(int file, int operation) {
  return intercept([&] { return real_flock(file, operation); });
}
int intercepted_futimens(int file, const timespec* times) {
  return intercept([&] { return real_futimens(file, times); });
}
int intercepted_mkdirat(int directory, const char* path, mode_t mode) {
  return intercept([&] { return real_mkdirat(directory, path, mode); }, Effect::takes_room);
}
int intercepted_renameat(int from, const char* path, int to, const char* name) {
  return intercept([&] { return real_renameat(from, path, to, name); }, Effect::takes_room);
}
int intercepted_unlinkat(int directory, const char* path, int flags) {
  return intercept([&] { return real_unlinkat(directory, path, flags); });
}
}

namespace slipway::cache {
namespace {

// What a store that is struck by a fault finds in its directory.
enum class Before : std::uint8_t { nothing, an_older_entry, a_full_cache };

class FileFaults : public DiskStoreTest {
 protected:
  static constexpr std::uint64_t limit = 16 * (1000 + 3 + entry_overhead);

  void prepare(Before before) {
    fs::remove_all(root_);
    warnings_.clear();
    if (before == Before::nothing) return;
    const auto store = open(limit);
    if (before == Before::a_full_cache)
      for (int i = 0; i < 15; ++i)
        store->store(Stage::kernel, bytes(fmt::format("{:03}", i)), filled(1000, i));
    store->store(Stage::kernel, bytes("key"), older(before));
  }
  // Larger or smaller than what takes its place.
  static Bytes older(Before before) { return filled(before == Before::an_older_entry ? 2000 : 1000, 77); }

  static void store_new(DiskStore& store) { store.store(Stage::kernel, bytes("key"), filled(1500, 88)); }

  // What is there is whole, and the next store works. Gives whether the new entry was there already.
  bool expect_working(Before before) {
    const auto store = open(limit);
    for (const EntryFile& file : store->list()) EXPECT_TRUE(store->valid(file, store->read(file)));
    const Loaded found = store->load(Stage::kernel, bytes("key"));
    const bool is_new = found.payload == filled(1500, 88);
    const bool is_old = before == Before::nothing ? !found.payload && found.reason == Miss::absent
                                                  : found.payload == older(before);
    EXPECT_TRUE(is_new || is_old) << to_string(found.reason);
    // Where a directory could not be looked into, its size is a guess.
    EXPECT_LE(total_entry_bytes(), limit + 1500 + 3 + entry_overhead);
    store_new(*store);
    EXPECT_EQ(store->load(Stage::kernel, bytes("key")).payload, filled(1500, 88));
    EXPECT_LE(total_entry_bytes(), limit);
    EXPECT_GE(counted(), total_entry_bytes());
    EXPECT_EQ(kernel_stats(store->stats()).failures, 0U);
    return is_new;
  }
  std::uint64_t total_entry_bytes() {
    std::uint64_t sum = 0;
    for (const EntryFile& file : open(limit)->list()) sum += file.bytes;
    return sum;
  }
};

TEST_F(FileFaults, calls_that_fail_are_one_warning_and_leave_whole_entries) {
  for (const Before before : {Before::nothing, Before::an_older_entry, Before::a_full_cache})
    for (const int problem : {EDQUOT, ENOSPC, EIO})
      for (const Then then : {Then::fail, Then::fail_for_good}) {
        if (before != Before::an_older_entry && then == Then::fail && problem != EIO) continue;  // many calls
        std::uint64_t failures = 0;
        bool is_struck = true;
        for (std::uint64_t at = 0; is_struck; ++at) {
          prepare(before);
          const auto store = open(limit);
          fault = {.is_armed = true, .at = at, .then = then, .problem = problem};
          store_new(*store);
          fault.is_armed = false;
          is_struck = fault.calls > at;
          SCOPED_TRACE(fmt::format("call {} with {}", at, problem));
          const StageStats stats = kernel_stats(store->stats());
          ASSERT_EQ(stats.stores + stats.failures, 1U);
          ASSERT_EQ(warnings_.size(), stats.failures);
          ASSERT_EQ(temporaries(), 0U);
          failures += stats.failures;
          ASSERT_EQ(expect_working(before), stats.stores == 1);
          ASSERT_EQ(warnings_.size(), stats.failures);
        }
        EXPECT_GE(failures, 4U);
      }
}

TEST_F(FileFaults, a_writer_killed_at_any_call_leaves_a_working_cache) {
  for (const Before before : {Before::nothing, Before::an_older_entry, Before::a_full_cache})
    for (const Then then : {Then::die, Then::die_halfway}) {
      bool is_struck = true;
      std::uint64_t kept = 0;
      std::uint64_t at = 0;
      for (; is_struck; ++at) {
        prepare(before);
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
          const auto store = open(limit);
          fault = {.is_armed = true, .at = at, .then = then};
          store_new(*store);
          fault.is_armed = false;
          _exit(0);
        }
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        is_struck = WIFSIGNALED(status);
        SCOPED_TRACE(fmt::format("call {}", at));
        kept += expect_working(before) ? 1 : 0;
        ASSERT_TRUE(warnings_.empty());
        ASSERT_FALSE(HasFailure());
      }
      EXPECT_GE(at, then == Then::die ? 12U : 3U);
      EXPECT_GE(kept, 1U);
    }
}

}  // namespace
}  // namespace slipway::cache
