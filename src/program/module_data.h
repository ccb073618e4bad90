// Sources that form a valid module, and what reading them gave.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <slipway/program.h>

#include "base/source.h"
#include "ir/override_checks.h"
#include "ir/verify.h"
#include "program/sites.h"

namespace slipway::program {

struct ReadModule {
  ir::ValidModule module;  ///< sites are numbered canonically, see ir/order.h
  ir::DebugInfo debug;
  ir::OverrideChecks checks;
};

/// What a pipeline that is found whole in caches needs of a module.
struct ModuleSummary {
  std::vector<std::string> entry_points;
  std::vector<Diagnostic> warnings;
  std::vector<std::byte> canonical;  ///< the module's bytes: see ir::serialize()
  std::vector<std::byte> check_key;  ///< see ir::check_key()
};

/// Several programs (entry points) share one. What was restored from an earlier reading (stored.h) reads its
/// sources again only where somebody asks for the module. Safe from many threads.
class ModuleData {
 public:
  ModuleData(SourceMap sources, ModuleSummary summary, ReadModule module)
      : sources_(std::move(sources)), summary_(std::move(summary)), module_(std::move(module)) {}
  ModuleData(SourceMap sources, ModuleSummary summary, std::vector<Site> sites)
      : sources_(std::move(sources)), summary_(std::move(summary)), sites_(std::move(sites)) {}

  [[nodiscard]] const SourceMap& sources() const { return sources_; }
  [[nodiscard]] const ModuleSummary& summary() const { return summary_; }
  /// Never null. Fails only where what was restored is not of these sources.
  [[nodiscard]] Result<const ReadModule*> module() const;
  /// In ascending order of their ids.
  [[nodiscard]] const std::vector<Site>& sites() const;

 private:
  SourceMap sources_;
  ModuleSummary summary_;
  mutable std::once_flag module_once_;
  mutable std::optional<Result<ReadModule>> module_;
  mutable std::once_flag sites_once_;
  mutable std::optional<std::vector<Site>> sites_;
};

/// `'a.wgsl'`, or `'a.wgsl' and 2 more`.
[[nodiscard]] std::string quoted_names(const SourceMap& sources);

/// Reads, verifies and checks uniformity; all that is wrong with the sources is in one error.
[[nodiscard]] Result<std::shared_ptr<const ModuleData>> read_module(std::vector<SourceText> texts);

/// How often this process has parsed sources.
[[nodiscard]] std::uint64_t parse_count();

}  // namespace slipway::program
