#include "cli/element.h"

#include <string>

namespace slipway::cli {
namespace {

// The text between `<` and the last `>`, where `type` is `name<…>`.
std::optional<std::string_view> argument_of(std::string_view type, std::string_view name) {
  if (!type.starts_with(name)) return std::nullopt;
  type.remove_prefix(name.size());
  if (!type.starts_with('<') || !type.ends_with('>')) return std::nullopt;
  return type.substr(1, type.size() - 2);
}

std::optional<ValueType> scalar_type(std::string_view name) {
  if (name != "i32" && name != "u32" && name != "f32" && name != "f16") return std::nullopt;
  return value_type(name);
}

}  // namespace

std::optional<ElementShape> element_shape(std::string_view type, std::size_t stride) {
  ElementShape shape;
  shape.stride = stride;
  std::size_t columns = 1;
  std::size_t rows = 1;
  std::string_view scalar = type;
  if (const auto atomic = argument_of(type, "atomic")) scalar = *atomic;
  for (std::size_t n = 2; n <= 4; ++n) {
    const std::string digit(1, static_cast<char>('0' + n));
    if (const auto vector = argument_of(type, "vec" + digit)) {
      rows = n;
      scalar = *vector;
      shape.dimensions = {n};
    }
    for (std::size_t m = 2; m <= 4; ++m) {
      const auto matrix = argument_of(type, "mat" + digit + "x" + std::string(1, static_cast<char>('0' + m)));
      if (!matrix) continue;
      columns = n;
      rows = m;
      scalar = *matrix;
      shape.dimensions = {n, m};
    }
  }
  const auto found = scalar_type(scalar);
  if (!found) return std::nullopt;
  shape.scalar = *found;
  const std::size_t size = size_of(shape.scalar);
  const std::size_t column_stride = size * (rows == 3 ? 4 : rows);
  for (std::size_t c = 0; c < columns; ++c)
    for (std::size_t r = 0; r < rows; ++r) shape.offsets.push_back(c * column_stride + r * size);
  if (shape.offsets.back() + size > stride) return std::nullopt;
  return shape;
}

}  // namespace slipway::cli
