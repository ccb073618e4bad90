// Each row is the body of an entry point; the ones that are refused name the line of the body where, and what
// the culprit is.
#include "analysis/uniformity.h"

#include <algorithm>

#include <fmt/format.h>

#include "read.h"

namespace slipway::analysis::test {
namespace {

constexpr std::string_view head = R"(
@group(0) @binding(0) var<storage, read_write> rw: array<u32>;
@group(0) @binding(1) var<storage, read> ro: array<u32>;
@group(0) @binding(2) var<uniform> bound: vec4u;
@group(0) @binding(3) var<storage, read_write> counter: atomic<u32>;
var<workgroup> tile: array<u32, 64>;
var<workgroup> flag: u32;
var<private> mine: u32;
override steps: u32 = 4;
fn sync() { workgroupBarrier(); }
fn sync_if(c: bool) { if c { workgroupBarrier(); } }
fn sync_at(p: ptr<function, u32>) { if *p > 1 { workgroupBarrier(); } }
fn same(x: u32) -> u32 { return x + 1; }
fn constant(x: u32) -> u32 { return 7; }
fn picks(x: u32) -> u32 { if x > 3 { return 1; } return 2; }
fn assign(p: ptr<function, u32>, x: u32) { *p = x; }
fn bump(p: ptr<function, u32>) { *p += 1; }
fn unknown() -> u32 { return rw[0]; }
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) l: u32, @builtin(workgroup_id) wg: vec3u,
        @builtin(num_workgroups) groups: vec3u, @builtin(global_invocation_id) gid: vec3u) {
)";

// Findings as "line: message | source" with the line counted from the first of `body`; "C" stands before the
// source where a condition is to blame.
std::vector<std::string> findings(std::string_view body) {
  auto checked = check(fmt::format("{}{}\n}}\n", head, body));
  if (!checked.has_value()) return {"not valid"};
  const auto first_line = static_cast<std::uint32_t>(std::ranges::count(head, '\n'));
  std::vector<std::string> found;
  for (const UniformityFinding& f : check_uniformity(checked->module, CallGraph(*checked->module))) {
    const Span span = checked->debug.span(f.finding.site);
    const std::uint32_t line = checked->sources.position(span.file, span.begin).line - first_line;
    found.push_back(
        fmt::format("{}: {} | {}{}", line, f.finding.message, f.condition_site != 0 ? "C " : "", f.source));
    EXPECT_EQ(f.finding.rule, "ir.uniformity");
  }
  return found;
}

TEST(Uniformity, what_all_invocations_reach_is_accepted) {
  const std::string_view bodies[] = {
      "workgroupBarrier();",
      "sync(); storageBarrier(); textureBarrier();",
      // Conditions that are the same for all.
      "if wg.x > 2 { workgroupBarrier(); }",
      "if groups.y == 1 { workgroupBarrier(); }",
      "if bound.x > ro[3] { workgroupBarrier(); }",
      "if arrayLength(&rw) > 4 { workgroupBarrier(); }",
      "if workgroupUniformLoad(&flag) > 4 { workgroupBarrier(); }",
      "if steps > 2 { workgroupBarrier(); }",
      "if wg.x > 1 && bound.y > 2 { workgroupBarrier(); }",
      "switch bound.x { case 1: { workgroupBarrier(); } default: {} }",
      // Loops with the same bounds for all.
      "for (var i = 0u; i < bound.x; i++) { workgroupBarrier(); }",
      "for (var i = 0u; i < arrayLength(&ro); i++) { workgroupBarrier(); }",
      "for (var i = 0u; i < 8; i++) { for (var j = i; j < steps; j++) { sync(); } }",
      "var s = 32u; while s > 0 { tile[l % 64] += 1; workgroupBarrier(); s >>= 1; }",
      "loop { workgroupBarrier(); if bound.x > 1 { break; } continuing { break if bound.y > 1; } }",
      "loop { if bound.x > 1 { continue; } workgroupBarrier(); if bound.y > 3 { return; } }",
      // Control flow comes together again.
      "if l > 2 { rw[l] = 1; } workgroupBarrier();",
      "if l > 2 { rw[l] = 1; } else { rw[l] = 2; } workgroupBarrier();",
      "for (var i = l; i < 100; i += 64) { rw[i] = 1; } workgroupBarrier();",
      "loop { if l > 2 { break; } } workgroupBarrier();",
      "switch l { case 1: { rw[0] = 1; } case 2: { if gid.x > 1 { break; } } default: {} } "
      "workgroupBarrier();",
      "for (var i = 0u; i < 4; i++) { for (var j = l; j < 9; j++) { if j == 3 { continue; } } "
      "workgroupBarrier(); }",
      // Values that are the same for all, wherever they were.
      "var n = 3u; if l > 2 { rw[0] = n; } if n > 2 { workgroupBarrier(); }",
      "var n = l; n = bound.x; if n > 2 { workgroupBarrier(); }",
      "var n = bound.x; if wg.x > 2 { n = 1; } else { n = 2; } if n > 1 { workgroupBarrier(); }",
      "var n = bound.x; for (var i = 0u; i < 4; i++) { n = n * 2; } if n > 1 { workgroupBarrier(); }",
      "if same(bound.x) > 1 { sync(); }",
      "if constant(l) > 1 { sync(); }",
      "if picks(bound.x) > 1 { sync(); }",
      "sync_if(bound.x > 1);",
      "var n = bound.x; sync_at(&n);",
      "var n = l; assign(&n, 4); if n > 1 { sync(); }",
      "var n = 4u; bump(&n); if n > 1 { sync(); }",
      "var v = bound; v.x = 3; if v.y > 1 { workgroupBarrier(); }",
      "let p = &ro; if (*p)[bound.x] > 1 { workgroupBarrier(); }",
  };
  for (const std::string_view body : bodies) EXPECT_EQ(findings(body), std::vector<std::string>()) << body;
}

TEST(Uniformity, what_only_some_may_reach_is_refused_with_the_reason) {
  struct Row {
    std::string_view body;
    std::string_view expected;
  };
  const std::string barrier = "'workgroupBarrier' must be called from uniform control flow";
  const std::string sync = "'sync' must be called from uniform control flow, as it calls 'workgroupBarrier'";
  const Row rows[] = {
      {"if l > 2 { workgroupBarrier(); }", "1: {barrier} | C 'local_invocation_index'"},
      {"if gid.x > 2 {\n sync();\n}", "2: {sync} | C 'global_invocation_id'"},
      {"if l < 2 { return; }\nworkgroupBarrier();", "2: {barrier} | C 'local_invocation_index'"},
      {"if rw[0] > 2 { workgroupBarrier(); }", "1: {barrier} | C 'rw'"},
      {"if tile[0] > 2 { workgroupBarrier(); }", "1: {barrier} | C 'tile'"},
      {"mine = 3; if mine > 2 { workgroupBarrier(); }", "1: {barrier} | C 'mine'"},
      {"if ro[l] > 2 { workgroupBarrier(); }", "1: {barrier} | C 'local_invocation_index'"},
      {"if atomicLoad(&counter) > 2 { workgroupBarrier(); }", "1: {barrier} | C the result of 'atomicLoad'"},
      {"if atomicAdd(&counter, 1) > 2 { workgroupBarrier(); }", "1: {barrier} | C the result of 'atomicAdd'"},
      {"if unknown() > 2 { workgroupBarrier(); }", "1: {barrier} | C what 'unknown' gives"},
      {"if bound.x > 1 && l > 2 { workgroupBarrier(); }", "1: {barrier} | C 'local_invocation_index'"},
      {"if l > 2 || bound.x > 1 { workgroupBarrier(); }", "1: {barrier} | C 'local_invocation_index'"},
      {"if select(1u, 2u, l > 1) > 1 { workgroupBarrier(); }", "1: {barrier} | C 'local_invocation_index'"},
      {"switch l { case 1: { workgroupBarrier(); } default: {} }",
       "1: {barrier} | C 'local_invocation_index'"},
      {"for (var i = l; i < 9; i++) { workgroupBarrier(); }", "1: {barrier} | C 'local_invocation_index'"},
      {"for (var i = 0u; i < l; i++) { workgroupBarrier(); }", "1: {barrier} | C 'local_invocation_index'"},
      {"loop { if l > 2 { break; } workgroupBarrier(); }", "1: {barrier} | C 'local_invocation_index'"},
      {"loop { workgroupBarrier(); if l > 2 { break; } }", "1: {barrier} | C 'local_invocation_index'"},
      {"loop { workgroupBarrier(); continuing { break if l > 2; } }",
       "1: {barrier} | C 'local_invocation_index'"},
      {"loop { if l > 2 { continue; } workgroupBarrier(); if bound.x > 1 { break; } }",
       "1: {barrier} | C 'local_invocation_index'"},
      {"for (var i = 0u; i < 4; i++) { if l > i { return; } }\nworkgroupBarrier();",
       "2: {barrier} | C 'local_invocation_index'"},
      {"switch bound.x { case 1: { if l > 1 { return; } } default: {} } workgroupBarrier();",
       "1: {barrier} | C 'local_invocation_index'"},
      // Values that differ because of where they were made.
      {"var n = 1u; if l > 2 { n = 2; } if n > 1 { workgroupBarrier(); }",
       "1: {barrier} | C 'local_invocation_index'"},
      {"var n = 0u; loop { if l < n { break; } n++; } if n > 1 { workgroupBarrier(); }",
       "1: {barrier} | C 'local_invocation_index'"},
      {"var n = bound.x; for (var i = 0u; i < 4; i++) { if n > 2 { workgroupBarrier(); } n = l; }",
       "1: {barrier} | C 'local_invocation_index'"},
      {"var v = bound; v.x = l; if v.y > 1 { workgroupBarrier(); }",
       "1: {barrier} | C 'local_invocation_index'"},
      {"var a = array<u32, 4>(); a[l % 4] = 1; if a[0] > 0 { workgroupBarrier(); }",
       "1: {barrier} | C 'local_invocation_index'"},
      {"if picks(l) > 1 { workgroupBarrier(); }", "1: {barrier} | C 'local_invocation_index'"},
      {"if same(l) > 1 { workgroupBarrier(); }", "1: {barrier} | C 'local_invocation_index'"},
      {"var n = 1u; assign(&n, l); if n > 1 { workgroupBarrier(); }",
       "1: {barrier} | C 'local_invocation_index'"},
      {"var n = 1u; if l > 1 { assign(&n, 2); } if n > 1 { workgroupBarrier(); }",
       "1: {barrier} | C 'local_invocation_index'"},
      {"sync_if(l > 1);",
       "1: argument 1 of 'sync_if' must be uniform, as it calls 'workgroupBarrier' | "
       "'local_invocation_index'"},
      {"var n = l; sync_at(&n);",
       "1: what argument 1 of 'sync_at' points to must be uniform, as it calls 'workgroupBarrier' | "
       "'local_invocation_index'"},
      {"_ = workgroupUniformLoad(&tile[l]);",
       "1: the argument of 'workgroupUniformLoad' must be uniform | 'local_invocation_index'"},
      {"if l > 1 { _ = workgroupUniformLoad(&flag); }",
       "1: 'workgroupUniformLoad' must be called from uniform control flow | C 'local_invocation_index'"},
  };
  for (const Row& row : rows) {
    std::string expected(row.expected);
    for (const auto& [key, text] : {std::pair{"{barrier}", barrier}, std::pair{"{sync}", sync}})
      if (const std::size_t at = expected.find(key); at != std::string::npos)
        expected.replace(at, std::string_view(key).size(), text);
    EXPECT_EQ(findings(row.body), std::vector<std::string>{expected}) << row.body;
  }
}

TEST(Uniformity, a_bounds_guard_before_a_barrier_is_refused_and_a_select_is_not) {
  EXPECT_EQ(findings("if gid.x >= 70 { return; }\n"
                     "tile[l] = ro[gid.x];\n"
                     "workgroupBarrier();\n"
                     "rw[gid.x] = tile[63 - l];"),
            std::vector<std::string>{"3: 'workgroupBarrier' must be called from uniform control flow | C "
                                     "'global_invocation_id'"});
  EXPECT_EQ(findings("tile[l] = select(0, ro[gid.x], gid.x < 70);\n"
                     "workgroupBarrier();\n"
                     "if gid.x < 70 { rw[gid.x] = tile[63 - l]; }"),
            std::vector<std::string>());
}

TEST(Uniformity, subgroup_operations_are_of_a_rule_of_their_own) {
  const auto checked = check(R"(enable subgroups;
    @group(0) @binding(0) var<storage, read_write> rw: array<u32>;
    @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) l: u32) {
      rw[l] = subgroupAdd(l);
      if l > 4 { rw[l] = subgroupAdd(l); }
      rw[l] = subgroupShuffle(l, l);
      rw[l] = subgroupShuffleXor(l, l);
    })");
  ASSERT_TRUE(checked.has_value());
  const auto found = check_uniformity(checked->module, CallGraph(*checked->module));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].finding.rule, "ir.subgroup_uniformity");
  EXPECT_EQ(found[0].finding.message, "'subgroupAdd' must be called from uniform control flow");
  EXPECT_EQ(found[1].finding.message, "the second argument of 'subgroupShuffleXor' must be uniform");
}

// The work is linear in the program: what doubles with each level of nesting would never end here.
TEST(Uniformity, deep_loops_are_analysed_in_time) {
  std::string body;
  for (int i = 0; i < 100; ++i) body += fmt::format("var v{0} = bound.x; while v{0} > 0 {{ v{0} -= 1;\n", i);
  body += "workgroupBarrier();";
  for (int i = 0; i < 100; ++i) body += "}";
  EXPECT_EQ(findings(body), std::vector<std::string>());
}

}  // namespace
}  // namespace slipway::analysis::test
