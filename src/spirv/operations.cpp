#include <spirv/unified1/GLSL.std.450.h>

#include "spirv/function.h"

namespace slipway::spirv {

using ir::Inst;
using ir::Op;
using ir::Scalar;
using ir::TypeKind;

namespace {

struct ByScalar {
  spv::Op boolean;
  spv::Op i32;
  spv::Op u32;
  spv::Op floating;
};

spv::Op pick(const ByScalar& ops, Scalar scalar) {
  switch (scalar) {
    case Scalar::boolean: return ops.boolean;
    case Scalar::i32: return ops.i32;
    case Scalar::u32: return ops.u32;
    default: return ops.floating;
  }
}

// OpNop where an operation has no form of one instruction.
ByScalar instruction_of(Op op) {
  using enum spv::Op;
  switch (op) {
    case Op::neg: return {OpNop, OpSNegate, OpNop, OpFNegate};
    case Op::bit_not: return {OpNop, OpNot, OpNot, OpNop};
    case Op::logical_not: return {OpLogicalNot, OpNop, OpNop, OpNop};
    case Op::add: return {OpNop, OpIAdd, OpIAdd, OpFAdd};
    case Op::sub: return {OpNop, OpISub, OpISub, OpFSub};
    case Op::mul: return {OpNop, OpIMul, OpIMul, OpFMul};
    case Op::div: return {OpNop, OpSDiv, OpUDiv, OpFDiv};
    case Op::rem: return {OpNop, OpSRem, OpUMod, OpFRem};
    case Op::bit_and: return {OpLogicalAnd, OpBitwiseAnd, OpBitwiseAnd, OpNop};
    case Op::bit_or: return {OpLogicalOr, OpBitwiseOr, OpBitwiseOr, OpNop};
    case Op::bit_xor: return {OpLogicalNotEqual, OpBitwiseXor, OpBitwiseXor, OpNop};
    case Op::shl: return {OpNop, OpShiftLeftLogical, OpShiftLeftLogical, OpNop};
    case Op::shr: return {OpNop, OpShiftRightArithmetic, OpShiftRightLogical, OpNop};
    case Op::eq: return {OpLogicalEqual, OpIEqual, OpIEqual, OpFOrdEqual};
    case Op::ne: return {OpLogicalNotEqual, OpINotEqual, OpINotEqual, OpFUnordNotEqual};
    case Op::lt: return {OpNop, OpSLessThan, OpULessThan, OpFOrdLessThan};
    case Op::le: return {OpNop, OpSLessThanEqual, OpULessThanEqual, OpFOrdLessThanEqual};
    case Op::gt: return {OpNop, OpSGreaterThan, OpUGreaterThan, OpFOrdGreaterThan};
    case Op::ge: return {OpNop, OpSGreaterThanEqual, OpUGreaterThanEqual, OpFOrdGreaterThanEqual};
    case Op::dot: return {OpNop, OpNop, OpNop, OpDot};
    case Op::count_one_bits: return {OpNop, OpBitCount, OpBitCount, OpNop};
    case Op::reverse_bits: return {OpNop, OpBitReverse, OpBitReverse, OpNop};
    case Op::extract_bits: return {OpNop, OpBitFieldSExtract, OpBitFieldUExtract, OpNop};
    case Op::insert_bits: return {OpNop, OpBitFieldInsert, OpBitFieldInsert, OpNop};
    case Op::all: return {OpAll, OpNop, OpNop, OpNop};
    case Op::any: return {OpAny, OpNop, OpNop, OpNop};
    case Op::transpose: return {OpNop, OpNop, OpNop, OpTranspose};
    case Op::quantize_to_f16: return {OpNop, OpNop, OpNop, OpQuantizeToF16};
    default: return {OpNop, OpNop, OpNop, OpNop};
  }
}

struct Extended {
  Word i32;  // 0 where there is none
  Word u32;
  Word floating;
};

Extended extended_of(Op op) {
  switch (op) {
    case Op::abs: return {GLSLstd450SAbs, 0, GLSLstd450FAbs};
    case Op::min: return {GLSLstd450SMin, GLSLstd450UMin, GLSLstd450NMin};
    case Op::max: return {GLSLstd450SMax, GLSLstd450UMax, GLSLstd450NMax};
    case Op::clamp: return {GLSLstd450SClamp, GLSLstd450UClamp, GLSLstd450NClamp};
    case Op::sign: return {GLSLstd450SSign, 0, GLSLstd450FSign};
    case Op::first_leading_bit: return {GLSLstd450FindSMsb, GLSLstd450FindUMsb, 0};
    case Op::first_trailing_bit: return {GLSLstd450FindILsb, GLSLstd450FindILsb, 0};
    case Op::acos: return {0, 0, GLSLstd450Acos};
    case Op::acosh: return {0, 0, GLSLstd450Acosh};
    case Op::asin: return {0, 0, GLSLstd450Asin};
    case Op::asinh: return {0, 0, GLSLstd450Asinh};
    case Op::atan: return {0, 0, GLSLstd450Atan};
    case Op::atanh: return {0, 0, GLSLstd450Atanh};
    case Op::atan2: return {0, 0, GLSLstd450Atan2};
    case Op::ceil: return {0, 0, GLSLstd450Ceil};
    case Op::cos: return {0, 0, GLSLstd450Cos};
    case Op::cosh: return {0, 0, GLSLstd450Cosh};
    case Op::cross: return {0, 0, GLSLstd450Cross};
    case Op::degrees: return {0, 0, GLSLstd450Degrees};
    case Op::determinant: return {0, 0, GLSLstd450Determinant};
    case Op::distance: return {0, 0, GLSLstd450Distance};
    case Op::exp: return {0, 0, GLSLstd450Exp};
    case Op::exp2: return {0, 0, GLSLstd450Exp2};
    case Op::face_forward: return {0, 0, GLSLstd450FaceForward};
    case Op::floor: return {0, 0, GLSLstd450Floor};
    case Op::fma: return {0, 0, GLSLstd450Fma};
    case Op::fract: return {0, 0, GLSLstd450Fract};
    case Op::frexp: return {0, 0, GLSLstd450FrexpStruct};
    case Op::inverse_sqrt: return {0, 0, GLSLstd450InverseSqrt};
    case Op::ldexp: return {0, 0, GLSLstd450Ldexp};
    case Op::length: return {0, 0, GLSLstd450Length};
    case Op::log: return {0, 0, GLSLstd450Log};
    case Op::log2: return {0, 0, GLSLstd450Log2};
    case Op::mix: return {0, 0, GLSLstd450FMix};
    case Op::modf: return {0, 0, GLSLstd450ModfStruct};
    case Op::normalize: return {0, 0, GLSLstd450Normalize};
    case Op::pow: return {0, 0, GLSLstd450Pow};
    case Op::radians: return {0, 0, GLSLstd450Radians};
    case Op::reflect: return {0, 0, GLSLstd450Reflect};
    case Op::refract: return {0, 0, GLSLstd450Refract};
    case Op::round: return {0, 0, GLSLstd450RoundEven};
    case Op::sin: return {0, 0, GLSLstd450Sin};
    case Op::sinh: return {0, 0, GLSLstd450Sinh};
    case Op::smoothstep: return {0, 0, GLSLstd450SmoothStep};
    case Op::sqrt: return {0, 0, GLSLstd450Sqrt};
    case Op::step: return {0, 0, GLSLstd450Step};
    case Op::tan: return {0, 0, GLSLstd450Tan};
    case Op::tanh: return {0, 0, GLSLstd450Tanh};
    case Op::trunc: return {0, 0, GLSLstd450Trunc};
    case Op::pack4x8snorm: return {0, 0, GLSLstd450PackSnorm4x8};
    case Op::pack4x8unorm: return {0, 0, GLSLstd450PackUnorm4x8};
    case Op::pack2x16snorm: return {0, 0, GLSLstd450PackSnorm2x16};
    case Op::pack2x16unorm: return {0, 0, GLSLstd450PackUnorm2x16};
    case Op::pack2x16float: return {0, 0, GLSLstd450PackHalf2x16};
    case Op::unpack4x8snorm: return {0, GLSLstd450UnpackSnorm4x8, 0};
    case Op::unpack4x8unorm: return {0, GLSLstd450UnpackUnorm4x8, 0};
    case Op::unpack2x16snorm: return {0, GLSLstd450UnpackSnorm2x16, 0};
    case Op::unpack2x16unorm: return {0, GLSLstd450UnpackUnorm2x16, 0};
    case Op::unpack2x16float: return {0, GLSLstd450UnpackHalf2x16, 0};
    default: return {0, 0, 0};
  }
}

}  // namespace

std::optional<Word> FunctionWriter::pure(const Inst& inst) {
  if (auto made = composite(inst); made.has_value()) return made;
  if (auto made = arithmetic(inst); made.has_value()) return made;
  return extended(inst);
}

std::optional<Word> FunctionWriter::composite(const Inst& inst) {
  switch (inst.op) {
    case Op::construct: return construct(inst);
    case Op::splat: {
      operands_.assign(type(inst.type).rows, operand(inst, 0));
      return emit(spv::Op::OpCompositeConstruct, type_id(inst.type), operands_);
    }
    case Op::extract:
      return emit(spv::Op::OpCompositeExtract, type_id(inst.type), {operand(inst, 0), inst.imm});
    case Op::extract_dynamic:
      if (type(operand_type(inst, 0)).kind != TypeKind::vector) return std::nullopt;
      return emit(spv::Op::OpVectorExtractDynamic, type_id(inst.type), {operand(inst, 0), operand(inst, 1)});
    case Op::insert:
      return emit(spv::Op::OpCompositeInsert, type_id(inst.type),
                  {operand(inst, 1), operand(inst, 0), inst.imm});
    case Op::shuffle: return shuffle(inst);
    case Op::select: return select(inst);
    case Op::convert: return convert(inst);
    case Op::bitcast: return bitcast(inst);
    case Op::mat_mul: return matrix_product(inst);
    case Op::all:
    case Op::any:
      if (type(operand_type(inst, 0)).kind == TypeKind::scalar) return operand(inst, 0);
      return std::nullopt;
    default: return std::nullopt;
  }
}

Word FunctionWriter::construct(const Inst& inst) {
  if (inst.operand_count == 1 && operand_type(inst, 0) == inst.type) return operand(inst, 0);
  return emit(spv::Op::OpCompositeConstruct, type_id(inst.type), operands(inst));
}

Word FunctionWriter::shuffle(const Inst& inst) {
  const Word source = operand(inst, 0);
  operands_.assign({source, source});
  for (unsigned k = 0; k < type(inst.type).rows; ++k) operands_.push_back(inst.imm >> (4 * k) & 0xFU);
  return emit(spv::Op::OpVectorShuffle, type_id(inst.type), operands_);
}

Word FunctionWriter::select(const Inst& inst) {
  return emit(spv::Op::OpSelect, type_id(inst.type), {operand(inst, 2), operand(inst, 1), operand(inst, 0)});
}

Word FunctionWriter::convert(const Inst& inst) {
  const ir::TypeId source_type = operand_type(inst, 0);
  const Word source = operand(inst, 0);
  const Word result = type_id(inst.type);
  if (source_type == inst.type) return source;
  const Scalar from = type(source_type).scalar;
  const Scalar to = type(inst.type).scalar;
  const auto constant = [&](Scalar scalar, ir::TypeId shape, std::uint32_t bits) {
    const Word component = context_.assembly.unique(spv::Op::OpConstant,
                                                    {type_id(context_.module.types.scalar(scalar))}, {bits});
    if (type(shape).kind != TypeKind::vector) return component;
    const std::vector<Word> parts(type(shape).rows, component);
    return context_.assembly.unique(spv::Op::OpConstantComposite, {type_id(shape)}, parts);
  };
  if (to == Scalar::boolean) {
    const spv::Op op = ir::is_float(from) ? spv::Op::OpFUnordNotEqual : spv::Op::OpINotEqual;
    return emit(op, result, {source, context_.declarations.zero(source_type)});
  }
  if (from == Scalar::boolean) {
    const std::uint32_t one = to == Scalar::f32 ? 0x3F800000U : to == Scalar::f16 ? 0x3C00U : 1U;
    return emit(spv::Op::OpSelect, result,
                {source, constant(to, inst.type, one), context_.declarations.zero(inst.type)});
  }
  if (ir::is_float(from) && ir::is_float(to)) return emit(spv::Op::OpFConvert, result, {source});
  if (ir::is_float(from))
    return emit(to == Scalar::i32 ? spv::Op::OpConvertFToS : spv::Op::OpConvertFToU, result, {source});
  if (ir::is_float(to))
    return emit(from == Scalar::i32 ? spv::Op::OpConvertSToF : spv::Op::OpConvertUToF, result, {source});
  return emit(spv::Op::OpBitcast, result, {source});
}

Word FunctionWriter::bitcast(const Inst& inst) {
  const Word source = operand(inst, 0);
  if (operand_type(inst, 0) == inst.type) return source;
  return emit(spv::Op::OpBitcast, type_id(inst.type), {source});
}

Word FunctionWriter::matrix_product(const Inst& inst) {
  const TypeKind left = type(operand_type(inst, 0)).kind;
  const TypeKind right = type(operand_type(inst, 1)).kind;
  const Word a = operand(inst, 0);
  const Word b = operand(inst, 1);
  const Word result = type_id(inst.type);
  if (left == TypeKind::scalar) return emit(spv::Op::OpMatrixTimesScalar, result, {b, a});
  if (right == TypeKind::scalar) return emit(spv::Op::OpMatrixTimesScalar, result, {a, b});
  if (left == TypeKind::vector) return emit(spv::Op::OpVectorTimesMatrix, result, {a, b});
  if (right == TypeKind::vector) return emit(spv::Op::OpMatrixTimesVector, result, {a, b});
  return emit(spv::Op::OpMatrixTimesMatrix, result, {a, b});
}

std::optional<Word> FunctionWriter::arithmetic(const Inst& inst) {
  if (inst.operand_count == 0) return std::nullopt;
  const ir::Type& shape = type(operand_type(inst, 0));
  const spv::Op op = pick(instruction_of(inst.op), shape.scalar);
  const bool is_matrix = shape.kind == TypeKind::matrix;
  if (op == spv::Op::OpNop || (is_matrix && inst.op != Op::transpose)) return std::nullopt;
  const Word made = emit(op, type_id(inst.type), operands(inst));
  const bool contracts = inst.op == Op::add || inst.op == Op::sub || inst.op == Op::mul || inst.op == Op::dot;
  if (contracts && ir::is_float(shape.scalar) &&
      (inst.native || context_.floats == kernel::FloatMode::strict))
    context_.assembly.decorate(made, spv::Decoration::NoContraction);
  return made;
}

std::optional<Word> FunctionWriter::extended(const Inst& inst) {
  if (inst.operand_count == 0) return std::nullopt;
  const Scalar scalar = type(operand_type(inst, 0)).scalar;
  const Extended forms = extended_of(inst.op);
  const Word form = scalar == Scalar::i32   ? forms.i32
                    : scalar == Scalar::u32 ? forms.u32
                    : ir::is_float(scalar)  ? forms.floating
                                            : 0;
  if (form == 0) return std::nullopt;
  return emit(spv::Op::OpExtInst, type_id(inst.type), operands(inst, {context_.assembly.glsl(), form}));
}

}  // namespace slipway::spirv
