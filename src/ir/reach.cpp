#include "ir/reach.h"

namespace slipway::ir {
namespace {

class Walk {
 public:
  Walk(const Module& module, Reach& reach)
      : module_(module), reach_(reach), seen_(module.functions.size(), false) {
    reach_.globals.resize(module.globals.size(), false);
  }

  // Depth first, with the callees still to visit on an explicit stack; a function is done when all it calls
  // are.
  void run(FunctionId entry) {
    visit(entry);
    while (!stack_.empty()) {
      Visit& top = stack_.back();
      if (top.next == top.callees.size()) {
        reach_.functions.push_back(top.function);
        stack_.pop_back();
        continue;
      }
      const FunctionId callee = top.callees[top.next++];
      if (!seen_[callee.index]) visit(callee);
    }
  }

 private:
  struct Visit {
    FunctionId function;
    std::vector<FunctionId> callees;
    std::size_t next = 0;
  };

  void visit(FunctionId id) {
    seen_[id.index] = true;
    Visit visit{.function = id, .callees = {}};
    const Function& function = module_[id];
    for_each_region(function, function.body, [&](RegionId region) {
      for (const InstId inst_id : function[region].insts) {
        const Inst& inst = function[inst_id];
        if (inst.op == Op::call) visit.callees.emplace_back(inst.imm);
        reach_.traps = reach_.traps || inst.op == Op::trap || inst.op == Op::trap_bounds;
        for (const Value value : function.operands_of(inst))
          if (value.is_global()) reach_.globals[value.global().index] = true;
      }
    });
    stack_.push_back(std::move(visit));
  }

  const Module& module_;
  Reach& reach_;
  std::vector<bool> seen_;
  std::vector<Visit> stack_;
};

}  // namespace

Reach reach(const Module& module, FunctionId entry) {
  Reach reach;
  Walk(module, reach).run(entry);
  return reach;
}

}  // namespace slipway::ir
