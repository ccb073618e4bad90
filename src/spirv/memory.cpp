#include <algorithm>

#include "spirv/function.h"

namespace slipway::spirv {

using ir::AddressSpace;
using ir::Inst;
using ir::Op;

namespace {

Word semantics(spv::MemorySemanticsMask mask) { return static_cast<Word>(mask); }

bool in_buffer(AddressSpace space) {
  return space == AddressSpace::storage || space == AddressSpace::uniform;
}

}  // namespace

// One access chain from the variable to where `pointer` points.
Word FunctionWriter::address(ir::Value pointer) {
  path_.clear();  // from the far end to the root
  ir::Value at = pointer;
  while (at.is_inst()) {
    const Inst& inst = function_[at.inst()];
    if (inst.op == Op::access)
      path_.push_back(operand(inst, 1));
    else if (inst.op == Op::member)
      path_.push_back(u32(inst.imm));
    else
      break;
    at = function_.operands_of(inst)[0];
  }
  Word root = 0;
  if (at.is_global()) {
    root = context_.declarations.global(at.global());
    if (context_.declarations.wrapped(at.global())) path_.push_back(u32(0));
  } else {
    root = ids_[at.inst().index];
  }
  if (path_.empty()) return root;
  path_.push_back(root);
  std::ranges::reverse(path_);
  return emit(spv::Op::OpAccessChain, type_id(context_.module.type_of(function_, pointer)), path_);
}

Word FunctionWriter::load(const Inst& inst) {
  const ir::Type& pointer = type(operand_type(inst, 0));
  const Word from = address(function_.operands_of(inst)[0]);
  if (!in_buffer(pointer.space) || !context_.declarations.has_layout(inst.type))
    return emit(spv::Op::OpLoad, type_id(inst.type), {from});
  const Word loaded = emit(spv::Op::OpLoad, context_.declarations.laid_out(inst.type), {from});
  return emit(spv::Op::OpCopyLogical, type_id(inst.type), {loaded});
}

void FunctionWriter::store(const Inst& inst) {
  const ir::Type& pointer = type(operand_type(inst, 0));
  Word value = operand(inst, 1);
  const ir::TypeId value_type = operand_type(inst, 1);
  const Word to = address(function_.operands_of(inst)[0]);
  if (in_buffer(pointer.space) && context_.declarations.has_layout(value_type))
    value = emit(spv::Op::OpCopyLogical, context_.declarations.laid_out(value_type), {value});
  emit_void(spv::Op::OpStore, {to, value});
}

Word FunctionWriter::launch_word(const Inst& inst) {
  const Word words =
      context_.declarations.launch_words(static_cast<std::uint32_t>(context_.kernel.launch_words.size()));
  const Word pointer = context_.declarations.pointer(spv::StorageClass::PushConstant, type_id(inst.type));
  const Word at = emit(spv::Op::OpAccessChain, pointer, {words, u32(0), u32(inst.imm)});
  return emit(spv::Op::OpLoad, type_id(inst.type), {at});
}

std::optional<Word> FunctionWriter::memory(const Inst& inst, ir::InstId id) {
  switch (inst.op) {
    case Op::var: {
      if (inst.native) return ids_[id.index];
      const ir::TypeId element = type(inst.type).element;
      const Word value = inst.operand_count == 0 ? context_.declarations.zero(element) : operand(inst, 0);
      emit_void(spv::Op::OpStore, {ids_[id.index], value});
      return ids_[id.index];
    }
    case Op::load: return load(inst);
    case Op::store: store(inst); return 0;
    case Op::builtin: {
      const Word variable = context_.declarations.input(static_cast<ir::BuiltinInput>(inst.imm));
      return emit(spv::Op::OpLoad, type_id(inst.type), {variable});
    }
    case Op::launch_word: return launch_word(inst);
    case Op::workgroup_barrier: barrier(spv::MemorySemanticsMask::WorkgroupMemory); return 0;
    case Op::storage_barrier: barrier(spv::MemorySemanticsMask::UniformMemory); return 0;
    case Op::texture_barrier: barrier(spv::MemorySemanticsMask::MaskNone); return 0;
    case Op::atomic_compare_exchange_weak: return compare_exchange(inst);
    default: break;
  }
  if (inst.op >= Op::atomic_load && inst.op <= Op::atomic_exchange) return atomic(inst);
  return std::nullopt;
}

void FunctionWriter::barrier(spv::MemorySemanticsMask memory) {
  const Word scope = u32(static_cast<Word>(spv::Scope::Workgroup));
  const Word none = semantics(spv::MemorySemanticsMask::MaskNone);
  const Word mask = semantics(memory) == none
                        ? none
                        : semantics(memory) | semantics(spv::MemorySemanticsMask::AcquireRelease);
  emit_void(spv::Op::OpControlBarrier, {scope, scope, u32(mask)});
}

namespace {

spv::Op atomic_op(Op op, bool is_signed) {
  switch (op) {
    case Op::atomic_add: return spv::Op::OpAtomicIAdd;
    case Op::atomic_sub: return spv::Op::OpAtomicISub;
    case Op::atomic_max: return is_signed ? spv::Op::OpAtomicSMax : spv::Op::OpAtomicUMax;
    case Op::atomic_min: return is_signed ? spv::Op::OpAtomicSMin : spv::Op::OpAtomicUMin;
    case Op::atomic_and: return spv::Op::OpAtomicAnd;
    case Op::atomic_or: return spv::Op::OpAtomicOr;
    case Op::atomic_xor: return spv::Op::OpAtomicXor;
    case Op::atomic_exchange: return spv::Op::OpAtomicExchange;
    default: SLIPWAY_UNREACHABLE();
  }
}

spv::Scope atomic_scope(AddressSpace space) {
  return space == AddressSpace::workgroup ? spv::Scope::Workgroup : spv::Scope::Device;
}

}  // namespace

Word FunctionWriter::atomic(const Inst& inst) {
  const ir::Type& pointer = type(operand_type(inst, 0));
  const Word relaxed = u32(0);
  const Word scope = u32(static_cast<Word>(atomic_scope(pointer.space)));
  const Word at = address(function_.operands_of(inst)[0]);
  if (inst.op == Op::atomic_load)
    return emit(spv::Op::OpAtomicLoad, type_id(inst.type), {at, scope, relaxed});
  if (inst.op == Op::atomic_store) {
    emit_void(spv::Op::OpAtomicStore, {at, scope, relaxed, operand(inst, 1)});
    return 0;
  }
  const bool is_signed = type(inst.type).scalar == ir::Scalar::i32;
  return emit(atomic_op(inst.op, is_signed), type_id(inst.type), {at, scope, relaxed, operand(inst, 1)});
}

Word FunctionWriter::compare_exchange(const Inst& inst) {
  const ir::Type& pointer = type(operand_type(inst, 0));
  const Word relaxed = u32(0);
  const Word scope = u32(static_cast<Word>(atomic_scope(pointer.space)));
  const Word at = address(function_.operands_of(inst)[0]);
  const Word expected = operand(inst, 1);
  const Word old = emit(spv::Op::OpAtomicCompareExchange, type_id(operand_type(inst, 1)),
                        {at, scope, relaxed, relaxed, operand(inst, 2), expected});
  const Word exchanged = emit(spv::Op::OpIEqual, type_id(context_.module.types.boolean()), {old, expected});
  return emit(spv::Op::OpCompositeConstruct, type_id(inst.type), {old, exchanged});
}

}  // namespace slipway::spirv
