// Instructions as expressions.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ir/arith.h"
#include "wgsl/predeclared.h"
#include "wgsl/writer_function.h"

namespace slipway::wgsl {

using ir::Op;
using ir::TypeKind;

namespace {

struct Symbol {
  std::string_view text;
  Binding binding;
};

std::optional<Symbol> binary_symbol(Op op) {
  switch (op) {
    case Op::add: return Symbol{"+", Binding::additive};
    case Op::sub: return Symbol{"-", Binding::additive};
    case Op::mul:
    case Op::mat_mul: return Symbol{"*", Binding::multiplicative};
    case Op::div: return Symbol{"/", Binding::multiplicative};
    case Op::rem: return Symbol{"%", Binding::multiplicative};
    case Op::bit_and: return Symbol{"&", Binding::bit_and};
    case Op::bit_or: return Symbol{"|", Binding::bit_or};
    case Op::bit_xor: return Symbol{"^", Binding::bit_xor};
    case Op::shl: return Symbol{"<<", Binding::shift};
    case Op::shr: return Symbol{">>", Binding::shift};
    case Op::eq: return Symbol{"==", Binding::relational};
    case Op::ne: return Symbol{"!=", Binding::relational};
    case Op::lt: return Symbol{"<", Binding::relational};
    case Op::le: return Symbol{"<=", Binding::relational};
    case Op::gt: return Symbol{">", Binding::relational};
    case Op::ge: return Symbol{">=", Binding::relational};
    default: return std::nullopt;
  }
}

bool is_arithmetic(Op op) {
  return op == Op::add || op == Op::sub || op == Op::mul || op == Op::div || op == Op::rem;
}

}  // namespace

// In brackets where its operator binds looser than what the place takes.
std::string FunctionWriter::operand(const Item& item, Binding loosest) {
  return item.binding <= loosest ? item.text : "(" + item.text + ")";
}

std::string FunctionWriter::pointer(const Item& item) {
  return item.pointer.empty() ? "&" + item.text : item.pointer;
}

// `a < b, c > d` would be a template list, so what opens one is in brackets where another part closes it.
std::string FunctionWriter::comma_list(std::span<const Item> items) {
  std::string text;
  std::size_t closing = items.size();
  while (closing > 0 && !items[closing - 1].closes) --closing;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool opens = items[i].opens && i + 1 < closing;
    text += (i == 0 ? "" : ", ") + (opens ? "(" + items[i].text + ")" : argument(items[i]));
  }
  return text;
}

void FunctionWriter::instruction(ir::InstId id) {
  const ir::Inst& inst = f_[id];
  if (inst.native)
    return writer_.fail(fmt::format("the native form of '{}' has no form in WGSL", ir::info(inst.op).name));
  if (const auto symbol = binary_symbol(inst.op)) return binary(id, symbol->text, symbol->binding);
  const auto prefix = [&](std::string_view symbol) {
    const auto items = take_checked(id);
    const bool is_decrement = symbol == "-" && items[0].text.starts_with('-');  // `--` is another operator
    push({.inst = id,
          .text = fmt::format("{}{}", symbol,
                              operand(items[0], is_decrement ? Binding::primary : Binding::unary)),
          .binding = Binding::unary,
          .pointer = {}});
  };
  const auto conversion = [&](const std::string& callee) {
    const auto items = take_checked(id);
    push({.inst = id, .text = fmt::format("{}({})", callee, argument(items[0])), .pointer = {}});
  };
  switch (inst.op) {
    case Op::param:
    case Op::builtin: return;  // the signature names it
    case Op::override_ref: {
      const std::string& name = writer_.name(ir::OverrideId(inst.imm));
      if (name.empty()) writer_.fail("an override without a name is read");
      return push({.inst = id, .text = name, .pointer = {}});
    }
    case Op::neg: return prefix("-");
    case Op::bit_not: return prefix("~");
    case Op::logical_not: return prefix("!");
    case Op::convert:
    case Op::splat: return conversion(writer_.type(inst.type));
    case Op::bitcast:
      return conversion(fmt::format("{}<{}>", writer_.builtin("bitcast"), writer_.type(inst.type)));
    case Op::construct: return construct(id);
    case Op::extract:
    case Op::extract_dynamic:
    case Op::shuffle: return extract(id);
    case Op::var: return variable(id);
    case Op::access:
    case Op::member: return access(id);
    case Op::load: {
      Item item = take(f_.operand(id, 0));
      item = {.inst = id, .text = std::move(item.text), .binding = item.binding, .load = true, .pointer = {}};
      return push(std::move(item));
    }
    case Op::store: {
      const auto items = take(f_.operands_of(id));
      return statement(fmt::format("{} = {};", items[0].text, items[1].text));
    }
    case Op::trap: {
      const Item value = take(f_.operand(id, 0));
      return statement(
          fmt::format("{}({}, {});", writer_.builtin("trap"), writer_.tag(inst.imm), argument(value)));
    }
    case Op::call: return call(id, writer_.name(ir::FunctionId(inst.imm)));
    default: break;
  }
  const std::string_view callee = function_name(inst.op);
  if (callee.empty()) return writer_.fail(fmt::format("'{}' has no form in WGSL", ir::info(inst.op).name));
  call(id, writer_.builtin(callee));
}

void FunctionWriter::binary(ir::InstId id, std::string_view symbol, Binding binding) {
  const auto items = take_checked(id);
  // Operators of one kind go from left to right, and products go before sums; all else is in brackets.
  const bool sum = binding == Binding::additive;
  const bool chains = binding != Binding::shift && binding != Binding::relational;
  const bool bare_left =
      (chains && items[0].binding == binding) || (sum && items[0].binding == Binding::multiplicative);
  const bool bare_right = sum && items[1].binding == Binding::multiplicative;
  const std::string left = bare_left ? items[0].text : operand(items[0], Binding::unary);
  const std::string right = bare_right ? items[1].text : base(items[1]);
  push({.inst = id,
        .text = fmt::format("{} {} {}", left, symbol, right),
        .binding = binding,
        .opens = symbol == "<",
        .closes = symbol.starts_with('>'),
        .pointer = {}});
}

// Calls of the program's functions and of WGSL's.
void FunctionWriter::call(ir::InstId id, std::string_view callee) {
  const ir::Inst& inst = f_[id];
  const auto items = take_checked(id);
  std::string text = fmt::format("{}({}", callee, comma_list(items));
  if (inst.op == Op::subgroup_broadcast || inst.op == Op::quad_broadcast)
    text += fmt::format(", {}u", inst.imm);
  text += ")";
  // Results that WGSL lets a statement drop.
  const bool is_atomic = (ir::info(inst.op).traits & ir::trait::writes) != 0;
  if (is_void(inst) || (uses_[id.index] == 0 && (inst.op == Op::call || is_atomic)))
    return statement(text + ";");
  push({.inst = id, .text = std::move(text), .pointer = {}});
}

void FunctionWriter::variable(ir::InstId id) {
  const ir::Inst& inst = f_[id];
  const ir::TypeId type = module_.types[inst.type].element;
  std::string value;
  if (inst.operand_count == 1) value = " = " + take(f_.operand(id, 0)).text;
  flush();
  name_inst(id, fresh("v", id));
  const std::string typed = writer_.is_nameless(type) ? "" : ": " + writer_.type(type);
  line(fmt::format("var {}{}{};", locals_[id.index], typed, value));
}

// Text that names a part of memory.
void FunctionWriter::access(ir::InstId id) {
  const ir::Inst& inst = f_[id];
  const ir::TypeId holder = type_of(f_.operand(id, 0)).element;
  if (inst.op == Op::member) {
    const Item whole = take(f_.operand(id, 0));
    return push({.inst = id,
                 .text = fmt::format("{}.{}", base(whole), writer_.member_name(holder, inst.imm)),
                 .memory = true,
                 .pointer = {}});
  }
  const auto part = literal_index(id);
  const auto items = take(f_.operands_of(id).first(part ? 1 : 2));
  std::string text = base(items[0]) + (part ? *part : fmt::format("[{}]", items[1].text));
  push({.inst = id, .text = std::move(text), .memory = true, .pointer = {}});
}

// What stands behind memory to access a part of it by a constant index.
std::optional<std::string> FunctionWriter::literal_index(ir::InstId id) {
  const ir::Value at = f_.operand(id, 1);
  if (!at.is_constant()) return std::nullopt;
  const ir::Type& type = module_.types[type_of(f_.operand(id, 0)).element];
  const ir::Constant& index = module_.constants[at.constant()];
  const std::uint32_t count = type.kind == TypeKind::vector   ? type.rows
                              : type.kind == TypeKind::matrix ? type.columns
                                                              : type.count;
  // A literal index is a u32 in range; any other is a value of run time.
  const bool literal = index.type == module_.types.u32() && (count == 0 || index.bits < count);
  if (!literal) return fmt::format("[{}]", hoist(at.constant()));
  if (type.kind == TypeKind::vector) return fmt::format(".{}", "xyzw"[index.bits]);
  return fmt::format("[{}]", index.bits);
}

// A store to a component of a vector, whose pointer is made behind the value.
bool FunctionWriter::store_component(Insts insts, std::size_t at) {
  const ir::InstId id = insts[at];
  if (!is_component(id) || at + 1 == insts.size()) return false;
  const ir::InstId next = insts[at + 1];
  if (f_[next].op != Op::store || f_.operand(next, 0) != ir::Value(id) || uses_[id.index] != 1) return false;
  const auto part = literal_index(id);
  std::vector<ir::Value> values{f_.operand(id, 0)};
  if (!part) values.push_back(f_.operand(id, 1));
  values.push_back(f_.operand(next, 1));
  const auto items = take(values);
  const std::string target = base(items[0]) + (part ? *part : fmt::format("[{}]", items[1].text));
  statement(fmt::format("{} = {};", target, items.back().text));
  return true;
}

// Parts of values.
void FunctionWriter::extract(ir::InstId id) {
  const ir::Inst& inst = f_[id];
  const ir::Value whole = f_.operand(id, 0);
  // A part of memory is another thing than a part of what was loaded from it.
  if (inst.op != Op::shuffle && !pending_.empty() && whole.is_inst()) {
    const auto found = std::ranges::find(pending_, whole.inst(), &Item::inst);
    if (found != pending_.end() && found->load) flush();
  }
  if (inst.op == Op::extract_dynamic) {
    const ir::Value at = f_.operand(id, 1);
    if (at.is_constant()) {
      const std::string index = hoist(at.constant());
      const Item item = take(whole);
      return push({.inst = id, .text = fmt::format("{}[{}]", base(item), index), .pointer = {}});
    }
    const auto items = take(f_.operands_of(id));
    return push({.inst = id, .text = fmt::format("{}[{}]", base(items[0]), items[1].text), .pointer = {}});
  }
  const auto items = take_checked(id);
  const ir::TypeId holder = module_.type_of(f_, whole);
  const ir::Type& type = module_.types[holder];
  std::string part;
  if (inst.op == Op::shuffle) {
    part = ".";
    for (unsigned k = 0; k < module_.types[inst.type].rows; ++k) part += "xyzw"[inst.imm >> (4 * k) & 3U];
  } else if (type.kind == TypeKind::vector) {
    part = fmt::format(".{}", "xyzw"[inst.imm & 3U]);
  } else if (type.kind == TypeKind::structure) {
    part = "." + writer_.member_name(holder, inst.imm);
  } else {
    part = fmt::format("[{}]", inst.imm);
  }
  push({.inst = id, .text = base(items[0]) + part, .pointer = {}});
}

void FunctionWriter::construct(ir::InstId id) {
  const ir::TypeId type = f_[id].type;
  const auto items = take_checked(id);
  const std::string callee = writer_.is_nameless(type) ? writer_.builtin("array") : writer_.type(type);
  push({.inst = id, .text = fmt::format("{}({})", callee, comma_list(items)), .pointer = {}});
}

// `v * s` and `s * v`, where reading makes a vector of the scalar s. It does so when both operands are there,
// so that a scalar on the left is not the last pending one.
bool FunctionWriter::splat_of_operand(Insts insts, std::size_t at) {
  const ir::InstId id = insts[at];
  const ir::Value scalar = f_.operand(id, 0);
  if (at + 1 == insts.size() || !scalar.is_inst() || uses_[id.index] != 1) return false;
  const ir::InstId next = insts[at + 1];
  if (!is_arithmetic(f_[next].op)) return false;
  const bool is_left = f_.operand(next, 0) == ir::Value(id);
  if (!is_left && f_.operand(next, 1) != ir::Value(id)) return false;
  const bool is_named = !locals_[scalar.inst().index].empty();
  const std::size_t behind = is_left ? 1 : 0;  // pending ones that follow the scalar
  if (pending_.size() < behind + (is_named ? 0 : 1)) return false;
  if (is_left && f_.operand(next, 1) != ir::Value(pending_.back().inst)) return false;
  auto place = pending_.end() - static_cast<std::ptrdiff_t>(behind);
  if (is_named) {
    place = pending_.insert(place, item_of(scalar));
  } else if ((--place)->inst != scalar.inst()) {
    return false;
  }
  place->inst = id;
  return true;
}

// A matrix made of scalars: its columns are made when all scalars are there. Their number, or 0 where the
// instructions from `at` on are not such a matrix.
std::size_t FunctionWriter::matrix_of_scalars(Insts insts, std::size_t at) {
  std::size_t columns = 0;
  while (at + columns < insts.size() && f_[insts[at + columns]].op == Op::construct &&
         module_.types[f_[insts[at + columns]].type].kind == TypeKind::vector)
    ++columns;
  if (columns == 0 || at + columns >= insts.size()) return 0;
  const ir::InstId id = insts[at + columns];
  const ir::Type& type = module_.types[f_[id].type];
  if (f_[id].op != Op::construct || type.kind != TypeKind::matrix) return 0;
  std::vector<ir::Value> scalars;
  std::size_t next = at;
  for (const ir::Value column : f_.operands_of(id)) {
    if (column.is_constant()) {
      for (std::uint32_t row = 0; row < type.rows; ++row) {
        const ir::Constant& c = module_.constants[column.constant()];
        if (c.parts.empty()) return 0;  // a zero, whose parts may not be in the table
        scalars.emplace_back(c.parts[row]);
      }
      continue;
    }
    if (next == at + columns || column != ir::Value(insts[next]) || uses_[insts[next].index] != 1) return 0;
    const auto parts = f_.operands_of(insts[next++]);
    const bool all_constant = std::ranges::all_of(parts, &ir::Value::is_constant);
    if (parts.size() != type.rows || all_constant) return 0;
    scalars.insert(scalars.end(), parts.begin(), parts.end());
  }
  if (next != at + columns) return 0;
  const auto items = take(scalars);
  const std::string type_name = writer_.type(f_[id].type);
  push({.inst = id, .text = fmt::format("{}({})", type_name, comma_list(items)), .pointer = {}});
  return columns;
}

std::vector<FunctionWriter::Item> FunctionWriter::take_checked(ir::InstId id) {
  const auto values = f_.operands_of(id);
  std::vector<std::string> hoisted(values.size());
  const bool folds = (ir::info(f_[id].op).traits & ir::trait::pure) != 0;
  const bool all_constant = folds && std::ranges::all_of(values, &ir::Value::is_constant);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i].is_constant()) continue;
    if ((all_constant && i == 0) || is_refused(f_[id], values, i)) hoisted[i] = hoist(values[i].constant());
  }
  auto items = take(values);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!hoisted[i].empty()) items[i] = {.inst = {}, .text = hoisted[i], .pointer = {}};
  return items;
}

// Whether reading refuses the constant operand `i`, for what it is or beside other constants.
bool FunctionWriter::is_refused(const ir::Inst& inst, std::span<const ir::Value> values,
                                std::size_t i) const {
  const auto known = [&](std::size_t at) { return values[at].is_constant(); };
  const auto all = [&](std::size_t at) { return numbers(values[at].constant()); };
  const auto any_pair = [&](std::size_t a, std::size_t b, auto bad) {
    if (!known(a) || !known(b)) return false;
    const auto left = all(a);
    const auto right = all(b);
    for (std::size_t k = 0; k < left.size(); ++k)
      if (bad(left[k], right[k])) return true;
    return false;
  };
  switch (inst.op) {
    case Op::div:
    case Op::rem:
      return i == 1 && ir::is_integer(type_of(values[1]).scalar) &&
             std::ranges::any_of(all(1), [](double d) { return d == 0; });
    case Op::shl:
    case Op::shr: return i == 1 && std::ranges::any_of(all(1), [](double count) { return count >= 32; });
    case Op::clamp: return i == 1 && any_pair(1, 2, [](double low, double high) { return !(low <= high); });
    case Op::smoothstep: return i == 0 && any_pair(0, 1, [](double low, double high) { return low == high; });
    case Op::extract_bits: return i == 1 && any_pair(1, 2, [](double o, double c) { return o + c > 32; });
    case Op::insert_bits: return i == 2 && any_pair(2, 3, [](double o, double c) { return o + c > 32; });
    case Op::subgroup_shuffle:
    case Op::subgroup_shuffle_xor:
    case Op::subgroup_shuffle_up:
    case Op::subgroup_shuffle_down:
      return i == 1 && std::ranges::any_of(all(1), [](double lane) { return lane > 127; });
    case Op::ldexp: {
      const double most = module_.types[inst.type].scalar == ir::Scalar::f16 ? 16 : 128;
      return i == 1 && std::ranges::any_of(all(1), [&](double exponent) { return exponent > most; });
    }
    default: return false;
  }
}

// The components of a scalar or vector.
std::vector<double> FunctionWriter::numbers(ir::ConstantId id) const {
  const ir::Constant& c = module_.constants[id];
  const ir::Type& type = module_.types[c.type];
  if (c.kind == ir::ConstantKind::zero) return std::vector<double>(type.rows, 0.0);
  std::vector<double> values;
  for (const ir::ConstantId part : c.kind == ir::ConstantKind::scalar ? std::vector{id} : c.parts) {
    const std::uint32_t bits = module_.constants[part].bits;
    switch (type.scalar) {
      case ir::Scalar::f32: values.push_back(ir::arith::F32::widen(bits)); break;
      case ir::Scalar::f16: values.push_back(ir::arith::F16::widen(bits)); break;
      case ir::Scalar::i32: values.push_back(static_cast<std::int32_t>(bits)); break;
      default: values.push_back(bits); break;
    }
  }
  return values;
}

}  // namespace slipway::wgsl
