// Findings of the verifier and of the uniformity analysis as diagnostics at their places.
#pragma once

#include <vector>

#include "analysis/uniformity.h"
#include "base/source.h"
#include "ir/finding.h"

namespace slipway::program {

[[nodiscard]] std::vector<Diagnostic> report(const SourceMap& sources, const ir::DebugInfo& debug,
                                             const std::vector<ir::Finding>& findings);

/// Subgroup findings get the severity that the program's filters give them, and are left out where that is
/// off.
[[nodiscard]] std::vector<Diagnostic> report(const SourceMap& sources, const ir::DebugInfo& debug,
                                             const std::vector<analysis::UniformityFinding>& findings);

}  // namespace slipway::program
