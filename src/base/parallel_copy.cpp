#include "base/parallel_copy.h"

#include <algorithm>
#include <cstring>
#include <system_error>

#include "base/check.h"

namespace slipway {
namespace {

constexpr std::size_t piece_bytes = 512U << 10U;
constexpr std::size_t least_bytes = 2 * piece_bytes;  // below, waking others costs more than it saves
constexpr unsigned most_threads = 8;                  // with the caller; more gain nothing

}  // namespace

ParallelCopy::~ParallelCopy() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wanted_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ParallelCopy::copy(std::span<std::byte> to, std::span<const std::byte> from) {
  SLIPWAY_CHECK(to.size() == from.size());
  if (from.empty()) return;
  if (from.size() < least_bytes) {
    std::memcpy(to.data(), from.data(), from.size());
    return;
  }
  Job job{to, from};
  std::unique_lock lock(mutex_);
  start_threads();
  job.next = jobs_;
  jobs_ = &job;
  wanted_.notify_all();
  while (job.taken < job.from.size()) copy_piece(job, lock);
  done_.wait(lock, [&] { return job.done == job.from.size(); });
}

void ParallelCopy::start_threads() {
  if (started_) return;
  started_ = true;
  const unsigned count = std::clamp(std::thread::hardware_concurrency(), 1U, most_threads) - 1;
  try {
    threads_.reserve(count);
    for (unsigned i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    return;  // no more threads to be had: it goes with fewer
  }
}

void ParallelCopy::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    wanted_.wait(lock, [&] { return stopping_ || jobs_ != nullptr; });
    if (stopping_) return;
    copy_piece(*jobs_, lock);
  }
}

void ParallelCopy::copy_piece(Job& job, std::unique_lock<std::mutex>& lock) {
  const std::size_t begin = job.taken;
  const std::size_t size = std::min(piece_bytes, job.from.size() - begin);
  job.taken += size;
  if (job.taken == job.from.size()) remove(job);
  lock.unlock();
  std::memcpy(&job.to[begin], &job.from[begin], size);
  lock.lock();
  job.done += size;
  if (job.done == job.from.size()) done_.notify_all();
}

void ParallelCopy::remove(Job& job) {
  Job** at = &jobs_;
  while (*at != &job) at = &(*at)->next;
  *at = job.next;
}

}  // namespace slipway
