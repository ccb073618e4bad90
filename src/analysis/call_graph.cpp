#include "analysis/call_graph.h"

namespace slipway::analysis {

CallGraph::CallGraph(const ir::Module& module) : callees(module.functions.size()) {
  std::vector<std::size_t> last_caller(module.functions.size(), SIZE_MAX);
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    const ir::Function& f = module.functions[i];
    ir::for_each_region(f, f.body, [&](ir::RegionId region) {
      for (const ir::InstId id : f[region].insts) {
        if (f[id].op != ir::Op::call || last_caller[f[id].imm] == i) continue;
        last_caller[f[id].imm] = i;
        callees[i].push_back(ir::FunctionId(f[id].imm));
      }
    });
  }

  struct Place {
    ir::FunctionId function;
    std::size_t next = 0;
  };
  std::vector<bool> met(callees.size());
  for (std::size_t i = 0; i < callees.size(); ++i) {
    if (met[i]) continue;
    met[i] = true;
    std::vector<Place> stack{{ir::FunctionId(i)}};
    while (!stack.empty()) {
      Place& place = stack.back();
      if (place.next == callees[place.function.index].size()) {
        callees_first.push_back(place.function);
        stack.pop_back();
        continue;
      }
      const ir::FunctionId callee = callees[place.function.index][place.next++];
      if (met[callee.index]) continue;
      met[callee.index] = true;
      stack.push_back({callee});
    }
  }
}

std::vector<bool> CallGraph::reachable(ir::FunctionId root) const {
  std::vector<bool> met(callees.size());
  std::vector<ir::FunctionId> stack{root};
  while (!stack.empty()) {
    const ir::FunctionId id = stack.back();
    stack.pop_back();
    if (met[id.index]) continue;
    met[id.index] = true;
    stack.insert(stack.end(), callees[id.index].begin(), callees[id.index].end());
  }
  return met;
}

}  // namespace slipway::analysis
