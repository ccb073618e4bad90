#include "analysis/uniformity.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/uniformity_function.h"
#include "ir/rules.h"

namespace slipway::analysis {
namespace {

using ir::Op;

constexpr std::size_t most_findings = 100;  // of one function

// Takes in what reaches `target`: one parameter's value or contents, or what nothing is known of.
void mark(Flow& flow, NodeId node, const std::vector<NodeId>& ways, std::vector<bool> Flow::*which,
          std::size_t index) {
  if (ways[node] != UniformityGraph::no_way) (flow.*which)[index] = true;
}

UniformitySummary summarise(const FunctionUniformity& function,
                            const std::vector<NodeId>& ways_to_non_uniform) {
  const std::size_t count = function.written.size();
  const auto empty_flow = [count] { return Flow{false, std::vector<bool>(count), std::vector<bool>(count)}; };
  UniformitySummary summary;
  summary.result = empty_flow();
  summary.written.assign(count, empty_flow());
  for (auto& needs : summary.needs) {
    needs.parameters.resize(count);
    needs.contents.resize(count);
  }
  summary.result.non_uniform = ways_to_non_uniform[function.result] != UniformityGraph::no_way;
  for (std::size_t i = 0; i < count; ++i)
    summary.written[i].non_uniform = ways_to_non_uniform[function.written[i]] != UniformityGraph::no_way;

  const auto needs_of = [&](const std::vector<NodeId>& ways, auto slot) {
    for (const Requirement& r : function.requirements)
      if (ways[r.node] != UniformityGraph::no_way)
        slot(summary.needs[static_cast<std::size_t>(r.demand)]) = r.because;
  };
  if (!function.requirements.empty())
    needs_of(function.graph.ways_to(start_node), [](auto& needs) -> std::string& { return needs.control; });
  for (std::size_t p = 0; p < count; ++p) {
    const auto by_value = function.graph.ways_to(UniformityGraph::parameter(p));
    const auto by_contents = function.graph.ways_to(UniformityGraph::contents(p));
    needs_of(by_value, [p](auto& needs) -> std::string& { return needs.parameters[p]; });
    needs_of(by_contents, [p](auto& needs) -> std::string& { return needs.contents[p]; });
    mark(summary.result, function.result, by_value, &Flow::parameters, p);
    mark(summary.result, function.result, by_contents, &Flow::contents, p);
    for (std::size_t i = 0; i < count; ++i) {
      mark(summary.written[i], function.written[i], by_value, &Flow::parameters, p);
      mark(summary.written[i], function.written[i], by_contents, &Flow::contents, p);
    }
  }
  return summary;
}

std::string describe_source(const ir::Module& module, const ir::Function& function, const ir::Inst& inst) {
  switch (inst.op) {
    case Op::builtin: return fmt::format("'{}'", to_string(static_cast<ir::BuiltinInput>(inst.imm)));
    case Op::call: return fmt::format("what '{}' gives", module[ir::FunctionId(inst.imm)].name);
    case Op::load: {
      const ir::Value root = pointer_root(function, function.operands_of(inst)[0]);
      if (root.is_global()) return fmt::format("'{}'", module[root.global()].name);
      return fmt::format("what parameter '{}' points to",
                         function.parameters[function[root.inst()].imm].name);
    }
    default: return fmt::format("the result of '{}'", builtin_name(inst.op));
  }
}

ir::RuleId rule_of(Demand demand) {
  return demand == Demand::barrier ? ir::RuleId("ir.uniformity") : ir::RuleId("ir.subgroup_uniformity");
}

Severity severity_of(Demand demand) {
  if (demand == Demand::subgroup_warning) return Severity::warning;
  return demand == Demand::subgroup_info ? Severity::info : Severity::error;
}

UniformityFinding explain(const ir::Module& module, const ir::Function& function,
                          const UniformityGraph& graph, const std::vector<NodeId>& ways,
                          const Requirement& requirement) {
  UniformityFinding found;
  found.finding.rule = rule_of(requirement.demand).text();
  found.finding.severity = severity_of(requirement.demand);
  found.finding.message = requirement.what;
  found.finding.site = requirement.site;
  const auto is_flow = [&](NodeId node) {
    return graph.note(node).role == NodeRole::condition || graph.note(node).role == NodeRole::control;
  };
  for (NodeId node = requirement.node; node != non_uniform_node; node = ways[node]) {
    const NodeNote& note = graph.note(node);
    // The first condition that is not uniform by its own value, rather than by where it stands.
    if (note.role == NodeRole::condition && found.condition_site == 0 && !is_flow(ways[node]))
      found.condition_site = function[note.inst].site;
    if (note.role != NodeRole::source || ways[node] != non_uniform_node) continue;
    found.source = describe_source(module, function, function[note.inst]);
    found.source_site = function[note.inst].site;
  }
  return found;
}

// Calls `visit(id, function, ways to what is not uniform)` for each function, callees first.
template <class Visit>
void visit_functions(const ir::ValidModule& module, const CallGraph& calls,
                     const std::vector<FunctionEffects>& all_effects, Scope scope,
                     const SubgroupSeverity& severity, Visit visit) {
  std::vector<UniformitySummary> summaries(module->functions.size());
  for (const ir::FunctionId id : calls.callees_first) {
    const FunctionUniformity function =
        analyse_function(*module, id, summaries, all_effects, scope, severity);
    const std::vector<NodeId> ways = function.graph.ways_to(non_uniform_node);
    visit(id, function, ways);
    summaries[id.index] = summarise(function, ways);
  }
}

}  // namespace

std::vector<UniformityFinding> check_uniformity(const ir::ValidModule& module, const CallGraph& calls,
                                                const SubgroupSeverity& severity) {
  const std::vector<FunctionEffects> all_effects = effects(module, calls);
  std::vector<std::vector<UniformityFinding>> by_function(module->functions.size());
  const auto check = [&](Scope scope) {
    visit_functions(module, calls, all_effects, scope, severity,
                    [&](ir::FunctionId id, const FunctionUniformity& function, const auto& ways) {
                      auto& findings = by_function[id.index];
                      for (const Requirement& r : function.requirements)
                        if (ways[r.node] != UniformityGraph::no_way && findings.size() < most_findings)
                          findings.push_back(explain(*module, (*module)[id], function.graph, ways, r));
                    });
  };
  check(Scope::workgroup);
  if (module->uses_subgroups) check(Scope::subgroup);
  std::vector<UniformityFinding> found;
  for (auto& findings : by_function) {
    // Sites are in the order of the text.
    std::ranges::stable_sort(findings, {}, [](const UniformityFinding& f) { return f.finding.site; });
    std::ranges::move(findings, std::back_inserter(found));
  }
  return found;
}

std::vector<bool> non_uniform_loops(const ir::ValidModule& module, const CallGraph& calls) {
  std::vector<bool> found(module->site_count, false);
  const SubgroupSeverity none = [](ir::SiteId) { return std::optional<Severity>(); };
  visit_functions(module, calls, effects(module, calls), Scope::workgroup, none,
                  [&](ir::FunctionId, const FunctionUniformity& function, const auto& ways) {
                    for (const auto& [site, top] : function.loops)
                      found[site] = found[site] || ways[top] != UniformityGraph::no_way;
                  });
  return found;
}

}  // namespace slipway::analysis
