// Whether two runs of a program returned the same, by the types of what is in its buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <slipway/slipway.h>
#include <nlohmann/json.hpp>

#include "cli/values.h"
#include "ir/verify.h"

namespace slipway::cli {

/// How far floats may be apart. Integers never may.
struct Tolerance {
  enum class Kind : std::uint8_t {
    relative,  ///< to the larger of the two
    absolute,
    ulps,  ///< values of the type from one to the other
  };
  Kind kind = Kind::relative;
  double most = 1e-5;
};

/// Whether two values are within the tolerance. A NaN is near any NaN, an infinity only itself, and all that
/// is below the smallest normal value is zero, as devices may flush it.
[[nodiscard]] bool near(ValueType type, std::span<const std::byte> a, std::span<const std::byte> b,
                        const Tolerance& tolerance);

struct Difference {
  std::string place;  ///< as WGSL writes it: `out[5].position[1]`
  std::string buffer;
  std::uint64_t byte = 0;           ///< of the value, from the start of the buffer
  ValueType type = ValueType::u32;  ///< u8 where a byte range of the output holds a part of a value
  nlohmann::ordered_json expected;
  nlohmann::ordered_json found;
};

struct Comparison {
  std::uint64_t bytes = 0;      ///< of all outputs
  std::uint64_t different = 0;  ///< values
  std::optional<Difference> first;
};

/// Outputs of the same run of a program. `ranges` are those of the run's options. Padding is not looked at.
[[nodiscard]] Comparison compare(const ir::ValidModule& module, const Outputs& expected, const Outputs& found,
                                 const std::map<std::string, ByteRange>& ranges, const Tolerance& tolerance);

}  // namespace slipway::cli
