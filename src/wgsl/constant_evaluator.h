// Constant expressions: their values, and the errors WGSL asks for where there is no value.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/source.h"
#include "ir/module.h"
#include "wgsl/diagnostics.h"
#include "wgsl/type_system.h"

namespace slipway::wgsl {

/// A value known when the program is read. Concrete ones are constants of the IR; abstract scalars are 64
/// bits (two's complement or binary64) and abstract composites an index into the evaluator's pool.
struct Constant {
  Type type;
  ir::ConstantId id;          ///< concrete
  std::uint64_t payload = 0;  ///< abstract
};

/// Errors go to the diagnostics, at the span given, and the result is then empty.
class ConstantEvaluator {
 public:
  ConstantEvaluator(ir::Module& module, TypeSystem& types, Diagnostics& diagnostics)
      : module_(&module), types_(&types), diagnostics_(&diagnostics) {}

  [[nodiscard]] Constant abstract_int(std::int64_t value) const;
  [[nodiscard]] Constant abstract_float(double value) const;
  Constant scalar(ir::TypeId type, std::uint32_t bits);
  Constant boolean(bool value);
  Constant zero(ir::TypeId type);

  /// The value of an i32, u32 or abstract integer.
  [[nodiscard]] std::int64_t integer(const Constant& c) const;
  /// The value of a float or integer scalar.
  [[nodiscard]] double number(const Constant& c) const;
  [[nodiscard]] bool truth(const Constant& c) const { return module_->constants[c.id].bits != 0; }

  /// `c` as `to`, which `c.type` converts to implicitly.
  std::optional<Constant> convert(const Constant& c, Type to, Span span);
  /// `c` as the scalar, vector or matrix `to`, as a value constructor converts: from any kind to any kind.
  std::optional<Constant> cast(const Constant& c, Type to, Span span);
  Constant part(const Constant& c, std::uint32_t index);
  /// `parts` have the types of the children of `type`.
  std::optional<Constant> compose(Type type, std::span<const Constant> parts, Span span);
  Constant splat(const Constant& c, Type vector);
  /// The value of a pure operation; `name` is what messages call it.
  std::optional<Constant> evaluate(ir::Op op, Type result, std::span<const Constant> operands,
                                   std::uint32_t imm, Span span, std::string_view name);
  /// Operands known to be constant (others empty) that the language forbids even where the rest is not known.
  /// `kind` is that of the first operand. False when an error was reported.
  bool check_operands(ir::Op op, Kind kind, std::span<const std::optional<Constant>> operands, Span span,
                      std::string_view name);

  /// WGSL text of a scalar for messages.
  [[nodiscard]] std::string text(const Constant& c) const;

  /// While positive, expressions are checked but not evaluated: errors of value are not reported.
  int not_evaluated = 0;

 private:
  using Leaves = std::vector<std::uint64_t>;
  void error(Span span, std::string message);
  Leaves leaves(const Constant& c);
  Constant pool(Type type, Leaves leaves);
  std::optional<Constant> evaluate_abstract(ir::Op op, Type result, std::span<const Constant> operands,
                                            Span span, std::string_view name);
  std::optional<Constant> evaluate_concrete(ir::Op op, Type result, std::span<const Constant> operands,
                                            std::uint32_t imm, Span span, std::string_view name);
  std::optional<std::uint32_t> leaf_to(std::uint64_t leaf, Kind from, Kind to, Span span);
  bool check_finite(std::span<const std::uint32_t> words, ir::TypeId type, Span span, std::string_view name);
  /// The scalars of a numeric value, in order, as numbers.
  std::vector<double> numbers(const Constant& c);
  bool check_division(const std::optional<Constant>& left, const Constant& right, Span span);
  bool check_float_division(const Constant& right, Span span);
  bool check_shift(ir::Op op, const std::optional<Constant>& left, Kind kind, const Constant& count,
                   Span span);
  bool check_bit_field(const Constant& offset, const Constant& count, Span span, std::string_view name);
  bool check_order(const Constant& low, const Constant& high, bool equal_allowed, Span span,
                   std::string_view name);

  ir::Module* module_;
  TypeSystem* types_;
  Diagnostics* diagnostics_;
  std::deque<Leaves> pool_;
  std::unordered_map<std::uint64_t, ir::ConstantId> converted_;  // of pooled values: index and type
};

/// An operation on abstract numbers. Leaves are the scalars in order. Gives why there is no value, or
/// nothing.
struct AbstractOperand {
  std::span<const std::uint64_t> leaves;
  unsigned columns = 0;  ///< of matrices, else 0
  unsigned rows = 0;     ///< of vectors and matrices, else 1
};
[[nodiscard]] std::optional<std::string> evaluate_abstract_int(ir::Op op,
                                                               std::span<const AbstractOperand> operands,
                                                               std::vector<std::uint64_t>& result);
[[nodiscard]] std::optional<std::string> evaluate_abstract_float(ir::Op op,
                                                                 std::span<const AbstractOperand> operands,
                                                                 std::vector<std::uint64_t>& result);

}  // namespace slipway::wgsl
