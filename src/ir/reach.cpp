#include "ir/reach.h"

namespace slipway::ir {

std::vector<FunctionId> reached_functions(const Module& module, FunctionId entry) {
  // A depth-first walk with the callees still to visit on an explicit stack; a function is done when all it
  // calls are.
  struct Visit {
    FunctionId function;
    std::vector<FunctionId> callees;
  };
  const auto callees_of = [&](FunctionId id) {
    std::vector<FunctionId> callees;
    const Function& function = module[id];
    for_each_region(function, function.body, [&](RegionId region) {
      for (const InstId inst : function[region].insts)
        if (function[inst].op == Op::call) callees.emplace_back(function[inst].imm);
    });
    return std::vector<FunctionId>(callees.rbegin(), callees.rend());
  };
  std::vector<bool> seen(module.functions.size(), false);
  std::vector<FunctionId> done;
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
    const FunctionId callee = visit.callees.back();
    visit.callees.pop_back();
    if (seen[callee.index]) continue;
    seen[callee.index] = true;
    stack.push_back({callee, callees_of(callee)});
  }
  return done;
}

std::vector<bool> used_globals(const Module& module, const std::vector<FunctionId>& functions) {
  std::vector<bool> used(module.globals.size(), false);
  for (const FunctionId id : functions) {
    const Function& function = module[id];
    for_each_region(function, function.body, [&](RegionId region) {
      for (const InstId inst : function[region].insts)
        for (const Value value : function.operands_of(inst))
          if (value.is_global()) used[value.global().index] = true;
    });
  }
  return used;
}

}  // namespace slipway::ir
