// Variables, overrides and entry points; then what spans functions: recursion, cycles, bindings.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "ir/verify_context.h"

namespace slipway::ir::verifier {
namespace {

bool check_handles(Context& context) {
  const Module& m = context.module;
  const auto type_ok = [&](TypeId id) { return id.index < m.types.size(); };
  const auto override_ok = [&](OverrideId id) { return !id.valid() || id.index < m.overrides.size(); };
  const auto function_ok = [&](FunctionId id) { return !id.valid() || id.index < m.functions.size(); };
  const auto need = [&](bool good, SiteId site, std::string_view what, std::string_view name) {
    if (!good || site >= m.site_count)
      context.report("ir.handle", 0, fmt::format("{} '{}' names something that does not exist", what, name));
  };
  for (const Global& g : m.globals) {
    const Value init = g.initializer;
    const bool init_ok = !init.valid() || (init.is_constant() && init.constant().index < m.constants.size());
    need(type_ok(g.type) && init_ok && override_ok(g.initializer_override), g.site, "variable", g.name);
  }
  for (const Override& o : m.overrides)
    need(type_ok(o.type) && function_ok(o.initializer), o.site, "override", o.name);
  for (const EntryPoint& e : m.entry_points) {
    const bool sizes_ok =
        std::ranges::all_of(e.workgroup_size, [&](const Extent& x) { return override_ok(x.override_id); });
    need(e.function.index < m.functions.size() && sizes_ok, e.site, "entry point", e.name);
  }
  for (const Function& f : m.functions) {
    const bool parameters_ok =
        std::ranges::all_of(f.parameters, [&](const Parameter& p) { return type_ok(p.type); });
    need(parameters_ok && type_ok(f.result) && f.body.index < f.regions.size(), 0, "function", f.name);
  }
  return context.ok();
}

void check_store_type(Context& context, const Global& g, const Type& pointer) {
  const TypeFacts& facts = context.facts_of(pointer.element);
  const bool by_override = context.module.types[pointer.element].count_override.valid();
  const auto bad = [&](std::string_view why) {
    context.report("ir.global", g.site,
                   fmt::format("variable '{}' in address space '{}': type {} {}", g.name,
                               to_string(pointer.space), context.text(pointer.element), why));
  };
  switch (pointer.space) {
    case AddressSpace::storage:
      if (!facts.host_shareable) bad("cannot be in a buffer");
      break;
    case AddressSpace::uniform:
      if (!facts.host_shareable || !facts.constructible) bad("cannot be in a uniform buffer");
      break;
    case AddressSpace::workgroup:
      if (!facts.fixed && !by_override) bad("is not of fixed size");
      break;
    case AddressSpace::private_:
      if (!facts.constructible) bad("is not constructible");
      break;
    case AddressSpace::function: bad("belongs into a function"); break;
  }
  const std::uint64_t size = (*context.layouts)[pointer.element].size;
  const bool in_buffer = pointer.space == AddressSpace::storage || pointer.space == AddressSpace::uniform;
  const std::uint64_t most = in_buffer ? UINT32_MAX : most_memory_bytes;
  if (size > most)
    context.report("ir.size", g.site,
                   fmt::format("variable '{}' takes {} bytes, more than {}", g.name, size, most));
}

void check_global(Context& context, const Global& g) {
  const Type& pointer = context.module.types[g.type];
  const auto bad = [&](std::string_view why) {
    context.report("ir.global", g.site, fmt::format("variable '{}' {}", g.name, why));
  };
  if (pointer.kind != TypeKind::pointer) return bad("does not have a pointer for its address");
  check_store_type(context, g, pointer);
  const bool in_buffer = pointer.space == AddressSpace::storage || pointer.space == AddressSpace::uniform;
  if (in_buffer && !g.binding.has_value()) bad("has no @group and @binding");
  if (!in_buffer && g.binding.has_value()) bad("has a binding, but is not in a buffer");
  const bool initialised = g.initializer.valid() || g.initializer_override.valid();
  if (initialised && pointer.space != AddressSpace::private_) bad("has an initialiser, but is not private");
  if (g.initializer.valid() && context.module.constants[g.initializer.constant()].type != pointer.element)
    bad("has an initialiser of another type");
  if (g.initializer_override.valid() && context.module[g.initializer_override].type != pointer.element)
    bad("has an override of another type for its initialiser");
  if (g.undefined && (initialised || pointer.space != AddressSpace::private_))
    bad("starts undefined, but is not a private variable without initialiser");
  if (context.facts_of(g.type).has_f16 && !context.module.uses_f16)
    context.report("ir.feature", g.site, fmt::format("variable '{}' uses f16, which is not enabled", g.name));
}

bool is_integer_override(const Module& m, OverrideId id) {
  const Type& t = m.types[m[id].type];
  return t.kind == TypeKind::scalar && is_integer(t.scalar);
}

void check_overrides(Context& context) {
  const Module& m = context.module;
  std::set<std::string_view> names;
  std::set<std::uint32_t> ids;
  for (const Override& o : m.overrides) {
    const auto bad = [&](std::string_view why) {
      context.report("ir.override", o.site, fmt::format("override '{}' {}", o.name, why));
    };
    const bool is_expression = o.name.empty() && !o.id.has_value();
    if (m.types[o.type].kind != TypeKind::scalar &&
        !(is_expression && context.facts_of(o.type).constructible))
      bad("is not a scalar");
    if (!o.name.empty() && !names.insert(o.name).second) bad("has the name of another one");
    if (o.id.has_value() && !ids.insert(*o.id).second) bad("has the id of another one");
    if (o.name.empty() && !o.initializer.valid()) bad("has neither a name nor an initialiser");
    if (!o.initializer.valid()) continue;
    const Function& init = m[o.initializer];
    if (!init.parameters.empty() || init.result != o.type)
      bad("has an initialiser that does not give its type");
    context.is_initializer[o.initializer.index] = true;
  }
  for (std::size_t i = 0; i < m.types.size(); ++i) {
    const OverrideId id = m.types[TypeId(i)].count_override;
    if (id.valid() && !is_integer_override(m, id))
      context.report("ir.override", m[id].site,
                     fmt::format("override '{}' is an array size, but not i32 or u32", m[id].name));
  }
}

void check_entry_points(Context& context) {
  const Module& m = context.module;
  std::set<std::string_view> names;
  for (const EntryPoint& e : m.entry_points) {
    const auto bad = [&](std::string_view why) {
      context.report("ir.entry_point", e.site, fmt::format("entry point '{}' {}", e.name, why));
    };
    if (e.name.empty() || !names.insert(e.name).second) bad("does not have a name of its own");
    const Function& f = m[e.function];
    if (!f.parameters.empty() || f.result != m.types.void_type()) bad("has parameters or a result");
    context.is_entry[e.function.index] = true;
    for (const Extent& x : e.workgroup_size) {
      if (!x.override_id.valid() && x.value == 0) bad("has a workgroup size of 0");
      if (x.override_id.valid() && !is_integer_override(m, x.override_id))
        bad(fmt::format("takes override '{}' for a workgroup size, which is not i32 or u32",
                        m[x.override_id].name));
    }
  }
}

// Nodes of a graph that remain when those without edges to remaining ones are taken away again and again:
// they lie on a cycle or lead to one.
std::vector<bool> cyclic_nodes(const std::vector<std::vector<std::uint32_t>>& edges) {
  std::vector<std::uint32_t> open(edges.size());
  std::vector<std::vector<std::uint32_t>> users(edges.size());
  std::vector<std::uint32_t> ready;
  for (std::uint32_t i = 0; i < edges.size(); ++i) {
    open[i] = static_cast<std::uint32_t>(edges[i].size());
    for (const std::uint32_t to : edges[i]) users[to].push_back(i);
    if (open[i] == 0) ready.push_back(i);
  }
  std::vector<bool> cyclic(edges.size(), true);
  while (!ready.empty()) {
    const std::uint32_t node = ready.back();
    ready.pop_back();
    cyclic[node] = false;
    for (const std::uint32_t user : users[node])
      if (--open[user] == 0) ready.push_back(user);
  }
  return cyclic;
}

// Some node that lies on a cycle itself, or the size of the graph.
std::size_t node_on_cycle(const std::vector<std::vector<std::uint32_t>>& edges) {
  const std::vector<bool> cyclic = cyclic_nodes(edges);
  const auto first = std::ranges::find(cyclic, true);
  if (first == cyclic.end()) return edges.size();
  auto node = static_cast<std::uint32_t>(first - cyclic.begin());
  for (std::size_t steps = 0; steps < edges.size(); ++steps)  // after so many steps we are on the cycle
    node = *std::ranges::find_if(edges[node], [&](std::uint32_t to) { return cyclic[to]; });
  return node;
}

void check_recursion(Context& context) {
  std::vector<std::vector<std::uint32_t>> edges(context.callees.size());
  for (std::size_t i = 0; i < edges.size(); ++i)
    for (const FunctionId callee : context.callees[i]) edges[i].push_back(callee.index);
  const std::size_t node = node_on_cycle(edges);
  if (node == edges.size()) return;
  context.report("ir.recursion", 0,
                 fmt::format("function '{}' calls itself, directly or through others",
                             context.module.functions[node].name));
}

void check_override_cycles(Context& context) {
  const Module& m = context.module;
  std::vector<std::vector<std::uint32_t>> edges(m.overrides.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (!m.overrides[i].initializer.valid()) continue;
    const Function& init = m[m.overrides[i].initializer];
    for_each_region(init, init.body, [&](RegionId region) {
      for (const InstId id : init[region].insts)
        if (init[id].op == Op::override_ref) edges[i].push_back(init[id].imm);
    });
  }
  const std::size_t node = node_on_cycle(edges);
  if (node == edges.size()) return;
  context.report("ir.override", m.overrides[node].site,
                 fmt::format("override '{}' depends on itself", m.overrides[node].name));
}

void check_bindings(Context& context, const EntryPoint& entry) {
  const Module& m = context.module;
  std::vector<bool> met(m.functions.size());
  std::vector<bool> used(m.globals.size());
  std::vector<FunctionId> stack{entry.function};
  while (!stack.empty()) {
    const FunctionId id = stack.back();
    stack.pop_back();
    if (met[id.index]) continue;
    met[id.index] = true;
    for (const GlobalId global : context.globals_used[id.index]) used[global.index] = true;
    stack.insert(stack.end(), context.callees[id.index].begin(), context.callees[id.index].end());
  }
  std::vector<std::pair<Binding, std::uint32_t>> bindings;
  for (std::uint32_t i = 0; i < used.size(); ++i)
    if (used[i] && m.globals[i].binding.has_value()) bindings.emplace_back(*m.globals[i].binding, i);
  std::ranges::sort(bindings);
  for (std::size_t i = 1; i < bindings.size(); ++i) {
    const auto& [binding, global] = bindings[i];
    if (binding != bindings[i - 1].first) continue;
    context.report(
        "ir.binding", m.globals[global].site,
        fmt::format("variables '{}' and '{}' both have @group({}) @binding({}) in entry point '{}'",
                    m.globals[bindings[i - 1].second].name, m.globals[global].name, binding.group,
                    binding.binding, entry.name));
  }
}

}  // namespace

void check_module(Context& context) {
  const Module& m = context.module;
  context.is_entry.resize(m.functions.size());
  context.is_initializer.resize(m.functions.size());
  context.callees.resize(m.functions.size());
  context.globals_used.resize(m.functions.size());
  if (!check_handles(context)) return;
  for (const Global& g : m.globals) check_global(context, g);
  check_overrides(context);
  check_entry_points(context);
}

void check_graphs(Context& context) {
  check_recursion(context);
  check_override_cycles(context);
  for (const EntryPoint& entry : context.module.entry_points) check_bindings(context, entry);
}

}  // namespace slipway::ir::verifier
