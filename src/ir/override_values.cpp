#include "ir/override_values.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "ir/arith.h"
#include "ir/evaluate.h"
#include "ir/override_checks.h"

namespace slipway::ir {
namespace {

std::string name_of(const Module& module, OverrideId id) {
  const Override& o = module[id];
  if (!o.name.empty()) return fmt::format("override '{}'", o.name);
  return o.id.has_value() ? fmt::format("override with id {}", *o.id) : "override expression";
}

Result<std::uint32_t> out_of_range(const Module& module, OverrideId id, double value,
                                   std::string_view expected) {
  return fail(ErrorCode::invalid_argument,
              fmt::format("value {} of {} is not {}", value, name_of(module, id), expected));
}

// The bits of `value` in the override's type.
Result<std::uint32_t> converted(const Module& module, OverrideId id, double value) {
  switch (module.types[module[id].type].scalar) {
    case Scalar::boolean: return value != 0 && !std::isnan(value) ? 1 : 0;
    case Scalar::i32:
      if (!(value >= -2147483648.0 && value <= 2147483647.0) || std::trunc(value) != value)
        return out_of_range(module, id, value, "an i32: a whole number from -2147483648 to 2147483647");
      return static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
    case Scalar::u32:
      if (!(value >= 0 && value <= 4294967295.0) || std::trunc(value) != value)
        return out_of_range(module, id, value, "a u32: a whole number from 0 to 4294967295");
      return static_cast<std::uint32_t>(value);
    case Scalar::f32: {
      const std::uint32_t bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
      if (!std::isfinite(std::bit_cast<float>(bits))) return out_of_range(module, id, value, "a finite f32");
      return bits;
    }
    case Scalar::f16: {
      const std::uint32_t bits = arith::narrow_half(value);
      if (!std::isfinite(arith::widen_half(bits))) return out_of_range(module, id, value, "a finite f16");
      return bits;
    }
  }
  SLIPWAY_UNREACHABLE();
}

// Runs an initialiser: pure operations, ifs and results. The verifier has bounded how deep regions nest.
class Initializer {
 public:
  Initializer(const Module& module, OverrideValues& values, OverrideId id)
      : module_(module), values_(values), id_(id), function_(module[module[id].initializer]) {
    results_.resize(function_.insts.size());
  }

  Result<std::vector<std::uint32_t>> run() {
    SLIPWAY_TRY(const InstId end, run_region(function_.body));
    if (function_[end].op != Op::return_)
      return fail(ErrorCode::internal,
                  fmt::format("initialiser of {} does not return", name_of(module_, id_)));
    return words_of(function_.operand(end, 0));
  }

 private:
  using Words = std::vector<std::uint32_t>;

  // Runs to the region's terminator and returns it.
  Result<InstId> run_region(RegionId region) {
    const auto& insts = function_[region].insts;
    for (std::size_t i = 0; i + 1 < insts.size(); ++i) {
      const Inst& inst = function_[insts[i]];
      if (inst.op == Op::if_) {
        const bool taken = words_of(function_.operands_of(inst)[0])[0] != 0;
        SLIPWAY_TRY(const InstId end, run_region(function_.region_of(inst, taken ? 0 : 1)));
        if (function_[end].op != Op::yield) return end;
        for (; i + 2 < insts.size() && function_[insts[i + 1]].op == Op::result; ++i)
          results_[insts[i + 1].index] = words_of(function_.operand(end, function_[insts[i + 1]].imm));
      } else if (inst.op == Op::override_ref) {
        SLIPWAY_TRY(const auto words, values_.value(OverrideId(inst.imm)));
        results_[insts[i].index].assign(words.begin(), words.end());
      } else {
        SLIPWAY_TRY_VOID(run_operation(insts[i], inst));
      }
    }
    return insts.back();
  }

  Result<> run_operation(InstId id, const Inst& inst) {
    std::vector<Words> words;
    std::vector<Operand> operands;
    for (const Value value : function_.operands_of(inst)) words.push_back(words_of(value));
    operands.reserve(words.size());
    for (std::size_t i = 0; i < words.size(); ++i)
      operands.push_back({module_.type_of(function_, function_.operands_of(inst)[i]), words[i].data()});
    if (!is_evaluable(inst.op))
      return fail(ErrorCode::internal, fmt::format("'{}' in an override's initialiser", info(inst.op).name));
    if (const auto why = breaks_rule(module_.types, inst.op, inst.type, operands))
      return values_.fail_at(
          site_of(inst), fmt::format("{}: '{}' fails: {}", name_of(module_, id_), info(inst.op).name, *why));
    const std::size_t size = word_count(module_.types, inst.type);
    if (!budget_.take(size))
      return fail(ErrorCode::unsupported,
                  fmt::format("{} needs more than {} words for the values of its parts",
                              name_of(module_, id_), WordBudget::most));
    Words result(size);
    evaluate(module_.types, inst.op, inst.type, inst.imm, operands, result.data());
    if (!is_finite(module_.types, inst.type, result))
      return values_.fail_at(site_of(inst), fmt::format("{}: '{}' gives a value that is not finite",
                                                        name_of(module_, id_), info(inst.op).name));
    results_[id.index] = std::move(result);
    return {};
  }

  SiteId site_of(const Inst& inst) const { return inst.site != 0 ? inst.site : module_[id_].site; }

  Words words_of(Value value) const {
    if (value.is_constant()) return flatten(module_.types, module_.constants, value.constant());
    return results_.at(value.inst().index);
  }

  const Module& module_;
  OverrideValues& values_;
  OverrideId id_;
  const Function& function_;
  std::vector<Words> results_;  // by instruction
  WordBudget budget_;
};

}  // namespace

bool is_finite(const TypeTable& types, TypeId type, std::span<const std::uint32_t> words) {
  const Type& t = types[type];
  if (t.kind == TypeKind::array || t.kind == TypeKind::structure || !is_float(t.scalar)) return true;
  return std::ranges::all_of(words, [&](std::uint32_t word) {
    return t.scalar == Scalar::f32 ? std::isfinite(std::bit_cast<float>(word))
                                   : std::isfinite(arith::widen_half(word));
  });
}

Result<> OverrideValues::give(std::span<const OverrideValue> values) {
  for (const auto& [key, value] : values) {
    std::size_t found = 0;
    while (found < module_.overrides.size()) {
      const Override& o = module_.overrides[found];
      if ((!o.name.empty() && o.name == key) || (o.id.has_value() && std::to_string(*o.id) == key)) break;
      ++found;
    }
    if (found == module_.overrides.size())
      return fail(ErrorCode::invalid_argument, fmt::format("program has no override '{}'", key));
    if (!words_[found].empty())
      return fail(ErrorCode::invalid_argument,
                  fmt::format("{} is given two values", name_of(module_, OverrideId(found))));
    SLIPWAY_TRY(const std::uint32_t word, converted(module_, OverrideId(found), value));
    words_[found] = {word};
    any_given_ = true;
  }
  return {};
}

Result<std::span<const std::uint32_t>> OverrideValues::value(OverrideId id) {
  if (!words_.at(id.index).empty()) return words_[id.index];
  // What the initialiser depends on comes first, so that long chains of overrides cost no stack.
  std::vector<OverrideId> stack{id};
  while (!stack.empty()) {
    const OverrideId next = stack.back();
    const std::size_t size = stack.size();
    const Override& o = module_[next];
    if (!words_[next.index].empty()) {
      stack.pop_back();
      continue;
    }
    if (!o.initializer.valid()) {
      if (fault_ != nullptr) *fault_ = 0;  // the program is right: a value is missing
      return fail(ErrorCode::invalid_argument,
                  fmt::format("{} has no default and no value was given", name_of(module_, next)));
    }
    const Function& init = module_[o.initializer];
    for_each_region(init, init.body, [&](RegionId region) {
      for (const InstId inst : init[region].insts)
        if (init[inst].op == Op::override_ref && words_[init[inst].imm].empty())
          stack.emplace_back(init[inst].imm);
    });
    if (stack.size() != size) continue;
    SLIPWAY_TRY(words_[next.index], Initializer(module_, *this, next).run());
    stack.pop_back();
  }
  return words_[id.index];
}

Result<std::uint32_t> OverrideValues::size(OverrideId id, std::string_view what) {
  SLIPWAY_TRY(const auto words, value(id));
  const std::uint32_t bits = words[0];
  const bool is_signed = module_.types[module_[id].type].scalar == Scalar::i32;
  const auto number = is_signed ? std::int64_t{static_cast<std::int32_t>(bits)} : std::int64_t{bits};
  if (number >= 1) return bits;
  return fail_at(module_[id].site, fmt::format("{} is {}, which {} gives; it must be at least 1", what,
                                               number, name_of(module_, id)));
}

}  // namespace slipway::ir
