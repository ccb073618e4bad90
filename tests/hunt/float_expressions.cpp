#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "hunt/generator.h"

namespace slipway::hunt {

Expr Generator::float_from_rule(TypeId type, unsigned depth) {
  const auto sub = [&](TypeId of) { return expression(of, depth - 1); };
  const auto two = [&](std::string form) {
    Expr made{.type = type, .form = std::move(form)};
    made.kids = {sub(type), sub(type)};
    return made;
  };
  const std::uint32_t choice = random_.below(22);
  Expr made{.type = type};
  if (choice < 4) {
    made = two(choice < 2 ? "($0 + $1)" : "($0 - $1)");
    made.most = made.kids[0].most + made.kids[1].most;
  } else if (choice < 6) {
    made = two("($0 * $1)");
    made.most = made.kids[0].most * made.kids[1].most;
  } else if (choice == 6) {
    made = two("fma($0, $1, $2)");
    made.kids.push_back(sub(type));
    made.most = made.kids[0].most * made.kids[1].most + made.kids[2].most;
  } else if (choice == 7) {
    made = two(random_.chance(50) ? "min($0, $1)" : "max($0, $1)");
    made.most = std::max(made.kids[0].most, made.kids[1].most);
  } else if (choice == 8) {
    made = two("select($0, $1, $2)");
    made.most = std::max(made.kids[0].most, made.kids[1].most);
    made.kids.push_back(sub(random_.chance(50) ? boolean_ : shaped(type, Kind::boolean)));
  } else if (choice == 9) {
    made = two("step($0, $1)");
    made.most = 1;
  } else if (choice < 12) {
    static constexpr auto calls = std::to_array<std::string_view>(
        {"abs", "floor", "ceil", "trunc", "round", "sign", "saturate", "fract"});
    made.form = fmt::format("{}($0)", random_.pick(calls));
    made.kids = {sub(type)};
    made.most = std::max(made.kids[0].most, 1.0);
  } else if (choice == 12) {
    made.form = "(-$0)";
    made.kids = {sub(type)};
    made.most = made.kids[0].most;
  } else if (choice < 16) {
    // Halves lie between whole numbers, so that each way of rounding gives another result.
    static constexpr auto roundings =
        std::to_array<std::string_view>({"floor($0 * 0.5f)", "ceil($0 * 0.5f)", "trunc($0 * 0.5f)",
                                         "round($0 * 0.5f)", "(fract($0 * 0.5f) * 2.0f)"});
    made.form = random_.pick(roundings);
    made.kids = {sub(type)};
    made.most = std::max(made.kids[0].most, 1.0);
  } else if (choice == 16) {
    made.form = fmt::format("ldexp($0, {}({}))", name(shaped(type, Kind::i32)), random_.below(4));
    made.kids = {sub(type)};
    made.most = made.kids[0].most * 8;
  } else if (choice < 20) {
    const TypeId from = shaped(type, random_.chance(50) ? Kind::i32 : Kind::u32);
    // Signed ones are negative too.
    const std::string_view sign = scalar_kind(from) == Kind::i32 ? "%" : "&";
    made.form = fmt::format("{}($0 {} {}({}))", name(type), sign, name(from), choice == 17 ? 15 : 255);
    made.kids = {running(from, depth - 1)};
    made.most = 255;
  } else if (choice == 20) {
    made.form = fmt::format("{}($0)", name(type));
    made.kids = {sub(shaped(type, Kind::boolean))};
    made.most = 1;
  } else {
    const std::string wide = name(shaped(type, Kind::u32));
    made.form = fmt::format("bitcast<{}>(($0 & {}(0x7fffffu)) | {}(0x4b000000u))", name(type), wide, wide);
    made.kids = {sub(shaped(type, Kind::u32))};
    made.most = exact;
  }
  return made;
}

// Of a matrix whose floats may be larger than what a variable holds.
Expr Generator::column(TypeId type, unsigned depth) {
  const std::uint32_t columns = random_.between(2, 4);
  const TypeId of = matrices_ + (columns - 2) * 3 + width(type) - 2;
  Expr matrix = depth > 1 ? matrix_expression(of, depth - 1) : leaf(of);
  if (matrix.constant) matrix = input(of);
  const double most = matrix.most;
  return {.type = type,
          .form = "$0[$1]",
          .kids = {std::move(matrix), index(columns, depth - 1)},
          .constant = false,
          .most = most};
}

Expr Generator::float_expression(TypeId type, unsigned depth) {
  const std::uint32_t choice = random_.below(100);
  Expr made{.type = type};
  if (choice < 4 && is_vector(type)) return column(type, depth);
  if (choice < 15 && is_vector(type)) return vector_shape(type, depth);
  if (choice < 10) {
    const TypeId wide = vector_of(Kind::f32, random_.between(2, 4));
    made.form = "dot($0, $1)";
    made.kids = {bounded(wide, depth - 1, 1024), bounded(wide, depth - 1, 1024)};
    made.most = 4.0 * 1024 * 1024;
  } else if (choice < 15) {
    const std::uint32_t n = random_.between(2, 4);
    made.form = "$0[$1]";
    made.kids = {running(vector_of(Kind::f32, n), depth - 1), index(n, depth - 1)};
    made.most = made.kids[0].most;
    return made;
  } else if (choice < 25 && is_vector(type)) {
    const std::uint32_t other = random_.between(2, 4);
    const bool left = random_.chance(50);
    const TypeId matrix =
        left ? matrices_ + (other - 2) * 3 + width(type) - 2 : matrices_ + (width(type) - 2) * 3 + other - 2;
    Expr m = bounded(matrix, depth - 1, held);
    Expr v = bounded(vector_of(Kind::f32, other), depth - 1, 1024);
    made.form = "($0 * $1)";
    made.most = 4 * held * 1024;
    if (left)
      made.kids = {std::move(m), std::move(v)};
    else
      made.kids = {std::move(v), std::move(m)};
  } else {
    made = float_from_rule(type, depth);
  }
  if (made.most > exact) {
    for (Expr& kid : made.kids)
      if (scalar_kind(kid.type) == Kind::f32 && kid.most > 1024) kid = bounded(kid.type, depth - 1, 1024);
    made.most = 1024.0 * 1025;
  }
  const bool constant = std::ranges::all_of(made.kids, [](const Expr& kid) { return kid.constant; });
  if (constant && !made.kids.empty()) made.kids[0] = input(made.kids[0].type);
  return made;
}

Expr Generator::matrix_expression(TypeId type, unsigned depth) {
  const Type& t = program_.types[type];
  const std::uint32_t columns = t.count;
  const std::uint32_t rows = program_.types[t.element].count;
  Expr made{.type = type};
  switch (random_.below(6)) {
    case 0:
      made.form = random_.chance(50) ? "($0 + $1)" : "($0 - $1)";
      made.kids = {bounded(type, depth - 1, held), bounded(type, depth - 1, held)};
      made.most = 2 * held;
      break;
    case 1:
      made.form = random_.chance(50) ? "($0 * $1)" : "($1 * $0)";
      made.kids = {bounded(type, depth - 1, held), bounded(f32_, depth - 1, 1024)};
      made.most = held * 1024;
      break;
    case 2:
      made.form = "transpose($0)";
      made.kids = {expression(matrices_ + (rows - 2) * 3 + columns - 2, depth - 1)};
      made.most = made.kids[0].most;
      break;
    case 3: {
      // Square ones often: only they could be multiplied the other way round.
      const bool square = columns == rows && random_.chance(60);
      const std::uint32_t inner = square ? columns : random_.between(2, 4);
      made.form = "($0 * $1)";
      made.kids = {bounded(matrices_ + (inner - 2) * 3 + rows - 2, depth - 1, held),
                   bounded(matrices_ + (columns - 2) * 3 + inner - 2, depth - 1, held)};
      made.most = 4 * held * held;
      break;
    }
    default: return composite_expression(type, depth);
  }
  const bool constant = std::ranges::all_of(made.kids, [](const Expr& kid) { return kid.constant; });
  if (constant) made.kids[0] = input(made.kids[0].type);
  return made;
}

}  // namespace slipway::hunt
