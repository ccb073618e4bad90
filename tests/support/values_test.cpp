#include "support/values.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

namespace slipway::tests {
namespace {

std::vector<std::uint32_t> words(std::string_view text) {
  const auto list = parse_values(text);
  EXPECT_TRUE(list.has_value()) << text;
  const auto bytes = to_bytes(*list);
  EXPECT_TRUE(bytes.has_value()) << text;
  std::vector<std::uint32_t> result(bytes->size() / 4);
  if (!bytes->empty()) std::memcpy(result.data(), bytes->data(), bytes->size());
  return result;
}

TEST(TestValues, lists_ranges_and_repetitions_give_their_elements) {
  using List = std::vector<std::uint32_t>;
  EXPECT_EQ(words("u32: 1, 0x10, 3"), (List{1, 16, 3}));
  EXPECT_EQ(words("i32: -1, 2"), (List{0xffffffff, 2}));
  EXPECT_EQ(words("u32: 3..5, 2..1"), (List{3, 4, 5, 2, 1}));
  EXPECT_EQ(words("u32: (1, 2*2)*2, 9"), (List{1, 2, 2, 1, 2, 2, 9}));
  EXPECT_EQ(words("u32:"), List{});
  EXPECT_EQ(words("u32: range:3"), (List{0, 1, 2}));
  EXPECT_EQ(words("f32: 1, -0.5, inf"), (List{0x3f800000, 0xbf000000, 0x7f800000}));
}

TEST(TestValues, mistakes_are_errors) {
  for (const auto* text : {"u32: -1", "u32: 4294967296", "i32: x", "q32: 1", "u32 1", "u32: (1", "u32: 1)",
                           "u32 ~ulp 1: 1", "f32 ~near 1: 1", "u32: zeros:x", "u32: 1*x"})
    EXPECT_FALSE(parse_values(text).has_value()) << text;
  EXPECT_FALSE(to_bytes(*parse_values("u32: 1, _")).has_value());
  EXPECT_FALSE(to_bytes(*parse_values("u32: 1, ...")).has_value());
}

TEST(TestValues, comparison_names_the_first_difference) {
  const std::vector<float> values{1.0F, 2.0F, std::nanf("")};
  const auto bytes = std::as_bytes(std::span(values));
  EXPECT_EQ(compare(*parse_values("f32: 1, 2, nan"), bytes), "");
  EXPECT_EQ(compare(*parse_values("f32: 1, _, nan"), bytes), "");
  EXPECT_EQ(compare(*parse_values("f32: 1, ..."), bytes), "");
  EXPECT_NE(compare(*parse_values("f32: 1, 2"), bytes), "");
  EXPECT_EQ(compare(*parse_values("f32: 1, 3, nan"), bytes),
            "element 1: expected 3 (0x40400000), found 2 (0x40000000)");
  EXPECT_EQ(compare(*parse_values("f32 ~abs 1: 1, 3, nan"), bytes), "");
  EXPECT_EQ(compare(*parse_values("f32 ~ulp 1: 1.0000001, 2, nan"), bytes), "");
  EXPECT_NE(compare(*parse_values("f32 ~ulp 1: 1.0000003, 2, nan"), bytes), "");
}

TEST(TestValues, halves_convert_both_ways) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float value = half_to_float(half);
    if (!std::isnan(value)) {
      EXPECT_EQ(float_to_half(value), half);
    }
  }
  EXPECT_EQ(float_to_half(65519.0F), 0x7bff);
  EXPECT_EQ(float_to_half(65520.0F), 0x7c00);
  EXPECT_EQ(float_to_half(0x1p-25F), 0);
  EXPECT_EQ(float_to_half(0x1.8p-25F), 1);
  EXPECT_EQ(float_to_half(2049.0F), 0x6800);
}

}  // namespace
}  // namespace slipway::tests
