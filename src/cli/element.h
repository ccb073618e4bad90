// How the elements of a buffer are made of scalars, read off their WGSL type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cli/values.h"

namespace slipway::cli {

/// A scalar, an atomic, a vector or a matrix.
struct ElementShape {
  ValueType scalar = ValueType::u32;
  std::vector<std::size_t> offsets;     ///< bytes of each scalar within an element, ascending
  std::vector<std::size_t> dimensions;  ///< of an element: {} for a scalar, {3} for vec3, {columns, rows}
  std::size_t stride = 0;               ///< bytes from element to element

  [[nodiscard]] bool padded() const { return offsets.size() * size_of(scalar) != stride; }
};

/// Nothing for structures, arrays and whatever else is not of one scalar type. `stride` in bytes.
[[nodiscard]] std::optional<ElementShape> element_shape(std::string_view type, std::size_t stride);

}  // namespace slipway::cli
