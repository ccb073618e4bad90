#include <slipway/host_buffer.h>

#include <algorithm>

#include <fmt/format.h>

#include "pipeline/host_state.h"

namespace slipway {
namespace pipeline {

Result<> check_elements(const char* what, std::uint64_t first, std::uint64_t count, std::uint64_t size) {
  if (first <= size && count <= size - first) return {};
  return no_throw([&]() -> Result<> {
    return fail(ErrorCode::invalid_argument,
                fmt::format("{} of {} elements from element {} on goes past the end of a buffer of {}", what,
                            count, first, size));
  });
}

Result<std::uint64_t> bytes_of(std::uint64_t count, std::uint64_t element_bytes) {
  if (count <= UINT64_MAX / element_bytes) return count * element_bytes;
  return no_throw([&]() -> Result<std::uint64_t> {
    return fail(ErrorCode::invalid_argument,
                fmt::format("{} elements of {} bytes do not fit 64 bits in bytes", count, element_bytes));
  });
}

Result<HostBytes> HostState::create(std::shared_ptr<DeviceState> device, std::uint64_t bytes) {
  SLIPWAY_TRY(auto memory, device->buffers().take(bytes, hal::MemoryKind::readback));
  const auto mapped = memory->mapped();
  std::ranges::fill(mapped, std::byte{0});
  std::shared_ptr<HostState> state(new HostState(std::move(device), std::move(memory)));
  return HostBytes(std::move(state), mapped.first(bytes));
}

Pinned pinned_on(const DeviceState& device, const HostBytes& bytes) {
  const HostState& state = *bytes.state();
  if (&state.device() != &device) return {};
  const auto offset = bytes.bytes().data() - state.hal()->mapped().data();
  return {state.hal(), static_cast<std::uint64_t>(offset)};
}

Pinned pinned_on(const DeviceState& device, const std::optional<HostBytes>& bytes) {
  return bytes ? pinned_on(device, *bytes) : Pinned{};
}

}  // namespace pipeline

Result<HostBytes> HostBytes::slice_bytes(std::uint64_t offset, std::uint64_t count) const {
  return no_throw([&]() -> Result<HostBytes> {
    if (offset <= size_bytes() && count <= size_bytes() - offset)
      return HostBytes(state_, bytes_.subspan(offset, count));
    return fail(ErrorCode::invalid_argument,
                fmt::format("{} bytes at offset {} go past the end of pinned memory of {} bytes", count,
                            offset, size_bytes()));
  });
}

}  // namespace slipway
