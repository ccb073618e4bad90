#include "ir/reach.h"
#include "lower/emit.h"
#include "lower/passes.h"
#include "lower/rewrite.h"

namespace slipway::lower {

using ir::Op;
using ir::TypeId;
using ir::TypeKind;
using ir::Value;

namespace {

// Arrays up to this many rounds of the whole workgroup are cleared by straight code.
constexpr std::uint32_t straight_rounds = 8;

bool holds_atomics(const ir::TypeTable& types, TypeId id) {
  const ir::Type& type = types[id];
  if (type.kind == TypeKind::atomic) return true;
  if (type.kind == TypeKind::array) return holds_atomics(types, type.element);
  for (const ir::Member& member : type.members)
    if (holds_atomics(types, member.type)) return true;
  return false;
}

class Zeroer {
 public:
  Zeroer(ir::Builder& build, const kernel::Kernel& kernel)
      : build_(build),
        emit_(build),
        invocations_(kernel.workgroup_size[0] * kernel.workgroup_size[1] * kernel.workgroup_size[2]) {
    lane_ = emit_.op(Op::builtin, emit_.types().u32(), {},
                     static_cast<std::uint32_t>(ir::BuiltinInput::local_invocation_index));
  }

  // The elements of an array are dealt out; anything else is for invocation 0.
  void variable(Value address, TypeId type) {
    if (emit_.types()[type].kind != TypeKind::array) {
      under(emit_.compare(Op::eq, lane_, build_.u32(0)), [&] { clear(address, type); });
      return;
    }
    const std::uint32_t count = emit_.types()[type].count;
    const std::uint32_t rounds = (count + invocations_ - 1) / invocations_;
    if (rounds > straight_rounds) {
      loop(lane_, count, invocations_,
           [&](Value index) { clear(element(address, type, index), child(type)); });
      return;
    }
    for (std::uint32_t round = 0; round < rounds; ++round) {
      const Value index = round == 0 ? lane_ : emit_.add(lane_, build_.u32(round * invocations_));
      const auto one = [&] { clear(element(address, type, index), child(type)); };
      if ((round + 1) * invocations_ <= count)
        one();
      else
        under(emit_.compare(Op::lt, index, build_.u32(count)), one);
    }
  }

 private:
  TypeId child(TypeId array) const { return emit_.types()[array].element; }

  Value element(Value address, TypeId array, Value index) {
    return emit_.native(Op::access, pointer(address, child(array)), {address, index});
  }

  TypeId pointer(Value like, TypeId element) {
    const ir::Type& type = emit_.types()[emit_.type_of(like)];
    return emit_.types().pointer(type.space, element, type.access);
  }

  // Recursion follows the nesting of types, which WGSL bounds at 255.
  void clear(Value address, TypeId id) {
    const ir::Type& type = emit_.types()[id];
    const TypeId nothing = emit_.types().void_type();
    if (type.kind == TypeKind::atomic) {
      emit_.native(Op::atomic_store, nothing, {address, build_.zero(emit_.types().scalar(type.scalar))});
    } else if (type.kind == TypeKind::structure) {
      for (std::uint32_t i = 0; i < type.members.size(); ++i) {
        const TypeId member = type.members[i].type;
        clear(emit_.op(Op::member, pointer(address, member), {address}, i), member);
      }
    } else if (type.kind == TypeKind::array && (type.count > 16 || holds_atomics(emit_.types(), id))) {
      loop(build_.u32(0), type.count, 1, [&](Value index) { clear(element(address, id, index), child(id)); });
    } else {
      emit_.native(Op::store, nothing, {address, build_.zero(id)});
    }
  }

  template <class Body>
  void under(Value condition, Body body) {
    const ir::RegionId outside = build_.region();
    const ir::InstId test = build_.emit_control(Op::if_, {condition}, 2);
    const ir::Inst control = build_.function()[test];
    build_.set_region(build_.function().region_of(control, 0));
    body();
    build_.terminate(Op::yield);
    build_.set_region(build_.function().region_of(control, 1));
    build_.terminate(Op::yield);
    build_.set_region(outside);
  }

  // for (var index = start; index < count; index += step) body(index)
  template <class Body>
  void loop(Value start, std::uint32_t count, std::uint32_t step, Body body) {
    const ir::RegionId outside = build_.region();
    const TypeId u32 = emit_.types().u32();
    const TypeId counter_type =
        emit_.types().pointer(ir::AddressSpace::function, u32, ir::Access::read_write);
    const Value counter = emit_.op(Op::var, counter_type, {start});
    const ir::InstId id = build_.emit_control(Op::loop, {}, 2);
    const ir::Inst control = build_.function()[id];
    build_.set_region(build_.function().region_of(control, 0));
    const Value index = emit_.native(Op::load, u32, {counter});
    const ir::InstId test =
        build_.emit_control(Op::if_, {emit_.compare(Op::lt, index, build_.u32(count))}, 2);
    const ir::Inst test_control = build_.function()[test];
    const ir::RegionId inside = build_.region();
    build_.set_region(build_.function().region_of(test_control, 0));
    build_.terminate(Op::yield);
    build_.set_region(build_.function().region_of(test_control, 1));
    build_.terminate(Op::break_);
    build_.set_region(inside);
    body(index);
    build_.terminate(Op::continue_);
    build_.set_region(build_.function().region_of(control, 1));
    const Value next = emit_.add(emit_.native(Op::load, u32, {counter}), build_.u32(step));
    emit_.native(Op::store, emit_.types().void_type(), {counter, next});
    build_.terminate(Op::iterate);
    build_.set_region(outside);
  }

  ir::Builder& build_;
  Emit emit_;
  std::uint32_t invocations_;
  Value lane_;
};

}  // namespace

void zero_workgroup_memory(ir::Module& module, ir::FunctionId entry, const kernel::Kernel& kernel) {
  if (kernel.workgroup_bytes == 0) return;
  const std::vector<bool> used = ir::reach(module, entry).globals;
  std::vector<ir::GlobalId> variables;
  for (std::size_t i = 0; i < module.globals.size(); ++i)
    if (used[i] && module.types[module.globals[i].type].space == ir::AddressSpace::workgroup)
      variables.emplace_back(i);
  if (variables.empty()) return;
  Rewriter rewriter(module, entry);
  Zeroer zeroer(rewriter.build, kernel);
  for (const ir::GlobalId variable : variables)
    zeroer.variable(variable, module.types[module[variable].type].element);
  rewriter.build.emit(Op::workgroup_barrier, module.types.void_type(), {});
  rewriter.run([](ir::InstId, const ir::Inst&) { return false; });
}

}  // namespace slipway::lower
