#include "pipeline/buffer_pool.h"

#include <bit>
#include <iterator>
#include <new>
#include <string>

#include <fmt/format.h>

namespace slipway::pipeline {

BufferPool::BufferPool(std::shared_ptr<hal::Device> device, std::uint64_t most_idle_bytes,
                       std::function<void()> let_go)
    : device_(std::move(device)), most_idle_bytes_(most_idle_bytes), let_go_(std::move(let_go)) {}

std::uint64_t BufferPool::size_class(std::uint64_t size) {
  constexpr std::uint64_t smallest = 256;
  constexpr std::uint64_t largest = 16U << 20U;
  if (size <= smallest) return smallest;
  if (size > largest) return size;
  const auto unit = std::bit_width(size) - 4;  // log2 of an eighth of the power of two below
  return (((size - 1) >> unit) + 1) << unit;
}

Result<std::shared_ptr<hal::Buffer>> BufferPool::take(std::uint64_t size, hal::MemoryKind kind) {
  const Class wanted{kind, size_class(size)};
  Place place = take_idle(wanted);
  if (place.empty()) {
    SLIPWAY_TRY(place, make(wanted, size));
  }
  // The same object under a count of its own, whose end brings it back.
  hal::Buffer* const object = place.mapped().buffer.get();
  auto bring_back = [pool = weak_from_this(), own = std::move(place)](hal::Buffer*) mutable {
    if (const auto alive = pool.lock()) alive->give_back(std::move(own));
  };
  return std::shared_ptr<hal::Buffer>(object, std::move(bring_back), BlockAllocator<hal::Buffer>(counts_));
}

BufferStats& BufferPool::stats_of(const Class& which) {
  return which.first == hal::MemoryKind::device ? stats_ : staging_;
}

BufferPool::Place BufferPool::take_idle(const Class& wanted) {
  const std::lock_guard lock(mutex_);
  const auto behind = idle_.upper_bound(wanted);
  if (behind == idle_.begin() || std::prev(behind)->first != wanted) return {};
  BufferStats& stats = stats_of(wanted);
  stats.reuses += 1;
  stats.used_bytes += wanted.second;
  stats.idle -= 1;
  stats.idle_bytes -= wanted.second;
  return idle_.extract(std::prev(behind));
}

Result<BufferPool::Place> BufferPool::make(const Class& wanted, std::uint64_t size) {
  auto made = device_->create_buffer(wanted.second, wanted.first);
  if (!made && made.error().code() == ErrorCode::out_of_memory) {
    if (let_go_) let_go_();
    static_cast<void>(drop_until(0));  // destroys them here
    made = device_->create_buffer(wanted.second, wanted.first);
  }
  const std::lock_guard lock(mutex_);
  if (!made) {
    const std::uint64_t all = device_->info().memory_bytes;
    const std::string of_all = all == 0 ? "" : fmt::format(" of the device's {}", all);
    return std::unexpected(std::move(made).error().while_doing(
        fmt::format("making a buffer of {} bytes with {}{} bytes in use", size, stats_.used_bytes, of_all)));
  }
  Idles one;
  Place place = one.extract(one.emplace(wanted, Idle{*std::move(made)}));
  stats_of(wanted).allocations += 1;
  stats_of(wanted).used_bytes += wanted.second;
  return place;
}

void BufferPool::give_back(Place place) noexcept {
  const Class of = place.key();
  try {
    {
      const std::lock_guard lock(mutex_);
      BufferStats& stats = stats_of(of);
      stats.used_bytes -= of.second;
      if (of.second > most_idle_bytes_) {  // it ends behind the lock
        stats.evictions += 1;
        return;
      }
      place.mapped().since = returns_;
      idle_.insert(std::move(place));
      returns_ += 1;
      stats.idle += 1;
      stats.idle_bytes += of.second;
    }
    static_cast<void>(drop_until(most_idle_bytes_));  // destroys them here, without the lock
  } catch (const std::bad_alloc&) {
    return;  // no memory for the list of those to drop: whichever comes back next drops them
  }
}

std::vector<std::shared_ptr<hal::Buffer>> BufferPool::drop_until(std::uint64_t most_bytes) {
  std::vector<std::shared_ptr<hal::Buffer>> dropped;
  const std::lock_guard lock(mutex_);
  while (stats_.idle_bytes + staging_.idle_bytes > most_bytes) {
    auto oldest = idle_.begin();
    for (auto at = oldest; at != idle_.end(); at = idle_.upper_bound(at->first))  // the first of each class
      if (at->second.since < oldest->second.since) oldest = at;
    dropped.push_back(std::move(oldest->second.buffer));
    BufferStats& stats = stats_of(oldest->first);
    stats.evictions += 1;
    stats.idle -= 1;
    stats.idle_bytes -= oldest->first.second;
    idle_.erase(oldest);
  }
  return dropped;
}

BufferStats BufferPool::stats() const {
  const std::lock_guard lock(mutex_);
  return stats_;
}

BufferStats BufferPool::staging_stats() const {
  const std::lock_guard lock(mutex_);
  return staging_;
}

}  // namespace slipway::pipeline
