#include "program/recorder.h"

#include <algorithm>

#include <fmt/format.h>

#include "wgsl/predeclared.h"
#include "wgsl/unicode.h"
#include "wgsl/words.h"

namespace slipway::build::detail {
namespace {

// Later ones follow from earlier ones.
constexpr std::size_t most_problems = 50;

bool is_identifier(std::string_view name) {
  if (name.empty() || name == "_" || name.starts_with("__") || wgsl::first_bad_byte(name).has_value())
    return false;
  const auto is_letter = [](std::uint32_t c) {
    return c < 0x80 ? (c | 32U) - 'a' < 26U : wgsl::is_xid_start(c);
  };
  for (std::size_t at = 0; at < name.size();) {
    const wgsl::CodePoint point = wgsl::decode(name, at);
    const std::uint32_t c = point.value;
    const bool inner = c < 0x80 ? c - '0' < 10U : wgsl::is_xid_continue(c);
    if (!is_letter(c) && c != '_' && (at == 0 || !inner)) return false;
    at += point.length;
  }
  return wgsl::classify_word(name) == wgsl::TokenKind::identifier;
}

}  // namespace

std::string_view to_string(BlockKind kind) {
  switch (kind) {
    case BlockKind::module: return "module";
    case BlockKind::function: return "function";
    case BlockKind::if_: return "if";
    case BlockKind::else_: return "else";
    case BlockKind::while_: return "while";
    case BlockKind::for_: return "for";
    case BlockKind::loop: return "loop";
    case BlockKind::continuing: return "continuing";
    case BlockKind::switch_: return "switch";
    case BlockKind::case_: return "case";
  }
  return "unknown";
}

void Recorder::problem(std::string_view rule, std::string message) {
  if (problems_.size() < most_problems) problems_.push_back({std::string(rule), std::move(message)});
}

std::string Recorder::describe(const Node& node) const {
  if (node.is_effect && node.kind == NodeKind::call) return fmt::format("the call of '{}'", node.text);
  return fmt::format("the value '{}'", node.origin.empty() ? print(node) : node.origin);
}

bool Recorder::is_open(std::uint32_t block) const {
  return block == 0 || std::ranges::any_of(stack_, [&](const OpenBlock& open) { return open.id == block; });
}

bool Recorder::usable(std::span<const NodePtr> nodes) {
  bool good = !ended_;
  for (const NodePtr& node : nodes) {
    if (node->poisoned) {
      // Reported already, unless to another builder.
      if (problems_.empty())
        problem("builder.foreign_handle", "what came from misuse of another program builder is used");
      good = false;
    } else if (!node->problem.empty()) {
      problem("builder.value", node->problem);
      good = false;
    } else if (node->recorder && node->recorder.get() != this) {
      for (Recorder* either : {this, node->recorder.get()})
        either->problem(
            "builder.foreign_handle",
            fmt::format("a handle of program builder '{}' is used in '{}'", node->recorder->name_, name_));
      good = false;
    } else if (node->recorder && !is_open(node->block)) {
      const BlockInfo& block = blocks_[node->block];
      const std::string& function = functions_[block.function].name;
      problem("builder.closed_block",
              block.kind == BlockKind::function
                  ? fmt::format("{} of function '{}' is used outside of it", describe(*node), function)
                  : fmt::format("{} is used after the '{}' of function '{}' that it was made in has closed",
                                describe(*node), to_string(block.kind), function));
      good = false;
    }
  }
  return good;
}

void Recorder::uses(std::string_view predeclared_name) {
  if (predeclared_name.starts_with("subgroup") || predeclared_name.starts_with("quad")) subgroups_ = true;
  if (!used_.contains(predeclared_name)) used_.emplace(predeclared_name);
}

// ---- Declarations ----

bool Recorder::declare_name(std::string_view name, std::string_view what) {
  if (!is_identifier(name)) {
    problem("builder.name",
            fmt::format("'{}' cannot be the name of {}: it is no identifier of WGSL", name, what));
    return false;
  }
  if (wgsl::predeclared(name).is_type()) {
    problem("builder.name", fmt::format("'{}' cannot be the name of {}: it is a type of WGSL", name, what));
    return false;
  }
  const auto [at, is_new] = names_.emplace(name, what);
  if (!is_new)
    problem("builder.name", fmt::format("'{}' is declared as {} and again as {}", name, at->second, what));
  return is_new;
}

std::optional<BindingPoint> Recorder::take_binding(std::string_view name, std::optional<BindingPoint> at) {
  if (!at.has_value()) {
    at = BindingPoint{};
    while (bindings_.contains({at->group, at->binding})) ++at->binding;
  }
  const auto [taken, is_new] = bindings_.emplace(std::pair(at->group, at->binding), name);
  if (is_new) return at;
  problem("builder.binding", fmt::format("'{}' has group {}, binding {}, which is that of '{}'", name,
                                         at->group, at->binding, taken->second));
  return std::nullopt;
}

void Recorder::turn_off(std::string_view rule) {
  if (is_identifier(rule))
    rules_off_.emplace(rule);
  else
    problem("builder.name", fmt::format("'{}' is no rule that can be turned off", rule));
}

std::string Recorder::local(std::string_view name) {
  const bool good = is_identifier(name);
  if (!good)
    problem("builder.name",
            fmt::format("'{}' cannot be the name of a variable: it is no identifier of WGSL", name));
  locals_.push_back({std::string(good ? name : "v"), static_cast<std::uint32_t>(functions_.size() - 1)});
  return fmt::format("\x01L{}\x02", locals_.size() - 1);
}

// ---- Structures ----

void Recorder::open_structure(std::string_view name, const void* key) {
  closers_.push_back(Closer::structure);
  if (in_structure_)
    problem("builder.structure",
            fmt::format("structure '{}' begins inside structure '{}'", name, structure_name_));
  const bool good = declare_name(name, "a structure");
  const auto [at, is_new] = structures_.emplace(reinterpret_cast<std::uintptr_t>(key), name);
  if (good && !is_new)
    problem("builder.structure",
            fmt::format("structures '{}' and '{}' are described by one class", at->second, name));
  in_structure_ = true;
  structure_name_ = name;
  structure_text_.clear();
}

void Recorder::add_member(std::string_view name, const std::string& type, std::uint32_t align,
                          std::uint32_t size) {
  if (!in_structure_)
    return problem("builder.structure",
                   fmt::format("member '{}' is added to structure '{}', whose description has ended", name,
                               structure_name_));
  if (!is_identifier(name))
    return problem("builder.name",
                   fmt::format("'{}' cannot be the name of a member: it is no identifier of WGSL", name));
  structure_text_ += "  ";
  if (align != 0) structure_text_ += fmt::format("@align({}) ", align);
  if (size != 0) structure_text_ += fmt::format("@size({}) ", size);
  structure_text_ += fmt::format("{}: {},\n", name, type);
}

// ---- Functions and blocks ----

void Recorder::open_function(std::string_view name, std::string attributes, std::string result) {
  closers_.push_back(Closer::function);
  if (in_function())
    problem("builder.structure", fmt::format("function '{}' begins inside function '{}'", name,
                                             functions_[blocks_[stack_.back().id].function].name));
  declare_name(name, "a function");
  FunctionInfo function;
  function.name = name;
  function.is_entry_point = !attributes.empty();
  function.attributes = std::move(attributes);
  function.result = std::move(result);
  functions_.push_back(std::move(function));
  open_block(BlockKind::function);
}

NodePtr Recorder::add_parameter(std::string_view name, const std::string& type, bool is_pointer) {
  std::string& parameters = functions_.back().parameters;
  const std::string token = local(name);
  parameters += (parameters.empty() ? "" : ", ") + token + ": " + type;
  NodePtr node = leaf(is_pointer ? "(*" + token + ")" : token, stack_.back().id);
  node->is_place = is_pointer;
  return node;
}

NodePtr Recorder::input(std::string_view name, const std::string& type) {
  if (stack_.empty() || !functions_[blocks_[stack_.front().id].function].is_entry_point) {
    problem("builder.no_function", fmt::format("'{}' is asked for outside of an entry point", name));
    return poison();
  }
  if (name.starts_with("subgroup")) subgroups_ = true;
  FunctionInfo& function = functions_[blocks_[stack_.front().id].function];
  NodePtr& node = function.inputs[std::string(name)];
  if (!node) {
    const std::string token = local(name);
    function.parameters +=
        fmt::format("{}@builtin({}) {}: {}", function.parameters.empty() ? "" : ", ", name, token, type);
    node = leaf(token, stack_.front().id);
  }
  return node;
}

void Recorder::open_switch(std::string header) {
  closers_.push_back(Closer::switch_);
  open_block(BlockKind::switch_);
  stack_.back().header = std::move(header);
}

BlockKind Recorder::innermost() const {
  return stack_.empty() ? BlockKind::module : blocks_[stack_.back().id].kind;
}

void Recorder::open_block(BlockKind kind) {
  stack_.push_back({.id = static_cast<std::uint32_t>(blocks_.size()), .text = {}});
  blocks_.push_back({kind, static_cast<std::uint32_t>(functions_.size() - 1)});
}

// Where a block closes nothing can use its values any more: effects and what they use remain to be placed.
void Recorder::drop_values() {
  std::vector<bool> kept(pending_.size());
  for (std::uint32_t i = 0; i < pending_.size(); ++i) pending_[i]->position = i;
  for (std::size_t i = pending_.size(); i-- > 0;) {
    if (!kept[i] && !pending_[i]->has_effects) continue;
    kept[i] = true;
    for (const NodePtr& operand : pending_[i]->operands)
      if (operand->position < pending_.size() && pending_[operand->position] == operand)
        kept[operand->position] = true;
  }
  std::erase_if(pending_, [&](const NodePtr& node) { return !kept[node->position]; });
}

std::string Recorder::close_block() {
  drop_values();
  settle({});
  std::string text = std::move(stack_.back().text);
  stack_.pop_back();
  return text;
}

void Recorder::close() {
  const Closer closer = closers_.back();
  closers_.pop_back();
  if (closer == Closer::structure) {
    in_structure_ = false;
    return declare(fmt::format("struct {} {{\n{}}}\n", structure_name_, structure_text_));
  }
  if (closer == Closer::switch_) {
    const std::string header = stack_.back().header;
    if (!stack_.back().has_default) line("default: {\n" + std::string(2 * stack_.size(), ' ') + "}");
    const std::string cases = close_block();
    return compound(header, cases);
  }
  FunctionInfo& function = functions_[blocks_[stack_.back().id].function];
  const std::string body = close_block();
  function.inputs.clear();
  declare(fmt::format("{}fn {}({}){}{} {{\n{}}}\n", function.attributes, function.name, function.parameters,
                      function.result.empty() ? "" : " -> ", function.result, body));
}

// ---- Statements ----

bool Recorder::can_state(std::string_view what) {
  if (ended_) return false;
  if (stack_.empty())
    problem("builder.no_function", fmt::format("{} stands outside of every function", what));
  else if (innermost() == BlockKind::switch_)
    problem("builder.structure", fmt::format("{} stands between the cases of a switch", what));
  else if (stack_.back().ended)
    problem("builder.structure", fmt::format("{} stands behind the break_if that ends its block", what));
  else
    return true;
  return false;
}

void Recorder::line(std::string text) {
  OpenBlock& block = stack_.back();
  block.ended |= text.starts_with("break if ");
  block.text += std::string(2 * stack_.size(), ' ') + text + "\n";
}

void Recorder::compound(const std::string& header, const std::string& body) {
  line(header + " {\n" + body + std::string(2 * stack_.size(), ' ') + "}");
}

void Recorder::compound_else(const std::string& header, const std::string& body,
                             const std::string& otherwise) {
  const std::string indent(2 * stack_.size(), ' ');
  line(header + " {\n" + body + indent + "} else {\n" + otherwise + indent + "}");
}

void Recorder::simple_statement(std::string_view what, std::string text) {
  if (!can_state(what)) return;
  settle({});
  line(std::move(text));
}

bool Recorder::constant(const NodePtr& node, std::string_view user) {
  if (!usable(std::span(&node, 1))) return false;
  if (!node->is_constant)
    problem("builder.value",
            fmt::format("{}, a part of {}, is not made of constants", describe(*node), user));
  return node->is_constant;
}

void Recorder::end() {
  ended_ = true;
  pending_.clear();
  for (FunctionInfo& function : functions_) function.inputs.clear();
}

}  // namespace slipway::build::detail
