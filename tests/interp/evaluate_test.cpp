// Values that docs/semantics.md picks, operation by operation.
#include "ir/evaluate.h"

#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "ir/arith.h"

namespace slipway::ir {
namespace {

using Words = std::vector<std::uint32_t>;

std::uint32_t f(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint32_t i(std::int32_t value) { return static_cast<std::uint32_t>(value); }
std::uint32_t h(double value) { return arith::narrow_half(value); }

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

class Evaluate : public testing::Test {
 protected:
  struct Typed {
    TypeId type;
    Words words;
  };
  TypeTable types;

  Words run(Op op, TypeId result, const std::vector<Typed>& operands, std::uint32_t imm = 0) {
    std::vector<Operand> list;
    for (const Typed& operand : operands) list.push_back({operand.type, operand.words.data()});
    Words out(word_count(types, result));
    evaluate(types, op, result, imm, list, out.data());
    return out;
  }
  std::optional<std::string> outside(Op op, TypeId result, const std::vector<Typed>& operands) {
    std::vector<Operand> list;
    for (const Typed& operand : operands) list.push_back({operand.type, operand.words.data()});
    return outside_native_domain(types, op, result, list);
  }
  std::uint32_t scalar(Op op, Scalar kind, const Words& operands) {
    const TypeId type = types.scalar(kind);
    std::vector<Typed> list;
    for (const std::uint32_t word : operands) list.push_back({type, {word}});
    return run(op, type, list)[0];
  }
};

TEST_F(Evaluate, remainder_has_the_sign_of_the_dividend) {
  const Words expected{i(-1), 0, i(-2), i(-1), 0, 1, 2, 0};
  for (std::int32_t k = 0; k < 8; ++k)
    EXPECT_EQ(scalar(Op::rem, Scalar::i32, {i(k - 4), 3}), expected[static_cast<std::size_t>(k)]) << k - 4;
}

TEST_F(Evaluate, integer_division_is_total) {
  EXPECT_EQ(scalar(Op::div, Scalar::i32, {i(-7), 0}), i(-7));
  EXPECT_EQ(scalar(Op::rem, Scalar::i32, {i(-7), 0}), 0U);
  EXPECT_EQ(scalar(Op::div, Scalar::i32, {0x80000000U, i(-1)}), 0x80000000U);
  EXPECT_EQ(scalar(Op::rem, Scalar::i32, {0x80000000U, i(-1)}), 0U);
  EXPECT_EQ(scalar(Op::div, Scalar::i32, {i(-7), 2}), i(-3));
  EXPECT_EQ(scalar(Op::div, Scalar::u32, {0xFFFFFFFFU, 0}), 0xFFFFFFFFU);
  EXPECT_EQ(scalar(Op::rem, Scalar::u32, {0xFFFFFFFFU, 0}), 0U);
  EXPECT_EQ(scalar(Op::div, Scalar::u32, {0xFFFFFFFFU, 0xFFFFFFFFU}), 1U);
}

TEST_F(Evaluate, integers_wrap) {
  EXPECT_EQ(scalar(Op::add, Scalar::i32, {0x7FFFFFFFU, 1}), 0x80000000U);
  EXPECT_EQ(scalar(Op::mul, Scalar::i32, {0x80000000U, i(-1)}), 0x80000000U);
  EXPECT_EQ(scalar(Op::neg, Scalar::i32, {0x80000000U}), 0x80000000U);
  EXPECT_EQ(scalar(Op::abs, Scalar::i32, {0x80000000U}), 0x80000000U);
  EXPECT_EQ(scalar(Op::sub, Scalar::u32, {0, 1}), 0xFFFFFFFFU);
}

TEST_F(Evaluate, shift_counts_are_taken_modulo_32) {
  const auto shift = [&](Op op, TypeId type, std::uint32_t value, std::uint32_t count) {
    return run(op, type, {{type, {value}}, {types.u32(), {count}}})[0];
  };
  EXPECT_EQ(shift(Op::shl, types.u32(), 1, 33), 2U);
  EXPECT_EQ(shift(Op::shl, types.i32(), 3, 31), 0x80000000U);
  EXPECT_EQ(shift(Op::shr, types.i32(), 0x80000000U, 63), 0xFFFFFFFFU);
  EXPECT_EQ(shift(Op::shr, types.u32(), 0x80000000U, 63), 1U);
}

TEST_F(Evaluate, float_to_integer_is_clamped_to_what_both_types_hold) {
  struct Case {
    float value;
    std::int32_t as_i32;
    std::uint32_t as_u32;
  };
  const std::vector<Case> cases{
      {0.99F, 0, 0},
      {-0.99F, 0, 0},
      {-1.5F, -1, 0},
      {3e9F, 2147483520, 3000000000U},
      {-3e9F, INT32_MIN, 0},
      {4.3e9F, 2147483520, 4294967040U},
      {1e20F, 2147483520, 4294967040U},
      {-1e20F, INT32_MIN, 0},
      {2147483520.0F, 2147483520, 2147483520U},
      {2147483648.0F, 2147483520, 2147483648U},
      {infinity, 2147483520, 4294967040U},
      {-infinity, INT32_MIN, 0},
      {nan, 0, 0},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(run(Op::convert, types.i32(), {{types.f32(), {f(c.value)}}})[0], i(c.as_i32)) << c.value;
    EXPECT_EQ(run(Op::convert, types.u32(), {{types.f32(), {f(c.value)}}})[0], c.as_u32) << c.value;
  }
  EXPECT_EQ(run(Op::convert, types.i32(), {{types.f16(), {0x7C00U}}})[0], 65504U);
  EXPECT_EQ(run(Op::convert, types.i32(), {{types.f16(), {0xFC00U}}})[0], i(-65504));
}

TEST_F(Evaluate, conversions_to_float_round_to_nearest_even) {
  EXPECT_EQ(run(Op::convert, types.f32(), {{types.u32(), {16777217}}})[0], f(16777216.0F));
  EXPECT_EQ(run(Op::convert, types.f32(), {{types.i32(), {0x80000000U}}})[0], f(-2147483648.0F));
  EXPECT_EQ(run(Op::convert, types.f32(), {{types.boolean(), {1}}})[0], f(1.0F));
  EXPECT_EQ(run(Op::convert, types.f16(), {{types.f32(), {f(65519.0F)}}})[0], h(65504.0));
  EXPECT_EQ(run(Op::convert, types.boolean(), {{types.f32(), {f(-0.0F)}}})[0], 0U);
  EXPECT_EQ(run(Op::convert, types.boolean(), {{types.f32(), {f(nan)}}})[0], 1U);
}

TEST_F(Evaluate, clamp_is_the_least_of_high_and_the_greatest_of_low) {
  for (const std::int32_t e : {-9, 6, 12, 50})
    EXPECT_EQ(scalar(Op::clamp, Scalar::i32, {i(e), 20, i(-3)}), i(-3)) << e;
  for (const std::uint32_t e : {0U, 6U, 12U, 50U})
    EXPECT_EQ(scalar(Op::clamp, Scalar::u32, {e, 9, 4}), 4U) << e;
  EXPECT_EQ(scalar(Op::clamp, Scalar::f32, {f(10), f(20), f(4)}), f(4));
  EXPECT_EQ(scalar(Op::clamp, Scalar::f32, {f(nan), f(1), f(4)}), f(1));
}

TEST_F(Evaluate, float_remainder_is_exact) {
  for (const float x : {29.0F, 37.0F, 43.0F, 101.0F, -103.0F})
    EXPECT_EQ(std::bit_cast<float>(scalar(Op::rem, Scalar::f32, {f(x), f(x)})), 0.0F) << x;
  EXPECT_EQ(scalar(Op::rem, Scalar::f32, {f(-5.5F), f(2)}), f(-1.5F));
  EXPECT_EQ(scalar(Op::rem, Scalar::f32, {f(1e30F), f(3)}), f(std::fmod(1e30F, 3.0F)));
}

TEST_F(Evaluate, min_and_max_take_the_number_over_nan) {
  EXPECT_EQ(scalar(Op::min, Scalar::f32, {f(nan), f(2)}), f(2));
  EXPECT_EQ(scalar(Op::min, Scalar::f32, {f(2), f(nan)}), f(2));
  EXPECT_EQ(scalar(Op::max, Scalar::f32, {f(nan), f(2)}), f(2));
  EXPECT_EQ(scalar(Op::max, Scalar::f32, {f(2), f(nan)}), f(2));
}

TEST_F(Evaluate, bit_fields_are_clamped_to_the_word) {
  const std::uint32_t e = 0xF0F0A5C3U;
  struct Case {
    std::uint32_t offset;
    std::uint32_t count;
    std::uint32_t as_u32;
    std::int32_t as_i32;
    std::uint32_t inserted;
  };
  const std::vector<Case> cases{
      {0, 0, 0, 0, 4042302915U},   {4, 8, 92, 92, 4042305523U}, {28, 8, 15, -1, 4042302915U},
      {32, 1, 0, 0, 4042302915U},  {40, 40, 0, 0, 4042302915U}, {0, 32, 4042302915U, -252664381, UINT32_MAX},
      {31, 1, 1, -1, 4042302915U},
  };
  for (const Case& c : cases) {
    const Typed offset{types.u32(), {c.offset}};
    const Typed count{types.u32(), {c.count}};
    EXPECT_EQ(run(Op::extract_bits, types.u32(), {{types.u32(), {e}}, offset, count})[0], c.as_u32);
    EXPECT_EQ(run(Op::extract_bits, types.i32(), {{types.i32(), {e}}, offset, count})[0], i(c.as_i32));
    EXPECT_EQ(run(Op::insert_bits, types.u32(),
                  {{types.u32(), {e}}, {types.u32(), {UINT32_MAX}}, offset, count})[0],
              c.inserted);
  }
}

TEST_F(Evaluate, bit_builtins_have_an_answer_for_every_word) {
  EXPECT_EQ(scalar(Op::count_leading_zeros, Scalar::u32, {0}), 32U);
  EXPECT_EQ(scalar(Op::count_trailing_zeros, Scalar::i32, {0}), 32U);
  EXPECT_EQ(scalar(Op::first_leading_bit, Scalar::i32, {i(-1)}), UINT32_MAX);
  EXPECT_EQ(scalar(Op::first_leading_bit, Scalar::i32, {i(-2)}), 0U);
  EXPECT_EQ(scalar(Op::first_leading_bit, Scalar::u32, {0x80000000U}), 31U);
  EXPECT_EQ(scalar(Op::first_trailing_bit, Scalar::u32, {0}), UINT32_MAX);
  EXPECT_EQ(scalar(Op::reverse_bits, Scalar::u32, {0x00000D01U}), 0x80B00000U);
}

TEST_F(Evaluate, round_takes_halves_to_even) {
  const std::vector<std::pair<float, float>> cases{{0.5F, 0}, {1.5F, 2}, {2.5F, 2}, {-2.5F, -2}, {2.6F, 3}};
  for (const auto& [from, to] : cases) EXPECT_EQ(scalar(Op::round, Scalar::f32, {f(from)}), f(to)) << from;
}

TEST_F(Evaluate, fma_rounds_once) {
  // The product is 1 + 2^-22 + 2^-46: its last bit decides the rounding of the sum.
  const float a = 1.0F + 0x1p-23F;
  EXPECT_EQ(scalar(Op::fma, Scalar::f32, {f(a), f(a), f(0x1p-24F)}), f(std::fma(a, a, 0x1p-24F)));
  EXPECT_EQ(scalar(Op::fma, Scalar::f32, {f(a), f(a), f(-1.0F - 0x1p-22F)}), f(0x1p-46F));
}

TEST_F(Evaluate, halves_round_once_and_keep_denormals) {
  EXPECT_EQ(arith::narrow_half(0x1p-24), 1U);
  EXPECT_EQ(arith::narrow_half(0x1p-25), 0U);
  EXPECT_EQ(arith::narrow_half(0x1.8p-24), 2U);
  EXPECT_EQ(arith::narrow_half(-65520.0), 0xFC00U);
  EXPECT_EQ(arith::narrow_half(65519.99), 0x7BFFU);
  EXPECT_EQ(arith::narrow_half(2049.0), h(2048.0));
  EXPECT_EQ(arith::narrow_half(2051.0), h(2052.0));
  for (std::uint32_t bits = 0; bits < 0x7C00U; ++bits)
    ASSERT_EQ(arith::narrow_half(arith::widen_half(bits)), bits);
}

TEST_F(Evaluate, frexp_and_modf_fill_their_structures) {
  const TypeId vec2f = types.vector(Scalar::f32, 2);
  const TypeId frexp = types.structure("f", {{"fract", vec2f}, {"exp", types.vector(Scalar::i32, 2)}});
  EXPECT_EQ(run(Op::frexp, frexp, {{vec2f, {f(8), f(-0.375F)}}}), (Words{f(0.5F), f(-0.75F), 4, i(-1)}));
  const TypeId modf = types.structure("m", {{"fract", types.f16()}, {"whole", types.f16()}});
  EXPECT_EQ(run(Op::modf, modf, {{types.f16(), {h(-1.25)}}}), (Words{h(-0.25), h(-1)}));
}

TEST_F(Evaluate, packing_puts_component_zero_lowest) {
  const TypeId vec4f = types.vector(Scalar::f32, 4);
  EXPECT_EQ(run(Op::pack4x8snorm, types.u32(), {{vec4f, {f(-2), f(0), f(0.5F), f(1)}}})[0], 0x7F400081U);
  EXPECT_EQ(run(Op::pack4x8unorm, types.u32(), {{vec4f, {f(-2), f(nan), f(0.5F), f(1)}}})[0], 0xFF800000U);
  EXPECT_EQ(run(Op::unpack4x8snorm, vec4f, {{types.u32(), {0x7F008180U}}}),
            (Words{f(-1), f(-1), f(0), f(1)}));
  const TypeId vec2f = types.vector(Scalar::f32, 2);
  EXPECT_EQ(run(Op::pack2x16float, types.u32(), {{vec2f, {f(1), f(-2)}}})[0], 0xC0003C00U);
  const TypeId vec4i = types.vector(Scalar::i32, 4);
  EXPECT_EQ(run(Op::pack4x_i8_clamp, types.u32(), {{vec4i, {i(-200), 200, i(-1), 5}}})[0], 0x05FF7F80U);
}

TEST_F(Evaluate, bitcast_joins_and_splits_halves) {
  const TypeId vec2h = types.vector(Scalar::f16, 2);
  EXPECT_EQ(run(Op::bitcast, types.u32(), {{vec2h, {0x3C00, 0xC000}}})[0], 0xC0003C00U);
  EXPECT_EQ(run(Op::bitcast, vec2h, {{types.f32(), {0xC0003C00U}}}), (Words{0x3C00, 0xC000}));
}

TEST_F(Evaluate, dynamic_extraction_past_the_end_is_zero) {
  const TypeId vec3 = types.vector(Scalar::u32, 3);
  const auto at = [&](TypeId index_type, std::uint32_t index) {
    return run(Op::extract_dynamic, types.u32(), {{vec3, {7, 8, 9}}, {index_type, {index}}})[0];
  };
  EXPECT_EQ(at(types.u32(), 2), 9U);
  EXPECT_EQ(at(types.u32(), 3), 0U);
  EXPECT_EQ(at(types.i32(), i(-1)), 0U);
}

TEST_F(Evaluate, composites_come_apart_and_together) {
  const TypeId vec2 = types.vector(Scalar::u32, 2);
  const TypeId vec3 = types.vector(Scalar::u32, 3);
  const TypeId pair = types.structure("p", {{"a", vec3}, {"b", vec2}});
  EXPECT_EQ(run(Op::construct, vec3, {{types.u32(), {1}}, {vec2, {2, 3}}}), (Words{1, 2, 3}));
  EXPECT_EQ(run(Op::extract, vec2, {{pair, {1, 2, 3, 4, 5}}}, 1), (Words{4, 5}));
  EXPECT_EQ(run(Op::insert, pair, {{pair, {1, 2, 3, 4, 5}}, {vec2, {8, 9}}}, 1), (Words{1, 2, 3, 8, 9}));
  EXPECT_EQ(run(Op::shuffle, vec3, {{vec2, {1, 2}}}, 0x011), (Words{2, 2, 1}));
}

TEST_F(Evaluate, matrices_multiply_by_columns) {
  const TypeId matrix = types.matrix(Scalar::f32, 2, 3);  // two columns of three rows
  const TypeId vec2 = types.vector(Scalar::f32, 2);
  const TypeId vec3 = types.vector(Scalar::f32, 3);
  const Words m{f(1), f(2), f(3), f(4), f(5), f(6)};
  EXPECT_EQ(run(Op::mat_mul, vec3, {{matrix, m}, {vec2, {f(1), f(10)}}}), (Words{f(41), f(52), f(63)}));
  EXPECT_EQ(run(Op::mat_mul, vec2, {{vec3, {f(1), f(10), f(100)}}, {matrix, m}}), (Words{f(321), f(654)}));
  EXPECT_EQ(run(Op::mat_mul, matrix, {{types.f32(), {f(2)}}, {matrix, m}}),
            (Words{f(2), f(4), f(6), f(8), f(10), f(12)}));
  EXPECT_EQ(run(Op::transpose, types.matrix(Scalar::f32, 3, 2), {{matrix, m}}),
            (Words{f(1), f(4), f(2), f(5), f(3), f(6)}));
  const TypeId square = types.matrix(Scalar::f32, 4, 4);
  EXPECT_EQ(run(Op::determinant, types.f32(),
                {{square, {f(2), 0, 0, f(1), 0, f(3), 0, 0, 0, f(5), f(4), 0, f(7), 0, 0, f(6)}}})[0],
            f(60));
}

TEST_F(Evaluate, constants_flatten_and_come_back) {
  ConstantTable constants;
  const TypeId vec2 = types.vector(Scalar::u32, 2);
  const TypeId array = types.array(vec2, 3);
  const Words words{0, 0, 5, 6, 0, 0};
  const ConstantId id = unflatten(types, constants, array, words);
  EXPECT_EQ(flatten(types, constants, id), words);
  EXPECT_EQ(constants.part(types, id, 0), constants.zero(types, vec2));
  EXPECT_EQ(unflatten(types, constants, array, words), id);
}

TEST_F(Evaluate, native_domains_are_smaller) {
  const auto binary = [&](Op op, TypeId type, std::uint32_t a, std::uint32_t b) {
    return outside(op, type, {{type, {a}}, {type, {b}}}).value_or("inside");
  };
  EXPECT_EQ(binary(Op::div, types.i32(), 1, 0), "division by zero");
  EXPECT_EQ(binary(Op::div, types.i32(), 0x80000000U, i(-1)), "-2147483648 divided by -1 overflows");
  EXPECT_EQ(binary(Op::rem, types.i32(), i(-7), 2), "remainder of -7 by 2 has a negative operand");
  EXPECT_EQ(binary(Op::rem, types.i32(), 7, 2), "inside");
  EXPECT_EQ(binary(Op::div, types.f32(), f(1), 0), "inside");
  EXPECT_EQ(binary(Op::shl, types.u32(), 1, 32), "shift count 32 is not below 32");
  EXPECT_EQ(outside(Op::convert, types.u32(), {{types.f32(), {f(-1)}}}), "-1 is out of the range of u32");
  EXPECT_FALSE(outside(Op::convert, types.u32(), {{types.f32(), {f(-0.5F)}}}).has_value());
  EXPECT_TRUE(
      outside(Op::clamp, types.f32(), {{types.f32(), {0}}, {types.f32(), {f(2)}}, {types.f32(), {f(1)}}}));
  const TypeId vec3 = types.vector(Scalar::u32, 3);
  EXPECT_EQ(outside(Op::extract_dynamic, types.u32(), {{vec3, {1, 2, 3}}, {types.u32(), {3}}}),
            "index 3 is not below 3");
  EXPECT_EQ(
      outside(Op::extract_bits, types.u32(), {{types.u32(), {1}}, {types.u32(), {30}}, {types.u32(), {3}}}),
      "a bit field ends at bit 33");
}

}  // namespace
}  // namespace slipway::ir
