#include "lower/emit.h"

#include <bit>
#include <cmath>

namespace slipway::lower {

using ir::Scalar;
using ir::TypeKind;
using ir::Value;

namespace {

// Bits of a normal f16 or zero; the constants of lowering are exact in it.
std::uint32_t half_bits(double value) {
  if (value == 0) return 0;
  int exponent = 0;
  const double mantissa = std::frexp(std::fabs(value), &exponent);  // in [0.5, 1)
  const auto fraction = static_cast<std::uint32_t>(std::lround(mantissa * 2048) - 1024);
  return (value < 0 ? 0x8000U : 0U) | ((static_cast<std::uint32_t>(exponent + 14) << 10U) + fraction);
}

}  // namespace

unsigned Emit::width(Value value) const {
  const ir::Type& type = types()[type_of(value)];
  return type.kind == TypeKind::vector ? type.rows : 1;
}

Value Emit::bits(ir::TypeId shape, std::uint32_t bits) const {
  ir::Module& module = builder_->module();
  const ir::Type& type = module.types[shape];
  const ir::ConstantId one = module.constants.scalar(module.types.scalar(type.scalar), bits);
  if (type.kind != TypeKind::vector) return one;
  return module.constants.composite(shape, std::vector<ir::ConstantId>(type.rows, one));
}

Value Emit::real(ir::TypeId shape, double value) const {
  const bool half = types()[shape].scalar == Scalar::f16;
  return bits(shape, half ? half_bits(value) : std::bit_cast<std::uint32_t>(static_cast<float>(value)));
}

std::uint32_t Emit::component_bits(ir::ConstantId constant, unsigned index) const {
  ir::Module& module = builder_->module();
  const ir::Constant& c = module.constants[constant];
  if (c.kind == ir::ConstantKind::scalar) return c.bits;
  if (c.kind == ir::ConstantKind::zero) return 0;
  return module.constants[c.parts[index]].bits;
}

Value Emit::bitcast(Scalar scalar, Value value) const {
  const ir::TypeId type = shaped(value, scalar);
  return type == type_of(value) ? value : op(ir::Op::bitcast, type, {value});
}

Value Emit::extract(Value composite, std::uint32_t index) const {
  return op(ir::Op::extract, types().child(type_of(composite), index), {composite}, index);
}

Value Emit::splat(ir::TypeId shape, Value scalar) const {
  return types()[shape].kind == TypeKind::vector ? op(ir::Op::splat, shape, {scalar}) : scalar;
}

}  // namespace slipway::lower
