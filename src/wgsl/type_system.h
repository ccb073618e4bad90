// The types the resolver works with: those of the IR and the abstract numbers, which never leave the reader.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/types.h"

namespace slipway::wgsl {

enum class Abstract : std::uint8_t { none, integer, floating };

/// A type of WGSL. An abstract type is the IR type of the same shape whose scalars are i32 (abstract
/// integers) or f32 (abstract floats), marked; so dropping the mark gives the type it takes by default.
/// Default-constructed types are null: what an erroneous expression has.
struct Type {
  ir::TypeId id;
  Abstract abstract = Abstract::none;

  Type() = default;
  Type(ir::TypeId type, Abstract mark = Abstract::none) : id(type), abstract(mark) {}
  [[nodiscard]] bool valid() const { return id.valid(); }
  [[nodiscard]] bool is_abstract() const { return abstract != Abstract::none; }
  bool operator==(const Type&) const = default;
};

/// The scalar that a numeric or bool type is made of.
enum class Kind : std::uint8_t { boolean, i32, u32, f32, f16, abstract_int, abstract_float, none };

[[nodiscard]] inline bool is_abstract(Kind k) { return k == Kind::abstract_int || k == Kind::abstract_float; }
[[nodiscard]] inline bool is_float(Kind k) {
  return k == Kind::f32 || k == Kind::f16 || k == Kind::abstract_float;
}
[[nodiscard]] inline bool is_integer(Kind k) {
  return k == Kind::i32 || k == Kind::u32 || k == Kind::abstract_int;
}
[[nodiscard]] inline bool is_numeric(Kind k) { return k != Kind::boolean && k != Kind::none; }
[[nodiscard]] inline bool is_signed(Kind k) { return is_numeric(k) && k != Kind::u32; }

/// What a type may be used for. Computed once per type.
struct TypeFacts {
  bool constructible = false;    ///< values can be made, passed and returned
  bool host_shareable = false;   ///< can be in buffers
  bool fixed_footprint = false;  ///< size known when the pipeline is made
  bool creation_fixed = false;   ///< size known from the program alone
  bool storable = false;         ///< a variable can hold it
  bool has_atomic = false;
  bool has_f16 = false;
  std::uint8_t depth = 1;  ///< of nesting; 255 at most
};

class TypeSystem {
 public:
  explicit TypeSystem(ir::TypeTable& table);

  [[nodiscard]] ir::TypeTable& table() const { return *table_; }
  [[nodiscard]] const ir::Type& operator[](ir::TypeId id) const { return (*table_)[id]; }
  [[nodiscard]] const ir::Type& operator[](Type type) const { return (*table_)[type.id]; }

  [[nodiscard]] ir::TypeId scalar(ir::Scalar s) const { return table_->scalar(s); }
  ir::TypeId vector(ir::Scalar s, unsigned rows) const {
    return vectors_[static_cast<unsigned>(s)][rows - 2];
  }
  ir::TypeId pointer(ir::AddressSpace space, ir::TypeId element, ir::Access access);

  [[nodiscard]] Type abstract_int() const { return {table_->i32(), Abstract::integer}; }
  [[nodiscard]] Type abstract_float() const { return {table_->f32(), Abstract::floating}; }
  [[nodiscard]] Type of_kind(Kind kind) const;

  /// The kind of the scalars of a scalar, vector or matrix, or of an array of those; else none.
  [[nodiscard]] Kind kind(Type type) const;
  /// The type shaped like `shape` (scalar, vector, matrix or array of those) with scalars of `kind`.
  Type with_kind(Type shape, Kind kind);
  /// Type of element or member `index`, abstract where `type` is.
  [[nodiscard]] Type child(Type type, std::uint32_t index) const;
  [[nodiscard]] std::uint32_t child_count(Type type) const;
  /// Scalars in a value of this type: capped at `most` + 1.
  [[nodiscard]] std::uint64_t leaf_count(ir::TypeId type, std::uint64_t most) const;

  [[nodiscard]] bool is_scalar(Type t) const { return (*this)[t].kind == ir::TypeKind::scalar; }
  [[nodiscard]] bool is_vector(Type t) const { return (*this)[t].kind == ir::TypeKind::vector; }
  [[nodiscard]] bool is_matrix(Type t) const { return (*this)[t].kind == ir::TypeKind::matrix; }
  [[nodiscard]] bool is_pointer(Type t) const { return (*this)[t].kind == ir::TypeKind::pointer; }
  [[nodiscard]] bool is_void(Type t) const { return (*this)[t].kind == ir::TypeKind::void_; }

  /// Whether a value of type `from` becomes one of type `to` without being told to.
  [[nodiscard]] bool converts(Type from, Type to) const;
  [[nodiscard]] static bool converts(Kind from, Kind to);
  /// The kind that operands of both kinds convert to, if any.
  [[nodiscard]] static std::optional<Kind> common_kind(Kind a, Kind b);
  /// The type that values of both types convert to, if any.
  std::optional<Type> common_type(Type a, Type b);

  [[nodiscard]] const TypeFacts& facts(ir::TypeId type);
  /// WGSL text for messages.
  [[nodiscard]] std::string name(Type type) const;

 private:
  TypeFacts compute(ir::TypeId type);

  ir::TypeTable* table_;
  ir::TypeId vectors_[5][3];
  std::vector<ir::TypeId> pointers_[15];  // by space and access, then by element
  std::vector<std::optional<TypeFacts>> facts_;
};

[[nodiscard]] std::string_view to_string(Kind kind);

}  // namespace slipway::wgsl
