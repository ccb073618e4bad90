// Loads, stores and atomics: inside their bounds and out of them, in every address space.
#include <bit>

#include <gtest/gtest.h>

#include "kernel.h"

namespace slipway::interp::test {
namespace {

using ir::AddressSpace;
using ir::BuiltinInput;
using ir::Op;
using ir::Scalar;
using ir::Value;

constexpr std::uint32_t guard = 0xABABABABU;

/// Indices that hardware might wrap to element 0 or to a neighbour, for an object of `length`.
Words bad_indices(std::uint32_t length) {
  return {0xFFFFFFFFU, 0x40000000U, 0x3FFFFFFFU, 0x80000000U, length, length + 1};
}

// Reads object[index] into out[0], stores 0xAA there, then puts the sum of all elements into out[1].
template <class MakeObject>
void check_out_of_bounds(MakeObject make, std::uint32_t length, bool is_signed) {
  for (const std::uint32_t index : bad_indices(length)) {
    Kernel k;
    const Value out = k.array(0, {1, 1});
    const Value source = k.array(1, is_signed ? k.types.i32() : k.types.u32(), {index});
    const Value global = make(k);
    Body b(k);
    const Value object = global.valid() ? global : b.variable(k.types.array(k.types.u32(), length));
    for (std::uint32_t i = 0; i < length; ++i) b.store(b.at(object, b.u32(i)), b.u32(i + 1));
    const Value bad = b.load(b.at(source, b.u32(0)));
    b.store(b.at(out, b.u32(0)), b.load(b.at(object, bad)));
    b.store(b.at(object, bad), b.u32(0xAA));
    Value sum = b.u32(0);
    for (std::uint32_t i = 0; i < length; ++i) sum = b.word(Op::add, sum, b.load(b.at(object, b.u32(i))));
    b.store(b.at(out, b.u32(1)), sum);
    b.end();
    ASSERT_TRUE(k.run().has_value());
    EXPECT_EQ(k.memory[0], (Words{0, length * (length + 1) / 2})) << std::hex << index;
  }
}

TEST(Memory, out_of_bounds_of_storage) {
  for (const bool is_signed : {false, true})
    check_out_of_bounds([](Kernel& k) { return Value(k.array(2, Words(5))); }, 5, is_signed);
}
TEST(Memory, out_of_bounds_of_workgroup_memory) {
  const auto make = [](Kernel& k) {
    k.add_variable("before", AddressSpace::workgroup, k.types.u32());
    return Value(k.add_variable("sh", AddressSpace::workgroup, k.types.array(k.types.u32(), 8)));
  };
  check_out_of_bounds(make, 8, false);
}
TEST(Memory, out_of_bounds_of_private_memory) {
  const auto make = [](Kernel& k) {
    return Value(k.add_variable("own", AddressSpace::private_, k.types.array(k.types.u32(), 3)));
  };
  check_out_of_bounds(make, 3, true);
}
TEST(Memory, out_of_bounds_of_function_memory) {
  check_out_of_bounds([](Kernel&) { return Value(); }, 4, false);
}
TEST(Memory, out_of_bounds_of_a_vector) {
  // Component 3 of a vec3 is padding in memory.
  const auto make = [](Kernel& k) {
    k.memory[2] = {0, 0, 0, guard};
    return Value(k.add_buffer("v", k.types.vector(Scalar::u32, 3), ir::Access::read_write, 2));
  };
  check_out_of_bounds(make, 3, false);
}

TEST(Memory, an_inner_array_keeps_its_own_bounds) {
  Kernel k;
  const Value out = k.array(0, {7});
  const ir::TypeId inner = k.types.array(k.types.u32(), 2);
  const Value rows = k.array(1, inner, {1, 2, 3, 4});
  Body b(k);
  const Value past = b.at(b.at(rows, b.u32(0)), b.u32(2));  // would be rows[1][0]
  b.store(b.at(out, b.u32(0)), b.load(past));
  b.store(past, b.u32(9));
  b.end();
  ASSERT_TRUE(k.run().has_value());
  EXPECT_EQ(k.memory[0], Words{0});
  EXPECT_EQ(k.memory[1], (Words{1, 2, 3, 4}));
}

TEST(Memory, what_is_narrowed_from_an_out_of_bounds_place_is_out_of_bounds) {
  Kernel k;
  const Value out = k.array(0, {7});
  const ir::TypeId pair = k.types.structure("Pair", {{"a", k.types.u32()}, {"b", k.types.u32()}});
  const Value pairs = k.array(1, pair, {1, 2});
  Body b(k);
  const Value place = b.member(b.at(pairs, b.i32(-1)), 1);
  b.store(b.at(out, b.u32(0)), b.load(place));
  b.store(place, b.u32(9));
  b.end();
  ASSERT_TRUE(k.run().has_value());
  EXPECT_EQ(k.memory[0], Words{0});
  EXPECT_EQ(k.memory[1], (Words{1, 2}));
}

TEST(Memory, atomics_out_of_bounds_give_zero_and_do_nothing) {
  Kernel k;
  const ir::TypeId result =
      k.types.structure("r", {{"old_value", k.types.u32()}, {"exchanged", k.types.boolean()}});
  const Value out = k.array(0, {7, 7, 7});
  const Value cells = k.array(1, k.types.atomic(Scalar::u32), {0, 5});
  Body b(k);
  const Value past = b.at(cells, b.u32(2));
  b.store(b.at(out, b.u32(0)), b.atomic(Op::atomic_add, past, b.u32(1)));
  const Value r = b.emit(Op::atomic_compare_exchange_weak, result, {past, b.u32(0), b.u32(3)});
  b.store(b.at(out, b.u32(1)), b.emit(Op::extract, k.types.u32(), {r}, 0));
  const Value exchanged = b.emit(Op::extract, k.types.boolean(), {r}, 1);
  b.store(b.at(out, b.u32(2)), b.emit(Op::convert, k.types.u32(), {exchanged}));
  b.end();
  ASSERT_TRUE(k.run().has_value());
  EXPECT_EQ(k.memory[0], (Words{0, 0, 0}));
  EXPECT_EQ(k.memory[1], (Words{0, 5}));
}

TEST(Memory, atomics_return_the_value_before) {
  struct Case {
    Op op;
    Scalar scalar;
    std::uint32_t before;
    std::uint32_t operand;
    std::uint32_t after;
  };
  const auto i = [](std::int32_t v) { return static_cast<std::uint32_t>(v); };
  const std::vector<Case> cases{
      {Op::atomic_min, Scalar::i32, 0, i(-5), i(-5)},
      {Op::atomic_max, Scalar::i32, i(-100), 7, 7},
      {Op::atomic_min, Scalar::u32, UINT32_MAX, 7, 7},
      {Op::atomic_max, Scalar::u32, 5, UINT32_MAX, UINT32_MAX},
      {Op::atomic_sub, Scalar::u32, 0, 1, UINT32_MAX},
      {Op::atomic_add, Scalar::i32, 0x7FFFFFFFU, 1, 0x80000000U},
      {Op::atomic_and, Scalar::u32, 12, 10, 8},
      {Op::atomic_or, Scalar::u32, 12, 10, 14},
      {Op::atomic_xor, Scalar::u32, 12, 10, 6},
      {Op::atomic_exchange, Scalar::u32, 12, 10, 10},
  };
  for (const Case& c : cases) {
    Kernel k;
    const ir::TypeId type = k.types.scalar(c.scalar);
    const Value out = k.array(0, type, {1});
    const Value cells = k.array(1, k.types.atomic(c.scalar), {c.before});
    Body b(k);
    const Value operand = k.module.constants.scalar(type, c.operand);
    b.store(b.at(out, b.u32(0)), b.atomic(c.op, b.at(cells, b.u32(0)), operand));
    b.end();
    ASSERT_TRUE(k.run().has_value());
    EXPECT_EQ(k.memory[0], Words{c.before}) << ir::info(c.op).name;
    EXPECT_EQ(k.memory[1], Words{c.after}) << ir::info(c.op).name;
  }
}

TEST(Memory, compare_exchange_never_fails_spuriously) {
  Kernel k;
  const ir::TypeId result =
      k.types.structure("r", {{"old_value", k.types.u32()}, {"exchanged", k.types.boolean()}});
  const Value out = k.array(0, Words(4));
  const Value cells = k.array(1, k.types.atomic(Scalar::u32), {5});
  Body b(k);
  std::uint32_t at = 0;
  for (const std::uint32_t desired : {8U, 9U}) {
    const Value r =
        b.emit(Op::atomic_compare_exchange_weak, result, {b.at(cells, b.u32(0)), b.u32(5), b.u32(desired)});
    b.store(b.at(out, b.u32(at++)), b.emit(Op::extract, k.types.u32(), {r}, 0));
    const Value exchanged = b.emit(Op::extract, k.types.boolean(), {r}, 1);
    b.store(b.at(out, b.u32(at++)), b.emit(Op::convert, k.types.u32(), {exchanged}));
  }
  b.end();
  ASSERT_TRUE(k.run().has_value());
  EXPECT_EQ(k.memory[0], (Words{5, 1, 8, 0}));
  EXPECT_EQ(k.memory[1], Words{8});
}

TEST(Memory, array_length_is_what_fits_behind_the_header) {
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> cases{{0, 0}, {1, 0}, {4, 0},
                                                                   {7, 0}, {8, 1}, {15, 2}};
  for (const auto& [words, length] : cases) {
    Kernel k;
    const Value out = k.array(0, {99});
    const ir::TypeId vec3 = k.types.vector(Scalar::u32, 3);
    const ir::TypeId list =
        k.types.structure("List", {{"count", k.types.u32()}, {"items", k.types.runtime_array(vec3)}});
    const Value buffer = k.add_buffer("list", list, ir::Access::read_write, 1);
    k.memory[1] = Words(words);
    Body b(k);
    b.store(b.at(out, b.u32(0)), b.emit(Op::array_length, k.types.u32(), {b.member(buffer, 1)}));
    b.end();
    ASSERT_TRUE(k.run().has_value());
    EXPECT_EQ(k.memory[0], Words{length}) << words;
  }
}

TEST(Memory, a_buffer_shorter_than_its_type_reads_zero_behind_its_end) {
  Kernel k;
  const Value out = k.array(0, {7, 7});
  const Value values = k.add_buffer("values", k.types.array(k.types.u32(), 4), ir::Access::read_write, 1);
  k.memory[1] = {3, 4};
  Body b(k);
  b.store(b.at(out, b.u32(0)), b.load(b.at(values, b.u32(1))));
  b.store(b.at(out, b.u32(1)), b.load(b.at(values, b.u32(2))));
  b.store(b.at(values, b.u32(3)), b.u32(1));
  b.end();
  ASSERT_TRUE(k.run().has_value());
  EXPECT_EQ(k.memory[0], (Words{4, 0}));
  EXPECT_EQ(k.memory[1], (Words{3, 4}));
}

TEST(Memory, composites_keep_the_padding_of_what_they_overwrite) {
  Kernel k;
  k.module.uses_f16 = true;
  ir::TypeTable& t = k.types;
  const ir::TypeId mixed = t.structure(
      "Mixed",
      {{"v", t.vector(Scalar::u32, 3)}, {"h", t.vector(Scalar::f16, 3)}, {"m", t.matrix(Scalar::f32, 2, 3)}});
  const Value from = k.array(
      0, mixed, {1, 2, 3, guard, 0x3C003800U, 0xABAB4000U, guard, guard, 5, 6, 7, guard, 8, 9, 10, guard});
  const Value to = k.array(1, mixed, Words(16, 0x11111111U));
  Body b(k);
  b.store(b.at(to, b.u32(0)), b.load(b.at(from, b.u32(0))));
  b.end();
  ASSERT_TRUE(k.run().has_value());
  const std::uint32_t kept = 0x11111111U;
  EXPECT_EQ(k.memory[1],
            (Words{1, 2, 3, kept, 0x3C003800U, 0x11114000U, kept, kept, 5, 6, 7, kept, 8, 9, 10, kept}));
}

TEST(Memory, matrix_columns_and_their_components_have_bounds) {
  Kernel k;
  const Value out = k.array(0, k.types.f32(), {7, 7, 7});
  const Value m = k.add_buffer("m", k.types.matrix(Scalar::f32, 2, 3), ir::Access::read_write, 1);
  const auto f = [](float v) { return std::bit_cast<std::uint32_t>(v); };
  k.memory[1] = {f(1), f(2), f(3), guard, f(4), f(5), f(6), guard};
  const Value indices = k.array(2, {0, 1, 2, 3});
  Body b(k);
  const auto index = [&](std::uint32_t i) { return b.load(b.at(indices, b.u32(i))); };
  b.store(b.at(out, b.u32(0)), b.load(b.at(b.at(m, index(1)), index(2))));
  b.store(b.at(out, b.u32(1)), b.load(b.at(b.at(m, index(0)), index(3))));
  b.store(b.at(out, b.u32(2)), b.load(b.at(b.at(m, index(2)), index(0))));
  b.end();
  ASSERT_TRUE(k.run().has_value());
  EXPECT_EQ(k.memory[0], (Words{f(6), 0, 0}));
}

}  // namespace
}  // namespace slipway::interp::test
