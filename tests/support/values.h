// Lists of typed values as test directives write them, as bytes and as expectations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <slipway/result.h>

namespace slipway::tests {

enum class ValueType : std::uint8_t { i32, u32, f32, f16, bytes };

[[nodiscard]] std::size_t size_of(ValueType type);
[[nodiscard]] float half_to_float(std::uint16_t half);
[[nodiscard]] std::uint16_t float_to_half(float value);

/// One element: its bits in the low end, or anything.
struct ExpectedValue {
  std::uint32_t bits = 0;
  bool any = false;
};

struct ValueList {
  ValueType type = ValueType::u32;
  std::vector<ExpectedValue> values;
  bool prefix_only = false;  ///< ended in `...`
  double ulps = 0;           ///< floats only: distance allowed, in units in the last place
  double absolute = 0;       ///< floats only: distance allowed
};

/// `TYPE[ ~ulp N| ~abs X]: ITEM, ITEM, …`, where an item is a number, `_` (any), `A..B` (whole numbers, both
/// ends, up or down), `(ITEM, …)`, or one of these followed by `*COUNT`. Or one of `zeros:N`, `range:N` and
/// `random:N[:SEED]` after a type and a colon, N in elements. `...` as the last item leaves the rest open.
[[nodiscard]] Result<ValueList> parse_values(std::string_view text);

/// Little-endian. A list with open elements is not data, which is an error.
[[nodiscard]] Result<std::vector<std::byte>> to_bytes(const ValueList& list);

/// Empty where `bytes` is what the list says, else what differs, first difference first.
[[nodiscard]] std::string compare(const ValueList& expected, std::span<const std::byte> bytes);

/// The elements for people, at most `most`.
[[nodiscard]] std::string describe(ValueType type, std::span<const std::byte> bytes, std::size_t most);

}  // namespace slipway::tests
