// Copies of large memory by several threads: one thread moves a fraction of what memory can.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace slipway {

/// Threads that stand by from the first large copy on. Safe from many threads: each caller works on its own
/// copy, and the others help.
class ParallelCopy {
 public:
  ParallelCopy() = default;
  ~ParallelCopy();
  ParallelCopy(const ParallelCopy&) = delete;
  ParallelCopy& operator=(const ParallelCopy&) = delete;

  /// As memcpy; both have the same size.
  void copy(std::span<std::byte> to, std::span<const std::byte> from);

 private:
  // What one caller copies. Lives on the caller's stack while it is in the list.
  struct Job {
    std::span<std::byte> to;
    std::span<const std::byte> from;
    std::size_t taken = 0;  // bytes that somebody copies or has copied
    std::size_t done = 0;
    Job* next = nullptr;
  };

  void start_threads();
  void work();
  /// Copies one piece of the job, whose lock is let go of meanwhile.
  void copy_piece(Job& job, std::unique_lock<std::mutex>& lock);
  void remove(Job& job);

  std::mutex mutex_;  // guards what follows
  std::condition_variable wanted_;
  std::condition_variable done_;
  Job* jobs_ = nullptr;  // those of which pieces are left
  bool stopping_ = false;
  bool started_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace slipway
