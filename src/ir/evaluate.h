// The meaning of every pure operation on values, for the constant evaluator and the interpreter alike.
//
// A value is a list of words: its scalars in order (vector components, matrix columns, array elements,
// structure members), one 32-bit word each: integers and f32 as their bits, f16 in the low half with zeros
// above, bool as 0 or 1.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ir/module.h"

namespace slipway::ir {

/// Words of a value of `type`; an atomic counts as its scalar. Saturates at UINT32_MAX. `type` is not a
/// pointer, void or a run-time array.
[[nodiscard]] std::uint32_t word_count(const TypeTable& types, TypeId type);

/// Components of a vector, columns of a matrix, elements of an array, members of a structure; else 0.
[[nodiscard]] std::uint32_t part_count(const Type& type);

/// Words of the parts before part `index` of a composite.
[[nodiscard]] std::uint32_t word_offset(const TypeTable& types, TypeId type, std::uint32_t index);

[[nodiscard]] std::vector<std::uint32_t> flatten(const TypeTable& types, const ConstantTable& constants,
                                                 ConstantId constant);
/// Interns the value of `type` that `words` are. They must be finite if constants are to be finite.
ConstantId unflatten(const TypeTable& types, ConstantTable& constants, TypeId type,
                     std::span<const std::uint32_t> words);

/// What an operation needs to know of its types, worked out once.
struct Shape {
  std::uint32_t words = 0;    ///< of the result
  std::uint32_t operand = 0;  ///< words of the first operand
  std::uint32_t imm = 0;
  std::uint32_t columns = 0;  ///< matrices: of the result, and for determinant and transpose of the operand
  std::uint32_t rows = 0;
  std::uint32_t inner = 0;                   ///< mat_mul: columns of the left operand
  std::vector<std::uint32_t> operand_words;  ///< construct
};

using EvaluateFunction = void (*)(const Shape& shape, const std::uint32_t* const* operands,
                                  std::uint32_t* result);

/// An operation fitted to its types: call it as often as needed. The result must not overlap an operand.
struct Evaluator {
  EvaluateFunction function = nullptr;
  Shape shape;
  void operator()(const std::uint32_t* const* operands, std::uint32_t* result) const {
    function(shape, operands, result);
  }
};

/// Whether `op` is one that evaluators are made for: pure, and neither a leaf nor about pointers or control.
[[nodiscard]] bool is_evaluable(Op op);

/// The evaluator of an evaluable operation whose types the verifier accepts.
[[nodiscard]] Evaluator make_evaluator(const TypeTable& types, Op op, TypeId result_type,
                                       std::span<const TypeId> operand_types, std::uint32_t imm);

struct Operand {
  TypeId type;
  const std::uint32_t* words = nullptr;
};

/// Makes an evaluator and runs it once.
void evaluate(const TypeTable& types, Op op, TypeId result_type, std::uint32_t imm,
              std::span<const Operand> operands, std::uint32_t* result);

/// Why these operands are outside the domain of the native form of `op`, or nothing if they are inside.
[[nodiscard]] std::optional<std::string> outside_native_domain(const TypeTable& types, Op op,
                                                               TypeId result_type,
                                                               std::span<const Operand> operands);

}  // namespace slipway::ir
