#include "program/report.h"

#include <gtest/gtest.h>

namespace slipway::program {
namespace {

// What a subgroup operation at bytes 20 to 24 of 40 counts as under the filters given.
std::optional<Severity> filtered(std::vector<ir::RuleFilter> filters) {
  ir::DebugInfo debug;
  debug.site_spans = {Span{}, Span{0, 20, 24}};
  debug.filters = std::move(filters);
  return subgroup_severity(debug, 1);
}

TEST(Report, the_innermost_filter_sets_the_severity_of_subgroup_findings) {
  const std::string rule = "subgroup_uniformity";
  const ir::RuleFilter everywhere{.range = {}, .rule = rule, .severity = Severity::info};
  const ir::RuleFilter around{.range = {0, 10, 40}, .rule = rule, .severity = Severity::warning};
  const ir::RuleFilter off{.range = {0, 18, 30}, .rule = rule, .severity = std::nullopt};
  const ir::RuleFilter elsewhere{.range = {0, 0, 22}, .rule = rule, .severity = std::nullopt};
  const ir::RuleFilter other{.range = {}, .rule = "derivative_uniformity", .severity = std::nullopt};
  EXPECT_EQ(filtered({}), Severity::error);
  EXPECT_EQ(filtered({elsewhere, other}), Severity::error);
  EXPECT_EQ(filtered({everywhere}), Severity::info);
  EXPECT_EQ(filtered({around, everywhere}), Severity::warning);
  EXPECT_EQ(filtered({off, around, everywhere}), std::nullopt);
}

}  // namespace
}  // namespace slipway::program
