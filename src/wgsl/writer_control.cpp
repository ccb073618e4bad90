// Control flow as text.
#include <array>

#include <fmt/format.h>

#include "wgsl/writer_function.h"

namespace slipway::wgsl {

using ir::Op;

bool FunctionWriter::is_bare(ir::RegionId region, Op terminator) const {
  const auto& insts = f_[region].insts;
  return insts.size() == 1 && f_[insts[0]].op == terminator && f_[insts[0]].operand_count == 0;
}

// Whether all of `insts` give values, as the parts of one expression do.
bool FunctionWriter::gives_values(Insts insts) const {
  for (std::size_t i = 0; i < insts.size(); ++i) {
    const ir::Inst& inst = f_[insts[i]];
    const bool has_result = i + 1 < insts.size() && f_[insts[i + 1]].op == Op::result;
    if (inst.op == Op::var || (is_void(inst) && !has_result)) return false;
  }
  return true;
}

// What `make` gives where nothing had to be declared for it; else what it wrote is forgotten.
template <class Make>
std::optional<std::string> FunctionWriter::attempt(Make make) {
  const bool was_fixed = std::exchange(fixed_, true);
  const bool could_hoist = std::exchange(may_hoist_, false);
  const bool was_stuck = std::exchange(stuck_, false);
  const std::size_t before = pending_.size();
  std::string text = make();
  const bool whole = !stuck_ && pending_.size() == before;
  fixed_ = was_fixed;
  may_hoist_ = could_hoist;
  stuck_ = was_stuck;
  if (whole) return text;
  pending_.clear();
  for (const ir::InstId id : std::exchange(stuck_insts_, {})) locals_[id.index].clear();
  return std::nullopt;
}

// The value as one expression of all of `insts`, where it is that.
std::optional<std::string> FunctionWriter::expression(Insts insts, ir::Value value) {
  if (!gives_values(insts)) return std::nullopt;
  return attempt([&] {
    for (std::size_t i = 0; i < insts.size();) i = step(insts, i);
    return take(value).text;
  });
}

// What a `for` does between rounds, where that is one statement and needs nothing of the body.
std::optional<std::string> FunctionWriter::update(ir::RegionId continuing, ir::RegionId body) {
  const Insts insts = Insts(f_[continuing].insts).first(f_[continuing].insts.size() - 1);
  if (insts.empty() || f_[f_[continuing].insts.back()].operand_count != 0) return std::nullopt;
  const ir::Inst& last = f_[insts.back()];
  if (last.region_count != 0 || last.op == Op::var || !gives_values(insts.first(insts.size() - 1)))
    return std::nullopt;
  bool is_own = true;
  ir::for_each_region(f_, continuing, [&](ir::RegionId region) {
    for (const ir::InstId id : f_[region].insts)
      for (const ir::Value value : f_.operands_of(id))
        is_own = is_own && !(value.is_inst() && made_in_[value.inst().index] == body);
  });
  if (!is_own) return std::nullopt;
  return attempt([&] {
    std::string text;
    update_ = &text;
    for (std::size_t i = 0; i < insts.size();) i = step(insts, i);
    if (text.empty()) text = "_ = " + argument(take(ir::Value(insts.back())));
    update_ = nullptr;
    return text;
  });
}

// `assert`, where the branch is what reading makes of one.
bool FunctionWriter::write_assert(ir::InstId id) {
  const auto& insts = f_[f_.region_of(f_[id], 1)].insts;
  if (insts.size() != 2 || f_[insts[0]].op != Op::trap || f_[insts[1]].op != Op::yield) return false;
  const ir::Inst& trap = f_[insts[0]];
  const auto& site_names = writer_.debug().site_names;
  if (trap.site >= site_names.size() || site_names[trap.site] != "assert") return false;
  if (!is_bare(f_.region_of(f_[id], 0), Op::yield)) return false;
  auto items = take(std::array{f_.operand(id, 0), f_.operand(insts[0], 0)});
  items.insert(items.begin() + 1, Item{.inst = {}, .text = writer_.tag(trap.imm), .pointer = {}});
  statement(fmt::format("{}({});", writer_.builtin("assert"), comma_list(items)));
  return true;
}

// A chain of else-ifs is written in a loop: it may be as long as the program.
void FunctionWriter::write_if(ir::InstId id) {
  if (write_assert(id)) return;
  statement(fmt::format("if {} {{", take(f_.operand(id, 0)).text));
  for (;;) {
    const ir::RegionId then = f_.region_of(f_[id], 0);
    const ir::RegionId otherwise = f_.region_of(f_[id], 1);
    ++depth_;
    region(then, End::branch);
    --depth_;
    if (is_bare(otherwise, Op::yield)) break;
    const auto next = else_if(otherwise);
    if (!next) {
      line("} else {");
      ++depth_;
      region(otherwise, End::branch);
      --depth_;
      break;
    }
    line(fmt::format("}} else if {} {{", next->first));
    id = next->second;
  }
  line("}");
}

// The condition and the instruction, where the region is an `if` and what that branches on.
std::optional<std::pair<std::string, ir::InstId>> FunctionWriter::else_if(ir::RegionId region) {
  const Insts insts = f_[region].insts;
  if (insts.size() < 2) return std::nullopt;
  const ir::Inst& last = f_[insts.back()];
  const ir::InstId branch = insts[insts.size() - 2];
  if (f_[branch].op != Op::if_ || (last.op != Op::yield && last.op != Op::unreachable)) return std::nullopt;
  auto condition = expression(insts.first(insts.size() - 2), f_.operand(branch, 0));
  if (!condition) return std::nullopt;
  return std::pair(*std::move(condition), branch);
}

void FunctionWriter::write_switch(ir::InstId id) {
  const ir::Inst& inst = f_[id];
  const ir::SwitchTable& table = f_.switches.at(inst.imm);
  const bool is_signed = type_of(f_.operand(id, 0)).scalar == ir::Scalar::i32;
  statement(fmt::format("switch {} {{", take(f_.operand(id, 0)).text));
  ++depth_;
  for (std::size_t i = 0; i < table.size(); ++i) {
    std::string selectors;
    for (const std::uint32_t s : table[i].selectors) {
      if (!selectors.empty()) selectors += ", ";
      // Without a suffix, so that the smallest i32 is a literal too.
      selectors += is_signed ? std::to_string(static_cast<std::int32_t>(s)) : std::to_string(s) + "u";
    }
    if (table[i].selectors.empty()) {
      line("default: {");
    } else {
      line(fmt::format("case {}{}: {{", selectors, table[i].is_default ? ", default" : ""));
    }
    ++depth_;
    region(f_.region_of(inst, i), End::branch);
    --depth_;
    line("}");
  }
  --depth_;
  line("}");
}

// `goes_on`: control comes out of the loop.
void FunctionWriter::write_loop(ir::InstId id, bool goes_on) {
  flush();
  const ir::RegionId body = f_.region_of(f_[id], 0);
  const ir::RegionId continuing = f_.region_of(f_[id], 1);
  const bool needs_exit = goes_on && !has_break(body);
  const bool is_bare = this->is_bare(continuing, Op::iterate);
  const auto update = is_bare || needs_exit ? std::nullopt : this->update(continuing, body);
  const auto condition = is_bare || update ? while_condition(body) : std::nullopt;
  const std::size_t first = condition ? condition->second : 0;
  if (update) {
    line(fmt::format("for (; {}; {}) {{", condition ? condition->first : "", *update));
  } else {
    line(condition ? fmt::format("while {} {{", condition->first) : "loop {");
  }
  ++depth_;
  region(body, End::loop_body, first);
  if (!update) write_continuing(continuing, needs_exit);
  --depth_;
  line("}");
}

// `needs_exit`: nothing else says that control leaves the loop, which can be where nothing reaches the
// continuing part.
void FunctionWriter::write_continuing(ir::RegionId part, bool needs_exit) {
  const Insts insts = f_[part].insts;
  const ir::Inst& end = f_[insts.back()];
  const bool leaves = end.operand_count == 1;
  if (is_bare(part, Op::iterate) && !needs_exit) return;
  line("continuing {");
  ++depth_;
  for (std::size_t i = 0; i + 1 < insts.size();) i = step(insts, i);
  if (leaves) {
    statement(fmt::format("break if {};", take(f_.operands_of(end)[0]).text));
  } else if (needs_exit) {
    statement("break if true;");
  }
  flush();
  --depth_;
  line("}");
}

// The condition of a `while`, and where what it repeats begins.
std::optional<std::pair<std::string, std::size_t>> FunctionWriter::while_condition(ir::RegionId body) {
  const Insts insts = f_[body].insts;
  for (std::size_t i = 0; i + 1 < insts.size(); ++i) {
    const ir::Inst& inst = f_[insts[i]];
    if (inst.op != Op::if_ || f_[insts[i + 1]].op == Op::result) continue;
    const bool leaves =
        is_bare(f_.region_of(inst, 0), Op::yield) && is_bare(f_.region_of(inst, 1), Op::break_);
    if (!leaves) return std::nullopt;
    auto condition = expression(insts.first(i), f_.operand(insts[i], 0));
    if (!condition) return std::nullopt;
    return std::pair(*std::move(condition), i + 1);
  }
  return std::nullopt;
}

// Whether something in the body leaves this loop.
bool FunctionWriter::has_break(ir::RegionId body) const {
  std::vector<ir::RegionId> stack{body};
  while (!stack.empty()) {
    const ir::RegionId region = stack.back();
    stack.pop_back();
    for (const ir::InstId id : f_[region].insts) {
      const ir::Inst& inst = f_[id];
      if (inst.op == Op::break_) return true;
      if (inst.op != Op::if_) continue;
      for (std::size_t r = 0; r < inst.region_count; ++r) stack.push_back(f_.region_of(inst, r));
    }
  }
  return false;
}

// `a && b` branches on a and yields b or false, `a || b` true or b.
void FunctionWriter::short_circuit(ir::InstId branch, ir::InstId result) {
  const ir::Inst& inst = f_[branch];
  const ir::RegionId then = f_.region_of(inst, 0);
  const ir::RegionId otherwise = f_.region_of(inst, 1);
  const auto yields = [&](ir::RegionId region, bool value) {
    const auto& insts = f_[region].insts;
    const auto operands = f_.operands_of(insts.back());
    if (insts.size() != 1 || operands.size() != 1 || !operands[0].is_constant()) return false;
    const ir::Constant& c = module_.constants[operands[0].constant()];
    return c.type == module_.types.boolean() && (c.bits != 0) == value;
  };
  const bool is_and = yields(otherwise, false);
  const bool several = f_.operands_of(f_[then].insts.back()).size() != 1;
  if (several || (!is_and && !yields(then, true)))
    return writer_.fail(fmt::format("an 'if' of function '{}' gives a value", f_.name));
  const Binding binding = is_and ? Binding::logical_and : Binding::logical_or;
  const ir::Value condition = f_.operand(branch, 0);
  const Item left = condition.is_constant()
                        ? Item{.inst = {}, .text = hoist(condition.constant()), .pointer = {}}
                        : take(condition);
  const Item right = region_value(is_and ? then : otherwise);
  const bool bare_left = left.binding <= Binding::relational || left.binding == binding;
  std::string text = bare_left ? left.text : "(" + left.text + ")";
  text += (is_and ? " && " : " || ") + operand(right, Binding::relational);
  push({.inst = result,
        .text = std::move(text),
        .binding = binding,
        .opens = right.opens && right.binding <= Binding::relational,
        .closes = left.closes && bare_left,
        .pointer = {}});
}

// What a region of `&&` or `||` yields.
FunctionWriter::Item FunctionWriter::region_value(ir::RegionId region) {
  const Insts insts = f_[region].insts;
  std::vector<Item> outer = std::exchange(pending_, {});
  const bool was_fixed = std::exchange(fixed_, true);
  for (std::size_t i = 0; i + 1 < insts.size();) i = step(insts, i);
  Item value = take(f_.operand(insts.back(), 0));
  stuck_ = stuck_ || !pending_.empty();
  fixed_ = was_fixed;
  pending_ = std::move(outer);
  return value;
}

}  // namespace slipway::wgsl
