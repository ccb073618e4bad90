// Attributes and diagnostic filters.
#include <algorithm>

#include "wgsl/module_resolver.h"

namespace slipway::wgsl {
namespace {

constexpr std::string_view known_attributes[] = {
    "align", "binding", "builtin",  "compute", "const",          "diagnostic",
    "group", "id",      "must_use", "size",    "workgroup_size",
};
// Known to WGSL, and only for what slipway does not run.
constexpr std::string_view graphics_attributes[] = {
    "blend_src", "color", "fragment", "interpolate", "invariant", "location", "vertex",
};

}  // namespace

const ast::Attribute* ModuleResolver::attribute(std::span<const ast::Attribute> attributes,
                                                std::string_view wanted) const {
  for (const ast::Attribute& a : attributes)
    if (text(a.name.symbol) == wanted) return &a;
  return nullptr;
}

void ModuleResolver::check_attributes(std::span<const ast::Attribute> attributes,
                                      std::initializer_list<std::string_view> allowed, std::string_view where,
                                      Span range) {
  Severities severities;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const ast::Attribute& a = attributes[i];
    const std::string_view word = text(a.name.symbol);
    if (std::ranges::find(graphics_attributes, word) != std::end(graphics_attributes)) {
      error(a.span, rule::not_supported, "'@{}' is not supported: slipway runs compute kernels", word);
    } else if (std::ranges::find(known_attributes, word) == std::end(known_attributes)) {
      error(a.span, rule::attribute, "there is no attribute '@{}'", word);
    } else if (std::ranges::find(allowed, word) == allowed.end()) {
      error(a.span, rule::attribute, "'@{}' cannot be on {}", word, where);
    } else if (word == "diagnostic") {
      add_diagnostic_filter(a.severity, a.rule, a.span, range, severities);
    } else if (attribute(attributes.first(i), word) != nullptr) {
      error(a.span, rule::attribute, "'@{}' is given twice", word);
    } else if ((word == "compute" || word == "must_use") && a.has_arguments) {
      error(a.span, rule::attribute, "'@{}' takes no arguments", word);
    }
  }
}

std::optional<std::uint32_t> ModuleResolver::attribute_number(const ast::Attribute& a, std::int64_t least,
                                                              std::int64_t most) {
  const std::string what = fmt::format("'@{}'", text(a.name.symbol));
  if (a.arguments.size() != 1) {
    error(a.span, rule::attribute, "{} takes 1 argument, found {}", what, a.arguments.size());
    return std::nullopt;
  }
  const auto value = const_integer(a.arguments[0], what);
  if (!value) return std::nullopt;
  if (*value >= least && *value <= most) return static_cast<std::uint32_t>(*value);
  error(tree_[a.arguments[0]].span, rule::attribute, "{} must be in {} to {}, found {}", what, least, most,
        *value);
  return std::nullopt;
}

void ModuleResolver::add_diagnostic_filter(const std::string& severity, const std::string& diagnostic_rule,
                                           Span span, Span range, Severities& here) {
  const std::string_view set = here.emplace(diagnostic_rule, severity).first->second;
  if (set != severity)
    error(span, rule::diagnostic, "the severity of '{}' is already set to '{}' here", diagnostic_rule, set);
  if (diagnostic_rule.find('.') != std::string::npos) return;  // of another tool
  if (diagnostic_rule != "derivative_uniformity" && diagnostic_rule != "subgroup_uniformity") {
    diagnostics_.warning(span, rule::diagnostic,
                         fmt::format("there is no diagnostic rule '{}'", diagnostic_rule));
    return;
  }
  ir::RuleFilter filter{.range = range, .rule = diagnostic_rule, .severity = {}};
  if (severity == "error") filter.severity = Severity::error;
  if (severity == "warning") filter.severity = Severity::warning;
  if (severity == "info") filter.severity = Severity::info;
  debug_.filters.push_back(std::move(filter));
}

}  // namespace slipway::wgsl
