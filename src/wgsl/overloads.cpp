#include "wgsl/overloads.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/check.h"

namespace slipway::wgsl {
namespace {

using ir::Scalar;

constexpr Overload all_overloads[] = {
#define BUILTIN(name, op, kind_set, shape_set, parameters, result) \
  {name, ir::Op::op, kinds::kind_set, shapes::shape_set, parameters, result},
#include "wgsl/builtins.def"
};

unsigned shape_of(const ir::Type& type) {
  switch (type.kind) {
    case ir::TypeKind::scalar: return shapes::scalars;
    case ir::TypeKind::vector: return 1U << (type.rows - 1U);
    case ir::TypeKind::matrix: return type.rows == type.columns ? 16 : 32;
    default: return 0;
  }
}

// The first of WGSL's preferences that the set has: from an abstract integer i32, u32, then floats.
std::optional<Kind> settle(Kind kind, unsigned allowed) {
  if ((kinds::bit(kind) & allowed) != 0) return kind;
  if (!is_abstract(kind)) return std::nullopt;
  for (const Kind candidate : {Kind::i32, Kind::u32, Kind::abstract_float, Kind::f32, Kind::f16})
    if (TypeSystem::converts(kind, candidate) && (kinds::bit(candidate) & allowed) != 0) return candidate;
  return std::nullopt;
}

// T from the arguments that have its code (shape and kind) or that of its scalar (kind only).
std::optional<Type> infer(TypeSystem& types, const Overload& overload, std::span<const Type> arguments,
                          bool all_constant) {
  Type shape;
  std::optional<Kind> kind;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const char code = overload.parameters[i];
    if (code != 'T' && code != 's') continue;
    const ir::Type& type = types[arguments[i]];
    if (shape_of(type) == 0) return std::nullopt;
    const Kind own = types.kind(arguments[i]);
    kind = kind ? TypeSystem::common_kind(*kind, own) : own;
    if (!kind) return std::nullopt;
    if (code == 's') {
      if (type.kind != ir::TypeKind::scalar) return std::nullopt;
      continue;
    }
    if ((shape_of(type) & overload.shapes) == 0) return std::nullopt;
    if (shape.valid()) {
      const ir::Type& first = types[shape];
      if (first.kind != type.kind || first.rows != type.rows || first.columns != type.columns)
        return std::nullopt;
    }
    shape = arguments[i];
  }
  kind = settle(*kind, overload.kinds);
  if (!kind) return std::nullopt;
  if (!all_constant && *kind == Kind::abstract_int) kind = Kind::i32;
  if (!all_constant && *kind == Kind::abstract_float) kind = Kind::f32;
  return types.with_kind(shape, *kind);
}

}  // namespace

std::span<const Overload> overloads_of(std::string_view name) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, std::span<const Overload>> map;
    for (std::size_t first = 0; first < std::size(all_overloads);) {
      std::size_t last = first;
      while (last < std::size(all_overloads) && all_overloads[last].name == all_overloads[first].name) ++last;
      map.emplace(all_overloads[first].name, std::span(all_overloads).subspan(first, last - first));
      first = last;
    }
    return map;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? std::span<const Overload>() : found->second;
}

Type type_of_code(TypeSystem& types, char code, Type t) {
  switch (code) {
    case 'T': return t;
    case 's': return types.of_kind(types.kind(t));
    case 'M': {
      const ir::Type type = types[t];
      return {types.table().matrix(type.scalar, type.rows, type.columns), t.abstract};
    }
    case 'I': return types.with_kind(t, Kind::i32);
    case 'B': return types.with_kind(t, Kind::boolean);
    case 'b': return types.scalar(Scalar::boolean);
    case 'i': return types.scalar(Scalar::i32);
    case 'u': return types.scalar(Scalar::u32);
    case '2': return types.vector(Scalar::f32, 2);
    case '4': return types.vector(Scalar::f32, 4);
    case 'J': return types.vector(Scalar::i32, 4);
    case 'U': return types.vector(Scalar::u32, 4);
    default: SLIPWAY_UNREACHABLE();
  }
}

std::optional<Type> match(TypeSystem& types, const Overload& overload, std::span<const Type> arguments,
                          bool all_constant) {
  if (arguments.size() != overload.parameters.size()) return std::nullopt;
  Type t;
  if (overload.kinds != 0) {
    const auto inferred = infer(types, overload, arguments, all_constant);
    if (!inferred) return std::nullopt;
    t = *inferred;
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const char code = overload.parameters[i];
    if (code == 'c' || code == 'n') {
      if (!types.is_scalar(arguments[i]) || !is_integer(types.kind(arguments[i]))) return std::nullopt;
    } else if (!types.converts(arguments[i], type_of_code(types, code, t))) {
      return std::nullopt;
    }
  }
  return t;
}

}  // namespace slipway::wgsl
