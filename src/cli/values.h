// Scalar types as the command line names them, and text of values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <slipway/result.h>
#include <nlohmann/json.hpp>

namespace slipway::cli {

enum class ValueType : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64 };

[[nodiscard]] std::optional<ValueType> value_type(std::string_view name);
[[nodiscard]] std::string_view name_of(ValueType type);
[[nodiscard]] std::size_t size_of(ValueType type);  ///< in bytes
[[nodiscard]] bool is_float(ValueType type);
[[nodiscard]] bool is_unsigned(ValueType type);

/// Appends one value as little-endian bytes. Integers are decimal or 0x…; out of range is an error. Floats
/// may be nan, inf, -inf.
Result<> append_value(ValueType type, std::string_view text, std::vector<std::byte>& bytes);

/// Value `index` of packed values: a number, or for floats "nan", "inf", "-inf".
[[nodiscard]] nlohmann::ordered_json value_at(ValueType type, std::span<const std::byte> bytes,
                                              std::size_t index);

/// The nearest f16 of a value, as bits; and back.
[[nodiscard]] std::uint16_t to_half(float value);
[[nodiscard]] float from_half(std::uint16_t bits);

}  // namespace slipway::cli
