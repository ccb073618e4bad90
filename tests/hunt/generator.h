// Makes random valid programs. Each is free of data races and of undefined or inexact results by
// construction:
//
// - an invocation writes its own slots of shared and storage memory; others read them behind a barrier;
// - atomics that several invocations touch are of one commutative kind for each place, and their results are
//   not looked at;
// - floats are whole numbers below 2^24 in magnitude, or halves of such between two operations, so every
//   operation is exact, contracted or not; zeros are never looked at in a way that tells their sign;
// - loops count down a budget that no generated statement can write;
// - traps ask `armed()`, by which a run can be repeated with the traps of one invocation only.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "hunt/random.h"
#include "hunt/tree.h"

namespace slipway::hunt {

/// The program of a seed; the same on every machine.
[[nodiscard]] Program generate(std::uint64_t seed);

inline constexpr double exact = 16777216;  ///< whole numbers up to here have an f32
inline constexpr double held = 256;        ///< most of a float in a variable

enum class Space : std::uint8_t {
  value,           ///< not in memory: let, parameter
  function,        ///< var in a function
  private_direct,  ///< module scope; never passed by pointer
  private_passed,  ///< module scope; helpers see it through pointers only
  workgroup,
  storage,
};

struct Variable {
  std::string text;  ///< how to read or write it
  TypeId type = 0;
  Space space = Space::value;
  bool writable = false;
  std::string root;  ///< the variable behind a pointer; two arguments of a call differ in it
};

struct Parameter {
  TypeId type = 0;
  Space space = Space::value;  ///< else a pointer into it
};

struct Signature {
  std::string name;
  std::vector<Parameter> parameters;
  TypeId result = 0;
  double cost = 0;  ///< statements that a call runs at most
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}
  Program run();

 private:
  // types.cpp
  void make_types();
  TypeId add_type(Type type);
  TypeId vector_of(Kind kind, std::uint32_t width) const;
  TypeId shaped(TypeId like, Kind kind) const;  ///< scalar or vector of `kind` as wide as `like`
  Kind scalar_kind(TypeId type) const;          ///< of a scalar, vector or matrix
  std::uint32_t width(TypeId type) const;       ///< 1 for a scalar
  bool is_vector(TypeId type) const { return program_.types[type].kind == Kind::vector; }
  bool is_scalar(TypeId type) const { return program_.types[type].kind <= Kind::f32; }
  TypeId numeric_type();  ///< a scalar or vector of i32, u32 or f32
  TypeId any_type();      ///< constructible
  TypeId small_type(std::size_t words);
  TypeId variable_type();  ///< any_type(), with a leaning to arrays and structures
  const std::string& name(TypeId type) const { return program_.types[type].name; }
  std::vector<std::string> words_of(TypeId type, const std::string& text) const;

  // expressions.cpp
  Expr expression(TypeId type, unsigned depth);
  Expr running(TypeId type, unsigned depth);  ///< an expression that is no constant
  Expr fitting(TypeId type, unsigned depth);  ///< floats within what variables hold
  Expr bounded(TypeId type, unsigned depth, double most);
  Expr from_rule(TypeId type, unsigned depth);
  Expr fill(TypeId type, std::string_view form, std::string_view slots, unsigned depth);
  Expr slot(TypeId type, char slot, unsigned depth);
  Expr boolean_expression(TypeId type, unsigned depth);
  Expr integer_expression(TypeId type, unsigned depth);
  Expr composite_expression(TypeId type, unsigned depth);
  Expr vector_shape(TypeId type, unsigned depth);
  Expr component(TypeId type, unsigned depth);
  Expr comparison(TypeId type, unsigned depth);
  Expr leaf(TypeId type);
  Expr literal(TypeId type);
  Expr input(TypeId type);
  Expr zero(TypeId type) const;
  Expr index(std::uint32_t count, unsigned depth);
  std::optional<Expr> place(TypeId type, bool writable, unsigned depth);
  std::optional<Expr> walk(const Variable& from, TypeId to, unsigned depth, bool addressable);
  std::optional<Expr> call(TypeId type, unsigned depth);
  std::optional<Expr> call(const Signature& callee, unsigned depth);
  std::optional<Expr> address(const Parameter& parameter, std::vector<std::string>& roots, unsigned depth);
  Expr own_atomic(unsigned depth);

  // float_expressions.cpp
  Expr float_from_rule(TypeId type, unsigned depth);
  Expr column(TypeId type, unsigned depth);
  Expr float_expression(TypeId type, unsigned depth);
  Expr matrix_expression(TypeId type, unsigned depth);

  // statements.cpp
  Block block(unsigned depth, unsigned statements);
  void statement(Block& into, unsigned depth);
  Stmt declaration(unsigned depth);
  std::optional<Stmt> assignment(unsigned depth);
  std::optional<Stmt> compound(TypeId type, unsigned depth);
  std::optional<Stmt> pointer(unsigned depth);
  Stmt branch(unsigned depth);
  Stmt switching(unsigned depth);
  Stmt for_loop(unsigned depth);
  Stmt while_loop(unsigned depth);
  Stmt plain_loop(unsigned depth);
  std::optional<Stmt> leaving(unsigned depth);
  std::optional<Stmt> call_statement(unsigned depth);
  Stmt shared_atomic(unsigned depth);
  Stmt trap(unsigned depth);
  Stmt observe(Expr expr);
  void observe_some(Block& into);
  Block loop_body(unsigned depth, std::uint32_t rounds, bool continuing, Block& after);

  /// From 1 to `most`, or less in smaller programs.
  unsigned some(unsigned most) { return random_.between(1, std::max((most * scale_ + 2) / 3, 1U)); }
  unsigned expression_depth() const { return scale_ == 1 ? 3 : 4; }

  // module.cpp
  void declare_module();
  void declare_traps();
  void make_function(unsigned number);
  Variable plain_parameter(const Signature& so_far);
  Variable parameter();
  std::string declared_type(const Variable& parameter) const;
  void make_entry_point();
  void phases(Block& into, unsigned depth, unsigned count);
  void exchange(Block& into, unsigned depth);
  Stmt write_shared(unsigned depth);
  std::string fresh(std::string_view prefix) { return std::string(prefix) + std::to_string(++names_); }
  std::string fresh_budget() { return fresh("left"); }

  Random random_;
  Program program_;
  TypeId boolean_ = 0;
  TypeId i32_ = 0;
  TypeId u32_ = 0;
  TypeId f32_ = 0;
  TypeId matrices_ = 0;        ///< first of nine: columns 2 to 4, rows 2 to 4
  TypeId composites_ = 0;      ///< first of the arrays and structures that variables can have
  TypeId composites_end_ = 0;  ///< behind the last
  TypeId own_struct_ = 0;
  TypeId matrix_input_ = 0;
  std::vector<Variable> scope_;
  std::vector<Signature> signatures_;
  std::vector<Variable> shared_;
  std::uint32_t lanes_ = 1;
  unsigned names_ = 0;
  unsigned scale_ = 1;  ///< 1 to 3: drivers take far longer than the program is long
  double weight_ = 1;   ///< times that the current statement runs at most
  double cost_ = 0;     ///< statements of the current function run at most
  unsigned loops_ = 0;
  unsigned breakable_ = 0;
  bool in_entry_ = false;
  bool traps_ = false;
  bool may_return_ = false;
  TypeId result_ = 0;
  std::string
      shared_operation_;  ///< of the workgroup atomics in this phase; empty where they are read or left
};

}  // namespace slipway::hunt
