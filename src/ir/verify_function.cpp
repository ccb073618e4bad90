// The shape of a function: regions, terminators, where values are visible. One walk in evaluation order, with
// a stack of its own; operations are checked as it passes them.
#include <algorithm>

#include <fmt/format.h>

#include "ir/verify_context.h"

namespace slipway::ir::verifier {
namespace {

enum class RegionRole : std::uint8_t { function_body, if_branch, switch_case, loop_body, continuing };

// A region that is being walked, and what may end there.
struct Frame {
  RegionId region;
  std::size_t next = 0;  // index of the next instruction
  RegionRole role = RegionRole::function_body;
  InstId owner;
  std::uint32_t siblings = 0;        // regions of the owner still to walk
  bool can_break = false;            // a loop or switch around takes it
  bool break_drops_results = false;  // that switch has results, which a break cannot give
  bool can_continue = false;
  bool can_return = true;
  std::size_t first_continue = SIZE_MAX;  // loop body: instructions of it before the first `continue_`
};

class FunctionChecker {
 public:
  FunctionChecker(Context& context, FunctionId id)
      : context_(context),
        id_(id),
        function_(context.module[id]),
        state_(function_.insts.size(), State::unseen),
        region_seen_(function_.regions.size(), false),
        global_seen_(context.module.globals.size(), false) {}

  void run() {
    check_signature();
    if (!enter(Frame{.region = function_.body})) return;
    while (!stack_.empty()) {
      const std::size_t top = stack_.size() - 1;
      if (stack_[top].next == insts_of(stack_[top]).size()) {
        if (!leave()) return;
        continue;
      }
      const InstId id = insts_of(stack_[top])[stack_[top].next++];
      if (!check_inst(stack_[top], id)) return;
    }
    std::ranges::sort(callees_);
    callees_.erase(std::ranges::unique(callees_).begin(), callees_.end());
    context_.callees[id_.index] = std::move(callees_);
  }

 private:
  enum class State : std::uint8_t { unseen, visible, gone };

  const std::vector<InstId>& insts_of(const Frame& frame) const { return function_[frame.region].insts; }

  void check_signature() {
    const TypeTable& types = context_.module.types;
    for (const Parameter& p : function_.parameters)
      if (!context_.facts_of(p.type).constructible && types[p.type].kind != TypeKind::pointer)
        bad("ir.type", 0, fmt::format("parameter '{}' cannot be a {}", p.name, context_.text(p.type)));
    if (function_.result != types.void_type() && !context_.facts_of(function_.result).constructible)
      bad("ir.type", 0, fmt::format("cannot return a {}", context_.text(function_.result)));
  }

  // False where the walk cannot go on.
  bool enter(Frame frame) {
    if (frame.region.index >= function_.regions.size() || region_seen_[frame.region.index])
      return bad("ir.handle", 0, "a region does not exist or has two owners");
    region_seen_[frame.region.index] = true;
    if (stack_.size() >= most_region_depth)
      return bad("ir.nesting", 0, fmt::format("regions nest more than {} deep", most_region_depth));
    const auto& insts = insts_of(frame);
    for (const InstId id : insts)
      if (id.index >= function_.insts.size()) return bad("ir.handle", 0, "a region names no instruction");
    if (insts.empty() || !is_terminator(insts.back()))
      return bad("ir.terminator", insts.empty() ? 0 : function_[insts.back()].site,
                 "a region ends without a terminator");
    stack_.push_back(frame);
    return true;
  }

  bool leave() {
    const Frame done = stack_.back();
    stack_.pop_back();
    const auto& insts = insts_of(done);
    // What a body makes before it can continue is there in its continuing region.
    for (std::size_t i = 0; i < insts.size(); ++i)
      if (done.role != RegionRole::loop_body || i >= done.first_continue)
        state_[insts[i].index] = State::gone;
    if (done.role == RegionRole::continuing)
      for (const InstId id : function_[function_.region_of(function_[done.owner], 0)].insts)
        state_[id.index] = State::gone;
    return done.siblings == 0 || enter_child(stack_.back(), done.owner, done.siblings);
  }

  // Enters the region of `owner` that has `siblings - 1` after it.
  bool enter_child(const Frame& parent, InstId owner, std::uint32_t siblings) {
    const Inst& inst = function_[owner];
    const std::uint32_t index = inst.region_count - siblings;
    Frame frame = parent;
    frame.region = RegionId(std::size_t{inst.first_region} + index);
    frame.next = 0;
    frame.owner = owner;
    frame.siblings = siblings - 1;
    frame.first_continue = SIZE_MAX;
    switch (inst.op) {
      case Op::if_: frame.role = RegionRole::if_branch; break;
      case Op::switch_:
        frame.role = RegionRole::switch_case;
        frame.can_break = true;
        frame.break_drops_results = !results_of(parent, owner).empty();
        break;
      default:
        frame.role = index == 0 ? RegionRole::loop_body : RegionRole::continuing;
        frame.can_break = frame.can_continue = index == 0;
        frame.can_return = frame.can_return && index == 0;
        frame.break_drops_results = false;
        break;
    }
    return enter(frame);
  }

  // The results right behind `owner`, which `parent` has just walked past.
  std::span<const InstId> results_of(const Frame& parent, InstId owner) const {
    const std::span<const InstId> rest = std::span(insts_of(parent)).subspan(parent.next);
    std::size_t count = 0;
    while (count < rest.size() && function_[rest[count]].op == Op::result &&
           first_operand_is(rest[count], owner))
      ++count;
    return rest.first(count);
  }

  bool first_operand_is(InstId id, InstId owner) const {
    const Inst& inst = function_[id];
    return inst.operand_count > 0 && inst.first_operand < function_.operands.size() &&
           function_.operands[inst.first_operand] == Value(owner);
  }

  bool is_terminator(InstId id) const {
    const auto op = static_cast<std::size_t>(function_[id].op);
    return op < op_count && (info(function_[id].op).traits & trait::ends) != 0;
  }

  bool check_inst(const Frame& frame, InstId id) {
    const Inst& inst = function_[id];
    if (!check_handles(inst, id)) return false;
    const OpInfo& op = info(inst.op);
    const bool is_last = frame.next == insts_of(frame).size();
    if (((op.traits & trait::ends) != 0) != is_last)
      return bad("ir.terminator", inst.site,
                 fmt::format("'{}' stands behind the end of its region", op.name));
    if (op.operand_count >= 0 && inst.operand_count != static_cast<std::uint32_t>(op.operand_count))
      return bad(
          "ir.arity", inst.site,
          fmt::format("'{}' takes {} operands, found {}", op.name, op.operand_count, inst.operand_count));
    if (inst.native && (op.traits & trait::total) == 0)
      bad("ir.native", inst.site, fmt::format("'{}' has no native form", op.name));
    if (inst.op == Op::call) callees_.emplace_back(inst.imm);
    if (context_.is_initializer[id_.index]) check_initializer(inst, op);
    if (is_last)
      check_terminator(frame, inst);
    else if (inst.op == Op::result)
      check_result(frame, inst);
    else
      check_operation(context_, id_, id);
    state_[id.index] = State::visible;
    return inst.region_count == 0 || enter_child(stack_.back(), id, inst.region_count);
  }

  bool check_handles(const Inst& inst, InstId id) {
    const Module& m = context_.module;
    if (state_[id.index] != State::unseen)
      return bad("ir.handle", inst.site, "an instruction stands in two places");
    const bool in_range =
        static_cast<std::size_t>(inst.op) < op_count && inst.type.index < m.types.size() &&
        inst.site < m.site_count &&
        std::uint64_t{inst.first_operand} + inst.operand_count <= function_.operands.size() &&
        std::uint64_t{inst.first_region} + inst.region_count <= function_.regions.size() &&
        (inst.op != Op::call || inst.imm < m.functions.size()) &&
        (inst.op != Op::switch_ || inst.imm < function_.switches.size()) &&
        (inst.op != Op::override_ref || inst.imm < m.overrides.size());
    if (!in_range)
      return bad("ir.handle", 0, fmt::format("instruction {} names what does not exist", id.index));
    for (const Value v : function_.operands_of(inst))
      if (!check_operand(inst, v)) return false;
    return check_region_count(inst);
  }

  bool check_operand(const Inst& inst, Value v) {
    const Module& m = context_.module;
    if (v.is_constant() && v.constant().index < m.constants.size()) return true;
    if (v.is_global() && v.global().index < m.globals.size()) {
      if (!global_seen_[v.global().index]) context_.globals_used[id_.index].push_back(v.global());
      global_seen_[v.global().index] = true;
      return true;
    }
    if (!v.is_inst() || v.inst().index >= function_.insts.size())
      return bad("ir.handle", inst.site,
                 fmt::format("an operand of '{}' does not exist", info(inst.op).name));
    if (state_[v.inst().index] == State::visible) return true;
    return bad("ir.dominance", inst.site,
               fmt::format("'{}' uses %{}, which is not before it in its region or one around it",
                           info(inst.op).name, v.inst().index));
  }

  bool check_region_count(const Inst& inst) {
    std::uint64_t expected = 0;
    if (inst.op == Op::if_ || inst.op == Op::loop) expected = 2;
    if (inst.op == Op::switch_) expected = function_.switches[inst.imm].size();
    if (inst.region_count == expected) return true;
    return bad(
        "ir.region", inst.site,
        fmt::format("'{}' owns {} regions, expected {}", info(inst.op).name, inst.region_count, expected));
  }

  void check_initializer(const Inst& inst, const OpInfo& op) {
    const bool is_input = inst.op == Op::param || inst.op == Op::builtin || inst.op == Op::launch_word ||
                          inst.op == Op::access || inst.op == Op::member || inst.op == Op::array_length;
    const bool is_allowed = inst.op == Op::if_ || inst.op == Op::yield || inst.op == Op::return_ ||
                            ((op.traits & trait::pure) != 0 && !is_input);
    if (!is_allowed)
      bad("ir.override", inst.site, fmt::format("'{}' cannot be in an override's initialiser", op.name));
  }

  void check_result(const Frame& frame, const Inst& inst) {
    // Counting back from here past the results before this one must meet the owner.
    const auto& insts = insts_of(frame);
    const std::size_t here = frame.next - 1;
    const Value owner = function_.operands_of(inst)[0];
    bool good = owner.is_inst() && here > inst.imm && insts[here - 1 - inst.imm] == owner.inst();
    if (good) {
      const Op op = function_[owner.inst()].op;
      good = op == Op::if_ || op == Op::switch_;
      for (std::size_t i = here - inst.imm; good && i < here; ++i)
        good = function_[insts[i]].op == Op::result;
    }
    if (!good)
      bad("ir.result", inst.site, "'result' does not stand right behind its if_ or switch_, in order");
    if (!context_.facts_of(inst.type).constructible)
      bad("ir.result_type", inst.site, fmt::format("'result' cannot be a {}", context_.text(inst.type)));
  }

  void check_terminator(const Frame& frame, const Inst& inst) {
    const auto refuse = [&](std::string_view why) {
      bad("ir.terminator", inst.site, fmt::format("'{}' {}", info(inst.op).name, why));
    };
    if (inst.type != context_.module.types.void_type()) refuse("has a result");
    const bool in_branch = frame.role == RegionRole::if_branch || frame.role == RegionRole::switch_case;
    if (frame.role == RegionRole::continuing && inst.op != Op::iterate && inst.op != Op::unreachable)
      return refuse("cannot end a continuing region");
    switch (inst.op) {
      case Op::yield:
        if (!in_branch) return refuse("ends an if or switch region only");
        return check_yield(inst, results_of(stack_[stack_.size() - 2], frame.owner));
      case Op::break_:
        if (!frame.can_break) return refuse("has no loop or switch to leave");
        if (frame.break_drops_results) refuse("leaves a switch with results, which it cannot give");
        return;
      case Op::continue_:
        if (!frame.can_continue) return refuse("is not in a loop's body");
        return note_continue();
      case Op::iterate: return check_iterate(frame, inst);
      case Op::return_:
        if (!frame.can_return) return refuse("cannot be in a continuing region");
        return check_return(inst);
      default: return;
    }
  }

  void note_continue() {
    const auto body = std::ranges::find(stack_.rbegin(), stack_.rend(), RegionRole::loop_body, &Frame::role);
    if (body != stack_.rend() && body->first_continue == SIZE_MAX) body->first_continue = body->next - 1;
  }

  void check_yield(const Inst& inst, std::span<const InstId> results) {
    if (results.size() != inst.operand_count)
      return void(
          bad("ir.result", inst.site,
              fmt::format("'yield' gives {} values, expected {}", inst.operand_count, results.size())));
    for (std::uint32_t i = 0; i < inst.operand_count; ++i)
      expect_type(inst, i, function_[results[i]].type, "ir.result");
  }

  void check_iterate(const Frame& frame, const Inst& inst) {
    if (frame.role != RegionRole::continuing)
      bad("ir.terminator", inst.site, "'iterate' ends a continuing region only");
    if (inst.operand_count > 1)
      return void(bad("ir.arity", inst.site,
                      fmt::format("'iterate' takes at most 1 operand, found {}", inst.operand_count)));
    if (inst.operand_count == 1) expect_type(inst, 0, context_.module.types.boolean(), "ir.operand");
  }

  void check_return(const Inst& inst) {
    const std::uint32_t expected = function_.result == context_.module.types.void_type() ? 0 : 1;
    if (inst.operand_count != expected)
      return void(bad("ir.arity", inst.site,
                      fmt::format("'return_' takes {} operands, found {}", expected, inst.operand_count)));
    if (expected == 1) expect_type(inst, 0, function_.result, "ir.operand");
  }

  void expect_type(const Inst& inst, std::uint32_t index, TypeId expected, RuleId rule) {
    const TypeId found = context_.module.type_of(function_, function_.operands_of(inst)[index]);
    if (found != expected)
      bad(rule, inst.site,
          fmt::format("operand {} of '{}' is {}, expected {}", index + 1, info(inst.op).name,
                      context_.text(found), context_.text(expected)));
  }

  bool bad(RuleId rule, SiteId site, std::string_view what) {
    context_.report(rule, site, fmt::format("in function '{}': {}", function_.name, what));
    return false;
  }

  Context& context_;
  FunctionId id_;
  const Function& function_;
  std::vector<State> state_;  // by instruction
  std::vector<bool> region_seen_;
  std::vector<bool> global_seen_;
  std::vector<FunctionId> callees_;
  std::vector<Frame> stack_;
};

}  // namespace

void check_function(Context& context, FunctionId id) { FunctionChecker(context, id).run(); }

}  // namespace slipway::ir::verifier
