// Hands commands to the device in one order for all threads, so many at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/ring_queue.h"
#include "hal/device.h"

namespace slipway::pipeline {

class BufferState;

/// Safe from many threads.
class Submissions {
 public:
  using Buffers = std::span<const std::shared_ptr<BufferState>>;

  /// At most `most` submissions are on their way, 1 or more.
  Submissions(std::shared_ptr<hal::Device> device, std::uint32_t most);

  /// Waits for a place, submits, and notes the submission in the buffers. Null where the deadline came before
  /// there was a place: then nothing was submitted.
  Result<std::shared_ptr<hal::Submission>> submit(std::vector<hal::Command> commands,
                                                  hal::Deadline deadline = {}, Buffers used = {});
  Result<std::shared_ptr<hal::Submission>> submit(std::shared_ptr<hal::Recorded> recorded,
                                                  hal::Deadline deadline = {}, Buffers used = {});
  /// submission.wait(deadline), counted.
  Result<bool> wait(hal::Submission& submission, hal::Deadline deadline = {});
  /// Submits and waits for the end; nothing to do where there are no commands.
  Result<> run(std::vector<hal::Command> commands);

  [[nodiscard]] std::size_t most() const { return most_; }
  [[nodiscard]] std::uint64_t submitted() const { return submitted_.load(); }
  [[nodiscard]] std::uint64_t waits() const { return waits_.load(); }

 private:
  template <class Work>
  Result<std::shared_ptr<hal::Submission>> submit_work(Work work, hal::Deadline deadline, Buffers used);
  Result<bool> wait_for_place(std::unique_lock<std::mutex>& lock, hal::Deadline deadline);

  const std::shared_ptr<hal::Device> device_;
  const std::size_t most_;
  std::atomic<std::uint64_t> submitted_ = 0;
  std::atomic<std::uint64_t> waits_ = 0;
  std::mutex mutex_;  // guards on_their_way_ and the order of submissions
  RingQueue<std::shared_ptr<hal::Submission>> on_their_way_;  // or done, the oldest first
};

}  // namespace slipway::pipeline
