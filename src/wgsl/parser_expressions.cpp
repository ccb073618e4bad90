// Expressions, by WGSL's grammar (section 8). Chains of binary operators, calls and accesses are built in
// loops into left-deep trees; only brackets, template lists and unary operators recurse, and are counted.
#include <fmt/format.h>

#include "wgsl/number.h"
#include "wgsl/parser_core.h"
#include "wgsl/rules.h"

namespace slipway::wgsl {
namespace {

using ast::BinaryOp;
using ast::Expression;
using ast::ExpressionId;
using ast::ExpressionKind;
using ast::UnaryOp;

enum class Level : std::uint8_t { none, multiply, add, shift, relation, bit, logic };

struct Operator {
  Level level = Level::none;
  BinaryOp op = BinaryOp::add;
};

Operator binary_operator(TokenKind kind) {
  switch (kind) {
    case TokenKind::star: return {Level::multiply, BinaryOp::mul};
    case TokenKind::slash: return {Level::multiply, BinaryOp::div};
    case TokenKind::percent: return {Level::multiply, BinaryOp::rem};
    case TokenKind::plus: return {Level::add, BinaryOp::add};
    case TokenKind::minus: return {Level::add, BinaryOp::sub};
    case TokenKind::shift_left: return {Level::shift, BinaryOp::shl};
    case TokenKind::shift_right: return {Level::shift, BinaryOp::shr};
    case TokenKind::equal: return {Level::relation, BinaryOp::eq};
    case TokenKind::not_equal: return {Level::relation, BinaryOp::ne};
    case TokenKind::less: return {Level::relation, BinaryOp::lt};
    case TokenKind::less_equal: return {Level::relation, BinaryOp::le};
    case TokenKind::greater: return {Level::relation, BinaryOp::gt};
    case TokenKind::greater_equal: return {Level::relation, BinaryOp::ge};
    case TokenKind::ampersand: return {Level::bit, BinaryOp::bit_and};
    case TokenKind::pipe: return {Level::bit, BinaryOp::bit_or};
    case TokenKind::caret: return {Level::bit, BinaryOp::bit_xor};
    case TokenKind::and_and: return {Level::logic, BinaryOp::logical_and};
    case TokenKind::or_or: return {Level::logic, BinaryOp::logical_or};
    default: return {};
  }
}

Level level(TokenKind kind) { return binary_operator(kind).level; }

std::optional<UnaryOp> unary_operator(TokenKind kind) {
  switch (kind) {
    case TokenKind::minus: return UnaryOp::negate;
    case TokenKind::bang: return UnaryOp::logical_not;
    case TokenKind::tilde: return UnaryOp::complement;
    case TokenKind::star: return UnaryOp::indirection;
    case TokenKind::ampersand: return UnaryOp::address_of;
    default: return std::nullopt;
  }
}

}  // namespace

ExpressionId Parser::add(Expression expression) {
  module_.expressions.push_back(std::move(expression));
  return ExpressionId(module_.expressions.size() - 1);
}

// An operator that is left after everything its left side allows needs parentheses.
ExpressionId Parser::expression() {
  ExpressionId left = unary();
  if (!left.valid()) return {};
  if (level(kind()) == Level::bit) {
    left = bitwise(left);
  } else if (level(kind()) != Level::none) {
    left = relational(arithmetic(left));
    const TokenKind logic = kind();
    while (left.valid() && level(logic) == Level::logic && kind() == logic) {
      const std::size_t op = at_;
      advance();
      left = binary(left, relational(arithmetic(unary())), op);
    }
  }
  if (!left.valid() || level(kind()) == Level::none) return left;
  error(span(), rule::syntax,
        fmt::format("'{}' cannot follow '{}' without parentheses", text(token()),
                    text(list_.tokens[last_operator_])));
  return {};
}

// One kind of `&`, `|` and `^`, between unary operands.
ExpressionId Parser::bitwise(ExpressionId left) {
  const TokenKind same = kind();
  while (left.valid() && kind() == same) {
    const std::size_t op = at_;
    advance();
    left = binary(left, unary(), op);
  }
  return left;
}

ExpressionId Parser::relational(ExpressionId left) {
  if (!left.valid() || level(kind()) != Level::relation) return left;
  const std::size_t op = at_;
  advance();
  return binary(left, arithmetic(unary()), op);
}

// A sum, or a shift of one unary operand by another.
ExpressionId Parser::arithmetic(ExpressionId left) {
  if (left.valid() && level(kind()) == Level::shift) {
    const std::size_t op = at_;
    advance();
    return binary(left, unary(), op);
  }
  left = term(left);
  while (left.valid() && level(kind()) == Level::add) {
    const std::size_t op = at_;
    advance();
    left = binary(left, term(unary()), op);
  }
  return left;
}

ExpressionId Parser::term(ExpressionId left) {
  while (left.valid() && level(kind()) == Level::multiply) {
    const std::size_t op = at_;
    advance();
    left = binary(left, unary(), op);
  }
  return left;
}

ExpressionId Parser::binary(ExpressionId left, ExpressionId right, std::size_t op) {
  if (!left.valid() || !right.valid()) return {};
  const Token& sign = list_.tokens[op];
  last_operator_ = op;
  Expression node;
  node.kind = ExpressionKind::binary;
  node.binary_op = binary_operator(sign.kind).op;
  node.op_span = span(sign);
  node.left = left;
  node.right = right;
  node.span = join(module_[left].span, module_[right].span);
  return add(std::move(node));
}

ExpressionId Parser::unary() {
  const auto op = unary_operator(kind());
  if (!op) return postfix(primary());
  if (deep(expression_depth_, "expressions")) return {};
  const Depth depth(expression_depth_);
  const std::size_t start = at_;
  advance();
  Expression node;
  node.kind = ExpressionKind::unary;
  node.unary_op = *op;
  node.op_span = span_from(start);
  node.left = unary();
  if (!node.left.valid()) return {};
  node.span = join(node.op_span, module_[node.left].span);
  return add(std::move(node));
}

ExpressionId Parser::postfix(ExpressionId left) {
  while (left.valid()) {
    Expression node;
    node.left = left;
    if (accept(TokenKind::bracket_left)) {
      node.kind = ExpressionKind::index;
      if (deep(expression_depth_, "expressions")) return {};
      const Depth depth(expression_depth_);
      node.right = expression();
      if (!node.right.valid() || !expect(TokenKind::bracket_right, "']' after an index")) return {};
    } else if (accept(TokenKind::dot)) {
      node.kind = ExpressionKind::member;
      const auto member = name("a member or components after '.'");
      if (!member) return {};
      node.name = *member;
    } else {
      break;
    }
    node.span = {file_, module_[left].span.begin, list_.tokens[at_ - 1].end};
    left = add(std::move(node));
  }
  return left;
}

ExpressionId Parser::primary() {
  switch (kind()) {
    case TokenKind::identifier:
    case TokenKind::reserved: return name_or_call();
    case TokenKind::int_literal:
    case TokenKind::float_literal:
    case TokenKind::kw_true:
    case TokenKind::kw_false: return literal();
    case TokenKind::paren_left: return parenthesised();
    default: unexpected("an expression"); return {};
  }
}

ExpressionId Parser::parenthesised() {
  if (deep(expression_depth_, "expressions")) return {};
  const Depth depth(expression_depth_);
  const std::size_t start = at_;
  advance();
  const ExpressionId inner = expression();
  if (!inner.valid() || !expect(TokenKind::paren_right, "')' after an expression")) return {};
  Expression& node = module_.expressions[inner.index];
  node.parenthesised = true;
  node.span = span_from(start);
  return inner;
}

// A number that is out of range is reported and read as zero, so that parsing goes on.
ExpressionId Parser::literal() {
  const Token& found = token();
  Expression node;
  node.span = span(found);
  if (found.kind == TokenKind::int_literal) {
    node.kind = ExpressionKind::int_literal;
    const auto value = int_literal(text(found));
    if (!value) error(node.span, rule::literal, value.error());
    node.suffix = value ? value->suffix : ast::Suffix::none;
    node.int_value = value ? value->value : 0;
  } else if (found.kind == TokenKind::float_literal) {
    node.kind = ExpressionKind::float_literal;
    const auto value = float_literal(text(found));
    if (!value) error(node.span, rule::literal, value.error());
    node.suffix = value ? value->suffix : ast::Suffix::none;
    node.float_value = value ? value->value : 0;
  } else {
    node.kind = ExpressionKind::bool_literal;
    node.bool_value = found.kind == TokenKind::kw_true;
  }
  advance();
  return add(std::move(node));
}

ExpressionId Parser::name_or_call() {
  const std::size_t start = at_;
  const ExpressionId callee = templated_name("an expression");
  if (!callee.valid() || kind() != TokenKind::paren_left) return callee;
  advance();
  Expression node;
  node.kind = ExpressionKind::call;
  node.left = callee;
  if (!arguments(node.arguments, TokenKind::paren_right, "an argument")) return {};
  node.span = span_from(start);
  return add(std::move(node));
}

ExpressionId Parser::type() { return templated_name("a type"); }

ExpressionId Parser::templated_name(std::string_view what) {
  const std::size_t start = at_;
  const auto found = name(what);
  if (!found) return {};
  Expression node;
  node.kind = ExpressionKind::identifier;
  node.name = *found;
  node.has_template = kind() == TokenKind::template_start;
  if (node.has_template && !template_arguments(node.arguments)) return {};
  node.span = span_from(start);
  return add(std::move(node));
}

bool Parser::template_arguments(std::vector<ExpressionId>& into) {
  advance();
  if (kind() == TokenKind::template_end) {
    unexpected("a template argument");
    return false;
  }
  return arguments(into, TokenKind::template_end, "a template argument");
}

// Expressions between commas, up to and with `close`; the last may have a comma behind it.
bool Parser::arguments(std::vector<ExpressionId>& into, TokenKind close, std::string_view after) {
  if (deep(expression_depth_, "expressions")) return false;
  const Depth depth(expression_depth_);
  const std::string_view closer = close == TokenKind::template_end ? ">" : ")";
  while (!accept(close)) {
    const ExpressionId argument = expression();
    if (!argument.valid()) return false;
    into.push_back(argument);
    if (accept(TokenKind::comma) || kind() == close) continue;
    unexpected(fmt::format("',' or '{}' after {}", closer, after));
    return false;
  }
  return true;
}

// What stands left of an assignment: `*` and `&` over a name with accesses.
ExpressionId Parser::target() {
  const auto op = unary_operator(kind());
  if (op != UnaryOp::indirection && op != UnaryOp::address_of) return postfix(target_root());
  return unary();
}

ExpressionId Parser::target_root() {
  if (kind() == TokenKind::paren_left) return parenthesised();
  const std::size_t start = at_;
  const bool refused = kind() == TokenKind::reserved;
  const auto found = name("a statement");
  if (!found || refused) return {};
  Expression node;
  node.kind = ExpressionKind::identifier;
  node.name = *found;
  node.span = span_from(start);
  return add(std::move(node));
}

}  // namespace slipway::wgsl
