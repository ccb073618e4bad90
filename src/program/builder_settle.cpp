// Bringing pending nodes to their place; recorder.h has the rules.
#include <algorithm>

#include <fmt/format.h>

#include "program/recorder.h"

namespace slipway::build::detail {

/// One settlement. `owner` of a node is the position of the node in whose text it ends: its own where it
/// becomes a `let` or a statement, `statement_` where the caller prints it.
class Settling {
 public:
  Settling(std::vector<NodePtr>& pending, std::span<const NodePtr> roots)
      : pending_(pending), statement_(pending.size()), uses_(pending.size()), owner_(pending.size(), gone) {
    for (std::uint32_t i = 0; i < pending.size(); ++i) pending[i]->position = i;
    for (const NodePtr& root : roots)
      if (is_pending(*root)) uses_[root->position] += {.count = 1, .by = statement_};
    drop_unused();
    find_owners();
  }

  /// Positions that become statements, in order.
  [[nodiscard]] std::vector<std::size_t> own() const {
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < owner_.size(); ++i)
      if (owner_[i] == i) positions.push_back(i);
    return positions;
  }

 private:
  static constexpr std::size_t gone = SIZE_MAX;
  struct Uses {
    std::size_t count = 0;  ///< by operands of pending nodes and by the caller's statement
    std::size_t by = gone;  ///< the last of them
    void operator+=(const Uses& other) {
      count += other.count;
      by = other.by;
    }
  };

  [[nodiscard]] bool is_pending(const Node& node) const {
    return !node.settled && node.position < pending_.size() && pending_[node.position].get() == &node;
  }
  [[nodiscard]] std::size_t references(std::size_t i) const { return pending_[i].use_count() - 1; }

  // From the last to the first: what nothing uses and has no effect goes, and with it its uses of others.
  void drop_unused() {
    for (std::size_t i = pending_.size(); i-- > 0;) {
      Node& node = *pending_[i];
      if (references(i) == 0 && !node.is_effect) {
        node.operands.clear();
        node.settled = true;
        continue;
      }
      for (const NodePtr& operand : node.operands)
        if (is_pending(*operand)) uses_[operand->position] += {.count = 1, .by = i};
    }
  }

  void find_owners() {
    std::size_t first_behind = statement_;  // the first owner of an ordered node behind this one
    bool ordered_behind = false;
    bool effects_behind = false;  // whether an ordered node behind this one has effects
    for (std::size_t i = pending_.size(); i-- > 0;) {
      const Node& node = *pending_[i];
      if (node.settled) continue;
      const Uses& uses = uses_[i];
      const bool only_use =
          uses.count == 1 && references(i) == 1 && node.name.empty() && node.ascription.empty();
      owner_[i] = !only_use ? i : uses.by == statement_ ? statement_ : owner_[uses.by];
      if (!node.is_ordered) continue;
      // Two of one statement may stand there in either order: with effects, this one comes out first.
      const bool meets = owner_[i] == first_behind && ordered_behind;
      if (owner_[i] > first_behind || (meets && (node.is_effect || effects_behind))) owner_[i] = i;
      effects_behind |= node.is_effect;
      ordered_behind = true;
      first_behind = std::min(first_behind, owner_[i]);
    }
  }

  std::vector<NodePtr>& pending_;
  std::size_t statement_;
  std::vector<Uses> uses_;
  std::vector<std::size_t> owner_;
};

void Recorder::settle(std::span<const NodePtr> roots) {
  if (pending_.empty()) return;
  const std::vector<std::size_t> own = Settling(pending_, roots).own();
  for (const std::size_t i : own) let(pending_[i]);
  pending_.clear();
}

// The node as a statement of its own; afterwards the name stands for it.
void Recorder::let(const NodePtr& node) {
  if (node->settled) return;
  if (node->is_place) return settle_place(*node);
  const std::string value = print(*node);
  if (node.use_count() == 1) {
    line((node->must_use ? "_ = " : "") + value + ";");
  } else {
    const std::string name = local(node->name.empty() ? "v" : node->name);
    line(
        fmt::format("let {}{}{} = {};", name, node->ascription.empty() ? "" : ": ", node->ascription, value));
    node->origin = value;
    node->text = name;
  }
  node->kind = NodeKind::leaf;
  node->operands.clear();
  node->has_effects = false;
  node->compound = false;
  node->settled = true;
}

// A place that is used again keeps its path; what the path computes is computed now.
void Recorder::settle_place(Node& place) {
  for (const NodePtr& operand : place.operands) let(operand);
  place.has_effects = false;
  place.settled = true;
}

void Recorder::fix(const NodePtr& node) {
  if (!node->settled && node->recorder.get() == this) settle({});
}

}  // namespace slipway::build::detail
