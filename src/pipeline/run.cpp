// Pipeline::run, run_timed and run_into.
#include <algorithm>
#include <chrono>
#include <optional>

#include <fmt/format.h>

#include <slipway/no_throw.h>

#include "pipeline/arguments.h"
#include "pipeline/host_state.h"
#include "pipeline/launch.h"
#include "pipeline/record.h"
#include "pipeline/transfer.h"
#include "pipeline/words.h"
#include "program/program_data.h"

namespace slipway::pipeline {

Result<Resolved> resolve(const PipelineState& pipeline, std::span<const NamedArgument> arguments,
                         const RunOptions& options) {
  if (options.iterations == 0) return fail(ErrorCode::invalid_argument, "iterations is 1 or more: found 0");
  const auto& slots = pipeline.slots();
  const kernel::Limits& limits = pipeline.device()->target().limits;
  Resolved resolved;
  SLIPWAY_TRY(resolved.bound, bind_arguments(slots, arguments, options));
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const auto& buffer = resolved.bound[i].device;
    if (buffer && &buffer->state()->device() != pipeline.device().get())
      return fail(ErrorCode::invalid_argument,
                  fmt::format("buffer '{}' is on another device ('{}') than the pipeline", slots[i].name,
                              buffer->state()->device().about().name));
  }
  SLIPWAY_TRY_VOID(check_limits(slots, resolved.bound, limits));
  SLIPWAY_TRY_VOID(check_output_bytes(resolved.bound, options.max_output_bytes));
  SLIPWAY_TRY(resolved.grid,
              resolve_grid(slots, resolved.bound, options, pipeline.kernel().workgroup_size, limits));
  return resolved;
}

namespace {

// One run: its buffers, its commands and its end.
class Run {
 public:
  Run(const PipelineState& pipeline, const RunOptions& options, Resolved resolved, RunTimes* times)
      : pipeline_(pipeline),
        options_(options),
        resolved_(std::move(resolved)),
        uploads_(*pipeline.device()),
        readbacks_(*pipeline.device()),
        times_(times) {}

  // Outputs go to their targets; those without one are in take_outputs() afterwards. `traffic` counts what
  // was submitted.
  Result<> execute(hal::Deadline deadline, Traffic& traffic) {
    SLIPWAY_TRY(const bool prepared, prepare(deadline));
    if (!prepared) return late();
    // Nothing runs yet, so there is nothing to abandon.
    if (deadline && *deadline <= hal::Clock::now())
      return fail(ErrorCode::deadline_exceeded,
                  fmt::format("'{}' was not submitted: its deadline came before", pipeline_.label()));
    std::vector<std::shared_ptr<BufferState>> used;
    for (const BoundSlot& slot : resolved_.bound)
      if (slot.device) used.push_back(slot.device->state());
    Submissions& submissions = pipeline_.device()->submissions();
    const auto begin = hal::Clock::now();
    SLIPWAY_TRY(const auto submission, kept_ ? submissions.submit(kept_->commands, deadline)
                                             : submissions.submit(std::move(commands_), deadline, used));
    if (!submission) return not_submitted(pipeline_);
    count(traffic);
    SLIPWAY_TRY(const bool done, submissions.wait(*submission, deadline));
    if (!done) return late();
    if (times_ != nullptr) {
      times_->queue = hal::Clock::now() - begin;
      times_->device = submission->device_time();
    }
    if (record_) {
      SLIPWAY_TRY_VOID(check_record(record_->mapped(), pipeline_.program(), pipeline_.device()->target()));
    }
    SLIPWAY_TRY(const bool collected, readbacks_.collect(deadline));
    if (!collected) return late();
    if (kept_) pipeline_.kept_runs().keep(*std::move(kept_));
    return {};
  }

  [[nodiscard]] Outputs take_outputs() { return Outputs(std::move(outputs_), std::move(on_device_)); }

 private:
  // The device has counted the bytes as they moved.
  void count(Traffic& own) const {
    Counters& device = pipeline_.device()->counters;
    device.launches += launches_;
    device.bytes_avoided += bytes_avoided_;
    own.launches += launches_;
    own.bytes_up += uploads_.bytes();
    own.bytes_down += readbacks_.bytes();
    own.bytes_avoided += bytes_avoided_;
  }

  std::unexpected<Error> late() { return abandon(pipeline_, *options_.timeout); }

  // False where the deadline came first.
  Result<bool> prepare(hal::Deadline deadline) {
    if (may_be_kept())
      kept_ = pipeline_.kept_runs().take(resolved_.grid, options_.iterations, resolved_.bound);
    std::vector<hal::BufferRange> bindings;
    bindings.reserve(resolved_.bound.size());
    for (std::size_t i = 0; i < resolved_.bound.size(); ++i) {
      SLIPWAY_TRY(auto range, range_for(i));
      bindings.push_back(std::move(range));
    }
    if (!commands_.empty()) commands_.emplace_back(hal::Barrier{});
    SLIPWAY_TRY(const bool sent, uploads_.finish(commands_, deadline));
    if (!sent) return false;
    add_outputs(bindings);
    std::vector<hal::Command> behind;
    SLIPWAY_TRY_VOID(readbacks_.prepare(behind));
    SLIPWAY_TRY_VOID(add_launch(std::move(bindings), !behind.empty()));
    std::ranges::move(behind, std::back_inserter(commands_));
    return true;
  }

  [[nodiscard]] bool any_work() const { return std::ranges::count(resolved_.grid, 0U) == 0; }

  // A small run that owns its buffers and leaves none of them to others. Timers work in lists that are
  // submitted once.
  [[nodiscard]] bool may_be_kept() const {
    if (times_ != nullptr) return false;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < resolved_.bound.size(); ++i) {
      const BoundSlot& bound = resolved_.bound[i];
      if (bound.device || pipeline_.slots()[i].live_out || bound.bytes > KeptRuns::most_bytes - bytes)
        return false;
      bytes += bound.bytes;
    }
    return any_work();
  }

  Result<> add_launch(std::vector<hal::BufferRange> bindings, bool any_behind) {
    if (!any_work()) return {};
    launches_ = options_.iterations;
    const bool alone = commands_.empty() && !any_behind;
    if (kept_ && alone) {
      record_ = kept_->record;
      return {};
    }
    kept_.reset();                            // the bindings have its buffers
    commands_.reserve(commands_.size() + 4);  // with what goes around the dispatch
    hal::Dispatch dispatch = make_dispatch(pipeline_, resolved_, options_.iterations);
    dispatch.bindings = bindings;
    SLIPWAY_TRY(record_, append_dispatch(pipeline_, std::move(dispatch), commands_,
                                         times_ == nullptr ? Timed::no : Timed::yes));
    if (any_behind) commands_.emplace_back(hal::Barrier{});
    if (!alone || !may_be_kept()) return {};
    SLIPWAY_TRY(auto recorded, pipeline_.device()->hal().record(std::exchange(commands_, {})));
    kept_ = KeptRun{resolved_.grid, options_.iterations, std::move(bindings), record_, std::move(recorded)};
    return {};
  }

  Result<hal::BufferRange> range_for(std::size_t index) {
    const Slot& slot = pipeline_.slots()[index];
    const BoundSlot& bound = resolved_.bound[index];
    const auto& device = pipeline_.device();
    if (kept_) {
      uploads_.add(kept_->bindings[index].buffer, bound.host, pinned_on(*device, bound.pinned));
      return kept_->bindings[index];
    }
    if (bound.device) {
      if (auto zeroing = zeroing_of(slot, bound)) commands_.emplace_back(*std::move(zeroing));
      if (slot.live_out) on_device_.push_back({slot.name, *bound.device});
      return range_of(*bound.device);
    }
    SLIPWAY_TRY(auto buffer, device->buffers().take(bound.bytes, memory_for(slot, bound)));
    uploads_.add(buffer, bound.host, pinned_on(*device, bound.pinned));
    if (slot.live_out)
      on_device_.push_back(
          {slot.name, DeviceBytes(std::make_shared<BufferState>(device, buffer, bound.bytes))});
    return hal::BufferRange{std::move(buffer), 0, bound.bytes};
  }

  // A small output that the kernel only stores to, each word about once, is as well off in memory of the
  // host, from where it needs no copy.
  [[nodiscard]] hal::MemoryKind memory_for(const Slot& slot, const BoundSlot& bound) const {
    constexpr std::uint64_t most_bytes = 64U << 10U;
    if (!slot.only_written || slot.live_out || !bound.returned || bound.bytes > most_bytes)
      return hal::MemoryKind::device;
    std::uint64_t stores = options_.iterations;  // by one invocation once
    for (const auto& counts : {resolved_.grid, pipeline_.kernel().workgroup_size})
      for (const std::uint32_t count : counts) {
        if (stores > bound.bytes) return hal::MemoryKind::device;  // so that the product fits
        stores *= count;
      }
    if (stores > bound.bytes) return hal::MemoryKind::device;
    return hal::MemoryKind::readback;
  }

  void add_outputs(const std::vector<hal::BufferRange>& bindings) {
    const auto& device = *pipeline_.device();
    for (const std::uint32_t i : pipeline_.slot_table()->as_declared) {
      const BoundSlot& bound = resolved_.bound[i];
      if (!bound.returned) continue;
      const auto [begin, end] = *bound.returned;
      bytes_avoided_ += round_up(bound.bytes) - length(whole_words({begin, end}));
      if (bound.target != nullptr) {
        readbacks_.add(bindings[i].buffer, begin, bound.target->bytes,
                       pinned_on(device, bound.target->pinned));
        continue;
      }
      outputs_.push_back({pipeline_.slots()[i].name, std::vector<std::byte>(end - begin)});
      // Moving the entry later leaves its bytes where they are.
      readbacks_.add(bindings[i].buffer, begin, outputs_.back().bytes);
    }
  }

  const PipelineState& pipeline_;
  const RunOptions& options_;
  Resolved resolved_;
  Uploads uploads_;
  Readbacks readbacks_;
  std::vector<hal::Command> commands_;
  std::vector<Outputs::Entry> outputs_;
  std::vector<Outputs::DeviceEntry> on_device_;
  std::shared_ptr<hal::Buffer> record_;
  std::optional<KeptRun> kept_;  // then it has all commands
  std::uint32_t launches_ = 0;
  std::uint64_t bytes_avoided_ = 0;
  RunTimes* times_;  // null where nobody asks
};

// What all calls do. Without `targets`, outputs have memory of their own.
Result<Outputs> run(const std::shared_ptr<const PipelineState>& pipeline,
                    std::span<const NamedArgument> arguments,
                    std::optional<std::span<const NamedTarget>> targets, const RunOptions& options,
                    RunTimes* times = nullptr) {
  const hal::Deadline deadline = deadline_in(options.timeout);
  SLIPWAY_TRY(auto resolved, resolve(*pipeline, arguments, options));
  if (targets) SLIPWAY_TRY_VOID(place_targets(pipeline->slots(), *targets, resolved.bound));
  SLIPWAY_TRY(const auto fitting, pipeline_for(pipeline, resolved));
  Run run(*fitting, options, std::move(resolved), times);
  SLIPWAY_TRY_VOID(run.execute(deadline, pipeline->traffic()));
  return run.take_outputs();
}

}  // namespace
}  // namespace slipway::pipeline

namespace slipway {

Result<Outputs> Pipeline::run(std::span<const NamedArgument> arguments, const RunOptions& options) const {
  return no_throw([&] { return pipeline::run(state_, arguments, std::nullopt, options); });
}

Result<TimedOutputs> Pipeline::run_timed(std::span<const NamedArgument> arguments,
                                         const RunOptions& options) const {
  return no_throw([&]() -> Result<TimedOutputs> {
    const auto begin = hal::Clock::now();
    RunTimes times;
    SLIPWAY_TRY(auto outputs, pipeline::run(state_, arguments, std::nullopt, options, &times));
    times.wall = hal::Clock::now() - begin;
    return TimedOutputs{std::move(outputs), times};
  });
}

Result<Outputs> Pipeline::run_into(std::span<const NamedArgument> arguments,
                                   std::span<const NamedTarget> targets, const RunOptions& options) const {
  return no_throw([&] { return pipeline::run(state_, arguments, targets, options); });
}

Result<BufferSlot> Pipeline::slot(std::string_view name) const {
  return no_throw([&]() -> Result<BufferSlot> {
    const auto& table = state_->slot_table();
    SLIPWAY_TRY(const std::size_t index, pipeline::find_slot(table->slots, "slot", name));
    return BufferSlot({table, &table->slots[index].name}, static_cast<std::uint32_t>(index));
  });
}

const std::string& Pipeline::id() const { return state_->artifact().id; }

PipelineStats Pipeline::stats() const {
  const pipeline::Artifact& artifact = state_->artifact();
  const pipeline::Traffic& traffic = state_->traffic();
  return {.source = program::data(state_->program()).source.outcome,
          .memory = state_->from_memory() ? CacheOutcome::hit : CacheOutcome::miss,
          .kernel = artifact.kernel.outcome,
          .driver = artifact.driver.outcome,
          .bytes = artifact.cost.bytes().value_or(UINT64_MAX),
          .descriptor_sets = artifact.hal->descriptor_sets(),
          .launches = traffic.launches.load(),
          .bytes_up = traffic.bytes_up.load(),
          .bytes_down = traffic.bytes_down.load(),
          .bytes_avoided = traffic.bytes_avoided.load()};
}

const Program& Pipeline::program() const { return state_->program(); }
std::array<std::uint32_t, 3> Pipeline::workgroup_size() const { return state_->kernel().workgroup_size; }
std::span<const std::byte> Pipeline::code() const { return state_->kernel().code; }

}  // namespace slipway
