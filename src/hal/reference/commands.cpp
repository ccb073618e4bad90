#include "hal/reference/commands.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>

#include <slipway/no_throw.h>

#include "hal/host_buffer.h"
#include "hal/parts.h"
#include "hal/reference/pipeline.h"
#include "interp/interpreter.h"

namespace slipway::hal::reference {
namespace {

std::unexpected<Error> abandoned() {
  return fail(ErrorCode::device_lost,
              "the reference device was abandoned after a launch ran past its deadline");
}

// The record that a lowered kernel would have written; see kernel::RecordLayout.
void write_record(std::span<std::byte> record, const interp::TrapHit& hit) {
  using Layout = kernel::RecordLayout;
  const std::array<std::uint32_t, Layout::words> words{
      Layout::flag_trap, hit.site,
      hit.value,         hit.length,
      hit.invocation[0], hit.invocation[1],
      hit.invocation[2], hit.out_of_bounds ? Layout::kind_out_of_bounds : Layout::kind_trap};
  std::array<std::uint32_t, kernel::RecordLayout::words> found{};
  if (record.size() < sizeof found) return;
  std::memcpy(found.data(), record.data(), sizeof found);
  if (found[0] == 0) std::memcpy(record.data(), words.data(), sizeof words);  // the first trap stays
}

}  // namespace

class Queue::JobSubmission final : public Submission {
 public:
  JobSubmission(std::shared_ptr<Queue> queue, std::shared_ptr<Job> job)
      : queue_(std::move(queue)), job_(std::move(job)) {}

  Result<bool> wait(Deadline deadline) override {
    std::unique_lock lock(queue_->mutex_);
    const auto done = [&] { return job_->outcome.has_value(); };
    if (!deadline) {
      queue_->changed_.wait(lock, done);
    } else if (!queue_->changed_.wait_until(lock, *deadline, done)) {
      return false;
    }
    SLIPWAY_TRY_VOID(*job_->outcome);
    return true;
  }

  std::optional<std::chrono::nanoseconds> device_time() override {
    const std::lock_guard lock(queue_->mutex_);
    return job_->time;
  }

 private:
  std::shared_ptr<Queue> queue_;
  std::shared_ptr<Job> job_;
};

Queue::~Queue() { stop(); }

Result<> Queue::usable() const {
  const std::lock_guard lock(mutex_);
  if (abandoned_) return abandoned();
  return {};
}

Result<std::shared_ptr<Submission>> Queue::submit(std::shared_ptr<const std::vector<Command>> commands) {
  auto job = std::make_shared<Job>(Job{std::move(commands), {}, {}});
  {
    const std::lock_guard lock(mutex_);
    if (abandoned_ || stopping_) return abandoned();
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    jobs_.push_back(job);
  }
  changed_.notify_all();
  return std::make_shared<JobSubmission>(shared_from_this(), std::move(job));
}

void Queue::abandon() {
  cancel_.store(true);
  const std::lock_guard lock(mutex_);
  abandoned_ = true;
}

void Queue::stop() {
  cancel_.store(true);
  std::thread thread;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    thread = std::move(thread_);
  }
  changed_.notify_all();
  if (thread.joinable()) thread.join();
}

void Queue::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return stopping_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    const std::shared_ptr<Job> job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    std::optional<std::chrono::nanoseconds> time;
    Result<> outcome = no_throw([&]() -> Result<> {
      if (cancel_.load()) return abandoned();
      return run(*job->commands, time);
    });
    if (!outcome && cancel_.load()) outcome = abandoned();  // whatever the interpreter says of its end
    job->commands.reset();
    lock.lock();
    job->time = time;
    job->outcome = std::move(outcome);
    changed_.notify_all();
  }
}

Result<> Queue::run(const std::vector<Command>& commands, std::optional<std::chrono::nanoseconds>& time) {
  Clock::time_point begin;
  for (const Command& command : commands) {
    if (const auto* copy = std::get_if<Copy>(&command)) run_on_host(*copy);
    if (const auto* fill = std::get_if<Fill>(&command)) run_on_host(*fill);
    if (const auto* dispatch = std::get_if<Dispatch>(&command)) SLIPWAY_TRY_VOID(run(*dispatch));
    if (std::holds_alternative<StartTimer>(command)) begin = Clock::now();
    if (std::holds_alternative<StopTimer>(command)) time = Clock::now() - begin;
  }
  return {};
}

Result<> Queue::run(const Dispatch& dispatch) {
  const auto& pipeline = static_cast<const Pipeline&>(*dispatch.pipeline);
  const auto& kernel = pipeline.kernel();
  if (std::ranges::count(dispatch.grid, 0U) != 0) return {};
  interp::Request request;
  request.module = &pipeline.module();
  request.entry_point = pipeline.entry_point();
  request.subgroup_size = subgroup_size_;
  request.workgroup_fill = workgroup_fill_;
  request.cancel = &cancel_;
  for (std::size_t i = 0; i < dispatch.bindings.size(); ++i) {
    const BufferRange& bound = dispatch.bindings[i];
    request.buffers.push_back({kernel.bindings[i].group, kernel.bindings[i].binding,
                               host_bytes(*bound.buffer).subspan(bound.offset, bound.size)});
  }
  const std::span<std::byte> record =
      kernel.has_record ? request.buffers.back().bytes : std::span<std::byte>();
  Result<> done;
  for (std::uint32_t i = 0; i < dispatch.repeat && done; ++i)
    for_each_part(dispatch.grid, workgroup_count_, [&](const Grid& base, const Grid& count) {
      if (!done) return;
      request.grid = count;
      request.launch_words = words_of_part(kernel, dispatch.launch_words, base);
      done = run(request, record);
    });
  return done;
}

Result<> Queue::run(const interp::Request& request, std::span<std::byte> record) {
  SLIPWAY_TRY(const auto outcome, interp::run(request));
  if (!outcome.trap) return {};
  if (record.empty()) return fail(ErrorCode::internal, "a kernel without a record trapped");
  write_record(record, *outcome.trap);
  return {};
}

}  // namespace slipway::hal::reference
