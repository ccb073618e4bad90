// The graph of WGSL's uniformity analysis (specification section 15.2) for one function: nodes are values and
// control flow at points, and an edge from a to b says that a is uniform only if b is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/module.h"

namespace slipway::analysis {

using NodeId = std::uint32_t;

/// Always uniform: what depends on nothing.
inline constexpr NodeId uniform_node = 0;
/// What nothing is known of: sources of non-uniformity depend on it.
inline constexpr NodeId non_uniform_node = 1;
/// Control flow where the function starts, as the caller has it.
inline constexpr NodeId start_node = 2;

/// Why a node is there, for messages.
enum class NodeRole : std::uint8_t {
  value,
  source,     ///< of non-uniformity: an input, a load, a result
  condition,  ///< of an if, switch or loop
  control,    ///< control flow behind something that leaves
};

struct NodeNote {
  NodeRole role = NodeRole::value;
  ir::InstId inst;  ///< that the node is about, if any
};

class UniformityGraph {
 public:
  /// With the fixed nodes, and one for each parameter's value and one for what it points to.
  explicit UniformityGraph(std::size_t parameters);

  [[nodiscard]] static NodeId parameter(std::size_t index) {
    return static_cast<NodeId>(start_node + 1 + 2 * index);
  }
  [[nodiscard]] static NodeId contents(std::size_t index) { return parameter(index) + 1; }

  NodeId add(NodeNote note = {});
  void depend(NodeId on_this, NodeId other);
  /// A node that depends on both; one of them where that is as good.
  NodeId join(NodeId a, NodeId b);
  NodeId source(ir::InstId inst);

  [[nodiscard]] const NodeNote& note(NodeId node) const { return notes_[node]; }
  [[nodiscard]] std::size_t size() const { return notes_.size(); }

  /// By node, the next node on a shortest way to `target`; `target` itself there, and no_way where there is
  /// none.
  [[nodiscard]] std::vector<NodeId> ways_to(NodeId target) const;
  static constexpr NodeId no_way = UINT32_MAX;

 private:
  struct Edge {
    NodeId from;
    NodeId to;
  };
  std::vector<NodeNote> notes_;
  std::vector<Edge> edges_;
};

}  // namespace slipway::analysis
