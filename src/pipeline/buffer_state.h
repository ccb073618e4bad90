// What stands behind a Buffer handle.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

#include <slipway/buffer.h>

#include "pipeline/device_state.h"

namespace slipway::pipeline {

class BufferState {
 public:
  static Result<std::shared_ptr<BufferState>> create(std::shared_ptr<DeviceState> device,
                                                     std::uint64_t bytes);

  [[nodiscard]] const DeviceState& device() const { return *device_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] const std::shared_ptr<hal::Buffer>& hal() const { return hal_; }

  Result<> upload(std::span<const std::byte> bytes, std::uint64_t offset);
  /// The same for a buffer that was just made: all of it, and zeros behind it.
  Result<> upload_new(std::span<const std::byte> bytes);
  Result<> download(std::span<std::byte> into, std::uint64_t offset);
  Result<> fill_zero();
  Result<> fill(std::span<const std::byte> pattern);
  Result<> copy(BufferState& source, std::uint64_t from, std::uint64_t to, std::uint64_t count);

  /// Notes a submission that uses the buffer; transfers by the host wait for it.
  void used_by(std::shared_ptr<hal::Submission> submission);

 private:
  BufferState(std::shared_ptr<DeviceState> device, std::shared_ptr<hal::Buffer> hal, std::uint64_t size)
      : device_(std::move(device)), hal_(std::move(hal)), size_(size) {}
  Result<> idle();
  Result<> check_range(std::uint64_t offset, std::uint64_t count) const;
  Result<> run(std::vector<hal::Command> commands);

  std::shared_ptr<DeviceState> device_;
  std::shared_ptr<hal::Buffer> hal_;
  std::uint64_t size_;  // in bytes, as asked for
  std::mutex mutex_;    // guards last_use_
  std::shared_ptr<hal::Submission> last_use_;
};

}  // namespace slipway::pipeline
