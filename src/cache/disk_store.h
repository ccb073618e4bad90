// The cache on disk: one file an entry, shared by any number of processes.
//
// Readers take no lock: an entry appears whole, by a rename. Writers of one entry may race; the last one
// stays. Everything read is checked, and everything that cannot be used is a miss.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <slipway/cache.h>
#include <slipway/result.h>

#include "cache/entry.h"
#include "cache/files.h"
#include "cache/shards.h"
#include "cache/usage.h"

namespace slipway::cache {

struct DiskOptions {
  std::filesystem::path root;
  std::uint64_t limit = 1ULL << 30U;  ///< bytes of all entries together
  bool create = true;                 ///< make the directory where it is missing
  /// Takes one line, once, where entries cannot be kept.
  std::function<void(std::string_view)> warn = {};
};

enum class Miss : std::uint8_t {
  absent,
  damaged,     ///< cut off, altered, or larger than the whole cache may be
  old,         ///< another format version
  other_key,   ///< of another key with the same hash, or under another's name
  foreign,     ///< not a regular file of this user
  unreadable,  ///< the system refused
};
[[nodiscard]] std::string_view to_string(Miss miss);

struct Loaded {
  std::optional<Bytes> payload;
  Miss reason = Miss::absent;  ///< where there is no payload
};

/// The same for people: rejected where something was there that could not be used.
[[nodiscard]] CacheAnswer answer(const Loaded& loaded);

class DiskStore {
 public:
  /// Opens the directory and reads nothing in it. An `io` error where it cannot be used.
  static Result<std::unique_ptr<DiskStore>> open(DiskOptions options);

  [[nodiscard]] const std::filesystem::path& root() const { return options_.root; }
  [[nodiscard]] std::uint64_t limit() const { return options_.limit; }

  /// The payload kept under exactly this key.
  [[nodiscard]] Loaded load(Stage stage, View key);
  /// Keeps a payload, in place of what is there; what was used least recently leaves where the limit asks for
  /// it. The note says to people what it is. A failure is counted, and the first one warned of.
  void store(Stage stage, View key, View payload, View note = {});
  /// Counts a hit whose payload turned out to be of no use as a rejected miss, so that it gets replaced.
  void reject(Stage stage);
  [[nodiscard]] DiskCacheStats stats() const;

  /// Every entry file, in no order.
  [[nodiscard]] std::vector<EntryFile> list() const;
  /// The bytes of an entry file; empty where it is gone or not to be read.
  [[nodiscard]] Bytes read(const EntryFile& file) const;
  /// Whether its bytes are whole and stand under the name of their key.
  [[nodiscard]] bool valid(const EntryFile& file, View bytes) const;
  /// The number of those that were still there. An `io` error where the system refuses.
  Result<std::uint64_t> remove(const std::vector<EntryFile>& files);
  /// Removes the least recently used entries until `limit` holds, and what unfinished writes left. The number
  /// of entries removed.
  Result<std::uint64_t> prune(std::uint64_t limit);
  /// Names below the root of what stood where an entry or a directory of the store belongs.
  [[nodiscard]] std::vector<std::string> displaced() const;
  /// Removes these with all that is in them, following no link; their number.
  Result<std::uint64_t> remove_displaced();

 private:
  struct Counters {
    std::atomic<std::uint64_t> hits, misses, rejected, stores, failures, evictions, bytes_read, bytes_written;
  };

  DiskStore(DiskOptions options, Descriptor root) : options_(std::move(options)), root_(std::move(root)) {}
  Counters& counters(Stage stage) { return counters_[static_cast<std::size_t>(stage)]; }
  Loaded missed(Stage stage, Miss reason);
  Result<> write(Stage stage, View key, View bytes);
  Result<> publish(int temporaries, const std::string& temporary, Stage stage, View key, std::uint64_t bytes);
  Result<bool> unlink(const EntryFile& file) const;
  bool examine(LockedUsage& usage, std::size_t first, bool is_listing, std::vector<EntryFile>& files) const;
  std::uint64_t evict(LockedUsage& usage, const std::vector<EntryFile>& files, std::uint64_t wanted);
  Result<> make_room(LockedUsage& usage, const Place& place, std::uint64_t added, std::uint64_t replaced);
  void sweep_temporaries() const;

  DiskOptions options_;
  Descriptor root_;
  std::array<Counters, stage_count> counters_{};
  std::atomic<bool> warned_ = false;
  std::atomic<bool> read_only_ = false;  // nothing can be written here, so nothing is tried again
  std::once_flag swept_;
};

}  // namespace slipway::cache
