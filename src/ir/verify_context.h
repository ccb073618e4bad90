// What the parts of the verifier share.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/finding.h"
#include "ir/layout.h"
#include "ir/module.h"
#include "ir/rules.h"

namespace slipway::ir::verifier {

/// What a type allows, worked out once from the types it is made of.
struct TypeFacts {
  bool constructible = false;   ///< a value can have it
  bool fixed = false;           ///< plain, its size known when the program is compiled
  bool host_shareable = false;  ///< may be in a buffer
  bool has_atomic = false;
  bool has_f16 = false;
  bool ends_in_runtime_array = false;
  std::uint16_t depth = 1;  ///< of nesting
};

inline constexpr std::size_t op_count = std::to_underlying(Op::unreachable) + 1;
inline constexpr std::uint16_t most_type_depth = 255;
inline constexpr std::size_t most_region_depth = 1024;
inline constexpr std::size_t most_findings = 100;
inline constexpr std::uint64_t most_memory_bytes = 1ULL
                                                   << 24U;  ///< of a function, private or workgroup variable

/// The module under test, what is known of it so far, and what was found.
struct Context {
  explicit Context(const Module& m) : module(m) {}

  const Module& module;
  std::vector<TypeFacts> facts;                     ///< by type
  std::optional<LayoutTable> layouts;               ///< once the types are known to be good
  std::vector<bool> is_entry;                       ///< by function: an entry point's
  std::vector<bool> is_initializer;                 ///< by function: an override's
  std::vector<std::vector<FunctionId>> callees;     ///< by function, each once
  std::vector<std::vector<GlobalId>> globals_used;  ///< by function, each once
  std::vector<Finding> findings;

  void report(RuleId rule, SiteId site, std::string message) {
    if (findings.size() < most_findings)
      findings.push_back({std::string(rule.text()), std::move(message), site < module.site_count ? site : 0});
  }
  [[nodiscard]] const TypeFacts& facts_of(TypeId type) const { return facts[type.index]; }
  [[nodiscard]] std::string text(TypeId type) const { return to_string(module.types, type); }
  [[nodiscard]] bool ok() const { return findings.empty(); }
};

// Each returns having reported what it found; later parts run only where the earlier ones they name were
// clean.
void check_types(Context& context);   // first: types and constants, and makes facts and layouts
void check_module(Context& context);  // after types: globals, overrides, entry points; handles in them
void check_function(Context& context, FunctionId id);  // after module: regions, operands, operations
void check_graphs(Context& context);  // after functions: recursion, override cycles, bindings

/// The type rules of one instruction whose operands are known to be visible values.
void check_operation(Context& context, FunctionId function, InstId id);

}  // namespace slipway::ir::verifier
