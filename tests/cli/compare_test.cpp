#include "cli/compare.h"

#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "program/program_data.h"

namespace slipway::cli {
namespace {

constexpr std::string_view text = R"(
struct Body { mass: f32, position: vec3f, hits: array<atomic<u32>, 2> }
@group(0) @binding(0) var<storage, read_write> bodies: array<Body>;
@group(0) @binding(1) var<storage, read_write> turn: mat2x3f;
@compute @workgroup_size(1) fn main() { bodies[0].mass = turn[0].x; turn[1].y = 1; }
)";

// Bodies of 48 bytes: mass at 0, position at 16, hits at 28 and 32.
using Words = std::vector<std::uint32_t>;

Outputs outputs(const Words& bodies, const Words& turn) {
  const auto bytes = [](const Words& words) {
    const auto view = std::as_bytes(std::span(words));
    return std::vector(view.begin(), view.end());
  };
  return Outputs({{"bodies", bytes(bodies)}, {"turn", bytes(turn)}});
}

class Compare : public testing::Test {
 protected:
  void SetUp() override {
    const auto program = Program::from_source(text);
    ASSERT_TRUE(program) << program.error().to_string();
    const auto module = program::data(*program).shared->module();
    ASSERT_TRUE(module);
    module_ = (*module)->module;
  }
  [[nodiscard]] Comparison run(std::size_t word, std::uint32_t expected, std::uint32_t found,
                               const Tolerance& tolerance = {},
                               const std::map<std::string, ByteRange>& ranges = {}) const {
    Words before(24);
    Words after(24);
    before.at(word) = expected;
    after.at(word) = found;
    return compare(*module_, outputs(before, Words(8)), outputs(after, Words(8)), ranges, tolerance);
  }
  std::optional<ir::ValidModule> module_;
};

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

bool floats_near(float a, float b, const Tolerance& tolerance) {
  return near(ValueType::f32, std::as_bytes(std::span(&a, 1)), std::as_bytes(std::span(&b, 1)), tolerance);
}

TEST_F(Compare, integers_differ_by_one_and_are_named_by_their_place) {
  const auto compared = run(12 + 8, 7, 8, {Tolerance::Kind::absolute, 1000});
  ASSERT_TRUE(compared.first);
  EXPECT_EQ(compared.first->place, "bodies[1].hits[1]");
  EXPECT_EQ(compared.first->buffer, "bodies");
  EXPECT_EQ(compared.first->byte, 80U);
  EXPECT_EQ(compared.first->type, ValueType::u32);
  EXPECT_EQ(compared.first->expected, 7);
  EXPECT_EQ(compared.first->found, 8);
  EXPECT_EQ(compared.different, 1U);
  EXPECT_EQ(compared.bytes, 96U + 32U);
}

TEST_F(Compare, components_of_vectors_are_named_by_their_index) {
  const auto compared = run(5, bits(1.0F), bits(2.0F));
  ASSERT_TRUE(compared.first);
  EXPECT_EQ(compared.first->place, "bodies[0].position[1]");
  EXPECT_EQ(compared.first->expected, 1.0);
  EXPECT_EQ(compared.first->found, 2.0);
}

TEST_F(Compare, padding_is_not_looked_at) {
  for (const std::size_t word : {1U, 2U, 3U, 9U, 10U, 11U}) EXPECT_FALSE(run(word, 1, 2).first) << word;
}

TEST_F(Compare, the_tolerance_holds_for_floats_in_structures) {
  EXPECT_FALSE(run(0, bits(100.0F), bits(100.0005F)).first);
  EXPECT_TRUE(run(0, bits(100.0F), bits(100.01F)).first);
  EXPECT_FALSE(run(0, bits(100.0F), bits(100.01F), {Tolerance::Kind::absolute, 0.1}).first);
}

TEST_F(Compare, all_values_that_differ_are_counted_and_the_first_is_told) {
  const auto compared = compare(*module_, outputs(Words(24), {0, 1, 2, 3, 4, 5, 6, 7}),
                                outputs(Words(24), {0, bits(1), bits(1), 3, 4, bits(1), 6, 7}), {}, {});
  ASSERT_TRUE(compared.first);
  EXPECT_EQ(compared.first->place, "turn[0][1]");
  EXPECT_EQ(compared.different, 3U);
}

TEST_F(Compare, byte_ranges_shift_the_types) {
  // Bytes 28 to 36 of the buffer: both counts of the first body.
  const std::map<std::string, ByteRange> ranges{{"bodies", {28, 36}}};
  const auto compared = compare(*module_, outputs({1, 2}, Words(8)), outputs({1, 3}, Words(8)), ranges, {});
  ASSERT_TRUE(compared.first);
  EXPECT_EQ(compared.first->place, "bodies[0].hits[1]");
  EXPECT_EQ(compared.first->byte, 32U);
}

TEST_F(Compare, a_value_cut_by_a_range_is_compared_by_its_bytes) {
  const std::map<std::string, ByteRange> ranges{{"bodies", {30, 34}}};  // halves of two counts
  const auto compared =
      compare(*module_, outputs({0x00010002}, Words(8)), outputs({0x00010003}, Words(8)), ranges, {});
  ASSERT_TRUE(compared.first);
  EXPECT_EQ(compared.first->place, "bodies[0].hits[0]");
  EXPECT_EQ(compared.first->type, ValueType::u8);
  EXPECT_EQ(compared.first->byte, 30U);
}

TEST(Near, is_relative_to_the_larger) {
  EXPECT_TRUE(floats_near(1.0F, 1.000009F, {}));
  EXPECT_FALSE(floats_near(1.0F, 1.00002F, {}));
  EXPECT_TRUE(floats_near(1e30F, 1.000009e30F, {}));
  EXPECT_FALSE(floats_near(1e-30F, -1e-30F, {}));
}

TEST(Near, counts_values_between_as_ulps) {
  const float next = std::nextafter(1.0F, 2.0F);
  EXPECT_FALSE(floats_near(1.0F, next, {Tolerance::Kind::ulps, 0}));
  EXPECT_TRUE(floats_near(1.0F, next, {Tolerance::Kind::ulps, 1}));
  EXPECT_FALSE(floats_near(1.0F, std::nextafter(next, 2.0F), {Tolerance::Kind::ulps, 1}));
  EXPECT_TRUE(floats_near(0.0F, -0.0F, {Tolerance::Kind::ulps, 0}));
  EXPECT_FALSE(floats_near(-1.0F, 1.0F, {Tolerance::Kind::ulps, 1000000}));
}

TEST(Near, takes_nans_for_equal_and_infinities_for_themselves) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const Tolerance wide{Tolerance::Kind::absolute, 1e30};
  EXPECT_TRUE(floats_near(nan, -nan, {}));
  EXPECT_FALSE(floats_near(nan, 0.0F, wide));
  EXPECT_TRUE(floats_near(infinity, infinity, {}));
  EXPECT_FALSE(floats_near(infinity, -infinity, wide));
  EXPECT_FALSE(floats_near(infinity, std::numeric_limits<float>::max(), {Tolerance::Kind::ulps, 1}));
}

TEST(Near, takes_what_devices_flush_for_zero) {
  EXPECT_TRUE(floats_near(1e-39F, 0.0F, {Tolerance::Kind::ulps, 0}));
  EXPECT_FALSE(floats_near(2e-38F, 0.0F, {}));
}

TEST(Near, knows_halves) {
  const auto halves_near = [](std::uint16_t a, std::uint16_t b, const Tolerance& tolerance) {
    return near(ValueType::f16, std::as_bytes(std::span(&a, 1)), std::as_bytes(std::span(&b, 1)), tolerance);
  };
  EXPECT_FALSE(halves_near(0x3C00, 0x3C01, {}));  // 1 and its neighbour are 1e-3 apart
  EXPECT_TRUE(halves_near(0x3C00, 0x3C01, {Tolerance::Kind::ulps, 1}));
  EXPECT_TRUE(halves_near(0x3C00, 0x3C01, {Tolerance::Kind::absolute, 0.001}));
  EXPECT_TRUE(halves_near(0x7E00, 0xFE01, {}));
}

}  // namespace
}  // namespace slipway::cli
