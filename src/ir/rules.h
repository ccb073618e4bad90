// The ids of the rules that hold for modules. verify.cpp says what each of the verifier's means.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace slipway::ir {

inline constexpr auto verifier_rules = std::to_array<std::string_view>(
    {"ir.handle",    "ir.nesting",     "ir.type",       "ir.constant",  "ir.layout",
     "ir.size",      "ir.global",      "ir.binding",    "ir.override",  "ir.entry_point",
     "ir.recursion", "ir.region",      "ir.terminator", "ir.dominance", "ir.arity",
     "ir.operand",   "ir.result_type", "ir.result",     "ir.immediate", "ir.switch",
     "ir.call",      "ir.builtin",     "ir.access",     "ir.native",    "ir.feature"});

/// Barriers, and subgroup operations, where control flow is not uniform; analysis/uniformity.h finds them.
inline constexpr auto uniformity_rules =
    std::to_array<std::string_view>({"ir.uniformity", "ir.subgroup_uniformity"});

/// One of these rules; a text that is not among them does not compile.
class RuleId {
 public:
  consteval RuleId(const char* id) : text_(id) {
    const auto is_id = [&](std::string_view rule) { return rule == text_; };
    if (std::ranges::none_of(verifier_rules, is_id) && std::ranges::none_of(uniformity_rules, is_id))
      throw "not in the lists of rules";
  }
  [[nodiscard]] constexpr std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

}  // namespace slipway::ir
