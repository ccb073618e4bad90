#include "pipeline/launch.h"

#include <algorithm>

#include <fmt/format.h>

#include "pipeline/record.h"

namespace slipway::pipeline {
namespace {

constexpr std::uint64_t record_bytes = std::uint64_t{kernel::RecordLayout::words} * 4;
}  // namespace

hal::Deadline deadline_in(std::optional<std::chrono::nanoseconds> timeout) {
  if (!timeout) return std::nullopt;
  const auto now = hal::Clock::now();
  if (*timeout > hal::Clock::time_point::max() - now) return std::nullopt;
  return now + *timeout;
}

Result<std::shared_ptr<hal::Buffer>> append_dispatch(const PipelineState& pipeline, hal::Dispatch dispatch,
                                                     std::vector<hal::Command>& commands) {
  if (std::ranges::count(dispatch.grid, 0U) == 0) pipeline.device()->counters.launches += dispatch.repeat;
  if (const auto& tables = pipeline.artifact().tables)
    dispatch.bindings.push_back({tables, 0, pipeline.kernel().tables.size()});
  if (!pipeline.kernel().has_record) {
    commands.emplace_back(std::move(dispatch));
    return nullptr;
  }
  BufferPool& buffers = pipeline.device()->buffers();
  SLIPWAY_TRY(auto record, buffers.take(record_bytes, hal::MemoryKind::device));
  dispatch.bindings.push_back({record, 0, record_bytes});
  commands.emplace_back(hal::Fill{record, 0, record_bytes, 0});
  commands.emplace_back(hal::Barrier{});
  commands.emplace_back(std::move(dispatch));
  if (!record->mapped().empty()) return record;
  SLIPWAY_TRY(auto readable, buffers.take(record_bytes, hal::MemoryKind::readback));
  commands.emplace_back(hal::Barrier{});
  commands.emplace_back(hal::Copy{std::move(record), 0, readable, 0, record_bytes});
  return readable;
}

Result<Ticket> LaunchState::submit() {
  std::vector<hal::Command> commands = zeroing_;
  SLIPWAY_TRY(auto record, append_dispatch(*pipeline_, dispatch_, commands));
  SLIPWAY_TRY(auto submission, pipeline_->device()->hal().submit(std::move(commands)));
  pipeline_->device()->counters.submissions += 1;
  for (const auto& buffer : buffers_) buffer->used_by(submission);
  return Ticket(std::make_shared<TicketState>(pipeline_, std::move(submission), std::move(record)));
}

Result<bool> TicketState::wait(hal::Deadline deadline) {
  SLIPWAY_TRY(const bool done, submission_->wait(deadline));
  if (!done) return false;
  if (record_) {
    SLIPWAY_TRY_VOID(check_record(record_->mapped(), pipeline_->program(), pipeline_->device()->target()));
  }
  return true;
}

}  // namespace slipway::pipeline

namespace slipway {

Result<bool> Ticket::ready() const { return state_->wait(hal::Clock::now()); }

Result<> Ticket::wait(std::optional<std::chrono::nanoseconds> timeout) const {
  SLIPWAY_TRY(const bool done, state_->wait(pipeline::deadline_in(timeout)));
  if (done) return {};
  return fail(ErrorCode::deadline_exceeded,
              fmt::format("the launch did not end within {} ms",
                          std::chrono::duration_cast<std::chrono::milliseconds>(*timeout).count()));
}

Result<Ticket> Launch::submit() const { return state_->submit(); }

Result<> Launch::run(std::optional<std::chrono::nanoseconds> timeout) const {
  SLIPWAY_TRY(const auto ticket, submit());
  return ticket.wait(timeout);
}

}  // namespace slipway
