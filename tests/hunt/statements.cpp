#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hunt/generator.h"

namespace slipway::hunt {
Block Generator::block(unsigned depth, unsigned statements) {
  const std::size_t outer = scope_.size();
  Block made;
  for (unsigned i = 0; i < statements; ++i) statement(made, depth);
  scope_.resize(outer);
  return made;
}

void Generator::statement(Block& into, unsigned depth) {
  cost_ += weight_;
  const std::uint32_t choice = random_.below(100);
  const auto append = [&](std::optional<Stmt> made) {
    into.push_back(made ? *std::move(made) : declaration(expression_depth()));
  };
  if (choice < 22) return append(declaration(expression_depth()));
  if (choice < 42) return append(assignment(expression_depth()));
  if (choice < 50) return append(compound(numeric_type(), expression_depth()));
  if (choice < 53) return append(pointer(expression_depth()));
  if (choice < 63) return observe_some(into);
  if (choice < 68) return append(shared_atomic(expression_depth()));
  if (choice < 73) return append(call_statement(expression_depth()));
  if (choice < 78) return append(leaving(depth));
  if (choice < 82 && traps_) return into.push_back(trap(expression_depth()));
  if (depth == 0 || cost_ > 800) return observe_some(into);
  if (choice < 85) return append(branch(depth - 1));
  if (choice < 89) return append(switching(depth - 1));
  if (choice < 93) return append(for_loop(depth - 1));
  if (choice < 95) return append(while_loop(depth - 1));
  if (choice < 98) return append(plain_loop(depth - 1));
  Stmt made{.form = "{#0}"};
  made.blocks.push_back(block(depth - 1, some(3)));
  append(std::move(made));
}

Stmt Generator::declaration(unsigned depth) {
  const TypeId type = variable_type();
  const bool is_let = random_.chance(45);
  Variable variable{.text = fresh(is_let ? "c" : "v"), .type = type};
  variable.space = is_let ? Space::value : Space::function;
  variable.writable = !is_let;
  variable.root = variable.text;
  Stmt made;
  if (is_let) {
    made = {.form = fmt::format("let {} = $0;", variable.text), .exprs = {fitting(type, depth)}};
  } else if (random_.chance(25)) {
    made.form = fmt::format("var {}: {};", variable.text, name(type));
  } else {
    made = {.form = fmt::format("var {}: {} = $0;", variable.text, name(type)),
            .exprs = {fitting(type, depth)}};
  }
  scope_.push_back(std::move(variable));
  return made;
}

std::optional<Stmt> Generator::assignment(unsigned depth) {
  if (scope_.empty()) return {};
  const TypeId type = random_.chance(50) ? numeric_type() : any_type();
  auto target = place(type, true, 3);
  if (!target) return {};
  return Stmt{.form = "$0 = $1;", .exprs = {*std::move(target), fitting(type, depth)}};
}

std::optional<Stmt> Generator::compound(TypeId type, unsigned depth) {
  const Kind kind = scalar_kind(type);
  if (kind == Kind::f32) {
    for (unsigned i = 0; i < 8 && !scope_.empty(); ++i) {
      const Variable variable = random_.pick(scope_);
      if (!variable.writable || variable.type != type) continue;
      const char sign = "+-*"[random_.below(3)];
      const std::string limit = fmt::format("{}(256.0f)", name(type));
      return Stmt{
          .form = fmt::format("{0} {1}= $0;\n{0} = clamp({0}, -{2}, {2});", variable.text, sign, limit),
          .exprs = {bounded(type, depth, 1024)}};
    }
    return {};
  }
  auto target = place(type, true, 3);
  if (!target) return {};
  if (is_scalar(type) && random_.chance(20))
    return Stmt{.form = random_.chance(50) ? "$0++;" : "$0--;", .exprs = {*std::move(target)}};
  static constexpr auto signs =
      std::to_array<std::string_view>({"+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>"});
  const std::size_t sign = random_.below(signs.size());
  const bool splat = is_vector(type) && sign != 3 && sign != 4 && sign != 5 && sign < 8 && random_.chance(30);
  TypeId right = splat ? static_cast<TypeId>(kind) : type;
  if (sign >= 8) right = shaped(type, Kind::u32);
  return Stmt{.form = fmt::format("$0 {}= $1;", signs[sign]),
              .exprs = {*std::move(target), sign >= 6 ? running(right, depth) : expression(right, depth)}};
}

std::optional<Stmt> Generator::pointer(unsigned depth) {
  if (scope_.empty()) return {};
  for (unsigned i = 0; i < 8; ++i) {
    const Variable variable = random_.pick(scope_);
    if (!variable.writable || variable.space == Space::value) continue;
    TypeId type = variable.type;
    if (random_.chance(70)) type = any_type();
    auto target = walk(variable, type, depth - 1, true);
    if (!target) continue;
    const std::string made = fresh("p");
    scope_.push_back({.text = fmt::format("(*{})", made),
                      .type = type,
                      .space = variable.space,
                      .writable = true,
                      .root = variable.root});
    return Stmt{.form = fmt::format("let {} = &$0;", made), .exprs = {*std::move(target)}};
  }
  return {};
}

Stmt Generator::branch(unsigned depth) {
  Stmt made{.form = "if $0 {#0}", .exprs = {running(boolean_, expression_depth())}};
  made.blocks.push_back(block(depth, some(4)));
  if (random_.chance(25)) {
    made.form += " else if $1 {#1}";
    made.exprs.push_back(running(boolean_, expression_depth()));
    made.blocks.push_back(block(depth, some(3)));
  }
  if (random_.chance(50)) {
    made.form += fmt::format(" else {{#{}}}", made.blocks.size());
    made.blocks.push_back(block(depth, some(3)));
  }
  return made;
}

Stmt Generator::switching(unsigned depth) {
  const bool is_signed = random_.chance(50);
  Stmt made{.form = random_.chance(70) ? fmt::format("switch ($0 % {}) {{", is_signed ? "5i" : "5u")
                                       : "switch $0 {",
            .exprs = {running(is_signed ? i32_ : u32_, expression_depth())}};
  const unsigned cases = some(4) - 1;
  const unsigned default_at = random_.between(0, cases);
  int selector = is_signed ? -4 : 0;
  ++breakable_;
  for (unsigned i = 0; i <= cases; ++i) {
    std::string head = i == default_at ? "default" : "case ";
    if (i != default_at) {
      const unsigned many = random_.between(1, 3);
      for (unsigned k = 0; k < many; ++k, selector += static_cast<int>(random_.between(1, 2)))
        head += fmt::format("{}{}{}", k == 0 ? "" : ", ", selector, is_signed ? "i" : "u");
    } else if (random_.chance(30)) {
      head = fmt::format("case {}{}, default", selector++, is_signed ? "i" : "u");
    }
    made.form += fmt::format("\n  {} {{#{}}}", head, i);
    made.blocks.push_back(block(depth, random_.between(0, 3)));
  }
  --breakable_;
  made.form += "\n}";
  return made;
}

// A body with what stands in its continuing part, generated where the body's names are out of scope.
Block Generator::loop_body(unsigned depth, std::uint32_t rounds, bool continuing, Block& after) {
  const double outer = weight_;
  weight_ *= rounds;
  ++loops_;
  ++breakable_;
  Block body = block(depth, some(4));
  const unsigned loops = std::exchange(loops_, 0U);
  const unsigned breakable = std::exchange(breakable_, 0U);
  const bool may_return = std::exchange(may_return_, false);
  if (continuing) after = block(depth == 0 ? 0 : depth - 1, random_.between(0, 2));
  loops_ = loops - 1;
  breakable_ = breakable - 1;
  may_return_ = may_return;
  weight_ = outer;
  return body;
}

Stmt Generator::for_loop(unsigned depth) {
  const std::string i = fresh("n");
  const std::uint32_t rounds = random_.between(1, 5);
  Stmt made;
  switch (random_.below(5)) {
    case 0: made.form = fmt::format("for (var {0} = 0u; {0} < {1}u; {0}++) {{#0}}", i, rounds); break;
    case 1: made.form = fmt::format("for (var {0} = {1}i; {0} > 0; {0}--) {{#0}}", i, rounds); break;
    case 2: made.form = fmt::format("for (var {0} = 0i; {0} < {1}; {0} += 3) {{#0}}", i, rounds * 3); break;
    case 3:
      made.form = fmt::format("for (var {0} = 0u; {0} < ($0 & {1}u); {0}++) {{#0}}", i, rounds | 1);
      break;
    default:
      made.form = fmt::format("for (var {0} = 0u; {0} < {1}u && $0; {0}++) {{#0}}", i, rounds);
      made.exprs = {running(boolean_, 2)};
      break;
  }
  const bool counted = made.form.find("0u;") != std::string::npos;
  if (made.exprs.empty() && made.form.find('$') != std::string::npos) made.exprs = {running(u32_, 2)};
  const std::size_t outer = scope_.size();
  scope_.push_back({.text = i, .type = counted ? u32_ : i32_, .root = i});
  Block none;
  made.blocks.push_back(loop_body(depth, rounds | 1, false, none));
  scope_.resize(outer);
  return made;
}

Stmt Generator::while_loop(unsigned depth) {
  const std::string left = fresh_budget();
  const std::uint32_t rounds = random_.between(1, 4);
  Stmt made{.form = fmt::format("var {0} = {1}u;\nwhile {0} > 0u && $0 {{\n  {0}--;#0}}", left, rounds),
            .exprs = {running(boolean_, 3)}};
  Block none;
  made.blocks.push_back(loop_body(depth, rounds, false, none));
  return made;
}

Stmt Generator::plain_loop(unsigned depth) {
  const std::string left = fresh_budget();
  const std::uint32_t rounds = random_.between(1, 4);
  Stmt made;
  const std::uint32_t choice = random_.below(3);
  if (choice == 0)
    made.form =
        fmt::format("var {0} = {1}u;\nloop {{\n  {0}--;\n  if {0} == 0u {{ break; }}#0}}", left, rounds + 1);
  else if (choice == 1)
    made.form = fmt::format(
        "var {0} = {1}u;\nloop {{#0  continuing {{#1    {0}--;\n    break if {0} == 0u || $0;\n  }}\n}}",
        left, rounds);
  else
    made.form = fmt::format(
        "var {0} = {1}u;\nloop {{\n  {0}--;\n  if {0} == 0u {{ break; }}#0  continuing {{#1  }}\n}}", left,
        rounds + 1);
  Block after;
  made.blocks.push_back(loop_body(depth, rounds, choice != 0, after));
  if (choice == 1) made.exprs = {running(boolean_, 2)};
  if (choice != 0) made.blocks.push_back(std::move(after));
  return made;
}

std::optional<Stmt> Generator::leaving(unsigned depth) {
  std::vector<std::string_view> ways;
  if (loops_ > 0) ways.emplace_back("continue;");
  if (breakable_ > 0) ways.emplace_back("break;");
  if (may_return_) ways.emplace_back(in_entry_ ? "finish();\nreturn;" : "return $0;");
  if (ways.empty()) return {};
  Stmt made{.form = "if $0 {#0}", .exprs = {running(boolean_, 3)}};
  const std::size_t outer = scope_.size();
  Block inner = block(depth == 0 ? 0 : depth - 1, random_.below(2));
  Stmt leave{.form = std::string(random_.pick(ways))};
  if (leave.form == "return $0;") leave.exprs = {fitting(result_, 3)};
  inner.push_back(std::move(leave));
  scope_.resize(outer);
  made.blocks.push_back(std::move(inner));
  return made;
}

std::optional<Stmt> Generator::call_statement(unsigned depth) {
  if (signatures_.empty()) return {};
  const Signature callee = random_.pick(signatures_);
  auto made = call(callee, depth);
  if (!made) return {};
  if (random_.chance(50)) return Stmt{.form = "$0;", .exprs = {*std::move(made)}};
  if (random_.chance(30)) return Stmt{.form = "_ = $0;", .exprs = {*std::move(made)}};
  return observe(*std::move(made));
}

// Each member of `at` takes one commutative operation; an index may be out of range.
Stmt Generator::shared_atomic(unsigned depth) {
  static constexpr auto operations =
      std::to_array<std::string_view>({"Add", "Sub", "Max", "Min", "And", "Or", "Xor"});
  if (!shared_operation_.empty() && random_.chance(70))
    return {.form = fmt::format("atomic{}(&tally[$0], $1);", shared_operation_),
            .exprs = {index(4, depth - 1), expression(u32_, depth)}};
  const std::string_view operation = random_.pick(operations);
  const bool is_signed = operation == "Max";
  const std::string_view member = operation == "Sub" ? "Add" : operation;
  return {.form = fmt::format("atomic{}(&at.{}[$0], $1);", operation, member),
          .exprs = {index(5, depth - 1), expression(is_signed ? i32_ : u32_, depth)}};
}

// Often where few invocations meet it, or none.
Stmt Generator::trap(unsigned depth) {
  static constexpr auto tags =
      std::to_array<std::string_view>({"went_wrong", "too_late", "7u", "0xffffffffu"});
  static constexpr auto forms = std::to_array<std::string_view>(
      {"if $0 && armed() { trap(TAG, $1); }", "assert(!armed() || $0, TAG, $1);"});
  Expr condition = running(boolean_, depth);
  if (random_.chance(70)) {
    condition = {.type = boolean_, .form = "(($0 & 31u) == $1)"};
    condition.kids = {running(u32_, depth), literal(u32_)};
    condition.kids[1].form = fmt::format("{}u", random_.below(32));
  }
  const std::size_t form = random_.below(forms.size());
  if (form == 1) condition = {.type = boolean_, .form = "!$0", .kids = {std::move(condition)}};
  Stmt made{.form = std::string(forms[form]), .exprs = {std::move(condition), expression(u32_, depth)}};
  made.form.replace(made.form.find("TAG"), 3, random_.pick(tags));
  return made;
}

Stmt Generator::observe(Expr expr) {
  const TypeId type = expr.type;
  if (is_scalar(type))
    return {.form = fmt::format("note({});", words_of(type, "$0")[0]), .exprs = {std::move(expr)}};
  const std::string whole = fresh("t");
  std::string form = fmt::format("{{ let {} = $0;", whole);
  auto words = words_of(type, whole);
  if (words.size() > 12) {  // as many of them, from a random one on
    std::ranges::rotate(words, words.begin() + random_.below(words.size()));
    words.resize(12);
  }
  for (const auto& word : words) form += fmt::format(" note({});", word);
  return {.form = form + " }", .exprs = {std::move(expr)}};
}

void Generator::observe_some(Block& into) {
  if (!scope_.empty() && random_.chance(50)) {
    const Variable variable = random_.pick(scope_);
    if (program_.types[variable.type].count > 0)
      return into.push_back(observe({.type = variable.type, .form = variable.text}));
  }
  into.push_back(observe(bounded(any_type(), expression_depth(), exact)));
}

}  // namespace slipway::hunt
