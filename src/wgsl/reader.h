// WGSL text to module.
#pragma once

#include <optional>
#include <vector>

#include "base/source.h"
#include "ir/module.h"
#include "ir/override_checks.h"

namespace slipway::wgsl {

struct ReadResult {
  std::optional<ir::Module> module;  ///< absent where there were errors
  ir::DebugInfo debug;
  ir::OverrideChecks checks;            ///< what overrides must not do
  std::vector<Diagnostic> diagnostics;  ///< errors, warnings and infos, in source order
};

/// Parses and resolves. What comes out satisfies the verifier, but is not yet verified.
[[nodiscard]] ReadResult read(const SourceMap& sources);

}  // namespace slipway::wgsl
