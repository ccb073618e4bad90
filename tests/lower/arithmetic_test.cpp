#include <bit>

#include <gtest/gtest.h>

#include "lower/kernels.h"

namespace slipway::tests {
namespace {

using ir::Op;
using ir::Scalar;
using ir::Value;

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint32_t bits(std::int32_t value) { return static_cast<std::uint32_t>(value); }

void expect_both(const ir::ValidModule& module, const Words& in, const Words& expected) {
  const auto plain = run_module(module, in, expected.size());
  ASSERT_TRUE(plain.has_value()) << plain.error().to_string();
  EXPECT_EQ(*plain, expected) << "before lowering";
  const auto lowered = run_lowered(module, in, expected.size());
  ASSERT_TRUE(lowered.has_value()) << lowered.error().to_string();
  EXPECT_EQ(*lowered, expected) << "after lowering";
}

// A binary operation on scalars of one kind, on bits.
ir::ValidModule binary(Op op, Scalar scalar) {
  return elementwise([&](const Body& b, Value x, Value y) {
    const ir::TypeId type = b.module.types.scalar(scalar);
    const auto typed = [&](Value v) { return scalar == Scalar::u32 ? v : b.op(Op::bitcast, type, {v}); };
    const Value result = b.op(op, type, {typed(x), typed(y)});
    return scalar == Scalar::u32 ? result : b.op(Op::bitcast, b.module.types.u32(), {result});
  });
}

constexpr std::uint32_t smallest = 0x80000000U;

TEST(arithmetic, signed_division_by_zero_and_overflow_give_the_dividend) {
  expect_both(binary(Op::div, Scalar::i32),
              {bits(7), 0, smallest, UINT32_MAX, bits(-7), bits(2), smallest, 0},
              {bits(7), smallest, bits(-3), smallest});
}

TEST(arithmetic, signed_remainder_has_the_sign_of_the_dividend) {
  Words in;
  for (int i = -4; i < 4; ++i) in.insert(in.end(), {bits(i), bits(3)});
  expect_both(binary(Op::rem, Scalar::i32), in, {bits(-1), 0, bits(-2), bits(-1), 0, bits(1), bits(2), 0});
}

TEST(arithmetic, signed_remainder_of_the_smallest_by_minus_one_and_by_zero_is_zero) {
  expect_both(binary(Op::rem, Scalar::i32), {smallest, UINT32_MAX, bits(-5), 0}, {0, 0});
}

TEST(arithmetic, unsigned_division_and_remainder_by_zero) {
  expect_both(binary(Op::div, Scalar::u32), {7, 0, UINT32_MAX, 2}, {7, UINT32_MAX / 2});
  expect_both(binary(Op::rem, Scalar::u32), {7, 0, UINT32_MAX, 16}, {0, 15});
}

TEST(arithmetic, shift_counts_are_taken_modulo_32) {
  const auto shift = [](Op op, Scalar scalar) {
    return elementwise([=](const Body& b, Value x, Value count) {
      const ir::TypeId type = b.module.types.scalar(scalar);
      const Value typed = scalar == Scalar::u32 ? x : b.op(Op::bitcast, type, {x});
      const Value result = b.op(op, type, {typed, count});
      return scalar == Scalar::u32 ? result : b.op(Op::bitcast, b.module.types.u32(), {result});
    });
  };
  expect_both(shift(Op::shl, Scalar::u32), {1, 33, 1, 31, 5, 64}, {2, smallest, 5});
  expect_both(shift(Op::shr, Scalar::i32), {smallest, 63, bits(-8), 33}, {UINT32_MAX, bits(-4)});
}

TEST(arithmetic, floats_clamp_to_what_the_integer_type_holds) {
  const auto to = [](Scalar scalar) {
    return elementwise([=](const Body& b, Value x, Value) {
      const Value real = b.op(Op::bitcast, b.module.types.f32(), {x});
      const Value whole = b.op(Op::convert, b.module.types.scalar(scalar), {real});
      return scalar == Scalar::u32 ? whole : b.op(Op::bitcast, b.module.types.u32(), {whole});
    });
  };
  const float inf = std::numeric_limits<float>::infinity();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  Words in;
  for (const float x : {0.99F, -0.99F, -1.5F, 3e9F, -3e9F, 4.3e9F, inf, nan})
    in.insert(in.end(), {bits(x), 0});
  expect_both(to(Scalar::i32), in, {0, 0, bits(-1), 2147483520U, smallest, 2147483520U, 2147483520U, 0});
  expect_both(to(Scalar::u32), in, {0, 0, 0, 3000000000U, 0, 4294967040U, 4294967040U, 0});
}

TEST(arithmetic, clamp_with_low_above_high_gives_high) {
  const auto module = elementwise([](const Body& b, Value x, Value) {
    const ir::TypeId i32 = b.module.types.i32();
    const Value clamped =
        b.op(Op::clamp, i32, {b.op(Op::bitcast, i32, {x}), b.build.i32(20), b.build.i32(-3)});
    return b.op(Op::bitcast, b.module.types.u32(), {clamped});
  });
  expect_both(module, {bits(-9), 0, 6, 0, 12, 0, 50, 0}, {bits(-3), bits(-3), bits(-3), bits(-3)});
}

TEST(arithmetic, a_float_modulo_itself_is_zero) {
  Words in;
  for (const float x : {29.0F, 37.0F, 43.0F, 101.0F, -103.0F}) in.insert(in.end(), {bits(x), bits(x)});
  const auto module = elementwise([](const Body& b, Value x, Value y) {
    const ir::TypeId f32 = b.module.types.f32();
    const Value rest = b.op(Op::rem, f32, {b.op(Op::bitcast, f32, {x}), b.op(Op::bitcast, f32, {y})});
    return b.op(Op::bitcast, b.module.types.u32(), {b.op(Op::abs, f32, {rest})});
  });
  expect_both(module, in, {0, 0, 0, 0, 0});
}

TEST(arithmetic, bit_fields_stay_inside_the_word) {
  constexpr std::uint32_t e = 0xF0F0A5C3U;
  const std::pair<std::uint32_t, std::uint32_t> fields[] = {{0, 0},   {4, 8},  {28, 8}, {32, 1},
                                                            {40, 40}, {0, 32}, {31, 1}};
  Words in;
  for (const auto& [offset, count] : fields) in.insert(in.end(), {offset, count});
  const auto extract = [](Scalar scalar) {
    return elementwise([=](const Body& b, Value offset, Value count) {
      const ir::TypeId type = b.module.types.scalar(scalar);
      const Value word = scalar == Scalar::u32 ? b.build.u32(e) : b.build.i32(static_cast<std::int32_t>(e));
      const Value field = b.op(Op::extract_bits, type, {word, offset, count});
      return scalar == Scalar::u32 ? field : b.op(Op::bitcast, b.module.types.u32(), {field});
    });
  };
  expect_both(extract(Scalar::u32), in, {0, 92, 15, 0, 0, e, 1});
  expect_both(extract(Scalar::i32), in, {0, 92, bits(-1), 0, 0, e, bits(-1)});
  const auto insert = elementwise([](const Body& b, Value offset, Value count) {
    return b.op(Op::insert_bits, b.module.types.u32(),
                {b.build.u32(e), b.build.u32(UINT32_MAX), offset, count});
  });
  expect_both(insert, in, {e, 4042305523U, e, e, e, UINT32_MAX, e});
}

TEST(arithmetic, zero_bits_are_counted_in_zero) {
  const auto count = [](Op op) {
    return elementwise([=](const Body& b, Value x, Value) { return b.op(op, b.module.types.u32(), {x}); });
  };
  expect_both(count(Op::count_leading_zeros), {0, 0, 1, 0, smallest, 0}, {32, 31, 0});
  expect_both(count(Op::count_trailing_zeros), {0, 0, 12, 0, smallest, 0}, {32, 2, 31});
}

TEST(arithmetic, packed_bytes_multiply_as_their_sign_says) {
  const auto dot = [](Op op, Scalar scalar) {
    return elementwise([=](const Body& b, Value x, Value y) {
      const Value sum = b.op(op, b.module.types.scalar(scalar), {x, y});
      return scalar == Scalar::u32 ? sum : b.op(Op::bitcast, b.module.types.u32(), {sum});
    });
  };
  expect_both(dot(Op::dot4_u8_packed, Scalar::u32), {0xFF020304U, 0x02030405U}, {510 + 6 + 12 + 20});
  expect_both(dot(Op::dot4_i8_packed, Scalar::i32), {0xFF020304U, 0x02030405U}, {bits(-2 + 6 + 12 + 20)});
}

}  // namespace
}  // namespace slipway::tests
