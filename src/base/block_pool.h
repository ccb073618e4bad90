// Memory for objects of one type that come and go: std::allocate_shared without a heap allocation once as
// many were alive at a time.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "base/check.h"

namespace slipway {

/// Keeps the blocks that were given back until it ends. All blocks have the size of the first. Safe from many
/// threads.
class BlockPool {
 public:
  BlockPool() = default;
  ~BlockPool() {
    for (void* block : free_) ::operator delete(block);
  }
  BlockPool(const BlockPool&) = delete;
  BlockPool& operator=(const BlockPool&) = delete;

  void* take(std::size_t bytes) {
    {
      const std::lock_guard lock(mutex_);
      SLIPWAY_CHECK(block_bytes_ == 0 || block_bytes_ == bytes);
      block_bytes_ = bytes;
      if (!free_.empty()) {
        void* block = free_.back();
        free_.pop_back();
        return block;
      }
      free_.reserve(++made_);  // so that giving back never allocates
    }
    return ::operator new(bytes);
  }
  void give_back(void* block) noexcept {
    const std::lock_guard lock(mutex_);
    free_.push_back(block);
  }

 private:
  std::mutex mutex_;  // guards what follows
  std::vector<void*> free_;
  std::size_t made_ = 0;
  std::size_t block_bytes_ = 0;
};

/// Gives the blocks of a pool to std::allocate_shared, and keeps the pool alive with them.
template <class T>
class BlockAllocator {
 public:
  using value_type = T;
  explicit BlockAllocator(std::shared_ptr<BlockPool> pool) : pool_(std::move(pool)) {}
  template <class U>
  BlockAllocator(const BlockAllocator<U>& other) : pool_(other.pool()) {}

  T* allocate(std::size_t count) {
    static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    SLIPWAY_CHECK(count == 1);
    return static_cast<T*>(pool_->take(sizeof(T)));
  }
  void deallocate(T* object, std::size_t) noexcept { pool_->give_back(object); }
  [[nodiscard]] const std::shared_ptr<BlockPool>& pool() const { return pool_; }
  template <class U>
  bool operator==(const BlockAllocator<U>& other) const {
    return pool_ == other.pool();
  }

 private:
  std::shared_ptr<BlockPool> pool_;
};

/// A new T in a block of `pool`, which has blocks of one type only.
template <class T, class... Arguments>
std::shared_ptr<T> make_shared_in(const std::shared_ptr<BlockPool>& pool, Arguments&&... arguments) {
  return std::allocate_shared<T>(BlockAllocator<T>(pool), std::forward<Arguments>(arguments)...);
}

}  // namespace slipway
