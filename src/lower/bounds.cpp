#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "lower/emit.h"
#include "lower/loop_counters.h"
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
  struct Check {
    Value inside;
    Value index;  // u32
    Value length;
    ir::SiteId site = 0;
  };
  std::vector<Check> checks;  // CheckMode::trap: the parts of `inside`
};

class BoundsChecker {
 public:
  BoundsChecker(ir::Module& module, ir::FunctionId function, const kernel::Kernel& kernel,
                kernel::CheckMode checks)
      : module_(module),
        kernel_(kernel),
        checks_(checks != kernel::CheckMode::off),
        traps_(checks == kernel::CheckMode::trap),
        rewriter_(module, function),
        emit_(rewriter_.build),
        places_(rewriter_.old().insts.size()),
        region_of_(rewriter_.old().insts.size()),
        load_bounds_(rewriter_.old().insts.size(), unbounded) {
    if (checks_) bound_counters();
  }

  void run() {
    rewriter_.run([&](InstId id, const Inst& inst) { return visit(id, inst); },
                  [&](const Inst& owner, std::uint32_t) {
                    const auto id = static_cast<std::size_t>(&owner - rewriter_.old().insts.data());
                    parents_[rewriter_.build.region()] = region_of_[id];
                  });
  }

 private:
  // Run-time array's variable or none, static length, index.
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

  // Loads of a loop's counter, behind the test at the top of the body, are bounded by the test.
  void bound_counters() {
    const ir::Function& old = rewriter_.old();
    const LoopCounters counters(module_, old);
    ir::for_each_region(old, old.body, [&](ir::RegionId region) {
      for (const InstId id : old[region].insts) {
        if (old[id].op != Op::loop) continue;
        const auto counter = counters.of(id);
        if (counter.has_value() && counter->low >= 0) bound_loads(old.region_of(old[id], 0), *counter);
      }
    });
  }

  void bound_loads(ir::RegionId body, const LoopCounter& counter) {
    const ir::Function& old = rewriter_.old();
    const auto bound = [&](ir::RegionId region, bool behind) {
      for (const InstId id : old[region].insts) {
        if (behind && old[id].op == Op::load && old.operand(id, 0) == Value(counter.variable))
          load_bounds_[id.index] = std::min(load_bounds_[id.index], static_cast<std::uint64_t>(counter.high));
        behind = behind || id == counter.test;
      }
    };
    bound(body, false);
    bool behind = false;
    for (const InstId id : old[body].insts) {
      for (std::uint32_t i = 0; behind && i < old[id].region_count; ++i)
        ir::for_each_region(old, old.region_of(old[id], i), [&](ir::RegionId below) { bound(below, true); });
      behind = behind || id == counter.test;
    }
  }

  bool visit(InstId id, const Inst& inst) {
    if (inst.region_count != 0) region_of_[id.index] = rewriter_.build.region();
    switch (inst.op) {
      case Op::access: places_[id.index] = narrowed(inst); return true;
      case Op::member: {
        Place place = place_of(rewriter_.old().operands_of(inst)[0]);
        place.steps.push_back({inst.type, {}, inst.imm});
        places_[id.index] = std::move(place);
        return true;
      }
      case Op::extract_dynamic:
        if (traps_) check_vector(inst);
        return false;
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
    return {rewriter_.map(pointer), {}, {}, {}};
  }

  Place narrowed(const Inst& inst) {
    Place place = place_of(rewriter_.old().operands_of(inst)[0]);
    const Value index = rewriter_.operand(inst, 1);
    const ir::TypeId base = place.steps.empty() ? emit_.type_of(place.root) : place.steps.back().pointer;
    if (checks_ && !inst.native) {
      const Value inside = check(place, module_.types[base].element, index);
      if (inside.valid()) place.inside = place.inside.valid() ? emit_.bit_and(place.inside, inside) : inside;
      if (inside.valid() && traps_)
        place.checks.push_back({inside, emit_.bitcast(Scalar::u32, index),
                                length_of(place, module_.types[base].element), inst.site});
    }
    place.steps.push_back({inst.type, index, 0});
    return place;
  }

  // Whether `index` is inside an aggregate of type `composite` at `place`; null where that is proven. The
  // index is compared as u32, so that a negative one is large.
  Value check(const Place& place, ir::TypeId composite, Value index) {
    const bool is_runtime = module_.types[composite].kind == TypeKind::runtime_array;
    const std::uint32_t count = fixed_length(composite);
    if (largest(index) < count) return {};
    // A run-time array is the whole of its variable or its last member, so that the variable names it.
    const Key key{is_runtime ? place.root.bits() : UINT32_MAX, count, index.bits()};
    return known(key, [&] {
      return emit_.compare(Op::lt, emit_.bitcast(Scalar::u32, index), length_of(place, composite));
    });
  }

  // 0 for a run-time array.
  std::uint32_t fixed_length(ir::TypeId composite) const {
    const ir::Type& type = module_.types[composite];
    switch (type.kind) {
      case TypeKind::runtime_array: return 0;
      case TypeKind::array: return type.count;
      case TypeKind::matrix: return type.columns;
      default: return type.rows;
    }
  }

  Value length_of(const Place& place, ir::TypeId composite) {
    const bool is_runtime = module_.types[composite].kind == TypeKind::runtime_array;
    return is_runtime ? runtime_length(place) : rewriter_.build.u32(fixed_length(composite));
  }

  // CheckMode::trap: a component of a vector that is a value.
  void check_vector(const Inst& inst) {
    const Value index = rewriter_.operand(inst, 1);
    const Value length = rewriter_.build.u32(
        fixed_length(module_.type_of(rewriter_.old(), rewriter_.old().operands_of(inst)[0])));
    if (largest(index) < module_.constants[length.constant()].bits) return;
    const Value number = emit_.bitcast(Scalar::u32, index);
    trap_unless({emit_.compare(Op::lt, number, length), number, length, inst.site});
  }

  void trap_unless(const Place::Check& check) {
    ir::Builder& build = rewriter_.build;
    const ir::RegionId outside = build.region();
    const ir::SiteId site = build.site();
    const InstId test = build.emit_control(Op::if_, {check.inside}, 2);
    const Inst control = build.function()[test];
    build.set_region(build.function().region_of(control, 0));
    build.terminate(Op::yield);
    build.set_region(build.function().region_of(control, 1));
    build.set_site(check.site);
    build.emit(Op::trap_bounds, module_.types.void_type(), {check.index, check.length});
    build.terminate(Op::yield);
    build.set_site(site);
    build.set_region(outside);
  }

  Value runtime_length(const Place& array) {
    return known({array.root.bits(), 0, UINT32_MAX},
                 [&] { return emit_.op(Op::array_length, module_.types.u32(), {form(array)}); });
  }

  // What was made for `key` in this region or one around it, or else what `make` makes here. One that was
  // made elsewhere is not needed again: the walk has left its region for good.
  template <class Make>
  Value known(const Key& key, Make make) {
    const auto it = known_.find(key);
    if (it != known_.end() && is_around(it->second.first)) return it->second.second;
    const Value value = make();
    known_[key] = {rewriter_.build.region(), value};
    return value;
  }

  // Whether `region` is the one being filled or around it. Regions are numbered after those around them.
  bool is_around(ir::RegionId region) const {
    ir::RegionId at = rewriter_.build.region();
    while (at.valid() && at.index > region.index) at = parent_of(at);
    return at == region;
  }

  ir::RegionId parent_of(ir::RegionId region) const {
    const auto it = parents_.find(region);
    return it == parents_.end() ? ir::RegionId() : it->second;
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
      case Op::load: {
        const auto it = loads_.find(value.inst());
        return it == loads_.end() ? unbounded : it->second;
      }
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
      const Value value = perform(place, inst);
      rewriter_.set(id, value);
      if (load_bounds_[id.index] != unbounded) loads_[value.inst()] = load_bounds_[id.index];
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
    for (const Place::Check& check : place.checks) trap_unless(check);  // the first of them is reported
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
  bool traps_;
  Rewriter rewriter_;
  Emit emit_;
  std::vector<std::optional<Place>> places_;  // by InstId of the old body
  std::vector<ir::RegionId> region_of_;       // by InstId of the old body: where a control instruction went
  std::vector<std::uint64_t> load_bounds_;    // by InstId of the old body: loads of counters
  std::map<InstId, std::uint64_t> loads_;     // the same of the new body
  std::map<ir::RegionId, ir::RegionId> parents_;
  std::map<Key, std::pair<ir::RegionId, Value>> known_;
};

}  // namespace

void check_bounds(ir::Module& module, ir::FunctionId function, const kernel::Kernel& kernel,
                  kernel::CheckMode checks) {
  BoundsChecker(module, function, kernel, checks).run();
}

}  // namespace slipway::lower
