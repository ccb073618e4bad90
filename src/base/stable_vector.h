// A growing array whose elements never move.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace slipway {

/// Holds elements in chunks that are allocated whole, so that references stay valid as it grows and freeing
/// takes one call a chunk. Indices are checked by the chunk's `at`.
template <class T, std::size_t chunk = 128>
class StableVector {
 public:
  StableVector() = default;
  StableVector(StableVector&& other) noexcept
      : chunks_(std::move(other.chunks_)), size_(std::exchange(other.size_, 0)) {}
  StableVector& operator=(StableVector&& other) noexcept {
    chunks_ = std::move(other.chunks_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ~StableVector() = default;

  void push_back(T value) {
    if (size_ % chunk == 0) chunks_.emplace_back().reserve(chunk);
    chunks_.back().push_back(std::move(value));
    ++size_;
  }
  [[nodiscard]] T& at(std::size_t i) { return chunks_.at(i / chunk).at(i % chunk); }
  [[nodiscard]] const T& at(std::size_t i) const { return chunks_.at(i / chunk).at(i % chunk); }
  [[nodiscard]] T& operator[](std::size_t i) { return chunks_[i / chunk][i % chunk]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return chunks_[i / chunk][i % chunk]; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

 private:
  std::vector<std::vector<T>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace slipway
