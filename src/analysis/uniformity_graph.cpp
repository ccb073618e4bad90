#include "analysis/uniformity_graph.h"

namespace slipway::analysis {

UniformityGraph::UniformityGraph(std::size_t parameters) : notes_(start_node + 1 + 2 * parameters) {}

NodeId UniformityGraph::add(NodeNote note) {
  notes_.push_back(note);
  return static_cast<NodeId>(notes_.size() - 1);
}

void UniformityGraph::depend(NodeId on_this, NodeId other) {
  if (other != uniform_node && other != on_this) edges_.push_back({on_this, other});
}

NodeId UniformityGraph::join(NodeId a, NodeId b) {
  if (a == b || b == uniform_node) return a;
  if (a == uniform_node) return b;
  const NodeId node = add();
  depend(node, a);
  depend(node, b);
  return node;
}

NodeId UniformityGraph::source(ir::InstId inst) {
  const NodeId node = add({NodeRole::source, inst});
  depend(node, non_uniform_node);
  return node;
}

std::vector<NodeId> UniformityGraph::ways_to(NodeId target) const {
  // Edges sorted by where they lead, so that the search can go against them.
  std::vector<std::uint32_t> first(size() + 1, 0);
  for (const Edge& edge : edges_) ++first[edge.to + 1];
  for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
  std::vector<NodeId> from(edges_.size());
  std::vector<std::uint32_t> fill(first.begin(), first.end() - 1);
  for (const Edge& edge : edges_) from[fill[edge.to]++] = edge.from;

  std::vector<NodeId> way(size(), no_way);
  std::vector<NodeId> queue{target};
  way[target] = target;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (std::uint32_t e = first[queue[i]]; e < first[queue[i] + 1]; ++e) {
      if (way[from[e]] != no_way) continue;
      way[from[e]] = queue[i];
      queue.push_back(from[e]);
    }
  return way;
}

}  // namespace slipway::analysis
