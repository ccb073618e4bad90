// Short forms for the expressions that passes make. Operands of one operation have one type; shapes are
// scalars or vectors.
#pragma once

#include "ir/builder.h"

namespace slipway::lower {

class Emit {
 public:
  explicit Emit(ir::Builder& builder) : builder_(&builder) {}

  [[nodiscard]] ir::Builder& builder() const { return *builder_; }
  [[nodiscard]] ir::TypeTable& types() const { return builder_->module().types; }
  [[nodiscard]] ir::TypeId type_of(ir::Value value) const { return builder_->type_of(value); }
  [[nodiscard]] ir::Scalar scalar_of(ir::Value value) const { return types()[type_of(value)].scalar; }
  /// 1 for a scalar.
  [[nodiscard]] unsigned width(ir::Value value) const;
  [[nodiscard]] ir::TypeId shaped(ir::Value like, ir::Scalar scalar) const {
    return types().with_scalar(type_of(like), scalar);
  }

  /// A constant with `bits` in each component.
  [[nodiscard]] ir::Value bits(ir::TypeId shape, std::uint32_t bits) const;
  /// A float constant in each component; `value` rounds to f32, and must be exact in f16 for f16 shapes.
  [[nodiscard]] ir::Value real(ir::TypeId shape, double value) const;
  [[nodiscard]] ir::Value real(ir::Value like, double value) const { return real(type_of(like), value); }
  /// The bits of component `index` of a constant, or nothing if `value` is none.
  [[nodiscard]] bool is_constant(ir::Value value) const { return value.is_constant(); }
  /// Whether `value` is a constant of which every component's bits satisfy `test`.
  template <class Test>
  [[nodiscard]] bool all_of(ir::Value value, Test test) const {
    if (!value.is_constant()) return false;
    for (unsigned i = 0; i < width(value); ++i)
      if (!test(component_bits(value.constant(), i))) return false;
    return true;
  }

  ir::Value op(ir::Op op, ir::TypeId type, std::initializer_list<ir::Value> operands,
               std::uint32_t imm = 0) const {
    return builder_->emit(op, type, operands, imm);
  }
  ir::Value native(ir::Op op, ir::TypeId type, std::initializer_list<ir::Value> operands,
                   std::uint32_t imm = 0) const {
    return builder_->emit_native(op, type, operands, imm);
  }
  /// An operation whose result has its first operand's type.
  ir::Value same(ir::Op op, ir::Value a) const { return this->op(op, type_of(a), {a}); }
  ir::Value same(ir::Op op, ir::Value a, ir::Value b) const { return this->op(op, type_of(a), {a, b}); }
  ir::Value add(ir::Value a, ir::Value b) const { return same(ir::Op::add, a, b); }
  ir::Value sub(ir::Value a, ir::Value b) const { return same(ir::Op::sub, a, b); }
  ir::Value mul(ir::Value a, ir::Value b) const { return same(ir::Op::mul, a, b); }
  ir::Value min(ir::Value a, ir::Value b) const { return same(ir::Op::min, a, b); }
  ir::Value max(ir::Value a, ir::Value b) const { return same(ir::Op::max, a, b); }
  ir::Value bit_and(ir::Value a, ir::Value b) const { return same(ir::Op::bit_and, a, b); }
  ir::Value bit_or(ir::Value a, ir::Value b) const { return same(ir::Op::bit_or, a, b); }
  ir::Value div_native(ir::Value a, ir::Value b) const { return native(ir::Op::div, type_of(a), {a, b}); }
  /// `count` is below 32 in each component.
  ir::Value shl_native(ir::Value a, ir::Value count) const {
    return native(ir::Op::shl, type_of(a), {a, count});
  }
  ir::Value shr_native(ir::Value a, ir::Value count) const {
    return native(ir::Op::shr, type_of(a), {a, count});
  }
  ir::Value compare(ir::Op op, ir::Value a, ir::Value b) const {
    return this->op(op, shaped(a, ir::Scalar::boolean), {a, b});
  }
  ir::Value select(ir::Value if_false, ir::Value if_true, ir::Value condition) const {
    return op(ir::Op::select, type_of(if_false), {if_false, if_true, condition});
  }
  ir::Value bitcast(ir::Scalar scalar, ir::Value value) const;
  ir::Value extract(ir::Value composite, std::uint32_t index) const;
  /// A vector with `scalar` in each component, or `scalar` itself for a scalar shape.
  ir::Value splat(ir::TypeId shape, ir::Value scalar) const;
  [[nodiscard]] std::uint32_t component_bits(ir::ConstantId constant, unsigned index) const;

 private:
  ir::Builder* builder_;
};

}  // namespace slipway::lower
