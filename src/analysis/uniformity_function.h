// Private to uniformity*.cpp: the analysis of one function, given what is known of those it calls.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "analysis/effects.h"
#include "analysis/uniformity.h"
#include "analysis/uniformity_graph.h"

namespace slipway::analysis {

/// Among which invocations something is uniform. Barriers ask for it in the workgroup, subgroup operations in
/// the subgroup: each scope has an analysis of its own.
enum class Scope : std::uint8_t { workgroup, subgroup };

/// What asks for uniformity; subgroup operations by what findings about them count as.
enum class Demand : std::uint8_t { barrier, subgroup_error, subgroup_warning, subgroup_info };
inline constexpr std::size_t demand_count = 4;

/// Something that must be uniform in a function.
struct Requirement {
  Demand demand = Demand::barrier;
  NodeId node = uniform_node;
  ir::SiteId site = 0;
  std::string what;     ///< "'f' must be called from uniform control flow"
  std::string because;  ///< the builtin at the bottom of it: "workgroupBarrier"
};

/// What a caller must know of a function. Bits of a flow say what something depends on beside control flow at
/// the call.
struct Flow {
  bool non_uniform = false;
  std::vector<bool> parameters;  ///< on the argument's value
  std::vector<bool> contents;    ///< on what the argument points to
};

struct UniformitySummary {
  struct Needs {
    std::string control;                  ///< the builtin that needs uniform control flow; empty if none
    std::vector<std::string> parameters;  ///< the same for values
    std::vector<std::string> contents;
  };
  std::array<Needs, demand_count> needs;
  Flow result;
  std::vector<Flow> written;  ///< by parameter: what it points to afterwards
};

struct FunctionUniformity {
  UniformityGraph graph;
  std::vector<Requirement> requirements;
  NodeId result = uniform_node;
  std::vector<NodeId> written;                       ///< by parameter: what it points to at the end
  std::vector<std::pair<ir::SiteId, NodeId>> loops;  ///< control flow at the start of their bodies
};

/// `functions` has the summaries of all that `function` calls, `effects` those of all functions.
[[nodiscard]] FunctionUniformity analyse_function(const ir::Module& module, ir::FunctionId function,
                                                  const std::vector<UniformitySummary>& functions,
                                                  const std::vector<FunctionEffects>& effects, Scope scope,
                                                  const SubgroupSeverity& severity);

/// WGSL's name of a builtin function: "workgroupBarrier".
[[nodiscard]] std::string builtin_name(ir::Op op);

}  // namespace slipway::analysis
