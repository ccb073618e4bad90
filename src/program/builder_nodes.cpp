// Nodes: how operations make them and how they print.
#include <cmath>

#include <fmt/format.h>

#include "ir/module.h"
#include "program/recorder.h"
#include "wgsl/predeclared.h"

namespace slipway::build::detail {
namespace {

// Deeper expressions are cut into values; the reader bounds how deeply they nest.
constexpr std::uint32_t deepest = 24;
// Longer constants are cut into values inside of functions, and refused outside.
constexpr std::size_t longest_repeated = 160;
constexpr std::size_t longest_constant = 800;

NodePtr constant_leaf(std::string text, bool compound) {
  auto node = std::make_shared<Node>();
  node->text = std::move(text);
  node->compound = compound;
  node->is_constant = node->settled = true;
  return node;
}

NodePtr bad_constant(std::string problem) {
  NodePtr node = constant_leaf("0", false);
  node->problem = std::move(problem);
  return node;
}

std::shared_ptr<Recorder> recorder_of(std::span<const NodePtr> nodes) {
  for (const NodePtr& node : nodes)
    if (node->recorder) return node->recorder;
  return nullptr;
}

std::shared_ptr<Node> make_operation(NodeKind kind, std::string_view text, std::vector<NodePtr> operands) {
  auto node = std::make_shared<Node>();
  node->kind = kind;
  node->text = text;
  node->operands = std::move(operands);
  node->is_constant = true;
  for (NodePtr& operand : node->operands) {
    if (!operand) operand = moved_from();
    node->is_constant &= operand->is_constant;
  }
  return node;
}

// Gives the node to its recorder; what is made of numbers alone has none.
NodePtr finish(std::shared_ptr<Node> node) {
  const std::shared_ptr<Recorder> recorder = recorder_of(node->operands);
  if (recorder) return recorder->add(std::move(node));
  for (const NodePtr& operand : node->operands) {
    if (operand->poisoned) return poison();
    if (node->problem.empty()) node->problem = operand->problem;
  }
  node->settled = true;
  if (print(*node).size() > longest_constant && node->problem.empty())
    return bad_constant("a constant expression is too long: name its parts with constant()");
  return node;
}

}  // namespace

NodePtr integer_literal(ScalarKind kind, long long value) {
  if (kind == ScalarKind::f32 || kind == ScalarKind::f16)
    return float_literal(kind, static_cast<double>(value));
  const bool is_signed = kind == ScalarKind::i32;
  if (value < (is_signed ? INT32_MIN : 0) || value > (is_signed ? INT32_MAX : std::int64_t{UINT32_MAX}))
    return bad_constant(fmt::format("{} is not a value of {}", value, is_signed ? "i32" : "u32"));
  if (value == INT32_MIN) return constant_leaf("i32(-2147483648)", false);
  return constant_leaf(fmt::format("{}{}", value, is_signed ? 'i' : 'u'), value < 0);
}

NodePtr natural_literal(ScalarKind kind, unsigned long long value) {
  if (kind == ScalarKind::f32 || kind == ScalarKind::f16)
    return float_literal(kind, static_cast<double>(value));
  if (value > UINT32_MAX)
    return bad_constant(
        fmt::format("{} is not a value of {}", value, kind == ScalarKind::i32 ? "i32" : "u32"));
  return integer_literal(kind, static_cast<long long>(value));
}

NodePtr float_literal(ScalarKind kind, double value) {
  if (!std::isfinite(value)) return bad_constant(fmt::format("{} is not a constant of WGSL", value));
  if (kind == ScalarKind::f16) {
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return constant_leaf("f16(" + text + ")", false);
  }
  const auto narrow = static_cast<float>(value);
  if (!std::isfinite(narrow)) return bad_constant(fmt::format("{} is not a value of f32", value));
  return constant_leaf(fmt::format("{}f", narrow), std::signbit(narrow));
}

NodePtr boolean_literal(bool value) { return constant_leaf(value ? "true" : "false", false); }

NodePtr unary(std::string_view op, NodePtr operand) {
  return finish(make_operation(NodeKind::unary, op, {std::move(operand)}));
}

NodePtr binary(std::string_view op, NodePtr left, NodePtr right) {
  // Both sides happen: a call on the right does not become part of what the left side may skip.
  if ((op == "&&" || op == "||") && right->has_effects && right->recorder) right->recorder->fix(right);
  return finish(make_operation(NodeKind::binary, op, {std::move(left), std::move(right)}));
}

NodePtr construct(const std::string& type, std::vector<NodePtr> arguments) {
  return finish(make_operation(NodeKind::call, type, std::move(arguments)));
}

NodePtr builtin(std::string_view function, std::vector<NodePtr> arguments, std::string result) {
  const std::shared_ptr<Recorder> recorder = recorder_of(arguments);
  return builtin_of(recorder, function, std::move(arguments), std::move(result));
}

NodePtr builtin_of(const std::shared_ptr<Recorder>& recorder, std::string_view function,
                   std::vector<NodePtr> arguments, std::string result) {
  auto node = make_operation(NodeKind::call, function, std::move(arguments));
  const std::string_view name = function.substr(0, function.find('<'));
  const wgsl::PredeclaredName meaning = wgsl::predeclared(name);
  const bool is_overloaded = meaning.kind == wgsl::Predeclared::function;
  const bool is_pure = is_overloaded ? (ir::info(meaning.op).traits & ir::trait::pure) != 0
                                     : meaning.kind == wgsl::Predeclared::bitcast ||
                                           meaning.kind == wgsl::Predeclared::array_length;
  if (!is_pure) {
    node->is_constant = false;
    node->is_ordered = node->is_effect = true;
    node->must_use = is_overloaded || meaning.kind == wgsl::Predeclared::uniform_load;
  }
  if (!recorder) return finish(std::move(node));
  if (!result.empty() && recorder->in_function()) node->is_constant = false;  // its `let` states the type
  node->ascription = std::move(result);
  recorder->uses(name);
  return recorder->add(std::move(node));
}

NodePtr element(NodePtr composite, NodePtr index) {
  auto node = make_operation(NodeKind::element, "", {std::move(composite), std::move(index)});
  node->is_place = node->operands[0]->is_place;
  return finish(std::move(node));
}

NodePtr member(NodePtr composite, std::string_view name) {
  auto node = make_operation(NodeKind::member, name, {std::move(composite)});
  node->is_place = node->operands[0]->is_place;
  return finish(std::move(node));
}

NodePtr load(NodePtr place) {
  auto node = make_operation(NodeKind::load, "", {std::move(place)});
  node->is_ordered = true;
  return finish(std::move(node));
}

NodePtr address(NodePtr place) {
  auto node = make_operation(NodeKind::address, "", {std::move(place)});
  node->is_place = true;
  return finish(std::move(node));
}

void assign(NodePtr place, std::string_view op, NodePtr value) {
  if (!place) place = moved_from();
  if (!value) value = moved_from();
  const NodePtr roots[] = {std::move(place), std::move(value)};
  const std::shared_ptr<Recorder> recorder = recorder_of(roots);
  if (!recorder) return;  // comes from misuse that is reported
  if (!recorder->usable(roots) || !recorder->can_state("an assignment")) return;
  recorder->settle(roots);
  recorder->line(fmt::format("{} {} {};", print(*roots[0]), op, print(*roots[1])));
}

const NodePtr& moved_from() {
  static const NodePtr node = bad_constant("a handle that was moved from is used");
  return node;
}

NodePtr call(const NodePtr& function, std::vector<NodePtr> arguments) {
  if (!function->recorder) return poison();
  auto node = make_operation(NodeKind::call, function->text, std::move(arguments));
  node->is_constant = false;
  node->is_ordered = node->is_effect = true;
  return function->recorder->add(std::move(node));
}

void call_statement(const NodePtr& function, std::vector<NodePtr> arguments) {
  // It becomes a statement when it settles, since nothing uses it.
  const NodePtr node = call(function, std::move(arguments));
}

std::string structure_text(const void* key) {
  return fmt::format("\x01S{}\x02", reinterpret_cast<std::uintptr_t>(key));
}

const NodePtr& poison() {
  static const NodePtr node = [] {
    auto made = std::make_shared<Node>();
    made->poisoned = made->settled = true;
    return made;
  }();
  return node;
}

std::string print(const Node& node) {
  std::string text;
  switch (node.kind) {
    case NodeKind::leaf: return node.text;
    case NodeKind::unary: return node.text + print_operand(*node.operands[0]);
    case NodeKind::binary:
      return fmt::format("{} {} {}", print_operand(*node.operands[0]), node.text,
                         print_operand(*node.operands[1]));
    case NodeKind::call:
      for (const NodePtr& argument : node.operands)
        text += (text.empty() ? "" : ", ") + print_argument(*argument);
      return fmt::format("{}({})", node.text, text);
    case NodeKind::element:
      return fmt::format("{}[{}]", print_operand(*node.operands[0]), print(*node.operands[1]));
    case NodeKind::member: return fmt::format("{}.{}", print_operand(*node.operands[0]), node.text);
    case NodeKind::load: return print(*node.operands[0]);
    case NodeKind::address: return "&" + print(*node.operands[0]);
  }
  return text;
}

std::string print_operand(const Node& node) {
  const bool compound = node.kind == NodeKind::unary || node.kind == NodeKind::binary ||
                        (node.kind == NodeKind::leaf && node.compound);
  return compound ? "(" + print(node) + ")" : print(node);
}

// `f(a < b, c > d)` would be a list of template arguments.
std::string print_argument(const Node& node) {
  const bool template_like =
      node.kind == NodeKind::binary && node.text.find_first_of("<>") != std::string::npos;
  return template_like ? print_operand(node) : print(node);
}

NodePtr Recorder::leaf(std::string text, std::uint32_t block) {
  auto node = std::make_shared<Node>();
  node->text = std::move(text);
  node->settled = true;
  node->block = block;
  node->recorder = shared_from_this();
  return node;
}

NodePtr Recorder::place(std::string text) {
  NodePtr node = leaf(std::move(text), stack_.empty() ? 0 : stack_.back().id);
  node->is_place = true;
  return node;
}

NodePtr Recorder::named(std::string token, std::string origin) {
  NodePtr node = leaf(std::move(token), stack_.back().id);
  node->origin = std::move(origin);
  return node;
}

// Takes a new operation on: checks its operands and lets it wait for its place.
NodePtr Recorder::add(std::shared_ptr<Node> node) {
  if (!usable(node->operands)) return poison();
  node->recorder = shared_from_this();
  if (node->is_constant) {
    node->settled = true;
    const std::size_t length = print(*node).size();
    if (length <= longest_repeated || (stack_.empty() && length <= longest_constant)) return node;
    if (stack_.empty()) {
      problem("builder.value", "a constant expression is too long: name its parts with constant()");
      return poison();
    }
    node->is_constant = node->settled = false;
  }
  for (const NodePtr& operand : node->operands) {
    node->block = std::max(node->block, operand->block);
    if (operand->settled) continue;
    node->depth = std::max(node->depth, operand->depth + 1);
    node->has_effects |= operand->has_effects;
  }
  node->has_effects |= node->is_effect;
  const bool fixed_place = node->is_place && node->depth == 0;
  if (fixed_place) node->settled = true;
  if (fixed_place) return node;
  if (stack_.empty() || innermost() == BlockKind::switch_) {
    problem("builder.no_function", fmt::format("{} is {}", describe(*node),
                                               stack_.empty() ? "computed outside of every function"
                                                              : "computed between the cases of a switch"));
    return poison();
  }
  if (!node->is_place) node->block = stack_.back().id;
  if (node->depth >= deepest) {
    settle({});
    node->depth = 0;
  }
  pending_.push_back(node);
  return node;
}

}  // namespace slipway::build::detail
