#include "analysis/effects.h"

namespace slipway::analysis {
namespace {

using ir::Op;

class EffectsOf {
 public:
  EffectsOf(const ir::Module& module, const ir::Function& function, const std::vector<FunctionEffects>& done)
      : module_(module), function_(function), done_(done) {
    effects_.globals.resize(module.globals.size());
    effects_.parameters.resize(function.parameters.size());
  }

  FunctionEffects run() {
    ir::for_each_region(function_, function_.body, [&](ir::RegionId region) {
      for (const ir::InstId id : function_[region].insts) visit(function_[id]);
    });
    return std::move(effects_);
  }

 private:
  void visit(const ir::Inst& inst) {
    const std::uint16_t traits = info(inst.op).traits;
    const ir::Type& type = module_.types[inst.type];
    if (type.kind != ir::TypeKind::pointer && type.kind != ir::TypeKind::void_ &&
        type.scalar == ir::Scalar::f16)
      effects_.f16 = true;
    if ((traits & ir::trait::subgroup) != 0) effects_.subgroup_operations = true;
    if ((traits & ir::trait::sync) != 0) effects_.barriers = true;
    if (inst.op == Op::trap || inst.op == Op::trap_bounds) effects_.traps = true;
    if (inst.op == Op::call) return visit_call(inst);
    const auto operands = function_.operands_of(inst);
    for (const ir::Value value : operands)
      if (value.is_global()) touch(value, {.used = true});
    if (operands.empty() || inst.op == Op::var || !is_pointer(operands[0])) return;
    touch(operands[0], {.used = true,
                        .read = (traits & ir::trait::reads) != 0,
                        .written = (traits & ir::trait::writes) != 0});
  }

  void visit_call(const ir::Inst& inst) {
    const FunctionEffects& callee = done_[inst.imm];
    for (std::size_t i = 0; i < callee.globals.size(); ++i) effects_.globals[i].add(callee.globals[i]);
    const auto arguments = function_.operands_of(inst);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (!is_pointer(arguments[i])) continue;
      touch(arguments[i], {.used = true});
      touch(arguments[i], callee.parameters[i]);
    }
    effects_.barriers = effects_.barriers || callee.barriers;
    effects_.subgroup_operations = effects_.subgroup_operations || callee.subgroup_operations;
    effects_.traps = effects_.traps || callee.traps;
    effects_.f16 = effects_.f16 || callee.f16;
  }

  bool is_pointer(ir::Value value) const {
    return module_.types[module_.type_of(function_, value)].kind == ir::TypeKind::pointer;
  }

  void touch(ir::Value pointer, const Touch& touch) {
    const ir::Value root = pointer_root(function_, pointer);
    if (root.is_global()) effects_.globals[root.global().index].add(touch);
    if (!root.is_inst() || function_[root.inst()].op != Op::param) return;
    effects_.parameters[function_[root.inst()].imm].add(touch);
  }

  const ir::Module& module_;
  const ir::Function& function_;
  const std::vector<FunctionEffects>& done_;
  FunctionEffects effects_;
};

}  // namespace

std::vector<FunctionEffects> effects(const ir::ValidModule& module, const CallGraph& calls) {
  std::vector<FunctionEffects> all(module->functions.size());
  for (const ir::FunctionId id : calls.callees_first)
    all[id.index] = EffectsOf(*module, (*module)[id], all).run();
  return all;
}

ir::Value pointer_root(const ir::Function& function, ir::Value value) {
  while (value.is_inst()) {
    const ir::Inst& inst = function[value.inst()];
    if (inst.op != Op::access && inst.op != Op::member) break;
    value = function.operands_of(inst)[0];
  }
  return value;
}

}  // namespace slipway::analysis
