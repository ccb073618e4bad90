// The order in which workgroups and their invocations take turns.
#include "interp/interpreter.h"

#include <algorithm>
#include <bit>
#include <deque>

#include <fmt/format.h>

#include "interp/machine.h"
#include "interp/subgroup.h"

namespace slipway::interp {
namespace {

/// Steps of an invocation in its workgroup's first turn, and at most; each turn quadruples it. Waiting for an
/// earlier workgroup wastes little, and a long kernel is soon run in long turns.
constexpr std::uint64_t first_quota = 4096;
constexpr std::uint64_t largest_quota = 1U << 20U;
/// Workgroups under way at once. The earliest is always among them.
constexpr std::size_t most_active = 4096;

enum class Turn : std::uint8_t { finished, pending, failed };  // failed: or trapped

/// Where an invocation under way is: a step for each of its frames, the calls first. Ordered as the program.
std::vector<std::uint32_t> position(const Invocation& invocation) {
  std::vector<std::uint32_t> steps;
  for (std::size_t i = 1; i < invocation.state->frames.size(); ++i)
    steps.push_back(invocation.state->frames[i].return_to - 1);
  steps.push_back(invocation.step);
  return steps;
}

class Schedule {
 public:
  Schedule(const ir::Module& module, const Program& program, const Request& request)
      : program_(program), request_(request), machine_(module, program, request) {}

  Result<Outcome> run();

 private:
  [[nodiscard]] bool exhausted() const { return next_[2] == request_.grid[2]; }
  Workgroup admit();
  Turn turn(Workgroup& workgroup);
  bool run_ready(Workgroup& workgroup, bool& out_of_quota);
  bool release(Workgroup& workgroup);
  bool release_subgroups(Workgroup& workgroup);
  bool release_barrier(Workgroup& workgroup);
  void release_at(Workgroup& workgroup, std::size_t first, std::size_t last);
  bool stop(ErrorCode code, std::string message) {
    error_.emplace(code, std::move(message));
    return false;
  }

  const Program& program_;
  const Request& request_;
  Machine machine_;
  std::array<std::uint32_t, 3> next_{};  ///< the workgroup to admit next; x is fastest
  std::vector<Workgroup> spare_;
  std::optional<Error> error_;
};

Workgroup Schedule::admit() {
  Workgroup workgroup;
  if (!spare_.empty()) {
    workgroup = std::move(spare_.back());
    spare_.pop_back();
  }
  const auto& size = program_.workgroup_size;
  workgroup.id = next_;
  workgroup.quota = first_quota;
  workgroup.memory.assign(program_.workgroup_bytes, request_.workgroup_fill);
  workgroup.invocations.resize(std::size_t{size[0]} * size[1] * size[2]);
  for (std::uint32_t i = 0; i < workgroup.invocations.size(); ++i) {
    Invocation& invocation = workgroup.invocations[i];
    invocation.status = Status::fresh;
    invocation.index = i;
    invocation.local = {i % size[0], i / size[0] % size[1], i / size[0] / size[1]};
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (++next_[axis] < request_.grid[axis] || axis == 2) break;
    next_[axis] = 0;
  }
  return workgroup;
}

bool Schedule::run_ready(Workgroup& workgroup, bool& out_of_quota) {
  for (Invocation& invocation : workgroup.invocations) {
    if (invocation.status != Status::fresh && invocation.status != Status::ready) continue;
    std::uint64_t quota = workgroup.quota;
    if (request_.step_limit != 0) {
      if (machine_.steps() >= request_.step_limit)
        return stop(ErrorCode::budget_exceeded,
                    fmt::format("the kernel ran for {} operations, its limit", request_.step_limit));
      quota = std::min(quota, request_.step_limit - machine_.steps());
    }
    if (request_.cancel != nullptr && request_.cancel->load(std::memory_order_relaxed))
      return stop(ErrorCode::deadline_exceeded, "the run was cancelled");
    if (!machine_.run(workgroup, invocation, quota)) return stop(ErrorCode::internal, machine_.fault());
    if (machine_.trap().has_value()) return false;  // which ends the launch
    out_of_quota |= invocation.status == Status::ready;
  }
  return true;
}

Turn Schedule::turn(Workgroup& workgroup) {
  while (true) {
    bool out_of_quota = false;
    if (!run_ready(workgroup, out_of_quota)) return Turn::failed;
    if (out_of_quota) break;
    const auto done = [](const Invocation& i) { return i.status == Status::done; };
    if (std::ranges::all_of(workgroup.invocations, done)) return Turn::finished;
    if (!release(workgroup)) return Turn::failed;
  }
  workgroup.quota = std::min(workgroup.quota * 4, largest_quota);
  return Turn::pending;
}

// Every invocation has ended or waits. Subgroup operations come first, for barriers need all invocations.
bool Schedule::release(Workgroup& workgroup) {
  return release_subgroups(workgroup) || release_barrier(workgroup);
}

bool Schedule::release_subgroups(Workgroup& workgroup) {
  bool any = false;
  const std::size_t count = workgroup.invocations.size();
  for (std::size_t first = 0; first < count; first += request_.subgroup_size) {
    const std::size_t last = std::min<std::size_t>(first + request_.subgroup_size, count);
    for (std::size_t i = first; i < last; ++i) {
      if (workgroup.invocations[i].status != Status::at_subgroup) continue;
      release_at(workgroup, first, last);
      any = true;
      break;
    }
  }
  return any;
}

// Of the invocations that wait at subgroup operations, those at the earliest position are the active ones:
// the others have gone further and wait for them.
void Schedule::release_at(Workgroup& workgroup, std::size_t first, std::size_t last) {
  const std::span<Invocation> members = std::span(workgroup.invocations).subspan(first, last - first);
  std::vector<std::uint32_t> earliest{UINT32_MAX};
  for (const Invocation& member : members)
    if (member.status == Status::at_subgroup) earliest = std::min(earliest, position(member));
  const Step& step = program_.steps[earliest.back()];
  std::vector<Lane> lanes;
  for (Invocation& member : members) {
    if (member.status != Status::at_subgroup || position(member) != earliest) continue;
    lanes.push_back({.lane = member.index % request_.subgroup_size,
                     .value = step.a == no_slot ? nullptr : machine_.words(member, step.a),
                     .second = step.b == no_slot ? nullptr : machine_.words(member, step.b),
                     .result = machine_.result(member, step.result)});
    member.status = Status::ready;
    ++member.step;
  }
  execute_subgroup(step, lanes);
}

bool Schedule::release_barrier(Workgroup& workgroup) {
  const Invocation& one = workgroup.invocations.front();
  for (const Invocation& other : workgroup.invocations) {
    if (other.status == one.status && (one.status == Status::done || other.step == one.step)) continue;
    const auto place = [&](const Invocation& i) {
      return i.status == Status::done ? std::string("has ended")
                                      : fmt::format("waits at site {}", program_.steps[i.step].site);
    };
    return stop(
        ErrorCode::internal,
        fmt::format("a barrier is not reached by all invocations of workgroup ({}, {}, {}): invocation "
                    "{} {}, invocation {} {}",
                    workgroup.id[0], workgroup.id[1], workgroup.id[2], one.index, place(one), other.index,
                    place(other)));
  }
  for (Invocation& invocation : workgroup.invocations) {
    invocation.status = Status::ready;
    ++invocation.step;
  }
  return true;
}

Result<Outcome> Schedule::run() {
  std::deque<Workgroup> active;
  const bool empty = std::ranges::any_of(request_.grid, [](std::uint32_t count) { return count == 0; });
  while (!empty && (!active.empty() || !exhausted())) {
    // A round: one workgroup is new, and each gets a turn.
    if (!exhausted() && active.size() < most_active) active.push_back(admit());
    for (std::size_t left = active.size(); left > 0; --left) {
      Workgroup workgroup = std::move(active.front());
      active.pop_front();
      const Turn result = turn(workgroup);
      if (result == Turn::failed) {
        if (error_.has_value()) return std::unexpected(std::move(*error_));
        return Outcome{machine_.trap(), machine_.steps()};
      }
      if (result == Turn::pending)
        active.push_back(std::move(workgroup));
      else
        spare_.push_back(std::move(workgroup));
    }
  }
  return Outcome{{}, machine_.steps()};
}

Result<> check(const ir::Module& module, const Program& program, const Request& request) {
  for (const BufferUse& use : program.buffers) {
    const bool given = std::ranges::any_of(request.buffers, [&](const BufferArgument& buffer) {
      return buffer.group == use.binding.group && buffer.binding == use.binding.binding;
    });
    if (!given)
      return fail(ErrorCode::invalid_argument,
                  fmt::format("no buffer for '{}' at group {}, binding {}", module[use.global].name,
                              use.binding.group, use.binding.binding));
  }
  if (request.launch_words.size() < program.launch_words)
    return fail(ErrorCode::invalid_argument, fmt::format("the kernel reads {} launch words and {} are given",
                                                         program.launch_words, request.launch_words.size()));
  if (!std::has_single_bit(request.subgroup_size) || request.subgroup_size > 128)
    return fail(ErrorCode::invalid_argument,
                fmt::format("subgroup size {} is not a power of two from 1 to 128", request.subgroup_size));
  return {};
}

}  // namespace

Result<std::shared_ptr<const Program>> prepare(const ir::ValidModule& module, std::uint32_t entry_point) {
  SLIPWAY_TRY(Program program, compile(*module, module.layouts(), entry_point));
  return std::make_shared<const Program>(std::move(program));
}

Result<Outcome> run(const Request& request) {
  std::shared_ptr<const Program> program = request.program;
  if (program == nullptr) {
    SLIPWAY_TRY(program, prepare(*request.module, request.entry_point));
  }
  const ir::Module& module = **request.module;
  SLIPWAY_TRY_VOID(check(module, *program, request));
  return Schedule(module, *program, request).run();
}

}  // namespace slipway::interp
