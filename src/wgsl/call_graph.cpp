// Rules over functions that call each other: no recursion, one variable a binding, no aliased writes.
#include <algorithm>
#include <map>

#include "wgsl/module_resolver.h"

namespace slipway::wgsl {

void ModuleResolver::check_call_graph() {
  const auto order = callees_first();
  if (!order) return;
  for (const std::uint32_t function : *order) merge_accesses(functions_[function]);
  for (const FunctionInfo& info : functions_) check_aliasing(info);
  check_bindings();
}

// Depth first with a stack of our own; empty when functions call each other in a ring.
std::optional<std::vector<std::uint32_t>> ModuleResolver::callees_first() {
  enum : std::uint8_t { unseen, open, done };
  std::vector<std::uint8_t> state(functions_.size(), unseen);
  std::vector<std::uint32_t> order;
  std::vector<std::pair<std::uint32_t, std::size_t>> stack;
  const auto spelling = [&](std::uint32_t function) { return text(tree_.functions[function].name.symbol); };
  bool ring = false;
  for (std::uint32_t start = 0; start < functions_.size(); ++start) {
    if (state[start] != unseen) continue;
    stack.emplace_back(start, 0);
    state[start] = open;
    while (!stack.empty()) {
      auto& [function, next] = stack.back();
      if (next == functions_[function].calls.size()) {
        state[function] = done;
        order.push_back(function);
        stack.pop_back();
        continue;
      }
      const CallRecord& call = functions_[function].calls[next++];
      if (state[call.callee] == unseen) {
        state[call.callee] = open;
        stack.emplace_back(call.callee, 0);
      } else if (state[call.callee] == open) {
        ring = true;
        std::string chain;
        const auto first =
            std::ranges::find(stack, call.callee, [](const auto& entry) { return entry.first; });
        for (auto it = first; it != stack.end() && it - first < 8; ++it)
          chain += fmt::format("'{}' calls ", spelling(it->first));
        error(call.span, rule::recursion, "{}'{}': functions cannot be recursive", chain,
              spelling(call.callee));
      }
    }
  }
  if (ring) return std::nullopt;
  return order;
}

void ModuleResolver::mark(FunctionInfo& function, Reach what, std::uint32_t variable) const {
  const std::size_t run = (module_.globals.size() + 63) / 64;
  function.reach[run * static_cast<std::size_t>(what) + variable / 64] |= std::uint64_t{1} << variable % 64;
}

bool ModuleResolver::reaches(const FunctionInfo& function, Reach what, std::uint32_t variable) const {
  const std::size_t run = (module_.globals.size() + 63) / 64;
  return (function.reach[run * static_cast<std::size_t>(what) + variable / 64] >> variable % 64 & 1U) != 0;
}

// What callees do to memory becomes what this function does; its callees are done.
void ModuleResolver::merge_accesses(FunctionInfo& caller) {
  caller.reach.assign(3 * ((module_.globals.size() + 63) / 64), 0);
  for (const auto& [variable, use] : caller.globals) {
    mark(caller, Reach::named, variable);
    if (use.read) mark(caller, Reach::read, variable);
    if (use.written) mark(caller, Reach::written, variable);
  }
  for (const CallRecord& call : caller.calls) {
    const FunctionInfo& callee = functions_[call.callee];
    for (std::size_t i = 0; i < caller.reach.size(); ++i) caller.reach[i] |= callee.reach[i];
    for (std::size_t i = 0; i < call.roots.size() && i < callee.parameters.size(); ++i) {
      const Root root = call.roots[i];
      const ParameterInfo& parameter = callee.parameters[i];
      if (root.kind == Root::parameter) {
        ParameterInfo& own = caller.parameters[root.index];
        own.read = own.read || parameter.read;
        own.written = own.written || parameter.written;
      } else if (root.kind == Root::global) {
        if (parameter.read) mark(caller, Reach::read, root.index);
        if (parameter.written) mark(caller, Reach::written, root.index);
      }
    }
  }
}

void ModuleResolver::check_aliasing(const FunctionInfo& caller) {
  for (const CallRecord& call : caller.calls) {
    const FunctionInfo& callee = functions_[call.callee];
    const std::string_view spelling = text(tree_.functions[call.callee].name.symbol);
    for (std::size_t i = 0; i < call.roots.size(); ++i) {
      const Root root = call.roots[i];
      const ParameterInfo& parameter = callee.parameters[i];
      if (root.kind == Root::none || (!parameter.read && !parameter.written)) continue;
      for (std::size_t j = 0; j < i; ++j) {
        const ParameterInfo& other = callee.parameters[j];
        const bool conflict =
            (parameter.written && (other.read || other.written)) || (other.written && parameter.read);
        if (call.roots[j] == root && conflict)
          error(call.argument_spans[i], rule::aliasing,
                "arguments {} and {} of '{}' point into one variable, which the function writes", j + 1,
                i + 1, spelling);
      }
      if (root.kind != Root::global) continue;
      const bool read = reaches(callee, Reach::read, root.index);
      const bool written = reaches(callee, Reach::written, root.index);
      if ((parameter.written && (read || written)) || (parameter.read && written))
        error(call.argument_spans[i], rule::aliasing,
              "argument {} of '{}' points into '{}', which the function also uses by its name, and one of "
              "the two writes",
              i + 1, spelling, module_.globals[root.index].name);
    }
  }
}

void ModuleResolver::check_bindings() {
  for (const FunctionInfo& info : functions_) {
    if (!info.entry_point) continue;
    std::map<ir::Binding, std::uint32_t> holder;
    for (std::uint32_t variable = 0; variable < module_.globals.size(); ++variable) {
      if (!reaches(info, Reach::named, variable)) continue;
      const ir::Global& global = module_.globals[variable];
      if (!global.binding) continue;
      const auto [first, fresh] = holder.emplace(*global.binding, variable);
      if (fresh) continue;
      const std::size_t function = static_cast<std::size_t>(&info - functions_.data());
      error(tree_.variables[variable_nodes_[variable]].name.span, rule::binding,
            "'{}' and '{}' are both at @group({}) @binding({}), and entry point '{}' uses both",
            module_.globals[first->second].name, global.name, global.binding->group, global.binding->binding,
            text(tree_.functions[function].name.symbol));
    }
  }
}

}  // namespace slipway::wgsl
