// Types and constants as text.
#include <bit>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "ir/arith.h"
#include "wgsl/writer_module.h"

namespace slipway::wgsl {

using ir::ConstantKind;
using ir::Scalar;
using ir::TypeKind;

namespace {

// Longer types and constants get a declaration of their own, so that nothing nests deeper than a reader
// takes.
constexpr std::size_t longest_inline = 72;

char suffix(Scalar scalar) {
  switch (scalar) {
    case Scalar::i32: return 'i';
    case Scalar::u32: return 'u';
    case Scalar::f16: return 'h';
    default: return 'f';
  }
}

std::uint32_t narrow(Scalar scalar, double value) {
  return scalar == Scalar::f16 ? ir::arith::F16::narrow(value) : ir::arith::F32::narrow(value);
}

// The shortest decimal that is read as these bits: a reader takes it for a binary64 and rounds that.
std::string float_text(Scalar scalar, std::uint32_t bits) {
  const double value = scalar == Scalar::f16 ? ir::arith::F16::widen(bits) : ir::arith::F32::widen(bits);
  for (int digits = 1; digits <= 17; ++digits) {
    std::string text = fmt::format("{:.{}g}", value, digits);
    if (narrow(scalar, std::strtod(text.c_str(), nullptr)) != bits) continue;
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text + suffix(scalar);
  }
  return fmt::format("{:a}{}", value, suffix(scalar));
}

}  // namespace

bool ModuleWriter::is_nameless(ir::TypeId id) const {
  const ir::Type* t = &module_.types[id];
  while (t->kind == TypeKind::array) t = &module_.types[t->element];
  return t->kind == TypeKind::structure && t->name.starts_with("__");
}

std::string ModuleWriter::scalar_type(Scalar scalar) { return builtin(ir::to_string(scalar)); }

std::string ModuleWriter::type(ir::TypeId id) {
  const ir::Type& t = module_.types[id];
  // The short names serve where the program hides the long ones.
  const auto shaped = [&](const std::string& generic) {
    const bool hidden = names_.taken(generic) || names_.taken(ir::to_string(t.scalar));
    if (hidden && t.scalar != Scalar::boolean)
      return builtin(generic + (t.scalar == Scalar::f16 ? 'h' : suffix(t.scalar)));
    return fmt::format("{}<{}>", builtin(generic), scalar_type(t.scalar));
  };
  switch (t.kind) {
    case TypeKind::void_: return {};
    case TypeKind::scalar: return scalar_type(t.scalar);
    case TypeKind::vector: return shaped(fmt::format("vec{}", t.rows));
    case TypeKind::matrix: return shaped(fmt::format("mat{}x{}", t.columns, t.rows));
    case TypeKind::atomic: return fmt::format("{}<{}>", builtin("atomic"), scalar_type(t.scalar));
    case TypeKind::structure:
      if (is_nameless(id)) fail(fmt::format("the type '{}' has no name in WGSL", t.name));
      return is_nameless(id) ? t.name : structure_names_.at(id.index);
    case TypeKind::pointer: {
      const bool writable = t.space == ir::AddressSpace::storage && t.access != ir::Access::read;
      return fmt::format("{}<{}, {}{}>", builtin("ptr"), ir::to_string(t.space), type(t.element),
                         writable ? ", read_write" : "");
    }
    case TypeKind::array:
    case TypeKind::runtime_array: break;
  }
  if (const auto known = type_aliases_.find(id.index); known != type_aliases_.end()) return known->second;
  std::string text = array_type(id);
  const bool late = t.count_override.valid() && name(t.count_override).empty();
  if (text.size() <= longest_inline || late) return text;
  std::string alias = names_.fresh("array_type", "");
  aliases_ += fmt::format("alias {} = {};\n", alias, text);
  return type_aliases_[id.index] = alias;
}

// Depth is that of the type, at most 255.
std::string ModuleWriter::array_type(ir::TypeId id) {
  const ir::Type& t = module_.types[id];
  const std::string element = type(t.element);
  if (t.kind == TypeKind::runtime_array) return fmt::format("{}<{}>", builtin("array"), element);
  return fmt::format("{}<{}, {}>", builtin("array"), element, array_size(t));
}

std::string ModuleWriter::array_size(const ir::Type& array) {
  const ir::OverrideId size = array.count_override;
  if (!size.valid()) return std::to_string(array.count);
  if (!name(size).empty()) return name(size);
  const std::string text = override_expression(size);
  return text.find('>') == std::string::npos ? text : "(" + text + ")";  // `>>` would close the list
}

std::string ModuleWriter::scalar(Scalar scalar, std::uint32_t bits) {
  switch (scalar) {
    case Scalar::boolean: return bits != 0 ? "true" : "false";
    case Scalar::u32: return fmt::format("{}u", bits);
    case Scalar::i32:
      if (bits == 0x80000000U) return builtin("i32") + "(-2147483648)";
      return fmt::format("{}i", static_cast<std::int32_t>(bits));
    case Scalar::f32:
    case Scalar::f16: return float_text(scalar, bits);
  }
  SLIPWAY_UNREACHABLE();
}

std::string ModuleWriter::constant(ir::ConstantId id) {
  const ir::Constant& c = module_.constants[id];
  if (c.kind == ConstantKind::scalar) return scalar(module_.types[c.type].scalar, c.bits);
  if (const auto known = constant_texts_.find(id.index); known != constant_texts_.end()) return known->second;
  std::string text = is_nameless(c.type) ? nameless_constant(id) : composite(c);
  if (text.size() > longest_inline) {
    std::string declared = names_.fresh("constant", "");
    constants_ += fmt::format("const {} = {};\n", declared, text);
    text = std::move(declared);
  }
  return constant_texts_[id.index] = text;
}

std::string ModuleWriter::composite(const ir::Constant& c) {
  std::string text = type(c.type) + "(";
  const bool same = module_.types[c.type].kind == TypeKind::vector && !c.parts.empty() &&
                    std::ranges::all_of(c.parts, [&](ir::ConstantId part) { return part == c.parts[0]; });
  const std::size_t count = same ? 1 : c.parts.size();
  for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + constant(c.parts[i]);
  return text + ")";
}

// The part `index` of a constant, which a zero has without listing it.
struct ConstantPart {
  const ir::Module& module;
  [[nodiscard]] double number(ir::ConstantId id, std::size_t index) const {
    const ir::Constant& c = module.constants[id];
    if (c.kind == ConstantKind::zero) return 0;
    const ir::Constant& leaf = c.kind == ConstantKind::scalar ? c : module.constants[c.parts[index]];
    switch (module.types[leaf.type].scalar) {
      case Scalar::f32: return ir::arith::F32::widen(leaf.bits);
      case Scalar::f16: return ir::arith::F16::widen(leaf.bits);
      default: return static_cast<std::int32_t>(leaf.bits);
    }
  }
};

// What frexp or modf makes these parts of: fraction times a power of two, or fraction and whole number.
std::string ModuleWriter::argument_of(ir::ConstantId fract, ir::ConstantId other) {
  const ir::Type& t = module_.types[module_.constants[fract].type];
  const bool is_frexp = module_.types[module_.constants[other].type].scalar == Scalar::i32;
  const ConstantPart part{module_};
  const auto component = [&](std::size_t i) {
    const double a = part.number(fract, i);
    const double b = part.number(other, i);
    const double whole = is_frexp ? std::ldexp(a, static_cast<int>(b)) : a + b;
    return scalar(t.scalar, narrow(t.scalar, whole));
  };
  if (t.kind == TypeKind::scalar) return component(0);
  std::string text = type(module_.constants[fract].type) + "(";
  for (std::size_t i = 0; i < t.rows; ++i) text += (i == 0 ? "" : ", ") + component(i);
  return text + ")";
}

std::string ModuleWriter::nameless_constant(ir::ConstantId id) {
  const ir::Constant& c = module_.constants[id];
  const ir::Type& t = module_.types[c.type];
  if (t.kind == TypeKind::array) {
    std::string text = builtin("array") + "(";
    for (std::size_t i = 0; i < t.count; ++i) {
      if (c.parts.empty()) {
        fail("a zero of an array of nameless structures has no text");
        break;
      }
      text += (i == 0 ? "" : ", ") + constant(c.parts[i]);
    }
    return text + ")";
  }
  const bool is_frexp = t.name.starts_with("__frexp");
  if (!is_frexp && !t.name.starts_with("__modf"))
    fail(fmt::format("a constant of type '{}' has no text", t.name));
  if (!c.parts.empty())
    return fmt::format("{}({})", builtin(is_frexp ? "frexp" : "modf"), argument_of(c.parts[0], c.parts[1]));
  const ir::TypeId argument = t.members[0].type;
  const ir::Type& shape = module_.types[argument];
  return fmt::format("{}({})", builtin(is_frexp ? "frexp" : "modf"),
                     shape.kind == TypeKind::scalar ? scalar(shape.scalar, 0) : type(argument) + "()");
}

}  // namespace slipway::wgsl
