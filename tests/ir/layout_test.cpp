#include <gtest/gtest.h>

#include "ir/layout.h"

namespace slipway::ir {
namespace {

TEST(Layout, numbers_vectors_and_matrices_have_the_sizes_of_the_specification) {
  TypeTable t;
  struct Row {
    TypeId type;
    std::uint32_t align;
    std::uint64_t size;
    std::uint32_t stride;
  };
  const Row rows[] = {
      {t.u32(), 4, 4, 0},
      {t.f16(), 2, 2, 0},
      {t.atomic(Scalar::i32), 4, 4, 0},
      {t.vector(Scalar::f32, 2), 8, 8, 0},
      {t.vector(Scalar::f32, 3), 16, 12, 0},
      {t.vector(Scalar::f16, 3), 8, 6, 0},
      {t.matrix(Scalar::f32, 2, 3), 16, 32, 16},
      {t.matrix(Scalar::f32, 4, 2), 8, 32, 8},
      {t.matrix(Scalar::f16, 3, 3), 8, 24, 8},
      {t.array(t.vector(Scalar::f32, 3), 5), 16, 80, 16},
      {t.runtime_array(t.u32()), 4, 0, 4},
  };
  const LayoutTable layouts(t);
  for (const Row& row : rows) {
    EXPECT_EQ(layouts[row.type].align, row.align) << to_string(t, row.type);
    EXPECT_EQ(layouts[row.type].size, row.size) << to_string(t, row.type);
    EXPECT_EQ(layouts[row.type].stride, row.stride) << to_string(t, row.type);
  }
}

TEST(Layout, members_are_placed_by_alignment_and_attributes) {
  TypeTable t;
  const TypeId s = t.structure("S", {{"a", t.f32()},
                                     {"b", t.vector(Scalar::f32, 3)},
                                     {"c", t.f32()},
                                     {"d", t.u32(), 64, 16},
                                     {"e", t.u32()}});
  const TypeId tail =
      t.structure("Tail", {{"n", t.u32()}, {"data", t.runtime_array(t.vector(Scalar::u32, 2))}});
  const LayoutTable layouts(t);
  EXPECT_EQ(layouts[s].member_offsets, (std::vector<std::uint64_t>{0, 16, 28, 64, 80}));
  EXPECT_EQ(layouts[s].align, 64U);
  EXPECT_EQ(layouts[s].size, 128U);
  EXPECT_EQ(layouts[tail].member_offsets, (std::vector<std::uint64_t>{0, 8}));
  EXPECT_EQ(layouts[tail].size, 8U);
}

}  // namespace
}  // namespace slipway::ir
