#include "lower/passes.h"

namespace slipway::lower {

std::vector<ir::FunctionId> reached_functions(const ir::Module& module, ir::FunctionId entry) {
  // A depth-first walk with the callees still to visit on an explicit stack; a function is done when all it
  // calls are.
  struct Visit {
    ir::FunctionId function;
    std::vector<ir::FunctionId> callees;
  };
  const auto callees_of = [&](ir::FunctionId id) {
    std::vector<ir::FunctionId> callees;
    const ir::Function& function = module[id];
    ir::for_each_region(function, function.body, [&](ir::RegionId region) {
      for (const ir::InstId inst : function[region].insts)
        if (function[inst].op == ir::Op::call) callees.push_back(ir::FunctionId(function[inst].imm));
    });
    return std::vector<ir::FunctionId>(callees.rbegin(), callees.rend());
  };
  std::vector<bool> seen(module.functions.size(), false);
  std::vector<ir::FunctionId> done;
  std::vector<Visit> stack;
  stack.push_back({entry, callees_of(entry)});
  seen[entry.index] = true;
  while (!stack.empty()) {
    Visit& visit = stack.back();
    if (visit.callees.empty()) {
      done.push_back(visit.function);
      stack.pop_back();
      continue;
    }
    const ir::FunctionId callee = visit.callees.back();
    visit.callees.pop_back();
    if (seen[callee.index]) continue;
    seen[callee.index] = true;
    stack.push_back({callee, callees_of(callee)});
  }
  return done;
}

std::vector<bool> used_globals(const ir::Module& module, const std::vector<ir::FunctionId>& functions) {
  std::vector<bool> used(module.globals.size(), false);
  for (const ir::FunctionId id : functions) {
    const ir::Function& function = module[id];
    ir::for_each_region(function, function.body, [&](ir::RegionId region) {
      for (const ir::InstId inst : function[region].insts)
        for (const ir::Value value : function.operands_of(inst))
          if (value.is_global()) used[value.global().index] = true;
    });
  }
  return used;
}

}  // namespace slipway::lower
