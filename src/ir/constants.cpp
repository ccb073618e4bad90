#include "ir/constants.h"

#include <algorithm>

namespace slipway::ir {

ConstantId ConstantTable::intern(Constant constant) {
  std::uint64_t hash = static_cast<std::uint64_t>(constant.kind);
  const auto mix = [&hash](std::uint64_t v) { hash = (hash ^ v) * 0x9E3779B97F4A7C15ULL + (hash >> 31U); };
  mix(constant.type.index);
  mix(constant.bits);
  for (const ConstantId part : constant.parts) mix(part.index);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (constants_[it->second] == constant) return ConstantId(it->second);
  const ConstantId id(constants_.size());
  by_hash_.emplace(hash, id.index);
  constants_.push_back(std::move(constant));
  return id;
}

ConstantId ConstantTable::scalar(TypeId type, std::uint32_t bits) {
  return intern({.kind = ConstantKind::scalar, .type = type, .bits = bits});
}

ConstantId ConstantTable::composite(TypeId type, std::vector<ConstantId> parts) {
  if (std::ranges::all_of(parts, [&](ConstantId part) { return is_zero(part); }))
    return intern({.kind = ConstantKind::zero, .type = type});
  return intern({.kind = ConstantKind::composite, .type = type, .parts = std::move(parts)});
}

ConstantId ConstantTable::zero(const TypeTable& types, TypeId type) {
  if (types[type].kind == TypeKind::scalar) return scalar(type, 0);
  return intern({.kind = ConstantKind::zero, .type = type});
}

ConstantId ConstantTable::part(const TypeTable& types, ConstantId constant, std::uint32_t index) {
  const Constant& c = (*this)[constant];
  return c.kind == ConstantKind::composite ? c.parts.at(index) : zero(types, types.child(c.type, index));
}

bool ConstantTable::is_zero(ConstantId id) const {
  const Constant& c = (*this)[id];
  return c.kind == ConstantKind::zero || (c.kind == ConstantKind::scalar && c.bits == 0);
}

}  // namespace slipway::ir
