#include "hal/host_buffer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "base/check.h"

namespace slipway::hal {

void HostBuffer::Free::operator()(std::byte* bytes) const { std::free(bytes); }

HostBuffer::HostBuffer(std::unique_ptr<std::byte, Free> bytes, std::uint64_t size, bool hidden)
    : Buffer(size), bytes_(std::move(bytes)) {
  if (!hidden) set_mapped(this->bytes());
}

Result<std::shared_ptr<Buffer>> HostBuffer::create(std::uint64_t size, bool hidden) {
  constexpr std::uint64_t unit = 16;
  const std::uint64_t rounded = std::max((size + unit - 1) / unit * unit, unit);
  // calloc: large buffers get pages that the system zeroes when first touched.
  std::unique_ptr<std::byte, Free> bytes(static_cast<std::byte*>(std::calloc(rounded / unit, unit)));
  if (rounded < size || bytes == nullptr)
    return fail(ErrorCode::out_of_memory, fmt::format("no memory for a buffer of {} bytes", size));
  return std::shared_ptr<Buffer>(new HostBuffer(std::move(bytes), rounded, hidden));
}

std::span<std::byte> host_bytes(const Buffer& buffer) {
  return static_cast<const HostBuffer&>(buffer).bytes();
}

void run_on_host(const Copy& copy) {
  const auto from = host_bytes(*copy.from).subspan(copy.from_offset, copy.size);
  const auto to = host_bytes(*copy.to).subspan(copy.to_offset, copy.size);
  if (!from.empty()) std::memmove(to.data(), from.data(), from.size());
}

void run_on_host(const Fill& fill) {
  const auto to = host_bytes(*fill.buffer).subspan(fill.offset, fill.size);
  SLIPWAY_CHECK(to.size() % sizeof fill.value == 0);
  for (std::size_t i = 0; i < to.size(); i += sizeof fill.value)
    std::memcpy(&to[i], &fill.value, sizeof fill.value);
}

}  // namespace slipway::hal
