// Types, constants and the layout of structures.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "ir/verify_context.h"

namespace slipway::ir::verifier {
namespace {

class TypeChecker {
 public:
  explicit TypeChecker(Context& context) : context_(context), types_(context.module.types) {}

  void run() {
    context_.facts.resize(types_.size());
    for (std::size_t i = 0; i < types_.size(); ++i) {
      const TypeId id(i);
      // Facts of inner types must be there: a type is made after those it is made of.
      if (!inner_types_come_first(id)) return;
      context_.facts[i] = check(id);
      if (context_.facts[i].depth > most_type_depth) {
        context_.report("ir.nesting", 0, fmt::format("types nest more than {} deep", most_type_depth));
        return;
      }
    }
  }

 private:
  bool inner_types_come_first(TypeId id) {
    const Type& t = types_[id];
    const bool needs_element = t.kind == TypeKind::matrix || t.kind == TypeKind::array ||
                               t.kind == TypeKind::runtime_array || t.kind == TypeKind::pointer;
    bool good = !needs_element || t.element.index < id.index;
    for (const Member& member : t.members) good = good && member.type.index < id.index;
    if (t.count_override.valid()) good = good && t.count_override.index < context_.module.overrides.size();
    if (!good)
      context_.report("ir.handle", 0, fmt::format("type {} names one that does not exist", id.index));
    return good;
  }

  TypeFacts check(TypeId id) {
    const Type& t = types_[id];
    switch (t.kind) {
      case TypeKind::void_: return {};
      case TypeKind::scalar:
      case TypeKind::vector:
      case TypeKind::matrix: return check_numbers(id);
      case TypeKind::atomic:
        if (!is_integer(t.scalar)) bad(id, "atomics are of i32 or u32");
        return {.fixed = true, .host_shareable = true, .has_atomic = true};
      case TypeKind::array:
      case TypeKind::runtime_array: return check_array(id);
      case TypeKind::structure: return check_structure(id);
      case TypeKind::pointer: return check_pointer(id);
    }
    return {};
  }

  TypeFacts check_numbers(TypeId id) {
    const Type& t = types_[id];
    const auto in_range = [](unsigned n) { return n >= 2 && n <= 4; };
    if (t.kind != TypeKind::scalar && !in_range(t.rows)) bad(id, "vectors and columns have 2 to 4 rows");
    if (t.kind == TypeKind::matrix) {
      if (!in_range(t.columns)) bad(id, "matrices have 2 to 4 columns");
      if (!is_float(t.scalar)) bad(id, "matrices are of f32 or f16");
      const Type& column = types_[t.element];
      if (column.kind != TypeKind::vector || column.rows != t.rows || column.scalar != t.scalar)
        bad(id, "the column type of a matrix does not match it");
    }
    return {.constructible = true,
            .fixed = true,
            .host_shareable = t.scalar != Scalar::boolean,
            .has_f16 = t.scalar == Scalar::f16};
  }

  TypeFacts check_array(TypeId id) {
    const Type& t = types_[id];
    const TypeFacts& element = context_.facts_of(t.element);
    if (!element.fixed) bad(id, "array elements have a type of fixed size");
    const bool is_runtime = t.kind == TypeKind::runtime_array;
    const bool by_override = t.count_override.valid();
    if (!is_runtime && (t.count != 0) == by_override) bad(id, "an array has a count or an override for it");
    return {.constructible = element.constructible && !is_runtime && !by_override,
            .fixed = element.fixed && !is_runtime && !by_override,
            .host_shareable = element.host_shareable && !by_override,
            .has_atomic = element.has_atomic,
            .has_f16 = element.has_f16,
            .ends_in_runtime_array = is_runtime,
            .depth = static_cast<std::uint16_t>(element.depth + 1)};
  }

  TypeFacts check_structure(TypeId id) {
    const Type& t = types_[id];
    TypeFacts facts{.constructible = true, .fixed = true, .host_shareable = true};
    if (t.members.empty()) bad(id, "structures have members");
    for (const Member& member : t.members) {
      const TypeFacts& inner = context_.facts_of(member.type);
      const bool is_last = &member == &t.members.back();
      const bool is_runtime_array = types_[member.type].kind == TypeKind::runtime_array;
      if (!inner.fixed && !(is_last && is_runtime_array))
        bad(id, fmt::format("member '{}' must have a type of fixed size, or be a run-time array and last",
                            member.name));
      facts.constructible = facts.constructible && inner.constructible;
      facts.fixed = facts.fixed && inner.fixed;
      facts.host_shareable = facts.host_shareable && inner.host_shareable;
      facts.has_atomic = facts.has_atomic || inner.has_atomic;
      facts.has_f16 = facts.has_f16 || inner.has_f16;
      facts.ends_in_runtime_array = facts.ends_in_runtime_array || inner.ends_in_runtime_array;
      facts.depth = std::max(facts.depth, static_cast<std::uint16_t>(inner.depth + 1));
    }
    return facts;
  }

  TypeFacts check_pointer(TypeId id) {
    const Type& t = types_[id];
    const TypeKind pointee = types_[t.element].kind;
    if (pointee == TypeKind::void_ || pointee == TypeKind::pointer)
      bad(id, "pointers point to what memory holds");
    const bool access_ok = t.space == AddressSpace::uniform   ? t.access == Access::read
                           : t.space == AddressSpace::storage ? t.access != Access::write
                                                              : t.access == Access::read_write;
    if (!access_ok)
      bad(id, fmt::format("address space '{}' has no access '{}'", to_string(t.space), to_string(t.access)));
    return {.has_f16 = context_.facts_of(t.element).has_f16,
            .depth = static_cast<std::uint16_t>(context_.facts_of(t.element).depth + 1)};
  }

  void bad(TypeId id, std::string_view why) {
    context_.report("ir.type", 0, fmt::format("type {}: {}", context_.text(id), why));
  }

  Context& context_;
  const TypeTable& types_;
};

void check_attributes(Context& context) {
  const TypeTable& types = context.module.types;
  for (std::size_t i = 0; i < types.size(); ++i)
    for (const Member& member : types[TypeId(i)].members) {
      const Layout& inner = (*context.layouts)[member.type];
      const std::string& name = types[TypeId(i)].name;
      if (member.align_attribute != 0 &&
          (!std::has_single_bit(member.align_attribute) || member.align_attribute < inner.align))
        context.report("ir.layout", 0,
                       fmt::format("member '{}' of '{}': @align({}) must be a power of two and at least {}",
                                   member.name, name, member.align_attribute, inner.align));
      if (member.size_attribute != 0 && member.size_attribute < inner.size)
        context.report("ir.layout", 0,
                       fmt::format("member '{}' of '{}': @size({}) must be at least {}", member.name, name,
                                   member.size_attribute, inner.size));
      if (member.size_attribute != 0 && context.facts_of(member.type).ends_in_runtime_array)
        context.report(
            "ir.layout", 0,
            fmt::format("member '{}' of '{}': @size needs a type of fixed size", member.name, name));
    }
}

std::uint64_t part_count(const Type& t) {
  switch (t.kind) {
    case TypeKind::vector: return t.rows;
    case TypeKind::matrix: return t.columns;
    case TypeKind::array: return t.count;
    case TypeKind::structure: return t.members.size();
    default: return 0;
  }
}

bool is_finite_scalar(Scalar scalar, std::uint32_t bits) {
  switch (scalar) {
    case Scalar::boolean: return bits <= 1;
    case Scalar::i32:
    case Scalar::u32: return true;
    case Scalar::f32: return (bits >> 23U & 255U) != 255;
    case Scalar::f16: return bits <= 0xFFFF && (bits >> 10U & 31U) != 31;
  }
  return false;
}

// What is wrong with constant `id`, or nothing.
std::string_view fault_of_constant(const Context& context, ConstantId id) {
  const Constant& c = context.module.constants[id];
  const Type& t = context.module.types[c.type];
  if ((c.kind == ConstantKind::scalar) != (t.kind == TypeKind::scalar))
    return "is not of the kind its type has";
  if (c.kind == ConstantKind::scalar)
    return is_finite_scalar(t.scalar, c.bits) ? "" : "is not a finite value of its type";
  if (!context.facts_of(c.type).constructible) return "is not of a constructible type";
  if (c.kind == ConstantKind::zero) return "";
  if (c.parts.size() != part_count(t)) return "does not have as many parts as its type";
  for (std::uint32_t i = 0; i < c.parts.size(); ++i)
    if (context.module.constants[c.parts[i]].type != context.module.types.child(c.type, i))
      return "has a part of another type than its type has there";
  return "";
}

void check_constants(Context& context) {
  const ConstantTable& constants = context.module.constants;
  for (std::size_t i = 0; i < constants.size(); ++i) {
    const Constant& c = constants[ConstantId(i)];
    const bool parts_first = std::ranges::all_of(c.parts, [i](ConstantId part) { return part.index < i; });
    if (c.type.index >= context.module.types.size() || !parts_first) {
      context.report("ir.handle", 0, fmt::format("constant {} names something that does not exist", i));
      return;
    }
    if (const std::string_view fault = fault_of_constant(context, ConstantId(i)); !fault.empty())
      context.report("ir.constant", 0,
                     fmt::format("constant {} of type {} {}", i, context.text(c.type), fault));
  }
}

}  // namespace

void check_types(Context& context) {
  TypeChecker(context).run();
  if (!context.ok()) return;
  context.layouts.emplace(context.module.types);
  check_attributes(context);
  check_constants(context);
}

}  // namespace slipway::ir::verifier
