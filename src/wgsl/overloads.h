// Overloads of the builtin functions that one operation computes, and which of them arguments choose.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "wgsl/type_system.h"

namespace slipway::wgsl {

/// Sets of kinds: bit k stands for Kind k.
namespace kinds {
constexpr unsigned bit(Kind k) { return 1U << static_cast<unsigned>(k); }
enum : unsigned {
  nothing = 0,
  boolean = bit(Kind::boolean),
  integers = bit(Kind::i32) | bit(Kind::u32),
  only_f32 = bit(Kind::f32),
  concrete_numeric = integers | bit(Kind::f32) | bit(Kind::f16),
  floats = bit(Kind::abstract_float) | bit(Kind::f32) | bit(Kind::f16),
  numeric = concrete_numeric | bit(Kind::abstract_int) | bit(Kind::abstract_float),
  signed_ = numeric & ~bit(Kind::u32),
  anything = numeric | boolean,
};
}  // namespace kinds

namespace shapes {
enum : unsigned {
  nothing = 0,
  scalars = 1,
  vector2 = 2,
  vector3 = 4,
  vector4 = 8,
  vectors = vector2 | vector3 | vector4,
  scalars_vectors = scalars | vectors,
  square_matrices = 16,
  matrices = 16 | 32,
};
}  // namespace shapes

struct Overload {
  std::string_view name;
  ir::Op op;
  unsigned kinds;
  unsigned shapes;
  std::string_view parameters;
  std::string_view result;
};

/// All overloads of a name, empty where there are none.
[[nodiscard]] std::span<const Overload> overloads_of(std::string_view name);

/// What the type parameter T of `overload` is for arguments of these types, or nothing where they do not fit.
/// The null type where they fit and there is no T. `all_constant`: T may stay abstract.
[[nodiscard]] std::optional<Type> match(TypeSystem& types, const Overload& overload,
                                        std::span<const Type> arguments, bool all_constant);
/// Type of a parameter or of the result (not of a structure result) for the code of builtins.def.
[[nodiscard]] Type type_of_code(TypeSystem& types, char code, Type t);

}  // namespace slipway::wgsl
