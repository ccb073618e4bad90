// Types of the intermediate representation. No abstract types: the reader has made them concrete.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/id.h"

namespace slipway::ir {

struct TypeTag;
struct OverrideTag;
using TypeId = Id<TypeTag>;
using OverrideId = Id<OverrideTag>;

enum class Scalar : std::uint8_t { boolean, i32, u32, f32, f16 };
enum class AddressSpace : std::uint8_t { function, private_, workgroup, uniform, storage };
enum class Access : std::uint8_t { read, write, read_write };

enum class TypeKind : std::uint8_t {
  void_,
  scalar,
  vector,  ///< `rows` components of `scalar`
  matrix,  ///< `columns` columns of `rows` components of `scalar`, a float
  atomic,  ///< of `scalar`, i32 or u32
  array,   ///< `count` elements, or as many as override `count_override` says
  runtime_array,
  structure,
  pointer,  ///< to `element`, the store type, in `space` with `access`
};

struct Member {
  std::string name;
  TypeId type;
  std::uint32_t align_attribute = 0;  ///< bytes; 0 where there is no @align
  std::uint32_t size_attribute = 0;   ///< bytes; 0 where there is no @size
  bool operator==(const Member&) const = default;
};

struct Type {
  TypeKind kind = TypeKind::void_;
  Scalar scalar = Scalar::boolean;              ///< scalar, vector, matrix, atomic
  std::uint8_t rows = 0;                        ///< vector, matrix: 2 to 4
  std::uint8_t columns = 0;                     ///< matrix: 2 to 4
  AddressSpace space = AddressSpace::function;  ///< pointer
  Access access = Access::read_write;           ///< pointer
  TypeId element;               ///< array, runtime_array, pointer; the column type of a matrix
  std::uint32_t count = 0;      ///< array; at least 1, or 0 when an override decides
  OverrideId count_override;    ///< array
  std::string name;             ///< structure
  std::vector<Member> members;  ///< structure; nominal: two structures are never the same type
  bool operator==(const Type&) const = default;
};

/// Interns types: equal types have equal ids, except that every structure is its own type. Types are
/// only added, and references to them stay valid.
class TypeTable {
 public:
  TypeTable();

  [[nodiscard]] const Type& operator[](TypeId id) const { return types_.at(id.index); }
  [[nodiscard]] std::size_t size() const { return types_.size(); }

  [[nodiscard]] TypeId void_type() const { return TypeId(0U); }
  [[nodiscard]] TypeId scalar(Scalar kind) const { return TypeId(1U + static_cast<unsigned>(kind)); }
  [[nodiscard]] TypeId boolean() const { return scalar(Scalar::boolean); }
  [[nodiscard]] TypeId i32() const { return scalar(Scalar::i32); }
  [[nodiscard]] TypeId u32() const { return scalar(Scalar::u32); }
  [[nodiscard]] TypeId f32() const { return scalar(Scalar::f32); }
  [[nodiscard]] TypeId f16() const { return scalar(Scalar::f16); }
  TypeId vector(Scalar kind, unsigned rows);
  TypeId matrix(Scalar kind, unsigned columns, unsigned rows);
  TypeId atomic(Scalar kind);
  TypeId array(TypeId element, std::uint32_t count);
  TypeId array(TypeId element, OverrideId count);
  TypeId runtime_array(TypeId element);
  TypeId structure(std::string name, std::vector<Member> members);
  TypeId pointer(AddressSpace space, TypeId element, Access access);

  /// The scalar or vector type like `shape` (a scalar or vector) with components of `kind`.
  TypeId with_scalar(TypeId shape, Scalar kind);
  /// Type of member or element `index` of a composite: vector component, matrix column, array element
  /// or structure member. Null where `type` has none such.
  [[nodiscard]] TypeId child(TypeId type, std::uint32_t index) const;

 private:
  TypeId intern(Type type);
  std::deque<Type> types_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;
};

[[nodiscard]] inline bool is_float(Scalar s) { return s == Scalar::f32 || s == Scalar::f16; }
[[nodiscard]] inline bool is_integer(Scalar s) { return s == Scalar::i32 || s == Scalar::u32; }
[[nodiscard]] inline bool is_numeric(Scalar s) { return s != Scalar::boolean; }

/// Scalars in a value of a type that has a size: components, elements and members, at most 2^32. Recursion
/// follows the nesting of types.
[[nodiscard]] std::uint64_t scalar_count(const TypeTable& types, TypeId type);

/// WGSL text of a type, as messages print it: `vec3<f32>`, `array<u32, 4>`, `ptr<storage, i32, read>`.
[[nodiscard]] std::string to_string(const TypeTable& types, TypeId type);
[[nodiscard]] std::string_view to_string(Scalar scalar);
[[nodiscard]] std::string_view to_string(AddressSpace space);
[[nodiscard]] std::string_view to_string(Access access);

}  // namespace slipway::ir
