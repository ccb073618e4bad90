#include <optional>

#include "lower/emit.h"
#include "lower/passes.h"
#include "lower/rewrite.h"

namespace slipway::lower {

using ir::Inst;
using ir::InstId;
using ir::Op;
using ir::Scalar;
using ir::TypeKind;
using ir::Value;

namespace {

constexpr std::uint64_t unbounded = UINT64_MAX;

// The path of a pointer from its variable, kept until the pointer is used: only there, under the condition
// that every index is in range, may the target form it.
struct Place {
  struct Step {
    ir::TypeId pointer;  // of the pointer that this step gives
    Value index;         // null for a member
    std::uint32_t member = 0;
  };
  Value root;
  std::vector<Step> steps;
  Value inside;  // bool: every index is in range; null where all are proven
};

class BoundsChecker {
 public:
  BoundsChecker(ir::Module& module, ir::FunctionId function, const kernel::Kernel& kernel,
                kernel::CheckMode checks)
      : module_(module),
        kernel_(kernel),
        checks_(checks != kernel::CheckMode::off),
        rewriter_(module, function),
        emit_(rewriter_.build),
        places_(rewriter_.old().insts.size()) {}

  void run() {
    rewriter_.run([&](InstId id, const Inst& inst) { return visit(id, inst); });
  }

 private:
  bool visit(InstId id, const Inst& inst) {
    switch (inst.op) {
      case Op::access: places_[id.index] = narrowed(inst); return true;
      case Op::member: {
        Place place = place_of(rewriter_.old().operands_of(inst)[0]);
        place.steps.push_back({inst.type, {}, inst.imm});
        places_[id.index] = std::move(place);
        return true;
      }
      case Op::array_length: {
        const Value array = form(place_of(rewriter_.old().operands_of(inst)[0]));
        rewriter_.set(id, emit_.op(Op::array_length, inst.type, {array}));
        return true;
      }
      default: break;
    }
    const auto traits = ir::info(inst.op).traits;
    const bool touches =
        (traits & ir::trait::total) != 0 && (traits & (ir::trait::reads | ir::trait::writes)) != 0;
    if (!touches) return false;
    use(id, inst);
    return true;
  }

  Place place_of(Value pointer) {
    if (pointer.is_inst() && places_[pointer.inst().index].has_value()) return *places_[pointer.inst().index];
    return {rewriter_.map(pointer), {}, {}};
  }

  Place narrowed(const Inst& inst) {
    Place place = place_of(rewriter_.old().operands_of(inst)[0]);
    const Value index = rewriter_.operand(inst, 1);
    const ir::TypeId base = place.steps.empty() ? emit_.type_of(place.root) : place.steps.back().pointer;
    if (checks_ && !inst.native) {
      const Value inside = check(place, module_.types[base].element, index);
      if (inside.valid()) place.inside = place.inside.valid() ? emit_.bit_and(place.inside, inside) : inside;
    }
    place.steps.push_back({inst.type, index, 0});
    return place;
  }

  // Whether `index` is inside an aggregate of type `composite` at `place`; null where that is proven. The
  // index is compared as u32, so that a negative one is large.
  Value check(const Place& place, ir::TypeId composite, Value index) {
    const ir::Type& type = module_.types[composite];
    Value length;
    if (type.kind == TypeKind::runtime_array) {
      Place array = place;
      array.inside = {};
      length = emit_.op(Op::array_length, module_.types.u32(), {form(array)});
    } else {
      const std::uint32_t count = type.kind == TypeKind::array    ? type.count
                                  : type.kind == TypeKind::matrix ? type.columns
                                                                  : type.rows;
      if (largest(index) < count) return {};
      length = rewriter_.build.u32(count);
    }
    return emit_.compare(Op::lt, emit_.bitcast(Scalar::u32, index), length);
  }

  // An upper bound of an index, as u32, from how it was made.
  std::uint64_t largest(Value value, unsigned depth = 0) {
    if (value.is_constant()) return module_.constants[value.constant()].bits;
    if (!value.is_inst() || depth == 8) return unbounded;
    const ir::Function& function = rewriter_.build.function();
    const Inst& inst = function[value.inst()];
    const auto operands = function.operands_of(inst);
    const bool is_unsigned = module_.types[inst.type].scalar == Scalar::u32;
    switch (inst.op) {
      case Op::bit_and: return std::min(largest(operands[0], depth + 1), largest(operands[1], depth + 1));
      case Op::min:
        if (!is_unsigned) return unbounded;
        return std::min(largest(operands[0], depth + 1), largest(operands[1], depth + 1));
      case Op::rem: {
        if (!is_unsigned || !operands[1].is_constant()) return unbounded;
        const std::uint64_t divisor = module_.constants[operands[1].constant()].bits;
        return divisor == 0 ? 0 : divisor - 1;
      }
      case Op::shr:
        if (!is_unsigned || !operands[1].is_constant()) return unbounded;
        return std::min<std::uint64_t>(largest(operands[0], depth + 1), UINT32_MAX) >>
               (module_.constants[operands[1].constant()].bits & 31U);
      case Op::bitcast:
      case Op::convert:
        if (!ir::is_integer(emit_.scalar_of(operands[0]))) return unbounded;
        return largest(operands[0], depth + 1);
      case Op::builtin:
        if (static_cast<ir::BuiltinInput>(inst.imm) != ir::BuiltinInput::local_invocation_index)
          return unbounded;
        return std::uint64_t{size(0)} * size(1) * size(2) - 1;
      case Op::extract: {
        if (!operands[0].is_inst()) return unbounded;
        const Inst& source = function[operands[0].inst()];
        const bool local = source.op == Op::builtin &&
                           static_cast<ir::BuiltinInput>(source.imm) == ir::BuiltinInput::local_invocation_id;
        return local ? size(inst.imm) - 1 : unbounded;
      }
      default: return unbounded;
    }
  }

  std::uint32_t size(std::uint32_t axis) const { return kernel_.workgroup_size[axis]; }

  Value form(const Place& place) {
    Value at = place.root;
    for (const Place::Step& step : place.steps)
      at = step.index.valid() ? emit_.native(Op::access, step.pointer, {at, step.index})
                              : emit_.op(Op::member, step.pointer, {at}, step.member);
    return at;
  }

  // A load, store or atomic through the pointer that is its first operand.
  void use(InstId id, const Inst& inst) {
    const Place place = place_of(rewriter_.old().operands_of(inst)[0]);
    if (!place.inside.valid()) {
      rewriter_.set(id, perform(place, inst));
      return;
    }
    ir::Builder& build = rewriter_.build;
    const ir::RegionId outside = build.region();
    const InstId test = build.emit_control(Op::if_, {place.inside}, 2);
    const Inst control = build.function()[test];
    const bool has_value = inst.type != module_.types.void_type();
    build.set_region(build.function().region_of(control, 0));
    const Value value = perform(place, inst);
    has_value ? build.terminate(Op::yield, {value}) : build.terminate(Op::yield);
    build.set_region(build.function().region_of(control, 1));
    has_value ? build.terminate(Op::yield, {build.zero(inst.type)}) : build.terminate(Op::yield);
    build.set_region(outside);
    if (has_value) rewriter_.set(id, build.emit_result(test, inst.type, 0));
  }

  Value perform(const Place& place, const Inst& inst) {
    std::vector<Value> operands = rewriter_.operands_behind(inst, 1);
    operands.insert(operands.begin(), form(place));
    const InstId made = rewriter_.build.emit(inst.op, inst.type, operands, inst.imm);
    rewriter_.build.function()[made].native = true;
    return made;
  }

  ir::Module& module_;
  const kernel::Kernel& kernel_;
  bool checks_;
  Rewriter rewriter_;
  Emit emit_;
  std::vector<std::optional<Place>> places_;  // by InstId of the old body
};

}  // namespace

void check_bounds(ir::Module& module, ir::FunctionId function, const kernel::Kernel& kernel,
                  kernel::CheckMode checks) {
  BoundsChecker(module, function, kernel, checks).run();
}

}  // namespace slipway::lower
