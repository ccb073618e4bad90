// Host memory that devices copy from and to by themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include <slipway/no_throw.h>
#include <slipway/result.h>

namespace slipway {

namespace pipeline {
class HostState;

/// That elements [first, first + count) are among `size`; else `invalid_argument`, for the call `what`.
[[nodiscard]] Result<> check_elements(const char* what, std::uint64_t first, std::uint64_t count,
                                      std::uint64_t size);
/// Of `count` elements; `invalid_argument` where that does not fit 64 bits.
[[nodiscard]] Result<std::uint64_t> bytes_of(std::uint64_t count, std::uint64_t element_bytes);
}  // namespace pipeline

/// Pinned bytes, mapped for as long as a handle lives. Copies of a handle and slices name the same memory.
/// Given to an upload, a download or a run on its device, it is read and written by the device itself; on
/// another device it is memory like any other. It is the caller's again when the call returns.
class HostBytes {
 public:
  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }
  [[nodiscard]] std::uint64_t size_bytes() const { return bytes_.size(); }
  /// Bytes [offset, offset + count). Past the end is `invalid_argument`.
  [[nodiscard]] Result<HostBytes> slice_bytes(std::uint64_t offset, std::uint64_t count) const;

  /// For the layers of slipway.
  [[nodiscard]] const std::shared_ptr<pipeline::HostState>& state() const { return state_; }
  HostBytes(std::shared_ptr<pipeline::HostState> state, std::span<std::byte> bytes)
      : state_(std::move(state)), bytes_(bytes) {}

 private:
  std::shared_ptr<pipeline::HostState> state_;
  std::span<std::byte> bytes_;
};

/// `size()` elements of T in pinned memory, a contiguous range like `std::span<T>`.
template <class T>
class HostBuffer : public HostBytes {
  static_assert(std::is_trivially_copyable_v<T>, "elements are copied as bytes");
  static_assert(alignof(T) <= 16, "memory is aligned to 16 bytes");

 public:
  explicit HostBuffer(HostBytes bytes) : HostBytes(std::move(bytes)) {}

  [[nodiscard]] std::uint64_t size() const { return size_bytes() / sizeof(T); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] T* data() const { return reinterpret_cast<T*>(bytes().data()); }
  [[nodiscard]] T* begin() const { return data(); }
  [[nodiscard]] T* end() const { return data() + size(); }
  [[nodiscard]] T& operator[](std::uint64_t index) const { return data()[index]; }
  [[nodiscard]] std::span<T> values() const { return {data(), size()}; }
  /// Elements [first, first + count). Past the end is `invalid_argument`.
  [[nodiscard]] Result<HostBuffer> slice(std::uint64_t first, std::uint64_t count) const {
    SLIPWAY_TRY_VOID(pipeline::check_elements("slice", first, count, size()));
    SLIPWAY_TRY(auto bytes, slice_bytes(first * sizeof(T), count * sizeof(T)));
    return HostBuffer(std::move(bytes));
  }
};

}  // namespace slipway
