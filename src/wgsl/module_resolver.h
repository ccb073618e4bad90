// The resolver: one walk over the syntax tree that checks it and emits the module.
//
// Module scope first, without functions, in the order of its dependencies; then the functions' signatures;
// then their bodies. The methods are grouped by subject, one source file each.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "ir/builder.h"
#include "ir/layout.h"
#include "ir/module.h"
#include "ir/override_checks.h"
#include "wgsl/ast.h"
#include "wgsl/constant_evaluator.h"
#include "wgsl/diagnostics.h"
#include "wgsl/expression.h"
#include "wgsl/predeclared.h"
#include "wgsl/rules.h"
#include "wgsl/scope.h"
#include "wgsl/type_system.h"

namespace slipway::wgsl {

/// What a statement can lead to, as bits (WGSL's behaviour analysis).
using Behavior = unsigned;
namespace behavior {
enum : Behavior { next = 1, break_ = 2, continue_ = 4, return_ = 8 };
}

class ModuleResolver {
 public:
  ModuleResolver(const ast::Module& tree, Diagnostics& diagnostics, ir::DebugInfo& debug,
                 ir::OverrideChecks& checks);
  std::optional<ir::Module> run();

 private:
  // A declaration at module scope.
  struct GlobalName {
    ast::GlobalKind kind = ast::GlobalKind::variable;
    std::uint32_t index = 0;  // in the tree's vector of its kind
    Span span;                // of the name
    Type type;                // structures and aliases
    Expr expr;                // variables of all kinds
    ast::DeclarationKind declaration = ast::DeclarationKind::var;
    bool in_cycle = false;
  };
  struct ParameterInfo {
    Type type;
    bool read = false;     // pointers: memory read through it, in this function or in one it calls
    bool written = false;  // likewise
  };
  struct CallRecord {
    std::uint32_t callee = 0;  // index in functions_
    Span span;
    std::vector<Root> roots;  // of pointer arguments
    std::vector<Span> argument_spans;
  };
  struct GlobalUse {
    bool read = false;
    bool written = false;
  };
  struct FunctionInfo {
    ir::FunctionId id;
    std::vector<ParameterInfo> parameters;
    Type result;
    bool signature_ok = false;
    bool must_use = false;
    bool entry_point = false;
    bool refused = false;  // of a graphics stage: reported, and nothing else is said of it
    std::vector<CallRecord> calls;
    std::unordered_map<std::uint32_t, GlobalUse> globals;  // module variables it names, by index
    // What it and all it calls do to module variables: a bit for each that is named, read and written, in
    // three runs of words.
    std::vector<std::uint64_t> reach;
  };
  // The loop or switch that a statement is in.
  struct Frame {
    bool is_loop = false;
    bool in_continuing = false;
    std::size_t scope_depth = 0;            // scopes open in the body itself
    std::size_t body_start = 0;             // position of the first local of the body
    std::size_t body_end = 0;               // position behind its last, once in the continuing part
    std::size_t first_continue = SIZE_MAX;  // position behind the locals in scope at the first `continue`
  };
  // Code behind a terminator: checked, then thrown away.
  struct DeadCode {
    bool active = false;
    ir::RegionId resume;
    std::size_t insts = 0, operands = 0, regions = 0, switches = 0, checks = 0;
  };

  // An expression known before a kernel runs.
  struct Early {
    Expr expr;                   // a value; poison after an error
    ir::FunctionId initializer;  // of an override expression: what computes it
  };
  // What filters in one place set rules to.
  using Severities = std::unordered_map<std::string_view, std::string_view>;
  // A count or size: the constant, or the override that decides it.
  struct Size {
    std::uint32_t value = 0;
    ir::OverrideId override_id;
    Type type;  // as written
  };

  // resolver.cpp: the order of things, and small services
  void declare_globals();
  void check_directives();
  void resolve_global(std::uint32_t global);
  template <class... Args>
  void error(Span span, std::string_view rule, fmt::format_string<Args...> format, Args&&... args) {
    diagnostics_.error(span, rule, fmt::format(format, std::forward<Args>(args)...));
  }
  [[nodiscard]] std::string_view text(ast::Symbol symbol) const { return tree_.symbols[symbol]; }
  [[nodiscard]] std::string name(Type type) const { return types_.name(type); }
  void already_declared(const ast::Name& name, Span first);
  void unresolved(const ast::Name& name, std::string_view nothing);
  [[nodiscard]] GlobalName* find_global(ast::Symbol symbol);
  [[nodiscard]] PredeclaredName predeclared_name(ast::Symbol symbol);
  ir::SiteId site(Span span, std::string_view name = {});

  // dependency_order.cpp
  std::vector<std::uint32_t> dependency_order();
  void global_dependencies(std::uint32_t global, std::vector<ast::ExpressionId>& roots) const;
  void report_cycle(const std::vector<std::uint32_t>& path, std::uint32_t again);

  // emission.cpp: values, constants, conversions
  ir::Value emit(ir::Op op, Type type, std::initializer_list<ir::Value> operands, Span span,
                 std::uint32_t imm = 0);
  ir::Value emit(ir::Op op, Type type, std::span<const ir::Value> operands, Span span, std::uint32_t imm = 0);
  [[nodiscard]] Constant constant_of(const Expr& e) const { return {e.type, constant_id(e), e.payload}; }
  [[nodiscard]] static ir::ConstantId constant_id(const Expr& e) {
    return e.value.valid() && e.value.is_constant() ? e.value.constant() : ir::ConstantId();
  }
  static Expr expr_of(const Constant& c, Span span);
  static Expr expr_of(const std::optional<Constant>& c, Span span) {
    return c ? expr_of(*c, span) : Expr{.span = span};
  }
  static Expr make_value(Type type, ir::Value value, Stage stage, Span span);
  /// The value of a pure operation on values of settled types: folded when all are constant.
  Expr operate(ir::Op op, Type type, std::span<const Expr> operands, Span span, std::string_view name,
               std::uint32_t imm = 0);
  Expr operate(ir::Op op, Type type, std::initializer_list<Expr> operands, Span span, std::string_view name,
               std::uint32_t imm = 0) {
    return operate(op, type, std::span(operands.begin(), operands.size()), span, name, imm);
  }
  Expr load(Expr e);
  ir::Value address(const Expr& reference);
  Expr dereference(const Expr& pointer, Span span);
  /// The concrete value; abstract ones take their default type.
  Expr concrete(Expr e);
  /// `e`, a value, as `to`; `what` says where it goes, as in "initializer of 'x'".
  Expr convert(Expr e, Type to, std::string_view what);
  Expr compose(Type type, std::span<const Expr> parts, Span span);
  Expr extract(const Expr& composite, std::uint32_t index, Span span);
  Expr splat(const Expr& scalar, Type vector, Span span);
  void note_access(Root root, bool write);
  /// Notes what must hold of the operation once overrides have values.
  void check_later(ir::Op op, const Expr& made, std::span<const Expr> operands);
  void check_index_later(Type indexed, const Expr& at);
  ir::RegionId detach();

  // expressions.cpp
  Expr expression(ast::ExpressionId id);
  Expr value(ast::ExpressionId id) { return load(expression(id)); }
  Expr concrete_value(ast::ExpressionId id) { return concrete(value(id)); }
  Expr leaf(ast::ExpressionId id);
  Expr identifier(const ast::Expression& node);
  Expr local_use(const Local& local, const ast::Expression& node);
  Expr unary(const ast::Expression& node);
  Expr address_of(const ast::Expression& node);
  Expr index(const Expr& base, const ast::Expression& node);
  Expr index_reference(const Expr& base, const Expr& at, const ast::Expression& node);
  Expr index_value(const Expr& base, const Expr& at, const ast::Expression& node);
  Expr member(const Expr& base, const ast::Expression& node);
  Expr swizzle(const Expr& base, const ast::Expression& node);

  // operators.cpp
  Expr binary(ast::BinaryOp op, Expr left, ast::ExpressionId right, const ast::Expression& node);
  Expr binary_values(ast::BinaryOp op, Expr left, Expr right, Span op_span, Span span);
  Expr arithmetic(ast::BinaryOp op, Expr left, Expr right, Span op_span, Span span);
  Expr matrix_multiply(Expr left, Expr right, Span op_span, Span span);
  Expr comparison(ast::BinaryOp op, Expr left, Expr right, Span op_span, Span span);
  Expr bitwise(ast::BinaryOp op, Expr left, Expr right, Span op_span, Span span);
  Expr shift(ast::BinaryOp op, Expr left, Expr right, Span op_span, Span span);
  Expr short_circuit(ast::BinaryOp op, const Expr& left, ast::ExpressionId right,
                     const ast::Expression& node);
  Expr no_operator(ast::BinaryOp op, const Expr& left, const Expr& right, Span op_span);

  // calls.cpp
  Expr call(const ast::Expression& node, bool as_statement = false);
  Expr call_user(std::uint32_t function, const ast::Expression& node, bool as_statement);
  Expr call_predeclared(PredeclaredName what, const ast::Expression& node);
  bool arguments(const ast::Expression& node, std::vector<Expr>& values);
  bool argument_count(const ast::Expression& node, std::size_t expected);
  Expr argument_as(const ast::Expression& node, std::size_t i, Type type);
  Expr convert_argument(const Expr& e, Type type, std::size_t i, std::string_view callee);

  // builtin_calls.cpp
  Expr call_overloaded(const ast::Expression& node);
  Expr call_selected(const ast::Expression& node, std::vector<Expr>& values, std::size_t overload, Type t);
  Expr frexp_or_modf(ir::Op op, const Expr& argument, Span span, std::string_view name);
  ir::TypeId result_structure(std::string name, std::vector<ir::Member> members);
  Expr bitcast(const ast::Expression& node);
  Expr array_length(const ast::Expression& node);
  Expr barrier(PredeclaredName what, const ast::Expression& node);
  Expr uniform_load(const ast::Expression& node);
  Expr atomic(PredeclaredName what, const ast::Expression& node);
  Expr trap(PredeclaredName what, const ast::Expression& node);
  std::optional<Expr> pointer_argument(const ast::Expression& node, std::size_t i);
  std::optional<std::uint32_t> trap_tag(ast::ExpressionId id, std::string_view callee);
  bool check_lane(ir::Op op, std::span<const Expr> values, std::string_view callee);
  Expr select_constant(std::span<const Expr> values, Type result, Span span);

  // constructors.cpp
  Expr construct(Type type, const ast::Expression& node);
  Expr construct_inferred(PredeclaredName what, const ast::Expression& node);
  Expr construct_scalar(Type type, std::vector<Expr>& values, const ast::Expression& node);
  Expr construct_vector(Type type, std::vector<Expr>& values, const ast::Expression& node);
  Expr construct_matrix(Type type, std::vector<Expr>& values, const ast::Expression& node);
  Expr construct_array(Type type, std::vector<Expr>& values, const ast::Expression& node);
  Expr construct_structure(Type type, std::vector<Expr>& values, const ast::Expression& node);
  Expr cast(const Expr& e, Type to, Span span);
  Expr wrong_arguments(Type type, std::span<const Expr> values, const ast::Expression& node);
  std::optional<Kind> common_kind(std::span<const Expr> values) const;

  // type_expressions.cpp
  Type type_expression(ast::ExpressionId id);
  Type named_type(const ast::Expression& node);
  Type predeclared_type(PredeclaredName what, const ast::Expression& node);
  Type array_type(const ast::Expression& node);
  Type pointer_type(const ast::Expression& node);
  bool hidden(ast::ExpressionId id, std::string_view wanted);
  std::optional<ir::AddressSpace> address_space(ast::ExpressionId id);
  std::optional<ir::Access> access_mode(ast::ExpressionId id);
  std::string_view enumerant(ast::ExpressionId id) const;
  bool template_count(const ast::Expression& node, std::size_t least, std::size_t most);
  bool check_depth(Type type, Span span);
  bool is_type(ast::Symbol symbol);
  bool need_f16(Span span);

  // globals.cpp
  void resolve_structure(GlobalName& global);
  void resolve_member(const ast::StructMember& node, std::vector<ir::Member>& members, bool last);
  [[nodiscard]] std::optional<std::uint32_t> find_member(ir::TypeId structure, ast::Symbol symbol) const;
  void resolve_alias(GlobalName& global);
  void resolve_variable(GlobalName& global);
  void resolve_const(GlobalName& global, const ast::Variable& node);
  Expr const_value(const ast::Variable& node);
  void resolve_override(GlobalName& global, const ast::Variable& node);
  void resolve_module_var(GlobalName& global, const ast::Variable& node);
  struct Space {
    ir::AddressSpace space;
    ir::Access access;
  };
  std::optional<Space> variable_space(const ast::Variable& node);
  [[nodiscard]] std::string_view store_type_needs(Space space, Type type);
  bool resolve_binding(const ast::Variable& node, ir::AddressSpace space, ir::Global& variable);
  void check_const_assert(ast::ExpressionId condition, Span span);

  // constant_contexts.cpp: expressions that must be known before a kernel runs
  /// Resolves an expression outside any function; `concretise` gives it a concrete type, `to` that type.
  Early early(ast::ExpressionId id, Type to, std::string_view what, bool concretise = true,
              std::string_view known = "known before the kernel runs");
  Expr const_expression(ast::ExpressionId id, std::string_view what);
  std::optional<std::int64_t> const_integer(ast::ExpressionId id, std::string_view what);
  std::optional<Size> size_expression(ast::ExpressionId id, std::string_view what);
  ir::OverrideId anonymous_override(const Early& value, Span span);
  ir::FunctionId initializer_function(const Early& init, const ast::Name& variable);

  // attributes.cpp
  const ast::Attribute* attribute(std::span<const ast::Attribute> attributes, std::string_view name) const;
  void check_attributes(std::span<const ast::Attribute> attributes,
                        std::initializer_list<std::string_view> allowed, std::string_view where,
                        Span range = {});
  std::optional<std::uint32_t> attribute_number(const ast::Attribute& attribute, std::int64_t least,
                                                std::int64_t most);
  void add_diagnostic_filter(const std::string& severity, const std::string& diagnostic_rule, Span span,
                             Span range, Severities& here);

  // functions.cpp, entry_points.cpp
  void declare_function(std::uint32_t index);
  bool refuse_stage(const ast::Function& node);
  Type parameter_type(const ast::Parameter& node, bool entry_point);
  void resolve_body(std::uint32_t index);
  void declare_parameters(const ast::Function& node, FunctionInfo& info);
  void declare_entry_point(const ast::Function& node, FunctionInfo& info);
  std::vector<Expr> entry_inputs(const ast::Parameter& node, Type type);
  std::optional<ir::BuiltinInput> named_input(const ast::Attribute& attribute, Type type, Span span,
                                              std::string_view what);
  Expr builtin_input(std::span<const ast::Attribute> attributes, Type type, Span span, std::string_view what);

  // call_graph.cpp
  void check_call_graph();
  std::optional<std::vector<std::uint32_t>> callees_first();
  enum class Reach : std::uint8_t { named, read, written };
  void mark(FunctionInfo& function, Reach what, std::uint32_t variable) const;
  [[nodiscard]] bool reaches(const FunctionInfo& function, Reach what, std::uint32_t variable) const;
  void merge_accesses(FunctionInfo& caller);
  void check_aliasing(const FunctionInfo& caller);
  void check_bindings();

  // memory_rules.cpp
  void check_memory_layouts();
  void check_member_attributes(const ir::LayoutTable& layouts);
  void check_member(const ir::LayoutTable& layouts, const ir::Member& member, const ast::StructMember& node);

  // statements.cpp, control_flow.cpp
  Behavior statement(ast::StatementId id);
  void check_switch_attributes(const ast::Statement& node);
  Behavior statements(std::span<const ast::StatementId> list, DeadCode& dead);
  Behavior block(ast::StatementId id, bool scoped = true);
  Behavior control(const ast::Statement& node);
  void enter_dead_code(DeadCode& dead);
  void leave_dead_code(DeadCode& dead);
  void declaration(const ast::Variable& node);
  void declare_var(const ast::Variable& node);
  Expr concrete_or(ast::ExpressionId initializer, bool typed, Type type, std::string_view spelling);
  void declare_local(Local local);
  void assign(const ast::Statement& node);
  void assign_to(const Expr& target, const Expr& new_value, Span span);
  void increment(const ast::Statement& node);
  bool check_target(const Expr& target, ast::ExpressionId id);
  std::string not_assignable(ast::ExpressionId id) const;
  void call_statement(const ast::Statement& node);
  Behavior return_statement(const ast::Statement& node);
  Behavior if_statement(const ast::Statement& first);
  Behavior switch_statement(const ast::Statement& node);
  ir::SwitchTable switch_table(const ast::Statement& node, const std::vector<std::vector<Expr>>& selectors,
                               Type type, bool ok);
  Behavior loop_statement(const ast::Statement& node);
  Behavior for_statement(const ast::Statement& node);
  Behavior while_statement(const ast::Statement& node);
  Behavior break_statement(const ast::Statement& node);
  Behavior continue_statement(const ast::Statement& node);
  Expr condition(ast::ExpressionId id, std::string_view what);
  void leave_unless(ast::ExpressionId id, std::string_view what);
  Behavior finish_loop(Span span, Behavior inside, std::string_view what);
  void end_region(ir::Op terminator);

  const ast::Module& tree_;
  Diagnostics& diagnostics_;
  ir::DebugInfo& debug_;
  ir::OverrideChecks& checks_;
  std::uint32_t guard_ = 0;  // around the expression being resolved: its index in checks_ plus 1
  ir::Module module_;
  TypeSystem types_;
  ConstantEvaluator constants_;
  LocalScopes locals_;
  std::vector<std::uint32_t> global_of_symbol_;  // by symbol: position in globals_ plus 1, or 0
  std::vector<GlobalName> globals_;
  std::vector<std::optional<PredeclaredName>> predeclared_;  // by symbol
  std::vector<FunctionInfo> functions_;                      // as in the tree
  std::optional<ir::Builder> builder_;
  FunctionInfo* function_ = nullptr;  // being resolved
  const ast::Function* function_node_ = nullptr;
  std::vector<Frame> frames_;
  Span last_site_span_;
  std::unordered_map<std::string, ir::TypeId> result_structures_;
  std::vector<std::uint32_t> variable_nodes_;  // of module variables: index in the tree
  std::unordered_map<std::uint32_t, std::uint32_t> structure_nodes_;  // by type: index in the tree
  std::unordered_map<std::uint64_t, std::uint32_t> member_indices_;   // by structure and symbol
  std::vector<std::pair<ir::TypeId, Span>> own_memory_;  // arrays and structures that functions hold
  unsigned inputs_seen_ = 0;                             // of the entry point, as bits
  std::unordered_set<std::uint32_t> missing_names_;      // symbols that the declaration at hand misses
  std::unordered_map<std::uint32_t, Span> override_ids_;
  bool f16_ = false;
  bool subgroups_ = false;
  bool trap_ = false;
};

/// WGSL's spelling.
[[nodiscard]] std::string_view to_string(ast::BinaryOp op);

}  // namespace slipway::wgsl
