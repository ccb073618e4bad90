#include "pipeline/capabilities.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace slipway::pipeline {
namespace {

class Shortage {
 public:
  void feature(bool needed, bool there, std::string_view name) {
    if (needed && !there) missing_.push_back(fmt::format("{} is missing", name));
  }
  void limit(std::uint64_t found, std::uint64_t most, std::string_view name, std::string_view what) {
    if (found <= most) return;
    missing_.push_back(fmt::format("{} is {}, the limit {}", what, found, most));
    if (!first_) first_ = LimitReport{std::string(name), most};
  }
  [[nodiscard]] Result<> result(std::string_view entry_point) && {
    if (missing_.empty()) return {};
    Error error(ErrorCode::unsupported,
                fmt::format("this device cannot run '{}': {}", entry_point, fmt::join(missing_, "; ")));
    if (first_) error = std::move(error).with_limit(*std::move(first_));
    return std::unexpected(std::move(error));
  }

 private:
  std::vector<std::string> missing_;
  std::optional<LimitReport> first_;
};

// What the reachable variables add up to; a specialised module holds no others.
struct Demand {
  std::uint64_t workgroup_bytes = 0;
  std::uint32_t storage_bindings = 0;
  std::uint32_t uniform_bindings = 0;
};

Demand demand_of(const ir::ValidModule& module) {
  Demand demand;
  for (const ir::Global& global : module->globals) {
    const ir::Type& pointer = module->types[global.type];
    switch (pointer.space) {
      case ir::AddressSpace::workgroup:
        demand.workgroup_bytes =
            ir::round_up(16, demand.workgroup_bytes) + module.layouts()[pointer.element].size;
        break;
      case ir::AddressSpace::storage: ++demand.storage_bindings; break;
      case ir::AddressSpace::uniform: ++demand.uniform_bindings; break;
      default: break;
    }
  }
  return demand;
}

bool depends_on_workgroup_size(const ir::ValidModule& module) {
  if (demand_of(module).workgroup_bytes != 0) return true;
  for (const ir::Function& function : module->functions)
    for (const ir::Region& region : function.regions)
      for (const ir::InstId id : region.insts)
        if ((ir::info(function[id].op).traits & (ir::trait::sync | ir::trait::subgroup)) != 0) return true;
  return false;
}

}  // namespace

Result<> check_capabilities(const ir::ValidModule& module, const std::array<std::uint32_t, 3>& workgroup_size,
                            const kernel::Target& target) {
  const kernel::Limits& limits = target.limits;
  Shortage shortage;
  shortage.feature(module->uses_f16, target.features.f16, "f16");
  shortage.feature(module->uses_subgroups, target.features.subgroups, "subgroup support");
  std::uint64_t invocations = 1;
  for (std::size_t axis = 0; axis < workgroup_size.size(); ++axis) {
    const char name = "xyz"[axis];
    shortage.limit(workgroup_size[axis], limits.workgroup_size[axis], fmt::format("workgroup_size.{}", name),
                   fmt::format("the workgroup size along {}", name));
    // Three factors of 32 bits could pass 64: past the limit the exact product says nothing more.
    invocations = std::min<std::uint64_t>(invocations, UINT32_MAX) * workgroup_size[axis];
  }
  shortage.limit(invocations, limits.workgroup_invocations, "workgroup_invocations",
                 "the number of invocations in a workgroup");
  const Demand demand = demand_of(module);
  shortage.limit(demand.workgroup_bytes, limits.workgroup_bytes, "workgroup_bytes",
                 "the size of workgroup memory in bytes");
  shortage.limit(demand.storage_bindings, limits.storage_bindings, "storage_bindings",
                 "the number of storage buffers");
  shortage.limit(demand.uniform_bindings, limits.uniform_bindings, "uniform_bindings",
                 "the number of uniform buffers");
  return std::move(shortage).result(module->entry_points.front().name);
}

Result<std::array<std::uint32_t, 3>> resolve_workgroup_size(const ir::ValidModule& module,
                                                            const std::array<std::uint32_t, 3>& asked) {
  const ir::EntryPoint& entry = module->entry_points.front();
  std::array<std::uint32_t, 3> declared{};
  for (std::size_t axis = 0; axis < declared.size(); ++axis)
    declared[axis] = entry.workgroup_size[axis].value;
  if (std::ranges::count(asked, 0U) != 0 || asked == declared) return declared;
  if (depends_on_workgroup_size(module))
    return fail(
        ErrorCode::invalid_argument,
        fmt::format("'{}' uses workgroup memory, barriers or subgroup operations: its workgroup size is {}, "
                    "found {} in the configuration (let the program declare it through overrides)",
                    entry.name, fmt::join(declared, " x "), fmt::join(asked, " x ")));
  return asked;
}

}  // namespace slipway::pipeline
