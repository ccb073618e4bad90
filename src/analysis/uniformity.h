// WGSL's uniformity analysis (specification section 15.2) over the IR: barriers must be reached by all
// invocations of a workgroup or by none.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/call_graph.h"
#include "ir/finding.h"
#include "ir/verify.h"

namespace slipway::analysis {

/// Rule `ir.uniformity` for barriers and workgroup_uniform_load, `ir.subgroup_uniformity` for subgroup
/// operations (WGSL's filterable `subgroup_uniformity`).
struct UniformityFinding {
  ir::Finding finding;            ///< message: "'workgroupBarrier' must be called from uniform control flow"
  ir::SiteId condition_site = 0;  ///< of the condition that is not uniform; 0 where it is a value
  std::string source;             ///< what it depends on: "'local_invocation_id'"
  ir::SiteId source_site = 0;
};

/// What findings about the subgroup operation at a site count as, wherever its function is called from; empty
/// where there shall be none.
using SubgroupSeverity = std::function<std::optional<Severity>(ir::SiteId)>;

/// Findings of what entry points reach, in order of the functions and of what stands in them.
[[nodiscard]] std::vector<UniformityFinding> check_uniformity(
    const ir::ValidModule& module, const CallGraph& calls,
    const SubgroupSeverity& severity = [](ir::SiteId) { return Severity::error; });

/// By site, whether it is of a loop whose body invocations of a workgroup may start differently often, as far
/// as its own function shows.
[[nodiscard]] std::vector<bool> non_uniform_loops(const ir::ValidModule& module, const CallGraph& calls);

}  // namespace slipway::analysis
