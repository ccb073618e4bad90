// The syntax tree of WGSL, as the parser leaves it: nothing is resolved, everything has its span.
//
// Nodes live in arenas and name each other by id, so that freeing a tree of any depth is flat. Lists of
// children are vectors inside the nodes. Identifiers are interned.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/source.h"
#include "base/stable_vector.h"

namespace slipway::wgsl::ast {

struct ExpressionTag;
struct StatementTag;
struct SymbolTag;
using ExpressionId = Id<ExpressionTag>;
using StatementId = Id<StatementTag>;
using Symbol = Id<SymbolTag>;  ///< an interned identifier

class Symbols {
 public:
  Symbol intern(std::string_view text);
  [[nodiscard]] std::string_view operator[](Symbol symbol) const { return texts_.at(symbol.index); }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }

 private:
  void grow();
  std::deque<std::string> texts_;
  std::vector<std::uint32_t> hashes_;  // of each text
  std::vector<std::uint32_t> slots_;   // hash table of indices plus one; 0 is free
};

struct Name {
  Symbol symbol;
  Span span;
};

enum class Suffix : std::uint8_t { none, i, u, f, h };

enum class UnaryOp : std::uint8_t { negate, logical_not, complement, indirection, address_of };
enum class BinaryOp : std::uint8_t {
  add,
  sub,
  mul,
  div,
  rem,
  bit_and,
  bit_or,
  bit_xor,
  shl,
  shr,
  logical_and,
  logical_or,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
};

enum class ExpressionKind : std::uint8_t {
  bool_literal,   ///< bool_value
  int_literal,    ///< int_value, suffix none, i or u; checked to fit the type its suffix says (none: i64)
  float_literal,  ///< float_value, suffix none, f or h; checked and, with f or h, already rounded to that
                  ///< type
  identifier,     ///< name with `arguments` as template arguments when `has_template`
  unary,          ///< unary_op, left
  binary,         ///< binary_op, left, right
  call,           ///< left: the callee, always an `identifier`; arguments
  index,          ///< left[right]
  member,         ///< left.name
};

struct Expression {
  ExpressionKind kind = ExpressionKind::identifier;
  Span span;  ///< whole expression; with parentheses where it has them
  bool parenthesised = false;
  bool bool_value = false;
  bool has_template = false;
  Suffix suffix = Suffix::none;
  UnaryOp unary_op = UnaryOp::negate;
  BinaryOp binary_op = BinaryOp::add;
  Span op_span;  ///< unary, binary: the operator
  std::int64_t int_value = 0;
  double float_value = 0;
  Name name;
  ExpressionId left;
  ExpressionId right;
  std::vector<ExpressionId> arguments;
};

/// `@name` or `@name(arguments)`.
struct Attribute {
  Name name;
  Span span;
  bool has_arguments = false;
  std::vector<ExpressionId> arguments;
  // @diagnostic(severity, rule) only: the two names; the rule may be dotted.
  std::string severity;
  std::string rule;
};

enum class DeclarationKind : std::uint8_t { var, let, const_, override_ };

/// `var`, `let`, `const` or `override`, in a function or at module scope.
struct Variable {
  DeclarationKind kind = DeclarationKind::var;
  Span span;
  Name name;
  std::vector<Attribute> attributes;
  std::vector<ExpressionId> template_arguments;  ///< var<…>: address space, then access
  ExpressionId type;                             ///< null where inferred
  ExpressionId initializer;                      ///< null where absent
};

struct CaseSelector {
  bool is_default = false;
  ExpressionId expression;
  Span span;
};
struct CaseClause {
  std::vector<CaseSelector> selectors;
  StatementId body;  ///< compound
  Span span;
};

enum class StatementKind : std::uint8_t {
  empty,
  compound,     ///< statements
  declaration,  ///< variable
  assign,       ///< left = right; compound assignment when `assign_op` is set
  phony,        ///< _ = right
  increment,    ///< left++
  decrement,    ///< left--
  call,         ///< left: a call expression
  if_,          ///< left: condition; first: then; second: else (compound or if_), null if none
  switch_,      ///< left: selector; cases
  loop,    ///< first: body (compound); second: continuing (compound), null if none; break_if: left, null if
           ///< none
  for_,    ///< init: first; condition: left; update: second; body: third; each may be null but the body
  while_,  ///< left: condition; first: body
  break_,
  continue_,
  return_,       ///< left: value, null if none
  discard,       ///< for its error
  const_assert,  ///< left
};

struct Statement {
  StatementKind kind = StatementKind::empty;
  Span span;
  std::vector<Attribute> attributes;
  std::optional<BinaryOp> assign_op;
  Span op_span;
  ExpressionId left;
  ExpressionId right;
  StatementId first;
  StatementId second;
  StatementId third;
  std::vector<StatementId> statements;
  std::vector<CaseClause> cases;
  std::optional<Variable> variable;
};

struct Parameter {
  Name name;
  ExpressionId type;
  std::vector<Attribute> attributes;
  Span span;
};

struct Function {
  Span span;  ///< from `fn` to the end of the header
  Name name;
  std::vector<Attribute> attributes;
  std::vector<Parameter> parameters;
  ExpressionId result;  ///< null where there is none
  std::vector<Attribute> result_attributes;
  StatementId body;
};

struct StructMember {
  Name name;
  ExpressionId type;
  std::vector<Attribute> attributes;
  Span span;
};
struct Struct {
  Span span;
  Name name;
  std::vector<StructMember> members;
};
struct Alias {
  Span span;
  Name name;
  ExpressionId type;
};
struct ConstAssert {
  Span span;
  ExpressionId condition;
};

enum class DirectiveKind : std::uint8_t { enable, requires_, diagnostic };
struct Directive {
  DirectiveKind kind = DirectiveKind::enable;
  Span span;
  std::vector<Name> names;  ///< enable, requires
  std::string severity;     ///< diagnostic
  std::string rule;
};

enum class GlobalKind : std::uint8_t { variable, function, structure, alias, const_assert };
/// One module-scope declaration: an index into the vector of its kind, so that source order is kept.
struct Global {
  GlobalKind kind;
  std::uint32_t index;
};

struct Module {
  Symbols symbols;
  StableVector<Expression> expressions;
  StableVector<Statement> statements;
  std::vector<Directive> directives;
  std::vector<Global> globals;
  std::vector<Variable> variables;
  std::vector<Function> functions;
  std::vector<Struct> structs;
  std::vector<Alias> aliases;
  std::vector<ConstAssert> const_asserts;
  std::size_t mended = 0;  // errors in the text after which nothing was left out here

  [[nodiscard]] const Expression& operator[](ExpressionId id) const { return expressions.at(id.index); }
  [[nodiscard]] const Statement& operator[](StatementId id) const { return statements.at(id.index); }
};

}  // namespace slipway::wgsl::ast
