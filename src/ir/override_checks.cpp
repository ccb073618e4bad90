#include "ir/override_checks.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "ir/override_values.h"
#include "ir/reach.h"

namespace slipway::ir {
namespace {

using Words = std::vector<std::uint32_t>;

// Values of a function's override expressions. One without a value has no words, and neither has what is made
// from it.
class Expressions {
 public:
  Expressions(const Module& module, const Function& function, OverrideValues& values, WordBudget& budget)
      : module_(module), function_(function), values_(values), budget_(budget) {}

  // With a stack of its own, as chains of operators may be long.
  Result<Words> value(Value wanted) {
    if (wanted.is_constant()) return flatten(module_.types, module_.constants, wanted.constant());
    std::vector<InstId> stack{wanted.inst()};
    while (!stack.empty()) {
      const InstId next = stack.back();
      const std::size_t size = stack.size();
      if (!known_.contains(next.index)) {
        SLIPWAY_TRY_VOID(step(next, stack));
      }
      if (stack.size() == size) stack.pop_back();
    }
    return known_.at(wanted.inst().index);
  }

  void has_no_value(InstId id) { known_[id.index].clear(); }

  // The operands of `inst` whose bits are set; the others have no words. `storage` holds the words.
  Result<std::vector<Operand>> operands(const Inst& inst, std::uint32_t known, std::vector<Words>& storage) {
    std::vector<Operand> made;
    const auto all = function_.operands_of(inst);
    storage.resize(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      if ((known >> i & 1U) != 0) {
        SLIPWAY_TRY(storage[i], value(all[i]));
      }
      made.push_back({module_.type_of(function_, all[i]), storage[i].empty() ? nullptr : storage[i].data()});
    }
    return made;
  }

 private:
  // Gives `id` its value, or pushes what that needs.
  Result<> step(InstId id, std::vector<InstId>& stack) {
    const Inst& inst = function_[id];
    if (inst.op == Op::override_ref) {
      SLIPWAY_TRY(const auto words, values_.value(OverrideId(inst.imm)));
      known_[id.index].assign(words.begin(), words.end());
      return {};
    }
    if (inst.op == Op::result) return step_result(id, inst, stack);
    if (!is_evaluable(inst.op)) {
      known_[id.index] = {};
      return {};
    }
    const auto operands = function_.operands_of(inst);
    bool waits = false;
    for (const Value operand : operands) waits = need(operand, stack) || waits;
    if (waits) return {};
    std::vector<Words> words;
    for (const Value operand : operands) {
      SLIPWAY_TRY(words.emplace_back(), value(operand));
    }
    Words& made = known_[id.index];
    if (std::ranges::any_of(words, &Words::empty)) return {};
    std::vector<Operand> given;
    given.reserve(words.size());
    for (std::size_t i = 0; i < words.size(); ++i)
      given.push_back({module_.type_of(function_, operands[i]), words[i].data()});
    const std::size_t size = word_count(module_.types, inst.type);
    if (!budget_.take(size))
      return fail(ErrorCode::unsupported,
                  fmt::format("override expressions in functions need more than {} words", WordBudget::most));
    made.resize(size);
    evaluate(module_.types, inst.op, inst.type, inst.imm, given, made.data());
    return {};
  }

  // Of `&&` and `||`: what the side taken yields.
  Result<> step_result(InstId id, const Inst& inst, std::vector<InstId>& stack) {
    const Inst& branch = function_[function_.operands_of(inst)[0].inst()];
    if (branch.op != Op::if_) {
      known_[id.index] = {};
      return {};
    }
    const Value condition = function_.operands_of(branch)[0];
    if (need(condition, stack)) return {};
    SLIPWAY_TRY(const Words taken, value(condition));
    if (taken.empty()) {
      known_[id.index] = {};
      return {};
    }
    const InstId end = function_[function_.region_of(branch, taken[0] != 0 ? 0 : 1)].insts.back();
    const Value yielded = function_.operand(end, inst.imm);
    if (need(yielded, stack)) return {};
    SLIPWAY_TRY(known_[id.index], value(yielded));
    return {};
  }

  bool need(Value value, std::vector<InstId>& stack) const {
    if (!value.is_inst() || known_.contains(value.inst().index)) return false;
    stack.push_back(value.inst());
    return true;
  }

  const Module& module_;
  const Function& function_;
  OverrideValues& values_;
  WordBudget& budget_;
  std::unordered_map<std::uint32_t, Words> known_;  // by instruction
};

class Checker {
 public:
  Checker(const Module& module, const OverrideChecks& checks, OverrideValues& values)
      : module_(module), checks_(checks), values_(values) {}

  Result<std::vector<BrokenRule>> run(const std::vector<FunctionId>& reached) {
    std::vector<bool> is_reached(module_.functions.size());
    for (const FunctionId function : reached) is_reached[function.index] = true;
    for (const OverrideCheck& check : checks_.list) {
      if (!is_reached.at(check.function.index)) continue;
      Expressions& known =
          functions_.try_emplace(check.function.index, module_, module_[check.function], values_, budget_)
              .first->second;
      SLIPWAY_TRY(const bool evaluated, is_evaluated(check.guard, known));
      if (!evaluated) continue;
      if (check.indexed.valid()) {
        SLIPWAY_TRY_VOID(check_index(check, known));
      } else {
        SLIPWAY_TRY_VOID(check_operation(check, known));
      }
    }
    return std::move(broken_);
  }

 private:
  Result<bool> is_evaluated(std::uint32_t guard, Expressions& known) {
    for (; guard != 0; guard = checks_.guards[guard - 1].parent) {
      const OverrideGuard& around = checks_.guards[guard - 1];
      SLIPWAY_TRY(const Words condition, known.value(around.condition));
      if (condition.empty() || (condition[0] != 0) != around.runs_where) return false;
    }
    return true;
  }

  Result<> check_index(const OverrideCheck& check, Expressions& known) {
    SLIPWAY_TRY(const Words index, known.value(check.subject));
    const Type& type = module_.types[check.indexed];
    if (index.empty() || type.kind == TypeKind::runtime_array) return {};
    std::uint32_t count = part_count(type);
    if (type.count_override.valid()) {
      const auto length = values_.size(type.count_override, "length of an array");
      if (!length) return {};  // specialize() says so, with the name of the array
      count = *length;
    }
    const Function& function = module_[check.function];
    const bool is_signed = module_.types[module_.type_of(function, check.subject)].scalar == Scalar::i32;
    const std::int64_t at =
        is_signed ? std::int64_t{static_cast<std::int32_t>(index[0])} : std::int64_t{index[0]};
    if (at < 0 || at >= count)
      broken_.push_back({check.span, true, fmt::format("index {} is out of range (0 to {})", at, count - 1)});
    return {};
  }

  Result<> check_operation(const OverrideCheck& check, Expressions& known) {
    const Inst& inst = module_[check.function][check.subject.inst()];
    std::vector<Words> storage;
    SLIPWAY_TRY(const auto operands, known.operands(inst, check.known, storage));
    auto why = breaks_rule(module_.types, inst.op, inst.type, operands);
    if (!why && check.all_known) {
      SLIPWAY_TRY(const Words words, known.value(check.subject));
      if (!words.empty() && !is_finite(module_.types, inst.type, words)) why = "the value is not finite";
    }
    if (!why) return {};
    broken_.push_back({check.span, false, fmt::format("'{}' fails: {}", info(inst.op).name, *why)});
    if (check.all_known) known.has_no_value(check.subject.inst());
    return {};
  }

  const Module& module_;
  const OverrideChecks& checks_;
  OverrideValues& values_;
  WordBudget budget_;
  std::unordered_map<std::uint32_t, Expressions> functions_;  // by function
  std::vector<BrokenRule> broken_;
};

}  // namespace

Result<std::vector<BrokenRule>> check_overrides(const ValidModule& module, std::uint32_t entry,
                                                const OverrideChecks& checks,
                                                std::span<const OverrideValue> values, SiteId* fault) {
  if (checks.list.empty()) return std::vector<BrokenRule>{};
  OverrideValues all(*module, fault);
  SLIPWAY_TRY_VOID(all.give(values));
  return Checker(*module, checks, all).run(reach(*module, module->entry_points.at(entry).function).functions);
}

}  // namespace slipway::ir
