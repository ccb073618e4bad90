// The ids of the verifier's rules. verify.cpp says what each means.
#pragma once

#include <array>
#include <string_view>

namespace slipway::ir {

inline constexpr auto verifier_rules = std::to_array<std::string_view>(
    {"ir.handle",    "ir.nesting",     "ir.type",       "ir.constant",  "ir.layout",
     "ir.size",      "ir.global",      "ir.binding",    "ir.override",  "ir.entry_point",
     "ir.recursion", "ir.region",      "ir.terminator", "ir.dominance", "ir.arity",
     "ir.operand",   "ir.result_type", "ir.result",     "ir.immediate", "ir.switch",
     "ir.call",      "ir.builtin",     "ir.access",     "ir.native",    "ir.feature"});

/// One of `verifier_rules`; a text that is not among them does not compile.
class RuleId {
 public:
  consteval RuleId(const char* id) : text_(id) {
    for (const std::string_view rule : verifier_rules)
      if (rule == text_) return;
    throw "not in the list of rules";
  }
  [[nodiscard]] constexpr std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

}  // namespace slipway::ir
