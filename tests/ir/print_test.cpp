#include "ir/print.h"

#include <gtest/gtest.h>

#include "sample.h"

namespace slipway::ir::test {
namespace {

TEST(Print, shows_all_that_a_module_has) {
  EXPECT_EQ(print(rich_sample().module), R"(struct Item { key: u32, @align(32) @size(64) weights: vec3<f32> }
@id(7) override width: u32 = width_init()
@group(0) @binding(0) global items: ptr<storage, array<Item>, read_write>
@group(0) @binding(3) global total: ptr<storage, atomic<u32>, read_write>
global shared: ptr<workgroup, array<f32, override>, read_write>
entry main = main workgroup_size(width, 1, 1)
fn main() {
  %0: vec3<u32> = builtin global_invocation_id
  %1: u32 = extract %0, 0
  %2: ptr<function, u32, read_write> = var 2u
  %3: ptr<workgroup, f32, read_write> = access @shared, %1
  store %3, 1.5f
  workgroup_barrier
  %6: u32 = array_length @items
  %7: bool = lt %1, %6
  if_ %7 {
    %10: ptr<storage, Item, read_write> = access @items, %1
    %11: ptr<storage, u32, read_write> = member %10, .key
    %12: u32 = load %11
    yield %12
  } {
    trap %1, tag 5 'too_many'
    yield 0u
  }
  %9: u32 = result %8, 0
  switch_ %9 1u 2u {
    %17: u32 = atomic_add @total, %9
    break_
  } default {
    yield
  }
  loop {
    %21: u32 = call bump, %2, 3u
    continue_
  } {
    %23: u32 = load %2
    %24: bool = gt %23, 40u
    iterate %24
  }
  return_
}
fn width_init() -> u32 {
  %0: u32 = add 60u, 4u
  return_ %0
}
fn bump(p: ptr<function, u32, read_write>, by: u32) -> u32 {
  %0: ptr<function, u32, read_write> = param p
  %1: u32 = param by
  %2: u32 = load %0
  %3: u32 = add %2, %1
  store %0, %3
  return_ %3
}
)");
}

TEST(Print, constants_read_as_in_wgsl) {
  Module m;
  TypeTable& t = m.types;
  const auto text = [&](ConstantId id) { return print(m, id); };
  EXPECT_EQ(text(m.constants.scalar(t.i32(), 0xFFFFFFFEU)), "-2i");
  EXPECT_EQ(text(m.constants.scalar(t.boolean(), 1)), "true");
  EXPECT_EQ(text(m.constants.scalar(t.f16(), 0xC500)), "-5h");
  EXPECT_EQ(text(m.constants.scalar(t.f16(), 0x0001)), "5.9604645e-08h");
  const TypeId vec2 = t.vector(Scalar::u32, 2);
  EXPECT_EQ(
      text(m.constants.composite(vec2, {m.constants.scalar(t.u32(), 1), m.constants.scalar(t.u32(), 0)})),
      "vec2<u32>(1u, 0u)");
  EXPECT_EQ(text(m.constants.zero(t, vec2)), "vec2<u32>()");
}

}  // namespace
}  // namespace slipway::ir::test
