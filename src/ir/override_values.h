// The values of a module's overrides: given ones converted, the others from their initialisers.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ir/specialize.h"

namespace slipway::ir {

/// Works out values when they are asked for, so that an override that nothing needs may lack one.
class OverrideValues {
 public:
  explicit OverrideValues(const Module& module) : module_(module), words_(module.overrides.size()) {}

  /// Takes the values given; each must name an override, once, and fit its type.
  [[nodiscard]] Result<> give(std::span<const OverrideValue> values);
  /// The bits of the override's value.
  [[nodiscard]] Result<std::uint32_t> value(OverrideId id);
  /// The same of an array or workgroup size; at least 1. `what` is said where it is not.
  [[nodiscard]] Result<std::uint32_t> size(OverrideId id, std::string_view what);
  /// What an error is: whoever gave values may have caused it.
  [[nodiscard]] ErrorCode blame() const {
    return any_given_ ? ErrorCode::invalid_argument : ErrorCode::invalid_program;
  }

 private:
  [[nodiscard]] Result<std::uint32_t> initial(const Override& override_);

  const Module& module_;
  std::vector<std::optional<std::uint32_t>> words_;
  bool any_given_ = false;
};

/// Whether a value has no infinity and no NaN. Composites count as finite: their parts were checked.
[[nodiscard]] bool is_finite(const TypeTable& types, TypeId type, std::span<const std::uint32_t> words);

}  // namespace slipway::ir
