#include "lower/clear.h"

#include <algorithm>

namespace slipway::lower {

using ir::Op;
using ir::TypeId;
using ir::TypeKind;
using ir::Value;

namespace {

// Elements of an array that one round of a loop clears, and the longest array that is cleared without one.
// Rounds are dear where a driver counts them.
constexpr std::uint32_t elements_of_a_round = 16;

bool holds_atomics(const ir::TypeTable& types, TypeId id) {
  const ir::Type& type = types[id];
  if (type.kind == TypeKind::atomic) return true;
  if (type.kind == TypeKind::array) return holds_atomics(types, type.element);
  return std::ranges::any_of(type.members,
                             [&](const ir::Member& member) { return holds_atomics(types, member.type); });
}

}  // namespace

Value Clearer::element(Value address, TypeId array, Value index) {
  return emit_.native(Op::access, pointer(address, emit_.types()[array].element), {address, index});
}

TypeId Clearer::pointer(Value like, TypeId element) {
  const ir::Type& type = emit_.types()[emit_.type_of(like)];
  return emit_.types().pointer(type.space, element, type.access);
}

// Recursion follows the nesting of types, which WGSL bounds at 255.
void Clearer::clear(Value address, TypeId id) {
  const ir::Type type = emit_.types()[id];
  const TypeId nothing = emit_.types().void_type();
  if (type.kind == TypeKind::atomic) {
    emit_.native(Op::atomic_store, nothing, {address, build_->zero(emit_.types().scalar(type.scalar))});
  } else if (type.kind == TypeKind::structure) {
    for (std::uint32_t i = 0; i < type.members.size(); ++i) {
      const TypeId member = type.members[i].type;
      clear(emit_.op(Op::member, pointer(address, member), {address}, i), member);
    }
  } else if (type.kind == TypeKind::array && (ir::scalar_count(emit_.types(), id) > elements_of_a_round ||
                                              holds_atomics(emit_.types(), id))) {
    clear_array(address, id);
  } else {
    emit_.native(Op::store, nothing, {address, build_->zero(id)});
  }
}

void Clearer::clear_array(Value address, TypeId id) {
  const TypeId element_type = emit_.types()[id].element;
  const std::uint32_t count = emit_.types()[id].count;
  const bool small = ir::scalar_count(emit_.types(), element_type) <= elements_of_a_round;
  const std::uint32_t step = small ? elements_of_a_round : 1;
  const std::uint32_t whole = count / step * step;
  const auto clear_from = [&](Value first, std::uint32_t elements) {
    for (std::uint32_t i = 0; i < elements; ++i) {
      const Value index = i == 0 ? first : emit_.add(first, build_->u32(i));
      clear(element(address, id, index), element_type);
    }
  };
  if (whole != 0) loop(build_->u32(0), whole, step, [&](Value index) { clear_from(index, step); });
  for (std::uint32_t i = whole; i < count; ++i) clear_from(build_->u32(i), 1);
}

Clearer::Loop Clearer::begin_loop(Value start, std::uint32_t count) {
  Loop made{.outside = build_->region(), .continuing = {}, .counter = {}, .index = {}};
  const TypeId u32 = emit_.types().u32();
  const TypeId counter_type = emit_.types().pointer(ir::AddressSpace::function, u32, ir::Access::read_write);
  made.counter = emit_.op(Op::var, counter_type, {start});
  const ir::InstId id = build_->emit_control(Op::loop, {}, 2);
  const ir::Inst control = build_->function()[id];
  const ir::RegionId body = build_->function().region_of(control, 0);
  made.continuing = build_->function().region_of(control, 1);
  build_->set_region(body);
  made.index = emit_.native(Op::load, u32, {made.counter});
  const ir::InstId test =
      build_->emit_control(Op::if_, {emit_.compare(Op::lt, made.index, build_->u32(count))}, 2);
  const ir::Inst test_control = build_->function()[test];
  build_->set_region(build_->function().region_of(test_control, 0));
  build_->terminate(Op::yield);
  build_->set_region(build_->function().region_of(test_control, 1));
  build_->terminate(Op::break_);
  build_->set_region(body);
  return made;
}

void Clearer::end_loop(const Loop& made, std::uint32_t step) {
  build_->terminate(Op::continue_);
  build_->set_region(made.continuing);
  const TypeId u32 = emit_.types().u32();
  const Value next = emit_.add(emit_.native(Op::load, u32, {made.counter}), build_->u32(step));
  emit_.native(Op::store, emit_.types().void_type(), {made.counter, next});
  build_->terminate(Op::iterate);
  build_->set_region(made.outside);
}

}  // namespace slipway::lower
