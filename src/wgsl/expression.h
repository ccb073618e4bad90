// What the resolver knows of an expression once it has walked it.
#pragma once

#include <cstdint>

#include "base/source.h"
#include "ir/module.h"
#include "wgsl/type_system.h"

namespace slipway::wgsl {

/// When an expression gets its value.
enum class Stage : std::uint8_t {
  constant,   ///< when the program is read
  override_,  ///< when the pipeline is made
  runtime,
};

/// The variable or pointer parameter that a memory access goes back to.
struct Root {
  enum Kind : std::uint8_t { none, global, local, parameter };
  Kind kind = none;
  std::uint32_t index = 0;
  bool operator==(const Root&) const = default;
};

/// A value, or a reference to memory. Default-constructed ones stand for expressions that were errors, which
/// have been reported.
struct Expr {
  Type type;  ///< of the value, or what the referenced memory holds
  Stage stage = Stage::runtime;
  bool reference = false;     ///< `value` is a pointer; reading is a load
  bool component = false;     ///< the reference is to a component of a vector
  Root root;                  ///< of references and pointers
  ir::TypeId pointer;         ///< of references: type of the pointer to the memory
  ir::Value value;            ///< null for abstract constants; of a component, the pointer to its vector
  ir::Value at;               ///< of a component, its index
  std::uint64_t payload = 0;  ///< abstract constants: see Constant
  Span span;

  [[nodiscard]] bool valid() const { return type.valid(); }
  [[nodiscard]] bool is_constant() const { return stage == Stage::constant; }
};

}  // namespace slipway::wgsl
