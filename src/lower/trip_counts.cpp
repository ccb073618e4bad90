#include "lower/trip_counts.h"

namespace slipway::lower {

using ir::Function;
using ir::Inst;
using ir::InstId;
using ir::Op;
using ir::RegionId;
using ir::Scalar;
using ir::Value;

namespace {

// `if` at the top of a body that leaves the loop unless `counter op bound`.
struct Test {
  InstId counter;  // the variable
  Op op = Op::lt;
  std::uint32_t bound = 0;
};

bool is_only(const Function& function, RegionId region, Op op) {
  const auto& insts = function[region].insts;
  return insts.size() == 1 && function[insts[0]].op == op;
}

Op negated(Op op) {
  switch (op) {
    case Op::lt: return Op::ge;
    case Op::le: return Op::gt;
    case Op::gt: return Op::le;
    case Op::ge: return Op::lt;
    default: return Op::unreachable;
  }
}

// The variable that `value` was loaded from.
InstId loaded_from(const Function& function, Value value) {
  if (!value.is_inst() || function[value.inst()].op != Op::load) return {};
  const Value from = function.operand(value.inst(), 0);
  return from.is_inst() && function[from.inst()].op == Op::var ? from.inst() : InstId();
}

std::optional<Test> test_of(const ir::Module& module, const Function& function, const Inst& exit) {
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
  return Test{counter, negate ? negated(compare->op) : compare->op, module.constants[bound.constant()].bits};
}

// The exit test among the instructions that every round runs first.
std::optional<Test> top_test(const ir::Module& module, const Function& function, const Inst& loop) {
  for (const InstId id : function[function.region_of(loop, 0)].insts) {
    const Inst& inst = function[id];
    if (inst.op == Op::if_) return test_of(module, function, inst);
    const auto traits = ir::info(inst.op).traits;
    if (inst.op != Op::load && (traits & ir::trait::pure) == 0) return std::nullopt;
  }
  return std::nullopt;
}

// What one store adds to a counter: a constant, or nothing if it is another kind of store.
std::optional<std::int64_t> step_of(const ir::Module& module, const Function& function, const Inst& store,
                                    InstId counter) {
  const Value value = function.operands_of(store)[1];
  if (!value.is_inst()) return std::nullopt;
  const Inst& sum = function[value.inst()];
  if (sum.op != Op::add && sum.op != Op::sub) return std::nullopt;
  const auto operands = function.operands_of(sum);
  if (loaded_from(function, operands[0]) != counter || !operands[1].is_constant()) return std::nullopt;
  const std::uint32_t bits = module.constants[operands[1].constant()].bits;
  const bool is_signed = module.types[sum.type].scalar == Scalar::i32;
  const std::int64_t amount = is_signed ? static_cast<std::int32_t>(bits) : std::int64_t{bits};
  return sum.op == Op::add ? amount : -amount;
}

// The step of a counter that nothing but one store, in the continuing part of `loop`, changes after its
// variable was made, and whose address goes nowhere.
std::optional<std::int64_t> only_step(const ir::Module& module, const Function& function, const Inst& loop,
                                      InstId counter) {
  std::optional<std::int64_t> step;
  bool known = true;
  const RegionId continuing = function.region_of(loop, 1);
  ir::for_each_region(function, function.body, [&](RegionId region) {
    for (const InstId id : function[region].insts) {
      const Inst& inst = function[id];
      const auto operands = function.operands_of(inst);
      for (std::size_t i = 0; i < operands.size(); ++i) {
        if (operands[i] != Value(counter) || inst.op == Op::load) continue;
        const bool steps = inst.op == Op::store && i == 0 && region == continuing && !step.has_value();
        step = steps ? step_of(module, function, inst, counter) : std::nullopt;
        known = known && step.has_value();
      }
    }
  });
  return known ? step : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> most_rounds(const ir::Module& module, const Function& function, InstId id) {
  const Inst& loop = function[id];
  const auto test = top_test(module, function, loop);
  if (!test.has_value()) return std::nullopt;
  const auto step = only_step(module, function, loop, test->counter);
  if (!step.has_value()) return std::nullopt;
  const Inst& counter = function[test->counter];
  const Scalar scalar = module.types[module.types[counter.type].element].scalar;
  const bool is_signed = scalar == Scalar::i32;
  if (!ir::is_integer(scalar)) return std::nullopt;
  const auto number = [&](std::uint32_t bits) {
    return is_signed ? std::int64_t{static_cast<std::int32_t>(bits)} : std::int64_t{bits};
  };
  const std::int64_t lowest = is_signed ? INT32_MIN : 0;
  const std::int64_t highest = is_signed ? INT32_MAX : std::int64_t{UINT32_MAX};
  std::int64_t low = lowest;
  std::int64_t high = highest;
  if (counter.operand_count == 0) {
    low = high = 0;
  } else if (const Value start = function.operands_of(counter)[0]; start.is_constant()) {
    low = high = number(module.constants[start.constant()].bits);
  }
  const std::int64_t bound = number(test->bound);
  // One more round than steps, for the one that leaves; no step may wrap past the end of the type.
  if (*step > 0 && (test->op == Op::lt || test->op == Op::le)) {
    const std::int64_t last = test->op == Op::lt ? bound - 1 : bound;
    if (last > highest - *step) return std::nullopt;
    return last < low ? 1 : static_cast<std::uint64_t>((last - low) / *step + 2);
  }
  if (*step < 0 && (test->op == Op::gt || test->op == Op::ge)) {
    const std::int64_t last = test->op == Op::gt ? bound + 1 : bound;
    if (last < lowest - *step) return std::nullopt;
    return last > high ? 1 : static_cast<std::uint64_t>((high - last) / -*step + 2);
  }
  return std::nullopt;
}

}  // namespace slipway::lower
