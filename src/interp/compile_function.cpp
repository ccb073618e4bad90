// One function to steps: values get slots, regions become stretches of steps with jumps between them. Regions
// are walked with a stack of cursors, so nesting costs no host stack.
#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"
#include "interp/compile.h"

namespace slipway::interp {
namespace {

using ir::InstId;
using ir::Op;
using ir::TypeKind;

class FunctionCompiler {
 public:
  FunctionCompiler(ProgramBuilder& builder, std::uint32_t index)
      : builder_(builder),
        index_(index),
        function_(builder.module[builder.program.functions[index].function]),
        slots_(function_.insts.size(), no_slot) {}

  Result<> run();

 private:
  /// A region being compiled: part `which` of the control instruction `owner` (null for the body).
  struct Cursor {
    ir::RegionId region;
    std::size_t next = 0;
    InstId owner;
    std::uint32_t which = 0;
  };
  /// A control instruction whose regions are being compiled.
  struct Construct {
    InstId inst;
    std::vector<Slot> results;
    std::uint32_t start = 0;               ///< loop: its first step
    std::uint32_t branch = 0;              ///< if: the conditional jump; switch: its index
    std::vector<std::uint32_t> exits;      ///< jumps to the end
    std::vector<std::uint32_t> continues;  ///< loop: jumps to the continuing region
  };

  // Slots and steps
  Result<Slot> take(ir::TypeId type);
  Result<> define(InstId id);
  Result<Slot> slot(ir::Value value);
  Slot slot_of(InstId id) const { return slots_[id.index]; }
  [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(steps().size()); }
  [[nodiscard]] std::vector<Step>& steps() const { return builder_.program.steps; }
  Step& emit(StepKind kind, const ir::Inst& inst) {
    steps().push_back(
        {.kind = kind, .op = inst.op, .native = inst.native, .imm = inst.imm, .site = inst.site});
    return steps().back();
  }
  [[nodiscard]] ir::TypeId type_of(ir::Value value) const {
    return builder_.module.type_of(function_, value);
  }
  [[nodiscard]] ir::TypeId pointee(ir::Value pointer) const {
    return builder_.types[type_of(pointer)].element;
  }

  // Instructions by kind
  Result<> compile(InstId id);
  Result<> compile_value(InstId id, const ir::Inst& inst);
  Result<> compile_memory(InstId id, const ir::Inst& inst);
  Result<> compile_var(InstId id, const ir::Inst& inst);
  Result<> compile_access(InstId id, const ir::Inst& inst);
  Result<> compile_load(InstId id, const ir::Inst& inst);
  Result<> compile_atomic(InstId id, const ir::Inst& inst);
  Result<> compile_sync(InstId id, const ir::Inst& inst);
  Result<> compile_call(InstId id, const ir::Inst& inst);

  // Control
  Result<> open(InstId id, const ir::Inst& inst);
  Result<std::vector<Slot>> take_results();
  void enter(InstId owner, std::uint32_t which);
  void close(const Cursor& cursor);
  void jump(std::vector<std::uint32_t>& list, const ir::Inst& inst);
  void land(std::vector<std::uint32_t>& list);
  Result<> terminate(const ir::Inst& inst);
  Result<> yield(const ir::Inst& inst);
  Construct& innermost(bool loops_only);

  ProgramBuilder& builder_;
  std::uint32_t index_;
  const ir::Function& function_;
  std::vector<Slot> slots_;
  std::vector<Cursor> cursors_;
  std::vector<Construct> constructs_;
  std::uint64_t frame_words_ = 0;
  std::uint64_t variable_bytes_ = 0;
};

// Slots and steps

Result<Slot> FunctionCompiler::take(ir::TypeId type) {
  if (builder_.types[type].kind != TypeKind::pointer) SLIPWAY_TRY_VOID(builder_.check_size(type));
  const auto slot = static_cast<Slot>(frame_words_);
  frame_words_ += builder_.words_of(type);
  if (frame_words_ > largest_frame_words)
    return fail(ErrorCode::unsupported, fmt::format("function '{}' needs more than {} words of values, the "
                                                    "interpreter's limit",
                                                    function_.name, largest_frame_words));
  return slot;
}

Result<> FunctionCompiler::define(InstId id) {
  SLIPWAY_TRY(slots_[id.index], take(function_[id].type));
  return {};
}

Result<Slot> FunctionCompiler::slot(ir::Value value) {
  if (value.is_constant()) return builder_.constant(value.constant());
  if (value.is_global()) return builder_.address(value.global());
  return slot_of(value.inst());
}

// Instructions

Result<> FunctionCompiler::compile(InstId id) {
  const ir::Inst& inst = function_[id];
  const std::uint16_t traits = ir::info(inst.op).traits;
  if ((traits & ir::trait::control) != 0) return open(id, inst);
  if ((traits & ir::trait::ends) != 0) return terminate(inst);
  if (builder_.types[inst.type].kind != TypeKind::void_ && inst.op != Op::param) SLIPWAY_TRY_VOID(define(id));
  if ((traits & (ir::trait::sync | ir::trait::subgroup)) != 0) return compile_sync(id, inst);
  if (inst.op == Op::call) return compile_call(id, inst);
  if ((traits & ir::trait::pure) != 0 && inst.op != Op::access && inst.op != Op::member &&
      inst.op != Op::array_length)
    return compile_value(id, inst);
  return compile_memory(id, inst);
}

Result<> FunctionCompiler::compile_value(InstId id, const ir::Inst& inst) {
  switch (inst.op) {
    case Op::param: return {};
    case Op::override_ref: return fail(ErrorCode::unsupported, "an override that has no value yet is used");
    case Op::builtin:
    case Op::launch_word: {
      Step& step = emit(inst.op == Op::builtin ? StepKind::builtin : StepKind::launch_word, inst);
      step.result = slot_of(id);
      step.detail = inst.imm;
      if (inst.op == Op::launch_word) builder_.use_launch_word(inst.imm);
      return {};
    }
    default: break;
  }
  SLIPWAY_CHECK(ir::is_evaluable(inst.op));
  Evaluation evaluation{.result_type = inst.type};
  for (const ir::Value operand : function_.operands_of(inst)) {
    SLIPWAY_TRY(const Slot from, slot(operand));
    evaluation.operands.push_back(from);
    evaluation.operand_types.push_back(type_of(operand));
  }
  evaluation.evaluator =
      ir::make_evaluator(builder_.types, inst.op, inst.type, evaluation.operand_types, inst.imm);
  Step& step = emit(StepKind::evaluate, inst);
  step.result = slot_of(id);
  step.count = inst.operand_count;
  const std::array<Slot*, 3> first{&step.a, &step.b, &step.c};
  for (std::size_t i = 0; i < std::min(first.size(), evaluation.operands.size()); ++i)
    *first[i] = evaluation.operands[i];
  step.detail = static_cast<std::uint32_t>(builder_.program.evaluations.size());
  builder_.program.evaluations.push_back(std::move(evaluation));
  return {};
}

Result<> FunctionCompiler::compile_memory(InstId id, const ir::Inst& inst) {
  const auto operands = function_.operands_of(inst);
  switch (inst.op) {
    case Op::var: return compile_var(id, inst);
    case Op::access: return compile_access(id, inst);
    case Op::load: return compile_load(id, inst);
    case Op::member:
    case Op::array_length: {
      SLIPWAY_TRY(const Slot pointer, slot(operands[0]));
      const ir::Layout& layout = builder_.layouts[pointee(operands[0])];
      Step& step = emit(inst.op == Op::member ? StepKind::member : StepKind::array_length, inst);
      step.a = pointer;
      step.bytes = inst.op == Op::member ? layout.member_offsets[inst.imm] : layout.stride;
      step.result = slot_of(id);
      return {};
    }
    case Op::store: {
      SLIPWAY_TRY(const Slot pointer, slot(operands[0]));
      SLIPWAY_TRY(const Slot value, slot(operands[1]));
      Step& step = emit(StepKind::store, inst);
      step.a = pointer;
      step.b = value;
      step.detail = builder_.transfer(pointee(operands[0]));
      return {};
    }
    case Op::trap:
    case Op::trap_bounds: {
      SLIPWAY_TRY(const Slot value, slot(operands[0]));
      SLIPWAY_TRY(const Slot second, slot(operands.back()));
      Step& step = emit(StepKind::trap, inst);
      step.a = value;
      step.b = second;
      step.detail = inst.imm;
      return {};
    }
    default: return compile_atomic(id, inst);
  }
}

Result<> FunctionCompiler::compile_var(InstId id, const ir::Inst& inst) {
  const ir::TypeId store_type = builder_.types[inst.type].element;
  SLIPWAY_TRY_VOID(builder_.check_size(store_type));
  Slot initial = no_slot;
  if (inst.operand_count != 0) {
    SLIPWAY_TRY(initial, slot(function_.operands_of(inst)[0]));
  }
  const std::uint64_t offset = ir::round_up(16, variable_bytes_);
  const std::uint64_t size = builder_.layouts[store_type].size;
  variable_bytes_ = offset + size;
  if (variable_bytes_ > largest_space_bytes)
    return fail(ErrorCode::unsupported,
                fmt::format("the variables of function '{}' take more than {} bytes, the interpreter's limit",
                            function_.name, largest_space_bytes));
  Step& step = emit(StepKind::var, inst);
  step.result = slot_of(id);
  step.a = initial;
  step.bytes = offset;
  step.count = static_cast<std::uint32_t>(size);
  step.detail = initial == no_slot ? 0 : builder_.transfer(store_type);
  return {};
}

Result<> FunctionCompiler::compile_access(InstId id, const ir::Inst& inst) {
  const auto operands = function_.operands_of(inst);
  SLIPWAY_TRY(const Slot pointer, slot(operands[0]));
  SLIPWAY_TRY(const Slot index, slot(operands[1]));
  const ir::TypeId object = pointee(operands[0]);
  const ir::Type& type = builder_.types[object];
  Step& step = emit(StepKind::access, inst);
  step.result = slot_of(id);
  step.a = pointer;
  step.b = index;
  step.flag = builder_.types[type_of(operands[1])].scalar == ir::Scalar::i32;
  step.bytes = type.kind == TypeKind::vector ? builder_.layouts[builder_.types.scalar(type.scalar)].size
                                             : builder_.layouts[object].stride;
  switch (type.kind) {
    case TypeKind::vector: step.count = type.rows; break;
    case TypeKind::matrix: step.count = type.columns; break;
    case TypeKind::array: step.count = type.count; break;
    default: step.count = by_length; break;
  }
  return {};
}

Result<> FunctionCompiler::compile_load(InstId id, const ir::Inst& inst) {
  const ir::Value source = function_.operands_of(inst)[0];
  SLIPWAY_TRY(const Slot pointer, slot(source));
  Step& step = emit(StepKind::load, inst);
  step.a = pointer;
  step.result = slot_of(id);
  step.detail = builder_.transfer(pointee(source));
  return {};
}

Result<> FunctionCompiler::compile_atomic(InstId id, const ir::Inst& inst) {
  const auto operands = function_.operands_of(inst);
  std::array<Slot, 3> from{no_slot, no_slot, no_slot};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    SLIPWAY_TRY(from[i], slot(operands[i]));
  }
  Step& step = emit(StepKind::atomic, inst);
  step.a = from[0];
  step.b = from[1];
  step.c = from[2];
  step.result = slot_of(id);
  step.flag = builder_.types[pointee(operands[0])].scalar == ir::Scalar::i32;
  return {};
}

Result<> FunctionCompiler::compile_sync(InstId id, const ir::Inst& inst) {
  if (inst.op == Op::workgroup_uniform_load) {
    emit(StepKind::barrier, inst);
    SLIPWAY_TRY_VOID(compile_load(id, inst));
    emit(StepKind::barrier, inst);
    return {};
  }
  if ((ir::info(inst.op).traits & ir::trait::sync) != 0) {
    emit(StepKind::barrier, inst);
    return {};
  }
  const auto operands = function_.operands_of(inst);
  std::array<Slot, 2> from{no_slot, no_slot};
  for (std::size_t i = 0; i < operands.size(); ++i) {
    SLIPWAY_TRY(from[i], slot(operands[i]));
  }
  Step& step = emit(StepKind::subgroup, inst);
  step.a = from[0];
  step.b = from[1];
  step.result = slot_of(id);
  if (!operands.empty()) {
    const ir::TypeId type = type_of(operands[0]);
    step.count = builder_.words_of(type);
    step.detail = static_cast<std::uint32_t>(builder_.types[type].scalar);
  }
  return {};
}

Result<> FunctionCompiler::compile_call(InstId id, const ir::Inst& inst) {
  const auto operands = function_.operands_of(inst);
  std::vector<Argument> arguments;
  std::uint32_t to = 0;
  for (const ir::Value operand : operands) {
    SLIPWAY_TRY(const Slot from, slot(operand));
    const std::uint32_t words = builder_.words_of(type_of(operand));
    arguments.push_back({from, to, words});
    to += words;
  }
  Step& step = emit(StepKind::call, inst);
  step.detail = builder_.function(ir::FunctionId(inst.imm));
  step.a = static_cast<std::uint32_t>(arguments.size());
  step.b = static_cast<std::uint32_t>(builder_.program.arguments.size());
  step.result = slot_of(id);
  auto& all = builder_.program.arguments;
  all.insert(all.end(), arguments.begin(), arguments.end());
  return {};
}

// Control

Result<std::vector<Slot>> FunctionCompiler::take_results() {
  std::vector<Slot> results;
  Cursor& cursor = cursors_.back();
  const auto& insts = function_[cursor.region].insts;
  while (cursor.next < insts.size() && function_[insts[cursor.next]].op == Op::result) {
    SLIPWAY_TRY_VOID(define(insts[cursor.next]));
    results.push_back(slot_of(insts[cursor.next]));
    ++cursor.next;
  }
  return results;
}

void FunctionCompiler::enter(InstId owner, std::uint32_t which) {
  cursors_.push_back({function_.region_of(function_[owner], which), 0, owner, which});
}

Result<> FunctionCompiler::open(InstId id, const ir::Inst& inst) {
  Construct construct{.inst = id};
  SLIPWAY_TRY(construct.results, take_results());
  construct.start = here();
  if (inst.op != Op::loop) {
    SLIPWAY_TRY(const Slot chosen, slot(function_.operands_of(inst)[0]));
    construct.branch = here();
    Step& step = emit(inst.op == Op::if_ ? StepKind::jump_if_false : StepKind::switch_, inst);
    step.a = chosen;
    if (inst.op == Op::switch_) {
      step.detail = static_cast<std::uint32_t>(builder_.program.switches.size());
      construct.branch = step.detail;
      builder_.program.switches.emplace_back();
    }
  }
  constructs_.push_back(std::move(construct));
  enter(id, 0);
  if (inst.op == Op::switch_) close({.owner = id, .which = UINT32_MAX});
  return {};
}

// A region has ended: what follows it starts here. For a switch, UINT32_MAX stands for its head.
void FunctionCompiler::close(const Cursor& cursor) {
  Construct& construct = constructs_.back();
  const ir::Inst& inst = function_[cursor.owner];
  const std::uint32_t next = cursor.which + 1;
  const bool last = next == inst.region_count;
  if (inst.op == Op::switch_ && !last) {
    Switch& table = builder_.program.switches[construct.branch];
    const ir::SwitchCase& arm = function_.switches[inst.imm][next];
    for (const std::uint32_t selector : arm.selectors) table.targets.emplace_back(selector, here());
    if (arm.is_default) table.default_target = here();
  }
  if (last) {
    if (inst.op == Op::switch_) std::ranges::sort(builder_.program.switches[construct.branch].targets);
    land(construct.exits);
    constructs_.pop_back();
    return;
  }
  if (inst.op == Op::loop) land(construct.continues);
  if (inst.op == Op::if_) steps()[construct.branch].detail = here();
  if (cursor.which != UINT32_MAX) enter(cursor.owner, next);
}

void FunctionCompiler::jump(std::vector<std::uint32_t>& list, const ir::Inst& inst) {
  list.push_back(here());
  emit(StepKind::jump, inst);
}

void FunctionCompiler::land(std::vector<std::uint32_t>& list) {
  // A jump to the step right behind it is dropped; nothing can have landed between the two.
  if (!list.empty() && list.back() + 1 == here()) {
    steps().pop_back();
    list.pop_back();
  }
  for (const std::uint32_t step : list) steps()[step].detail = here();
  list.clear();
}

FunctionCompiler::Construct& FunctionCompiler::innermost(bool loops_only) {
  for (auto it = constructs_.rbegin(); it != constructs_.rend(); ++it) {
    const Op op = function_[it->inst].op;
    if (op == Op::loop || (!loops_only && op == Op::switch_)) return *it;
  }
  SLIPWAY_UNREACHABLE();
}

Result<> FunctionCompiler::yield(const ir::Inst& inst) {
  Construct& construct = constructs_.back();
  const auto operands = function_.operands_of(inst);
  for (std::size_t i = 0; i < construct.results.size(); ++i) {
    SLIPWAY_TRY(const Slot from, slot(operands[i]));
    Step& step = emit(StepKind::copy, inst);
    step.result = construct.results[i];
    step.a = from;
    step.count = builder_.words_of(type_of(operands[i]));
  }
  jump(construct.exits, inst);
  return {};
}

Result<> FunctionCompiler::terminate(const ir::Inst& inst) {
  const auto operands = function_.operands_of(inst);
  switch (inst.op) {
    case Op::yield: return yield(inst);
    case Op::break_: jump(innermost(false).exits, inst); return {};
    case Op::continue_: jump(innermost(true).continues, inst); return {};
    case Op::iterate: {
      const std::uint32_t start = constructs_.back().start;
      if (operands.empty()) {
        emit(StepKind::jump, inst).detail = start;
        return {};
      }
      SLIPWAY_TRY(const Slot done, slot(operands[0]));
      Step& step = emit(StepKind::jump_if_false, inst);
      step.a = done;
      step.detail = start;
      return {};
    }
    case Op::return_: {
      Slot value = no_slot;
      if (!operands.empty()) {
        SLIPWAY_TRY(value, slot(operands[0]));
      }
      Step& step = emit(StepKind::return_, inst);
      step.a = value;
      step.count = operands.empty() ? 0 : builder_.words_of(type_of(operands[0]));
      return {};
    }
    default: emit(StepKind::unreachable, inst); return {};
  }
}

Result<> FunctionCompiler::run() {
  builder_.program.functions[index_].first_step = here();
  // Parameters come first in the frame, where a call puts its arguments.
  std::vector<Slot> parameters;
  for (const ir::Parameter& parameter : function_.parameters) {
    SLIPWAY_TRY(const Slot at, take(parameter.type));
    parameters.push_back(at);
  }
  for (std::size_t i = 0; i < function_.insts.size(); ++i)
    if (function_.insts[i].op == Op::param) slots_[i] = parameters.at(function_.insts[i].imm);
  cursors_.push_back({.region = function_.body});
  while (!cursors_.empty()) {
    Cursor& cursor = cursors_.back();
    const auto& insts = function_[cursor.region].insts;
    if (cursor.next < insts.size()) {
      SLIPWAY_TRY_VOID(compile(insts[cursor.next++]));
      continue;
    }
    const Cursor ended = cursor;
    cursors_.pop_back();
    if (ended.owner.valid()) close(ended);
  }
  FunctionCode& code = builder_.program.functions[index_];
  code.frame_words = static_cast<std::uint32_t>(frame_words_);
  code.variable_bytes = static_cast<std::uint32_t>(ir::round_up(16, variable_bytes_));
  return {};
}

}  // namespace

Result<> compile_function(ProgramBuilder& builder, std::uint32_t index) {
  return FunctionCompiler(builder, index).run();
}

}  // namespace slipway::interp
