// Findings of the verifier and of the uniformity analysis as diagnostics at their places.
#pragma once

#include <optional>
#include <vector>

#include "analysis/uniformity.h"
#include "base/source.h"
#include "ir/finding.h"

namespace slipway::program {

[[nodiscard]] std::vector<Diagnostic> report(const SourceMap& sources, const ir::DebugInfo& debug,
                                             const std::vector<ir::Finding>& findings);

/// What the innermost filter of `subgroup_uniformity` around the site says; empty where it is off.
[[nodiscard]] std::optional<Severity> subgroup_severity(const ir::DebugInfo& debug, ir::SiteId site);

[[nodiscard]] std::vector<Diagnostic> report(const SourceMap& sources, const ir::DebugInfo& debug,
                                             const std::vector<analysis::UniformityFinding>& findings);

}  // namespace slipway::program
