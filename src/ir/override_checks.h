// What WGSL forbids in a function once overrides have values: the rules for constant expressions, held
// when the pipeline is made.
//
// The reader notes each operation that depends on an override, as only the text says whether an operand
// is an override expression or, behind a `let`, a value like any other.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/source.h"
#include "ir/evaluate.h"
#include "ir/specialize.h"

namespace slipway::ir {

/// The right side of `&&` or `||` behind a left side known when the pipeline is made.
struct OverrideGuard {
  Value condition;
  bool runs_where = true;    ///< the condition's value for which the right side is evaluated
  std::uint32_t parent = 0;  ///< one more than the index of the guard around this one, or 0
};

struct OverrideCheck {
  FunctionId function;
  Value subject;            ///< the operation; or, where `indexed` is valid, the index
  TypeId indexed;           ///< what is indexed
  std::uint32_t known = 0;  ///< bits of the operands that are constant or override expressions
  bool all_known = false;   ///< the operation itself is an override expression
  std::uint32_t guard = 0;  ///< one more than the index of the guard around it, or 0
  Span span;
};

struct OverrideChecks {
  std::vector<OverrideCheck> list;
  std::vector<OverrideGuard> guards;
};

struct BrokenRule {
  Span span;
  bool is_index = false;
  std::string message;
};

/// Why the operands known (others have no words) make the operation an error in an expression that is
/// evaluated before the kernel runs, or nothing.
[[nodiscard]] std::optional<std::string> breaks_rule(const TypeTable& types, Op op, TypeId result_type,
                                                     std::span<const Operand> operands);

/// Whether breaks_rule() may find something in the operation.
[[nodiscard]] bool has_rule(Op op);

/// What is broken in the functions that entry point `entry` reaches. What follows from an operation without a
/// value is left out. Fails where overrides that matter have no value, as specialize() does, and tells
/// `fault` the same.
[[nodiscard]] Result<std::vector<BrokenRule>> check_overrides(const ValidModule& module, std::uint32_t entry,
                                                              const OverrideChecks& checks,
                                                              std::span<const OverrideValue> values,
                                                              SiteId* fault = nullptr);

/// The same bytes for two modules of the same canonical bytes only where the same is checked in both,
/// wherever it stands in their texts. Empty where nothing is.
[[nodiscard]] std::vector<std::byte> check_key(const ValidModule& module, const OverrideChecks& checks);

}  // namespace slipway::ir
