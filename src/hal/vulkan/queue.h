// The device's one queue: what is on its way, in order, and what must live until it is done.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <volk.h>

#include "base/ring_queue.h"
#include "hal/device.h"
#include "hal/spin_budget.h"

namespace slipway::hal::vulkan {

class Core;
class DescriptorSet;

/// What a list of commands is recorded into, and what the commands use; recycled.
struct Frame {
  VkCommandPool pool = VK_NULL_HANDLE;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  VkQueryPool queries = VK_NULL_HANDLE;  ///< of two time stamps; made by the first list with a timer
  bool timed = false;                    ///< the list has a timer
  std::vector<Command> list;
  std::vector<std::shared_ptr<const DescriptorSet>> sets;
};

/// Nanoseconds between the time stamps of a submission; negative before they are known.
using DeviceTime = std::atomic<std::int64_t>;

/// What a submission uses: a frame of its own, or commands that are recorded once.
struct InUse {
  std::unique_ptr<Frame> frame;
  std::shared_ptr<Recorded> recorded;
  std::shared_ptr<DeviceTime> time;  ///< where the frame is timed
};

/// Submissions are numbered 1, 2, 3 … and done in that order: a timeline semaphore counts them. Safe from
/// many threads.
class Queue {
 public:
  explicit Queue(Core& core);
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  Result<> open(std::uint32_t family);
  void close();

  /// The number of the submission. `use` is taken where there is no error.
  Result<std::uint64_t> submit(VkCommandBuffer commands, InUse& use);
  /// As Submission::wait.
  Result<bool> wait(std::uint64_t number, Deadline deadline);
  /// Waits for all submissions at most so long; whether they are done.
  bool wait_all(std::chrono::nanoseconds patience);
  /// What the oldest submission used, where it is done, with its time; nothing where it is not, or there is
  /// none.
  std::optional<InUse> take_done();
  [[nodiscard]] bool idle() const;

 private:
  Result<bool> done(std::uint64_t number);
  Result<bool> spin(std::uint64_t number, Deadline deadline);
  Result<bool> block(std::uint64_t number, Deadline deadline);
  struct Submitted {
    std::uint64_t number = 0;
    InUse use;
  };

  Core& core_;
  VkSemaphore counter_ = VK_NULL_HANDLE;
  SpinBudget spin_budget_;
  std::atomic<std::uint64_t> done_ = 0;       // the last number seen in counter_
  std::atomic<std::uint64_t> submitted_ = 0;  // the last number given
  mutable std::mutex mutex_;                  // guards queue_, in_flight_, and giving numbers
  VkQueue queue_ = VK_NULL_HANDLE;
  RingQueue<Submitted> in_flight_;
};

}  // namespace slipway::hal::vulkan
