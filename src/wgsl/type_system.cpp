#include "wgsl/type_system.h"

#include <algorithm>

#include "base/check.h"

namespace slipway::wgsl {
namespace {

using ir::TypeKind;

Kind kind_of_scalar(ir::Scalar scalar, Abstract mark) {
  if (mark == Abstract::integer) return Kind::abstract_int;
  if (mark == Abstract::floating) return Kind::abstract_float;
  return static_cast<Kind>(scalar);  // the first five enumerators are those of ir::Scalar, in order
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace

std::string_view to_string(Kind kind) {
  switch (kind) {
    case Kind::boolean: return "bool";
    case Kind::i32: return "i32";
    case Kind::u32: return "u32";
    case Kind::f32: return "f32";
    case Kind::f16: return "f16";
    case Kind::abstract_int: return "abstract-int";
    case Kind::abstract_float: return "abstract-float";
    case Kind::none: return "none";
  }
  SLIPWAY_UNREACHABLE();
}

TypeSystem::TypeSystem(ir::TypeTable& table) : table_(&table) {
  for (unsigned s = 0; s < 5; ++s)
    for (unsigned rows = 2; rows <= 4; ++rows)
      vectors_[s][rows - 2] = table.vector(static_cast<ir::Scalar>(s), rows);
}

ir::TypeId TypeSystem::pointer(ir::AddressSpace space, ir::TypeId element, ir::Access access) {
  auto& known = pointers_[static_cast<unsigned>(space) * 3 + static_cast<unsigned>(access)];
  if (element.index >= known.size()) known.resize(element.index + 1);
  ir::TypeId& id = known[element.index];
  if (!id.valid()) id = table_->pointer(space, element, access);
  return id;
}

Type TypeSystem::of_kind(Kind kind) const {
  if (kind == Kind::abstract_int) return abstract_int();
  if (kind == Kind::abstract_float) return abstract_float();
  return scalar(static_cast<ir::Scalar>(kind));
}

Kind TypeSystem::kind(Type type) const {
  const ir::Type* t = &(*this)[type];
  while (t->kind == TypeKind::array) t = &(*this)[t->element];
  switch (t->kind) {
    case TypeKind::scalar:
    case TypeKind::vector:
    case TypeKind::matrix: return kind_of_scalar(t->scalar, type.abstract);
    default: return Kind::none;
  }
}

Type TypeSystem::with_kind(Type shape, Kind kind) {
  const Abstract mark = kind == Kind::abstract_int     ? Abstract::integer
                        : kind == Kind::abstract_float ? Abstract::floating
                                                       : Abstract::none;
  const ir::Scalar scalar = kind == Kind::abstract_int     ? ir::Scalar::i32
                            : kind == Kind::abstract_float ? ir::Scalar::f32
                                                           : static_cast<ir::Scalar>(kind);
  const ir::Type& t = (*this)[shape];
  switch (t.kind) {
    case TypeKind::scalar: return {this->scalar(scalar), mark};
    case TypeKind::vector: return {vector(scalar, t.rows), mark};
    case TypeKind::matrix: return {table_->matrix(scalar, t.columns, t.rows), mark};
    case TypeKind::array: {
      const std::uint32_t count = t.count;
      return {table_->array(with_kind(t.element, kind).id, count), mark};
    }
    default: return shape;
  }
}

Type TypeSystem::child(Type type, std::uint32_t index) const {
  const ir::TypeId id = table_->child(type.id, index);
  if (!type.is_abstract() || !id.valid()) return id;
  // Only the results of frexp and modf are abstract structures; the scalars tell which member is which.
  if ((*this)[type].kind == TypeKind::structure)
    return {id, kind(id) == Kind::i32 ? Abstract::integer : Abstract::floating};
  return {id, type.abstract};
}

std::uint32_t TypeSystem::child_count(Type type) const {
  const ir::Type& t = (*this)[type];
  switch (t.kind) {
    case TypeKind::vector: return t.rows;
    case TypeKind::matrix: return t.columns;
    case TypeKind::array: return t.count;
    case TypeKind::structure: return static_cast<std::uint32_t>(t.members.size());
    default: return 0;
  }
}

std::uint64_t TypeSystem::leaf_count(ir::TypeId type, std::uint64_t most) const {
  const ir::Type& t = (*this)[type];
  switch (t.kind) {
    case TypeKind::scalar: return 1;
    case TypeKind::vector: return t.rows;
    case TypeKind::matrix: return std::uint64_t{t.rows} * t.columns;
    case TypeKind::array: return std::min(most + 1, leaf_count(t.element, most) * t.count);
    case TypeKind::structure: {
      std::uint64_t sum = 0;
      for (const ir::Member& member : t.members)
        sum = std::min(most + 1, sum + leaf_count(member.type, most));
      return sum;
    }
    default: return 1;
  }
}

bool TypeSystem::converts(Kind from, Kind to) {
  if (from == to) return true;
  if (from == Kind::abstract_int) return is_numeric(to);
  return from == Kind::abstract_float && is_float(to);
}

bool TypeSystem::converts(Type from, Type to) const {
  if (from == to) return true;
  if (!from.is_abstract()) return false;
  const ir::Type* f = &(*this)[from];
  const ir::Type* t = &(*this)[to];
  if (f->kind == TypeKind::structure) return from.id == to.id;
  while (f->kind == TypeKind::array) {
    if (t->kind != TypeKind::array || t->count != f->count || t->count_override.valid()) return false;
    f = &(*this)[f->element];
    t = &(*this)[t->element];
  }
  if (f->kind != t->kind || f->rows != t->rows || f->columns != t->columns) return false;
  return converts(kind(from), kind(to));
}

std::optional<Kind> TypeSystem::common_kind(Kind a, Kind b) {
  if (converts(a, b)) return b;
  if (converts(b, a)) return a;
  return std::nullopt;
}

std::optional<Type> TypeSystem::common_type(Type a, Type b) {
  if (converts(a, b)) return b;
  if (converts(b, a)) return a;
  return std::nullopt;
}

const TypeFacts& TypeSystem::facts(ir::TypeId type) {
  if (type.index >= facts_.size()) facts_.resize(std::max<std::size_t>(table_->size(), type.index + 1));
  if (!facts_[type.index]) {
    const TypeFacts facts = compute(type);  // may grow the vector
    if (type.index >= facts_.size()) facts_.resize(table_->size());
    facts_[type.index] = facts;
  }
  return *facts_[type.index];
}

TypeFacts TypeSystem::compute(ir::TypeId type) {
  const ir::Type& t = (*this)[type];
  TypeFacts f;
  switch (t.kind) {
    case TypeKind::void_: return f;
    case TypeKind::pointer: return f;
    case TypeKind::scalar:
    case TypeKind::vector:
    case TypeKind::matrix:
      f.constructible = f.fixed_footprint = f.creation_fixed = f.storable = true;
      f.host_shareable = t.scalar != ir::Scalar::boolean;
      f.has_f16 = t.scalar == ir::Scalar::f16;
      f.depth = static_cast<std::uint8_t>(t.kind == TypeKind::scalar   ? 1
                                          : t.kind == TypeKind::vector ? 2
                                                                       : 3);
      return f;
    case TypeKind::atomic:
      f.host_shareable = f.fixed_footprint = f.creation_fixed = f.storable = f.has_atomic = true;
      return f;
    case TypeKind::array:
    case TypeKind::runtime_array: {
      f = facts(t.element);
      const bool runtime = t.kind == TypeKind::runtime_array;
      f.constructible = f.constructible && !runtime && !t.count_override.valid();
      f.creation_fixed = f.creation_fixed && !runtime && !t.count_override.valid();
      f.fixed_footprint = f.fixed_footprint && !runtime;
      f.host_shareable = f.host_shareable && !t.count_override.valid();
      f.depth = static_cast<std::uint8_t>(std::min(255, f.depth + 1));
      return f;
    }
    case TypeKind::structure: {
      f.constructible = f.fixed_footprint = f.creation_fixed = f.storable = f.host_shareable = true;
      for (const ir::Member& member : t.members) {
        const TypeFacts m = facts(member.type);
        f.constructible = f.constructible && m.constructible;
        f.fixed_footprint = f.fixed_footprint && m.fixed_footprint;
        f.creation_fixed = f.creation_fixed && m.creation_fixed;
        f.host_shareable = f.host_shareable && m.host_shareable;
        f.has_atomic = f.has_atomic || m.has_atomic;
        f.has_f16 = f.has_f16 || m.has_f16;
        f.depth = static_cast<std::uint8_t>(std::max<int>(f.depth, std::min(255, m.depth + 1)));
      }
      return f;
    }
  }
  SLIPWAY_UNREACHABLE();
}

std::string TypeSystem::name(Type type) const {
  if (!type.valid()) return "an erroneous type";
  std::string text = ir::to_string(*table_, type.id);
  if (is_void(type)) return "no value";
  if (type.abstract == Abstract::integer) replace_all(text, "i32", "abstract-int");
  if (type.abstract == Abstract::floating) replace_all(text, "f32", "abstract-float");
  return text;
}

}  // namespace slipway::wgsl
