#include <gtest/gtest.h>

#include <cstring>

#include "lower/kernels.h"

namespace slipway::tests {
namespace {

using ir::AddressSpace;
using ir::Op;
using ir::Scalar;
using ir::Value;

void expect_both(const ir::ValidModule& module, const Words& in, const Words& expected) {
  const auto plain = run_module(module, in, expected.size());
  ASSERT_TRUE(plain.has_value()) << plain.error().to_string();
  EXPECT_EQ(*plain, expected) << "before lowering";
  const auto lowered = run_lowered(module, in, expected.size());
  ASSERT_TRUE(lowered.has_value()) << lowered.error().to_string();
  EXPECT_EQ(*lowered, expected) << "after lowering";
  kernel::Target target = spirv_target();
  target.quirks.dear_branches = true;
  const auto selected = run_lowered(module, in, expected.size(), target);
  ASSERT_TRUE(selected.has_value()) << selected.error().to_string();
  EXPECT_EQ(*selected, expected) << "with loads that select";
}

constexpr std::uint32_t far[] = {UINT32_MAX, 0x40000000U, 0x3FFFFFFFU};

TEST(bounds, loads_past_the_end_of_a_buffer_give_zero) {
  const auto module = kernel_of([](const Body& b) {
    const Value at = b.load(b.at(b.in, b.index));
    b.output(b.load(b.at(b.in, at)));
  });
  expect_both(module, {1, far[0], far[1], far[2], 4, 5, 6, 2}, {far[0], 0, 0, 0, 4, 5, 6, far[1]});
}

TEST(bounds, stores_past_the_end_of_a_buffer_are_dropped) {
  const auto module =
      kernel_of([](const Body& b) { b.store(b.at(b.out, b.load(b.at(b.in, b.index))), b.build.u32(0xAA)); });
  expect_both(module, {far[0], far[1], far[2], 5, 6, 2, 5, 5}, {0, 0, 0xAA, 0, 0});
}

TEST(bounds, loads_from_an_empty_buffer_give_zero) {
  const auto module = kernel_of([](const Body& b) {
    b.output(b.op(Op::add, b.module.types.u32(), {b.load(b.at(b.in, b.index)), b.build.u32(7)}));
  });
  expect_both(module, {}, {7, 7, 7, 7, 7, 7, 7, 7});
}

Value variable(const Body& b, ir::TypeId element) {
  return b.op(Op::var, b.module.types.pointer(AddressSpace::function, element, ir::Access::read_write), {});
}

TEST(bounds, function_arrays_and_vector_components) {
  const auto module = kernel_of([](const Body& b) {
    const Value array = variable(b, b.module.types.array(b.module.types.u32(), 3));
    const Value vector = variable(b, b.module.types.vector(Scalar::u32, 3));
    const Value index = b.input();
    b.store(b.at(array, index), b.build.u32(10));
    b.store(b.at(vector, index), b.build.u32(1));
    b.output(b.op(Op::add, b.module.types.u32(), {b.load(b.at(array, index)), b.load(b.at(vector, index))}));
  });
  expect_both(module, {0, 1, 2, 3, 4, far[0], far[1], far[2]}, {11, 11, 11, 0, 0, 0, 0, 0});
}

TEST(bounds, atomics_past_the_end_give_zero_and_do_nothing) {
  ir::ValidModule module = kernel_of([](const Body& b) {
    const auto words = b.module.types.array(b.module.types.atomic(Scalar::u32), 4);
    b.module.globals.push_back(
        {.name = "shared",
         .type = b.module.types.pointer(AddressSpace::workgroup, words, ir::Access::read_write)});
    const Value shared = ir::GlobalId(b.module.globals.size() - 1);
    const Value place = b.at(shared, b.input());
    b.op(Op::atomic_add, b.module.types.u32(), {place, b.build.u32(1)});
    b.op(Op::workgroup_barrier, b.module.types.void_type(), {});
    b.output(b.op(Op::atomic_load, b.module.types.u32(), {place}));
  });
  expect_both(module, {0, 1, 1, 1, 4, far[0], far[1], 3}, {1, 3, 3, 3, 0, 0, 0, 1});
}

// A constant array of `count` words from `first` on.
Value table_of(const Body& b, std::uint32_t count, std::uint32_t first) {
  std::vector<ir::ConstantId> parts(count);
  for (std::uint32_t i = 0; i < count; ++i) parts[i] = b.build.u32(first + i).constant();
  return b.module.constants.composite(b.module.types.array(b.module.types.u32(), count), parts);
}

TEST(bounds, constant_tables_are_indexed_at_run_time) {
  const auto module = kernel_of([](const Body& b) {
    const Value table = table_of(b, 4, 100);
    b.output(b.op(Op::extract_dynamic, b.module.types.u32(), {table, b.input()}));
  });
  expect_both(module, {0, 3, 4, far[0], 1, 2, 0, 0}, {100, 103, 0, 0, 101, 102, 100, 100});
}

TEST(bounds, lengths_of_run_time_arrays_reach_the_kernel) {
  const auto module =
      kernel_of([](const Body& b) { b.output(b.op(Op::array_length, b.module.types.u32(), {b.in})); });
  expect_both(module, Words(13, 0), Words(8, 13));
}

// f(pointer, x): returns from inside a loop and a switch as well as at the end.
ir::FunctionId early_returns(const Body& b) {
  ir::TypeTable& types = b.module.types;
  const ir::TypeId u32 = types.u32();
  const auto pointer = types.pointer(AddressSpace::function, u32, ir::Access::read_write);
  b.module.functions.push_back({.name = "f", .parameters = {{"p", pointer}, {"x", u32}}, .result = u32});
  const ir::FunctionId id(b.module.functions.size() - 1);
  ir::Builder f(b.module, id);
  b.module[id].body = f.new_region();
  f.set_region(b.module[id].body);
  const Value p = f.emit(Op::param, pointer, {}, 0);
  const Value x = f.emit(Op::param, u32, {}, 1);
  const auto regions_of = [&](ir::InstId control) { return f.function()[control]; };
  const ir::InstId loop = f.emit_control(Op::loop, {}, 2);
  const ir::RegionId top = f.region();
  f.set_region(f.function().region_of(regions_of(loop), 0));
  const Value count = f.emit(Op::load, u32, {p});
  f.emit(Op::store, types.void_type(), {p, f.emit(Op::add, u32, {count, f.u32(1)})});
  const ir::InstId done = f.emit_control(Op::if_, {f.emit(Op::eq, types.boolean(), {count, x})}, 2);
  const ir::RegionId body = f.region();
  f.set_region(f.function().region_of(regions_of(done), 0));
  f.terminate(Op::return_, {f.u32(1000)});
  f.set_region(f.function().region_of(regions_of(done), 1));
  f.terminate(Op::yield);
  f.set_region(body);
  const ir::InstId full = f.emit_control(Op::if_, {f.emit(Op::gt, types.boolean(), {count, f.u32(4)})}, 2);
  f.set_region(f.function().region_of(regions_of(full), 0));
  f.terminate(Op::break_);
  f.set_region(f.function().region_of(regions_of(full), 1));
  f.terminate(Op::yield);
  f.set_region(body);
  f.terminate(Op::continue_);
  f.set_region(f.function().region_of(regions_of(loop), 1));
  f.terminate(Op::iterate);
  f.set_region(top);
  f.terminate(Op::return_, {x});
  return id;
}

TEST(inlining, returns_from_inside_loops_leave_the_body_and_nothing_more) {
  const auto module = kernel_of([](const Body& b) {
    const ir::FunctionId f = early_returns(b);
    const Value counter = variable(b, b.module.types.u32());
    const ir::TypeId u32 = b.module.types.u32();
    const Value first = b.op(Op::call, u32, {counter, b.input()}, f.index);
    const Value sum = b.op(Op::mul, u32, {b.load(counter), b.build.u32(10000)});
    b.output(b.op(Op::add, u32, {first, sum}));
  });
  expect_both(module, {0, 1, 4, 5, 6, 7, 2, 3}, {11000, 21000, 51000, 61000, 60006, 60007, 31000, 41000});
}

TEST(zeroing, workgroup_memory_starts_as_zeros_for_all_invocations) {
  const auto module = kernel_of([](const Body& b) {
    const auto words = b.module.types.array(b.module.types.u32(), 100);
    b.module.globals.push_back(
        {.name = "shared",
         .type = b.module.types.pointer(AddressSpace::workgroup, words, ir::Access::read_write)});
    const Value shared = ir::GlobalId(b.module.globals.size() - 1);
    b.output(b.load(b.at(shared, b.input())));
  });
  expect_both(module, {0, 7, 8, 50, 63, 64, 99, 100}, Words(8, 0));
}

// for (var i = 0; i < n; i++) { each(i) }
template <class Each>
void count_to(const Body& b, Value n, Each each) {
  const Value i = variable(b, b.module.types.u32());
  const ir::InstId loop = b.build.emit_control(Op::loop, {}, 2);
  const ir::RegionId outside = b.build.region();
  const ir::Inst control = b.build.function()[loop];
  b.build.set_region(b.build.function().region_of(control, 0));
  const Value goes_on = b.op(Op::lt, b.module.types.boolean(), {b.load(i), n});
  const ir::InstId test = b.build.emit_control(Op::if_, {goes_on}, 2);
  const ir::Inst test_control = b.build.function()[test];
  const ir::RegionId inside = b.build.region();
  b.build.set_region(b.build.function().region_of(test_control, 0));
  b.build.terminate(Op::yield);
  b.build.set_region(b.build.function().region_of(test_control, 1));
  b.build.terminate(Op::break_);
  b.build.set_region(inside);
  each(i);
  b.build.terminate(Op::continue_);
  b.build.set_region(b.build.function().region_of(control, 1));
  b.store(i, b.op(Op::add, b.module.types.u32(), {b.load(i), b.build.u32(1)}));
  b.build.terminate(Op::iterate);
  b.build.set_region(outside);
}

void count_to(const Body& b, Value n) {
  count_to(b, n, [](Value) {});
}

std::size_t count_of(const ir::Module& module, Op op) {
  std::size_t count = 0;
  for (const ir::Function& function : module.functions)
    ir::for_each_region(function, function.body, [&](ir::RegionId region) {
      for (const ir::InstId id : function[region].insts) count += function[id].op == op ? 1 : 0;
    });
  return count;
}

// Conditions left in the lowered module when the body sums elements 0 to `rounds` of an array of 10.
std::size_t conditions_of_sum(std::uint32_t rounds) {
  const auto module = kernel_of([&](const Body& b) {
    const Value array = variable(b, b.module.types.array(b.module.types.u32(), 10));
    const Value sum = variable(b, b.module.types.u32());
    count_to(b, b.build.u32(rounds), [&](Value i) {
      b.store(sum, b.op(Op::add, b.module.types.u32(), {b.load(sum), b.load(b.at(array, b.load(i)))}));
    });
  });
  const auto lowered = lower::lower(module, spirv_target(), {});
  EXPECT_TRUE(lowered.has_value());
  return lowered.has_value() ? count_of(*lowered->module, Op::if_) : 0;
}

TEST(bounds, counters_of_loops_over_the_whole_array_are_proven) {
  EXPECT_EQ(conditions_of_sum(10), 1U) << "the test of the loop";
  EXPECT_EQ(conditions_of_sum(11), 2U) << "and a check";
}

TEST(bounds, masked_and_local_indices_are_proven) {
  const auto conditions = [](auto index) {
    const auto module = kernel_of([&](const Body& b) {
      const Value array = variable(b, b.module.types.array(b.module.types.u32(), 8));
      b.store(b.at(array, index(b)), b.build.u32(1));
    });
    return count_of(*lower::lower(module, spirv_target(), {})->module, Op::if_);
  };
  const auto local = [](const Body& b) {
    return b.op(Op::builtin, b.module.types.u32(), {},
                static_cast<std::uint32_t>(ir::BuiltinInput::local_invocation_index));
  };
  const auto with = [&](Op op, std::uint32_t bits) {
    return [=](const Body& b) { return b.op(op, b.module.types.u32(), {b.index, b.build.u32(bits)}); };
  };
  EXPECT_EQ(conditions(local), 0U);
  EXPECT_EQ(conditions(with(Op::bit_and, 7)), 0U);
  EXPECT_EQ(conditions(with(Op::bit_and, 8)), 1U);
  EXPECT_EQ(conditions(with(Op::rem, 8)), 0U);
  EXPECT_EQ(conditions(with(Op::rem, 9)), 1U);
  EXPECT_EQ(conditions(with(Op::min, 7)), 0U);
  EXPECT_EQ(conditions(with(Op::min, 8)), 1U);
  EXPECT_EQ(conditions(with(Op::shr, 29)), 0U);
  EXPECT_EQ(conditions(with(Op::shr, 28)), 1U);
}

TEST(bounds, one_index_is_compared_once) {
  const auto module = kernel_of([](const Body& b) {
    b.output(b.op(Op::add, b.module.types.u32(), {b.load(b.at(b.out, b.index)), b.build.u32(1)}));
    b.output(b.build.u32(2));
  });
  const auto lowered = lower::lower(module, spirv_target(), {});
  ASSERT_TRUE(lowered.has_value());
  EXPECT_EQ(count_of(*lowered->module, Op::lt), 1U);
}

kernel::Target limited(std::uint32_t rounds) {
  kernel::Target target = spirv_target();
  target.quirks.silent_loop_limit = rounds;
  return target;
}

TEST(loop_limit, reaching_it_is_reported_and_staying_below_is_not) {
  const auto module = kernel_of([](const Body& b) {
    count_to(b, b.input());
    b.output(b.build.u32(1));
  });
  const auto below = run_lowered(module, {1, 2, 3, 4, 5, 98, 9, 99}, 8, limited(100));
  ASSERT_TRUE(below.has_value()) << below.error().to_string();
  EXPECT_EQ(*below, Words(8, 1));
  const auto reached = run_lowered(module, {1, 2, 3, 4, 5, 6, 7, 100}, 8, limited(100));
  ASSERT_FALSE(reached.has_value());
  EXPECT_EQ(reached.error().code(), ErrorCode::unsupported);
}

TEST(loop_limit, loops_of_few_rounds_are_not_counted) {
  const auto module = kernel_of([](const Body& b) {
    count_to(b, b.build.u32(20));
    b.output(b.build.u32(1));
  });
  const auto lowered = lower::lower(module, limited(100), {});
  ASSERT_TRUE(lowered.has_value());
  EXPECT_FALSE(lowered->kernel.has_record);
}

TEST(interface, slots_are_in_order_of_group_and_binding) {
  const auto module = kernel_of([](const Body& b) { b.output(b.input()); });
  const auto lowered = lower::lower(module, spirv_target(), {});
  ASSERT_TRUE(lowered.has_value());
  const auto& bindings = lowered->kernel.bindings;
  ASSERT_EQ(bindings.size(), 2U);
  EXPECT_EQ(bindings[0].name, "in");
  EXPECT_EQ(bindings[0].kind, kernel::BindingKind::storage_read);
  EXPECT_EQ(bindings[1].name, "out");
  EXPECT_EQ(bindings[1].kind, kernel::BindingKind::storage_read_write);
  EXPECT_EQ(bindings[1].element_stride, 4U);
}

ir::ValidModule indexes_a_table() {
  return kernel_of([](const Body& b) {
    const Value table = table_of(b, 100, 1000);
    b.output(b.op(Op::extract_dynamic, b.module.types.u32(), {table, b.input()}));
  });
}

TEST(tables, large_ones_come_with_the_kernel_in_a_slot_behind_the_program_s) {
  const auto lowered = lower::lower(indexes_a_table(), spirv_target(), {});
  ASSERT_TRUE(lowered.has_value());
  const kernel::Kernel& kernel = lowered->kernel;
  ASSERT_EQ(kernel.bindings.size(), 3U);
  EXPECT_EQ(kernel.bindings[2].kind, kernel::BindingKind::tables);
  EXPECT_EQ(kernel.bindings[2].fixed_bytes, 400U);
  Words words(100);
  ASSERT_EQ(kernel.tables.size(), 400U);
  std::memcpy(words.data(), kernel.tables.data(), 400);
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_EQ(words[i], 1000 + i);
}

TEST(tables, a_target_without_a_binding_for_them_keeps_them_in_the_code) {
  kernel::Target target = spirv_target();
  target.limits.storage_bindings = 3;  // one of them for a record
  const auto lowered = lower::lower(indexes_a_table(), target, {});
  ASSERT_TRUE(lowered.has_value());
  EXPECT_EQ(lowered->kernel.bindings.size(), 2U);
  EXPECT_TRUE(lowered->kernel.tables.empty());
  const auto out = run_lowered(indexes_a_table(), {0, 3, 99, 100, 1, 2, 0, 0}, 8, target);
  ASSERT_TRUE(out.has_value());
  EXPECT_EQ(*out, (Words{1000, 1003, 1099, 0, 1001, 1002, 1000, 1000}));
}

using MakeType = ir::TypeId (*)(ir::TypeTable&);

std::string refusal_of_uniform(MakeType make, const kernel::Target& target) {
  const auto module = kernel_of([&](const Body& b) {
    const auto pointer =
        b.module.types.pointer(AddressSpace::uniform, make(b.module.types), ir::Access::read);
    b.module.globals.push_back({.name = "u", .type = pointer, .binding = ir::Binding{0, 0}});
    b.load(ir::GlobalId(b.module.globals.size() - 1));
    b.output(b.input());
  });
  const auto lowered = lower::lower(module, target, {});
  return lowered.has_value() ? "" : lowered.error().message();
}

TEST(interface, devices_with_coarse_uniforms_refuse_those_laid_out_like_storage) {
  kernel::Target coarse = spirv_target();
  coarse.features.uniform_standard_layout = false;
  const std::pair<MakeType, std::string> bad[] = {
      {[](ir::TypeTable& t) { return t.array(t.f32(), 4); },
       "the elements of 'u' must lie 16 bytes apart or a multiple of that, and are 4 apart"},
      {[](ir::TypeTable& t) { return t.array(t.matrix(Scalar::f32, 2, 2), 4); },
       "the columns of 'u[]' must lie 16 bytes apart or a multiple of that, and are 8 apart"},
      {[](ir::TypeTable& t) {
         return t.structure("S", {{"a", t.u32()}, {"b", t.array(t.vector(Scalar::f32, 2), 2), 0, 0}});
       },
       "'u.b' must lie at a multiple of 16 bytes, and is at 8"},
      {[](ir::TypeTable& t) {
         return t.structure("S", {{"a", t.u32()}, {"b", t.structure("T", {{"x", t.u32()}})}});
       },
       "'u.b' must lie at a multiple of 16 bytes, and is at 4"},
      {[](ir::TypeTable& t) {
         return t.structure("S", {{"a", t.structure("T", {{"x", t.u32()}})}, {"b", t.u32()}});
       },
       "'u.b' must lie at 16 or later, as structures take whole 16 bytes, and is at 4"},
  };
  for (const auto& [make, why] : bad) {
    EXPECT_EQ(refusal_of_uniform(make, coarse), "this device cannot read uniform 'u': " + why);
    EXPECT_EQ(refusal_of_uniform(make, spirv_target()), "");
  }
  const MakeType good[] = {
      [](ir::TypeTable& t) { return t.vector(Scalar::f32, 3); },
      [](ir::TypeTable& t) { return t.array(t.vector(Scalar::f32, 3), 4); },
      [](ir::TypeTable& t) { return t.matrix(Scalar::f32, 2, 4); },
      [](ir::TypeTable& t) {
        return t.structure(
            "S", {{"a", t.u32()}, {"b", t.structure("T", {{"x", t.u32()}}), 16, 16}, {"c", t.u32()}});
      },
      [](ir::TypeTable& t) {
        ir::TypeId type = t.structure("T", {{"x", t.vector(Scalar::u32, 4)}});
        for (int i = 0; i < 24; ++i) type = t.structure("T", {{"a", type}, {"b", type}});
        return type;
      },
  };
  for (const MakeType make : good) EXPECT_EQ(refusal_of_uniform(make, coarse), "");
}

TEST(interface, a_workgroup_over_the_limit_is_refused_with_its_numbers) {
  const auto module = kernel_of([](const Body& b) { b.output(b.input()); }, 2048);
  const auto lowered = lower::lower(module, spirv_target(), {});
  ASSERT_FALSE(lowered.has_value());
  EXPECT_EQ(lowered.error().message(),
            "workgroup size 2048 of 'main' along x is larger than this device's limit of 1024");
}

}  // namespace
}  // namespace slipway::tests
