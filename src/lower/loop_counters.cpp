#include "lower/loop_counters.h"

namespace slipway::lower {

using ir::Function;
using ir::Inst;
using ir::InstId;
using ir::Op;
using ir::RegionId;
using ir::Scalar;
using ir::Value;

namespace {

bool is_only(const Function& function, RegionId region, Op op) {
  const auto& insts = function[region].insts;
  return insts.size() == 1 && function[insts[0]].op == op;
}

Op negated(Op op) {
  switch (op) {
    case Op::lt: return Op::ge;
    case Op::le: return Op::gt;
    case Op::gt: return Op::le;
    default: return Op::lt;
  }
}

// The variable that `value` was loaded from.
InstId loaded_from(const Function& function, Value value) {
  if (!value.is_inst() || function[value.inst()].op != Op::load) return {};
  const Value from = function.operand(value.inst(), 0);
  return from.is_inst() && function[from.inst()].op == Op::var ? from.inst() : InstId();
}

}  // namespace

LoopCounters::LoopCounters(const ir::Module& module, const Function& function)
    : module_(&module), function_(&function), uses_(function.insts.size()) {
  ir::for_each_region(function, function.body, [&](RegionId region) {
    for (const InstId id : function[region].insts) {
      const Inst& inst = function[id];
      const auto operands = function.operands_of(inst);
      for (std::size_t i = 0; i < operands.size(); ++i) {
        if (!operands[i].is_inst() || inst.op == Op::load) continue;
        Uses& uses = uses_[operands[i].inst().index];
        if (inst.op == Op::store && i == 0) {
          ++uses.stores;
          uses.store = id;
          uses.region = region;
        } else {
          uses.escapes = true;  // meaningful for pointers only
        }
      }
    }
  });
}

std::optional<LoopCounters::Test> LoopCounters::test_of(InstId exit_id) const {
  const Function& function = *function_;
  const Inst& exit = function[exit_id];
  const bool leaves_if_false = is_only(function, function.region_of(exit, 1), Op::break_);
  const bool leaves_if_true = is_only(function, function.region_of(exit, 0), Op::break_);
  const Value condition = function.operands_of(exit)[0];
  if (leaves_if_false == leaves_if_true || !condition.is_inst()) return std::nullopt;
  const Inst* compare = &function[condition.inst()];
  bool negate = leaves_if_true;
  if (compare->op == Op::logical_not) {
    negate = !negate;
    const Value inner = function.operands_of(*compare)[0];
    if (!inner.is_inst()) return std::nullopt;
    compare = &function[inner.inst()];
  }
  if (compare->op != Op::lt && compare->op != Op::le && compare->op != Op::gt && compare->op != Op::ge)
    return std::nullopt;
  const Value bound = function.operands_of(*compare)[1];
  const InstId counter = loaded_from(function, function.operands_of(*compare)[0]);
  if (!counter.valid() || !bound.is_constant()) return std::nullopt;
  return Test{exit_id, counter, negate ? negated(compare->op) : compare->op,
              module_->constants[bound.constant()].bits};
}

// The exit test among the instructions that every round runs first.
std::optional<LoopCounters::Test> LoopCounters::top_test(const Inst& loop) const {
  for (const InstId id : (*function_)[function_->region_of(loop, 0)].insts) {
    const Inst& inst = (*function_)[id];
    if (inst.op == Op::if_) return test_of(id);
    if (inst.op != Op::load && (ir::info(inst.op).traits & ir::trait::pure) == 0) return std::nullopt;
  }
  return std::nullopt;
}

// What the one store to a counter, in the continuing part of `loop`, adds to it.
std::optional<std::int64_t> LoopCounters::step_of(const Inst& loop, InstId counter) const {
  const Uses& uses = uses_[counter.index];
  if (uses.escapes || uses.stores != 1 || uses.region != function_->region_of(loop, 1)) return std::nullopt;
  const Value value = function_->operand(uses.store, 1);
  if (!value.is_inst()) return std::nullopt;
  const Inst& sum = (*function_)[value.inst()];
  if (sum.op != Op::add && sum.op != Op::sub) return std::nullopt;
  const auto operands = function_->operands_of(sum);
  if (loaded_from(*function_, operands[0]) != counter || !operands[1].is_constant()) return std::nullopt;
  const std::uint32_t bits = module_->constants[operands[1].constant()].bits;
  const bool is_signed = module_->types[sum.type].scalar == Scalar::i32;
  const std::int64_t amount = is_signed ? static_cast<std::int32_t>(bits) : std::int64_t{bits};
  return sum.op == Op::add ? amount : -amount;
}

std::optional<LoopCounter> LoopCounters::of(InstId id) const {
  const Inst& loop = (*function_)[id];
  const auto test = top_test(loop);
  if (!test.has_value()) return std::nullopt;
  const Inst& variable = (*function_)[test->counter];
  const Scalar scalar = module_->types[module_->types[variable.type].element].scalar;
  const auto step = step_of(loop, test->counter);
  if (!ir::is_integer(scalar) || !step.has_value() || *step == 0) return std::nullopt;
  const bool is_signed = scalar == Scalar::i32;
  const auto number = [&](std::uint32_t bits) {
    return is_signed ? std::int64_t{static_cast<std::int32_t>(bits)} : std::int64_t{bits};
  };
  const std::int64_t lowest = is_signed ? INT32_MIN : 0;
  const std::int64_t highest = is_signed ? INT32_MAX : std::int64_t{UINT32_MAX};
  LoopCounter counter{.variable = test->counter, .test = test->inst, .low = lowest, .high = highest};
  if (variable.operand_count == 0)
    counter.low = counter.high = 0;
  else if (const Value start = function_->operands_of(variable)[0]; start.is_constant())
    counter.low = counter.high = number(module_->constants[start.constant()].bits);
  const std::int64_t bound = number(test->bound);
  // One more round than steps, for the one that leaves; no step may wrap past the end of the type. A counter
  // only moves away from its start, so that coming to the loop again changes nothing.
  if (*step > 0 && (test->op == Op::lt || test->op == Op::le)) {
    const std::int64_t last = test->op == Op::lt ? bound - 1 : bound;
    if (last > highest - *step) return std::nullopt;
    counter.most_rounds =
        last < counter.low ? 1 : static_cast<std::uint64_t>((last - counter.low) / *step + 2);
    counter.high = last;
    return counter;
  }
  if (*step < 0 && (test->op == Op::gt || test->op == Op::ge)) {
    const std::int64_t last = test->op == Op::gt ? bound + 1 : bound;
    if (last < lowest - *step) return std::nullopt;
    counter.most_rounds =
        last > counter.high ? 1 : static_cast<std::uint64_t>((counter.high - last) / -*step + 2);
    counter.low = last;
    return counter;
  }
  return std::nullopt;
}

}  // namespace slipway::lower
