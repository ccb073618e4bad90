// What stands behind a HostBuffer handle.
#pragma once

#include <memory>

#include <slipway/host_buffer.h>

#include "pipeline/device_state.h"
#include "pipeline/transfer.h"

namespace slipway::pipeline {

class HostState {
 public:
  /// Zeroed.
  static Result<HostBytes> create(std::shared_ptr<DeviceState> device, std::uint64_t bytes);

  [[nodiscard]] const DeviceState& device() const { return *device_; }
  [[nodiscard]] const std::shared_ptr<hal::Buffer>& hal() const { return hal_; }

 private:
  HostState(std::shared_ptr<DeviceState> device, std::shared_ptr<hal::Buffer> hal)
      : device_(std::move(device)), hal_(std::move(hal)) {}

  std::shared_ptr<DeviceState> device_;
  std::shared_ptr<hal::Buffer> hal_;
};

/// Where a device finds pinned memory: nowhere, where it is another device's.
[[nodiscard]] Pinned pinned_on(const DeviceState& device, const HostBytes& bytes);
[[nodiscard]] Pinned pinned_on(const DeviceState& device, const std::optional<HostBytes>& bytes);

}  // namespace slipway::pipeline
