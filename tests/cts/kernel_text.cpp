#include "cts/kernel_text.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

namespace slipway::tests::cts {
namespace {

std::string_view scalar_name(Scalar scalar) {
  switch (scalar) {
    case Scalar::boolean: return "bool";
    case Scalar::i32: return "i32";
    case Scalar::u32: return "u32";
    case Scalar::f32: return "f32";
    case Scalar::f16: return "f16";
    case Scalar::abstract_int: return "abstract-int";
    case Scalar::abstract_float: return "abstract-float";
  }
  return "";
}

Result<Scalar> scalar_named(std::string_view text) {
  for (const auto scalar : {Scalar::boolean, Scalar::i32, Scalar::u32, Scalar::f32, Scalar::f16,
                            Scalar::abstract_int, Scalar::abstract_float}) {
    if (scalar_name(scalar) == text) return scalar;
  }
  return fail(ErrorCode::invalid_argument, fmt::format("unknown scalar type '{}'", text));
}

std::uint64_t bits_of(const nlohmann::json& value) {
  return std::stoull(value.get<std::string>(), nullptr, 16);  // "0" and "1" of booleans too
}

/// A literal of an abstract scalar.
std::string literal(Scalar scalar, const nlohmann::json& value) {
  const std::uint64_t bits = bits_of(value);
  if (scalar == Scalar::abstract_int) return fmt::format("({})", std::bit_cast<std::int64_t>(bits));
  return fmt::format("({:#.17g})", std::bit_cast<double>(bits));
}

std::string constant(const Type& type, const nlohmann::json& value) {
  if (type.rows == 1) return literal(type.scalar, value);
  std::string text = fmt::format("vec{}(", type.rows);
  for (const auto& component : value) text += literal(type.scalar, component) + ",";
  return text + ")";
}

/// The statements that compute case `i` from its inputs; `index` is the case, where it is known.
std::string body(const Test& test, std::size_t index, bool compound) {
  std::string text;
  for (std::size_t k = 0; k < test.inputs.size(); ++k) {
    const Type& type = test.inputs[k];
    const char name = static_cast<char>('a' + k);
    if (type.is_abstract()) {
      text += fmt::format("    const {} = {};\n", name, constant(type, test.cases[index][0][k]));
    } else if (type.scalar == Scalar::boolean) {
      text += fmt::format("    {} {} = in_{}[i] != {}();\n", compound ? "var" : "let", name, k,
                          type.stored().wgsl());
    } else {
      text += fmt::format("    {} {} = in_{}[i];\n", compound ? "var" : "let", name, k);
    }
  }
  const Type out = test.output.stored();
  const std::string value = compound ? "a" : test.expression;
  if (compound) text += fmt::format("    {};\n", test.expression);
  if (test.output.scalar == Scalar::boolean)
    return text + fmt::format("    result[i] = {}({});\n", out.wgsl(), value);
  return text + fmt::format("    result[i] = {};\n", value);
}

bool is_compound(std::string_view expression) {
  // Comparisons have a space on neither side in these data, and everything else is in parentheses.
  return expression.starts_with("a ") && expression.ends_with("= b");
}

void put_column(const Type& type, const nlohmann::json& column, std::byte* to) {
  for (std::uint32_t row = 0; row < type.rows; ++row) {
    const std::uint64_t bits = bits_of(type.rows == 1 ? column : column[row]);
    std::memcpy(to + row * type.scalar_bytes(), &bits, type.scalar_bytes());
  }
}

}  // namespace

Type Type::stored() const {
  Type type = *this;
  if (scalar == Scalar::boolean) type.scalar = Scalar::u32;
  if (scalar == Scalar::abstract_int) type.scalar = Scalar::i32;
  if (scalar == Scalar::abstract_float) type.scalar = Scalar::f32;
  return type;
}

std::string Type::wgsl() const {
  if (columns > 1) return fmt::format("mat{}x{}<{}>", columns, rows, scalar_name(scalar));
  if (rows > 1) return fmt::format("vec{}<{}>", rows, scalar_name(scalar));
  return std::string(scalar_name(scalar));
}

Result<Type> parse_type(std::string_view text) {
  Type type;
  const auto open = text.find('<');
  if (open == std::string_view::npos) {
    SLIPWAY_TRY(type.scalar, scalar_named(text));
    return type;
  }
  SLIPWAY_TRY(type.scalar, scalar_named(text.substr(open + 1, text.size() - open - 2)));
  const auto shape = text.substr(0, open);
  if (shape.size() == 4 && shape.starts_with("vec")) {
    type.rows = static_cast<std::uint32_t>(shape[3] - '0');
  } else if (shape.size() == 6 && shape.starts_with("mat")) {
    type.columns = static_cast<std::uint32_t>(shape[3] - '0');
    type.rows = static_cast<std::uint32_t>(shape[5] - '0');
  } else {
    return fail(ErrorCode::invalid_argument, fmt::format("unknown type '{}'", text));
  }
  return type;
}

Result<Test> parse_test(nlohmann::json&& json) {
  Test test{.name = fmt::format("{} {}", json.at("test").get<std::string>(), json.at("params").dump()),
            .expression = json.at("expr").get<std::string>()};
  for (const auto& input : json.at("in")) {
    SLIPWAY_TRY(auto type, parse_type(input.get<std::string>()));
    test.inputs.push_back(type);
  }
  SLIPWAY_TRY(test.output, parse_type(json.at("out").get<std::string>()));
  test.cases = std::move(json.at("cases"));
  return test;
}

std::string kernel_text(const Test& test) {
  std::string text;
  const auto is_half = [](const Type& type) { return type.scalar == Scalar::f16; };
  if (is_half(test.output) || std::ranges::any_of(test.inputs, is_half)) text += "enable f16;\n";
  for (std::size_t k = 0; k < test.inputs.size(); ++k) {
    if (test.inputs[k].is_abstract()) continue;
    text += fmt::format("@group(0) @binding({0}) var<storage, read> in_{0}: array<{1}>;\n", k,
                        test.inputs[k].stored().wgsl());
  }
  text += fmt::format("@group(0) @binding({}) var<storage, read_write> result: array<{}>;\n",
                      test.inputs.size(), test.output.stored().wgsl());
  text +=
      "@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {\n"
      "  let i = id.x;\n"
      "  if i >= arrayLength(&result) { return; }\n";
  if (!std::ranges::any_of(test.inputs, &Type::is_abstract))
    return text + "  {\n" + body(test, 0, is_compound(test.expression)) + "  }\n}\n";
  // Abstract numbers cannot come from memory: each case is written out.
  for (std::size_t index = 0; index < test.cases.size(); ++index)
    text += fmt::format("  if i == {}u {{\n{}  }}\n", index, body(test, index, false));
  return text + "}\n";
}

std::vector<std::byte> input_bytes(const Test& test, std::size_t index) {
  const Type type = test.inputs[index].stored();
  std::vector<std::byte> bytes(type.stride() * test.cases.size());
  std::byte* element = bytes.data();
  for (const auto& one : test.cases) {
    const auto& value = one[0][index];
    for (std::uint32_t column = 0; column < type.columns; ++column)
      put_column(type, type.columns == 1 ? value : value[column], element + column * type.column_stride());
    element += type.stride();
  }
  return bytes;
}

}  // namespace slipway::tests::cts
