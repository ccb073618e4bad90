#include "analysis/uniformity_function.h"

#include <algorithm>
#include <cctype>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

namespace slipway::analysis {
namespace {

using ir::InstId;
using ir::Op;
using ir::RegionId;

// How statements can end (WGSL section 9.7, behaviours).
enum Behaviour : unsigned { next = 1, breaks = 2, continues = 4, returns = 8 };

constexpr std::uint32_t no_variable = UINT32_MAX;

// Variables are what this analysis follows the values of: function variables and what parameters of function
// space point to. They are numbered densely.
class Variables {
 public:
  Variables(const ir::Module& module, const ir::Function& function)
      : by_inst_(function.insts.size(), no_variable) {
    ir::for_each_region(function, function.body, [&](RegionId region) {
      for (const InstId id : function[region].insts) {
        const ir::Inst& inst = function[id];
        const ir::Type& type = module.types[inst.type];
        const bool is_pointer =
            type.kind == ir::TypeKind::pointer && type.space == ir::AddressSpace::function;
        if (inst.op == Op::var) by_inst_[id.index] = count_++;
        if (inst.op == Op::param && is_pointer) by_inst_[id.index] = of_parameter(inst.imm);
      }
    });
  }

  /// The variable that `pointer` points into, or no_variable.
  std::uint32_t of(const ir::Function& function, ir::Value pointer) const {
    const ir::Value root = pointer_root(function, pointer);
    return root.is_inst() ? by_inst_[root.inst().index] : no_variable;
  }
  /// Of parameter `index`, or no_variable where nothing names the parameter.
  std::uint32_t parameter(std::size_t index) const {
    return index < parameters_.size() ? parameters_[index] : no_variable;
  }
  std::size_t count() const { return count_; }

 private:
  std::uint32_t of_parameter(std::uint32_t index) {
    if (index >= parameters_.size()) parameters_.resize(index + 1, no_variable);
    if (parameters_[index] == no_variable) parameters_[index] = count_++;
    return parameters_[index];
  }

  std::vector<std::uint32_t> by_inst_;
  std::vector<std::uint32_t> parameters_;
  std::uint32_t count_ = 0;
};

// For each control instruction, the variables that something in its regions stores to.
class StoredVariables {
 public:
  StoredVariables(const ir::Function& function, const std::vector<FunctionEffects>& effects,
                  const Variables& variables)
      : by_owner_(function.insts.size()),
        region_of_(function.insts.size()),
        owner_of_(function.regions.size()) {
    // A region is visited before those inside it, so that what is around a store is known when it is met.
    ir::for_each_region(function, function.body, [&](RegionId region) {
      for (const InstId id : function[region].insts) {
        const ir::Inst& inst = function[id];
        region_of_[id.index] = region;
        for (std::uint32_t r = 0; r < inst.region_count; ++r) owner_of_[inst.first_region + r] = id;
        const auto operands = function.operands_of(inst);
        if (inst.op == Op::store) note(region, variables.of(function, operands[0]));
        if (inst.op != Op::call) continue;
        for (std::size_t i = 0; i < operands.size(); ++i)
          if (effects[inst.imm].parameters[i].written) note(region, variables.of(function, operands[i]));
      }
    });
  }

  const std::vector<std::uint32_t>& in(InstId control) const { return by_owner_[control.index]; }

 private:
  void note(RegionId region, std::uint32_t variable) {
    if (variable == no_variable) return;
    for (InstId owner = owner_of_[region.index]; owner.valid();
         owner = owner_of_[region_of_[owner.index].index]) {
      if (!noted_.insert(std::uint64_t{owner.index} << 32U | variable).second)
        return;  // so are those around it
      by_owner_[owner.index].push_back(variable);
    }
  }

  std::vector<std::vector<std::uint32_t>> by_owner_;
  std::vector<RegionId> region_of_;  // by instruction
  std::vector<InstId> owner_of_;     // by region; null for the body
  std::unordered_set<std::uint64_t> noted_;
};

// Walks a function once, in evaluation order. Recursion follows nested regions, whose depth the verifier
// bounds.
class FunctionWalk {
 public:
  FunctionWalk(const ir::Module& module, ir::FunctionId id, const std::vector<UniformitySummary>& summaries,
               const std::vector<FunctionEffects>& effects, Scope scope, const SubgroupSeverity& severity)
      : module_(module),
        function_(module[id]),
        summaries_(summaries),
        effects_(effects),
        scope_(scope),
        severity_(severity),
        variables_(module, function_),
        stored_(function_, effects, variables_),
        out_{UniformityGraph(function_.parameters.size()), {}, uniform_node, {}, {}},
        values_(function_.insts.size(), uniform_node),
        current_(variables_.count(), uniform_node) {}

  FunctionUniformity run() {
    out_.result = graph().add();
    for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
      out_.written.push_back(graph().add());
      if (const std::uint32_t v = variables_.parameter(i); v != no_variable)
        current_[v] = UniformityGraph::contents(i);
    }
    walk_region(function_.body, start_node);
    return std::move(out_);
  }

 private:
  // Where break_ or continue_ takes variables: a node for each.
  struct Target {
    std::span<const std::uint32_t> variables;
    std::vector<NodeId> nodes;
  };
  // How a region ends: control flow at its last instruction, and behaviours.
  struct End {
    NodeId control = uniform_node;
    unsigned behaviour = 0;
  };

  UniformityGraph& graph() { return out_.graph; }
  NodeId value(ir::Value v) const { return v.is_inst() ? values_[v.inst().index] : uniform_node; }

  std::vector<NodeId> current(std::span<const std::uint32_t> variables) const {
    std::vector<NodeId> nodes;
    for (const std::uint32_t v : variables) nodes.push_back(current_[v]);
    return nodes;
  }
  void set_current(std::span<const std::uint32_t> variables, const std::vector<NodeId>& nodes) {
    for (std::size_t k = 0; k < variables.size(); ++k) current_[variables[k]] = nodes[k];
  }
  Target make_target(std::span<const std::uint32_t> variables) {
    Target target{variables, {}};
    for (std::size_t k = 0; k < variables.size(); ++k) target.nodes.push_back(graph().add());
    return target;
  }
  // What the variables hold here flows to `target`.
  void flow_to(const Target& target) {
    for (std::size_t k = 0; k < target.variables.size(); ++k)
      graph().depend(target.nodes[k], current_[target.variables[k]]);
  }

  // Control flow of code that `condition` decides about.
  NodeId conditional(NodeId control, NodeId condition, InstId owner) {
    if (condition == uniform_node || condition == control) return control;
    const NodeId node = graph().add({NodeRole::condition, owner});
    graph().depend(node, condition);
    graph().depend(node, control);
    return node;
  }
  NodeId merged(NodeId a, NodeId b) {
    if (a == b) return a;
    const NodeId node = graph().add({NodeRole::control, {}});
    graph().depend(node, a);
    graph().depend(node, b);
    return node;
  }

  End walk_region(RegionId region, NodeId control) {
    End end{control, 0};
    walk(function_[region].insts, end);
    return end;
  }

  // Walks `insts`, instructions of one region in a row, on from `end`.
  void walk(std::span<const InstId> insts, End& end) {
    for (std::size_t at = 0; at < insts.size(); ++at) {
      const InstId id = insts[at];
      const ir::Inst& inst = function_[id];
      End inner;
      switch (inst.op) {
        case Op::if_: inner = walk_if(id, results_in(insts.subspan(at + 1)), end.control); break;
        case Op::switch_: inner = walk_switch(id, results_in(insts.subspan(at + 1)), end.control); break;
        case Op::loop: inner = walk_loop(id, end.control); break;
        default:
          if ((info(inst.op).traits & ir::trait::ends) != 0)
            end.behaviour |= terminate(inst, end.control);
          else
            visit(id, inst, end.control);
          continue;
      }
      pass(inner, end);
    }
  }

  // `end` behind a control instruction that ends as `inner`.
  static void pass(const End& inner, End& end) {
    end.control = inner.control;
    end.behaviour |= inner.behaviour & ~unsigned{next};
  }

  unsigned terminate(const ir::Inst& inst, NodeId control) {
    switch (inst.op) {
      case Op::yield: return next;
      case Op::iterate: return next;
      case Op::break_: flow_to(*break_target_); return breaks;
      case Op::continue_: flow_to(*continue_target_); return continues;
      case Op::return_:
        if (inst.operand_count == 1) {
          graph().depend(out_.result, value(function_.operands_of(inst)[0]));
          graph().depend(out_.result, control);
        }
        for (std::size_t i = 0; i < out_.written.size(); ++i) {
          const std::uint32_t v = variables_.parameter(i);
          graph().depend(out_.written[i], v == no_variable ? UniformityGraph::contents(i) : current_[v]);
        }
        return returns;
      default: return 0;
    }
  }

  // Walks one branch; what `result`s of its owner depend on joins `results`.
  End walk_branch(RegionId branch, NodeId control, NodeId around, std::span<const InstId> results) {
    const End end = walk_region(branch, control);
    join_results(branch, end, around, results);
    return end;
  }

  void join_results(RegionId branch, const End& end, NodeId around, std::span<const InstId> results) {
    if ((end.behaviour & next) == 0) return;
    const auto yielded = function_.operands_of(function_[branch].insts.back());
    for (std::size_t k = 0; k < results.size(); ++k) {
      NodeId& node = values_[results[k].index];
      node = graph().join(node, value(yielded[k]));
      if (end.control != around) node = graph().join(node, end.control);
    }
  }

  // The results that `behind` starts with.
  std::span<const InstId> results_in(std::span<const InstId> behind) const {
    std::size_t count = 0;
    while (count < behind.size() && function_[behind[count]].op == Op::result) ++count;
    return behind.first(count);
  }

  // An `if` of which the first branch was walked.
  struct HalfWalked {
    InstId id;
    std::span<const InstId> results;
    NodeId around = uniform_node;  // control flow
    End then_end;
    std::vector<NodeId> after_then;  // what the variables stored to in it hold
    End else_end;
  };

  // A chain of else-ifs is walked in a loop: it may be longer than other things nest.
  End walk_if(InstId id, std::span<const InstId> results, NodeId control) {
    std::vector<HalfWalked> chain;
    for (;;) {
      HalfWalked& half = chain.emplace_back(walk_then(id, results, control));
      const std::span<const InstId> insts = function_[function_.region_of(function_[id], 1)].insts;
      const std::size_t last = last_if(insts);
      walk(insts.first(last), half.else_end);
      if (last == insts.size()) break;
      id = insts[last];
      results = results_in(insts.subspan(last + 1));
      control = half.else_end.control;
    }
    for (;;) {
      const End end = finish_if(chain.back());
      chain.pop_back();
      if (chain.empty()) return end;
      HalfWalked& outer = chain.back();
      pass(end, outer.else_end);
      const RegionId branch = function_.region_of(function_[outer.id], 1);
      walk(std::span(function_[branch].insts).last(1), outer.else_end);
    }
  }

  // Where in a region the `if` is that nothing but its results and the end follow, or its size.
  std::size_t last_if(std::span<const InstId> insts) const {
    std::size_t at = insts.size() - 1;
    while (at > 0 && function_[insts[at - 1]].op == Op::result) --at;
    return at > 0 && function_[insts[at - 1]].op == Op::if_ ? at - 1 : insts.size();
  }

  HalfWalked walk_then(InstId id, std::span<const InstId> results, NodeId control) {
    const ir::Inst& inst = function_[id];
    const NodeId inside = conditional(control, value(function_.operands_of(inst)[0]), id);
    const auto& variables = stored_.in(id);
    const std::vector<NodeId> before = current(variables);
    HalfWalked half{
        .id = id, .results = results, .around = control, .then_end = {}, .after_then = {}, .else_end = {}};
    half.then_end = walk_branch(function_.region_of(inst, 0), inside, control, results);
    half.after_then = current(variables);
    half.else_end.control = inside;
    set_current(variables, before);
    return half;
  }

  // Behind an `if` of which both branches were walked.
  End finish_if(const HalfWalked& half) {
    join_results(function_.region_of(function_[half.id], 1), half.else_end, half.around, half.results);
    const auto& variables = stored_.in(half.id);
    if ((half.then_end.behaviour & next) != 0) {
      const bool both = (half.else_end.behaviour & next) != 0;
      for (std::size_t k = 0; k < variables.size(); ++k) {
        NodeId& here = current_[variables[k]];
        here = both ? graph().join(half.after_then[k], here) : half.after_then[k];
      }
    }
    const unsigned behaviour = half.then_end.behaviour | half.else_end.behaviour;
    if (behaviour == next) return {half.around, behaviour};
    return {merged(half.then_end.control, half.else_end.control), behaviour};
  }

  End walk_switch(InstId id, std::span<const InstId> results, NodeId control) {
    const ir::Inst& inst = function_[id];
    const NodeId inside = conditional(control, value(function_.operands_of(inst)[0]), id);
    const auto& variables = stored_.in(id);
    const std::vector<NodeId> before = current(variables);
    Target exit = make_target(variables);
    Target* const outer = std::exchange(break_target_, &exit);
    unsigned behaviour = 0;
    NodeId merged_control = inside;
    for (std::uint32_t r = 0; r < inst.region_count; ++r) {
      set_current(variables, before);
      const End end = walk_branch(function_.region_of(inst, r), inside, control, results);
      if ((end.behaviour & next) != 0) flow_to(exit);
      behaviour |= end.behaviour;
      merged_control = merged(merged_control, end.control);
    }
    break_target_ = outer;
    set_current(variables, exit.nodes);
    if ((behaviour & breaks) != 0) behaviour = (behaviour & ~unsigned{breaks}) | next;
    return {behaviour == next ? control : merged_control, behaviour};
  }

  End walk_loop(InstId id, NodeId control) {
    const ir::Inst& inst = function_[id];
    const auto& variables = stored_.in(id);
    Target head = make_target(variables);
    Target exit = make_target(variables);
    Target resume = make_target(variables);
    flow_to(head);
    set_current(variables, head.nodes);
    const NodeId top = graph().add({NodeRole::control, {}});
    graph().depend(top, control);
    out_.loops.emplace_back(inst.site, top);

    Target* const outer_break = std::exchange(break_target_, &exit);
    Target* const outer_continue = std::exchange(continue_target_, &resume);
    const End body = walk_region(function_.region_of(inst, 0), top);
    break_target_ = outer_break;
    continue_target_ = outer_continue;

    set_current(variables, resume.nodes);
    const RegionId continuing = function_.region_of(inst, 1);
    const End end = walk_region(continuing, body.control);
    const ir::Inst& last = function_[function_[continuing].insts.back()];
    unsigned behaviour = body.behaviour | end.behaviour;
    NodeId again = end.control;
    if (last.op == Op::iterate && last.operand_count == 1) {
      again = conditional(again, value(function_.operands_of(last)[0]), function_[continuing].insts.back());
      flow_to(exit);
      behaviour |= breaks;
    }
    graph().depend(top, again);
    flow_to(head);
    set_current(variables, exit.nodes);
    behaviour = (behaviour & returns) | ((behaviour & breaks) != 0 ? next : 0U);
    return {behaviour == next ? control : body.control, behaviour};
  }

  void visit(InstId id, const ir::Inst& inst, NodeId control) {
    const std::uint16_t traits = info(inst.op).traits;
    if ((traits & ir::trait::subgroup) != 0) return visit_subgroup(id, inst, control);
    switch (inst.op) {
      case Op::param: values_[id.index] = UniformityGraph::parameter(inst.imm); return;
      case Op::builtin: return visit_input(id, inst);
      case Op::var: {
        const auto operands = function_.operands_of(inst);
        const NodeId initial = operands.empty() ? uniform_node : value(operands[0]);
        current_[variables_.of(function_, id)] = graph().join(initial, control);
        return;
      }
      case Op::load: return visit_load(id, inst);
      case Op::store: return visit_store(inst, control);
      case Op::call: return visit_call(id, inst, control);
      case Op::result: return;  // known since its owner was walked
      case Op::workgroup_uniform_load:
        if (scope_ == Scope::subgroup) return;
        require(Demand::barrier, control, inst, must_be_called(builtin_name(inst.op)));
        require(Demand::barrier, value(function_.operands_of(inst)[0]), inst,
                "the argument of 'workgroupUniformLoad' must be uniform");
        return;
      default: break;
    }
    if ((traits & ir::trait::sync) != 0) {
      if (scope_ == Scope::workgroup)
        require(Demand::barrier, control, inst, must_be_called(builtin_name(inst.op)));
    } else if ((traits & ir::trait::reads) != 0) {
      values_[id.index] = graph().source(id);  // atomics
    } else {
      values_[id.index] = joined_operands(inst);
    }
  }

  NodeId joined_operands(const ir::Inst& inst) {
    NodeId first = uniform_node;
    NodeId node = uniform_node;  // made when a second one differs from the first
    for (const ir::Value operand : function_.operands_of(inst)) {
      const NodeId v = value(operand);
      if (v == uniform_node || v == first) continue;
      if (first == uniform_node) {
        first = v;
        continue;
      }
      if (node == uniform_node) {
        node = graph().add();
        graph().depend(node, first);
      }
      graph().depend(node, v);
    }
    return node == uniform_node ? first : node;
  }

  void visit_input(InstId id, const ir::Inst& inst) {
    switch (static_cast<ir::BuiltinInput>(inst.imm)) {
      case ir::BuiltinInput::workgroup_id:
      case ir::BuiltinInput::num_workgroups:
      case ir::BuiltinInput::workgroup_index:
      case ir::BuiltinInput::subgroup_size:
      case ir::BuiltinInput::num_subgroups: return;
      case ir::BuiltinInput::subgroup_id:
        if (scope_ == Scope::subgroup) return;
        break;
      default: break;
    }
    values_[id.index] = graph().source(id);
  }

  // Whether all invocations of the subgroup get the same.
  static bool is_shared(Op op) {
    switch (op) {
      case Op::subgroup_add:
      case Op::subgroup_all:
      case Op::subgroup_and:
      case Op::subgroup_any:
      case Op::subgroup_ballot:
      case Op::subgroup_broadcast:
      case Op::subgroup_broadcast_first:
      case Op::subgroup_max:
      case Op::subgroup_min:
      case Op::subgroup_mul:
      case Op::subgroup_or:
      case Op::subgroup_xor: return true;
      default: return false;
    }
  }

  void visit_load(InstId id, const ir::Inst& inst) {
    const ir::Value pointer = function_.operands_of(inst)[0];
    const ir::Type& type = module_.types[module_.type_of(function_, pointer)];
    const bool is_constant = type.space == ir::AddressSpace::uniform ||
                             (type.space == ir::AddressSpace::storage && type.access == ir::Access::read);
    NodeId& node = values_[id.index];
    if (const std::uint32_t v = variables_.of(function_, pointer); v != no_variable)
      node = graph().join(value(pointer), current_[v]);
    else
      node = is_constant ? value(pointer) : graph().source(id);
  }

  // Whether the pointer covers all of its variable.
  bool is_whole(ir::Value pointer) const {
    return pointer.is_inst() &&
           (function_[pointer.inst()].op == Op::var || function_[pointer.inst()].op == Op::param);
  }

  void set_variable(ir::Value pointer, NodeId stored, NodeId control) {
    const std::uint32_t v = variables_.of(function_, pointer);
    if (v == no_variable) return;
    NodeId node = graph().join(graph().join(stored, value(pointer)), control);
    if (!is_whole(pointer)) node = graph().join(node, current_[v]);
    current_[v] = node;
  }

  void visit_store(const ir::Inst& inst, NodeId control) {
    const auto operands = function_.operands_of(inst);
    set_variable(operands[0], value(operands[1]), control);
  }

  void visit_subgroup(InstId id, const ir::Inst& inst, NodeId control) {
    if (scope_ == Scope::workgroup || !is_shared(inst.op)) values_[id.index] = graph().source(id);
    if (scope_ == Scope::workgroup) return;
    const auto severity = severity_(inst.site);
    if (!severity) return;
    const Demand demand = *severity == Severity::error     ? Demand::subgroup_error
                          : *severity == Severity::warning ? Demand::subgroup_warning
                                                           : Demand::subgroup_info;
    const std::string name = builtin_name(inst.op);
    require(demand, control, inst, must_be_called(name));
    const bool needs_uniform_distance = inst.op == Op::subgroup_shuffle_up ||
                                        inst.op == Op::subgroup_shuffle_down ||
                                        inst.op == Op::subgroup_shuffle_xor;
    if (needs_uniform_distance)
      require(demand, value(function_.operands_of(inst)[1]), inst,
              fmt::format("the second argument of '{}' must be uniform", name));
  }

  void visit_call(InstId id, const ir::Inst& inst, NodeId control) {
    const UniformitySummary& callee = summaries_[inst.imm];
    const std::string& name = module_[ir::FunctionId(inst.imm)].name;
    const auto arguments = function_.operands_of(inst);
    for (std::size_t d = 0; d < demand_count; ++d) {
      const UniformitySummary::Needs& needs = callee.needs[d];
      const auto demand = static_cast<Demand>(d);
      if (!needs.control.empty())
        require_for_call(demand, control, inst, must_be_called(name), needs.control);
      for (std::size_t i = 0; i < needs.parameters.size(); ++i) {
        if (!needs.parameters[i].empty())
          require_for_call(demand, value(arguments[i]), inst,
                           fmt::format("argument {} of '{}' must be uniform", i + 1, name),
                           needs.parameters[i]);
        if (!needs.contents[i].empty())
          require_for_call(demand, contents(arguments[i]), inst,
                           fmt::format("what argument {} of '{}' points to must be uniform", i + 1, name),
                           needs.contents[i]);
      }
    }
    values_[id.index] = apply(callee.result, id, arguments);
    std::vector<NodeId> written(arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (effects_[inst.imm].parameters[i].written) written[i] = apply(callee.written[i], id, arguments);
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (effects_[inst.imm].parameters[i].written) set_variable(arguments[i], written[i], control);
  }

  NodeId contents(ir::Value pointer) const {
    const std::uint32_t v = variables_.of(function_, pointer);
    return v == no_variable ? uniform_node : current_[v];
  }

  NodeId apply(const Flow& flow, InstId call, std::span<const ir::Value> arguments) {
    NodeId node = flow.non_uniform ? graph().source(call) : uniform_node;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (flow.parameters[i]) node = graph().join(node, value(arguments[i]));
      if (flow.contents[i]) node = graph().join(node, contents(arguments[i]));
    }
    return node;
  }

  static std::string must_be_called(std::string_view name) {
    return fmt::format("'{}' must be called from uniform control flow", name);
  }
  void require(Demand demand, NodeId node, const ir::Inst& inst, std::string what) {
    out_.requirements.push_back({demand, node, inst.site, std::move(what), builtin_name(inst.op)});
  }
  void require_for_call(Demand demand, NodeId node, const ir::Inst& inst, const std::string& what,
                        const std::string& because) {
    out_.requirements.push_back(
        {demand, node, inst.site, fmt::format("{}, as it calls '{}'", what, because), because});
  }

  const ir::Module& module_;
  const ir::Function& function_;
  const std::vector<UniformitySummary>& summaries_;
  const std::vector<FunctionEffects>& effects_;
  Scope scope_;
  const SubgroupSeverity& severity_;
  Variables variables_;
  StoredVariables stored_;
  FunctionUniformity out_;
  std::vector<NodeId> values_;   // by instruction
  std::vector<NodeId> current_;  // by variable: what it holds here
  Target* break_target_ = nullptr;
  Target* continue_target_ = nullptr;
};

}  // namespace

FunctionUniformity analyse_function(const ir::Module& module, ir::FunctionId function,
                                    const std::vector<UniformitySummary>& functions,
                                    const std::vector<FunctionEffects>& effects, Scope scope,
                                    const SubgroupSeverity& severity) {
  return FunctionWalk(module, function, functions, effects, scope, severity).run();
}

std::string builtin_name(ir::Op op) {
  std::string name;
  for (const char c : info(op).name) {
    if (c == '_')
      name += '_';
    else if (!name.empty() && name.back() == '_')
      name.back() = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    else
      name += c;
  }
  return name;
}

}  // namespace slipway::analysis
