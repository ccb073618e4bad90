#include "pipeline/submissions.h"

#include <algorithm>
#include <utility>

#include "pipeline/buffer_state.h"

namespace slipway::pipeline {

Submissions::Submissions(std::shared_ptr<hal::Device> device, std::uint32_t most)
    : device_(std::move(device)), most_(std::max(most, 1U)) {
  on_their_way_.reserve(most_);
}

// Submissions end in their order, so a place becomes free when the oldest ends.
Result<bool> Submissions::wait_for_place(std::unique_lock<std::mutex>& lock, hal::Deadline deadline) {
  while (on_their_way_.size() >= most_) {
    const std::shared_ptr<hal::Submission> oldest = on_their_way_.front();
    lock.unlock();
    const auto done = oldest->wait(deadline);
    // How a submission failed is for its own waiter; a lost device is for all.
    if (!done && done.error().code() == ErrorCode::device_lost) return std::unexpected(done.error());
    if (done && !*done) return false;
    lock.lock();
    if (!on_their_way_.empty() && on_their_way_.front() == oldest) on_their_way_.pop();
  }
  return true;
}

template <class Work>
Result<std::shared_ptr<hal::Submission>> Submissions::submit_work(Work work, hal::Deadline deadline,
                                                                  Buffers used) {
  std::unique_lock lock(mutex_);
  SLIPWAY_TRY(const bool place, wait_for_place(lock, deadline));
  if (!place) return nullptr;
  SLIPWAY_TRY(auto submission, device_->submit(std::move(work)));
  on_their_way_.push(submission);
  for (const auto& buffer : used) buffer->used_by(submission);
  submitted_ += 1;
  return submission;
}

Result<std::shared_ptr<hal::Submission>> Submissions::submit(std::vector<hal::Command> commands,
                                                             hal::Deadline deadline, Buffers used) {
  return submit_work(std::move(commands), deadline, used);
}

Result<std::shared_ptr<hal::Submission>> Submissions::submit(std::shared_ptr<hal::Recorded> recorded,
                                                             hal::Deadline deadline, Buffers used) {
  return submit_work(std::move(recorded), deadline, used);
}

Result<bool> Submissions::wait(hal::Submission& submission, hal::Deadline deadline) {
  waits_ += 1;
  return submission.wait(deadline);
}

Result<> Submissions::run(std::vector<hal::Command> commands) {
  if (commands.empty()) return {};
  SLIPWAY_TRY(const auto submission, submit(std::move(commands)));
  SLIPWAY_TRY([[maybe_unused]] const bool done, wait(*submission));
  return {};
}

}  // namespace slipway::pipeline
