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
#include "interp/interpreter.h"

namespace slipway::hal::reference {

/// Commands as they are: the reference has nothing to make ready.
class ReferenceRecorded final : public Recorded {
 public:
  explicit ReferenceRecorded(std::vector<Command> list)
      : commands(std::make_shared<const std::vector<Command>>(std::move(list))) {}
  const std::shared_ptr<const std::vector<Command>> commands;
};

class Queue : public std::enable_shared_from_this<Queue> {
 public:
  /// `workgroup_fill`: what the bytes of workgroup memory are where a workgroup starts.
  Queue(const kernel::Target& target, std::byte workgroup_fill)
      : subgroup_size_(target.features.subgroup_size),
        workgroup_count_(target.limits.workgroup_count),
        workgroup_fill_(workgroup_fill) {}
  ~Queue();
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  Result<std::shared_ptr<Submission>> submit(std::shared_ptr<const std::vector<Command>> commands);
  [[nodiscard]] Result<> usable() const;
  /// Cancels all work; later calls fail.
  void abandon();
  /// Cancels all work and joins the thread.
  void stop();

 private:
  struct Job {
    std::shared_ptr<const std::vector<Command>> commands;  ///< null once they are done
    std::optional<Result<>> outcome;                       ///< empty while it waits or runs
    std::optional<std::chrono::nanoseconds> time;          ///< between the timer's commands
  };
  class JobSubmission;
  void work();
  Result<> run(const std::vector<Command>& commands, std::optional<std::chrono::nanoseconds>& time);
  Result<> run(const Dispatch& dispatch);
  static Result<> run(const interp::Request& request, std::span<std::byte> record);

  const std::uint32_t subgroup_size_;
  const std::array<std::uint32_t, 3> workgroup_count_;  // of one dispatch
  const std::byte workgroup_fill_;
  std::atomic<bool> cancel_ = false;
  mutable std::mutex mutex_;  // guards what follows, and what the submissions look at in jobs
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Job>> jobs_;
  std::thread thread_;  // started by the first submission
  bool abandoned_ = false;
  bool stopping_ = false;
};

}  // namespace slipway::hal::reference
