// Typed indices into arenas.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace slipway {

/// An index into the arena that `Tag` names. Default-constructed ids are null.
template <class Tag>
struct Id {
  std::uint32_t index = UINT32_MAX;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t i) : index(static_cast<std::uint32_t>(i)) {}
  [[nodiscard]] constexpr bool valid() const { return index != UINT32_MAX; }
  constexpr auto operator<=>(const Id&) const = default;
};

}  // namespace slipway

template <class Tag>
struct std::hash<slipway::Id<Tag>> {
  std::size_t operator()(slipway::Id<Tag> id) const noexcept { return id.index * 0x9E3779B97F4A7C15ULL; }
};
