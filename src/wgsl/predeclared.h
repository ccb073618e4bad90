// The names that WGSL declares in every program.
#pragma once

#include <cstdint>
#include <string_view>

#include "ir/module.h"

namespace slipway::wgsl {

enum class Predeclared : std::uint8_t {
  none,
  scalar,        ///< bool, i32, …
  vector_alias,  ///< vec3f, …
  matrix_alias,  ///< mat4x4f, …
  vector,        ///< vec3
  matrix,        ///< mat4x4
  array,
  atomic,
  pointer,
  function,  ///< an overload set of builtins.def
  bitcast,
  array_length,
  barrier,               ///< op
  uniform_load,          ///< workgroupUniformLoad
  atomic_function,       ///< op
  trap,                  ///< under `enable slipway_trap`
  assert_,               ///< likewise
  unsupported_type,      ///< textures and samplers
  unsupported_function,  ///< what needs them, and derivatives
};

struct PredeclaredName {
  Predeclared kind = Predeclared::none;
  ir::Scalar scalar = ir::Scalar::boolean;
  std::uint8_t columns = 0;
  std::uint8_t rows = 0;
  ir::Op op = ir::Op::unreachable;
  [[nodiscard]] bool is_type() const {
    return (kind >= Predeclared::scalar && kind <= Predeclared::pointer) ||
           kind == Predeclared::unsupported_type;
  }
};

/// What the name is where the program declares nothing by it.
[[nodiscard]] PredeclaredName predeclared(std::string_view name);
/// The name of the builtin function that is this operation; empty where there is none.
[[nodiscard]] std::string_view function_name(ir::Op wanted);

}  // namespace slipway::wgsl
