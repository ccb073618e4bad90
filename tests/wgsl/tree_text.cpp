#include "tree_text.h"

#include <fmt/format.h>

namespace slipway::wgsl {
namespace {

using namespace ast;

constexpr const char* binary_signs[] = {"+",  "-",  "*",  "/",  "%",  "&", "|",  "^", "<<",
                                        ">>", "&&", "||", "==", "!=", "<", "<=", ">", ">="};
constexpr const char* unary_signs[] = {"-", "!", "~", "*", "&"};
constexpr const char* suffixes[] = {"", "i", "u", "f", "h"};
constexpr const char* keywords[] = {"var", "let", "const", "override"};

template <class E>
std::size_t at(E e) {
  return static_cast<std::size_t>(e);
}

std::string list(const Module& m, const std::vector<ExpressionId>& ids) {
  std::string text;
  for (const ExpressionId id : ids) text += (text.empty() ? "" : " ") + text_of(m, id);
  return text;
}

std::string attributes(const Module& m, const std::vector<Attribute>& all) {
  std::string text;
  for (const Attribute& a : all) {
    text += fmt::format("@{}", m.symbols[a.name.symbol]);
    if (!a.severity.empty())
      text += fmt::format("({} {})", a.severity, a.rule);
    else if (a.has_arguments)
      text += fmt::format("({})", list(m, a.arguments));
    text += ' ';
  }
  return text;
}

std::string variable(const Module& m, const Variable& v) {
  std::string text = attributes(m, v.attributes) + keywords[at(v.kind)];
  if (!v.template_arguments.empty()) text += fmt::format("<{}>", list(m, v.template_arguments));
  text += fmt::format(" {}", m.symbols[v.name.symbol]);
  if (v.type.valid()) text += ": " + text_of(m, v.type);
  if (v.initializer.valid()) text += " = " + text_of(m, v.initializer);
  return text;
}

std::string optional(const Module& m, ExpressionId id) { return id.valid() ? text_of(m, id) : "-"; }
std::string optional(const Module& m, StatementId id) { return id.valid() ? text_of(m, id) : "-"; }

std::string switch_text(const Module& m, const Statement& s) {
  std::string text = fmt::format("(switch {}", text_of(m, s.left));
  for (const CaseClause& c : s.cases) {
    text += " (";
    for (const CaseSelector& selector : c.selectors)
      text += (selector.is_default ? "default" : text_of(m, selector.expression)) + " ";
    text += text_of(m, c.body) + ")";
  }
  return text + ")";
}

std::string loop_text(const Module& m, const Statement& s) {
  std::string text = "(loop " + text_of(m, s.first);
  if (s.second.valid()) text += " continuing " + text_of(m, s.second);
  if (s.left.valid()) text += " break-if " + text_of(m, s.left);
  return text + ")";
}

std::string statement(const Module& m, const Statement& s) {
  switch (s.kind) {
    case StatementKind::empty: return "()";
    case StatementKind::compound: {
      std::string text = "{";
      for (const StatementId id : s.statements) text += (text.size() > 1 ? "; " : "") + text_of(m, id);
      return text + "}";
    }
    case StatementKind::declaration: return variable(m, *s.variable);
    case StatementKind::assign:
      return fmt::format("({}= {} {})", s.assign_op ? binary_signs[at(*s.assign_op)] : "", text_of(m, s.left),
                         text_of(m, s.right));
    case StatementKind::phony: return fmt::format("(= _ {})", text_of(m, s.right));
    case StatementKind::increment: return fmt::format("(++ {})", text_of(m, s.left));
    case StatementKind::decrement: return fmt::format("(-- {})", text_of(m, s.left));
    case StatementKind::call: return text_of(m, s.left);
    case StatementKind::if_:
      return fmt::format("(if {} {} {})", text_of(m, s.left), text_of(m, s.first), optional(m, s.second));
    case StatementKind::switch_: return switch_text(m, s);
    case StatementKind::loop: return loop_text(m, s);
    case StatementKind::for_:
      return fmt::format("(for {} {} {} {})", optional(m, s.first), optional(m, s.left),
                         optional(m, s.second), text_of(m, s.third));
    case StatementKind::while_: return fmt::format("(while {} {})", text_of(m, s.left), text_of(m, s.first));
    case StatementKind::break_: return "break";
    case StatementKind::continue_: return "continue";
    case StatementKind::return_:
      return s.left.valid() ? fmt::format("(return {})", text_of(m, s.left)) : "return";
    case StatementKind::discard: return "discard";
    case StatementKind::const_assert: return fmt::format("(const_assert {})", text_of(m, s.left));
  }
  return "?";
}

std::string function(const Module& m, const Function& f) {
  std::string text = fmt::format("{}fn {}(", attributes(m, f.attributes), m.symbols[f.name.symbol]);
  for (const Parameter& p : f.parameters)
    text += fmt::format("{}{}{}: {}", &p == f.parameters.data() ? "" : ", ", attributes(m, p.attributes),
                        m.symbols[p.name.symbol], text_of(m, p.type));
  text += ")";
  if (f.result.valid()) text += " -> " + attributes(m, f.result_attributes) + text_of(m, f.result);
  return text + " " + text_of(m, f.body);
}

std::string structure(const Module& m, const Struct& s) {
  std::string text = fmt::format("struct {}", m.symbols[s.name.symbol]);
  for (const StructMember& member : s.members)
    text += fmt::format(" ({}{}: {})", attributes(m, member.attributes), m.symbols[member.name.symbol],
                        text_of(m, member.type));
  return text;
}

std::string directive(const Module& m, const Directive& d) {
  if (d.kind == DirectiveKind::diagnostic) return fmt::format("diagnostic({} {})", d.severity, d.rule);
  std::string text = d.kind == DirectiveKind::enable ? "enable" : "requires";
  for (const Name& name : d.names) text += fmt::format(" {}", m.symbols[name.symbol]);
  return text;
}

std::string global(const Module& m, Global g) {
  switch (g.kind) {
    case GlobalKind::variable: return variable(m, m.variables[g.index]);
    case GlobalKind::function: return function(m, m.functions[g.index]);
    case GlobalKind::structure: return structure(m, m.structs[g.index]);
    case GlobalKind::alias:
      return fmt::format("alias {} = {}", m.symbols[m.aliases[g.index].name.symbol],
                         text_of(m, m.aliases[g.index].type));
    case GlobalKind::const_assert: return "const_assert " + text_of(m, m.const_asserts[g.index].condition);
  }
  return "?";
}

}  // namespace

std::string text_of(const Module& m, ExpressionId id) {
  const Expression& e = m[id];
  switch (e.kind) {
    case ExpressionKind::bool_literal: return e.bool_value ? "true" : "false";
    case ExpressionKind::int_literal: return fmt::format("{}{}", e.int_value, suffixes[at(e.suffix)]);
    case ExpressionKind::float_literal: return fmt::format("{}{}", e.float_value, suffixes[at(e.suffix)]);
    case ExpressionKind::identifier: {
      std::string text(m.symbols[e.name.symbol]);
      return e.has_template ? text + "<" + list(m, e.arguments) + ">" : text;
    }
    case ExpressionKind::unary:
      return fmt::format("({} {})", unary_signs[at(e.unary_op)], text_of(m, e.left));
    case ExpressionKind::binary:
      return fmt::format("({} {} {})", binary_signs[at(e.binary_op)], text_of(m, e.left),
                         text_of(m, e.right));
    case ExpressionKind::call: {
      const std::string inner = list(m, e.arguments);
      return fmt::format("({}!{}{})", text_of(m, e.left), inner.empty() ? "" : " ", inner);
    }
    case ExpressionKind::index: return fmt::format("{}[{}]", text_of(m, e.left), text_of(m, e.right));
    case ExpressionKind::member: return fmt::format("{}.{}", text_of(m, e.left), m.symbols[e.name.symbol]);
  }
  return "?";
}

std::string text_of(const Module& m, StatementId id) {
  return attributes(m, m[id].attributes) + statement(m, m[id]);
}

std::string text_of(const Module& m) {
  std::string text;
  for (const Directive& d : m.directives) text += directive(m, d) + "\n";
  for (const Global& g : m.globals) text += global(m, g) + "\n";
  return text;
}

}  // namespace slipway::wgsl
