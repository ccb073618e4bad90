// Large copies between plain host memory and the device.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "hal/device.h"
#include "pipeline/device_state.h"

namespace slipway::pipeline {

/// What crosses in one piece. A few such pieces of staging memory are in use while a large copy runs.
inline constexpr std::uint64_t chunk_bytes = 8U << 20U;

/// Copies `from`, whole words, to byte `offset` of a buffer, ahead of what is submitted later. The memory is
/// free again when this returns. False where the deadline came first.
Result<bool> send_chunks(DeviceState& device, std::span<const std::byte> from,
                         const std::shared_ptr<hal::Buffer>& to, std::uint64_t offset,
                         hal::Deadline deadline);

/// Copies the bytes of a buffer from `begin` on. False where the deadline came first.
Result<bool> fetch_chunks(DeviceState& device, const std::shared_ptr<hal::Buffer>& from, std::uint64_t begin,
                          std::span<std::byte> into, hal::Deadline deadline);

}  // namespace slipway::pipeline
