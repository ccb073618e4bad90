#include "spirv/function.h"

namespace slipway::spirv {

using ir::Inst;
using ir::Op;
using ir::Scalar;
using spv::GroupOperation;

namespace {

struct Arithmetic {
  spv::Op op;
  GroupOperation operation;
};

spv::Op by_scalar(Scalar scalar, spv::Op floating, spv::Op i32, spv::Op u32) {
  return ir::is_float(scalar) ? floating : scalar == Scalar::i32 ? i32 : u32;
}

Arithmetic arithmetic_of(Op op, Scalar scalar) {
  using enum GroupOperation;
  const auto add = by_scalar(scalar, spv::Op::OpGroupNonUniformFAdd, spv::Op::OpGroupNonUniformIAdd,
                             spv::Op::OpGroupNonUniformIAdd);
  const auto mul = by_scalar(scalar, spv::Op::OpGroupNonUniformFMul, spv::Op::OpGroupNonUniformIMul,
                             spv::Op::OpGroupNonUniformIMul);
  switch (op) {
    case Op::subgroup_add: return {add, Reduce};
    case Op::subgroup_exclusive_add: return {add, ExclusiveScan};
    case Op::subgroup_inclusive_add: return {add, InclusiveScan};
    case Op::subgroup_mul: return {mul, Reduce};
    case Op::subgroup_exclusive_mul: return {mul, ExclusiveScan};
    case Op::subgroup_inclusive_mul: return {mul, InclusiveScan};
    case Op::subgroup_and: return {spv::Op::OpGroupNonUniformBitwiseAnd, Reduce};
    case Op::subgroup_or: return {spv::Op::OpGroupNonUniformBitwiseOr, Reduce};
    case Op::subgroup_xor: return {spv::Op::OpGroupNonUniformBitwiseXor, Reduce};
    case Op::subgroup_max:
      return {by_scalar(scalar, spv::Op::OpGroupNonUniformFMax, spv::Op::OpGroupNonUniformSMax,
                        spv::Op::OpGroupNonUniformUMax),
              Reduce};
    default:
      return {by_scalar(scalar, spv::Op::OpGroupNonUniformFMin, spv::Op::OpGroupNonUniformSMin,
                        spv::Op::OpGroupNonUniformUMin),
              Reduce};
  }
}

struct Permutation {
  spv::Op op;
  spv::Capability capability;
};

Permutation permutation_of(Op op) {
  using spv::Capability;
  switch (op) {
    case Op::subgroup_shuffle: return {spv::Op::OpGroupNonUniformShuffle, Capability::GroupNonUniformShuffle};
    case Op::subgroup_shuffle_xor:
      return {spv::Op::OpGroupNonUniformShuffleXor, Capability::GroupNonUniformShuffle};
    case Op::subgroup_shuffle_up:
      return {spv::Op::OpGroupNonUniformShuffleUp, Capability::GroupNonUniformShuffleRelative};
    default: return {spv::Op::OpGroupNonUniformShuffleDown, Capability::GroupNonUniformShuffleRelative};
  }
}

}  // namespace

Word FunctionWriter::subgroup(const Inst& inst) {
  using spv::Capability;
  Assembly& assembly = context_.assembly;
  assembly.capability(Capability::GroupNonUniform);
  const Word result = type_id(inst.type);
  const Word scope = u32(static_cast<Word>(spv::Scope::Subgroup));
  switch (inst.op) {
    case Op::subgroup_elect: return emit(spv::Op::OpGroupNonUniformElect, result, {scope});
    case Op::subgroup_all:
      assembly.capability(Capability::GroupNonUniformVote);
      return emit(spv::Op::OpGroupNonUniformAll, result, {scope, operand(inst, 0)});
    case Op::subgroup_any:
      assembly.capability(Capability::GroupNonUniformVote);
      return emit(spv::Op::OpGroupNonUniformAny, result, {scope, operand(inst, 0)});
    case Op::subgroup_ballot:
      assembly.capability(Capability::GroupNonUniformBallot);
      return emit(spv::Op::OpGroupNonUniformBallot, result, {scope, operand(inst, 0)});
    case Op::subgroup_broadcast:
      assembly.capability(Capability::GroupNonUniformBallot);
      return emit(spv::Op::OpGroupNonUniformBroadcast, result, {scope, operand(inst, 0), u32(inst.imm)});
    case Op::subgroup_broadcast_first:
      assembly.capability(Capability::GroupNonUniformBallot);
      return emit(spv::Op::OpGroupNonUniformBroadcastFirst, result, {scope, operand(inst, 0)});
    case Op::subgroup_shuffle:
    case Op::subgroup_shuffle_xor:
    case Op::subgroup_shuffle_up:
    case Op::subgroup_shuffle_down: {
      const Permutation permutation = permutation_of(inst.op);
      assembly.capability(permutation.capability);
      return emit(permutation.op, result, {scope, operand(inst, 0), operand(inst, 1)});
    }
    case Op::quad_broadcast:
      assembly.capability(Capability::GroupNonUniformQuad);
      return emit(spv::Op::OpGroupNonUniformQuadBroadcast, result, {scope, operand(inst, 0), u32(inst.imm)});
    case Op::quad_swap_x:
    case Op::quad_swap_y:
    case Op::quad_swap_diagonal: {
      assembly.capability(Capability::GroupNonUniformQuad);
      const Word direction = static_cast<Word>(inst.op) - static_cast<Word>(Op::quad_swap_x);
      return emit(spv::Op::OpGroupNonUniformQuadSwap, result, {scope, operand(inst, 0), u32(direction)});
    }
    default: {
      assembly.capability(Capability::GroupNonUniformArithmetic);
      const Arithmetic arithmetic = arithmetic_of(inst.op, type(inst.type).scalar);
      return emit(arithmetic.op, result, {scope, static_cast<Word>(arithmetic.operation), operand(inst, 0)});
    }
  }
}

}  // namespace slipway::spirv
