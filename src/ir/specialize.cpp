#include "ir/specialize.h"

#include <fmt/format.h>

#include "ir/evaluate.h"
#include "ir/override_values.h"
#include "ir/reach.h"

namespace slipway::ir {
namespace {

// Copies what one entry point reaches into a new module, where every id may be another.
class Specializer {
 public:
  Specializer(const ValidModule& module, std::uint32_t entry, SiteId* fault)
      : old_(*module),
        entry_(old_.entry_points.at(entry)),
        values_(old_, fault),
        types_(old_.types.size()),
        constants_(old_.constants.size()),
        functions_(old_.functions.size()),
        globals_(old_.globals.size()) {}

  Result<Module> run(std::span<const OverrideValue> values) {
    SLIPWAY_TRY_VOID(values_.give(values));
    new_.tags = old_.tags;
    new_.site_count = old_.site_count;
    new_.uses_f16 = old_.uses_f16;
    new_.uses_subgroups = old_.uses_subgroups;
    find_reached();
    SLIPWAY_TRY_VOID(copy_globals());
    for (std::size_t i = 0; i < functions_.size(); ++i)
      if (functions_[i].valid()) SLIPWAY_TRY_VOID(copy_function(FunctionId(i)));
    SLIPWAY_TRY_VOID(copy_entry_point());
    return std::move(new_);
  }

 private:
  // Gives new ids to the functions and variables that the entry point reaches, in their old order.
  void find_reached() {
    const Reach reached = reach(old_, entry_.function);
    std::vector<bool> function_reached(old_.functions.size());
    for (const FunctionId id : reached.functions) function_reached[id.index] = true;
    std::size_t count = 0;
    for (std::size_t i = 0; i < function_reached.size(); ++i)
      if (function_reached[i]) functions_[i] = FunctionId(count++);
    count = 0;
    for (std::size_t i = 0; i < reached.globals.size(); ++i)
      if (reached.globals[i]) globals_[i] = GlobalId(count++);
  }

  Result<> copy_globals() {
    for (std::size_t i = 0; i < globals_.size(); ++i) {
      if (!globals_[i].valid()) continue;
      const Global& from = old_.globals[i];
      Global to = from;
      array_name_ = from.name;
      SLIPWAY_TRY(to.type, type(from.type));
      if (from.initializer.valid()) {
        SLIPWAY_TRY(to.initializer, constant(from.initializer.constant()));
      }
      if (from.initializer_override.valid()) {
        SLIPWAY_TRY(to.initializer, override_constant(from.initializer_override));
        values_.forget(from.initializer_override);
        to.initializer_override = {};
      }
      new_.globals.push_back(std::move(to));
    }
    return {};
  }

  Result<> copy_entry_point() {
    EntryPoint to = entry_;
    to.function = functions_[entry_.function.index];
    constexpr std::string_view axes = "xyz";
    for (std::size_t axis = 0; axis < 3; ++axis) {
      Extent& extent = to.workgroup_size[axis];
      if (!extent.override_id.valid()) continue;
      SLIPWAY_TRY(extent.value,
                  values_.size(extent.override_id, fmt::format("workgroup size along {} of entry point '{}'",
                                                               axes[axis], entry_.name)));
      extent.override_id = {};
    }
    new_.entry_points.push_back(std::move(to));
    return {};
  }

  // Recursion in type() and constant() is as deep as types nest, which the verifier bounds.
  Result<TypeId> type(TypeId id) {
    if (types_[id.index].valid()) return types_[id.index];
    const Type& from = old_.types[id];
    TypeId element;
    if (from.element.valid()) {
      SLIPWAY_TRY(element, type(from.element));
    }
    TypeTable& to = new_.types;
    switch (from.kind) {
      case TypeKind::void_: return types_[id.index] = to.void_type();
      case TypeKind::scalar: return types_[id.index] = to.scalar(from.scalar);
      case TypeKind::vector: return types_[id.index] = to.vector(from.scalar, from.rows);
      case TypeKind::matrix: return types_[id.index] = to.matrix(from.scalar, from.columns, from.rows);
      case TypeKind::atomic: return types_[id.index] = to.atomic(from.scalar);
      case TypeKind::array: {
        std::uint32_t count = from.count;
        if (from.count_override.valid()) {
          SLIPWAY_TRY(count,
                      values_.size(from.count_override, fmt::format("length of array '{}'", array_name_)));
        }
        return types_[id.index] = to.array(element, count);
      }
      case TypeKind::runtime_array: return types_[id.index] = to.runtime_array(element);
      case TypeKind::pointer: return types_[id.index] = to.pointer(from.space, element, from.access);
      case TypeKind::structure: break;
    }
    std::vector<Member> members = from.members;
    for (Member& member : members) {
      SLIPWAY_TRY(member.type, type(member.type));
    }
    return types_[id.index] = to.structure(from.name, std::move(members));
  }

  Result<ConstantId> constant(ConstantId id) {
    if (constants_[id.index].valid()) return constants_[id.index];
    const Constant& from = old_.constants[id];
    SLIPWAY_TRY(const TypeId new_type, type(from.type));
    ConstantTable& to = new_.constants;
    if (from.kind == ConstantKind::scalar) return constants_[id.index] = to.scalar(new_type, from.bits);
    if (from.kind == ConstantKind::zero) return constants_[id.index] = to.zero(new_.types, new_type);
    std::vector<ConstantId> parts = from.parts;
    for (ConstantId& part : parts) {
      SLIPWAY_TRY(part, constant(part));
    }
    return constants_[id.index] = to.composite(new_type, std::move(parts));
  }

  Result<ConstantId> override_constant(OverrideId id) {
    SLIPWAY_TRY(const auto words, values_.value(id));
    SLIPWAY_TRY(const TypeId new_type, type(old_[id].type));
    return unflatten(new_.types, new_.constants, new_type, words);
  }

  Result<> copy_function(FunctionId id) {
    const Function& from = old_[id];
    Function to = from;
    for (Parameter& parameter : to.parameters) {
      SLIPWAY_TRY(parameter.type, type(parameter.type));
    }
    SLIPWAY_TRY(to.result, type(from.result));
    // Instructions that stand in no region keep nothing that could name what is no longer there.
    for (Inst& inst : to.insts) inst = Inst{.type = new_.types.void_type()};
    std::vector<Value> replaced(from.insts.size());  // references to overrides, by the constant they become
    std::vector<RegionId> regions;
    for_each_region(from, from.body, [&](RegionId region) { regions.push_back(region); });
    for (const RegionId region : regions) {
      to[region].insts.clear();
      for (const InstId inst : from[region].insts) {
        if (from[inst].op == Op::override_ref) {
          SLIPWAY_TRY(replaced[inst.index], override_constant(OverrideId(from[inst].imm)));
          continue;
        }
        to[region].insts.push_back(inst);
        SLIPWAY_TRY_VOID(copy_inst(from, from[inst], to, to[inst], replaced));
      }
    }
    new_.functions.push_back(std::move(to));
    return {};
  }

  Result<> copy_inst(const Function& from_function, const Inst& from, Function& to_function, Inst& to,
                     const std::vector<Value>& replaced) {
    to = from;
    SLIPWAY_TRY(to.type, type(from.type));
    if (from.op == Op::call) to.imm = functions_[from.imm].index;
    for (std::uint32_t i = 0; i < from.operand_count; ++i) {
      const Value value = from_function.operands_of(from)[i];
      Value& out = to_function.operands_of(to)[i];
      if (value.is_constant()) {
        SLIPWAY_TRY(out, constant(value.constant()));
      } else if (value.is_global()) {
        out = globals_[value.global().index];
      } else if (replaced[value.inst().index].valid()) {
        out = replaced[value.inst().index];
      }
    }
    return {};
  }

  const Module& old_;
  const EntryPoint& entry_;
  Module new_;
  OverrideValues values_;
  std::vector<TypeId> types_;          // new ids, by old ones; null where not copied
  std::vector<ConstantId> constants_;  // the same
  std::vector<FunctionId> functions_;
  std::vector<GlobalId> globals_;
  std::string array_name_;  // the variable whose type is being copied
};

}  // namespace

Result<Module> specialize(const ValidModule& module, std::uint32_t entry,
                          std::span<const OverrideValue> values, SiteId* fault) {
  return Specializer(module, entry, fault).run(values);
}

}  // namespace slipway::ir
