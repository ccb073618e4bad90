// Functions: signatures, statements but for control flow, and the list of pending expressions.
#include "wgsl/writer_function.h"

#include <algorithm>

#include <fmt/format.h>

namespace slipway::wgsl {

using ir::Op;

namespace {

// A pending expression longer than this gets a name.
constexpr std::size_t longest_pending = 60;
// Blocks nest this deep at most, as they do for the reader.
constexpr std::size_t deepest = 127;

}  // namespace

FunctionWriter::FunctionWriter(ModuleWriter& module, ir::FunctionId function)
    : writer_(module),
      module_(module.module()),
      id_(function),
      f_(module_[function]),
      names_(&module.names()),
      locals_(f_.insts.size()),
      uses_(f_.insts.size(), 0),
      made_in_(f_.insts.size()),
      used_in_(f_.insts.size()) {
  count_uses();
}

void FunctionWriter::count_uses() {
  ir::for_each_region(f_, f_.body, [&](ir::RegionId region) {
    for (const ir::InstId id : f_[region].insts) {
      made_in_[id.index] = region;
      if (f_[id].op == Op::result) continue;
      for (const ir::Value value : f_.operands_of(id))
        if (value.is_inst()) {
          ++uses_[value.inst().index];
          used_in_[value.inst().index] = region;
        }
    }
  });
}

std::string FunctionWriter::function(bool entry_point) {
  const std::string list = parameters(entry_point);
  region(f_.body, End::function);
  if (stuck_)
    writer_.fail(fmt::format("function '{}' has an operand of '&&' or '||' that is no expression", f_.name));
  const std::string result = writer_.type(f_.result);
  return fmt::format("fn {}({}){} {{\n{}}}\n", writer_.name(id_), list, result.empty() ? "" : " -> " + result,
                     text_);
}

std::string FunctionWriter::parameters(bool entry_point) {
  std::string list;
  std::vector<std::string> parameter_names;
  const auto add = [&](std::string_view attribute, std::string_view name, ir::TypeId type) {
    list += fmt::format("{}{}{}: {}", list.empty() ? "" : ", ", attribute, name, writer_.type(type));
  };
  for (const ir::Parameter& parameter : f_.parameters) {
    parameter_names.push_back(names_.fresh(parameter.name, "parameter"));
    add("", parameter_names.back(), parameter.type);
  }
  unsigned inputs = 0;
  for (const ir::InstId id : f_[f_.body].insts) {
    const ir::Inst& inst = f_[id];
    if (inst.op == Op::param) name_inst(id, parameter_names.at(inst.imm));
    if (inst.op != Op::builtin) continue;
    const auto word = ir::to_string(static_cast<ir::BuiltinInput>(inst.imm));
    if (!entry_point || (inputs >> inst.imm & 1U) != 0)
      writer_.fail(fmt::format("function '{}' reads the input '{}' where WGSL cannot", f_.name, word));
    inputs |= 1U << inst.imm;
    name_inst(id, names_.fresh(word, ""));
    add(fmt::format("@builtin({}) ", word), locals_[id.index], inst.type);
  }
  return list;
}

std::string FunctionWriter::initializer(bool late) {
  fixed_ = true;
  late_ = true;
  may_hoist_ = false;
  const auto& insts = f_[f_.body].insts;
  for (std::size_t i = 0; i + 1 < insts.size();) i = step(insts, i);
  const ir::Value result = f_.operand(insts.back(), 0);
  if (late && result.is_constant()) {
    const std::string text = hoist(result.constant());
    if (stuck_) writer_.fail("an override's initialiser is a constant");
    return text;
  }
  const Item item = take(result);
  if (stuck_ || !pending_.empty()) writer_.fail("an override's initialiser is no expression");
  const bool name_alone = late && result.is_inst() && f_[result.inst()].op == Op::override_ref;
  return name_alone ? fmt::format("{}({})", writer_.type(f_.result), item.text) : item.text;
}

std::string FunctionWriter::fresh(std::string_view prefix, ir::InstId id) {
  const auto& names = writer_.debug().site_names;
  if (id.valid() && f_[id].site < names.size() && is_identifier(names[f_[id].site]))
    return names_.fresh(names[f_[id].site], "");
  return names_.fresh(fmt::format("{}{}", prefix, ++last_number_), "");
}

void FunctionWriter::line(std::string_view text) {
  text_.append(2 * depth_, ' ');
  text_ += text;
  text_ += '\n';
}

void FunctionWriter::statement(std::string_view text) {
  flush();
  if (!fixed_) return line(text);
  if (update_ != nullptr && update_->empty()) {
    *update_ = text.substr(0, text.size() - 1);
  } else {
    stuck_ = true;
  }
}

void FunctionWriter::region(ir::RegionId id, End end, std::size_t first) {
  if (depth_ > deepest) return writer_.fail(fmt::format("blocks of function '{}' nest too deep", f_.name));
  const auto& insts = f_[id].insts;
  for (std::size_t i = first; i + 1 < insts.size();) i = step(insts, i);
  terminator(f_[insts.back()], end, true);
}

// Writes the instruction at `at`, and those behind it that belong to it; the index of the next one.
std::size_t FunctionWriter::step(Insts insts, std::size_t at) {
  const ir::InstId id = insts[at];
  switch (f_[id].op) {
    case Op::if_:
      if (at + 1 < insts.size() && f_[insts[at + 1]].op == Op::result) {
        short_circuit(id, insts[at + 1]);
        return at + 2;
      }
      write_if(id);
      return at + 1;
    case Op::switch_: write_switch(id); return at + 1;
    case Op::loop: write_loop(id, f_[insts[at + 1]].op != Op::unreachable); return at + 1;
    case Op::access:
      if (store_component(insts, at)) return at + 2;
      instruction(id);
      return at + 1;
    case Op::splat:
      if (!splat_of_operand(insts, at)) instruction(id);
      return at + 1;
    case Op::construct:
      if (const std::size_t columns = matrix_of_scalars(insts, at)) return at + columns + 1;
      instruction(id);
      return at + 1;
    default: instruction(id); return at + 1;
  }
}

void FunctionWriter::terminator(const ir::Inst& inst, End end, bool outermost) {
  switch (inst.op) {
    case Op::break_: return statement("break;");
    case Op::continue_:
      if (end == End::loop_body && outermost) return flush();
      return statement("continue;");
    case Op::return_:
      if (inst.operand_count == 1) return statement("return " + take(f_.operands_of(inst)[0]).text + ";");
      if (end == End::function) return flush();
      return statement("return;");
    case Op::yield:
    case Op::unreachable: return flush();
    default: return writer_.fail(fmt::format("'{}' has no form in WGSL", ir::info(inst.op).name));
  }
}

FunctionWriter::Item FunctionWriter::item_of(ir::Value value) {
  if (value.is_constant()) {
    std::string text = writer_.constant(value.constant());
    const Binding binding = ModuleWriter::binding_of(text);
    return {.inst = {}, .text = std::move(text), .binding = binding, .pointer = {}};
  }
  if (value.is_global())
    return {.inst = {}, .text = writer_.name(value.global()), .memory = true, .pointer = {}};
  const ir::InstId id = value.inst();
  const std::string& name = locals_[id.index];
  if (f_[id].op == Op::var) return {.inst = {}, .text = name, .memory = true, .pointer = {}};
  if (is_pointer(f_[id]))
    return {.inst = {}, .text = "*" + name, .binding = Binding::unary, .memory = true, .pointer = name};
  return {.inst = {}, .text = name, .pointer = {}};
}

FunctionWriter::Item FunctionWriter::take(ir::Value value) {
  return std::move(take(std::span(&value, 1))[0]);
}

std::vector<FunctionWriter::Item> FunctionWriter::take(std::span<const ir::Value> values) {
  std::vector<ir::InstId> wanted;
  for (const ir::Value value : values)
    if (value.is_inst() && locals_[value.inst().index].empty()) wanted.push_back(value.inst());
  const auto at_end = [&] {
    return wanted.size() <= pending_.size() &&
           std::ranges::equal(wanted, std::span(pending_).last(wanted.size()), {}, {}, &Item::inst);
  };
  std::vector<Item> items;
  std::size_t next = pending_.size() - wanted.size();
  if (!wanted.empty() && !at_end()) {
    flush();
    wanted.clear();
    next = pending_.size();
  }
  const std::size_t end = next;
  for (const ir::Value value : values) {
    const bool is_pending = !wanted.empty() && value.is_inst() && locals_[value.inst().index].empty();
    items.push_back(is_pending ? std::move(pending_[next++]) : item_of(value));
  }
  pending_.resize(end);
  return items;
}

void FunctionWriter::push(Item item) {
  const ir::InstId id = item.inst;
  const bool taken_once = uses_[id.index] == 1 && used_in_[id.index] == made_in_[id.index];
  const bool keep = fixed_ ? taken_once || uses_[id.index] == 0
                           : taken_once && (item.text.size() <= longest_pending || is_component(id));
  pending_.push_back(std::move(item));
  if (!keep) flush();
}

// Declares all that is pending.
void FunctionWriter::flush() {
  if (pending_.empty()) return;
  if (fixed_) {  // the caller gives up; names keep what follows in order
    stuck_ = true;
    for (const Item& item : pending_) {
      locals_[item.inst.index] = "stuck";
      stuck_insts_.push_back(item.inst);
    }
  } else {
    for (const Item& item : pending_) bind(item);
  }
  pending_.clear();
}

void FunctionWriter::bind(const Item& item) {
  if (is_component(item.inst))
    writer_.fail(fmt::format("function '{}' keeps a pointer to a component of a vector", f_.name));
  const std::string value = item.memory ? pointer(item) : item.text;
  if (uses_[item.inst.index] == 0) return line(fmt::format("_ = {};", value));
  name_inst(item.inst, fresh(item.memory ? "p" : "v"));
  line(fmt::format("let {} = {};", locals_[item.inst.index], value));
}

// A constant that reading takes for a value of run time: a `let` is one.
std::string FunctionWriter::hoist(ir::ConstantId id) {
  std::string text = writer_.constant(id);
  if (late_) {
    const ir::Constant& c = module_.constants[id];
    const bool is_bool = c.type == module_.types.boolean();
    std::string value = is_bool ? writer_.late_bool(c.bits != 0) : "";
    stuck_ = stuck_ || value.empty();
    return value;
  }
  if (!may_hoist_) {
    stuck_ = true;
    return text;
  }
  std::string name = fresh("c");
  line(fmt::format("let {} = {};", name, text));
  return name;
}

bool FunctionWriter::is_component(ir::InstId id) const {
  return f_[id].op == Op::access &&
         module_.types[type_of(f_.operand(id, 0)).element].kind == ir::TypeKind::vector;
}

}  // namespace slipway::wgsl
