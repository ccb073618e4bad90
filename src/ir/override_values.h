// The values of a module's overrides: given ones converted, the others from their initialisers.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ir/specialize.h"

namespace slipway::ir {

/// Bounds the memory for the values of override expressions, whose structures and arrays may be large.
class WordBudget {
 public:
  static constexpr std::size_t most = std::size_t{1} << 24U;

  /// False where these words are more than what is left.
  [[nodiscard]] bool take(std::size_t words) {
    const bool fits = words <= left_;
    if (fits) left_ -= words;
    return fits;
  }

 private:
  std::size_t left_ = most;
};

/// Works out values when they are asked for, so that an override that nothing needs may lack one.
class OverrideValues {
 public:
  /// `fault`, if any, is told the site of what fails in the program: an operation of an initialiser, or the
  /// override that gives a bad size.
  explicit OverrideValues(const Module& module, SiteId* fault = nullptr)
      : module_(module), words_(module.overrides.size()), fault_(fault) {}

  /// Takes the values given; each must name an override, once, and fit its type.
  [[nodiscard]] Result<> give(std::span<const OverrideValue> values);
  /// The value of the override, flattened; valid until it is forgotten.
  [[nodiscard]] Result<std::span<const std::uint32_t>> value(OverrideId id);
  /// The same of an array or workgroup size; at least 1. `what` is said where it is not.
  [[nodiscard]] Result<std::uint32_t> size(OverrideId id, std::string_view what);
  /// Frees the value of an expression, which may be large; asked for again, it is worked out again.
  void forget(OverrideId id) {
    if (module_[id].name.empty() && !module_[id].id.has_value())
      words_[id.index] = std::vector<std::uint32_t>();
  }
  /// An error of the program at `site`. Whoever gave values may have caused it.
  [[nodiscard]] std::unexpected<Error> fail_at(SiteId site, std::string message) const {
    if (fault_ != nullptr) *fault_ = site;
    return fail(any_given_ ? ErrorCode::invalid_argument : ErrorCode::invalid_program, std::move(message));
  }

 private:
  const Module& module_;
  std::vector<std::vector<std::uint32_t>> words_;  // by override; none where not known yet
  bool any_given_ = false;
  SiteId* fault_;
};

/// Whether a value has no infinity and no NaN. Composites count as finite: their parts were checked.
[[nodiscard]] bool is_finite(const TypeTable& types, TypeId type, std::span<const std::uint32_t> words);

}  // namespace slipway::ir
