// How many bytes the entries of each shard of a store have, kept in a file of the store that also is the lock
// of those who change it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "cache/files.h"
#include "cache/shards.h"

namespace slipway::cache {

/// The lock and the numbers under it. Not knowing a number is normal: the shard is counted anew then.
class LockedUsage {
 public:
  /// Waits at most five seconds for others; what is no file and stands in its place is moved aside. Zero, the
  /// lock and the numbers, or the errno of what failed.
  [[nodiscard]] static int lock(int root, LockedUsage& out);

  [[nodiscard]] bool is_counted(std::size_t shard) const { return bytes_.at(shard).has_value(); }
  void set(std::size_t shard, std::optional<std::uint64_t> bytes) { bytes_.at(shard) = bytes; }
  /// Nothing changes where the shard is not counted.
  void add(std::size_t shard, std::uint64_t bytes);
  void subtract(std::size_t shard, std::uint64_t bytes);
  /// Bytes of all shards: those that are not counted are taken to be like the mean of the others.
  [[nodiscard]] std::uint64_t total() const;

  /// 0 or an errno. What is written before a change counts what is to come, so that a writer that dies leaves
  /// a number that is too large rather than too small.
  [[nodiscard]] int write() const;

 private:
  void read();

  Descriptor file_;  // closing it unlocks
  std::array<std::optional<std::uint64_t>, shard_count> bytes_{};
};

}  // namespace slipway::cache
