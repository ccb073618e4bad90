// What is behind a Program handle, for the layers that compile it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <slipway/program.h>

#include "base/hash.h"
#include "base/source.h"
#include "ir/override_checks.h"
#include "ir/verify.h"

namespace slipway::program {

/// A module and its debug information; several programs (entry points) share one.
struct ModuleData {
  SourceMap sources;
  ir::ValidModule module;  ///< sites are numbered canonically, see ir/order.h
  ir::DebugInfo debug;
  ir::OverrideChecks checks;
  std::vector<Diagnostic> warnings;
  std::vector<std::string> entry_points;
};

struct ProgramData {
  std::shared_ptr<const ModuleData> shared;
  std::uint32_t entry = 0;  ///< index into the module's entry points
  std::string entry_point;
  Interface interface;
  std::string identity;
  Hash128 digest;  ///< what identity() spells
  /// The canonical bytes of the module. Equal bytes and equal entry points are equal programs.
  std::shared_ptr<const std::vector<std::byte>> canonical;

  [[nodiscard]] const ir::Module& module() const { return *shared->module; }
  /// Where site `site` of the module is; without a line where nowhere.
  [[nodiscard]] Diagnostic diagnose(ir::SiteId site, std::string_view rule, std::string message,
                                    Severity severity = Severity::error) const;

  /// The module with this entry point alone and with every override replaced: by `values`, or by its default.
  [[nodiscard]] Result<ir::ValidModule> specialize(
      std::span<const std::pair<std::string, double>> values = {}) const;

  /// An error where these values, or defaults, make an expression of the program one that WGSL refuses. Equal
  /// programs may differ in this, as identity does not see which operands are override expressions.
  [[nodiscard]] Result<> check_overrides(std::span<const std::pair<std::string, double>> values) const;

  /// The error with the place of `site`, if that is somewhere.
  [[nodiscard]] Error located(Error error, ir::SiteId site) const;

  static Result<Program> make(std::shared_ptr<const ModuleData> shared, std::string_view entry_point);
  static const ProgramData& of(const Program& program) { return *program.data_; }
  static const std::shared_ptr<const ProgramData>& pointer(const Program& program) { return program.data_; }
};

[[nodiscard]] inline const ProgramData& data(const Program& program) { return ProgramData::of(program); }

}  // namespace slipway::program
