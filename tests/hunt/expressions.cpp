#include "hunt/generator.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

namespace slipway::hunt {
namespace {

/// What a slot is for: t the same type, n the same type at run time, s a scalar of it, r and j counts (u32,
/// at run time) as wide or scalar, B and b conditions as wide or scalar, f i u other scalars as wide.
struct Rule {
  std::string_view form;
  std::string_view slots;
};

constexpr auto integer_rules = std::to_array<Rule>({
    {"($0 + $1)", "tt"},
    {"($0 - $1)", "tt"},
    {"($0 * $1)", "tt"},
    {"($0 / $1)", "tn"},
    {"($0 % $1)", "tn"},
    {"($0 / $1)", "tn"},
    {"($0 % $1)", "tn"},
    {"($0 & $1)", "tt"},
    {"($0 | $1)", "tt"},
    {"($0 ^ $1)", "tt"},
    {"($0 << $1)", "tr"},
    {"($0 >> $1)", "tr"},
    {"(~$0)", "t"},
    {"abs($0)", "t"},
    {"countOneBits($0)", "t"},
    {"reverseBits($0)", "t"},
    {"countLeadingZeros($0)", "t"},
    {"countTrailingZeros($0)", "t"},
    {"firstLeadingBit($0)", "t"},
    {"firstTrailingBit($0)", "t"},
    {"min($0, $1)", "tt"},
    {"max($0, $1)", "tt"},
    {"clamp($0, $1, $2)", "tnn"},
    {"extractBits($0, $1, $2)", "tjj"},
    {"insertBits($0, $1, $2, $3)", "ttjj"},
    {"select($0, $1, $2)", "ttB"},
    {"select($0, $1, $2)", "ttb"},
});
constexpr auto signed_rules = std::to_array<Rule>({
    {"(-$0)", "n"},
    {"sign($0)", "t"},
});
constexpr auto vector_rules = std::to_array<Rule>({
    {"($0 + $1)", "ts"},
    {"($0 - $1)", "st"},
    {"($0 * $1)", "st"},
    {"($0 & $1)", "tt"},
    {"($0 / $1)", "tq"},
    {"($0 % $1)", "tq"},
    {"($0 / $1)", "sn"},
});

}  // namespace

Expr Generator::zero(TypeId type) const {
  return {.type = type, .form = name(type) + "()", .kids = {}, .constant = true, .most = 0};
}

Expr Generator::literal(TypeId type) {
  static constexpr auto edges = std::to_array<std::int64_t>(
      {0,   1,     2,       3,          5,  7,  8,  15, 16, 31,  32,   33,     63,         255,
       256, 65535, 1000003, 2147483647, -1, -2, -3, -7, -8, -31, -128, -65536, -2147483648});
  const Kind kind = scalar_kind(type);
  std::string text;
  double most = 0;
  if (kind == Kind::boolean) {
    text = random_.chance(50) ? "true" : "false";
  } else if (kind == Kind::f32) {
    const std::int64_t value = static_cast<std::int64_t>(random_.below(33)) - 16;
    text = value < 0 ? fmt::format("f32({})", value) : fmt::format("{}.0f", value);
    most = 16;
  } else {
    const std::int64_t value =
        random_.chance(80) ? random_.pick(edges) : static_cast<std::int32_t>(random_.next());
    if (kind == Kind::u32) text = fmt::format("{}u", static_cast<std::uint32_t>(value));
    if (kind == Kind::i32) text = value < 0 ? fmt::format("i32({})", value) : fmt::format("{}i", value);
  }
  if (is_vector(type)) text = fmt::format("{}({})", name(type), text);
  return {.type = type, .form = text, .kids = {}, .constant = true, .most = most};
}

// A value that nothing folds: from the input buffers.
Expr Generator::input(TypeId type) {
  const Type& t = program_.types[type];
  Expr made{.type = type, .form = {}, .kids = {}, .constant = false, .most = held};
  const auto read = [&] { return fmt::format("inp[{}]", random_.below(40)); };
  switch (t.kind) {
    case Kind::boolean: made.form = fmt::format("(({} & 1u) == 0u)", read()); return made;
    case Kind::i32: made.form = fmt::format("bitcast<i32>({})", read()); return made;
    case Kind::u32: made.form = read(); return made;
    case Kind::f32: made.form = fmt::format("fin[{}].x", random_.below(20)); return made;
    default: break;
  }
  made.form = name(type) + "(";
  const std::size_t parts = t.kind == Kind::structure ? t.members.size() : t.count;
  for (std::size_t i = 0; i < parts; ++i) {
    made.form += fmt::format("{}${}", i == 0 ? "" : ", ", i);
    made.kids.push_back(input(t.kind == Kind::structure ? t.members[i] : t.element));
  }
  made.form += ")";
  return made;
}

Expr Generator::leaf(TypeId type) {
  if ((is_scalar(type) || is_vector(type)) && random_.chance(25)) return literal(type);
  if (auto found = place(type, false, 0)) return *std::move(found);
  if (random_.chance(10)) return zero(type);
  return input(type);
}

Expr Generator::running(TypeId type, unsigned depth) {
  for (unsigned i = 0; i < 2; ++i) {
    Expr made = expression(type, depth);
    if (!made.constant) return made;
  }
  return input(type);
}

Expr Generator::fitting(TypeId type, unsigned depth) { return bounded(type, depth, held); }

Expr Generator::bounded(TypeId type, unsigned depth, double most) {
  Expr made = expression(type, depth);
  if (made.most <= most) return made;
  if (!is_scalar(type) && !is_vector(type)) return input(type);
  const std::string limit =
      is_vector(type) ? fmt::format("{}({}.0f)", name(type), most) : fmt::format("{}.0f", most);
  made.form = fmt::format("clamp($0, -{0}, {0})", limit);
  Expr inner = expression(type, 0);
  if (inner.constant) inner = input(type);
  made.kids = {std::move(inner)};
  made.constant = false;
  made.most = most;
  return made;
}

Expr Generator::index(std::uint32_t count, unsigned depth) {
  const std::uint32_t choice = random_.below(100);
  const std::uint32_t length = count == 0 ? 24 : count;
  if (depth == 0 && choice >= 60)
    return {.type = u32_, .form = choice < 85 ? fmt::format("(me % {}u)", length) : std::string("me")};
  if (choice < 35 || depth == 0)
    return {
        .type = u32_, .form = std::to_string(random_.below(length)), .kids = {}, .constant = true, .most = 0};
  const TypeId type = random_.chance(50) ? u32_ : i32_;
  Expr made = running(type, depth);
  if (choice < 75) {
    const char suffix = type == u32_ ? 'u' : 'i';
    const std::uint32_t modulus = choice < 65 ? length : length + 2;
    return {.type = type, .form = fmt::format("($0 % {}{})", modulus, suffix), .kids = {std::move(made)}};
  }
  return made;
}

// From a variable down to a part of type `to`, by random turns.
std::optional<Expr> Generator::walk(const Variable& from, TypeId to, unsigned depth, bool addressable) {
  Expr made{.type = to, .form = from.text, .kids = {}, .constant = false, .most = held};
  TypeId at = from.type;
  while (at != to) {
    const Type& type = program_.types[at];
    if (type.kind <= Kind::f32 || (addressable && type.kind == Kind::vector)) return {};
    if (type.kind == Kind::structure) {
      const std::uint32_t member = random_.below(type.members.size());
      made.form += fmt::format(".m{}", member);
      at = type.members[member];
      continue;
    }
    at = type.element;
    if (type.kind == Kind::vector && random_.chance(50)) {
      made.form += fmt::format(".{}", "xyzw"[random_.below(type.count)]);
      continue;
    }
    if (made.kids.size() >= 9) return {};
    made.form += fmt::format("[${}]", made.kids.size());
    made.kids.push_back(index(type.count, depth));
  }
  return made;
}

std::optional<Expr> Generator::place(TypeId type, bool writable, unsigned depth) {
  if (scope_.empty()) return {};
  for (unsigned i = 0; i < 12; ++i) {
    const Variable variable = random_.pick(scope_);
    if (writable && !variable.writable) continue;
    // Whether a walk can arrive is known before indices are made, but most walks are short.
    if (auto made = walk(variable, type, depth == 0 ? 0 : depth - 1, false)) return made;
  }
  return {};
}

Expr Generator::slot(TypeId type, char slot, unsigned depth) {
  const Kind kind = scalar_kind(type);
  switch (slot) {
    case 't': return expression(type, depth);
    case 'n': return running(type, depth);
    case 's': return expression(static_cast<TypeId>(kind), depth);
    case 'q': return running(static_cast<TypeId>(kind), depth);
    case 'r': return running(shaped(type, Kind::u32), depth);
    case 'j': return running(u32_, depth);
    case 'B': return expression(shaped(type, Kind::boolean), depth);
    case 'b': return expression(boolean_, depth);
    case 'f': return expression(shaped(type, Kind::f32), depth);
    case 'i': return expression(shaped(type, Kind::i32), depth);
    default: return expression(shaped(type, Kind::u32), depth);
  }
}

// Constant operands only would make a constant expression, which WGSL checks for overflow.
Expr Generator::fill(TypeId type, std::string_view form, std::string_view slots, unsigned depth) {
  Expr made{.type = type, .form = std::string(form)};
  for (const char c : slots) made.kids.push_back(slot(type, c, depth - 1));
  const bool constant = std::ranges::all_of(made.kids, [](const Expr& kid) { return kid.constant; });
  if (constant && !made.kids.empty()) made.kids[0] = input(made.kids[0].type);
  return made;
}

Expr Generator::comparison(TypeId type, unsigned depth) {
  static constexpr auto ordered = std::to_array<std::string_view>({"<", "<=", ">", ">=", "==", "!="});
  const auto kind = static_cast<Kind>(random_.below(4));
  const TypeId operands = shaped(type, kind);
  const std::string_view sign = ordered[kind == Kind::boolean ? random_.between(4, 5) : random_.below(6)];
  return {.type = type,
          .form = fmt::format("($0 {} $1)", sign),
          .kids = {running(operands, depth - 1), expression(operands, depth - 1)}};
}

Expr Generator::boolean_expression(TypeId type, unsigned depth) {
  const std::uint32_t choice = random_.below(12);
  if (is_scalar(type)) {
    if (choice < 2) return fill(type, "($0 && $1)", "nt", depth);
    if (choice < 4) return fill(type, "($0 || $1)", "nt", depth);
    if (choice == 4) {
      const TypeId wide = vector_of(Kind::boolean, random_.between(2, 4));
      return {.type = type,
              .form = random_.chance(50) ? "all($0)" : "any($0)",
              .kids = {running(wide, depth - 1)}};
    }
    if (choice == 5) {
      const TypeId from = random_.chance(50) ? u32_ : i32_;
      return {.type = type, .form = "bool($0)", .kids = {running(from, depth - 1)}};
    }
    if (choice == 6)
      return {.type = type,
              .form = "atomicCompareExchangeWeak(&at.swap[me], $0, $1).exchanged",
              .kids = {expression(u32_, depth - 1), expression(u32_, depth - 1)}};
  }
  if (choice == 7) return fill(type, "(!$0)", "t", depth);
  if (choice == 8) return fill(type, random_.chance(50) ? "($0 & $1)" : "($0 | $1)", "tt", depth);
  if (choice == 9) return fill(type, "select($0, $1, $2)", "ttB", depth);
  return comparison(type, depth);
}

Expr Generator::own_atomic(unsigned depth) {
  static constexpr auto names =
      std::to_array<std::string_view>({"Add", "Sub", "Max", "Min", "And", "Or", "Xor", "Exchange"});
  const std::string_view where = random_.chance(75) ? "me" : "me + 64u * ($0 | 1u)";
  Expr made{.type = u32_};
  made.kids = {running(u32_, depth - 1), expression(u32_, depth - 1)};
  if (random_.chance(15)) {
    made.form = fmt::format("(atomicLoad(&at.swap[{}]) ^ $0 ^ $1)", where);
  } else if (random_.chance(20)) {
    made.form = fmt::format("atomicCompareExchangeWeak(&at.swap[{}], $0, $1).old_value", where);
  } else {
    made.form = fmt::format("(atomic{}(&at.swap[{}], $1) ^ $0)", random_.pick(names), where);
  }
  return made;
}

// Scalars of i32 and u32 from other types.
Expr Generator::component(TypeId type, unsigned depth) {
  const Kind kind = scalar_kind(type);
  const std::uint32_t choice = random_.below(9);
  const std::uint32_t n = random_.between(2, 4);
  const TypeId wide = vector_of(kind, n);
  if (choice == 0)
    return {.type = type,
            .form = fmt::format("$0.{}", "xyzw"[random_.below(n)]),
            .kids = {running(wide, depth - 1)}};
  if (choice == 1) {
    // An index that is a constant must be in range of the vector.
    return {.type = type, .form = "$0[$1]", .kids = {running(wide, depth - 1), index(n, depth - 1)}};
  }
  if (choice == 2)
    return {
        .type = type, .form = "dot($0, $1)", .kids = {running(wide, depth - 1), expression(wide, depth - 1)}};
  if (kind == Kind::i32) {
    if (choice < 5)
      return {.type = type,
              .form = choice == 3 ? "dot4I8Packed($0, $1)" : "i32(dot4U8Packed($0, $1))",
              .kids = {running(u32_, depth - 1), expression(u32_, depth - 1)}};
    if (choice == 5) return {.type = type, .form = "unpack4xI8($0).y", .kids = {running(u32_, depth - 1)}};
    return {.type = type, .form = "bitcast<i32>($0)", .kids = {running(u32_, depth - 1)}};
  }
  if (choice == 3) return own_atomic(depth);
  if (choice == 4) return {.type = type, .form = "arrayLength(&inp)"};
  static constexpr auto packs = std::to_array<std::string_view>({"pack4xI8", "pack4xI8Clamp"});
  static constexpr auto unsigned_packs = std::to_array<std::string_view>({"pack4xU8", "pack4xU8Clamp"});
  if (choice == 5)
    return {.type = type,
            .form = fmt::format("{}($0)", random_.pick(packs)),
            .kids = {running(vector_of(Kind::i32, 4), depth - 1)}};
  if (choice == 6)
    return {.type = type,
            .form = fmt::format("{}($0)", random_.pick(unsigned_packs)),
            .kids = {running(vector_of(Kind::u32, 4), depth - 1)}};
  return {.type = type, .form = "bitcast<u32>($0)", .kids = {running(i32_, depth - 1)}};
}

// Vectors of any scalar from their parts.
Expr Generator::vector_shape(TypeId type, unsigned depth) {
  const Kind kind = scalar_kind(type);
  const std::uint32_t n = width(type);
  Expr made{.type = type};
  const std::uint32_t choice = random_.below(4);
  if (choice == 0) {
    const std::uint32_t from = random_.between(2, 4);
    made.form = "$0.";
    for (std::uint32_t i = 0; i < n; ++i) made.form += "xyzw"[random_.below(from)];
    made.kids = {running(vector_of(kind, from), depth - 1)};
  } else if (choice == 1) {
    made.form = name(type) + "($0)";
    made.kids = {running(static_cast<TypeId>(kind), depth - 1)};
  } else {
    made.form = name(type) + "(";
    for (std::uint32_t filled = 0; filled < n;) {
      const std::uint32_t part =
          n - filled >= 2 && choice == 2 ? random_.between(1, std::min(n - filled, 3U)) : 1;
      made.form += fmt::format("{}${}", filled == 0 ? "" : ", ", made.kids.size());
      made.kids.push_back(expression(vector_of(kind, part == n ? 1 : part), depth - 1));
      filled += part == n ? 1 : part;
    }
    made.form += ")";
    made.constant = std::ranges::all_of(made.kids, [](const Expr& kid) { return kid.constant; });
  }
  for (const Expr& kid : made.kids) made.most = std::max(made.most, kid.most);
  return made;
}

Expr Generator::integer_expression(TypeId type, unsigned depth) {
  const std::uint32_t choice = random_.below(100);
  const Kind kind = scalar_kind(type);
  if (choice < 18 && is_vector(type)) return vector_shape(type, depth);
  if (choice < 18) return component(type, depth);
  if (choice < 26 && is_vector(type)) {
    const Rule& rule = vector_rules[random_.below(vector_rules.size())];
    return fill(type, rule.form, rule.slots, depth);
  }
  if (choice < 30) {
    // Float to integer over the whole range, infinities and NaN aside; the exponents meet both limits.
    Expr made = fill(type, "", "r", depth);
    const std::string wide = name(shaped(type, Kind::u32));
    made.form = fmt::format("{}(bitcast<{}>(($0 & {}(0x81ffffffu)) | {}(0x4e000000u)))", name(type),
                            name(shaped(type, Kind::f32)), wide, wide);
    return made;
  }
  if (choice < 36) return fill(type, fmt::format("{}($0)", name(type)), "f", depth);
  if (choice < 42) return fill(type, fmt::format("{}($0)", name(type)), kind == Kind::i32 ? "u" : "i", depth);
  if (choice < 45) return fill(type, fmt::format("{}($0)", name(type)), "B", depth);
  if (choice < 50 && kind == Kind::i32) {
    const Rule& rule = signed_rules[random_.below(signed_rules.size())];
    return fill(type, rule.form, rule.slots, depth);
  }
  const Rule& rule = integer_rules[random_.below(integer_rules.size())];
  return fill(type, rule.form, rule.slots, depth);
}

// A matrix, array or structure from its parts.
Expr Generator::composite_expression(TypeId type, unsigned depth) {
  const Type t = program_.types[type];
  Expr made{.type = type, .form = name(type) + "(", .kids = {}, .constant = true};
  const std::size_t parts = t.kind == Kind::structure ? t.members.size() : t.count;
  for (std::size_t i = 0; i < parts; ++i) {
    made.form += fmt::format("{}${}", i == 0 ? "" : ", ", i);
    made.kids.push_back(fitting(t.kind == Kind::structure ? t.members[i] : t.element, depth - 1));
    made.constant = made.constant && made.kids.back().constant;
    made.most = std::max(made.most, made.kids.back().most);
  }
  made.form += ")";
  return made;
}

Expr Generator::expression(TypeId type, unsigned depth) {
  if (depth == 0 || random_.chance(15)) return leaf(type);
  if (random_.chance(20))
    if (auto found = place(type, false, depth)) return *std::move(found);
  if (random_.chance(8))
    if (auto made = call(type, depth)) return *std::move(made);
  switch (program_.types[type].kind) {
    case Kind::array:
    case Kind::structure:
      return random_.chance(60) ? leaf(type) : composite_expression(type, std::min(depth, 2U));
    case Kind::matrix: return matrix_expression(type, depth);
    default: break;
  }
  switch (scalar_kind(type)) {
    case Kind::boolean:
      return is_vector(type) && random_.chance(15) ? vector_shape(type, depth)
                                                   : boolean_expression(type, depth);
    case Kind::f32: return float_expression(type, depth);
    default: return integer_expression(type, depth);
  }
}

std::optional<Expr> Generator::address(const Parameter& parameter, std::vector<std::string>& roots,
                                       unsigned depth) {
  for (unsigned i = 0; i < 10; ++i) {
    const Variable variable = random_.pick(scope_);
    if (variable.space != parameter.space || std::ranges::count(roots, variable.root) != 0) continue;
    if (variable.space != Space::workgroup && !variable.writable) continue;
    auto made = walk(variable, parameter.type, depth == 0 ? 0 : depth - 1, true);
    if (!made) continue;
    made->form = "&" + made->form;
    roots.push_back(variable.root);
    return made;
  }
  return {};
}

std::optional<Expr> Generator::call(const Signature& callee, unsigned depth) {
  if (weight_ * (callee.cost + 1) + cost_ > 1500) return {};
  Expr made{.type = callee.result, .form = callee.name + "(", .kids = {}, .constant = false, .most = held};
  std::vector<std::string> roots;
  for (const Parameter& parameter : callee.parameters) {
    made.form += fmt::format("{}${}", made.kids.empty() ? "" : ", ", made.kids.size());
    if (parameter.space == Space::value) {
      made.kids.push_back(fitting(parameter.type, depth == 0 ? 0 : depth - 1));
    } else if (auto pointer = address(parameter, roots, depth)) {
      made.kids.push_back(*std::move(pointer));
    } else {
      return {};
    }
  }
  made.form += ")";
  cost_ += weight_ * (callee.cost + 1);
  return made;
}

std::optional<Expr> Generator::call(TypeId type, unsigned depth) {
  if (signatures_.empty()) return {};
  for (unsigned i = 0; i < 4; ++i) {
    const Signature callee = random_.pick(signatures_);
    if (callee.result == type) return call(callee, depth);
  }
  return {};
}

}  // namespace slipway::hunt
