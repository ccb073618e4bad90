// What hal/device.h asks of a list of commands.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hal/device.h"

namespace slipway::hal::validation {

/// `internal`: whoever called the device did what it may not.
[[nodiscard]] std::unexpected<Error> misuse(const std::string& what);

/// What one device has made and is still there. Safe from many threads.
class Objects {
 public:
  void add(const std::shared_ptr<Buffer>& buffer, MemoryKind kind);
  void add(const std::shared_ptr<Pipeline>& pipeline);
  /// Nothing for a buffer that is not one of them.
  [[nodiscard]] std::optional<MemoryKind> kind_of(const Buffer& buffer) const;
  [[nodiscard]] bool has(const Pipeline& pipeline) const;

 private:
  struct Made {
    std::weak_ptr<const void> object;
    MemoryKind kind = MemoryKind::device;
  };
  [[nodiscard]] std::optional<MemoryKind> find(const void* object) const;
  void add(const void* address, Made made);

  mutable std::mutex mutex_;  // guards made_
  std::map<const void*, Made> made_;
};

/// Bytes [begin, end) of a buffer that a command reads or writes.
struct Access {
  const Buffer* object = nullptr;  ///< to compare with; it may be gone
  std::weak_ptr<Buffer> buffer;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool writes = false;

  [[nodiscard]] bool overlaps(const Access& other) const {
    return object == other.object && begin < other.end && other.begin < end;
  }
};

enum class Submitted : bool { once, often };

/// The accesses of commands that are as they must be: objects of this device, ranges in bounds and aligned,
/// memory of the right kind, a Barrier between uses of the same bytes of which one writes, launches within
/// the target's limits. A misuse for others.
[[nodiscard]] Result<std::vector<Access>> check(std::span<const Command> commands, Submitted submitted,
                                                const Objects& objects, const kernel::Target& target);

}  // namespace slipway::hal::validation
