// Every rule of uniformity: a program that breaks it alone, where that is said, and a neighbour that is
// legal.
#include "ir/rules.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/uniformity.h"
#include "read.h"

namespace slipway::analysis::test {
namespace {

struct Case {
  std::string_view rule;
  std::string_view place;  // `line:column` of the one finding of `bad`
  std::string_view bad;    // the body of an entry point, in line 2
  std::string_view good;
};

constexpr Case cases[] = {
    {"ir.uniformity", "2:15", "if lane > 3 { workgroupBarrier(); }",
     "if group.x > 3 { workgroupBarrier(); }"},
    {"ir.uniformity", "2:5", "_ = workgroupUniformLoad(&shared_values[lane]);",
     "_ = workgroupUniformLoad(&shared_values[group.x]);"},
    {"ir.subgroup_uniformity", "2:19", "if lane > 3 { _ = subgroupAdd(lane); }",
     "if group.x > 3 { _ = subgroupAdd(lane); }"},
    {"ir.subgroup_uniformity", "2:36", "_ = subgroupBroadcastFirst(lane) + subgroupShuffleXor(1u, lane);",
     "_ = subgroupBroadcastFirst(lane) + subgroupShuffleXor(1u, group.x);"},
};

std::string findings_of(std::string_view body) {
  constexpr std::string_view head =
      "enable subgroups; var<workgroup> shared_values: array<u32, 64>; @compute @workgroup_size(64) "
      "fn main(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {\n";
  const auto checked = check(fmt::format("{}{}\n}}\n", head, body));
  if (!checked.has_value()) return "not valid";
  std::string found;
  for (const UniformityFinding& f : check_uniformity(checked->module, CallGraph(*checked->module))) {
    const Span span = checked->debug.span(f.finding.site);
    const Position at = checked->sources.position(span.file, span.begin);
    found += fmt::format("{}{}:{} {}", found.empty() ? "" : "\n", at.line, at.column, f.finding.rule);
  }
  return found;
}

TEST(UniformityRules, are_broken_by_one_program_and_not_by_its_neighbour) {
  for (const Case& test : cases) {
    EXPECT_EQ(findings_of(test.bad), fmt::format("{} {}", test.place, test.rule)) << test.bad;
    EXPECT_EQ(findings_of(test.good), "") << test.good;
  }
}

TEST(UniformityRules, have_a_case_each) {
  for (const std::string_view rule : ir::uniformity_rules)
    EXPECT_GE(std::ranges::count(cases, rule, &Case::rule), 1) << rule;
}

}  // namespace
}  // namespace slipway::analysis::test
