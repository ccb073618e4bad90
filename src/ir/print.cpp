#include "ir/print.h"

#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "base/check.h"

namespace slipway::ir {
namespace {

float half_to_float(std::uint32_t bits) {
  const int exponent = static_cast<int>(bits >> 10U & 31U);
  const auto mantissa = static_cast<float>(bits & 1023U);
  const float magnitude =
      exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024.0F, exponent - 25);
  return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

std::string scalar_text(Scalar scalar, std::uint32_t bits) {
  switch (scalar) {
    case Scalar::boolean: return bits != 0 ? "true" : "false";
    case Scalar::i32: return fmt::format("{}i", static_cast<std::int32_t>(bits));
    case Scalar::u32: return fmt::format("{}u", bits);
    case Scalar::f32: return fmt::format("{}f", std::bit_cast<float>(bits));
    case Scalar::f16: return fmt::format("{}h", half_to_float(bits));
  }
  SLIPWAY_UNREACHABLE();
}

class Printer {
 public:
  explicit Printer(const Module& module) : module_(module) {}

  std::string module_text() {
    print_structures();
    for (const Override& o : module_.overrides) print_override(o);
    for (const Global& g : module_.globals) print_global(g);
    for (const EntryPoint& entry : module_.entry_points) print_entry_point(entry);
    for (const Function& f : module_.functions) print_function(f);
    return std::move(text_);
  }

  std::string function_text(const Function& function) {
    print_function(function);
    return std::move(text_);
  }

  // Depth is that of the constant's type, which the verifier bounds.
  std::string constant_text(ConstantId id) {
    const Constant& c = module_.constants[id];
    if (c.kind == ConstantKind::scalar) return scalar_text(module_.types[c.type].scalar, c.bits);
    std::string text = to_string(module_.types, c.type) + "(";
    for (std::size_t i = 0; i < c.parts.size(); ++i) text += (i == 0 ? "" : ", ") + constant_text(c.parts[i]);
    return text + ")";
  }

 private:
  std::string type(TypeId id) const { return to_string(module_.types, id); }

  std::string override_name(OverrideId id) const {
    const std::string& name = module_[id].name;
    return name.empty() ? fmt::format("override#{}", id.index) : name;
  }

  void print_structures() {
    for (std::size_t i = 0; i < module_.types.size(); ++i) {
      const Type& t = module_.types[TypeId(i)];
      if (t.kind != TypeKind::structure) continue;
      text_ += fmt::format("struct {} {{", t.name);
      for (std::size_t m = 0; m < t.members.size(); ++m) {
        const Member& member = t.members[m];
        text_ += m == 0 ? " " : ", ";
        if (member.align_attribute != 0) text_ += fmt::format("@align({}) ", member.align_attribute);
        if (member.size_attribute != 0) text_ += fmt::format("@size({}) ", member.size_attribute);
        text_ += fmt::format("{}: {}", member.name, type(member.type));
      }
      text_ += " }\n";
    }
  }

  void print_override(const Override& o) {
    const OverrideId id(static_cast<std::size_t>(&o - module_.overrides.data()));
    if (o.id.has_value()) text_ += fmt::format("@id({}) ", *o.id);
    text_ += fmt::format("override {}: {}", override_name(id), type(o.type));
    if (o.initializer.valid()) text_ += fmt::format(" = {}()", module_[o.initializer].name);
    text_ += "\n";
  }

  void print_global(const Global& g) {
    if (g.binding.has_value())
      text_ += fmt::format("@group({}) @binding({}) ", g.binding->group, g.binding->binding);
    text_ += fmt::format("global {}: {}", g.name, type(g.type));
    if (g.initializer_override.valid())
      text_ += " = " + override_name(g.initializer_override);
    else if (g.initializer.valid())
      text_ += " = " + constant_text(g.initializer.constant());
    text_ += "\n";
  }

  void print_entry_point(const EntryPoint& entry) {
    std::string size;
    for (const Extent& extent : entry.workgroup_size)
      size += (size.empty() ? "" : ", ") +
              (extent.override_id.valid() ? override_name(extent.override_id) : std::to_string(extent.value));
    text_ +=
        fmt::format("entry {} = {} workgroup_size({})\n", entry.name, module_[entry.function].name, size);
  }

  void print_function(const Function& f) {
    text_ += fmt::format("fn {}(", f.name);
    for (std::size_t i = 0; i < f.parameters.size(); ++i)
      text_ += fmt::format("{}{}: {}", i == 0 ? "" : ", ", f.parameters[i].name, type(f.parameters[i].type));
    text_ += ")";
    if (f.result != module_.types.void_type()) text_ += " -> " + type(f.result);
    text_ += " {\n";
    print_body(f);
    text_ += "}\n";
  }

  // Walks regions with a stack of places rather than by recursion.
  void print_body(const Function& f) {
    struct Place {
      RegionId region;
      std::size_t next = 0;
      std::uint32_t siblings = 0;  // regions of the same instruction that come after this one
    };
    std::vector<Place> stack{{f.body}};
    while (!stack.empty()) {
      Place& place = stack.back();
      const auto& insts = f[place.region].insts;
      if (place.next == insts.size()) {
        const Place done = place;
        stack.pop_back();
        if (stack.empty()) return;
        indent(stack.size());
        if (done.siblings == 0) {
          text_ += "}\n";
          continue;
        }
        const RegionId sibling(done.region.index + 1U);
        text_ += fmt::format("}} {}{{\n", label(f, stack.back().next - 1, stack.back().region, sibling));
        stack.push_back({sibling, 0, done.siblings - 1});
        continue;
      }
      const InstId id = insts[place.next++];
      const Inst& inst = f[id];
      indent(stack.size());
      print_inst(f, id);
      if (inst.region_count == 0) {
        text_ += "\n";
        continue;
      }
      const RegionId first = f.region_of(inst, 0);
      text_ += fmt::format(" {}{{\n", label(f, place.next - 1, place.region, first));
      stack.push_back({first, 0, inst.region_count - 1});
    }
  }

  void indent(std::size_t depth) { text_.append(depth * 2, ' '); }

  // What stands before the brace of a region: the selectors of a case.
  std::string label(const Function& f, std::size_t at, RegionId parent, RegionId region) const {
    const Inst& inst = f[f[parent].insts[at]];
    if (inst.op != Op::switch_) return {};
    const SwitchCase& c = f.switches.at(inst.imm).at(region.index - inst.first_region);
    std::string text = c.is_default ? "default " : "";
    const Scalar scalar = module_.types[module_.type_of(f, f.operands_of(inst)[0])].scalar;
    for (const std::uint32_t selector : c.selectors) text += scalar_text(scalar, selector) + " ";
    return text;
  }

  std::string operand(Value value) {
    if (!value.valid()) return "null";
    if (value.is_constant()) return constant_text(value.constant());
    if (value.is_global()) return "@" + module_[value.global()].name;
    return fmt::format("%{}", value.inst().index);
  }

  void print_inst(const Function& f, InstId id) {
    const Inst& inst = f[id];
    if (inst.type != module_.types.void_type()) text_ += fmt::format("%{}: {} = ", id.index, type(inst.type));
    if (inst.native) text_ += "native ";
    text_ += info(inst.op).name;
    std::string separator = " ";
    const auto add = [&](std::string_view item) {
      text_ += separator;
      text_ += item;
      separator = ", ";
    };
    const std::string imm = immediate(f, inst);
    const bool imm_first = inst.operand_count == 0 || inst.op == Op::call;
    if (imm_first && !imm.empty()) add(imm);
    for (const Value value : f.operands_of(inst)) add(operand(value));
    if (!imm_first && !imm.empty()) add(imm);
  }

  std::string immediate(const Function& f, const Inst& inst) const {
    switch (inst.op) {
      case Op::param: return f.parameters.at(inst.imm).name;
      case Op::builtin: return std::string(to_string(static_cast<BuiltinInput>(inst.imm)));
      case Op::override_ref: return override_name(OverrideId(inst.imm));
      case Op::call: return module_[FunctionId(inst.imm)].name;
      case Op::trap:
        return fmt::format("tag {} '{}'", module_.tags.at(inst.imm).value, module_.tags[inst.imm].name);
      case Op::member: {
        const Type& pointer = module_.types[module_.type_of(f, f.operands_of(inst)[0])];
        return "." + module_.types[pointer.element].members.at(inst.imm).name;
      }
      case Op::shuffle: {
        std::string text;
        for (unsigned k = 0; k < module_.types[inst.type].rows; ++k) text += "xyzw"[inst.imm >> (4 * k) & 3U];
        return text;
      }
      case Op::launch_word:
      case Op::extract:
      case Op::insert:
      case Op::result:
      case Op::subgroup_broadcast:
      case Op::quad_broadcast: return std::to_string(inst.imm);
      default: return {};
    }
  }

  const Module& module_;
  std::string text_;
};

}  // namespace

std::string print(const Module& module) { return Printer(module).module_text(); }

std::string print(const Module& module, const Function& function) {
  return Printer(module).function_text(function);
}

std::string print(const Module& module, ConstantId constant) {
  return Printer(module).constant_text(constant);
}

}  // namespace slipway::ir
