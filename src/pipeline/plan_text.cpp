// A plan for people.
#include <slipway/plan.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace slipway {
namespace {

std::string line(std::string_view name, std::string_view text) {
  return fmt::format("{:<14}{}\n", name, text);
}

std::string list(const std::vector<std::string>& names) {
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

std::string limits(const Plan& plan) {
  std::vector<std::string> parts;
  for (const PlanLimit& limit : plan.limits)
    if (limit.used != 0) parts.push_back(fmt::format("{} {} of {}", limit.name, limit.used, limit.most));
  return list(parts);
}

std::string buffers(const Plan& plan) {
  std::string text = line("buffers", plan.buffers.empty() ? "none" : "");
  for (const PlanBuffer& buffer : plan.buffers)
    text += fmt::format("  {} @group({}) @binding({}) slot {}: {}, {}{}, {} bytes\n", buffer.name,
                        buffer.group, buffer.binding, buffer.slot, to_string(buffer.use), buffer.role,
                        buffer.on_device ? " on the device" : "", buffer.bytes.text);
  return text;
}

std::string transfers(const PlanTransfers& transfers) {
  std::string text = line("bytes", "");
  text += fmt::format("  uploaded    {}\n", transfers.uploaded.text);
  text += fmt::format("  resident    {}\n", transfers.resident.text);
  text += fmt::format("  read back   {}\n", transfers.read_back.text);
  text += fmt::format("  avoided     {}\n", transfers.avoided.text);
  return text;
}

std::string geometry(const PlanGeometry& geometry) {
  return fmt::format("{} x {} x {} workgroups of {} = {} invocations{}", geometry.grid[0].text,
                     geometry.grid[1].text, geometry.grid[2].text, fmt::join(geometry.workgroup_size, " x "),
                     geometry.invocations.text,
                     geometry.iterations == 1 ? "" : fmt::format(", {} times", geometry.iterations));
}

std::string work(const PlanWork& work) {
  std::string text = fmt::format("{} arithmetic, {} on buffers, {} on workgroup memory", work.arithmetic,
                                 work.memory, work.workgroup_memory);
  if (const auto ratio = work.ratio()) text += fmt::format(" ({:.2f} to 1)", *ratio);
  if (work.barriers != 0) text += fmt::format(", {} barriers", work.barriers);
  if (work.subgroup != 0) text += fmt::format(", {} between lanes", work.subgroup);
  return text;
}

std::string occupancy(const PlanOccupancy& occupancy) {
  return fmt::format(
      "{:.0f} % by the device's limits: {} workgroups at once, {} subgroups each, {} idle lanes, {} "
      "bytes of workgroup memory",
      occupancy.estimate * 100, occupancy.workgroups_at_once, occupancy.subgroups, occupancy.idle_lanes,
      occupancy.workgroup_bytes);
}

std::string floats(const PlanFloats& floats) {
  std::string text = floats.accuracy;
  if (!floats.inexact.empty()) text += fmt::format(": {}", fmt::join(floats.inexact, ", "));
  if (floats.may_contract) text += "; a * b + c may be rounded once";
  return text;
}

std::string caches(const Plan& plan) {
  std::vector<std::string> parts;
  for (const PlanCache& cache : plan.caches) {
    parts.push_back(fmt::format("{} {}", cache.stage, to_string(cache.answer.outcome)));
    if (!cache.answer.reason.empty()) parts.back() += fmt::format(" ({})", cache.answer.reason);
  }
  return list(parts);
}

}  // namespace

std::string to_string(const Plan& plan) {
  std::string text =
      line("pipeline", fmt::format("'{}' of '{}' on {}", plan.label, plan.entry_point, plan.device));
  text += line("artifact", plan.id);
  text += line("capabilities", list(plan.capabilities));
  text += line("limits", limits(plan));
  text += buffers(plan);
  text += transfers(plan.transfers);
  text += line("checks", fmt::format("{}: {} emitted, {} shared, {} proven", plan.checks.mode,
                                     plan.checks.emitted, plan.checks.shared, plan.checks.proven));
  text += line("geometry", geometry(plan.geometry));
  text += line("operations", work(plan.work));
  text += line("occupancy", occupancy(plan.occupancy));
  text += line("floats", floats(plan.floats));
  text += line("passes", list(plan.passes));
  text += line("caches", caches(plan));
  return text;
}

}  // namespace slipway
