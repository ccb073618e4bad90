// The byte form, all numbers varints unless said:
//
//   0   "slipwayM"                           8 bytes
//   8   fingerprint of the operation table   u64, little-endian: a module of another build is refused
//   16  flags                                1: uses f16, 2: uses subgroups
//       site count: one more than the largest site below
//       types      count, then each: kind, and what the kind needs; inner types come before outer ones.
//                  Numbers 0 to 5 are void and the scalars and are not written
//       constants  count, then each: kind, type, bits or parts; parts come first
//       tags       count, then each: value, name
//       overrides  count, then each: name, id + 1 or 0, type, initialiser + 1 or 0, site
//       globals    count, then each: name where bound, type, 0 or 1 + group and binding, initialiser + 1 or
//                  0, override initialiser + 1 or 0, 0 or 1 where it starts undefined, site
//       entries    count, then each: name, function, 3 x (value, override + 1 or 0), site
//       functions  count, then each: parameter types, result type, switches, regions
//   region       instruction count, then each: op * 2 + native, type, site, operand count where it varies,
//                operands, imm, region count where the op owns regions
//   operand      number * 4 + (0 instruction, 1 constant, 2 global)
//
// Regions come breadth first and instructions are numbered as they come, so that an operand always names
// something read before.
#include "ir/serialize.h"

#include <algorithm>
#include <ranges>

#include "base/bytes.h"
#include "ir/order.h"
#include "ir/serialize_format.h"

namespace slipway::ir {
namespace {

class Writer {
 public:
  explicit Writer(const Module& module)
      : module_(module),
        functions_(canonical_functions(module)),
        function_numbers_(module.functions.size(), unset),
        type_numbers_(module.types.size(), unset),
        constant_numbers_(module.constants.size(), unset),
        tag_numbers_(module.tags.size(), unset) {
    for (std::uint32_t i = 0; i < functions_.size(); ++i) function_numbers_[functions_[i].index] = i;
    for (std::uint32_t i = 0; i < format::builtin_types; ++i) type_numbers_[i] = i;
  }

  std::vector<std::byte> write() {
    // Tables are numbered while what refers to them is written, so they are put together at the end.
    ByteWriter rest;
    write_overrides(rest);
    write_globals(rest);
    write_entry_points(rest);
    rest.varint(functions_.size());
    for (const FunctionId id : functions_) write_function(rest, module_[id]);

    ByteWriter out;
    for (const char c : format::magic) out.u8(static_cast<std::uint8_t>(c));
    out.u64(format::fingerprint());
    out.varint((module_.uses_f16 ? format::flag_f16 : 0) |
               (module_.uses_subgroups ? format::flag_subgroups : 0));
    out.varint(std::uint64_t{last_site_} + 1);
    for (const Table* table : {&types_, &constants_, &tags_}) {
      out.varint(table->count);
      out.raw(table->bytes.bytes());
    }
    out.raw(rest.bytes());
    return std::move(out).take();
  }

 private:
  static constexpr std::uint32_t unset = UINT32_MAX;
  struct Table {
    std::uint32_t count = 0;
    ByteWriter bytes;
  };

  // Numbers `root` and, before it, all that it is made of. The stack keeps depth off the call stack.
  std::uint32_t type(TypeId root) {
    if (type_numbers_.at(root.index) != unset) return type_numbers_[root.index];
    std::vector<TypeId> stack{root};
    while (!stack.empty()) {
      const TypeId id = stack.back();
      const std::size_t size = stack.size();
      const Type& t = module_.types[id];
      const auto need = [&](TypeId inner) {
        if (inner.valid() && type_numbers_.at(inner.index) == unset) stack.push_back(inner);
      };
      if (type_numbers_[id.index] == unset) {
        need(t.element);
        for (const Member& member : std::views::reverse(t.members)) need(member.type);
      }
      if (stack.size() != size) continue;
      stack.pop_back();
      if (type_numbers_[id.index] != unset) continue;
      write_type(t);
      type_numbers_[id.index] = format::builtin_types + types_.count++;
    }
    return type_numbers_[root.index];
  }

  void write_type(const Type& t) {
    ByteWriter& out = types_.bytes;
    out.varint(static_cast<std::uint64_t>(t.kind));
    switch (t.kind) {
      case TypeKind::void_:
      case TypeKind::scalar: SLIPWAY_UNREACHABLE();  // numbered from the start
      case TypeKind::vector:
        out.varint(static_cast<std::uint64_t>(t.scalar));
        out.varint(t.rows);
        break;
      case TypeKind::matrix:
        out.varint(static_cast<std::uint64_t>(t.scalar));
        out.varint(t.columns);
        out.varint(t.rows);
        break;
      case TypeKind::atomic: out.varint(static_cast<std::uint64_t>(t.scalar)); break;
      case TypeKind::array:
        out.varint(type_numbers_[t.element.index]);
        out.varint(t.count);
        out.varint(optional(t.count_override));
        break;
      case TypeKind::runtime_array: out.varint(type_numbers_[t.element.index]); break;
      case TypeKind::structure:
        out.varint(t.members.size());
        for (const Member& member : t.members) {
          out.varint(type_numbers_[member.type.index]);
          out.varint(member.align_attribute);
          out.varint(member.size_attribute);
        }
        break;
      case TypeKind::pointer:
        out.varint(static_cast<std::uint64_t>(t.space));
        out.varint(static_cast<std::uint64_t>(t.access));
        out.varint(type_numbers_[t.element.index]);
        break;
    }
  }

  std::uint32_t constant(ConstantId root) {
    if (constant_numbers_.at(root.index) != unset) return constant_numbers_[root.index];
    std::vector<ConstantId> stack{root};
    while (!stack.empty()) {
      const ConstantId id = stack.back();
      const std::size_t size = stack.size();
      const Constant& c = module_.constants[id];
      if (constant_numbers_[id.index] == unset)
        for (const ConstantId part : std::views::reverse(c.parts))
          if (constant_numbers_.at(part.index) == unset) stack.push_back(part);
      if (stack.size() != size) continue;
      stack.pop_back();
      if (constant_numbers_[id.index] != unset) continue;
      write_constant(c);
      constant_numbers_[id.index] = constants_.count++;
    }
    return constant_numbers_[root.index];
  }

  void write_constant(const Constant& c) {
    const std::uint32_t type_number = type(c.type);
    ByteWriter& out = constants_.bytes;
    out.varint(static_cast<std::uint64_t>(c.kind));
    out.varint(type_number);
    if (c.kind == ConstantKind::scalar) out.varint(c.bits);
    if (c.kind != ConstantKind::composite) return;
    out.varint(c.parts.size());
    for (const ConstantId part : c.parts) out.varint(constant_numbers_[part.index]);
  }

  std::uint32_t tag(std::uint32_t index) {
    if (tag_numbers_.at(index) == unset) {
      tags_.bytes.varint(module_.tags[index].value);
      tags_.bytes.string(module_.tags[index].name);
      tag_numbers_[index] = tags_.count++;
    }
    return tag_numbers_[index];
  }

  SiteId site(SiteId id) {
    last_site_ = std::max(last_site_, id);
    return id;
  }

  static std::uint64_t optional(OverrideId id) { return id.valid() ? std::uint64_t{id.index} + 1 : 0; }

  void write_overrides(ByteWriter& out) {
    out.varint(module_.overrides.size());
    for (const Override& o : module_.overrides) {
      out.string(o.name);
      out.varint(o.id.has_value() ? std::uint64_t{*o.id} + 1 : 0);
      out.varint(type(o.type));
      out.varint(o.initializer.valid() ? std::uint64_t{function_numbers_.at(o.initializer.index)} + 1 : 0);
      out.varint(site(o.site));
    }
  }

  void write_globals(ByteWriter& out) {
    out.varint(module_.globals.size());
    for (const Global& g : module_.globals) {
      if (g.binding.has_value()) {
        out.varint(1);
        out.string(g.name);
        out.varint(g.binding->group);
        out.varint(g.binding->binding);
      } else {
        out.varint(0);
      }
      out.varint(type(g.type));
      out.varint(g.initializer.valid() ? std::uint64_t{constant(g.initializer.constant())} + 1 : 0);
      out.varint(optional(g.initializer_override));
      out.varint(g.undefined ? 1 : 0);
      out.varint(site(g.site));
    }
  }

  void write_entry_points(ByteWriter& out) {
    out.varint(module_.entry_points.size());
    for (const EntryPoint& entry : module_.entry_points) {
      out.string(entry.name);
      out.varint(function_numbers_.at(entry.function.index));
      for (const Extent& extent : entry.workgroup_size) {
        out.varint(extent.value);
        out.varint(optional(extent.override_id));
      }
      out.varint(site(entry.site));
    }
  }

  void write_function(ByteWriter& out, const Function& function) {
    out.varint(function.parameters.size());
    for (const Parameter& parameter : function.parameters) out.varint(type(parameter.type));
    out.varint(type(function.result));
    const std::vector<RegionId> regions = canonical_regions(function);
    write_switches(out, function, regions);
    inst_numbers_.assign(function.insts.size(), unset);
    std::uint32_t next_inst = 0;
    std::uint32_t next_switch = 0;
    for (const RegionId region : regions) {
      out.varint(function[region].insts.size());
      for (const InstId id : function[region].insts) {
        write_inst(out, function, function[id], next_switch);
        inst_numbers_[id.index] = next_inst++;
      }
    }
  }

  // Only the tables that a switch in a region uses, in the order in which write_function meets those.
  void write_switches(ByteWriter& out, const Function& function, std::span<const RegionId> regions) {
    std::vector<const SwitchTable*> tables;
    for (const RegionId region : regions)
      for (const InstId id : function[region].insts)
        if (function[id].op == Op::switch_) tables.push_back(&function.switches.at(function[id].imm));
    out.varint(tables.size());
    for (const SwitchTable* table : tables) {
      out.varint(table->size());
      for (const SwitchCase& c : *table) {
        out.varint(c.is_default ? 1 : 0);
        out.varint(c.selectors.size());
        for (const std::uint32_t selector : c.selectors) out.varint(selector);
      }
    }
  }

  void write_inst(ByteWriter& out, const Function& function, const Inst& inst, std::uint32_t& next_switch) {
    out.varint(static_cast<std::uint64_t>(inst.op) * 2 + (inst.native ? 1 : 0));
    out.varint(type(inst.type));
    out.varint(site(inst.site));
    const OpInfo& op = info(inst.op);
    if (op.operand_count < 0) out.varint(inst.operand_count);
    for (const Value value : function.operands_of(inst)) out.varint(operand(value));
    out.varint(immediate(inst, next_switch));
    if ((op.traits & trait::control) != 0) out.varint(inst.region_count);
  }

  std::uint64_t operand(Value value) {
    if (value.is_constant()) return std::uint64_t{constant(value.constant())} * 4 + format::operand_constant;
    if (value.is_global()) return std::uint64_t{value.global().index} * 4 + format::operand_global;
    return std::uint64_t{inst_numbers_.at(value.inst().index)} * 4 + format::operand_inst;
  }

  std::uint32_t immediate(const Inst& inst, std::uint32_t& next_switch) {
    if (inst.op == Op::call) return function_numbers_.at(inst.imm);
    if (inst.op == Op::trap) return tag(inst.imm);
    if (inst.op == Op::switch_) return next_switch++;
    return inst.imm;
  }

  const Module& module_;
  std::vector<FunctionId> functions_;
  std::vector<std::uint32_t> function_numbers_;
  std::vector<std::uint32_t> type_numbers_;
  std::vector<std::uint32_t> constant_numbers_;
  std::vector<std::uint32_t> tag_numbers_;
  std::vector<std::uint32_t> inst_numbers_;
  SiteId last_site_ = 0;
  Table types_;
  Table constants_;
  Table tags_;
};

}  // namespace

std::vector<std::byte> serialize(const Module& module) { return Writer(module).write(); }

}  // namespace slipway::ir
