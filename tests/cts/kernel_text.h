// Types of the expression cases, how they lie in memory, and the kernel that computes a test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <slipway/result.h>

namespace slipway::tests::cts {

enum class Scalar : std::uint8_t { boolean, i32, u32, f32, f16, abstract_int, abstract_float };

/// A scalar (one row, one column), a vector (one column) or a matrix.
struct Type {
  Scalar scalar = Scalar::u32;
  std::uint32_t rows = 1;
  std::uint32_t columns = 1;

  [[nodiscard]] bool is_abstract() const {
    return scalar == Scalar::abstract_int || scalar == Scalar::abstract_float;
  }
  /// The type of a buffer's elements: booleans are kept as u32, abstract numbers as what they become.
  [[nodiscard]] Type stored() const;
  [[nodiscard]] std::string wgsl() const;
  [[nodiscard]] std::size_t scalar_bytes() const { return scalar == Scalar::f16 ? 2 : 4; }
  /// From one column, and from one array element, to the next.
  [[nodiscard]] std::size_t column_stride() const { return scalar_bytes() * (rows == 3 ? 4 : rows); }
  [[nodiscard]] std::size_t stride() const { return column_stride() * columns; }
};

[[nodiscard]] Result<Type> parse_type(std::string_view text);

struct Test {
  std::string name;  ///< test and parameters
  std::string expression;
  std::vector<Type> inputs;
  Type output;
  nlohmann::json cases;
};

[[nodiscard]] Result<Test> parse_test(nlohmann::json&& json);

/// The input array k of a kernel is `in_K` at binding k, with one element a case; the last is `result`.
[[nodiscard]] std::string kernel_text(const Test& test);
/// The bytes of input array `index`.
[[nodiscard]] std::vector<std::byte> input_bytes(const Test& test, std::size_t index);

}  // namespace slipway::tests::cts
