// A store's directory:
//
//   usage               see usage.cpp
//   tmp/                what is being written
//   ab/c…-kernel        an entry: shard and name are the 32 hex digits of its key's hash, then its stage
//   displaced-…         what stood where one of these belongs and was something else
#include "cache/disk_store.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace slipway::cache {
namespace {

// Files after which a store looks at no further directory: millions of them must not hold it, or those who
// wait.
constexpr std::size_t most_examined = 16384;
// A write takes milliseconds; what is older was left by a process that died.
constexpr std::int64_t abandoned_ns = 60'000'000'000;

std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

std::unexpected<Error> refused(int problem, std::string_view what) {
  return fail(ErrorCode::io, fmt::format("{}: {}", what, std::strerror(problem)));
}

bool is_read_only(int problem) { return problem == EROFS || problem == EACCES || problem == EPERM; }

}  // namespace

std::string_view to_string(Miss miss) {
  switch (miss) {
    case Miss::absent: return "absent";
    case Miss::damaged: return "damaged";
    case Miss::old: return "of another format version";
    case Miss::other_key: return "of another key";
    case Miss::foreign: return "not a file of this user";
    case Miss::unreadable: return "unreadable";
  }
  return "absent";
}

CacheAnswer answer(const Loaded& loaded) {
  if (loaded.payload) return {CacheOutcome::hit, {}};
  const bool absent = loaded.reason == Miss::absent;
  return {absent ? CacheOutcome::miss : CacheOutcome::rejected, std::string(to_string(loaded.reason))};
}

Result<std::unique_ptr<DiskStore>> DiskStore::open(DiskOptions options) {
  SLIPWAY_TRY(auto root, open_private_directory(options.root, options.create));
  return std::unique_ptr<DiskStore>(new DiskStore(std::move(options), std::move(root)));
}

Loaded DiskStore::missed(Stage stage, Miss reason) {
  counters(stage).misses += 1;
  if (reason != Miss::absent) counters(stage).rejected += 1;
  return {.reason = reason};
}

Loaded DiskStore::load(Stage stage, View key) {
  const Place place = place_of(stage, key);
  const Descriptor shard = open_subdirectory(root_.get(), place.shard, false);
  if (!shard.open()) {
    const bool absent = errno == ENOENT;
    const bool odd = errno == ELOOP || errno == ENOTDIR;
    return missed(stage, absent ? Miss::absent : odd ? Miss::foreign : Miss::unreadable);
  }
  const ReadFile file = read_file(shard.get(), place.name, options_.limit, true);
  switch (file.outcome) {
    case ReadOutcome::done: break;
    case ReadOutcome::absent: return missed(stage, Miss::absent);
    case ReadOutcome::foreign: return missed(stage, Miss::foreign);
    case ReadOutcome::unreadable: return missed(stage, Miss::unreadable);
    case ReadOutcome::too_large: return missed(stage, Miss::damaged);
  }
  const Decoded decoded = decode_entry(file.bytes);
  if (!decoded.entry) return missed(stage, decoded.fault == EntryFault::old ? Miss::old : Miss::damaged);
  if (decoded.entry->stage != stage || !std::ranges::equal(decoded.entry->key, key))
    return missed(stage, Miss::other_key);
  counters(stage).hits += 1;
  counters(stage).bytes_read += file.bytes.size();
  return {.payload = Bytes(decoded.entry->payload.begin(), decoded.entry->payload.end())};
}

void DiskStore::reject(Stage stage) {
  counters(stage).hits -= 1;
  counters(stage).misses += 1;
  counters(stage).rejected += 1;
}

void DiskStore::store(Stage stage, View key, View payload, View note) {
  if (read_only_) return;
  const auto written = write(stage, key, encode_entry(stage, key, payload, note));
  if (written) return;
  counters(stage).failures += 1;
  if (options_.warn && !warned_.exchange(true))
    options_.warn(fmt::format("cannot keep compiled programs in '{}': {}", options_.root.string(),
                              written.error().message()));
}

Result<> DiskStore::write(Stage stage, View key, View bytes) {
  if (bytes.size() > options_.limit) return {};  // it would displace all others and then itself
  std::call_once(swept_, [this] { sweep_temporaries(); });
  const Descriptor temporaries = open_subdirectory(root_.get(), "tmp", true);
  if (!temporaries.open()) {
    read_only_ = is_read_only(errno);
    return refused(errno, "making a directory");
  }
  const std::string temporary = unique_name();
  if (const int problem = write_new_file(temporaries.get(), temporary, bytes); problem != 0) {
    read_only_ = is_read_only(problem);
    return refused(problem, "writing an entry");
  }
  auto published = publish(temporaries.get(), temporary, stage, key, bytes.size());
  if (!published) {
    ::unlinkat(temporaries.get(), temporary.c_str(), 0);
    return published;
  }
  counters(stage).stores += 1;
  counters(stage).bytes_written += bytes.size();
  return {};
}

Result<> DiskStore::publish(int temporaries, const std::string& temporary, Stage stage, View key,
                            std::uint64_t bytes) {
  const Place place = place_of(stage, key);
  LockedUsage usage;
  if (const int problem = LockedUsage::lock(root_.get(), usage); problem != 0)
    return refused(problem, "locking the cache");
  const Descriptor shard = open_subdirectory(root_.get(), place.shard, true);
  if (!shard.open()) return refused(errno, "making a directory");
  const std::uint64_t replaced = status_of(shard.get(), place.name).bytes;
  SLIPWAY_TRY_VOID(make_room(usage, place, bytes, replaced));
  const auto name_entry = [&] {
    return ::renameat(temporaries, temporary.c_str(), shard.get(), place.name.c_str()) == 0 ? 0 : errno;
  };
  int problem = name_entry();
  if (problem == EISDIR) {
    problem = move_aside(shard.get(), place.name, root_.get());
    if (problem == 0) problem = name_entry();
  }
  if (problem != 0) return refused(problem, "naming an entry");
  if (replaced != 0) {
    usage.subtract(shard_number(place.shard), replaced);
    static_cast<void>(usage.write());  // else it stays too large
  }
  return {};
}

// Counts the directories that are not counted yet, or lists all, from `first` on until many files were seen.
// Whether that were all.
bool DiskStore::examine(LockedUsage& usage, std::size_t first, bool is_listing,
                        std::vector<EntryFile>& files) const {
  for (std::size_t i = 0; i < shard_count; ++i) {
    const std::size_t shard = (first + i) % shard_count;
    if (!is_listing && usage.is_counted(shard)) continue;
    if (files.size() >= most_examined) return false;
    usage.set(shard, list_shard(root_.get(), shard, files));
  }
  return true;
}

// Removes what is over the limit once `added` bytes take the place of `replaced`, and notes the added ones.
Result<> DiskStore::make_room(LockedUsage& usage, const Place& place, std::uint64_t added,
                              std::uint64_t replaced) {
  const std::size_t own = shard_number(place.shard);
  std::vector<EntryFile> files;
  examine(usage, own, false, files);
  const auto total = [&] { return usage.total() - std::min(usage.total(), replaced) + added; };
  if (total() > options_.limit) {
    files.clear();
    const bool is_whole = examine(usage, own, true, files);
    std::erase_if(files, [&](const EntryFile& file) { return Place{file.shard, file.name} == place; });
    // A little more than needed, so that a full cache does not look for room at each store.
    const std::uint64_t wanted = total() > options_.limit ? total() - options_.limit + options_.limit / 8 : 0;
    // Of a part, only the older half: the rest may be younger than all that was not seen.
    std::ranges::sort(files, {}, &EntryFile::last_use_ns);
    if (!is_whole) files.resize(files.size() / 2);
    evict(usage, files, wanted);
  }
  usage.add(own, added);
  if (const int problem = usage.write(); problem != 0) return refused(problem, "noting the cache's size");
  return {};
}

// Removes files in their order until so many bytes are free; the number of files.
std::uint64_t DiskStore::evict(LockedUsage& usage, const std::vector<EntryFile>& files,
                               std::uint64_t wanted) {
  std::uint64_t freed = 0;
  std::uint64_t count = 0;
  for (const EntryFile& file : files) {
    if (freed >= wanted) break;
    const auto removed = unlink(file);
    if (!removed || !*removed) continue;
    freed += file.bytes;
    count += 1;
    usage.subtract(shard_number(file.shard), file.bytes);
    counters(file.stage).evictions += 1;
  }
  return count;
}

DiskCacheStats DiskStore::stats() const {
  const auto of = [this](Stage stage) -> StageStats {
    const Counters& c = counters_[static_cast<std::size_t>(stage)];
    return {c.hits.load(),     c.misses.load(),    c.rejected.load(),   c.stores.load(),
            c.failures.load(), c.evictions.load(), c.bytes_read.load(), c.bytes_written.load()};
  };
  return {of(Stage::source), of(Stage::kernel), of(Stage::driver)};
}

std::vector<EntryFile> DiskStore::list() const {
  std::vector<EntryFile> files;
  for (std::size_t shard = 0; shard < shard_count; ++shard) list_shard(root_.get(), shard, files);
  return files;
}

Bytes DiskStore::read(const EntryFile& file) const {
  const Descriptor directory = open_subdirectory(root_.get(), file.shard, false);
  if (!directory.open()) return {};
  return read_file(directory.get(), file.name, UINT64_MAX, false).bytes;
}

bool DiskStore::valid(const EntryFile& file, View bytes) const {
  const Decoded decoded = decode_entry(bytes);
  if (!decoded.entry) return false;
  const Place place = place_of(decoded.entry->stage, decoded.entry->key);
  return place.shard == file.shard && place.name == file.name;
}

Result<bool> DiskStore::unlink(const EntryFile& file) const {
  const Descriptor directory = open_subdirectory(root_.get(), file.shard, false);
  if (!directory.open()) return false;
  if (::unlinkat(directory.get(), file.name.c_str(), 0) == 0) return true;
  if (errno == ENOENT) return false;
  return refused(errno, fmt::format("removing '{}/{}'", file.shard, file.name));
}

Result<std::uint64_t> DiskStore::remove(const std::vector<EntryFile>& files) {
  LockedUsage usage;
  if (const int problem = LockedUsage::lock(root_.get(), usage); problem != 0)
    return refused(problem, "locking the cache");
  std::uint64_t removed = 0;
  Result<> outcome;
  for (const EntryFile& file : files) {
    const auto gone = unlink(file);
    if (!gone) {
      outcome = std::unexpected(gone.error());
      break;
    }
    if (!*gone) continue;
    removed += 1;
    usage.subtract(shard_number(file.shard), file.bytes);
  }
  if (const int problem = usage.write(); problem != 0) return refused(problem, "noting the cache's size");
  SLIPWAY_TRY_VOID(outcome);
  return removed;
}

Result<std::uint64_t> DiskStore::prune(std::uint64_t limit) {
  LockedUsage usage;
  if (const int problem = LockedUsage::lock(root_.get(), usage); problem != 0)
    return refused(problem, "locking the cache");
  sweep_temporaries();
  std::vector<EntryFile> files;
  for (std::size_t shard = 0; shard < shard_count; ++shard)
    usage.set(shard, list_shard(root_.get(), shard, files));
  std::ranges::sort(files, {}, &EntryFile::last_use_ns);
  const std::uint64_t evicted = evict(usage, files, usage.total() - std::min(usage.total(), limit));
  if (const int problem = usage.write(); problem != 0) return refused(problem, "noting the cache's size");
  return evicted;
}

std::vector<std::string> DiskStore::displaced() const {
  std::vector<std::string> names;
  for_each_name(root_.get(), [&](const std::string& name) {
    if (is_displaced(name)) names.push_back(name);
  });
  return names;
}

Result<std::uint64_t> DiskStore::remove_displaced() {
  LockedUsage usage;
  if (const int problem = LockedUsage::lock(root_.get(), usage); problem != 0)
    return refused(problem, "locking the cache");
  const std::uint64_t count = displaced().size();
  // Directories in directories come beside them, so that no depth is too much.
  for (auto names = displaced(); !names.empty(); names = displaced())
    for (const std::string& name : names)
      if (const int problem = remove_or_flatten(root_.get(), name); problem != 0)
        return refused(problem, fmt::format("removing '{}'", name));
  return count;
}

void DiskStore::sweep_temporaries() const {
  const Descriptor directory = open_subdirectory(root_.get(), "tmp", false);
  if (!directory.open()) return;
  for_each_name(directory.get(), [&](const std::string& name) {
    const FileStatus status = status_of(directory.get(), name);
    if (status.regular && status.last_use_ns < now_ns() - abandoned_ns)
      ::unlinkat(directory.get(), name.c_str(), 0);
  });
}

}  // namespace slipway::cache

namespace slipway {

std::string_view to_string(CacheOutcome outcome) {
  switch (outcome) {
    case CacheOutcome::unused: return "unused";
    case CacheOutcome::hit: return "hit";
    case CacheOutcome::miss: return "miss";
    case CacheOutcome::rejected: return "rejected";
  }
  return "unused";
}

}  // namespace slipway
