// The reference device's queue: one thread that runs submissions in order.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "hal/device.h"

namespace slipway::hal::reference {

class Queue : public std::enable_shared_from_this<Queue> {
 public:
  /// `workgroup_fill`: what the bytes of workgroup memory are where a workgroup starts.
  Queue(std::uint32_t subgroup_size, std::byte workgroup_fill)
      : subgroup_size_(subgroup_size), workgroup_fill_(workgroup_fill) {}
  ~Queue();
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  Result<std::shared_ptr<Submission>> submit(std::vector<Command> commands);
  [[nodiscard]] Result<> usable() const;
  /// Cancels all work; later calls fail.
  void abandon();
  /// Cancels all work and joins the thread.
  void stop();

 private:
  struct Job {
    std::vector<Command> commands;
    std::optional<Result<>> outcome;  ///< empty while it waits or runs
  };
  class JobSubmission;
  void work();
  Result<> run(const std::vector<Command>& commands);
  Result<> run(const Dispatch& dispatch);

  const std::uint32_t subgroup_size_;
  const std::byte workgroup_fill_;
  std::atomic<bool> cancel_ = false;
  mutable std::mutex mutex_;  // guards what follows, and Job::outcome
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Job>> jobs_;
  std::thread thread_;  // started by the first submission
  bool abandoned_ = false;
  bool stopping_ = false;
};

}  // namespace slipway::hal::reference
