// The ids of the reader's rules; rules.def says what each is about.
#pragma once

#include <array>
#include <string_view>

namespace slipway::wgsl {
namespace rule {

#define RULE(name, id) inline constexpr std::string_view name = id;
#include "wgsl/rules.def"
#undef RULE

}  // namespace rule

inline constexpr auto rules = std::to_array<std::string_view>({
#define RULE(name, id) rule::name,
#include "wgsl/rules.def"
#undef RULE
});

}  // namespace slipway::wgsl
