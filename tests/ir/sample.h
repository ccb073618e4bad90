// Modules for tests, made with the builder.
#pragma once

#include "ir/builder.h"
#include "ir/verify.h"

namespace slipway::ir::test {

/// A module with one entry point `main` whose body the test fills in.
struct Sample {
  Module module;
  FunctionId main;

  Sample() { main = add_entry("main"); }

  FunctionId add_function(std::string name, TypeId result, std::vector<Parameter> parameters = {}) {
    const FunctionId id(module.functions.size());
    Function f;
    f.name = std::move(name);
    f.parameters = std::move(parameters);
    f.result = result;
    f.body = RegionId(0U);
    f.regions.emplace_back();
    module.functions.push_back(std::move(f));
    return id;
  }
  FunctionId add_entry(std::string name) {
    const FunctionId id = add_function(name, module.types.void_type());
    module.entry_points.push_back({.name = std::move(name), .function = id});
    return id;
  }
  GlobalId add_buffer(std::string name, TypeId store, Access access, std::uint32_t binding,
                      AddressSpace space = AddressSpace::storage) {
    const GlobalId id(module.globals.size());
    module.globals.push_back({.name = std::move(name),
                              .type = module.types.pointer(space, store, access),
                              .binding = Binding{0, binding}});
    return id;
  }
  GlobalId add_variable(std::string name, AddressSpace space, TypeId store) {
    const GlobalId id(module.globals.size());
    module.globals.push_back(
        {.name = std::move(name), .type = module.types.pointer(space, store, Access::read_write)});
    return id;
  }
  Builder builder(FunctionId function) {
    Builder b(module, function);
    b.set_region(RegionId(0U));
    return b;
  }
  Builder builder() { return builder(main); }
};

/// The rules that `module` breaks, in order; empty where it is valid.
inline std::vector<std::string> broken_rules(Module module) {
  std::vector<std::string> rules;
  if (auto valid = verify(std::move(module)); !valid.has_value())
    for (const Finding& finding : valid.error()) rules.push_back(finding.rule);
  return rules;
}

/// Uses most of what a module can have: buffers, workgroup memory, an override, a helper function with a
/// pointer parameter, all control, a trap.
inline Sample rich_sample() {
  Sample s;
  TypeTable& t = s.module.types;
  const TypeId u32 = t.u32();
  const TypeId vec3u = t.vector(Scalar::u32, 3);
  const TypeId item = t.structure("Item", {{"key", u32}, {"weights", t.vector(Scalar::f32, 3), 32, 64}});
  const GlobalId items = s.add_buffer("items", t.runtime_array(item), Access::read_write, 0);
  const GlobalId total = s.add_buffer("total", t.atomic(Scalar::u32), Access::read_write, 3);
  const FunctionId width_init = s.add_function("width_init", u32);
  s.module.overrides.push_back({.name = "width", .id = 7, .type = u32, .initializer = width_init});
  {
    Builder b = s.builder(width_init);
    const InstId sum = b.emit(Op::add, u32, {b.u32(60), b.u32(4)});
    b.terminate(Op::return_, {sum});
  }
  const GlobalId shared = s.add_variable("shared", AddressSpace::workgroup, t.array(t.f32(), OverrideId(0U)));
  s.module.entry_points[0].workgroup_size[0].override_id = OverrideId(0U);
  s.module.tags.push_back({.value = 5, .name = "too_many"});
  s.module.site_count = 20;

  const TypeId local = t.pointer(AddressSpace::function, u32, Access::read_write);
  const FunctionId bump = s.add_function("bump", u32, {{"p", local}, {"by", u32}});
  {
    Builder b = s.builder(bump);
    b.set_site(3);
    const InstId p = b.emit(Op::param, local, {}, 0);
    const InstId by = b.emit(Op::param, u32, {}, 1);
    const InstId old = b.emit(Op::load, u32, {p});
    const InstId sum = b.emit(Op::add, u32, {old, by});
    b.emit(Op::store, t.void_type(), {p, sum});
    b.terminate(Op::return_, {sum});
  }

  Builder b = s.builder();
  b.set_site(9);
  const InstId id =
      b.emit(Op::builtin, vec3u, {}, static_cast<std::uint32_t>(BuiltinInput::global_invocation_id));
  const InstId x = b.emit(Op::extract, u32, {id}, 0);
  const InstId counter = b.emit(Op::var, local, {b.u32(2)});
  const TypeId shared_f32 = t.pointer(AddressSpace::workgroup, t.f32(), Access::read_write);
  const InstId slot = b.emit(Op::access, shared_f32, {shared, x});
  b.emit(Op::store, t.void_type(), {slot, Value(s.module.constants.scalar(t.f32(), 0x3FC00000U))});
  b.emit(Op::workgroup_barrier, t.void_type(), {});
  const InstId length = b.emit(Op::array_length, u32, {items});
  const InstId inside = b.emit(Op::lt, t.boolean(), {x, length});
  const InstId branch = b.emit_control(Op::if_, {inside}, 2);
  const InstId picked = b.emit_result(branch, u32, 0);
  const RegionId body = b.region();
  b.set_region(b.function().region_of(b.function()[branch], 0));
  const TypeId item_pointer = t.pointer(AddressSpace::storage, item, Access::read_write);
  const TypeId u32_pointer = t.pointer(AddressSpace::storage, u32, Access::read_write);
  const InstId here = b.emit(Op::access, item_pointer, {items, x});
  const InstId key = b.emit(Op::member, u32_pointer, {here}, 0);
  const InstId value = b.emit(Op::load, u32, {key});
  b.terminate(Op::yield, {value});
  b.set_region(b.function().region_of(b.function()[branch], 1));
  b.emit(Op::trap, t.void_type(), {x}, 0);
  b.terminate(Op::yield, {b.u32(0)});
  b.set_region(body);

  b.function().switches.push_back({{.selectors = {1, 2}}, {.selectors = {}, .is_default = true}});
  const InstId choice = b.emit_control(Op::switch_, {picked}, 2, 0);
  b.set_region(b.function().region_of(b.function()[choice], 0));
  b.emit(Op::atomic_add, u32, {total, picked});
  b.terminate(Op::break_);
  b.set_region(b.function().region_of(b.function()[choice], 1));
  b.terminate(Op::yield);
  b.set_region(body);

  const InstId loop = b.emit_control(Op::loop, {}, 2);
  b.set_region(b.function().region_of(b.function()[loop], 0));
  const InstId now = b.emit(Op::call, u32, {counter, b.u32(3)}, bump.index);
  b.terminate(Op::continue_);
  b.set_region(b.function().region_of(b.function()[loop], 1));
  const InstId current = b.emit(Op::load, u32, {counter});
  const InstId done = b.emit(Op::gt, t.boolean(), {current, b.u32(40)});
  b.terminate(Op::iterate, {done});
  b.set_region(body);
  static_cast<void>(now);
  b.terminate(Op::return_);
  return s;
}

}  // namespace slipway::ir::test
