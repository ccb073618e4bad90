// How many bytes the entries of a store have together, kept in a file of it that also is the lock of those
// who change the store.
#pragma once

#include <cstdint>
#include <optional>

#include "cache/files.h"

namespace slipway::cache {

/// The lock and the number under it. Not knowing the number is normal: it is counted anew then.
class LockedUsage {
 public:
  /// Waits at most five seconds for others; what is no file and stands in its place is moved aside. Zero and
  /// the lock, or the errno of what failed.
  [[nodiscard]] static int lock(int root, LockedUsage& out);
  [[nodiscard]] std::optional<std::uint64_t> read() const;
  /// 0 or an errno. What is written before a change counts what is to come, so that a writer that dies leaves
  /// a number that is too large rather than too small.
  [[nodiscard]] int write(std::uint64_t bytes) const;

 private:
  Descriptor file_;  // closing it unlocks
};

}  // namespace slipway::cache
