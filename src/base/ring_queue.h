// A queue that allocates only when it becomes longer than it ever was.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "base/check.h"

namespace slipway {

/// First in, first out. T is default-constructible; a place that is left is set back to `T()`.
template <class T>
class RingQueue {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] T& front() {
    SLIPWAY_CHECK(size_ != 0);
    return places_[first_];
  }
  void push(T value) {
    reserve(size_ + 1);
    places_[(first_ + size_) % places_.size()] = std::move(value);
    ++size_;
  }
  T pop() {
    T value = std::exchange(front(), T());
    first_ = (first_ + 1) % places_.size();
    --size_;
    return value;
  }
  /// Afterwards pushing up to `size` entries in all allocates nothing.
  void reserve(std::size_t size) {
    if (size <= places_.size()) return;
    std::vector<T> larger(size < 2 * places_.size() ? 2 * places_.size() : size);
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move(places_[(first_ + i) % places_.size()]);
    places_ = std::move(larger);
    first_ = 0;
  }

 private:
  std::vector<T> places_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace slipway
