#include <fmt/format.h>

#include "lower/passes.h"
#include "lower/rewrite.h"

namespace slipway::lower {

using ir::Function;
using ir::Inst;
using ir::InstId;
using ir::Op;
using ir::RegionId;
using ir::Value;

namespace {

// What inlining may make of one function before it counts as runaway.
constexpr std::size_t largest_function = 1U << 20U;

bool takes_pointer(const ir::Module& module, const Function& function) {
  for (const ir::Parameter& parameter : function.parameters)
    if (module.types[parameter.type].kind == ir::TypeKind::pointer) return true;
  return false;
}

bool is_breakable(Op op) { return op == Op::loop || op == Op::switch_; }

// Where the returns of a function are.
struct Returns {
  std::vector<bool> inside;  // by InstId: a control instruction with a return below it
  bool only_at_end = false;  // one return, the last instruction of the body
  bool in_breakable = false;
};

Returns find_returns(const Function& function) {
  Returns returns;
  returns.inside.resize(function.insts.size(), false);
  std::vector<InstId> owner(function.regions.size());
  std::vector<RegionId> parent(function.regions.size());
  std::size_t count = 0;
  ir::for_each_region(function, function.body, [&](RegionId region) {
    for (const InstId id : function[region].insts) {
      const Inst& inst = function[id];
      for (std::uint32_t i = 0; i < inst.region_count; ++i) {
        owner[inst.first_region + i] = id;
        parent[inst.first_region + i] = region;
      }
      if (inst.op != Op::return_) continue;
      ++count;
      for (RegionId at = region; owner[at.index].valid(); at = parent[at.index]) {
        returns.inside[owner[at.index].index] = true;
        returns.in_breakable |= is_breakable(function[owner[at.index]].op);
      }
    }
  });
  const auto& body = function[function.body].insts;
  returns.only_at_end = count == 1 && function[body.back()].op == Op::return_;
  return returns;
}

// Copies the body of `callee` to where `build` is, with arguments for parameters.
//
// A body whose only return is its last instruction is copied as it is. Any other goes into a switch with one
// case, which a return leaves; where the return is inside loops or switches of its own, each of them is left
// in turn because the variable `returned_` says so.
class Inliner {
 public:
  Inliner(ir::Builder& build, const Function& callee, std::vector<Value> arguments)
      : build_(build),
        callee_(callee),
        arguments_(std::move(arguments)),
        returns_(find_returns(callee)),
        values_(callee.insts.size()) {}

  // The value returned; null for a function that returns none.
  Value run() {
    first_switch_ = static_cast<std::uint32_t>(build_.function().switches.size());
    auto& switches = build_.function().switches;
    switches.insert(switches.end(), callee_.switches.begin(), callee_.switches.end());
    const RegionId outside = build_.region();
    if (returns_.only_at_end) {
      copy_body(outside);
      build_.set_region(outside);
      return result_;
    }
    const bool has_value = callee_.result != build_.module().types.void_type();
    if (has_value) value_ = variable(callee_.result);
    if (returns_.in_breakable) returned_ = variable(build_.module().types.boolean());
    switches.push_back({{{}, true}});
    const auto table = static_cast<std::uint32_t>(switches.size() - 1);
    const InstId wrapper = build_.emit_control(Op::switch_, {build_.u32(0)}, 1, table);
    copy_body(build_.function().region_of(build_.function()[wrapper], 0));
    build_.set_region(outside);
    return has_value ? Value(build_.emit(Op::load, callee_.result, {value_})) : Value();
  }

 private:
  struct Frame {
    RegionId old;
    RegionId now;
    std::size_t next = 0;
    bool check = false;  // the last control instruction may have been left by a return
  };

  Value variable(ir::TypeId type) {
    const auto pointer =
        build_.module().types.pointer(ir::AddressSpace::function, type, ir::Access::read_write);
    return build_.emit(Op::var, pointer, {});
  }

  void copy_body(RegionId into) {
    frames_.push_back({callee_.body, into});
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const auto& insts = callee_[frame.old].insts;
      if (frame.next == insts.size()) {
        frames_.pop_back();
        continue;
      }
      build_.set_region(frame.now);
      const InstId id = insts[frame.next];
      const Inst& inst = callee_[id];
      build_.set_site(inst.site);
      if (frame.check && inst.op != Op::result) {
        frame.check = false;
        leave_if_returned(frame.now);
      }
      ++frame.next;
      frame.check = frame.check || (is_breakable(inst.op) && returns_.inside[id.index]);
      if (inst.op == Op::param)
        values_[id.index] = arguments_[inst.imm];
      else if (inst.op == Op::return_)
        leave(inst);
      else
        copy(id);
    }
  }

  void leave_if_returned(RegionId region) {
    const Value returned = build_.emit(Op::load, build_.module().types.boolean(), {returned_});
    const InstId test = build_.emit_control(Op::if_, {returned}, 2);
    const Inst inst = build_.function()[test];
    build_.set_region(build_.function().region_of(inst, 0));
    build_.terminate(Op::break_);
    build_.set_region(build_.function().region_of(inst, 1));
    build_.terminate(Op::yield);
    build_.set_region(region);
  }

  void leave(const Inst& inst) {
    const ir::TypeId nothing = build_.module().types.void_type();
    const Value value = inst.operand_count != 0 ? map(callee_.operands_of(inst)[0]) : Value();
    if (returns_.only_at_end) {
      result_ = value;
      return;
    }
    if (value.valid()) build_.emit(Op::store, nothing, {value_, value});
    if (returned_.valid()) build_.emit(Op::store, nothing, {returned_, build_.boolean(true)});
    build_.terminate(Op::break_);
  }

  void copy(InstId id) {
    const Inst& inst = callee_[id];
    std::vector<Value> operands;
    for (const Value value : callee_.operands_of(inst)) operands.push_back(map(value));
    const std::uint32_t imm = inst.op == Op::switch_ ? first_switch_ + inst.imm : inst.imm;
    const InstId made = build_.emit(inst.op, inst.type, operands, imm);
    Function& now = build_.function();
    now[made].native = inst.native;
    now[made].first_region = static_cast<std::uint32_t>(now.regions.size());
    now[made].region_count = inst.region_count;
    now.regions.resize(now.regions.size() + inst.region_count);
    values_[id.index] = made;
    for (std::uint32_t i = inst.region_count; i-- > 0;)
      frames_.push_back({RegionId(inst.first_region + i), RegionId(now[made].first_region + i)});
  }

  Value map(Value value) const { return value.is_inst() ? values_[value.inst().index] : value; }

  ir::Builder& build_;
  const Function& callee_;
  std::vector<Value> arguments_;
  Returns returns_;
  std::vector<Value> values_;  // by InstId of the callee
  std::vector<Frame> frames_;
  std::uint32_t first_switch_ = 0;
  Value result_;
  Value value_;
  Value returned_;
};

Result<> inline_calls_in(ir::Module& module, ir::FunctionId id) {
  bool too_large = false;
  Rewriter rewriter(module, id);
  rewriter.run([&](InstId inst_id, const Inst& inst) {
    if (inst.op != Op::call) return false;
    const Function& callee = module[ir::FunctionId(inst.imm)];
    too_large = too_large || module[id].insts.size() + callee.insts.size() > largest_function;
    if (!takes_pointer(module, callee) || too_large) return false;
    const Value value = Inliner(rewriter.build, callee, rewriter.operands(inst)).run();
    rewriter.set(inst_id, value);
    return true;
  });
  if (too_large)
    return fail(ErrorCode::unsupported,
                fmt::format("function '{}' has more than {} instructions once calls that pass pointers are "
                            "replaced by the bodies they call",
                            module[id].name, largest_function));
  return {};
}

}  // namespace

Result<bool> inline_pointer_calls(ir::Module& module, const std::vector<ir::FunctionId>& functions) {
  bool any = false;
  for (const ir::FunctionId id : functions) any = any || takes_pointer(module, module[id]);
  if (!any) return false;
  for (const ir::FunctionId id : functions) SLIPWAY_TRY_VOID(inline_calls_in(module, id));
  return true;
}

}  // namespace slipway::lower
