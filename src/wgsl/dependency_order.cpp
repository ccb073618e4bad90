// The order in which module-scope declarations other than functions are resolved: what one needs comes first.
#include <algorithm>

#include "wgsl/module_resolver.h"

namespace slipway::wgsl {
namespace {

void add(std::vector<ast::ExpressionId>& roots, ast::ExpressionId id) {
  if (id.valid()) roots.push_back(id);
}

void add_arguments(std::vector<ast::ExpressionId>& roots, std::span<const ast::Attribute> attributes) {
  for (const ast::Attribute& a : attributes)
    roots.insert(roots.end(), a.arguments.begin(), a.arguments.end());
}

}  // namespace

void ModuleResolver::global_dependencies(std::uint32_t global, std::vector<ast::ExpressionId>& roots) const {
  const GlobalName& g = globals_[global];
  switch (g.kind) {
    case ast::GlobalKind::variable: {
      const ast::Variable& node = tree_.variables[g.index];
      add(roots, node.type);
      add(roots, node.initializer);
      add_arguments(roots, node.attributes);
      break;
    }
    case ast::GlobalKind::structure:
      for (const ast::StructMember& member : tree_.structs[g.index].members) {
        add(roots, member.type);
        add_arguments(roots, member.attributes);
      }
      break;
    case ast::GlobalKind::alias: add(roots, tree_.aliases[g.index].type); break;
    case ast::GlobalKind::const_assert: add(roots, tree_.const_asserts[g.index].condition); break;
    case ast::GlobalKind::function: break;
  }
}

void ModuleResolver::report_cycle(const std::vector<std::uint32_t>& path, std::uint32_t again) {
  const auto spelling = [&](std::uint32_t global) {
    return diagnostics_.sources().text(globals_[global].span);
  };
  std::string chain;
  const auto first = std::ranges::find(path, again);
  for (auto it = first; it != path.end() && it - first < 8; ++it)
    chain += fmt::format("'{}' needs ", spelling(*it));
  error(globals_[again].span, rule::cycle, "{}'{}', a cycle", chain, spelling(again));
}

// Depth first with a stack of our own: chains of declarations can be as long as the program.
std::vector<std::uint32_t> ModuleResolver::dependency_order() {
  struct Visit {
    std::uint32_t global;
    std::vector<std::uint32_t> needs;
    std::size_t next = 0;
  };
  enum : std::uint8_t { unseen, open, done };
  std::vector<std::uint8_t> state(globals_.size(), unseen);
  std::vector<std::uint32_t> order;
  std::vector<Visit> stack;
  std::vector<ast::ExpressionId> work;
  const auto visit = [&](std::uint32_t global) {
    state[global] = open;
    Visit v{.global = global, .needs = {}};
    work.clear();
    global_dependencies(global, work);
    while (!work.empty()) {
      const ast::Expression& node = tree_[work.back()];
      work.pop_back();
      if (node.kind == ast::ExpressionKind::identifier) {
        const std::uint32_t at = global_of_symbol_[node.name.symbol.index];
        if (at != 0 && globals_[at - 1].kind != ast::GlobalKind::function) v.needs.push_back(at - 1);
      }
      add(work, node.left);
      add(work, node.right);
      work.insert(work.end(), node.arguments.begin(), node.arguments.end());
    }
    stack.push_back(std::move(v));
  };
  for (std::uint32_t start = 0; start < globals_.size(); ++start) {
    if (state[start] != unseen) continue;
    visit(start);
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.next == top.needs.size()) {
        state[top.global] = done;
        order.push_back(top.global);
        stack.pop_back();
        continue;
      }
      const std::uint32_t need = top.needs[top.next++];
      if (state[need] == unseen) {
        visit(need);
      } else if (state[need] == open) {
        std::vector<std::uint32_t> path;
        for (const Visit& v : stack) path.push_back(v.global);
        report_cycle(path, need);
        globals_[need].in_cycle = true;
      }
    }
  }
  return order;
}

}  // namespace slipway::wgsl
