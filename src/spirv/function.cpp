#include "spirv/function.h"

#include <ranges>

#include <fmt/format.h>

namespace slipway::spirv {

using ir::Inst;
using ir::InstId;
using ir::Op;

FunctionWriter::FunctionWriter(Context& context, ir::FunctionId function)
    : context_(context),
      function_(context.module[function]),
      function_id_(function),
      ids_(function_.insts.size(), 0),
      body_(context.assembly.functions) {}

Word FunctionWriter::id_of(ir::Value value) {
  if (value.is_constant()) return context_.declarations.constant(value.constant());
  if (value.is_global()) return address(value);
  return ids_[value.inst().index];
}

Word FunctionWriter::emit(spv::Op op, Word result_type, std::span<const Word> operands) {
  const Word result = context_.assembly.fresh();
  body_.push_back(static_cast<Word>(op) | static_cast<Word>(operands.size() + 3) << 16U);
  body_.push_back(result_type);
  body_.push_back(result);
  body_.insert(body_.end(), operands.begin(), operands.end());
  return result;
}

std::span<const Word> FunctionWriter::operands(const Inst& inst, std::initializer_list<Word> before) {
  operands_.assign(before);
  for (const ir::Value value : function_.operands_of(inst)) operands_.push_back(id_of(value));
  return operands_;
}

Result<> FunctionWriter::write() {
  const Word result = type_id(function_.result);
  std::vector<Word> signature{result};
  for (const ir::Parameter& parameter : function_.parameters) signature.push_back(type_id(parameter.type));
  const Word function_type = context_.assembly.unique(spv::Op::OpTypeFunction, {}, signature);
  emit_void(spv::Op::OpFunction, {result, context_.function_ids[function_id_.index], 0, function_type});
  std::vector<Word> parameters;
  for (std::size_t i = 1; i < signature.size(); ++i)
    parameters.push_back(emit(spv::Op::OpFunctionParameter, signature[i], {}));
  label(context_.assembly.fresh());
  declare(parameters);
  SLIPWAY_TRY_VOID(write_body());
  emit_void(spv::Op::OpFunctionEnd, {});
  return {};
}

void FunctionWriter::declare(std::span<const Word> parameters) {
  ir::for_each_region(function_, function_.body, [&](ir::RegionId region) {
    for (const InstId id : function_[region].insts) {
      const Inst& inst = function_[id];
      if (inst.op == Op::param) ids_[id.index] = parameters[inst.imm];
      if (inst.op != Op::var) continue;
      const auto storage = static_cast<Word>(spv::StorageClass::Function);
      ids_[id.index] = emit(spv::Op::OpVariable, type_id(inst.type), {storage});
    }
  });
}

Result<> FunctionWriter::write_body() {
  frames_.push_back({function_.body, 0});
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    const auto& insts = function_[frame.region].insts;
    if (frame.next < insts.size()) {
      SLIPWAY_TRY_VOID(instruction(insts[frame.next++]));
      continue;
    }
    frames_.pop_back();
    if (!constructs_.empty() && !enter_next_region()) close();
  }
  return {};
}

Result<> FunctionWriter::instruction(InstId id) {
  const Inst& inst = function_[id];
  const auto traits = ir::info(inst.op).traits;
  if ((traits & ir::trait::control) != 0) {
    open(id);
    return {};
  }
  if ((traits & ir::trait::ends) != 0) {
    terminator(inst, id);
    return {};
  }
  if (inst.op == Op::result || inst.op == Op::param) return {};   // written with the construct, the function
  if (inst.op == Op::access || inst.op == Op::member) return {};  // written where the pointer is used
  std::optional<Word> made;
  if ((traits & ir::trait::subgroup) != 0)
    made = subgroup(inst);
  else if (inst.op == Op::call)
    made = call(inst);
  else if (made = pure(inst); !made.has_value())
    made = memory(inst, id);
  if (!made.has_value())
    return fail(
        ErrorCode::internal,
        fmt::format("operation '{}' in function '{}' is left for the SPIR-V writer, which has no form for "
                    "it",
                    ir::info(inst.op).name, function_.name));
  if (inst.op != Op::var) ids_[id.index] = *made;
  return {};
}

void FunctionWriter::label(Word id) {
  emit_void(spv::Op::OpLabel, {id});
  block_ = id;
}

void FunctionWriter::branch(Word target) { emit_void(spv::Op::OpBranch, {target}); }

bool FunctionWriter::only_yields(ir::RegionId region) const {
  const auto& insts = function_[region].insts;
  return insts.size() == 1 && function_[insts[0]].op == Op::yield;
}

void FunctionWriter::open(InstId id) {
  const Inst& inst = function_[id];
  constructs_.push_back(
      {.inst = id, .op = inst.op, .region = UINT32_MAX, .merge = context_.assembly.fresh()});
  Construct& construct = constructs_.back();
  if (inst.op == Op::loop)
    open_loop(construct);
  else if (inst.op == Op::if_)
    open_if(construct);
  else
    open_switch(construct);
  if (!enter_next_region()) close();
}

void FunctionWriter::open_if(Construct& construct) {
  const Inst& inst = function_[construct.inst];
  construct.labels.resize(2);
  construct.exits.reserve(2);
  // A side that only gives values has no block: SwiftShader's compiler walks each way through a loop's body
  // that is as long as another, and every checked load would be such a branch. At most one has none: a branch
  // whose two targets are the merge block would be a selection without a body.
  for (const std::uint32_t i : {1U, 0U}) {
    const ir::RegionId region = function_.region_of(inst, i);
    const bool empty = construct.exits.empty() && only_yields(region);
    construct.labels[i] = empty ? construct.merge : context_.assembly.fresh();
    if (empty) construct.exits.push_back({block_, function_[region].insts[0]});
  }
  // The side that leaves for elsewhere goes second: the optimiser that some drivers run first gives wrong
  // values to variables otherwise (KhronosGroup/SPIRV-Tools#5815).
  const bool swap = !reaches_end(function_.region_of(inst, 0)) && reaches_end(function_.region_of(inst, 1));
  Word condition = operand(inst, 0);
  if (swap) condition = emit(spv::Op::OpLogicalNot, type_id(context_.module.types.boolean()), {condition});
  emit_void(spv::Op::OpSelectionMerge, {construct.merge, 0});
  emit_void(spv::Op::OpBranchConditional,
            {condition, construct.labels[swap ? 1 : 0], construct.labels[swap ? 0 : 1]});
}

bool FunctionWriter::reaches_end(ir::RegionId region) const {
  return function_[function_[region].insts.back()].op == Op::yield;
}

void FunctionWriter::open_switch(Construct& construct) {
  const Inst& inst = function_[construct.inst];
  const ir::SwitchTable& table = function_.switches[inst.imm];
  std::vector<Word> words{operand(inst, 0), 0};
  for (const ir::SwitchCase& a_case : table) {
    construct.labels.push_back(context_.assembly.fresh());
    if (a_case.is_default) words[1] = construct.labels.back();
    for (const std::uint32_t selector : a_case.selectors) {
      words.push_back(selector);
      words.push_back(construct.labels.back());
    }
  }
  emit_void(spv::Op::OpSelectionMerge, {construct.merge, 0});
  append(body_, spv::Op::OpSwitch, words);
}

void FunctionWriter::open_loop(Construct& construct) {
  construct.header = context_.assembly.fresh();
  construct.continuing = context_.assembly.fresh();
  const Word body = context_.assembly.fresh();
  branch(construct.header);
  label(construct.header);
  emit_void(spv::Op::OpLoopMerge, {construct.merge, construct.continuing, 0});
  branch(body);
  construct.labels = {body, construct.continuing};
}

// Goes to the next region of the innermost construct that has a block of its own.
bool FunctionWriter::enter_next_region() {
  Construct& construct = constructs_.back();
  const Inst& inst = function_[construct.inst];
  while (++construct.region < inst.region_count) {
    const Word block = construct.labels[construct.region];
    if (block == construct.merge) continue;
    label(block);
    frames_.push_back({function_.region_of(inst, construct.region), 0});
    return true;
  }
  return false;
}

void FunctionWriter::close() {
  const Construct construct = std::move(constructs_.back());
  constructs_.pop_back();
  label(construct.merge);
  write_results(construct);
}

void FunctionWriter::write_results(const Construct& construct) {
  Frame& frame = frames_.back();
  const auto& insts = function_[frame.region].insts;
  for (; frame.next < insts.size() && function_[insts[frame.next]].op == Op::result; ++frame.next) {
    const Inst& result = function_[insts[frame.next]];
    const Word result_type = type_id(result.type);
    operands_.clear();
    for (const auto& [block, yield] : construct.exits) {
      operands_.push_back(yield.valid() ? id_of(function_.operand(yield, result.imm))
                                        : context_.declarations.zero(result.type));
      operands_.push_back(block);
    }
    Word made = 0;
    if (operands_.empty())
      made = emit(spv::Op::OpUndef, result_type, {});  // control never comes here
    else if (operands_.size() == 2)
      made = operands_[0];
    else
      made = emit(spv::Op::OpPhi, result_type, operands_);
    ids_[insts[frame.next].index] = made;
  }
}

void FunctionWriter::terminator(const Inst& inst, InstId id) {
  switch (inst.op) {
    case Op::yield:
      constructs_.back().exits.push_back({block_, id});
      branch(constructs_.back().merge);
      return;
    case Op::break_:
      for (Construct& around : std::views::reverse(constructs_)) {
        if (around.op == Op::if_) continue;
        around.exits.push_back({block_, {}});
        branch(around.merge);
        return;
      }
      SLIPWAY_UNREACHABLE();
    case Op::continue_:
      for (const Construct& around : std::views::reverse(constructs_)) {
        if (around.op != Op::loop) continue;
        branch(around.continuing);
        return;
      }
      SLIPWAY_UNREACHABLE();
    case Op::iterate: {
      const Construct& loop = constructs_.back();
      if (inst.operand_count == 0)
        branch(loop.header);
      else
        emit_void(spv::Op::OpBranchConditional, {operand(inst, 0), loop.merge, loop.header});
      return;
    }
    case Op::return_: return_from(inst); return;
    default: emit_void(spv::Op::OpUnreachable, {}); return;
  }
}

void FunctionWriter::return_from(const Inst& inst) {
  if (inst.operand_count == 0)
    emit_void(spv::Op::OpReturn, {});
  else
    emit_void(spv::Op::OpReturnValue, {operand(inst, 0)});
}

Word FunctionWriter::call(const Inst& inst) {
  return emit(spv::Op::OpFunctionCall, type_id(inst.type), operands(inst, {context_.function_ids[inst.imm]}));
}

}  // namespace slipway::spirv
