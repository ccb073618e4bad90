#include "ir/order.h"

namespace slipway::ir {
namespace {

class SiteNumbers {
 public:
  void renumber(SiteId& site) {
    old_.push_back(site);
    site = static_cast<SiteId>(old_.size() - 1);
  }
  /// By new site, the old one.
  [[nodiscard]] const std::vector<SiteId>& old() const { return old_; }

 private:
  std::vector<SiteId> old_{0};
};

}  // namespace

std::vector<FunctionId> canonical_functions(const Module& module) {
  std::vector<FunctionId> order;
  std::vector<bool> met(module.functions.size());
  const auto meet = [&](FunctionId id) {
    if (!id.valid() || met.at(id.index)) return;
    met[id.index] = true;
    order.push_back(id);
  };
  for (const Override& override_ : module.overrides) meet(override_.initializer);
  for (const EntryPoint& entry : module.entry_points) meet(entry.function);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Function& function = module[order[i]];
    for (const RegionId region : canonical_regions(function))
      for (const InstId id : function[region].insts)
        if (function[id].op == Op::call) meet(FunctionId(function[id].imm));
  }
  return order;
}

std::vector<RegionId> canonical_regions(const Function& function) {
  std::vector<RegionId> order;
  order.reserve(function.regions.size());
  order.push_back(function.body);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const InstId id : function[order[i]].insts) {
      const Inst& inst = function[id];
      for (std::uint32_t r = 0; r < inst.region_count; ++r) order.push_back(function.region_of(inst, r));
    }
  return order;
}

void number_sites(Module& module, DebugInfo& debug) {
  SiteNumbers numbers;
  for (Global& global : module.globals) numbers.renumber(global.site);
  for (Override& override_ : module.overrides) numbers.renumber(override_.site);
  for (EntryPoint& entry : module.entry_points) numbers.renumber(entry.site);
  // Functions that nothing reaches come last: findings about them have places too.
  std::vector<FunctionId> order = canonical_functions(module);
  std::vector<bool> met(module.functions.size());
  for (const FunctionId id : order) met[id.index] = true;
  for (std::size_t i = 0; i < met.size(); ++i)
    if (!met[i]) order.push_back(FunctionId(i));
  for (const FunctionId id : order) {
    Function& function = module[id];
    for (const RegionId region : canonical_regions(function))
      for (const InstId inst : function[region].insts) numbers.renumber(function[inst].site);
  }
  DebugInfo renumbered;
  for (const SiteId old : numbers.old()) {
    renumbered.site_spans.push_back(debug.span(old));
    renumbered.site_names.push_back(old < debug.site_names.size() ? debug.site_names[old] : std::string());
  }
  renumbered.filters = std::move(debug.filters);
  debug = std::move(renumbered);
  module.site_count = static_cast<SiteId>(numbers.old().size());
}

}  // namespace slipway::ir
