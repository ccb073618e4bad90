#include "lower/rewrite.h"

namespace slipway::lower {

using ir::Value;

Rewriter::Rewriter(ir::Module& module, ir::FunctionId function)
    : module_(&module), old_(std::move(module[function])), build(module, function) {
  ir::Function& now = module[function];
  now = ir::Function{};
  now.name = old_.name;
  now.parameters = old_.parameters;
  now.result = old_.result;
  now.switches = old_.switches;
  now.insts.reserve(old_.insts.size());
  now.operands.reserve(old_.operands.size());
  now.body = build.new_region();
  build.set_region(now.body);
  values_.resize(old_.insts.size());
}

Value Rewriter::map(Value value) const {
  if (!value.is_inst()) return value;
  const Value now = values_[value.inst().index];
  SLIPWAY_CHECK(now.valid());
  return now;
}

std::vector<Value> Rewriter::operands(const ir::Inst& inst) const { return operands_behind(inst, 0); }

std::vector<Value> Rewriter::operands_behind(const ir::Inst& inst, std::size_t first) const {
  std::vector<Value> mapped;
  mapped.reserve(inst.operand_count);
  for (const Value value : old_.operands_of(inst).subspan(first)) mapped.push_back(map(value));
  return mapped;
}

ir::InstId Rewriter::copy(ir::InstId id) {
  const ir::Inst& inst = old_[id];
  ir::Function& now = build.function();
  ir::Inst copied = inst;
  const ir::InstId made(now.insts.size());
  copied.first_operand = static_cast<std::uint32_t>(now.operands.size());
  copied.first_region = static_cast<std::uint32_t>(now.regions.size());
  for (const Value value : old_.operands_of(inst)) now.operands.push_back(map(value));
  now.regions.resize(now.regions.size() + inst.region_count);
  now.insts.push_back(copied);
  now[build.region()].insts.push_back(made);
  set(id, made);
  for (std::uint32_t i = inst.region_count; i-- > 0;)
    push(ir::RegionId(inst.first_region + i), ir::RegionId(copied.first_region + i), id, i);
  return made;
}

}  // namespace slipway::lower
