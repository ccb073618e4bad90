#include "program/report.h"

#include <optional>

#include <fmt/format.h>

namespace slipway::program {
namespace {

std::string place(const SourceMap& sources, Span span, Span from) {
  const Position position = sources.position(span.file, span.begin);
  const std::string file = span.file == from.file ? "" : sources.files()[span.file].name + ":";
  return fmt::format("{}{}:{}", file, position.line, position.column);
}

std::string message(const SourceMap& sources, const ir::DebugInfo& debug,
                    const analysis::UniformityFinding& found) {
  std::string text = found.finding.message;
  if (found.source.empty()) return text;
  const Span here = debug.span(found.finding.site);
  const Span condition = debug.span(found.condition_site);
  if (condition.valid())
    text += fmt::format("; the condition at {} depends on {}", place(sources, condition, here), found.source);
  else
    text += fmt::format("; it depends on {}", found.source);
  const Span source = debug.span(found.source_site);
  if (source.valid() && !(source == condition)) text += fmt::format(" at {}", place(sources, source, here));
  return text;
}

}  // namespace

std::optional<Severity> subgroup_severity(const ir::DebugInfo& debug, ir::SiteId site) {
  const Span span = debug.span(site);
  std::optional<Severity> severity = Severity::error;
  std::uint64_t narrowest = UINT64_MAX;
  for (const ir::RuleFilter& filter : debug.filters) {
    if (filter.rule != "subgroup_uniformity") continue;
    const bool everywhere = !filter.range.valid();
    const bool around = everywhere || (filter.range.file == span.file && filter.range.begin <= span.begin &&
                                       span.end <= filter.range.end);
    const std::uint64_t width = everywhere ? UINT64_MAX : filter.range.end - filter.range.begin;
    if (!around || width > narrowest) continue;
    narrowest = width;
    severity = filter.severity;
  }
  return severity;
}

std::vector<Diagnostic> report(const SourceMap& sources, const ir::DebugInfo& debug,
                               const std::vector<ir::Finding>& findings) {
  std::vector<Diagnostic> diagnostics;
  for (const ir::Finding& finding : findings)
    diagnostics.push_back(
        sources.diagnose(debug.span(finding.site), finding.rule, finding.message, finding.severity));
  return diagnostics;
}

std::vector<Diagnostic> report(const SourceMap& sources, const ir::DebugInfo& debug,
                               const std::vector<analysis::UniformityFinding>& findings) {
  std::vector<Diagnostic> diagnostics;
  for (const analysis::UniformityFinding& found : findings) {
    const Span span = debug.span(found.finding.site);
    diagnostics.push_back(
        sources.diagnose(span, found.finding.rule, message(sources, debug, found), found.finding.severity));
  }
  return diagnostics;
}

}  // namespace slipway::program
