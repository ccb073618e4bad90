#include "cli/values.h"

#include <gtest/gtest.h>

#include <cmath>

#include "cli/element.h"

namespace slipway::cli {
namespace {

std::string round_trip(std::string_view type, std::string_view text) {
  std::vector<std::byte> bytes;
  const auto parsed = append_value(*value_type(type), text, bytes);
  if (!parsed) return "error: " + parsed.error().message();
  EXPECT_EQ(bytes.size(), size_of(*value_type(type)));
  return value_at(*value_type(type), bytes, 0).dump();
}

TEST(Values, integers_keep_their_range) {
  EXPECT_EQ(round_trip("u8", "255"), "255");
  EXPECT_EQ(round_trip("u8", "256"), "error: '256' is out of range for u8");
  EXPECT_EQ(round_trip("u8", "-1"), "error: '-1' is out of range for u8");
  EXPECT_EQ(round_trip("i8", "-128"), "-128");
  EXPECT_EQ(round_trip("i8", "-129"), "error: '-129' is out of range for i8");
  EXPECT_EQ(round_trip("i32", "-2147483648"), "-2147483648");
  EXPECT_EQ(round_trip("i32", "2147483648"), "error: '2147483648' is out of range for i32");
  EXPECT_EQ(round_trip("u32", "0xFFFFFFFF"), "4294967295");
  EXPECT_EQ(round_trip("i64", "-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(round_trip("u64", "18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(round_trip("u64", "18446744073709551616"),
            "error: '18446744073709551616' is out of range for u64");
}

TEST(Values, what_is_no_number_is_refused) {
  EXPECT_EQ(round_trip("u32", ""), "error: '' is not a value of type u32");
  EXPECT_EQ(round_trip("u32", "1.5"), "error: '1.5' is not a value of type u32");
  EXPECT_EQ(round_trip("u32", "0x"), "error: '0x' is not a value of type u32");
  EXPECT_EQ(round_trip("f32", "one"), "error: 'one' is not a value of type f32");
  EXPECT_EQ(round_trip("f32", "1 "), "error: '1 ' is not a value of type f32");
}

TEST(Values, floats_that_json_lacks_are_strings) {
  EXPECT_EQ(round_trip("f32", "1.5"), "1.5");
  EXPECT_EQ(round_trip("f32", "nan"), "\"nan\"");
  EXPECT_EQ(round_trip("f32", "-inf"), "\"-inf\"");
  EXPECT_EQ(round_trip("f16", "inf"), "\"inf\"");
  EXPECT_EQ(round_trip("f64", "1e300"), "1e+300");
}

TEST(Values, halves_round_to_even) {
  const std::pair<float, std::uint16_t> cases[] = {
      {0.0F, 0x0000},           {-0.0F, 0x8000},       {1.0F, 0x3C00},        {-2.0F, 0xC000},
      {65504.0F, 0x7BFF},       {65519.9F, 0x7BFF},    {65520.0F, 0x7C00},    {1e30F, 0x7C00},
      {5.96046448e-8F, 0x1},    {2.98023224e-8F, 0x0}, {2.98023259e-8F, 0x1}, {6.09755516e-5F, 0x03FF},
      {6.10351563e-5F, 0x0400}, {1.00048828F, 0x3C00}, {1.00146484F, 0x3C02}, {1.00097656F, 0x3C01}};
  for (const auto& [value, bits] : cases) EXPECT_EQ(to_half(value), bits) << value;
  EXPECT_TRUE(std::isnan(from_half(to_half(NAN))));
}

TEST(Values, every_half_survives_a_round_trip) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float value = from_half(static_cast<std::uint16_t>(bits));
    if (std::isnan(value)) continue;
    ASSERT_EQ(to_half(value), bits);
  }
}

TEST(ElementShape, follows_the_layout_of_wgsl) {
  const auto vector = element_shape("vec3<f32>", 16);
  ASSERT_TRUE(vector);
  EXPECT_EQ(vector->offsets, (std::vector<std::size_t>{0, 4, 8}));
  EXPECT_TRUE(vector->padded());
  const auto matrix = element_shape("mat2x3<f32>", 32);
  ASSERT_TRUE(matrix);
  EXPECT_EQ(matrix->offsets, (std::vector<std::size_t>{0, 4, 8, 16, 20, 24}));
  EXPECT_EQ(matrix->dimensions, (std::vector<std::size_t>{2, 3}));
  const auto atomic = element_shape("atomic<u32>", 4);
  ASSERT_TRUE(atomic);
  EXPECT_FALSE(atomic->padded());
  EXPECT_EQ(element_shape("vec4<f16>", 8)->offsets, (std::vector<std::size_t>{0, 2, 4, 6}));
  EXPECT_FALSE(element_shape("Particle", 32));
  EXPECT_FALSE(element_shape("array<u32, 4>", 16));
  EXPECT_FALSE(element_shape("bool", 4));
}

}  // namespace
}  // namespace slipway::cli
