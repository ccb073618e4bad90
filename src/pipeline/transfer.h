// Moves one run's bytes between the host and device buffers. Where the host sees device memory it copies
// there itself; elsewhere one staging buffer each way serves all slots.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hal/device.h"
#include "pipeline/device_state.h"

namespace slipway::pipeline {

/// Collects what a run uploads. Buffers must not be in use.
class Uploads {
 public:
  explicit Uploads(DeviceState& device) : device_(device) {}
  /// `bytes` at the start of `buffer`, zeros behind them to its end. The bytes are read by finish().
  void add(std::shared_ptr<hal::Buffer> buffer, std::span<const std::byte> bytes);
  /// Copies what the host can, and appends the commands for the rest.
  Result<> finish(std::vector<hal::Command>& commands);

 private:
  struct Staged {
    std::shared_ptr<hal::Buffer> buffer;
    std::span<const std::byte> bytes;
    std::uint64_t offset = 0;  // in the staging buffer
  };
  DeviceState& device_;
  std::vector<Staged> staged_;
  std::uint64_t staging_bytes_ = 0;
};

/// Collects what a run reads back.
class Readbacks {
 public:
  explicit Readbacks(DeviceState& device) : device_(device) {}
  /// Bytes [begin, end) of `buffer`, to be copied into `into` (of that size) by collect().
  void add(std::shared_ptr<hal::Buffer> buffer, std::uint64_t begin, std::span<std::byte> into);
  /// Appends the commands that bring the bytes to where the host sees them.
  Result<> prepare(std::vector<hal::Command>& commands);
  /// After the commands are done.
  void collect();

 private:
  struct Wanted {
    std::shared_ptr<hal::Buffer> buffer;
    std::uint64_t begin = 0;
    std::span<std::byte> into;
    std::uint64_t staging_offset = 0;  // of the word that holds byte `begin`
  };
  DeviceState& device_;
  std::vector<Wanted> wanted_;
  std::shared_ptr<hal::Buffer> staging_;
  std::uint64_t staging_bytes_ = 0;
};

}  // namespace slipway::pipeline
