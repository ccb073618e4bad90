// What a ProgramBuilder has recorded: nodes for values and references, and the WGSL of what is complete.
//
// Inside a function, what an operation makes waits in `pending_` until the next statement, which settles it.
// A node that only the statement reaches, through no handle of the C++ program, becomes part of the
// statement's text; any other becomes a `let` in front of it, so that it is computed once, at its place. The
// order of reads and effects is the order in which they were made; reads that meet no effect in their
// statement stand there from left to right.
//
// Names of function variables and of structures are tokens in the text until text() gives them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <slipway/program_builder.h>

namespace slipway::build::detail {

enum class NodeKind : std::uint8_t { leaf, unary, binary, call, element, member, load, address };

class Node {
 public:
  NodeKind kind = NodeKind::leaf;
  bool is_place = false;     ///< names memory
  bool is_constant = false;  ///< made of constants and overrides: has no place in the order, may be repeated
  bool is_ordered = false;   ///< reads memory, has effects, or depends on where it is
  bool is_effect = false;    ///< must happen whether or not the value is used
  bool must_use = false;     ///< WGSL refuses the call as a statement
  bool has_effects = false;  ///< it or what it waits with
  bool settled = false;      ///< its text stands for it
  bool compound = false;     ///< a leaf that needs parentheses as an operand
  bool poisoned = false;     ///< comes from misuse that is already reported
  std::string text;          ///< of a leaf; operator, function or member otherwise
  std::string problem;       ///< of a constant that has no recorder to tell yet
  std::string name;          ///< wanted for its `let`
  std::string ascription;    ///< the type that its `let` states
  std::string origin;        ///< what a name that a `let` made stands for
  std::vector<NodePtr> operands;
  std::shared_ptr<Recorder> recorder;  ///< null for numbers
  std::uint32_t block = 0;             ///< where it can be used: while this is open
  std::uint32_t depth = 0;             ///< of what is not settled
  std::uint32_t position = 0;          ///< in `pending_`, while it settles
};

/// As part of an expression, in parentheses where an operand of an operator needs them.
[[nodiscard]] std::string print(const Node& node);
[[nodiscard]] std::string print_operand(const Node& node);
[[nodiscard]] std::string print_argument(const Node& node);

/// A call of a builtin function in the program of `recorder`, which is null where all arguments are numbers.
NodePtr builtin_of(const std::shared_ptr<Recorder>& recorder, std::string_view function,
                   std::vector<NodePtr> arguments, std::string result);

/// What stands for everything that comes from misuse.
[[nodiscard]] const NodePtr& poison();

enum class BlockKind : std::uint8_t {
  module,
  function,
  if_,
  else_,
  while_,
  for_,
  loop,
  continuing,
  switch_,
  case_
};
[[nodiscard]] std::string_view to_string(BlockKind kind);

class Recorder : public std::enable_shared_from_this<Recorder> {
 public:
  explicit Recorder(std::string_view name) : name_(name) {}

  // Misuse.
  void problem(std::string_view rule, std::string message);

  // Nodes. `nodes` of another recorder, of a closed block or poisoned: false, and reported.
  bool usable(std::span<const NodePtr> nodes);
  NodePtr add(std::shared_ptr<Node> node);
  NodePtr leaf(std::string text, std::uint32_t block);
  /// A variable that is declared here.
  NodePtr place(std::string text);
  /// A value that is declared here by a `let` of `origin`.
  NodePtr named(std::string token, std::string origin);
  /// Whether the node is made of constants and overrides; reported, as part of `user`, where not.
  bool constant(const NodePtr& node, std::string_view user);
  void uses(std::string_view predeclared_name);

  // Declarations.
  /// False, and reported, where nothing can be declared by this name.
  bool declare_name(std::string_view name, std::string_view what);
  void declare(std::string text) { declarations_.push_back(std::move(text)); }
  std::optional<BindingPoint> take_binding(std::string_view name, std::optional<BindingPoint> at);
  void enable_trap() { trap_ = true; }
  void turn_off(std::string_view rule);
  /// A token for a name of the open function that is given at the end.
  std::string local(std::string_view name);

  // Structures.
  void open_structure(std::string_view name, const void* key);
  void add_member(std::string_view name, const std::string& type, std::uint32_t align, std::uint32_t size);

  // Functions and blocks.
  void open_function(std::string_view name, std::string attributes, std::string result);
  NodePtr add_parameter(std::string_view name, const std::string& type, bool is_pointer);
  NodePtr input(std::string_view name, const std::string& type);
  void open_block(BlockKind kind);
  /// The text of the innermost block, which closes.
  std::string close_block();
  /// Closes what was opened last of functions, structures and switches.
  void close();
  void open_switch(std::string header);
  void mark_default() { stack_.back().has_default = true; }
  [[nodiscard]] bool in_function() const { return !stack_.empty(); }
  [[nodiscard]] BlockKind innermost() const;

  // Statements.
  /// Whether a statement can stand here; reported as `what` where not.
  bool can_state(std::string_view what);
  /// Brings all that is pending to its place. `roots` are about to be printed by the caller.
  void settle(std::span<const NodePtr> roots);
  void line(std::string text);
  /// `header { body }`, where `body` is the text of a closed block.
  void compound(const std::string& header, const std::string& body);
  void compound_else(const std::string& header, const std::string& body, const std::string& otherwise);
  /// One without operands.
  void simple_statement(std::string_view what, std::string text);
  [[nodiscard]] bool block_is_empty() const { return stack_.back().text.empty(); }
  /// The value as something that does not change any more.
  void fix(const NodePtr& node);

  void end();
  [[nodiscard]] Result<std::string> text() const;
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] bool ended() const { return ended_; }

 private:
  struct Problem {
    std::string rule;
    std::string message;
  };
  struct BlockInfo {
    BlockKind kind = BlockKind::module;
    std::uint32_t function = 0;
  };
  struct OpenBlock {
    std::uint32_t id = 0;
    std::string text;
    std::string header = {};   ///< of a switch
    bool has_default = false;  ///< of a switch
    bool ended = false;        ///< by break_if
  };
  struct FunctionInfo {
    std::string name;
    std::string attributes;
    std::string parameters;
    std::string result;
    std::map<std::string, NodePtr> inputs;
    bool is_entry_point = false;
  };
  struct Local {
    std::string name;
    std::uint32_t function = 0;
  };
  enum class Closer : std::uint8_t { function, structure, switch_ };

  [[nodiscard]] bool is_open(std::uint32_t block) const;
  [[nodiscard]] std::string describe(const Node& node) const;
  void let(const NodePtr& node);
  void settle_place(Node& place);
  void drop_values();
  [[nodiscard]] std::vector<std::string> name_locals() const;
  [[nodiscard]] std::string resolve(std::string_view text, const std::vector<std::string>& locals,
                                    std::vector<Problem>& problems) const;
  void check_shadowing(std::vector<Problem>& problems) const;
  [[nodiscard]] std::string directives(std::string_view text) const;

  std::string name_;
  bool ended_ = false;
  bool trap_ = false;
  bool subgroups_ = false;
  std::vector<Problem> problems_;
  std::vector<NodePtr> pending_;
  std::vector<BlockInfo> blocks_{BlockInfo{}};
  std::vector<OpenBlock> stack_;
  std::vector<FunctionInfo> functions_;
  std::vector<Closer> closers_;
  std::vector<Local> locals_;
  std::vector<std::string> declarations_;
  std::map<std::string, std::string, std::less<>> names_;  ///< of the module, and what each is
  std::set<std::string, std::less<>> used_;                ///< predeclared functions
  std::map<std::uint64_t, std::string> structures_;        ///< by key
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> bindings_;
  std::set<std::string, std::less<>> rules_off_;
  // The structure that is being described.
  std::string structure_name_;
  std::string structure_text_;
  bool in_structure_ = false;
};

}  // namespace slipway::build::detail
