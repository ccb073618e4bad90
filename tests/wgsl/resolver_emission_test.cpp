// What the resolver emits: the order of evaluation and the shapes that other layers rely on.
#include <gtest/gtest.h>

#include <string>

#include "ir/print.h"
#include "ir/verify.h"
#include "wgsl/reader.h"

namespace slipway::wgsl {
namespace {

constexpr std::string_view prelude =
    "@group(0) @binding(0) var<storage, read_write> b: array<u32>;\n"
    "fn f(x: u32) -> u32 { return x; }\n";

// The body of `main` as printed, or the diagnostics.
std::string body(std::string_view statements) {
  const std::string source =
      std::string(prelude) + "@compute @workgroup_size(1) fn main() {" + std::string(statements) + "}";
  ReadResult result = read(SourceMap({SourceFile{"test.wgsl", source}}));
  std::string text;
  for (const Diagnostic& d : result.diagnostics) text += to_string(d) + "\n";
  if (!result.module) return text;
  for (const ir::Function& function : result.module->functions)
    if (function.name == "main") text = ir::print(*result.module, function);
  const auto valid = ir::verify(std::move(*result.module));
  if (!valid)
    for (const ir::Finding& finding : valid.error()) text += finding.rule + " " + finding.message + "\n";
  return text;
}

TEST(ResolverEmission, compound_assignment_finds_its_target_once_and_reads_before_the_right_side) {
  EXPECT_EQ(body("b[f(1)] += f(2);"), R"(fn main() {
  %0: u32 = call f, 1u
  %1: ptr<storage, u32, read_write> = access @b, %0
  %2: u32 = load %1
  %3: u32 = call f, 2u
  %4: u32 = add %2, %3
  store %1, %4
  return_
}
)");
}

TEST(ResolverEmission, the_target_comes_before_the_assigned_value) {
  EXPECT_EQ(body("b[f(1)] = f(2);"), R"(fn main() {
  %0: u32 = call f, 1u
  %1: ptr<storage, u32, read_write> = access @b, %0
  %2: u32 = call f, 2u
  store %1, %2
  return_
}
)");
}

TEST(ResolverEmission, constant_subexpressions_emit_nothing) {
  EXPECT_EQ(body("const c = 2 + 3; b[c - 5] = u32(c * 2) + vec2u(1, 2).y;"), R"(fn main() {
  %0: ptr<storage, u32, read_write> = access @b, 0u
  store %0, 12u
  return_
}
)");
}

TEST(ResolverEmission, short_circuit_becomes_a_branch_with_a_result) {
  EXPECT_EQ(body("let x = f(1) == 1 && f(2) == 2;"), R"(fn main() {
  %0: u32 = call f, 1u
  %1: bool = eq %0, 1u
  if_ %1 {
    %5: u32 = call f, 2u
    %6: bool = eq %5, 2u
    yield %6
  } {
    yield false
  }
  %3: bool = result %2, 0
  return_
}
)");
}

TEST(ResolverEmission, code_behind_a_terminator_is_checked_and_dropped) {
  EXPECT_EQ(body("var x = 1u; return; x = 2; while true { x = 3; } b[0] = x;"), R"(fn main() {
  %0: ptr<function, u32, read_write> = var 1u
  return_
}
)");
}

TEST(ResolverEmission, branches_that_both_leave_make_what_follows_unreachable) {
  EXPECT_EQ(body("if b[0] == 1 { return; } else { return; } b[0] = 2;"), R"(fn main() {
  %0: ptr<storage, u32, read_write> = access @b, 0u
  %1: u32 = load %0
  %2: bool = eq %1, 1u
  if_ %2 {
    return_
  } {
    return_
  }
  unreachable
}
)");
}

TEST(ResolverEmission, a_for_loop_leaves_at_its_top_and_updates_in_its_continuing_region) {
  EXPECT_EQ(body("for (var i = 0u; i < 3; i++) { if i == 1 { continue; } b[i] = i; }"), R"(fn main() {
  %0: ptr<function, u32, read_write> = var 0u
  loop {
    %2: u32 = load %0
    %3: bool = lt %2, 3u
    if_ %3 {
      yield
    } {
      break_
    }
    %7: u32 = load %0
    %8: bool = eq %7, 1u
    if_ %8 {
      continue_
    } {
      yield
    }
    %12: u32 = load %0
    %13: ptr<storage, u32, read_write> = access @b, %12
    %14: u32 = load %0
    store %13, %14
    continue_
  } {
    %17: u32 = load %0
    %18: u32 = add %17, 1u
    store %0, %18
    iterate
  }
  return_
}
)");
}

TEST(ResolverEmission, a_continuing_part_sees_its_body_and_ends_with_its_condition) {
  EXPECT_EQ(body("loop { let x = f(1); continuing { b[0] = x; break if x > 2; } }"), R"(fn main() {
  loop {
    %1: u32 = call f, 1u
    continue_
  } {
    %3: ptr<storage, u32, read_write> = access @b, 0u
    store %3, %1
    %5: bool = gt %1, 2u
    iterate %5
  }
  return_
}
)");
}

TEST(ResolverEmission, a_continuing_part_that_is_never_reached_is_empty) {
  EXPECT_EQ(body("loop { break; let x = 1u; continuing { b[0] = x; } }"), R"(fn main() {
  loop {
    break_
  } {
    iterate
  }
  return_
}
)");
}

TEST(ResolverEmission, components_are_written_through_pointers_to_them) {
  EXPECT_EQ(body("var v = vec3u(); v.y = 1; v[f(0)] = 2; b[0] = v.zy.x;"), R"(fn main() {
  %0: ptr<function, vec3<u32>, read_write> = var vec3<u32>()
  %1: ptr<function, u32, read_write> = access %0, 1u
  store %1, 1u
  %3: u32 = call f, 0u
  %4: ptr<function, u32, read_write> = access %0, %3
  store %4, 2u
  %6: ptr<storage, u32, read_write> = access @b, 0u
  %7: vec3<u32> = load %0
  %8: vec2<u32> = shuffle %7, zy
  %9: u32 = extract %8, 0
  store %6, %9
  return_
}
)");
}

TEST(ResolverEmission, constant_tables_are_indexed_at_run_time) {
  EXPECT_EQ(body("b[0] = u32(array(10, 20, 30)[f(1)]);"), R"(fn main() {
  %0: ptr<storage, u32, read_write> = access @b, 0u
  %1: u32 = call f, 1u
  %2: i32 = extract_dynamic array<i32, 3>(10i, 20i, 30i), %1
  %3: u32 = convert %2
  store %0, %3
  return_
}
)");
}

TEST(ResolverEmission, scalars_are_spread_over_vectors) {
  EXPECT_EQ(body("let v = vec2u(f(1), 2) * 3; let w = f(2) + v;"), R"(fn main() {
  %0: u32 = call f, 1u
  %1: vec2<u32> = construct %0, 2u
  %2: vec2<u32> = mul %1, vec2<u32>(3u, 3u)
  %3: u32 = call f, 2u
  %4: vec2<u32> = splat %3
  %5: vec2<u32> = add %4, %2
  return_
}
)");
}

TEST(ResolverEmission, switches_name_their_cases_in_a_table) {
  EXPECT_EQ(body("switch f(1) { case 1, 2u: { b[0] = 1; } case default, 3 { break; } }"), R"(fn main() {
  %0: u32 = call f, 1u
  switch_ %0 1u 2u {
    %2: ptr<storage, u32, read_write> = access @b, 0u
    store %2, 1u
    yield
  } default 3u {
    break_
  }
  return_
}
)");
}

TEST(ResolverEmission, names_and_places_of_sites_are_in_the_debug_table) {
  const ReadResult result = read(
      SourceMap({SourceFile{"test.wgsl", "@compute @workgroup_size(1) fn main() {\n  var count = 1u;\n}"}}));
  ASSERT_TRUE(result.module.has_value());
  const ir::Function& function = result.module->functions.at(0);
  const ir::SiteId site = function.insts.at(0).site;
  EXPECT_EQ(result.debug.site_names.at(site), "count");
  EXPECT_EQ(result.debug.span(site), (Span{0, 46, 51}));
}

}  // namespace
}  // namespace slipway::wgsl
