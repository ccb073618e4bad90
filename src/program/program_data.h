// What is behind a Program handle, for the layers that compile it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <slipway/cache.h>
#include <slipway/program.h>

#include "base/hash.h"
#include "program/module_data.h"

namespace slipway::program {

struct ProgramData {
  std::shared_ptr<const ModuleData> shared;
  std::uint32_t entry = 0;  ///< index into the module's entry points
  std::string entry_point;
  Interface interface;
  std::string identity;
  Hash128 digest;      ///< what identity() spells
  CacheAnswer source;  ///< whether its sources were read before, where a cache was asked

  /// The canonical bytes of the module. Equal bytes and equal entry points are equal programs.
  [[nodiscard]] const std::vector<std::byte>& canonical() const { return shared->summary().canonical; }

  /// The module with this entry point alone and with every override replaced: by `values`, or by its default.
  /// An error where these values, or defaults, make an expression of the program one that WGSL refuses. Equal
  /// programs may differ in this, as identity does not see which operands are override expressions; those of
  /// one ModuleSummary::check_key do not.
  [[nodiscard]] Result<ir::ValidModule> specialize(
      std::span<const std::pair<std::string, double>> values = {}) const;

  static Result<Program> make(std::shared_ptr<const ModuleData> shared, std::string_view entry_point,
                              CacheAnswer source = {});
  /// For who has the interface: `entry` and `interface` belong together.
  static Program make(std::shared_ptr<const ModuleData> shared, std::uint32_t entry, Interface interface,
                      CacheAnswer source);
  static const ProgramData& of(const Program& program) { return *program.data_; }
  static const std::shared_ptr<const ProgramData>& pointer(const Program& program) { return program.data_; }
};

[[nodiscard]] inline const ProgramData& data(const Program& program) { return ProgramData::of(program); }

/// Program::from_sources(); `source` says why no cache had them.
[[nodiscard]] Result<Program> read(std::vector<SourceText> sources, std::string_view entry_point,
                                   CacheAnswer source = {});

}  // namespace slipway::program
