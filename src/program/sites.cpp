#include "program/sites.h"

#include <algorithm>
#include <optional>

namespace slipway::program {
namespace {

const std::string& site_name(const ir::DebugInfo& debug, ir::SiteId id) {
  static const std::string none;
  return id < debug.site_names.size() ? debug.site_names[id] : none;
}

// `.name` of a member that a pointer is narrowed to.
std::string member_name(const ir::Module& module, const ir::Function& function, const ir::Inst& member) {
  const ir::TypeId pointer = module.type_of(function, function.operands_of(member)[0]);
  return "." + module.types[module.types[pointer].element].members[member.imm].name;
}

// The variable or parameter that a pointer or a value comes from, and what of it, as WGSL writes it but for
// the indices: `cells[].words`. Empty where nothing names it.
std::string name_of(const ir::Module& module, const ir::DebugInfo& debug, const ir::Function& function,
                    ir::Value value) {
  std::string path;
  for (;;) {
    if (value.is_global()) return module[value.global()].name + path;
    if (!value.is_inst()) return {};
    const ir::Inst& inst = function[value.inst()];
    switch (inst.op) {
      case ir::Op::param: return function.parameters[inst.imm].name + path;
      case ir::Op::var: {
        const std::string& name = site_name(debug, inst.site);
        return name.empty() ? name : name + path;
      }
      case ir::Op::access: path.insert(0, "[]"); break;
      case ir::Op::member: path.insert(0, member_name(module, function, inst)); break;
      case ir::Op::load: break;
      default: return {};
    }
    value = function.operands_of(inst)[0];
  }
}

std::optional<Site> site_of(const ir::Module& module, const ir::DebugInfo& debug,
                            const ir::Function& function, const ir::Inst& inst) {
  Site site{.id = inst.site, .name = {}, .span = debug.span(inst.site)};
  switch (inst.op) {
    case ir::Op::trap: {
      const ir::Tag& tag = module.tags[inst.imm];
      if (site_name(debug, inst.site) == "assert") site.kind = SiteKind::assert_;
      site.tag = tag.value;
      site.name = tag.name;
      return site;
    }
    case ir::Op::access:
    case ir::Op::extract_dynamic: {
      const auto operands = function.operands_of(inst);
      site.kind = SiteKind::index;
      site.name = name_of(module, debug, function, operands[0]);
      site.is_signed = module.types[module.type_of(function, operands[1])].scalar == ir::Scalar::i32;
      return site;
    }
    default: return std::nullopt;
  }
}

}  // namespace

std::vector<Site> make_sites(const ir::Module& module, const ir::DebugInfo& debug) {
  std::vector<Site> sites;
  for (const ir::Function& function : module.functions)
    for (const ir::Region& region : function.regions)
      for (const ir::InstId id : region.insts)
        if (auto site = site_of(module, debug, function, function[id])) sites.push_back(*std::move(site));
  std::ranges::sort(sites, {}, &Site::id);
  return sites;
}

const Site* find_site(std::span<const Site> sites, ir::SiteId id) {
  const auto found = std::ranges::lower_bound(sites, id, {}, &Site::id);
  return found != sites.end() && found->id == id ? &*found : nullptr;
}

}  // namespace slipway::program
