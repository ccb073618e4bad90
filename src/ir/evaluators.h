// Private to evaluate*.cpp: the operations by subject, each as a function from Op and scalar type.
#pragma once

#include "ir/evaluate.h"

namespace slipway::ir {

/// Componentwise operations whose operands have the scalar type `scalar`; null for any other operation.
[[nodiscard]] EvaluateFunction integer_function(Op op, Scalar scalar);
[[nodiscard]] EvaluateFunction float_function(Op op, Scalar scalar);
[[nodiscard]] EvaluateFunction boolean_function(Op op);

/// Value conversion, component by component.
[[nodiscard]] EvaluateFunction conversion_function(Scalar from, Scalar to);
/// Reinterpretation; where both scalars are as wide, words stay as they are.
[[nodiscard]] EvaluateFunction bitcast_function(Scalar from, Scalar to);
/// quantize_to_f16, pack… and unpack…; null for any other operation.
[[nodiscard]] EvaluateFunction packing_function(Op op);

/// Operations that put values together or take them apart; null for any other operation.
[[nodiscard]] EvaluateFunction composite_function(Op op);
/// Vector geometry and matrices of floats; null for any other operation.
[[nodiscard]] EvaluateFunction algebra_function(Op op, Scalar scalar);

}  // namespace slipway::ir
