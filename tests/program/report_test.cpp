#include "program/report.h"

#include <gtest/gtest.h>

namespace slipway::program {
namespace {

// A subgroup finding at bytes 20 to 24 of 40, under the filters given.
std::vector<Diagnostic> reported(std::vector<ir::RuleFilter> filters,
                                 std::string rule = "ir.subgroup_uniformity") {
  const SourceMap sources({{"a.wgsl", std::string(40, 'x')}});
  ir::DebugInfo debug;
  debug.site_spans = {Span{}, Span{0, 20, 24}};
  debug.filters = std::move(filters);
  const analysis::UniformityFinding finding{.finding = {std::move(rule), "message", 1, Severity::error}};
  return report(sources, debug, std::vector{finding});
}

TEST(Report, filters_set_the_severity_of_subgroup_findings) {
  const std::string rule = "subgroup_uniformity";
  const ir::RuleFilter everywhere{.range = {}, .rule = rule, .severity = Severity::info};
  const ir::RuleFilter around{.range = {0, 10, 40}, .rule = rule, .severity = Severity::warning};
  const ir::RuleFilter off{.range = {0, 18, 30}, .rule = rule, .severity = std::nullopt};
  const ir::RuleFilter elsewhere{.range = {0, 0, 22}, .rule = rule, .severity = std::nullopt};
  const ir::RuleFilter other{.range = {}, .rule = "derivative_uniformity", .severity = std::nullopt};
  EXPECT_EQ(reported({})[0].severity, Severity::error);
  EXPECT_EQ(reported({elsewhere, other})[0].severity, Severity::error);
  EXPECT_EQ(reported({everywhere})[0].severity, Severity::info);
  EXPECT_EQ(reported({around, everywhere})[0].severity, Severity::warning);
  EXPECT_TRUE(reported({off, around, everywhere}).empty());
  EXPECT_EQ(reported({everywhere, off}, "ir.uniformity")[0].severity, Severity::error);
}

}  // namespace
}  // namespace slipway::program
