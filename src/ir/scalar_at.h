// Which scalar of a value in memory a byte belongs to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ir/layout.h"

namespace slipway::ir {

struct ScalarAt {
  Scalar scalar = Scalar::u32;
  std::uint64_t begin = 0;  ///< its first byte, from the first of the whole value
};

/// Of a value of `type` whose memory the host sees. Nothing for a byte of padding. `path`, where given, gets
/// what leads there as WGSL writes it: `[5].position[1]`.
[[nodiscard]] std::optional<ScalarAt> scalar_at(const TypeTable& types, const LayoutTable& layouts,
                                                TypeId type, std::uint64_t byte, std::string* path = nullptr);

}  // namespace slipway::ir
