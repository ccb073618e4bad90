// Pipeline::plan.
#include <slipway/no_throw.h>
#include <slipway/plan.h>

#include <algorithm>

#include <fmt/format.h>

#include "pipeline/arguments.h"
#include "pipeline/launch.h"
#include "pipeline/pipeline_state.h"
#include "pipeline/plan.h"
#include "pipeline/words.h"
#include "program/program_data.h"

namespace slipway::pipeline {
namespace {

Quantity number(std::uint64_t value) { return {fmt::to_string(value), value}; }

// Sums leave out what is nothing.
Quantity plus(const Quantity& a, const Quantity& b) {
  if (a.value && b.value) return number(*a.value + *b.value);
  if (a.value == 0) return b;
  if (b.value == 0) return a;
  return {fmt::format("{} + {}", a.text, b.text), std::nullopt};
}

std::string_view role_of(const Slot& slot) { return slot.writable() ? to_string(slot.role) : "input"; }

// The size of a binding that arguments decide.
Quantity size_of(const Slot& slot) {
  if (!slot.run_time_sized) return number(slot.fixed_bytes);
  const Quantity array{fmt::format("{} * elements({})", slot.stride, slot.name), std::nullopt};
  return plus(number(slot.fixed_bytes), array);
}

PlanBuffer describe(const PipelineState& pipeline, std::uint32_t index) {
  const Slot& slot = pipeline.slots()[index];
  const BindingInfo& declared = *pipeline.program().interface().find(slot.name);
  PlanBuffer buffer;
  buffer.name = slot.name;
  buffer.group = declared.group;
  buffer.binding = declared.binding;
  buffer.slot = index;
  buffer.use = declared.use;
  buffer.role = role_of(slot);
  buffer.bytes = size_of(slot);
  buffer.uploaded = slot.takes_data() ? buffer.bytes : number(0);
  buffer.read_back = slot.returned() ? buffer.bytes : number(0);
  buffer.avoided = number(0);
  return buffer;
}

void give(PlanBuffer& buffer, const BoundSlot& bound) {
  buffer.on_device = bound.device.has_value();
  buffer.bytes = number(bound.bytes);
  buffer.uploaded = number(bound.host.size());
  const std::uint64_t read_back = bound.returned ? length(whole_words(*bound.returned)) : 0;
  buffer.read_back = number(read_back);
  buffer.avoided = number(bound.returned ? round_up(bound.bytes) - read_back : 0);
}

PlanTransfers add_up(const std::vector<PlanBuffer>& buffers, const kernel::Kernel& kernel) {
  PlanTransfers sum{number(0), number(0), number(0), number(0)};
  for (const PlanBuffer& buffer : buffers) {
    sum.uploaded = plus(sum.uploaded, buffer.uploaded);
    sum.resident = plus(sum.resident, buffer.bytes);
    sum.read_back = plus(sum.read_back, buffer.read_back);
    sum.avoided = plus(sum.avoided, buffer.avoided);
  }
  const std::uint64_t record = kernel.has_record ? std::uint64_t{kernel::RecordLayout::words} * 4 : 0;
  sum.resident = plus(sum.resident, number(kernel.tables.size() + record));
  return sum;
}

std::uint64_t invocations_of(const std::array<std::uint32_t, 3>& workgroup_size) {
  return std::uint64_t{workgroup_size[0]} * workgroup_size[1] * workgroup_size[2];
}

std::vector<PlanLimit> limits_of(const kernel::Kernel& kernel, const kernel::Limits& limits) {
  const auto uniforms =
      std::ranges::count(kernel.bindings, kernel::BindingKind::uniform, &kernel::BindingSlot::kind);
  const auto used = static_cast<std::uint64_t>(uniforms);
  return {{"workgroup_invocations", invocations_of(kernel.workgroup_size), limits.workgroup_invocations},
          {"workgroup_bytes", kernel.workgroup_bytes, limits.workgroup_bytes},
          {"storage_bindings", kernel.bindings.size() - used, limits.storage_bindings},
          {"uniform_bindings", used, limits.uniform_bindings},
          {"launch_words", kernel.launch_words.size(), limits.launch_words}};
}

void multiply_grid(PlanGeometry& geometry) {
  geometry.workgroups = number(1);
  const std::uint64_t size = invocations_of(geometry.workgroup_size);
  for (const Quantity& count : geometry.grid) {
    Quantity& all = geometry.workgroups;
    if (all.value && count.value) {
      all = number(*all.value * *count.value);
    } else if (count.value != 1) {
      all = {all.value == 1 ? count.text : fmt::format("{} * {}", all.text, count.text), std::nullopt};
    }
  }
  const Quantity& groups = geometry.workgroups;
  geometry.invocations =
      groups.value ? number(*groups.value * size) : Quantity{fmt::format("{} * {}", size, groups.text), {}};
}

// The grid of a launch that says nothing about it.
PlanGeometry geometry_of(const PipelineState& pipeline) {
  constexpr std::array<char, 3> axis_names{'x', 'y', 'z'};
  PlanGeometry geometry;
  geometry.workgroup_size = pipeline.kernel().workgroup_size;
  const bool is_line = geometry.workgroup_size[1] == 1 && geometry.workgroup_size[2] == 1;
  const auto slot = extent_slot(pipeline.slots());
  for (std::size_t axis = 0; axis < geometry.grid.size(); ++axis) {
    const std::uint32_t size = geometry.workgroup_size[axis];
    if (is_line && slot) {
      const Slot& first = pipeline.slots()[*slot];
      const std::uint64_t elements = first.elements(first.fixed_bytes);
      geometry.grid[axis] = axis != 0 ? number(1)
                            : !first.run_time_sized
                                ? number(elements / size + (elements % size != 0 ? 1 : 0))
                                : Quantity{fmt::format("ceil(elements({}) / {})", first.name, size), {}};
    } else {
      geometry.grid[axis] = {fmt::format("ceil(extent.{} / {})", axis_names.at(axis), size), std::nullopt};
    }
  }
  multiply_grid(geometry);
  return geometry;
}

PlanOccupancy occupancy_of(const kernel::Kernel& kernel, const kernel::Target& target) {
  const kernel::Limits& limits = target.limits;
  PlanOccupancy occupancy;
  occupancy.workgroup_bytes = kernel.workgroup_bytes;
  const std::uint64_t invocations = invocations_of(kernel.workgroup_size);
  std::uint64_t at_once = limits.workgroup_invocations / invocations;
  if (kernel.workgroup_bytes != 0)
    at_once = std::min<std::uint64_t>(at_once, limits.workgroup_bytes / kernel.workgroup_bytes);
  occupancy.workgroups_at_once = std::max<std::uint64_t>(at_once, 1);
  const std::uint64_t lanes = target.features.subgroup_size;
  occupancy.subgroups = (invocations + lanes - 1) / lanes;
  occupancy.idle_lanes = occupancy.subgroups * lanes - invocations;
  const auto busy = static_cast<double>(occupancy.workgroups_at_once * invocations);
  const auto all = static_cast<double>(limits.workgroup_invocations);
  occupancy.estimate = std::min(1.0, busy / all) * static_cast<double>(invocations) /
                       static_cast<double>(occupancy.subgroups * lanes);
  return occupancy;
}

PlanFloats floats_of(const kernel::Notes& notes) {
  PlanFloats floats;
  floats.accuracy = !notes.floats            ? "none"
                    : !notes.inexact.empty() ? "inexact"
                    : notes.may_contract     ? "contracted"
                                             : "exact";
  floats.may_contract = notes.may_contract;
  floats.inexact = notes.inexact;
  return floats;
}

}  // namespace

Plan make_plan(const PipelineState& pipeline) {
  const kernel::Kernel& kernel = pipeline.kernel();
  const kernel::Notes& notes = kernel.notes;
  const Artifact& artifact = pipeline.artifact();
  Plan plan;
  plan.id = artifact.id;
  plan.label = pipeline.label();
  plan.entry_point = kernel.entry_point;
  plan.device = pipeline.device()->about().name;
  if (kernel.uses_f16) plan.capabilities.emplace_back("f16");
  if (kernel.uses_subgroups) plan.capabilities.emplace_back("subgroups");
  plan.limits = limits_of(kernel, pipeline.device()->target().limits);
  for (std::uint32_t i = 0; i < pipeline.slots().size(); ++i) plan.buffers.push_back(describe(pipeline, i));
  plan.transfers = add_up(plan.buffers, kernel);
  plan.checks = {std::string(to_string(artifact.config.checks)), notes.checks_emitted, notes.checks_shared,
                 notes.checks_proven};
  plan.geometry = geometry_of(pipeline);
  plan.work = {notes.arithmetic, notes.memory, notes.workgroup_memory, notes.barriers, notes.subgroup};
  plan.occupancy = occupancy_of(kernel, pipeline.device()->target());
  plan.floats = floats_of(notes);
  plan.passes = notes.passes;
  const CacheAnswer memory =
      pipeline.from_memory() ? CacheAnswer{CacheOutcome::hit, {}} : CacheAnswer{CacheOutcome::miss, "absent"};
  plan.caches = {{"source", program::data(pipeline.program()).source},
                 {"memory", memory},
                 {"kernel", artifact.kernel},
                 {"driver", artifact.driver}};
  return plan;
}

}  // namespace slipway::pipeline

namespace slipway {

std::optional<double> PlanWork::ratio() const {
  if (memory + workgroup_memory == 0) return std::nullopt;
  return static_cast<double>(arithmetic) / static_cast<double>(memory + workgroup_memory);
}

Plan Pipeline::plan() const { return pipeline::make_plan(*state_); }

Result<Plan> Pipeline::plan(std::span<const NamedArgument> arguments, const RunOptions& options) const {
  return no_throw([&]() -> Result<Plan> {
    SLIPWAY_TRY(const auto resolved, pipeline::resolve(*state_, arguments, options));
    Plan plan = pipeline::make_plan(*state_);
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) pipeline::give(plan.buffers[i], resolved.bound[i]);
    plan.transfers = pipeline::add_up(plan.buffers, state_->kernel());
    for (std::size_t axis = 0; axis < resolved.grid.size(); ++axis)
      plan.geometry.grid[axis] = pipeline::number(resolved.grid[axis]);
    plan.geometry.iterations = options.iterations;
    pipeline::multiply_grid(plan.geometry);
    return plan;
  });
}

}  // namespace slipway
