// What stands behind a Buffer handle.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>

#include <slipway/buffer.h>

#include "pipeline/device_state.h"
#include "pipeline/transfer.h"

namespace slipway::pipeline {

/// Offsets and counts are in bytes of the whole buffer, and within it: the handles have checked them.
class BufferState {
 public:
  /// The contents are to be written by upload_new() or fill_zero() first.
  static Result<std::shared_ptr<BufferState>> create(std::shared_ptr<DeviceState> device,
                                                     std::uint64_t bytes);
  BufferState(std::shared_ptr<DeviceState> device, std::shared_ptr<hal::Buffer> hal, std::uint64_t size)
      : device_(std::move(device)), hal_(std::move(hal)), size_(size) {}

  [[nodiscard]] const DeviceState& device() const { return *device_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] const std::shared_ptr<hal::Buffer>& hal() const { return hal_; }

  Result<> upload(std::span<const std::byte> bytes, std::uint64_t offset, const Pinned& pinned);
  /// The same for a buffer that was just made: all of it, and zeros behind it.
  Result<> upload_new(std::span<const std::byte> bytes, const Pinned& pinned);
  Result<> download(std::span<std::byte> into, std::uint64_t offset, const Pinned& pinned);
  Result<> fill_zero();
  /// `count` is a multiple of the pattern's size.
  Result<> fill(std::span<const std::byte> pattern, std::uint64_t offset, std::uint64_t count);
  /// From and to bytes that do not overlap, on one device.
  Result<> copy(BufferState& source, std::uint64_t from, std::uint64_t to, std::uint64_t count);

  /// Notes a submission that uses the buffer; transfers by the host wait for it.
  void used_by(std::shared_ptr<hal::Submission> submission);

 private:
  Result<> idle();
  Result<> run(std::vector<hal::Command> commands);
  Result<> upload_words(std::span<const std::byte> bytes, std::uint64_t offset, const Pinned& pinned);

  std::shared_ptr<DeviceState> device_;
  std::shared_ptr<hal::Buffer> hal_;
  std::uint64_t size_;        // in bytes, as asked for
  std::mutex partial_words_;  // held while words are read, changed in part and written back
  std::mutex mutex_;          // guards last_use_
  std::shared_ptr<hal::Submission> last_use_;
};

/// What a binding of a buffer or slice is to the device.
[[nodiscard]] hal::BufferRange range_of(const DeviceBytes& bytes);

}  // namespace slipway::pipeline
