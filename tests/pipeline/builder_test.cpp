// Programs built in C++, run on every device.
#include <gtest/gtest.h>

#include <numeric>

#include <slipway/slipway.h>

#include "support/on_driver.h"

namespace slipway {
namespace {

using namespace build;

using Words = std::vector<std::uint32_t>;

class BuiltOnDevice : public tests::OnDevice {
 protected:
  void SetUp() override {
    tests::OnDevice::SetUp();
    if (!IsSkipped()) keep(Device::open({.selector = selector(), .validation = !is_reference()}));
  }

  // What the program writes to `out`, run with `size` invocations and as many words of `in`, counted from 0.
  Result<Words> run(const ProgramBuilder& b, std::uint32_t size, const PipelineConfig& config = {}) {
    SLIPWAY_TRY(auto program, b.build());
    SLIPWAY_TRY(auto pipeline, device_->compile(program, config));
    Words in(size);
    std::iota(in.begin(), in.end(), 0U);
    const Words out(size);
    if (program.interface().find("in") == nullptr) {
      SLIPWAY_TRY(auto outputs, pipeline.run({{"out", out}}, {.extent = size}));
      return outputs.template take<std::uint32_t>("out");
    }
    SLIPWAY_TRY(auto outputs, pipeline.run({{"in", in}, {"out", out}}, {.extent = size}));
    return outputs.template take<std::uint32_t>("out");
  }
  void expect(const ProgramBuilder& b, const Words& expected, const PipelineConfig& config = {}) {
    const auto out = run(b, static_cast<std::uint32_t>(expected.size()), config);
    ASSERT_TRUE(out) << out.error().to_string();
    EXPECT_EQ(*out, expected) << *b.to_wgsl();
  }
};

TEST_P(BuiltOnDevice, loops_breaks_and_continues_count) {
  ProgramBuilder b("loops");
  auto in = b.storage_read<u32>("in");
  auto out = b.storage<u32>("out");
  b.entry_point("main", {4}, [&](EntryPoint& main) {
    auto i = main.global_invocation_id().x();
    auto sum = b.var<u32>("sum");
    b.for_(
        0U, in[i] * 2U,
        [&](const Expr<u32>& k) {
          b.if_(k == 2U, [&] { b.continue_(); });
          sum += k;
        },
        2U);
    b.while_([&] { return sum < 5U; }, [&] { sum += 3U; });
    b.loop_([&] { b.if_(sum > 50U, [&] { b.break_(); }); },
            [&] {
              sum += 10U;
              b.break_if(sum > 20U);
            });
    out[i] = sum;
  });
  // Sums 0, 0, 0, 4; then 6, 6, 6, 7; then in tens past 20.
  expect(b, {26, 26, 26, 27});
}

TEST_P(BuiltOnDevice, switches_take_the_case_that_is_selected) {
  ProgramBuilder b("switches");
  auto out = b.storage<u32>("out");
  b.entry_point("main", {4}, [&](EntryPoint& main) {
    auto i = main.global_invocation_id().x();
    b.switch_(i, [&](auto& s) {
      s.case_(1U, [&] { out[i] = 10U; });
      s.case_({2U, 5U}, [&] { out[i] = 20U; });
      s.default_([&] { out[i] = 30U + i; });
    });
  });
  expect(b, {30, 10, 20, 33, 34, 20});
}

TEST_P(BuiltOnDevice, values_are_those_of_where_they_were_made) {
  ProgramBuilder b("order");
  auto in = b.storage_read<u32>("in");
  auto out = b.storage<u32>("out");
  b.entry_point("main", {1}, [&](EntryPoint& main) {
    auto i = main.global_invocation_id().x();
    auto cell = b.var<u32>("cell", in[i] + 1U);
    Expr<u32> before = cell;
    cell = cell * 10U;
    Expr<u32> between = cell;
    cell += before;
    out[i] = before + between * 100U + cell * 10000U;
  });
  expect(b, {111001, 222002, 333003});
}

TEST_P(BuiltOnDevice, functions_take_values_and_memory) {
  ProgramBuilder b("functions");
  auto out = b.storage<u32>("out");
  auto calls = b.private_<u32>("calls", 5U);
  auto square = b.function<u32(u32)>("square", {"x"}, [&](const Expr<u32>& x) {
    calls += 1U;
    return x * x;
  });
  auto swap = b.function<void(Pointer<u32>, Pointer<u32>)>("swap", {"a", "b"},
                                                           [&](const Ref<u32>& p, const Ref<u32>& q) {
                                                             Expr<u32> old = p;
                                                             p = q;
                                                             q = old;
                                                           });
  b.entry_point("main", {1}, [&](EntryPoint& main) {
    auto i = main.global_invocation_id().x();
    auto x = b.var<u32>("x", square(i));
    auto y = b.var<u32>("y", square(i + 1U));
    swap(x, y);
    out[i] = x * 100U + y * 10U + calls;
  });
  expect(b, {107, 417, 947});
}

TEST_P(BuiltOnDevice, workgroups_share_memory_and_atomics) {
  ProgramBuilder b("shared");
  auto in = b.storage_read<u32>("in");
  auto out = b.storage<u32>("out");
  auto n = b.override_<u32>("n", 2U);
  auto tile = b.workgroup_array<u32>("tile", n);
  auto most = b.workgroup<Atomic<u32>>("most");
  b.entry_point("main", {n}, [&](EntryPoint& main) {
    auto i = main.global_invocation_id().x();
    auto lane = main.local_invocation_index();
    tile[lane] = in[i];
    most.max(in[i]);
    b.workgroup_barrier();
    out[i] = tile[n - 1U - lane] * 100U + most.load();
  });
  expect(b, {303, 203, 103, 3, 707, 607, 507, 407}, {.overrides = {{"n", 4.0}}});
}

TEST_P(BuiltOnDevice, vectors_matrices_and_structures_compute) {
  struct Pair;
  ProgramBuilder b("composites");
  std::optional<Member<Pair, Vec3<float>>> first;
  std::optional<Member<Pair, Array<u32, 2>>> second;
  b.structure<Pair>("Pair", [&](StructureBuilder<Pair>& s) {
    first = s.member<Vec3<float>>("first");
    second = s.member<Array<u32, 2>>("second");
  });
  auto out = b.storage<u32>("out");
  b.entry_point("main", {1}, [&](EntryPoint& main) {
    auto i = main.global_invocation_id().x();
    auto pair = b.var<Pair>("pair");
    pair[*first] = make<Vec3<float>>(1.0F, 2.0F, cast<float>(i));
    pair[*first].x() += 3.0F;
    pair[*second][i % 2U] = 7U;
    auto turn = make<Mat<float, 2, 2>>(make<Vec2<float>>(0.0F, 1.0F), make<Vec2<float>>(-1.0F, 0.0F));
    auto turned = turn * pair[*first].swizzle<'x', 'y'>();  // (-2, 4)
    out[i] = cast<u32>(dot(turned, make<Vec2<float>>(-1.0F, 1.0F)) * 10.0F + pair[*first].z()) +
             pair[*second][1] * 1000U;
  });
  expect(b, {60, 7061, 62});
}

TEST_P(BuiltOnDevice, asserts_report_their_tag_by_name) {
  ProgramBuilder b("asserts");
  auto out = b.storage<u32>("out");
  auto too_far = b.constant<u32>("too_far", 9U);
  b.entry_point("main", {1}, [&](EntryPoint& main) {
    auto i = main.global_invocation_id().x();
    b.assert_(i < 2U, too_far, i * 5U);
    out[i] = i;
  });
  EXPECT_EQ(run(b, 2).value_or(Words{}), (Words{0, 1}));
  const auto trapped = run(b, 3);
  ASSERT_FALSE(trapped);
  ASSERT_EQ(trapped.error().code(), ErrorCode::trapped) << trapped.error().to_string();
  const TrapReport& trap = *trapped.error().trap();
  EXPECT_EQ(trap.kind, "assert");
  EXPECT_EQ(trap.name, "too_far");
  EXPECT_EQ(trap.tag, 9U);
  EXPECT_EQ(trap.value, 10U);
  EXPECT_EQ(trap.invocation[0], 2U);
  EXPECT_EQ(trap.file, "asserts");
}

INSTANTIATE_TEST_SUITE_P(Devices, BuiltOnDevice, testing::Values("reference", "lavapipe", "swiftshader"),
                         tests::device_name);

}  // namespace
}  // namespace slipway
