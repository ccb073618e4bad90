// Control flow: branches, loops, and what statements can lead to.
#include <algorithm>
#include <unordered_set>

#include "wgsl/module_resolver.h"

namespace slipway::wgsl {

using ast::StatementKind;
using ir::Op;

Behavior ModuleResolver::control(const ast::Statement& node) {
  switch (node.kind) {
    case StatementKind::compound: {
      locals_.push();
      DeadCode dead;
      const Behavior b = statements(node.statements, dead);
      leave_dead_code(dead);
      locals_.pop();
      return b;
    }
    case StatementKind::if_: return if_statement(node);
    case StatementKind::switch_: return switch_statement(node);
    case StatementKind::loop: return loop_statement(node);
    case StatementKind::for_: return for_statement(node);
    case StatementKind::while_: return while_statement(node);
    case StatementKind::break_: return break_statement(node);
    case StatementKind::continue_: return continue_statement(node);
    case StatementKind::return_: return return_statement(node);
    default: SLIPWAY_UNREACHABLE();
  }
}

// A bool for a branch; after an error a constant, so that what hangs on it can still be checked.
Expr ModuleResolver::condition(ast::ExpressionId id, std::string_view what) {
  const Expr e = value(id);
  const Type boolean = types_.scalar(ir::Scalar::boolean);
  if (e.valid() && e.type == boolean) return e;
  if (e.valid())
    error(e.span, rule::type_mismatch, "condition of '{}' must be 'bool', found '{}'", what, name(e.type));
  return expr_of(constants_.boolean(true), e.span);
}

// A chain of else-ifs nests in the tree and in the module, but not here.
Behavior ModuleResolver::if_statement(const ast::Statement& first) {
  struct Branch {
    ir::RegionId resume;
    Behavior then;
  };
  std::vector<Branch> chain;
  Behavior total = 0;
  for (const ast::Statement* node = &first;;) {
    const Expr test = condition(node->left, "if");
    builder_->set_site(site(node->span));
    const ir::InstId branch = builder_->emit_control(Op::if_, {test.value}, 2);
    chain.push_back({builder_->region(), 0});
    const ir::RegionId then(builder_->function()[branch].first_region);
    const ir::RegionId otherwise(then.index + 1);
    builder_->set_region(then);
    chain.back().then = block(node->first);
    end_region(Op::yield);
    builder_->set_region(otherwise);
    if (!node->second.valid()) {
      total = behavior::next;
      break;
    }
    const ast::Statement& next = tree_[node->second];
    if (next.kind != StatementKind::if_) {
      total = block(node->second);
      break;
    }
    node = &next;
  }
  end_region(Op::yield);
  for (std::size_t i = chain.size(); i-- > 0;) {
    total |= chain[i].then;
    builder_->set_region(chain[i].resume);
    if (i > 0) end_region((total & behavior::next) != 0 ? Op::yield : Op::unreachable);
  }
  return total;
}

Behavior ModuleResolver::switch_statement(const ast::Statement& node) {
  const Expr selector = value(node.left);
  // All selectors and the value they select by have one type.
  Type type = selector.type;
  bool ok = selector.valid();
  std::vector<std::vector<Expr>> selectors(node.cases.size());
  for (std::size_t i = 0; i < node.cases.size(); ++i)
    for (const ast::CaseSelector& s : node.cases[i].selectors) {
      Expr e;
      if (!s.is_default) e = const_expression(s.expression, "case selector");
      ok = ok && (s.is_default || e.valid());
      selectors[i].push_back(e);
      if (!ok || s.is_default) continue;
      const auto common = types_.common_type(type, e.type);
      if (!common) {
        error(e.span, rule::switch_, "case selector must be '{}' like the others, found '{}'", name(type),
              name(e.type));
        ok = false;
      } else {
        type = *common;
      }
    }
  if (ok) type = Type(type.id);
  if (selector.valid() && (!types_.is_scalar(selector.type) || !is_integer(types_.kind(selector.type)))) {
    error(selector.span, rule::switch_, "a switch selects by 'i32' or 'u32', found '{}'",
          name(selector.type));
    ok = false;
  }
  const ir::SwitchTable table = switch_table(node, selectors, type, ok);
  const Expr by = ok ? convert(selector, type, "switch selector") : Expr{};
  ir::Function& f = builder_->function();
  const auto imm = static_cast<std::uint32_t>(f.switches.size());
  f.switches.push_back(table);
  builder_->set_site(site(node.span));
  const ir::Value operand = by.valid() ? by.value : builder_->u32(0);
  const ir::InstId branch =
      builder_->emit_control(Op::switch_, {operand}, static_cast<std::uint32_t>(node.cases.size()), imm);
  const ir::RegionId resume = builder_->region();
  const std::uint32_t first = builder_->function()[branch].first_region;
  frames_.push_back({});
  Behavior total = 0;
  for (std::size_t i = 0; i < node.cases.size(); ++i) {
    builder_->set_region(ir::RegionId(first + i));
    total |= block(node.cases[i].body);
    end_region(Op::yield);
  }
  frames_.pop_back();
  builder_->set_region(resume);
  if (node.cases.empty() || (total & behavior::break_) != 0) total |= behavior::next;
  return total & ~Behavior{behavior::break_};
}

ir::SwitchTable ModuleResolver::switch_table(const ast::Statement& node,
                                             const std::vector<std::vector<Expr>>& selectors, Type type,
                                             bool ok) {
  ir::SwitchTable table(node.cases.size());
  std::unordered_set<std::uint32_t> seen;
  bool has_default = false;
  for (std::size_t i = 0; i < node.cases.size(); ++i)
    for (std::size_t j = 0; j < selectors[i].size(); ++j) {
      const ast::CaseSelector& s = node.cases[i].selectors[j];
      if (s.is_default) {
        if (has_default) error(s.span, rule::switch_, "the switch has a second 'default'");
        has_default = table[i].is_default = true;
        continue;
      }
      if (!ok) continue;
      const Expr e = convert(selectors[i][j], type, "case selector");
      if (!e.valid()) continue;
      const std::uint32_t bits = module_.constants[e.value.constant()].bits;
      if (!seen.insert(bits).second)
        error(e.span, rule::switch_, "the switch has a second case {}", constants_.text(constant_of(e)));
      table[i].selectors.push_back(bits);
    }
  if (!has_default) error(node.span, rule::switch_, "the switch has no 'default'");
  return table;
}

Behavior ModuleResolver::finish_loop(Span span, Behavior inside, std::string_view what) {
  frames_.pop_back();
  if ((inside & behavior::break_) != 0) {
    inside |= behavior::next;
  } else {
    inside &= ~Behavior{behavior::next};
  }
  inside &= ~Behavior{behavior::break_ | behavior::continue_};
  if (inside == 0) {
    error(span, rule::behavior, "the '{}' never ends: nothing in it breaks or returns", what);
    return behavior::return_;  // that the function's end has no value needs no message of its own
  }
  return inside;
}

Behavior ModuleResolver::loop_statement(const ast::Statement& node) {
  builder_->set_site(site(node.span));
  const ir::InstId loop = builder_->emit_control(Op::loop, {}, 2);
  const ir::RegionId resume = builder_->region();
  const ir::RegionId body(builder_->function()[loop].first_region);
  const ir::RegionId continuing(body.index + 1);
  locals_.push();
  frames_.push_back({.is_loop = true, .scope_depth = locals_.depth(), .body_start = locals_.size()});
  builder_->set_region(body);
  DeadCode dead;
  const ast::Statement& body_node = tree_[node.first];
  check_attributes(body_node.attributes, {"diagnostic"}, "a block", body_node.span);
  Behavior inside = statements(body_node.statements, dead);
  // Where control cannot get to the continuing part, that may name what was declared in dead code.
  const bool reached = (inside & (behavior::next | behavior::continue_)) != 0;
  if (reached) leave_dead_code(dead);
  if (!reached && !dead.active) enter_dead_code(dead);
  if (reached) {
    end_region(Op::continue_);
    builder_->set_region(continuing);
  }
  frames_.back().in_continuing = true;
  frames_.back().body_end = locals_.size();
  locals_.push();
  if (node.second.valid()) {
    const ast::Statement& part = tree_[node.second];
    check_attributes(part.attributes, {"diagnostic"}, "a block", part.span);
    DeadCode inner;
    inside |= statements(part.statements, inner) & ~Behavior{behavior::next};
    leave_dead_code(inner);
  }
  const bool leaves = node.left.valid();
  const Expr test = leaves ? condition(node.left, "break if") : Expr{};
  if (leaves) inside |= behavior::break_;
  builder_->set_site(site(node.span));
  if (reached && leaves) {
    builder_->terminate(Op::iterate, {test.value});
  } else {
    leave_dead_code(dead);
    builder_->set_region(continuing);
    end_region(Op::iterate);
  }
  locals_.pop();
  locals_.pop();
  builder_->set_region(resume);
  return finish_loop(node.span, inside, "loop");
}

// At the top of a body: leaves the loop when the condition does not hold.
void ModuleResolver::leave_unless(ast::ExpressionId id, std::string_view what) {
  const Expr test = condition(id, what);
  builder_->set_site(site(tree_[id].span));
  const ir::InstId branch = builder_->emit_control(Op::if_, {test.value}, 2);
  const ir::RegionId resume = builder_->region();
  const ir::RegionId then(builder_->function()[branch].first_region);
  builder_->set_region(then);
  builder_->terminate(Op::yield);
  builder_->set_region(ir::RegionId(then.index + 1));
  builder_->terminate(Op::break_);
  builder_->set_region(resume);
}

Behavior ModuleResolver::for_statement(const ast::Statement& node) {
  locals_.push();
  if (node.first.valid()) statement(node.first);
  builder_->set_site(site(node.span));
  const ir::InstId loop = builder_->emit_control(Op::loop, {}, 2);
  const ir::RegionId resume = builder_->region();
  const ir::RegionId body(builder_->function()[loop].first_region);
  builder_->set_region(body);
  frames_.push_back({.is_loop = true, .scope_depth = locals_.depth(), .body_start = locals_.size()});
  Behavior inside = 0;
  if (node.left.valid()) {
    leave_unless(node.left, "for");
    inside |= behavior::break_;
  }
  inside |= block(node.third);
  end_region(Op::continue_);
  builder_->set_region(ir::RegionId(body.index + 1));
  frames_.back().in_continuing = true;
  frames_.back().body_end = locals_.size();
  if (node.second.valid()) statement(node.second);
  builder_->set_site(site(node.span));
  end_region(Op::iterate);
  builder_->set_region(resume);
  locals_.pop();
  return finish_loop(node.span, inside, "for");
}

Behavior ModuleResolver::while_statement(const ast::Statement& node) {
  builder_->set_site(site(node.span));
  const ir::InstId loop = builder_->emit_control(Op::loop, {}, 2);
  const ir::RegionId resume = builder_->region();
  const ir::RegionId body(builder_->function()[loop].first_region);
  builder_->set_region(body);
  frames_.push_back({.is_loop = true, .scope_depth = locals_.depth(), .body_start = locals_.size()});
  leave_unless(node.left, "while");
  const Behavior inside = block(node.first) | behavior::break_;
  end_region(Op::continue_);
  builder_->set_region(ir::RegionId(body.index + 1));
  end_region(Op::iterate);
  builder_->set_region(resume);
  return finish_loop(node.span, inside, "while");
}

Behavior ModuleResolver::break_statement(const ast::Statement& node) {
  if (frames_.empty()) {
    error(node.span, rule::behavior, "'break' must be in a loop or switch");
    return behavior::next;
  }
  if (frames_.back().is_loop && frames_.back().in_continuing) {
    error(node.span, rule::behavior, "'break' cannot leave a continuing part: use 'break if' at its end");
    return behavior::break_;
  }
  builder_->set_site(site(node.span));
  builder_->terminate(Op::break_);
  return behavior::break_;
}

Behavior ModuleResolver::continue_statement(const ast::Statement& node) {
  const auto frame = std::ranges::find(frames_.rbegin(), frames_.rend(), true, &Frame::is_loop);
  if (frame == frames_.rend()) {
    error(node.span, rule::behavior, "'continue' must be in a loop");
    return behavior::next;
  }
  if (frame->in_continuing) {
    error(node.span, rule::behavior, "'continue' cannot stand in a continuing part");
    return behavior::break_;  // that the loop never ends needs no message of its own
  }
  frame->first_continue = std::min(frame->first_continue, locals_.end_of(frame->scope_depth));
  builder_->set_site(site(node.span));
  builder_->terminate(Op::continue_);
  return behavior::continue_;
}

Behavior ModuleResolver::return_statement(const ast::Statement& node) {
  const std::string_view spelling = text(function_node_->name.symbol);
  const Type result = function_->result;
  const bool returns = result.valid() && !types_.is_void(result);
  Expr e;
  if (node.left.valid()) {
    e = value(node.left);
    if (result.valid() && !returns && e.valid()) {
      error(e.span, rule::type_mismatch, "'{}' returns nothing, found a value of type '{}'", spelling,
            name(e.type));
    } else if (e.type != result) {
      e = convert(e, result, fmt::format("result of '{}'", spelling));
    }
  } else if (returns) {
    error(node.span, rule::type_mismatch, "'{}' must return a value of type '{}'", spelling, name(result));
  }
  if (std::ranges::any_of(frames_, &Frame::in_continuing)) {
    error(node.span, rule::behavior, "'return' cannot stand in a continuing part");
    return behavior::return_;
  }
  builder_->set_site(site(node.span));
  if (returns && e.valid()) {
    builder_->terminate(Op::return_, {e.value});
  } else {
    builder_->terminate(Op::return_);
  }
  return behavior::return_;
}

}  // namespace slipway::wgsl
