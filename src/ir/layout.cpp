#include "ir/layout.h"

#include <algorithm>

#include "base/check.h"

namespace slipway::ir {
namespace {

constexpr std::uint64_t largest = UINT64_MAX / 2;

std::uint64_t saturating_mul(std::uint64_t a, std::uint64_t b) {
  return a != 0 && b > largest / a ? largest : a * b;
}

std::uint32_t scalar_size(Scalar scalar) { return scalar == Scalar::f16 ? 2 : 4; }

Layout vector_layout(Scalar scalar, unsigned rows) {
  const std::uint32_t component = scalar_size(scalar);
  return {.align = component * (rows == 2 ? 2 : 4), .size = std::uint64_t{component} * rows};
}

Layout structure_layout(const Type& type, const std::vector<Layout>& done) {
  Layout layout;
  std::uint64_t offset = 0;
  for (const Member& member : type.members) {
    const Layout& inner = done.at(member.type.index);
    const std::uint32_t align = member.align_attribute != 0 ? member.align_attribute : inner.align;
    const std::uint64_t size = member.size_attribute != 0 ? member.size_attribute : inner.size;
    offset = round_up(align, offset);
    layout.member_offsets.push_back(offset);
    layout.align = std::max(layout.align, align);
    offset = std::min(largest, offset + size);
  }
  layout.size = std::min(largest, round_up(layout.align, offset));
  if (!type.members.empty()) {
    const Member& last = type.members.back();
    if (done.at(last.type.index).stride != 0 && done.at(last.type.index).size == 0)
      layout.size = layout.member_offsets.back();  // ends in a run-time array: up to its first element
  }
  return layout;
}

Layout layout_of(const Type& type, const std::vector<Layout>& done) {
  switch (type.kind) {
    case TypeKind::void_:
    case TypeKind::pointer: return {};
    case TypeKind::scalar:
    case TypeKind::atomic: return {.align = scalar_size(type.scalar), .size = scalar_size(type.scalar)};
    case TypeKind::vector: return vector_layout(type.scalar, type.rows);
    case TypeKind::matrix: {
      const Layout column = vector_layout(type.scalar, type.rows);
      const auto stride = static_cast<std::uint32_t>(round_up(column.align, column.size));
      return {.align = column.align, .size = std::uint64_t{stride} * type.columns, .stride = stride};
    }
    case TypeKind::array:
    case TypeKind::runtime_array: {
      const Layout& element = done.at(type.element.index);
      const std::uint64_t stride = round_up(element.align, element.size);
      const std::uint64_t count = type.kind == TypeKind::runtime_array ? 0 : std::max(1U, type.count);
      return {.align = element.align,
              .size = saturating_mul(stride, count),
              .stride = static_cast<std::uint32_t>(std::min<std::uint64_t>(stride, UINT32_MAX))};
    }
    case TypeKind::structure: return structure_layout(type, done);
  }
  SLIPWAY_UNREACHABLE();
}

}  // namespace

std::uint64_t round_up(std::uint64_t alignment, std::uint64_t value) {
  return (value + alignment - 1) / alignment * alignment;
}

LayoutTable::LayoutTable(const TypeTable& types) {
  layouts_.reserve(types.size());
  // A type is made after the types it is made of, so one pass in order of ids is enough.
  for (std::size_t i = 0; i < types.size(); ++i) layouts_.push_back(layout_of(types[TypeId(i)], layouts_));
}

}  // namespace slipway::ir
