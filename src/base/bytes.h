// Writing and reading of byte formats: little-endian fixed integers, LEB128 varints, strings with a length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace slipway {

class ByteWriter {
 public:
  void u8(std::uint8_t value) { bytes_.push_back(static_cast<std::byte>(value)); }
  void u32(std::uint32_t value) {
    for (unsigned shift = 0; shift < 32; shift += 8) u8(static_cast<std::uint8_t>(value >> shift));
  }
  void u64(std::uint64_t value) {
    u32(static_cast<std::uint32_t>(value));
    u32(static_cast<std::uint32_t>(value >> 32U));
  }
  /// 7 bits a byte, lowest first; the top bit says that more follow.
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7U) u8(static_cast<std::uint8_t>(value | 0x80U));
    u8(static_cast<std::uint8_t>(value));
  }
  void raw(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  void string(std::string_view text) {
    varint(text.size());
    raw(std::as_bytes(std::span(text.data(), text.size())));
  }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }
  [[nodiscard]] std::vector<std::byte> take() && { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

/// Reads what ByteWriter wrote. Past the end, or on a malformed varint, it fails once and for all: every
/// later read gives zero, so that a reader may check `ok()` at the end of a group.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] std::size_t remaining() const { return bytes_.size() - at_; }
  [[nodiscard]] std::size_t position() const { return at_; }
  void fail() {
    ok_ = false;
    at_ = bytes_.size();
  }

  std::uint8_t u8() {
    if (at_ == bytes_.size()) {
      fail();
      return 0;
    }
    return static_cast<std::uint8_t>(bytes_[at_++]);
  }
  std::uint32_t u32() {
    std::uint32_t value = 0;
    for (unsigned shift = 0; shift < 32; shift += 8) value |= std::uint32_t{u8()} << shift;
    return ok_ ? value : 0;
  }
  std::uint64_t u64() {
    const std::uint64_t low = u32();
    return low | std::uint64_t{u32()} << 32U;
  }
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint8_t byte = u8();
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    fail();
    return 0;
  }
  std::uint32_t varint32() {
    const std::uint64_t value = varint();
    if (value > UINT32_MAX) fail();
    return ok_ ? static_cast<std::uint32_t>(value) : 0;
  }
  /// A count of things of which each takes at least `least` bytes: fails where they cannot follow, so that
  /// what a caller reserves is bounded by the input.
  std::uint32_t count(std::size_t least = 1) {
    const std::uint32_t n = varint32();
    if (std::uint64_t{n} * least > remaining()) fail();
    return ok_ ? n : 0;
  }
  void skip(std::size_t bytes) {
    if (bytes > remaining()) return fail();
    at_ += bytes;
  }
  std::string string() {
    const std::uint32_t size = count();
    std::string text(size, '\0');
    if (size != 0) std::memcpy(text.data(), bytes_.data() + at_, size);
    at_ += size;
    return text;
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace slipway
