// A cache in memory with two bounds, and calls that many threads share.
#pragma once

#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <slipway/cache.h>

namespace slipway::cache {

struct MemoryBounds {
  std::uint64_t entries = 256;
  std::uint64_t bytes = 256ULL << 20U;
};

/// A sum of sizes; empty once it does not fit 64 bits.
class Cost {
 public:
  Cost& add(std::uint64_t bytes) {
    if (sum_ && *sum_ > UINT64_MAX - bytes) sum_.reset();
    if (sum_) *sum_ += bytes;
    return *this;
  }
  [[nodiscard]] std::optional<std::uint64_t> bytes() const { return sum_; }

 private:
  std::optional<std::uint64_t> sum_ = 0;
};

/// Values by key, the least recently used going first where a bound is passed. Keys are compared in full, so
/// that equal hashes are no hits. Values are cheap handles: those that left are still good where they are
/// held. Safe from many threads.
template <class Key, class Value, class Hash = std::hash<Key>>
class MemoryCache {
 public:
  explicit MemoryCache(MemoryBounds bounds) : bounds_(bounds) {}

  [[nodiscard]] std::optional<Value> find(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = index_.find(key);
    if (found == index_.end()) {
      ++stats_.misses;
      return std::nullopt;
    }
    ++stats_.hits;
    order_.splice(order_.begin(), order_, found->second);
    return found->second->value;
  }

  /// The same without being counted and without counting as a use.
  [[nodiscard]] std::optional<Value> peek(const Key& key) const {
    const std::lock_guard lock(mutex_);
    const auto found = index_.find(key);
    if (found == index_.end()) return std::nullopt;
    return found->second->value;
  }

  /// Replaces what is there under the key. A value whose cost alone is over the bound, or has no number, is
  /// not kept.
  void insert(const Key& key, Value value, const Cost& cost) {
    std::vector<Value> dropped;  // released outside the lock: the last handle of something may end here
    const std::lock_guard lock(mutex_);
    if (const auto old = index_.find(key); old != index_.end()) drop(old->second, dropped);
    if (!cost.bytes() || *cost.bytes() > bounds_.bytes || bounds_.entries == 0) return;
    while (!order_.empty() &&
           (stats_.entries >= bounds_.entries || stats_.bytes > bounds_.bytes - *cost.bytes())) {
      drop(std::prev(order_.end()), dropped);
      ++stats_.evictions;
    }
    order_.push_front({key, std::move(value), *cost.bytes()});
    index_.emplace(key, order_.begin());
    ++stats_.entries;
    stats_.bytes += *cost.bytes();
  }

  [[nodiscard]] MemoryCacheStats stats() const {
    const std::lock_guard lock(mutex_);
    return stats_;
  }

 private:
  struct Entry {
    Key key;
    Value value;
    std::uint64_t cost = 0;
  };
  using Position = typename std::list<Entry>::iterator;

  void drop(Position entry, std::vector<Value>& dropped) {
    stats_.bytes -= entry->cost;
    --stats_.entries;
    dropped.push_back(std::move(entry->value));
    index_.erase(entry->key);
    order_.erase(entry);
  }

  const MemoryBounds bounds_;
  mutable std::mutex mutex_;  // guards all below
  std::list<Entry> order_;    // the most recently used first
  std::unordered_map<Key, Position, Hash> index_;
  MemoryCacheStats stats_;
};

}  // namespace slipway::cache
