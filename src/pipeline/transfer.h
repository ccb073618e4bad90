// Moves bytes between the host and device buffers, the shortest way that there is: by the host alone where it
// sees device memory, by the device alone from and to pinned memory, through one staging buffer each way for
// what is small, and in chunks, of which the host copies one while the device copies others, for what is
// large.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hal/device.h"
#include "pipeline/device_state.h"

namespace slipway::pipeline {

/// Where memory of the host is one that the device reaches by itself.
struct Pinned {
  std::shared_ptr<hal::Buffer> buffer;  ///< null where it does not
  std::uint64_t offset = 0;             ///< of the memory's first byte
};

/// Collects what a run uploads. No submission may be using the buffers.
class Uploads {
 public:
  explicit Uploads(DeviceState& device) : device_(device) {}
  /// `bytes` at the start of `buffer`, zeros behind them to its end. The bytes are read by finish(), pinned
  /// ones by its commands.
  void add(std::shared_ptr<hal::Buffer> buffer, std::span<const std::byte> bytes, const Pinned& pinned = {});
  /// `bytes` from byte `offset` of `buffer` on, both whole words.
  void add_at(const std::shared_ptr<hal::Buffer>& buffer, std::uint64_t offset,
              std::span<const std::byte> bytes, const Pinned& pinned = {});
  /// Sends what is large ahead, and appends the commands for the rest. False where the deadline came first.
  Result<bool> finish(std::vector<hal::Command>& commands, hal::Deadline deadline = {});
  /// All that was added.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  void count(std::uint64_t bytes);

  struct Piece {
    std::shared_ptr<hal::Buffer> buffer;
    std::uint64_t offset = 0;
    std::span<const std::byte> bytes;
    std::uint64_t staging_offset = 0;
  };

  DeviceState& device_;
  std::vector<Piece> large_;
  std::vector<Piece> staged_;
  std::vector<hal::Command> commands_;
  std::uint64_t staging_bytes_ = 0;
  std::uint64_t bytes_ = 0;
};

/// Collects what a run reads back.
class Readbacks {
 public:
  explicit Readbacks(DeviceState& device) : device_(device) {}
  /// Bytes of `buffer` from `begin` on, to be in `into` after collect().
  void add(const std::shared_ptr<hal::Buffer>& buffer, std::uint64_t begin, std::span<std::byte> into,
           const Pinned& pinned = {});
  /// Appends the commands that bring the bytes to where the host sees them.
  Result<> prepare(std::vector<hal::Command>& commands);
  /// After the commands are done. False where the deadline came before all bytes.
  Result<bool> collect(hal::Deadline deadline = {});
  /// All that was added, in whole words.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  struct Piece {
    std::shared_ptr<hal::Buffer> buffer;
    std::uint64_t begin = 0;
    std::span<std::byte> into;
    std::uint64_t staging_offset = 0;  // of the word that holds byte `begin`
  };
  void stage(const std::shared_ptr<hal::Buffer>& buffer, std::uint64_t begin, std::span<std::byte> into);

  DeviceState& device_;
  std::vector<Piece> mapped_;
  std::vector<Piece> staged_;
  std::vector<Piece> large_;
  std::vector<hal::Command> commands_;
  std::shared_ptr<hal::Buffer> staging_;
  std::uint64_t staging_bytes_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace slipway::pipeline
