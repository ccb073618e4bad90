// Device memory as typed, cheaply copied handles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include <slipway/host_buffer.h>
#include <slipway/no_throw.h>
#include <slipway/result.h>

namespace slipway {

namespace pipeline {
class BufferState;
}

/// Bytes on one device: a buffer or a slice of one. Copies of a handle and slices name the same memory, which
/// lives until the last handle and the last launch that uses it are gone. Calls are safe from many threads;
/// transfers wait for the launches that were submitted before them.
class DeviceBytes {
 public:
  /// In bytes; 0 is legal.
  [[nodiscard]] std::uint64_t size_bytes() const { return size_; }
  /// Of its first byte, in the buffer that was made.
  [[nodiscard]] std::uint64_t offset_bytes() const { return offset_; }
  /// Bytes [offset, offset + count) as a buffer of their own, over the same memory. Past the end is
  /// `invalid_argument`. Where a binding takes it, the offset in the whole buffer is a multiple of the
  /// device's DeviceLimits::storage_offset_alignment, or of uniform_offset_alignment.
  [[nodiscard]] Result<DeviceBytes> slice_bytes(std::uint64_t offset, std::uint64_t count) const;
  /// Overwrites bytes [offset, offset + bytes.size()). Past the end is `invalid_argument`.
  Result<> upload_bytes(std::span<const std::byte> bytes, std::uint64_t offset = 0) const;
  Result<> upload_bytes(const HostBytes& bytes, std::uint64_t offset = 0) const;
  /// Reads bytes [offset, offset + into.size()). Past the end is `invalid_argument`.
  Result<> download_bytes(std::span<std::byte> into, std::uint64_t offset = 0) const;
  Result<> download_bytes(const HostBytes& into, std::uint64_t offset = 0) const;
  /// Repeats `pattern` over all bytes, which are a multiple of the pattern's; else `invalid_argument`.
  Result<> fill_bytes(std::span<const std::byte> pattern) const;
  /// Copies `count` bytes from byte `from` of `source` to byte `to` of this buffer, on the device. Past the
  /// end of either, from another device, or onto the same bytes is `invalid_argument`.
  Result<> copy_bytes(const DeviceBytes& source, std::uint64_t from, std::uint64_t to,
                      std::uint64_t count) const;

  /// For the layers of slipway.
  [[nodiscard]] const std::shared_ptr<pipeline::BufferState>& state() const { return state_; }
  /// All bytes of a buffer.
  explicit DeviceBytes(std::shared_ptr<pipeline::BufferState> state);

 private:
  [[nodiscard]] Result<> check_range(std::uint64_t offset, std::uint64_t count) const;
  std::shared_ptr<pipeline::BufferState> state_;
  std::uint64_t offset_ = 0;
  std::uint64_t size_ = 0;
};

/// `size()` elements of T on one device. T has the layout that the kernel gives its elements: slipway copies
/// bytes and converts nothing (an `array<vec3<f32>>` has elements of 16 bytes).
template <class T>
class Buffer : public DeviceBytes {
  static_assert(std::is_trivially_copyable_v<T>, "elements are copied as bytes");

 public:
  explicit Buffer(DeviceBytes bytes) : DeviceBytes(std::move(bytes)) {}

  /// In elements.
  [[nodiscard]] std::uint64_t size() const { return size_bytes() / sizeof(T); }
  /// Elements [first, first + count) as a buffer of their own, over the same memory. Errors and alignment as
  /// for slice_bytes.
  [[nodiscard]] Result<Buffer> slice(std::uint64_t first, std::uint64_t count) const {
    SLIPWAY_TRY_VOID(pipeline::check_elements("slice", first, count, size()));
    SLIPWAY_TRY(auto bytes, slice_bytes(first * sizeof(T), count * sizeof(T)));
    return Buffer(std::move(bytes));
  }
  /// Overwrites elements from `first` on. Past the end is `invalid_argument`.
  Result<> upload(std::span<const T> values, std::uint64_t first = 0) const {
    SLIPWAY_TRY_VOID(pipeline::check_elements("upload", first, values.size(), size()));
    return upload_bytes(std::as_bytes(values), first * sizeof(T));
  }
  Result<> upload(const HostBuffer<T>& values, std::uint64_t first = 0) const {
    SLIPWAY_TRY_VOID(pipeline::check_elements("upload", first, values.size(), size()));
    return upload_bytes(static_cast<const HostBytes&>(values), first * sizeof(T));
  }
  /// All elements.
  [[nodiscard]] Result<std::vector<T>> download() const { return download(0, size()); }
  /// `count` elements from `first` on. Past the end is `invalid_argument`.
  [[nodiscard]] Result<std::vector<T>> download(std::uint64_t first, std::uint64_t count) const {
    SLIPWAY_TRY_VOID(pipeline::check_elements("download", first, count, size()));
    return no_throw([&]() -> Result<std::vector<T>> {
      std::vector<T> values(count);
      SLIPWAY_TRY_VOID(download_bytes(std::as_writable_bytes(std::span(values)), first * sizeof(T)));
      return values;
    });
  }
  /// The elements from `first` on into memory of the caller. Past the end is `invalid_argument`.
  Result<> download_into(std::span<T> into, std::uint64_t first = 0) const {
    SLIPWAY_TRY_VOID(pipeline::check_elements("download", first, into.size(), size()));
    return download_bytes(std::as_writable_bytes(into), first * sizeof(T));
  }
  Result<> download_into(const HostBuffer<T>& into, std::uint64_t first = 0) const {
    SLIPWAY_TRY_VOID(pipeline::check_elements("download", first, into.size(), size()));
    return download_bytes(static_cast<const HostBytes&>(into), first * sizeof(T));
  }
  /// Every element becomes `value`.
  Result<> fill(const T& value) const { return fill_bytes(std::as_bytes(std::span(&value, 1))); }
  /// Copies elements [from, from + count) of `source` to those from `to` on. Errors as for `copy_bytes`.
  Result<> copy(const Buffer& source, std::uint64_t from, std::uint64_t to, std::uint64_t count) const {
    SLIPWAY_TRY_VOID(pipeline::check_elements("copy", from, count, source.size()));
    SLIPWAY_TRY_VOID(pipeline::check_elements("copy", to, count, size()));
    return copy_bytes(source, from * sizeof(T), to * sizeof(T), count * sizeof(T));
  }
  /// All elements of a buffer of the same size.
  Result<> copy(const Buffer& source) const { return copy(source, 0, 0, source.size()); }
};

}  // namespace slipway
