#include "hunt/generator.h"

#include <fmt/format.h>

namespace slipway::hunt {

TypeId Generator::add_type(Type type) {
  program_.types.push_back(std::move(type));
  return static_cast<TypeId>(program_.types.size() - 1);
}

// Scalars, then vectors of each by width, then matrices: the order that vector_of() counts on.
void Generator::make_types() {
  boolean_ = add_type({.kind = Kind::boolean, .name = "bool"});
  i32_ = add_type({.kind = Kind::i32, .name = "i32"});
  u32_ = add_type({.kind = Kind::u32, .name = "u32"});
  f32_ = add_type({.kind = Kind::f32, .name = "f32"});
  for (const TypeId scalar : {boolean_, i32_, u32_, f32_})
    for (std::uint32_t n = 2; n <= 4; ++n)
      add_type({.kind = Kind::vector,
                .element = scalar,
                .count = n,
                .name = fmt::format("vec{}<{}>", n, name(scalar))});
  matrices_ = static_cast<TypeId>(program_.types.size());
  for (std::uint32_t columns = 2; columns <= 4; ++columns)
    for (std::uint32_t rows = 2; rows <= 4; ++rows)
      add_type({.kind = Kind::matrix,
                .element = vector_of(Kind::f32, rows),
                .count = columns,
                .name = fmt::format("mat{}x{}<f32>", columns, rows)});
  composites_ = composites_end_ = static_cast<TypeId>(program_.types.size());
  for (unsigned i = 0; i < 6; ++i) {
    const bool host = i < 2;  // the first can lie in storage memory
    if (i % 2 == 0) {
      const TypeId element = host ? numeric_type() : small_type(12);
      const std::uint32_t count = random_.between(1, 24 / words_of(element, "").size() > 5 ? 6 : 2);
      add_type({.kind = Kind::array,
                .element = element,
                .count = count,
                .name = fmt::format("array<{}, {}>", name(element), count)});
      ++composites_end_;
      continue;
    }
    Type type{.kind = Kind::structure, .name = fmt::format("S{}", i)};
    std::string text = fmt::format("struct {} {{", type.name);
    const unsigned members = random_.between(1, 4);
    for (unsigned m = 0; m < members; ++m) {
      TypeId member = host ? numeric_type() : small_type(12);
      if (host && m == 0) member = composites_;
      if (host && m == 1 && random_.chance(60)) member = matrices_ + random_.below(9);
      text += fmt::format("{} m{}: {}", m == 0 ? "" : ",", m, name(member));
      type.members.push_back(member);
    }
    program_.declarations.push_back(text + " }");
    const TypeId made = add_type(std::move(type));
    ++composites_end_;
    if (host) own_struct_ = made;
  }
}

TypeId Generator::vector_of(Kind kind, std::uint32_t width) const {
  const auto scalar = static_cast<TypeId>(kind);
  return width == 1 ? scalar : 4 + scalar * 3 + width - 2;
}

Kind Generator::scalar_kind(TypeId type) const {
  while (!is_scalar(type)) type = program_.types[type].element;
  return program_.types[type].kind;
}

std::uint32_t Generator::width(TypeId type) const { return is_vector(type) ? program_.types[type].count : 1; }

TypeId Generator::shaped(TypeId like, Kind kind) const { return vector_of(kind, width(like)); }

TypeId Generator::numeric_type() {
  const auto kind = static_cast<Kind>(random_.between(1, 3));
  return vector_of(kind, random_.chance(50) ? 1 : random_.between(2, 4));
}

TypeId Generator::any_type() {
  const std::uint32_t choice = random_.below(100);
  if (choice < 55) return numeric_type();
  if (choice < 65) return vector_of(Kind::boolean, random_.between(1, 4));
  if (choice < 75) return matrices_ + random_.below(9);
  const std::uint32_t made = composites_end_ - composites_;
  return made == 0 ? numeric_type() : composites_ + random_.below(made);
}

TypeId Generator::small_type(std::size_t words) {
  const TypeId type = any_type();
  return words_of(type, "").size() <= words ? type : numeric_type();
}

TypeId Generator::variable_type() {
  return random_.chance(35) ? composites_ + random_.below(composites_end_ - composites_) : any_type();
}

// Expressions of type u32 that together tell a value; the sign of a zero is not told.
std::vector<std::string> Generator::words_of(TypeId id, const std::string& text) const {
  const Type& type = program_.types[id];
  std::vector<std::string> words;
  const auto append = [&](TypeId part, const std::string& part_text) {
    for (auto& word : words_of(part, part_text)) words.push_back(std::move(word));
  };
  switch (type.kind) {
    case Kind::boolean: return {fmt::format("u32({})", text)};
    case Kind::i32: return {fmt::format("bitcast<u32>({})", text)};
    case Kind::u32: return {text};
    case Kind::f32: return {fmt::format("bitcast<u32>(i32({}))", text)};
    case Kind::vector:
    case Kind::matrix:
    case Kind::array:
      for (std::uint32_t i = 0; i < type.count; ++i) append(type.element, fmt::format("{}[{}]", text, i));
      return words;
    case Kind::structure:
      for (std::size_t i = 0; i < type.members.size(); ++i)
        append(type.members[i], fmt::format("{}.m{}", text, i));
      return words;
  }
  return words;
}

}  // namespace slipway::hunt
