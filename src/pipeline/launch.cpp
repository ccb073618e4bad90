#include "pipeline/launch.h"

#include <algorithm>

#include <fmt/format.h>

#include <slipway/no_throw.h>

#include "base/block_pool.h"
#include "hal/parts.h"
#include "pipeline/record.h"

namespace slipway::pipeline {
namespace {

constexpr std::uint64_t record_bytes = std::uint64_t{kernel::RecordLayout::words} * 4;

std::int64_t milliseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

// Everything that bind() asks of its arguments beyond what every call does.
Result<> check_bindings(std::span<const Slot> slots, std::span<const NamedArgument> arguments,
                        const RunOptions& options) {
  if (!options.sizes.empty() || !options.ranges.empty() || options.max_output_bytes || options.timeout)
    return fail(ErrorCode::invalid_argument,
                "bind takes an extent, a grid and iterations: found other options");
  std::vector<bool> given(slots.size());
  for (const NamedArgument& argument : arguments) {
    SLIPWAY_TRY(const std::size_t index, find_slot(slots, "argument", argument.name));
    given[index] = true;
    if (!argument.value.device())
      return fail(ErrorCode::invalid_argument,
                  fmt::format("bind takes device buffers: '{}' is host memory", slots[index].name));
  }
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (!given[i])
      return fail(ErrorCode::invalid_argument,
                  fmt::format("bind needs a device buffer for '{}': none was given", slots[i].name));
  return {};
}

}  // namespace

hal::Deadline deadline_in(std::optional<std::chrono::nanoseconds> timeout) {
  if (!timeout) return std::nullopt;
  const auto now = hal::Clock::now();
  if (*timeout > hal::Clock::time_point::max() - now) return std::nullopt;
  return now + *timeout;
}

std::unexpected<Error> abandon(const PipelineState& pipeline, std::chrono::nanoseconds timeout) {
  pipeline.device()->hal().abandon();
  return fail(ErrorCode::deadline_exceeded,
              fmt::format("the launch of '{}' did not end within {} ms, with what the driver compiles at a "
                          "first launch: the device is abandoned",
                          pipeline.label(), milliseconds(timeout)));
}

std::unexpected<Error> not_submitted(const PipelineState& pipeline) {
  return fail(
      ErrorCode::deadline_exceeded,
      fmt::format("'{}' was not submitted: {} submissions were on their way before it, as many as may be",
                  pipeline.label(), pipeline.device()->submissions().most()));
}

Result<std::shared_ptr<const PipelineState>> pipeline_for(
    const std::shared_ptr<const PipelineState>& pipeline, const Resolved& resolved) {
  if (hal::count_parts(resolved.grid, pipeline->device()->target().limits.workgroup_count) <= 1)
    return pipeline;
  return pipeline->in_parts();
}

hal::Dispatch make_dispatch(const PipelineState& pipeline, const Resolved& resolved,
                            std::uint32_t iterations) {
  hal::Dispatch dispatch;
  dispatch.pipeline = pipeline.hal();
  dispatch.launch_words = resolve_launch_words(pipeline.kernel(), resolved.bound, resolved.grid);
  dispatch.grid = resolved.grid;
  dispatch.repeat = iterations;
  dispatch.bindings.reserve(pipeline.kernel().bindings.size());
  return dispatch;
}

Result<std::shared_ptr<hal::Buffer>> append_dispatch(const PipelineState& pipeline, hal::Dispatch dispatch,
                                                     std::vector<hal::Command>& commands, Timed timed) {
  const auto add = [&](hal::Dispatch launch) {
    if (timed == Timed::yes) commands.emplace_back(hal::StartTimer{});
    commands.emplace_back(std::move(launch));
    if (timed == Timed::yes) commands.emplace_back(hal::StopTimer{});
  };
  if (const auto& tables = pipeline.artifact().tables)
    dispatch.bindings.push_back({tables, 0, pipeline.kernel().tables.size()});
  if (!pipeline.kernel().has_record) {
    add(std::move(dispatch));
    return nullptr;
  }
  BufferPool& buffers = pipeline.device()->buffers();
  SLIPWAY_TRY(auto record, buffers.take(record_bytes, hal::MemoryKind::device));
  dispatch.bindings.push_back({record, 0, record_bytes});
  commands.emplace_back(hal::Fill{record, 0, record_bytes, 0});
  commands.emplace_back(hal::Barrier{});
  add(std::move(dispatch));
  if (!record->mapped().empty()) return record;
  SLIPWAY_TRY(auto readable, buffers.take(record_bytes, hal::MemoryKind::readback));
  commands.emplace_back(hal::Barrier{});
  commands.emplace_back(hal::Copy{std::move(record), 0, readable, 0, record_bytes});
  return readable;
}

Result<std::shared_ptr<BoundLaunch>> BoundLaunch::create(std::shared_ptr<const PipelineState> pipeline,
                                                         std::span<const NamedArgument> arguments,
                                                         const RunOptions& options) {
  SLIPWAY_TRY_VOID(check_bindings(pipeline->slots(), arguments, options));
  SLIPWAY_TRY(const auto resolved, resolve(*pipeline, arguments, options));
  SLIPWAY_TRY(pipeline, pipeline_for(pipeline, resolved));
  hal::Dispatch dispatch = make_dispatch(*pipeline, resolved, options.iterations);
  std::vector<hal::Command> zeroing;
  for (std::size_t i = 0; i < resolved.bound.size(); ++i) {
    const BoundSlot& slot = resolved.bound[i];
    dispatch.bindings.push_back(range_of(*slot.device));
    if (auto fill = zeroing_of(pipeline->slots()[i], slot)) zeroing.emplace_back(*std::move(fill));
  }
  if (!zeroing.empty()) zeroing.emplace_back(hal::Barrier{});
  auto launch = std::make_shared<BoundLaunch>(std::move(pipeline), std::move(zeroing), std::move(dispatch));
  for (const BoundSlot& slot : resolved.bound) {
    launch->arguments_.push_back(*slot.device);
    launch->buffers_.push_back(slot.device->state());
  }
  SLIPWAY_TRY(auto first, launch->make());
  launch->give_back(std::move(first));
  return launch;
}

std::uint32_t BoundLaunch::launches() const {
  return std::ranges::count(dispatch_.grid, 0U) == 0 ? dispatch_.repeat : 0;
}

Result<BoundLaunch::Recording> BoundLaunch::make() {
  std::vector<hal::Command> commands = zeroing_;
  Recording recording;
  SLIPWAY_TRY(recording.record, append_dispatch(*pipeline_, dispatch_, commands));
  SLIPWAY_TRY(recording.commands, pipeline_->device()->hal().record(std::move(commands)));
  const std::lock_guard lock(mutex_);
  made_ += 1;
  idle_.reserve(made_);  // so that giving back allocates nothing
  return recording;
}

Result<BoundLaunch::Recording> BoundLaunch::take() {
  {
    const std::lock_guard lock(mutex_);
    // Without a record, nothing tells two submissions of the same commands apart.
    if (!pipeline_->kernel().has_record) return idle_.front();
    if (!idle_.empty()) {
      const auto& last = idle_.front().submission;
      const auto done = last ? last->wait(hal::Clock::now()) : Result<bool>(true);
      if (done && *done) return idle_.pop();
    }
  }
  return make();
}

void BoundLaunch::give_back(Recording recording) noexcept {
  if (!recording.commands) return;
  const std::lock_guard lock(mutex_);
  if (pipeline_->kernel().has_record || idle_.empty()) idle_.push(std::move(recording));
}

LaunchState::LaunchState(std::shared_ptr<const PipelineState> pipeline, std::shared_ptr<BoundLaunch> bound,
                         const RunOptions& options)
    : pipeline_(std::move(pipeline)), bound_(std::move(bound)) {
  options_.extent = options.extent;
  options_.grid = options.grid;
  options_.iterations = options.iterations;
}

Result<Ticket> LaunchState::submit(hal::Deadline deadline) {
  std::shared_ptr<BoundLaunch> bound;
  {
    const std::lock_guard lock(mutex_);
    bound = bound_;
  }
  DeviceState& device = *pipeline_->device();
  SLIPWAY_TRY(auto recording, bound->take());
  auto submission = device.submissions().submit(recording.commands, deadline, bound->buffers());
  if (!submission || !*submission) {
    bound->give_back(std::move(recording));
    if (!submission) return std::unexpected(std::move(submission).error());
    return not_submitted(*pipeline_);
  }
  device.counters.launches += bound->launches();
  pipeline_->traffic().launches += bound->launches();
  recording.submission = *std::move(submission);
  const auto& blocks = device.ticket_blocks;
  return Ticket(make_shared_in<TicketState>(blocks, std::move(bound), std::move(recording)));
}

Result<> LaunchState::rebind(std::span<const NamedArgument> arguments) {
  const std::lock_guard lock(mutex_);
  std::vector<NamedArgument> all(arguments.begin(), arguments.end());
  const auto& slots = pipeline_->slots();
  std::vector<bool> given(slots.size());
  for (const NamedArgument& argument : arguments) {
    SLIPWAY_TRY(const std::size_t index, find_slot(slots, "argument", argument.name));
    given[index] = true;
  }
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (!given[i]) all.push_back({slots[i].name, bound_->arguments()[i]});
  SLIPWAY_TRY(bound_, BoundLaunch::create(pipeline_, all, options_));
  return {};
}

TicketState::TicketState(std::shared_ptr<BoundLaunch> bound, BoundLaunch::Recording recording)
    : bound_(std::move(bound)), submission_(recording.submission), recording_(std::move(recording)) {}

TicketState::~TicketState() { bound_->give_back(std::move(recording_)); }

Result<bool> TicketState::wait(hal::Deadline deadline) {
  return finish(bound_->pipeline().device()->submissions().wait(*submission_, deadline));
}

Result<bool> TicketState::finish(Result<bool> done) {
  if (!done || !*done) return done;
  const std::lock_guard lock(mutex_);
  if (!outcome_) {
    const PipelineState& pipeline = bound_->pipeline();
    outcome_ = recording_.record ? check_record(recording_.record->mapped(), pipeline.program(),
                                                pipeline.device()->target())
                                 : Result<>();
    bound_->give_back(std::exchange(recording_, {}));
  }
  SLIPWAY_TRY_VOID(*outcome_);
  return true;
}

}  // namespace slipway::pipeline

namespace slipway {

Result<bool> Ticket::ready() const {
  return no_throw([&]() -> Result<bool> { return state_->ready(); });
}

Result<> Ticket::wait(std::optional<std::chrono::nanoseconds> timeout) const {
  return no_throw([&]() -> Result<> {
    SLIPWAY_TRY(const bool done, state_->wait(pipeline::deadline_in(timeout)));
    if (done) return {};
    return fail(ErrorCode::deadline_exceeded,
                fmt::format("the launch did not end within {} ms", pipeline::milliseconds(*timeout)));
  });
}

Result<Ticket> Launch::submit(std::optional<std::chrono::nanoseconds> timeout) const {
  return no_throw([&]() -> Result<Ticket> { return state_->submit(pipeline::deadline_in(timeout)); });
}

Result<> Launch::run(std::optional<std::chrono::nanoseconds> timeout) const {
  return no_throw([&]() -> Result<> {
    const hal::Deadline deadline = pipeline::deadline_in(timeout);
    SLIPWAY_TRY(const auto ticket, state_->submit(deadline));
    SLIPWAY_TRY(const bool done, ticket.state_->wait(deadline));
    if (done) return {};
    return pipeline::abandon(state_->pipeline(), *timeout);
  });
}

Result<> Launch::rebind(std::span<const NamedArgument> arguments) const {
  return no_throw([&]() -> Result<> { return state_->rebind(arguments); });
}

Result<Launch> Pipeline::bind(std::span<const NamedArgument> arguments, const RunOptions& options) const {
  return no_throw([&]() -> Result<Launch> {
    SLIPWAY_TRY(auto bound, pipeline::BoundLaunch::create(state_, arguments, options));
    return Launch(std::make_shared<pipeline::LaunchState>(state_, std::move(bound), options));
  });
}

}  // namespace slipway
