#include "hal/host_buffer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "base/check.h"

namespace slipway::hal {

void HostBuffer::Free::operator()(std::byte* bytes) const { std::free(bytes); }

HostBuffer::HostBuffer(std::unique_ptr<std::byte, Free> bytes, std::uint64_t size)
    : Buffer(size), bytes_(std::move(bytes)) {
  set_mapped({bytes_.get(), size});
}

Result<std::shared_ptr<Buffer>> HostBuffer::create(std::uint64_t size) {
  constexpr std::uint64_t unit = 16;
  const std::uint64_t rounded = std::max((size + unit - 1) / unit * unit, unit);
  // calloc: large buffers get pages that the system zeroes when first touched.
  std::unique_ptr<std::byte, Free> bytes(static_cast<std::byte*>(std::calloc(rounded / unit, unit)));
  if (rounded < size || bytes == nullptr)
    return fail(ErrorCode::out_of_memory, fmt::format("no memory for a buffer of {} bytes", size));
  return std::shared_ptr<Buffer>(new HostBuffer(std::move(bytes), rounded));
}

void run_on_host(const Copy& copy) {
  const auto from = copy.from->mapped().subspan(copy.from_offset, copy.size);
  const auto to = copy.to->mapped().subspan(copy.to_offset, copy.size);
  if (!from.empty()) std::memmove(to.data(), from.data(), from.size());
}

void run_on_host(const Fill& fill) {
  const auto to = fill.buffer->mapped().subspan(fill.offset, fill.size);
  SLIPWAY_CHECK(to.size() % sizeof fill.value == 0);
  for (std::size_t i = 0; i < to.size(); i += sizeof fill.value)
    std::memcpy(&to[i], &fill.value, sizeof fill.value);
}

}  // namespace slipway::hal
