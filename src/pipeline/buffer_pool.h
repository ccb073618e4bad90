// Buffers of a device that are used again instead of being made again.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <slipway/device.h>

#include "base/block_pool.h"
#include "hal/device.h"

namespace slipway::pipeline {

/// Hands out whole buffers of a size class. A buffer comes back by itself when its last holder lets go of it:
/// submissions hold what they use, so it is idle then. Its contents are those of its last use: whoever takes
/// one overwrites or zeroes all of it before a kernel or the host reads from it. Handing out an idle buffer
/// and taking it back allocate nothing. Safe from many threads.
class BufferPool : public std::enable_shared_from_this<BufferPool> {
 public:
  /// Keeps idle buffers of at most `most_idle_bytes` together; those idle for longest are given back first.
  /// `let_go` is called where the device has no memory left, and lets go of buffers that could be spared.
  BufferPool(std::shared_ptr<hal::Device> device, std::uint64_t most_idle_bytes,
             std::function<void()> let_go = {});

  /// At least `size` bytes. Where the device has no memory left, what can be spared and idle buffers are
  /// given back before that is an error, which says how much is in use.
  Result<std::shared_ptr<hal::Buffer>> take(std::uint64_t size, hal::MemoryKind kind);
  /// Of buffers in the device's memory.
  [[nodiscard]] BufferStats stats() const;
  /// Of buffers in pinned memory of the host.
  [[nodiscard]] BufferStats staging_stats() const;

  /// What a request of `size` bytes gets: at most an eighth more, and above 16 MiB just that.
  [[nodiscard]] static std::uint64_t size_class(std::uint64_t size);

 private:
  using Class = std::pair<hal::MemoryKind, std::uint64_t>;
  struct Idle {
    std::shared_ptr<hal::Buffer> buffer;
    std::uint64_t since = 0;  // in buffers that came back
  };

  using Idles = std::multimap<Class, Idle>;  // of a class, in the order in which they came back
  using Place = Idles::node_type;            // a buffer's own, also while it is in use

  BufferStats& stats_of(const Class& which);
  Place take_idle(const Class& wanted);
  Result<Place> make(const Class& wanted, std::uint64_t size);
  void give_back(Place place) noexcept;
  [[nodiscard]] std::vector<std::shared_ptr<hal::Buffer>> drop_until(std::uint64_t most_bytes);

  const std::shared_ptr<hal::Device> device_;
  const std::uint64_t most_idle_bytes_;
  const std::function<void()> let_go_;
  const std::shared_ptr<BlockPool> counts_ = std::make_shared<BlockPool>();  // of the buffers' holders
  mutable std::mutex mutex_;  // guards what follows; never held while the device is called
  Idles idle_;
  std::uint64_t returns_ = 0;
  BufferStats stats_;
  BufferStats staging_;
};

}  // namespace slipway::pipeline
