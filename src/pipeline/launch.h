// A launch's buffers, commands and end; what run, Launch and Ticket share.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/ring_queue.h"
#include "hal/device.h"
#include "pipeline/arguments.h"
#include "pipeline/buffer_state.h"
#include "pipeline/pipeline_state.h"

namespace slipway::pipeline {

/// A call's arguments and geometry, fitted to the pipeline.
struct Resolved {
  std::vector<BoundSlot> bound;  ///< by slot
  std::array<std::uint32_t, 3> grid{};
};

/// Everything about a call that can be wrong, before anything is allocated.
[[nodiscard]] Result<Resolved> resolve(const PipelineState& pipeline,
                                       std::span<const NamedArgument> arguments, const RunOptions& options);

/// The pipeline itself, or what it is compiled to for launches of more workgroups than one dispatch takes.
[[nodiscard]] Result<std::shared_ptr<const PipelineState>> pipeline_for(
    const std::shared_ptr<const PipelineState>& pipeline, const Resolved& resolved);

/// The dispatch of a call, without its bindings.
[[nodiscard]] hal::Dispatch make_dispatch(const PipelineState& pipeline, const Resolved& resolved,
                                          std::uint32_t iterations);

/// None where there is no time-out, or one past the end of time.
[[nodiscard]] hal::Deadline deadline_in(std::optional<std::chrono::nanoseconds> timeout);

/// `deadline_exceeded`: the launch ran past its deadline, and the device is given up with it.
std::unexpected<Error> abandon(const PipelineState& pipeline, std::chrono::nanoseconds timeout);

/// `deadline_exceeded`: the deadline came before the device took the launch.
std::unexpected<Error> not_submitted(const PipelineState& pipeline);

enum class Timed : bool { no, yes };

/// Appends the dispatch, between the timer's commands where it is timed, and the fill and the read-back of
/// its record where the kernel has one. The record as the host will see it is returned; null without one.
Result<std::shared_ptr<hal::Buffer>> append_dispatch(const PipelineState& pipeline, hal::Dispatch dispatch,
                                                     std::vector<hal::Command>& commands,
                                                     Timed timed = Timed::no);

/// A launch with its buffers: commands recorded once, and again only for submissions at once that would write
/// the same record. Safe from many threads.
class BoundLaunch {
 public:
  /// Commands, and the record that one submission of them writes.
  struct Recording {
    std::shared_ptr<hal::Recorded> commands;
    std::shared_ptr<hal::Buffer> record;          ///< mapped; null where the kernel has none
    std::shared_ptr<hal::Submission> submission;  ///< the last one of it
  };

  /// One device buffer for each slot.
  static Result<std::shared_ptr<BoundLaunch>> create(std::shared_ptr<const PipelineState> pipeline,
                                                     std::span<const NamedArgument> arguments,
                                                     const RunOptions& options);
  /// `zeroing` goes before the dispatch.
  BoundLaunch(std::shared_ptr<const PipelineState> pipeline, std::vector<hal::Command> zeroing,
              hal::Dispatch dispatch)
      : pipeline_(std::move(pipeline)), zeroing_(std::move(zeroing)), dispatch_(std::move(dispatch)) {}

  [[nodiscard]] const PipelineState& pipeline() const { return *pipeline_; }
  [[nodiscard]] const std::vector<DeviceBytes>& arguments() const { return arguments_; }  ///< by slot
  [[nodiscard]] const std::vector<std::shared_ptr<BufferState>>& buffers() const { return buffers_; }
  /// Launches that a submission makes, counting iterations.
  [[nodiscard]] std::uint32_t launches() const;
  /// One that no submission uses and whose record nobody looks at.
  Result<Recording> take();
  /// Takes back what take() gave; its record has been looked at, or nobody will.
  void give_back(Recording recording) noexcept;

 private:
  Result<Recording> make();

  const std::shared_ptr<const PipelineState> pipeline_;
  const std::vector<hal::Command> zeroing_;
  const hal::Dispatch dispatch_;  // without tables and record, which append_dispatch adds
  std::vector<DeviceBytes> arguments_;
  std::vector<std::shared_ptr<BufferState>> buffers_;
  std::mutex mutex_;  // guards what follows
  RingQueue<Recording> idle_;
  std::size_t made_ = 0;
};

class LaunchState {
 public:
  /// Of the options, those count that say what is launched.
  LaunchState(std::shared_ptr<const PipelineState> pipeline, std::shared_ptr<BoundLaunch> bound,
              const RunOptions& options);
  /// `deadline_exceeded` where the deadline came before there was a place for the submission.
  Result<Ticket> submit(hal::Deadline deadline);
  Result<> rebind(std::span<const NamedArgument> arguments);
  [[nodiscard]] const PipelineState& pipeline() const { return *pipeline_; }

 private:
  const std::shared_ptr<const PipelineState> pipeline_;
  RunOptions options_;
  std::mutex mutex_;  // guards bound_
  std::shared_ptr<BoundLaunch> bound_;
};

class TicketState {
 public:
  TicketState(std::shared_ptr<BoundLaunch> bound, BoundLaunch::Recording recording);
  ~TicketState();
  TicketState(const TicketState&) = delete;
  TicketState& operator=(const TicketState&) = delete;

  [[nodiscard]] Result<bool> ready() { return finish(submission_->wait(hal::Clock::now())); }
  Result<bool> wait(hal::Deadline deadline);

 private:
  Result<bool> finish(Result<bool> done);

  const std::shared_ptr<BoundLaunch> bound_;
  const std::shared_ptr<hal::Submission> submission_;
  std::mutex mutex_;  // guards what follows
  BoundLaunch::Recording recording_;
  std::optional<Result<>> outcome_;  // once the record was looked at
};

}  // namespace slipway::pipeline
