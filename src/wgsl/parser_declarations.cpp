// Directives, names, attributes and module-scope declarations.
#include <fmt/format.h>

#include "wgsl/parser_core.h"
#include "wgsl/rules.h"

namespace slipway::wgsl {
namespace {

using ast::DeclarationKind;
using ast::GlobalKind;

std::string_view keyword(DeclarationKind kind) {
  switch (kind) {
    case DeclarationKind::var: return "var";
    case DeclarationKind::let: return "let";
    case DeclarationKind::const_: return "const";
    case DeclarationKind::override_: return "override";
  }
  return {};
}

bool is_word(TokenKind kind) {
  return kind == TokenKind::identifier || kind == TokenKind::reserved || is_keyword(kind);
}

// What follows a name in a declaration; so the word before was meant as one.
bool follows_name(TokenKind kind) {
  return kind == TokenKind::colon || kind == TokenKind::assign || kind == TokenKind::paren_left ||
         kind == TokenKind::semicolon;
}

template <class T>
void add_global(ast::Module& module, std::vector<T>& list, GlobalKind kind, T declaration) {
  module.globals.push_back({kind, static_cast<std::uint32_t>(list.size())});
  list.push_back(std::move(declaration));
}

}  // namespace

// A word that cannot be a name is reported, once, and read as one, so that its uses raise nothing more.
std::optional<ast::Name> Parser::name(std::string_view what) {
  const Token found = token();
  const bool meant = (is_keyword(found.kind) || found.kind == TokenKind::underscore) &&
                     follows_name(next_kind()) && what.ends_with("name");
  if (found.kind != TokenKind::identifier && found.kind != TokenKind::reserved && !meant) {
    unexpected(what);
    return std::nullopt;
  }
  if (found.kind == TokenKind::identifier) {
    ++at_;
    return ast::Name{ast::Symbol(found.detail), span(found)};
  }
  const std::string_view word = text(found);
  const ast::Symbol symbol = module_.symbols.intern(word);
  if (refused_names_.size() <= symbol.index) refused_names_.resize(symbol.index + 1);
  if (!refused_names_[symbol.index]) {
    refused_names_[symbol.index] = true;
    error(span(found), rule::identifier,
          word.starts_with("__")   ? fmt::format("'{}' starts with two underscores, as no name may", word)
          : word == "_"            ? std::string("'_' cannot be a name")
          : is_keyword(found.kind) ? fmt::format("'{}' is a keyword and cannot be a name", word)
                                   : fmt::format("'{}' is a reserved word and cannot be a name", word),
          word != "_");
  }
  advance();
  return ast::Name{symbol, span(found)};
}

bool Parser::attributes(std::vector<ast::Attribute>& into) {
  while (kind() == TokenKind::at) {
    ast::Attribute found;
    if (!attribute(found)) return false;
    into.push_back(std::move(found));
  }
  return true;
}

bool Parser::attribute(ast::Attribute& attribute) {
  const std::size_t start = at_;
  advance();
  if (!is_word(kind())) {
    unexpected("the name of an attribute after '@'");
    return false;
  }
  attribute.name = {ast::Symbol(token().detail), span()};
  const bool diagnostic = kind() == TokenKind::kw_diagnostic;
  advance();
  if (diagnostic) {
    attribute.has_arguments = true;
    if (!diagnostic_control(attribute.severity, attribute.rule)) return false;
  } else if (accept(TokenKind::paren_left)) {
    attribute.has_arguments = true;
    if (!arguments(attribute.arguments, TokenKind::paren_right, "an argument")) return false;
  }
  attribute.span = span_from(start);
  return true;
}

// `(severity, rule)`; the rule may have one dot.
bool Parser::diagnostic_control(std::string& severity, std::string& rule) {
  if (!expect(TokenKind::paren_left, "'(' after 'diagnostic'")) return false;
  severity = text(token());
  if (severity != "error" && severity != "warning" && severity != "info" && severity != "off") {
    unexpected("a severity ('error', 'warning', 'info' or 'off')");
    return false;
  }
  advance();
  if (!expect(TokenKind::comma, "',' after a severity")) return false;
  const std::size_t start = at_;
  for (bool more = true; more; more = at_ - start == 2) {
    if (kind() != TokenKind::identifier) {
      unexpected("the name of a diagnostic rule");
      return false;
    }
    rule += text(token());
    advance();
    if (at_ - start == 1 && accept(TokenKind::dot)) rule += '.';
  }
  accept(TokenKind::comma);
  return expect(TokenKind::paren_right, "')' after a diagnostic rule");
}

bool Parser::refuse_attributes(const std::vector<ast::Attribute>& attributes, std::string_view on) {
  for (const ast::Attribute& found : attributes)
    error(found.span, rule::attribute,
          fmt::format("attribute '{}' cannot stand on {}", module_.symbols[found.name.symbol], on));
  return attributes.empty();
}

void Parser::directive() {
  const std::size_t start = at_;
  ast::Directive found;
  const TokenKind word = kind();
  advance();
  bool good = false;
  if (word == TokenKind::kw_diagnostic) {
    found.kind = ast::DirectiveKind::diagnostic;
    good = diagnostic_control(found.severity, found.rule);
  } else {
    found.kind = word == TokenKind::kw_enable ? ast::DirectiveKind::enable : ast::DirectiveKind::requires_;
    good = directive_names(found);
  }
  found.span = span_from(start);
  if (!good || !expect_semicolon("a directive")) return recover_declaration();
  module_.directives.push_back(std::move(found));
}

bool Parser::directive_names(ast::Directive& directive) {
  do {
    if (kind() == TokenKind::semicolon && !directive.names.empty()) break;
    if (!is_word(kind())) {
      unexpected("the name of an extension");
      return false;
    }
    directive.names.push_back({ast::Symbol(token().detail), span()});
    advance();
  } while (accept(TokenKind::comma));
  return true;
}

bool Parser::declaration() {
  if (accept(TokenKind::semicolon)) return true;
  const std::size_t start = at_;
  std::vector<ast::Attribute> attributes;
  if (!this->attributes(attributes)) return false;
  switch (kind()) {
    case TokenKind::kw_fn: return function(std::move(attributes), start);
    case TokenKind::kw_struct: refuse_attributes(attributes, "a structure"); return structure();
    case TokenKind::kw_alias: refuse_attributes(attributes, "an alias"); return alias();
    case TokenKind::kw_const_assert:
      refuse_attributes(attributes, "a const_assert");
      return global_const_assert();
    case TokenKind::kw_const:
      refuse_attributes(attributes, "a const");
      attributes.clear();
      break;
    case TokenKind::kw_var:
    case TokenKind::kw_override: break;
    default: unexpected("a declaration"); return false;
  }
  const DeclarationKind kind = this->kind() == TokenKind::kw_var     ? DeclarationKind::var
                               : this->kind() == TokenKind::kw_const ? DeclarationKind::const_
                                                                     : DeclarationKind::override_;
  auto found = variable(kind, std::move(attributes));
  if (!found) return false;
  add_global(module_, module_.variables, GlobalKind::variable, std::move(*found));
  return expect_semicolon("a declaration");
}

std::optional<ast::Variable> Parser::variable(DeclarationKind kind, std::vector<ast::Attribute> attributes) {
  const std::size_t start = at_;
  advance();
  ast::Variable found;
  found.kind = kind;
  found.attributes = std::move(attributes);
  if (kind == DeclarationKind::var && this->kind() == TokenKind::template_start &&
      !template_arguments(found.template_arguments))
    return std::nullopt;
  const auto name = this->name("a name");
  if (!name) return std::nullopt;
  found.name = *name;
  if (accept(TokenKind::colon)) {
    found.type = type();
    if (!found.type.valid()) return std::nullopt;
  }
  if (accept(TokenKind::assign)) {
    found.initializer = expression();
    if (!found.initializer.valid()) return std::nullopt;
  } else if (kind == DeclarationKind::let || kind == DeclarationKind::const_) {
    unexpected(fmt::format("'=' and a value for {} '{}'", keyword(kind),
                           text_.substr(name->span.begin, name->span.end - name->span.begin)));
    return std::nullopt;
  }
  found.span = span_from(start);
  return found;
}

// A body is read for its errors even where the header is broken.
bool Parser::function(std::vector<ast::Attribute> attributes, std::size_t start) {
  ast::Function found;
  found.attributes = std::move(attributes);
  const std::size_t fn = at_;
  const bool good = function_header(found);
  found.span = span_from(fn);
  if (!good) {
    while (kind() != TokenKind::brace_left) {
      const bool lost = kind() == TokenKind::end || kind() == TokenKind::semicolon ||
                        kind() == TokenKind::brace_right || at_declaration_only();
      if (lost) return false;
      advance();
    }
  }
  found.body = block("after a function's header");
  if (!found.body.valid()) return false;
  if (good) add_global(module_, module_.functions, GlobalKind::function, std::move(found));
  return start != at_;
}

bool Parser::function_header(ast::Function& function) {
  advance();
  const auto name = this->name("a function's name");
  if (!name) return false;
  function.name = *name;
  if (!expect(TokenKind::paren_left, "'(' after a function's name") || !parameters(function)) return false;
  if (!accept(TokenKind::arrow)) return true;
  if (!attributes(function.result_attributes)) return false;
  function.result = type();
  return function.result.valid();
}

bool Parser::parameters(ast::Function& function) {
  while (!accept(TokenKind::paren_right)) {
    const std::size_t start = at_;
    ast::Parameter found;
    if (!attributes(found.attributes)) return false;
    const auto name = this->name("a parameter's name");
    if (!name || !expect(TokenKind::colon, "':' after a parameter's name")) return false;
    found.name = *name;
    found.type = type();
    if (!found.type.valid()) return false;
    found.span = span_from(start);
    function.parameters.push_back(std::move(found));
    if (accept(TokenKind::comma) || kind() == TokenKind::paren_right) continue;
    unexpected("',' or ')' after a parameter");
    return false;
  }
  return true;
}

bool Parser::structure() {
  const std::size_t start = at_;
  advance();
  ast::Struct found;
  const auto name = this->name("a structure's name");
  if (!name || !open_brace("'{' after a structure's name")) return false;
  found.name = *name;
  found.span = span_from(start);
  if (kind() == TokenKind::brace_right) unexpected("a member of the structure");
  const bool good = members(found);
  if (good) found.span = span_from(start);
  add_global(module_, module_.structs, GlobalKind::structure, std::move(found));
  return good;
}

bool Parser::members(ast::Struct& structure) {
  while (kind() != TokenKind::brace_right && kind() != TokenKind::end && !at_declaration_only()) {
    if (!member(structure)) {
      recover_member();
      continue;
    }
    if (accept(TokenKind::comma) || kind() == TokenKind::brace_right) continue;
    unexpected("',' or '}' after a member");
    if (!accept(TokenKind::semicolon) && !token().starts_line) recover_member();
  }
  return expect(TokenKind::brace_right, "'}' after the members");
}

bool Parser::member(ast::Struct& structure) {
  const std::size_t start = at_;
  ast::StructMember found;
  if (!attributes(found.attributes)) return false;
  const auto name = this->name("a member's name");
  if (!name || !expect(TokenKind::colon, "':' after a member's name")) return false;
  found.name = *name;
  found.type = type();
  if (!found.type.valid()) return false;
  found.span = span_from(start);
  structure.members.push_back(std::move(found));
  return true;
}

bool Parser::alias() {
  const std::size_t start = at_;
  advance();
  ast::Alias found;
  const auto name = this->name("an alias's name");
  if (!name || !expect(TokenKind::assign, "'=' after an alias's name")) return false;
  found.name = *name;
  found.type = type();
  if (!found.type.valid()) return false;
  found.span = span_from(start);
  add_global(module_, module_.aliases, GlobalKind::alias, std::move(found));
  return expect_semicolon("an alias");
}

bool Parser::global_const_assert() {
  const std::size_t start = at_;
  advance();
  ast::ConstAssert found;
  found.condition = expression();
  if (!found.condition.valid()) return false;
  found.span = span_from(start);
  add_global(module_, module_.const_asserts, GlobalKind::const_assert, std::move(found));
  return expect_semicolon("a const_assert");
}

}  // namespace slipway::wgsl
