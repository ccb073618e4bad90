#include "ir/types.h"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "base/check.h"

namespace slipway::ir {
namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  return (hash ^ value) * 0x9E3779B97F4A7C15ULL + (hash >> 29U);
}

std::uint64_t hash_of(const Type& t) {
  std::uint64_t h = static_cast<std::uint64_t>(t.kind);
  h = mix(h, static_cast<std::uint64_t>(t.scalar));
  h = mix(h, t.rows * 8U + t.columns);
  h = mix(h, static_cast<std::uint64_t>(t.space) * 8U + static_cast<std::uint64_t>(t.access));
  h = mix(h, t.element.index);
  h = mix(h, t.count);
  return mix(h, t.count_override.index);
}

}  // namespace

TypeTable::TypeTable() {
  types_.push_back(Type{});
  for (const Scalar kind : {Scalar::boolean, Scalar::i32, Scalar::u32, Scalar::f32, Scalar::f16})
    intern({.kind = TypeKind::scalar, .scalar = kind});
}

TypeId TypeTable::intern(Type type) {
  const std::uint64_t hash = hash_of(type);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (types_[it->second] == type) return TypeId(it->second);
  const TypeId id(types_.size());
  by_hash_.emplace(hash, id.index);
  types_.push_back(std::move(type));
  return id;
}

TypeId TypeTable::vector(Scalar kind, unsigned rows) {
  return intern({.kind = TypeKind::vector, .scalar = kind, .rows = static_cast<std::uint8_t>(rows)});
}
TypeId TypeTable::matrix(Scalar kind, unsigned columns, unsigned rows) {
  return intern({.kind = TypeKind::matrix,
                 .scalar = kind,
                 .rows = static_cast<std::uint8_t>(rows),
                 .columns = static_cast<std::uint8_t>(columns),
                 .element = vector(kind, rows)});
}
TypeId TypeTable::atomic(Scalar kind) { return intern({.kind = TypeKind::atomic, .scalar = kind}); }
TypeId TypeTable::array(TypeId element, std::uint32_t count) {
  return intern({.kind = TypeKind::array, .element = element, .count = count});
}
TypeId TypeTable::array(TypeId element, OverrideId count) {
  return intern({.kind = TypeKind::array, .element = element, .count_override = count});
}
TypeId TypeTable::runtime_array(TypeId element) {
  return intern({.kind = TypeKind::runtime_array, .element = element});
}
TypeId TypeTable::structure(std::string name, std::vector<Member> members) {
  const TypeId id(types_.size());
  types_.push_back({.kind = TypeKind::structure, .name = std::move(name), .members = std::move(members)});
  return id;
}
TypeId TypeTable::pointer(AddressSpace space, TypeId element, Access access) {
  return intern({.kind = TypeKind::pointer, .space = space, .access = access, .element = element});
}

TypeId TypeTable::with_scalar(TypeId shape, Scalar kind) {
  const Type& type = (*this)[shape];
  return type.kind == TypeKind::vector ? vector(kind, type.rows) : scalar(kind);
}

TypeId TypeTable::child(TypeId type, std::uint32_t index) const {
  const Type& t = (*this)[type];
  switch (t.kind) {
    case TypeKind::vector: return index < t.rows ? scalar(t.scalar) : TypeId();
    case TypeKind::matrix: return index < t.columns ? t.element : TypeId();
    case TypeKind::array: return t.count_override.valid() || index < t.count ? t.element : TypeId();
    case TypeKind::runtime_array: return t.element;
    case TypeKind::structure: return index < t.members.size() ? t.members[index].type : TypeId();
    default: return {};
  }
}

std::string_view to_string(Scalar scalar) {
  switch (scalar) {
    case Scalar::boolean: return "bool";
    case Scalar::i32: return "i32";
    case Scalar::u32: return "u32";
    case Scalar::f32: return "f32";
    case Scalar::f16: return "f16";
  }
  SLIPWAY_UNREACHABLE();
}
std::string_view to_string(AddressSpace space) {
  switch (space) {
    case AddressSpace::function: return "function";
    case AddressSpace::private_: return "private";
    case AddressSpace::workgroup: return "workgroup";
    case AddressSpace::uniform: return "uniform";
    case AddressSpace::storage: return "storage";
  }
  SLIPWAY_UNREACHABLE();
}
std::string_view to_string(Access access) {
  switch (access) {
    case Access::read: return "read";
    case Access::write: return "write";
    case Access::read_write: return "read_write";
  }
  SLIPWAY_UNREACHABLE();
}

std::uint64_t scalar_count(const TypeTable& types, TypeId id) {
  constexpr std::uint64_t most = std::uint64_t{1} << 32U;
  const Type& type = types[id];
  switch (type.kind) {
    case TypeKind::vector: return type.rows;
    case TypeKind::matrix: return std::uint64_t{type.columns} * type.rows;
    case TypeKind::array: return std::min(scalar_count(types, type.element) * type.count, most);
    case TypeKind::structure: {
      std::uint64_t sum = 0;
      for (const Member& member : type.members) sum += scalar_count(types, member.type);
      return std::min(sum, most);
    }
    default: return 1;
  }
}

std::string to_string(const TypeTable& types, TypeId id) {
  // Wraps from the inside out: the chain of elements is walked down first, so depth costs no stack.
  std::vector<TypeId> chain{id};
  while (types[chain.back()].element.valid()) chain.push_back(types[chain.back()].element);
  std::string text;
  for (const TypeId link : std::views::reverse(chain)) {
    const Type& t = types[link];
    switch (t.kind) {
      case TypeKind::void_: text = "void"; break;
      case TypeKind::scalar: text = to_string(t.scalar); break;
      case TypeKind::vector: text = fmt::format("vec{}<{}>", t.rows, to_string(t.scalar)); break;
      case TypeKind::matrix:
        text = fmt::format("mat{}x{}<{}>", t.columns, t.rows, to_string(t.scalar));
        break;
      case TypeKind::atomic: text = fmt::format("atomic<{}>", to_string(t.scalar)); break;
      case TypeKind::array:
        text = t.count_override.valid() ? fmt::format("array<{}, override>", text)
                                        : fmt::format("array<{}, {}>", text, t.count);
        break;
      case TypeKind::runtime_array: text = fmt::format("array<{}>", text); break;
      case TypeKind::structure: text = t.name; break;
      case TypeKind::pointer:
        text = fmt::format("ptr<{}, {}, {}>", to_string(t.space), text, to_string(t.access));
        break;
    }
  }
  return text;
}

}  // namespace slipway::ir
