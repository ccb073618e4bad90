// The values of literals, where rounding decides.
#include "wgsl/number.h"

#include <gtest/gtest.h>

#include <cmath>

namespace slipway::wgsl {
namespace {

struct Row {
  const char* text;
  double value;
};

void expect_values(std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    const auto found = float_literal(row.text);
    ASSERT_TRUE(found.has_value()) << row.text << ": " << found.error();
    EXPECT_EQ(found->value, row.value) << row.text;
  }
}

TEST(number, decimals_round_to_the_nearest_f32) {
  expect_values({
      {"0.1f", static_cast<double>(0.1F)},
      {"16777217f", 16777216},
      {"16777219f", 16777220},
      {"16777217.0000000000000000000000000001f", 16777218},  // through f64 it would be a tie
      {"3.4028235e38f", 3.4028234663852886e38},
      {"3.4028235677973365e38f", 3.4028234663852886e38},
      {"1.4e-45f", 0x1p-149},
      {"1e-46f", 0},
      {"1e-999999999999999999999f", 0},
  });
}

TEST(number, decimals_round_to_the_nearest_f16) {
  expect_values({
      {"65504h", 65504},
      {"65519.9999999999999999999999h", 65504},
      {"2049h", 2048},
      {"2051h", 2052},
      {"2049.00000000000000000000000001h", 2050},
      {"2050.99999999999999999999999999h", 2050},
      {"0.0000000298023223876953125h", 0},  // half the smallest: a tie, to even
      {"0.00000002980232238769531250000000001h", 0x1p-24},
      {"1.00048828125h", 1},  // halfway to the next
      {"1.000488281250000000000000000000000000001h", 1.0009765625},
      {"100048828125e-11h", 1},
      {"100048828125000000000000000001e-29h", 1.0009765625},
      {"0.1h", 0.0999755859375},
  });
}

TEST(number, abstract_decimals_round_to_the_nearest_f64) {
  expect_values({
      {"0.1", 0.1},
      {"1.7976931348623157e308", 1.7976931348623157e308},
      {"5e-324", 5e-324},
      {"1e-400", 0},
      {"0e99999999999", 0},
  });
}

TEST(number, hexadecimal_values_are_exact) {
  expect_values({
      {"0x1.fffffep127f", 3.4028234663852886e38},
      {"0x1p-149f", 0x1p-149},
      {"0x1.ffcp15h", 65504},
      {"0x0.000000000000000000000000000000000000000000000001p200", 0x1p8},
      {"0x100000000000000000000000000000000000000p-152", 1},
      {"0x1p-1074", 0x1p-1074},
      {"0x1.fffffffffffffp1023", 0x1.fffffffffffffp1023},
      {"0x0p99999999999999999999999999999f", 0},
  });
}

TEST(number, each_digit_string_of_zeros_and_ones_is_read_in_linear_time) {
  const std::string digits(1'000'000, '0');
  EXPECT_EQ(float_literal("1" + digits + "e-1000000")->value, 1);
  EXPECT_FALSE(float_literal("1" + digits + ".0").has_value());
  EXPECT_EQ(float_literal("0." + digits + "1h")->value, 0);
  EXPECT_EQ(float_literal("0x1" + digits + "p-4000000")->value, 1);
  EXPECT_FALSE(int_literal("1" + digits).has_value());
}

}  // namespace
}  // namespace slipway::wgsl
