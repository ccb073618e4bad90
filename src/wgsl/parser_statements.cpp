// Statements, by WGSL's grammar (section 9). Blocks recurse and are counted; chains of `else if` are loops.
#include <fmt/format.h>

#include "wgsl/parser_core.h"
#include "wgsl/rules.h"

namespace slipway::wgsl {
namespace {

using ast::BinaryOp;
using ast::Statement;
using ast::StatementId;
using ast::StatementKind;

// Statements that nest in the tree, `else if` included: what walks it may recurse this deep.
constexpr std::uint32_t most_regions = 1000;

std::optional<BinaryOp> compound_operator(TokenKind kind) {
  switch (kind) {
    case TokenKind::plus_assign: return BinaryOp::add;
    case TokenKind::minus_assign: return BinaryOp::sub;
    case TokenKind::star_assign: return BinaryOp::mul;
    case TokenKind::slash_assign: return BinaryOp::div;
    case TokenKind::percent_assign: return BinaryOp::rem;
    case TokenKind::and_assign: return BinaryOp::bit_and;
    case TokenKind::or_assign: return BinaryOp::bit_or;
    case TokenKind::xor_assign: return BinaryOp::bit_xor;
    case TokenKind::shift_left_assign: return BinaryOp::shl;
    case TokenKind::shift_right_assign: return BinaryOp::shr;
    default: return std::nullopt;
  }
}

}  // namespace

StatementId Parser::add(Statement statement) {
  module_.statements.push_back(std::move(statement));
  return StatementId(module_.statements.size() - 1);
}

bool Parser::statement(std::vector<StatementId>& into) {
  if (accept(TokenKind::semicolon)) return true;
  StatementId found;
  if (kind() == TokenKind::at) {
    std::vector<ast::Attribute> attributes;
    if (!this->attributes(attributes)) return false;
    found = keyword_statement(std::move(attributes));
  } else {
    found = keyword_statement({});
  }
  if (!found.valid()) return false;
  into.push_back(found);
  return true;
}

// Those that may have attributes, then the rest.
StatementId Parser::keyword_statement(std::vector<ast::Attribute> attributes) {
  switch (kind()) {
    case TokenKind::kw_if: return if_statement(std::move(attributes));
    case TokenKind::kw_switch: return switch_statement(std::move(attributes));
    case TokenKind::kw_loop: return loop_statement(std::move(attributes));
    case TokenKind::kw_for: return for_statement(std::move(attributes));
    case TokenKind::kw_while: return while_statement(std::move(attributes));
    case TokenKind::brace_left: {
      const StatementId found = block("");
      if (found.valid()) module_.statements[found.index].attributes = std::move(attributes);
      return found;
    }
    default: refuse_attributes(attributes, "this statement"); return plain_statement();
  }
}

// Statements that end with a semicolon.
StatementId Parser::plain_statement() {
  StatementId found;
  std::string_view what = "a statement";
  switch (kind()) {
    case TokenKind::kw_var:
    case TokenKind::kw_let:
    case TokenKind::kw_const:
      found = local_declaration();
      what = "a declaration";
      break;
    case TokenKind::kw_return:
    case TokenKind::kw_break:
    case TokenKind::kw_continue:
    case TokenKind::kw_discard:
    case TokenKind::kw_const_assert: found = jump_statement(); break;
    default: found = updating_or_call();
  }
  if (!found.valid()) return {};
  const bool call = module_[found].kind == StatementKind::call;
  return expect_semicolon(call ? "a call" : what) ? found : StatementId();
}

// `where` says in messages what the block belongs to.
StatementId Parser::block(std::string_view where, BlockKind kind, Statement* loop) {
  const std::size_t start = at_;
  Statement found;
  found.kind = StatementKind::compound;
  if (!attributes(found.attributes)) return {};
  if (this->kind() == TokenKind::brace_left && deep(block_depth_, "blocks")) return {};
  if (!open_brace(fmt::format("'{{' {}", where))) return {};
  const Depth depth(block_depth_);
  const Depth region(region_depth_);
  if (!block_body(found, kind, loop)) return {};
  found.span = span_from(start);
  return add(std::move(found));
}

bool Parser::block_body(Statement& block, BlockKind kind, Statement* loop) {
  const auto at_break_if = [&] {
    return this->kind() == TokenKind::kw_break && next_kind() == TokenKind::kw_if;
  };
  while (this->kind() != TokenKind::brace_right && this->kind() != TokenKind::end && !at_declaration_only() &&
         !diagnostics_.full()) {
    const std::size_t start = at_;
    bool good = true;
    if (this->kind() == TokenKind::kw_continuing && kind == BlockKind::loop_body) {
      good = continuing(*loop);
    } else if (at_break_if() && kind == BlockKind::continuing) {
      good = break_if(*loop);
    } else {
      good = statement(block.statements);
    }
    if (!good) recover_statement(start);
    if (at_ == start) advance();
  }
  if (expect(TokenKind::brace_right, "'}' or a statement")) return true;
  ++braces_owed_;
  return false;
}

bool Parser::continuing(Statement& loop) {
  advance();
  loop.second = block("after 'continuing'", BlockKind::continuing, &loop);
  if (!loop.second.valid()) return false;
  if (kind() != TokenKind::brace_right) unexpected("'}', as 'continuing' ends its loop");
  return true;
}

bool Parser::break_if(Statement& loop) {
  advance();
  advance();
  loop.left = expression();
  if (!loop.left.valid() || !expect_semicolon("a break if")) return false;
  if (kind() != TokenKind::brace_right) unexpected("'}', as 'break if' ends its continuing block");
  return true;
}

StatementId Parser::if_statement(std::vector<ast::Attribute> attributes) {
  const std::uint32_t outer = region_depth_;
  const std::size_t start = at_;
  const StatementId first = if_clause(start);
  if (!first.valid()) return {};
  module_.statements[first.index].attributes = std::move(attributes);
  StatementId last = first;
  while (last.valid() && accept(TokenKind::kw_else)) {
    const bool chained = kind() == TokenKind::kw_if;
    if (chained && ++region_depth_ > most_regions) {
      error(span(), rule::nesting, fmt::format("blocks and 'else if' nest more than {} deep", most_regions));
      last = {};
      break;
    }
    const StatementId next = chained ? if_clause(at_) : block("or 'if' after 'else'");
    if (next.valid()) module_.statements[last.index].second = next;
    last = next;
    if (!chained) break;
  }
  region_depth_ = outer;
  if (!last.valid()) return {};
  for (StatementId id = first; id.valid() && module_[id].kind == StatementKind::if_; id = module_[id].second)
    module_.statements[id.index].span.end = list_.tokens[at_ - 1].end;
  return first;
}

StatementId Parser::if_clause(std::size_t start) {
  advance();
  Statement found;
  found.kind = StatementKind::if_;
  found.left = expression();
  if (!found.left.valid()) return {};
  found.first = block("after the condition");
  if (!found.first.valid()) return {};
  found.span = span_from(start);
  return add(std::move(found));
}

StatementId Parser::switch_statement(std::vector<ast::Attribute> attributes) {
  const std::size_t start = at_;
  advance();
  Statement found;
  found.kind = StatementKind::switch_;
  found.attributes = std::move(attributes);
  found.left = expression();
  if (!found.left.valid() || !this->attributes(found.attributes)) return {};
  if (kind() == TokenKind::brace_left && deep(block_depth_, "blocks")) return {};
  if (!open_brace("'{' after a selector")) return {};
  const Depth depth(block_depth_);
  const Depth region(region_depth_);
  if (kind() == TokenKind::brace_right) unexpected("'case' or 'default'");
  while (!accept(TokenKind::brace_right)) {
    if (!case_clause(found)) recover_case();
    if (kind() == TokenKind::end || at_declaration_only()) return {};
  }
  found.span = span_from(start);
  return add(std::move(found));
}

bool Parser::case_clause(Statement& into) {
  const std::size_t start = at_;
  ast::CaseClause clause;
  if (kind() == TokenKind::kw_default) {
    clause.selectors.push_back({true, {}, span()});
    advance();
  } else if (!expect(TokenKind::kw_case, "'case', 'default' or '}'") || !case_selectors(clause)) {
    return false;
  }
  clause.span = span_from(start);
  accept(TokenKind::colon);
  clause.body = block("after a case's selectors");
  if (!clause.body.valid()) return false;
  into.cases.push_back(std::move(clause));
  return true;
}

bool Parser::case_selectors(ast::CaseClause& clause) {
  do {
    const bool ends =
        kind() == TokenKind::brace_left || kind() == TokenKind::colon || kind() == TokenKind::at;
    if (ends && !clause.selectors.empty()) break;
    const std::size_t start = at_;
    ast::CaseSelector selector;
    selector.is_default = accept(TokenKind::kw_default);
    if (!selector.is_default) {
      selector.expression = expression();
      if (!selector.expression.valid()) return false;
    }
    selector.span = span_from(start);
    clause.selectors.push_back(selector);
  } while (accept(TokenKind::comma));
  return true;
}

StatementId Parser::loop_statement(std::vector<ast::Attribute> attributes) {
  const std::size_t start = at_;
  advance();
  Statement found;
  found.kind = StatementKind::loop;
  found.attributes = std::move(attributes);
  found.first = block("after 'loop'", BlockKind::loop_body, &found);
  if (!found.first.valid()) return {};
  found.span = span_from(start);
  return add(std::move(found));
}

StatementId Parser::for_statement(std::vector<ast::Attribute> attributes) {
  const std::size_t start = at_;
  advance();
  Statement found;
  found.kind = StatementKind::for_;
  found.attributes = std::move(attributes);
  if (!expect(TokenKind::paren_left, "'(' after 'for'") || !for_header(found)) return {};
  found.third = block("after a for header");
  if (!found.third.valid()) return {};
  found.span = span_from(start);
  return add(std::move(found));
}

bool Parser::for_header(Statement& into) {
  if (kind() != TokenKind::semicolon) {
    const bool declares =
        kind() == TokenKind::kw_var || kind() == TokenKind::kw_let || kind() == TokenKind::kw_const;
    into.first = declares ? local_declaration() : updating_or_call();
    if (!into.first.valid()) return false;
  }
  if (!expect(TokenKind::semicolon, "';' after a for loop's start")) return false;
  if (kind() != TokenKind::semicolon) {
    into.left = expression();
    if (!into.left.valid()) return false;
  }
  if (!expect(TokenKind::semicolon, "';' after a for loop's condition")) return false;
  if (kind() != TokenKind::paren_right) {
    into.second = updating_or_call();
    if (!into.second.valid()) return false;
  }
  return expect(TokenKind::paren_right, "')' after a for header");
}

StatementId Parser::while_statement(std::vector<ast::Attribute> attributes) {
  const std::size_t start = at_;
  advance();
  Statement found;
  found.kind = StatementKind::while_;
  found.attributes = std::move(attributes);
  found.left = expression();
  if (!found.left.valid()) return {};
  found.first = block("after the condition");
  if (!found.first.valid()) return {};
  found.span = span_from(start);
  return add(std::move(found));
}

// One word, and for `return` and `const_assert` an expression.
StatementId Parser::jump_statement() {
  const std::size_t start = at_;
  const TokenKind word = kind();
  if (word == TokenKind::kw_break && next_kind() == TokenKind::kw_if) {
    error(span(), rule::syntax, "'break if' must be the last statement of a continuing block");
    return {};
  }
  advance();
  Statement found;
  switch (word) {
    case TokenKind::kw_break: found.kind = StatementKind::break_; break;
    case TokenKind::kw_continue: found.kind = StatementKind::continue_; break;
    case TokenKind::kw_discard: found.kind = StatementKind::discard; break;
    case TokenKind::kw_return: found.kind = StatementKind::return_; break;
    default: found.kind = StatementKind::const_assert;
  }
  const bool value =
      word == TokenKind::kw_const_assert ||
      (word == TokenKind::kw_return && kind() != TokenKind::semicolon && kind() != TokenKind::brace_right);
  if (value) {
    found.left = expression();
    if (!found.left.valid()) return {};
  }
  found.span = span_from(start);
  return add(std::move(found));
}

StatementId Parser::local_declaration() {
  const std::size_t start = at_;
  const ast::DeclarationKind kind = this->kind() == TokenKind::kw_var   ? ast::DeclarationKind::var
                                    : this->kind() == TokenKind::kw_let ? ast::DeclarationKind::let
                                                                        : ast::DeclarationKind::const_;
  Statement found;
  found.kind = StatementKind::declaration;
  found.variable = variable(kind, {});
  if (!found.variable) return {};
  found.span = span_from(start);
  return add(std::move(found));
}

StatementId Parser::updating_or_call() {
  const std::size_t start = at_;
  Statement found;
  const bool named = kind() == TokenKind::identifier || kind() == TokenKind::reserved;
  if (named && (next_kind() == TokenKind::paren_left || next_kind() == TokenKind::template_start)) {
    found.kind = StatementKind::call;
    found.left = name_or_call();
    if (!found.left.valid()) return {};
    if (module_[found.left].kind != ast::ExpressionKind::call) {
      unexpected("'(' and arguments");
      return {};
    }
  } else if (!updating(found)) {
    return {};
  }
  found.span = span_from(start);
  return add(std::move(found));
}

bool Parser::updating(Statement& into) {
  if (accept(TokenKind::underscore)) {
    into.kind = StatementKind::phony;
    into.op_span = span();
    if (!expect(TokenKind::assign, "'=' after '_'")) return false;
    into.right = expression();
    return into.right.valid();
  }
  into.left = target();
  if (!into.left.valid()) return false;
  into.op_span = span();
  if (kind() == TokenKind::plus_plus || kind() == TokenKind::minus_minus) {
    into.kind = kind() == TokenKind::plus_plus ? StatementKind::increment : StatementKind::decrement;
    advance();
    return true;
  }
  into.kind = StatementKind::assign;
  into.assign_op = compound_operator(kind());
  if (!into.assign_op && kind() != TokenKind::assign) {
    unexpected("an assignment, '++', '--' or a call");
    return false;
  }
  advance();
  into.right = expression();
  return into.right.valid();
}

}  // namespace slipway::wgsl
