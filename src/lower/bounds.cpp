#include <algorithm>
#include <map>
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

// A step on the path of a pointer from its variable, kept until the pointer is used: only there, under the
// condition that every index is in range, may the target form it.
struct Step {
  Value root;            // the variable
  std::uint32_t before;  // the step that this one goes on from, or `none`
  ir::TypeId pointer;    // of the pointer that this step gives
  Value index;           // null for a member
  std::uint32_t member = 0;
  Value inside;  // bool: every index up to here is in range; null where all are proven
  Value here;    // bool: this step's index is; null where that is proven
  struct Check {
    Value inside;  // of this step's index; null where that is proven
    Value index;   // u32
    Value length;
    ir::SiteId site = 0;
  } check;  // CheckMode::trap
};
constexpr std::uint32_t none = UINT32_MAX;

// A pointer: its variable and its last step, or `none`.
struct Place {
  Value root;
  std::uint32_t last = none;
};

class BoundsChecker {
 public:
  BoundsChecker(ir::Module& module, ir::FunctionId function, kernel::Kernel& kernel, kernel::CheckMode checks,
                bool selects)
      : module_(module),
        kernel_(kernel),
        checks_(checks != kernel::CheckMode::off),
        traps_(checks == kernel::CheckMode::trap),
        selects_(selects && !traps_),
        rewriter_(module, function),
        emit_(rewriter_.build),
        step_of_(rewriter_.function().insts.size(), none),
        load_bounds_(rewriter_.function().insts.size(), unbounded) {
    if (checks_) bound_counters();
  }

  void run() {
    rewriter_.run([&](InstId id, const Inst& inst) { return visit(id, inst); });
  }

 private:
  // Run-time array's variable or none, static length, index.
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

  // Loads of a loop's counter, behind the test at the top of the body, are bounded by the test.
  void bound_counters() {
    const ir::Function& function = rewriter_.function();
    if (std::ranges::none_of(function.insts, [](const Inst& inst) { return inst.op == Op::loop; })) return;
    const LoopCounters counters(module_, function);
    ir::for_each_region(function, function.body, [&](ir::RegionId region) {
      for (const InstId id : function[region].insts) {
        if (function[id].op != Op::loop) continue;
        const auto counter = counters.of(id);
        if (counter.has_value() && counter->low >= 0)
          bound_loads(function.region_of(function[id], 0), *counter);
      }
    });
  }

  void bound_loads(ir::RegionId body, const LoopCounter& counter) {
    const ir::Function& function = rewriter_.function();
    const auto bound = [&](ir::RegionId region, bool behind) {
      for (const InstId id : function[region].insts) {
        if (behind && function[id].op == Op::load && function.operand(id, 0) == Value(counter.variable))
          load_bounds_[id.index] = std::min(load_bounds_[id.index], static_cast<std::uint64_t>(counter.high));
        behind = behind || id == counter.test;
      }
    };
    bound(body, false);
    bool behind = false;
    for (const InstId id : function[body].insts) {
      for (std::uint32_t i = 0; behind && i < function[id].region_count; ++i)
        ir::for_each_region(function, function.region_of(function[id], i),
                            [&](ir::RegionId below) { bound(below, true); });
      behind = behind || id == counter.test;
    }
  }

  bool visit(InstId id, const Inst& inst) {
    switch (inst.op) {
      case Op::access: narrow(id, inst); return true;
      case Op::member: {
        const Place place = place_of(rewriter_.function().operands_of(inst)[0]);
        add_step(id, {place.root, place.last, inst.type, {}, inst.imm, inside_of(place), {}, {}});
        return true;
      }
      case Op::extract_dynamic:
        if (traps_) check_vector(inst);
        return false;
      case Op::array_length: {
        const Value array = form(place_of(rewriter_.function().operands_of(inst)[0]));
        rewriter_.set(id, emit_.op(Op::array_length, inst.type, {array}));
        return true;
      }
      default: break;
    }
    const auto traits = ir::info(inst.op).traits;
    const bool touches = inst.op != Op::var && (traits & ir::trait::total) != 0 &&
                         (traits & (ir::trait::reads | ir::trait::writes)) != 0;
    if (!touches) return false;
    use(id, inst);
    return true;
  }

  Place place_of(Value pointer) const {
    const std::uint32_t step = pointer.is_inst() ? step_of_[pointer.inst().index] : none;
    return step == none ? Place{rewriter_.map(pointer)} : Place{steps_[step].root, step};
  }
  Value inside_of(const Place& place) const {
    return place.last == none ? Value() : steps_[place.last].inside;
  }
  void add_step(InstId id, const Step& step) {
    step_of_[id.index] = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back(step);
  }

  void narrow(InstId id, const Inst& inst) {
    const Place place = place_of(rewriter_.function().operands_of(inst)[0]);
    const Value index = rewriter_.operand(inst, 1);
    Step step{place.root, place.last, inst.type, index, 0, inside_of(place), {}, {}};
    const ir::TypeId base = place.last == none ? emit_.type_of(place.root) : steps_[place.last].pointer;
    const ir::TypeId composite = module_.types[base].element;
    const Value inside = checks_ && !inst.native ? check(place, composite, index) : Value();
    step.here = inside;
    if (inside.valid()) {
      step.inside = step.inside.valid() ? emit_.bit_and(step.inside, inside) : inside;
      if (traps_)
        step.check = {inside, emit_.bitcast(Scalar::u32, index), length_of(place, composite), inst.site};
    }
    add_step(id, step);
  }

  // Whether `index` is inside an aggregate of type `composite` at `place`; null where that is proven. The
  // index is compared as u32, so that a negative one is large.
  Value check(const Place& place, ir::TypeId composite, Value index) {
    const bool is_runtime = module_.types[composite].kind == TypeKind::runtime_array;
    const std::uint32_t count = fixed_length(composite);
    if (largest(index) < count) {
      kernel_.notes.checks_proven += 1;
      return {};
    }
    // A run-time array is the whole of its variable or its last member, so that the variable names it.
    const Key key{is_runtime ? place.root.bits() : UINT32_MAX, count, index.bits()};
    bool is_made = false;
    const Value inside = known(key, [&] {
      is_made = true;
      return emit_.compare(Op::lt, emit_.bitcast(Scalar::u32, index), length_of(place, composite));
    });
    (is_made ? kernel_.notes.checks_emitted : kernel_.notes.checks_shared) += 1;
    return inside;
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
        fixed_length(module_.type_of(rewriter_.function(), rewriter_.function().operands_of(inst)[0])));
    if (largest(index) < module_.constants[length.constant()].bits) {
      kernel_.notes.checks_proven += 1;
      return;
    }
    kernel_.notes.checks_emitted += 1;
    const Value number = emit_.bitcast(Scalar::u32, index);
    trap_unless({emit_.compare(Op::lt, number, length), number, length, inst.site});
  }

  void trap_unless(const Step::Check& check) {
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
    if (it != known_.end() && rewriter_.is_open(it->second.first)) return it->second.second;
    const Value value = make();
    known_[key] = {rewriter_.build.region(), value};
    return value;
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

  // The steps of `place`, first to last; until the next call.
  const std::vector<std::uint32_t>& steps_of(const Place& place) {
    path_.clear();
    for (std::uint32_t i = place.last; i != none; i = steps_[i].before) path_.push_back(i);
    std::ranges::reverse(path_);
    return path_;
  }

  Value form(const Place& place) {
    Value at = place.root;
    for (const std::uint32_t i : steps_of(place)) {
      const Step& step = steps_[i];
      at = step.index.valid() ? emit_.native(Op::access, step.pointer, {at, step.index})
                              : emit_.op(Op::member, step.pointer, {at}, step.member);
    }
    return at;
  }

  // A load, store or atomic through the pointer that is its first operand.
  void use(InstId id, const Inst& inst) {
    const Place place = place_of(rewriter_.function().operands_of(inst)[0]);
    const Value inside = inside_of(place);
    if (!inside.valid()) {
      const Value value = perform(place, inst);
      rewriter_.set(id, value);
      if (load_bounds_[id.index] != unbounded) loads_[value.inst()] = load_bounds_[id.index];
      return;
    }
    if (selects_ && inst.op == Op::load && is_plain(inst.type)) return select(id, place, inst);
    ir::Builder& build = rewriter_.build;
    const ir::RegionId outside = build.region();
    const InstId test = build.emit_control(Op::if_, {inside}, 2);
    const Inst control = build.function()[test];
    const bool has_value = inst.type != module_.types.void_type();
    build.set_region(build.function().region_of(control, 0));
    const Value value = perform(place, inst);
    has_value ? build.terminate(Op::yield, {value}) : build.terminate(Op::yield);
    build.set_region(build.function().region_of(control, 1));
    if (traps_)
      for (const std::uint32_t i : steps_of(place))  // the first that is outside is reported
        if (steps_[i].check.inside.valid()) trap_unless(steps_[i].check);
    has_value ? build.terminate(Op::yield, {build.zero(inst.type)}) : build.terminate(Op::yield);
    build.set_region(outside);
    if (has_value) rewriter_.set(id, build.emit_result(test, inst.type, 0));
  }

  bool is_plain(ir::TypeId id) const {
    const TypeKind kind = module_.types[id].kind;
    return kind == TypeKind::scalar || kind == TypeKind::vector;
  }

  // A load from the place where each index that is out of range is 0, of which zero is taken in its stead. An
  // empty run-time array has no such place: that is for the target to load from without harm.
  void select(InstId id, const Place& place, const Inst& inst) {
    Value at = place.root;
    bool native = true;
    for (const std::uint32_t i : steps_of(place)) {
      const Step& step = steps_[i];
      if (!step.index.valid()) {
        at = emit_.op(Op::member, step.pointer, {at}, step.member);
        continue;
      }
      if (!step.here.valid()) {
        at = rewriter_.build.emit(Op::access, step.pointer, {at, step.index});
      } else {
        const ir::TypeId array = module_.types[emit_.type_of(at)].element;
        native = native && module_.types[array].kind != TypeKind::runtime_array;
        const Value zero = rewriter_.build.zero(emit_.type_of(step.index));
        at = emit_.op(Op::access, step.pointer, {at, emit_.select(zero, step.index, step.here)});
      }
      rewriter_.build.function()[at.inst()].native = native;
    }
    const Value loaded = emit_.op(Op::load, inst.type, {at});
    rewriter_.build.function()[loaded.inst()].native = native;
    const Value inside = inside_of(place);
    rewriter_.set(id, emit_.select(rewriter_.build.zero(inst.type), loaded, inside));
  }

  Value perform(const Place& place, const Inst& inst) {
    operands_.assign({form(place)});
    for (std::uint32_t i = 1; i < inst.operand_count; ++i) operands_.push_back(rewriter_.operand(inst, i));
    const InstId made = rewriter_.build.emit(inst.op, inst.type, operands_, inst.imm);
    rewriter_.build.function()[made].native = true;
    return made;
  }

  ir::Module& module_;
  kernel::Kernel& kernel_;
  bool checks_;
  bool traps_;
  bool selects_;
  Rewriter rewriter_;
  Emit emit_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> step_of_;      // by InstId: of a pointer, or `none`
  std::vector<std::uint64_t> load_bounds_;  // by InstId: loads of counters
  std::map<InstId, std::uint64_t> loads_;   // the same of those that replace them
  std::vector<std::uint32_t> path_;
  std::vector<Value> operands_;
  std::map<Key, std::pair<ir::RegionId, Value>> known_;
};

}  // namespace

void check_bounds(ir::Module& module, ir::FunctionId function, kernel::Kernel& kernel,
                  kernel::CheckMode checks, bool selects) {
  BoundsChecker(module, function, kernel, checks, selects).run();
}

}  // namespace slipway::lower
