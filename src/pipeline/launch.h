// A launch's buffers, commands and end; what run, Launch and Ticket share.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <vector>

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

class LaunchState {
 public:
  /// `zeroing` goes before the dispatch of each submission.
  LaunchState(std::shared_ptr<const PipelineState> pipeline, std::vector<hal::Command> zeroing,
              hal::Dispatch dispatch, std::vector<std::shared_ptr<BufferState>> buffers)
      : pipeline_(std::move(pipeline)),
        zeroing_(std::move(zeroing)),
        dispatch_(std::move(dispatch)),
        buffers_(std::move(buffers)) {}
  Result<Ticket> submit();

 private:
  std::shared_ptr<const PipelineState> pipeline_;
  std::vector<hal::Command> zeroing_;
  hal::Dispatch dispatch_;  // without tables and record, which append_dispatch adds
  std::vector<std::shared_ptr<BufferState>> buffers_;
};

class TicketState {
 public:
  TicketState(std::shared_ptr<const PipelineState> pipeline, std::shared_ptr<hal::Submission> submission,
              std::shared_ptr<hal::Buffer> record)
      : pipeline_(std::move(pipeline)), submission_(std::move(submission)), record_(std::move(record)) {}
  Result<bool> wait(hal::Deadline deadline);

 private:
  std::shared_ptr<const PipelineState> pipeline_;
  std::shared_ptr<hal::Submission> submission_;
  std::shared_ptr<hal::Buffer> record_;  // mapped; null where the kernel has none
};

/// None where there is no time-out, or one past the end of time.
[[nodiscard]] hal::Deadline deadline_in(std::optional<std::chrono::nanoseconds> timeout);

/// Appends the dispatch, and the fill and the read-back of its record where the kernel has one. The record as
/// the host will see it is returned; null without one.
Result<std::shared_ptr<hal::Buffer>> append_dispatch(const PipelineState& pipeline, hal::Dispatch dispatch,
                                                     std::vector<hal::Command>& commands);

}  // namespace slipway::pipeline
