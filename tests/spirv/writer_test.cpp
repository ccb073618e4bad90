// Every form of every construct goes through the SPIR-V validator for Vulkan 1.2.
#include <gtest/gtest.h>
#include <spirv-tools/libspirv.hpp>

#include "lower/kernels.h"
#include "spirv/writer.h"

namespace slipway::tests {
namespace {

using ir::AddressSpace;
using ir::Op;
using ir::Scalar;
using ir::TypeId;
using ir::Value;

std::vector<std::uint32_t> words_of(const ir::ValidModule& module, const kernel::Target& target,
                                    const lower::Options& options = {}) {
  const auto lowered = lower::lower(module, target, options);
  if (!lowered.has_value()) {
    ADD_FAILURE() << lowered.error().to_string();
    return {};
  }
  const auto words = spirv::write(*lowered->module, lowered->kernel, target, options.floats);
  if (!words.has_value()) {
    ADD_FAILURE() << words.error().to_string();
    return {};
  }
  return *words;
}

void expect_valid(const std::vector<std::uint32_t>& words) {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_2);
  std::string messages;
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
    messages += message;
    messages += '\n';
  });
  spvtools::ValidatorOptions options;
  options.SetUniformBufferStandardLayout(true);
  if (tools.Validate(words.data(), words.size(), options)) return;
  std::string text;
  tools.Disassemble(words, &text);
  ADD_FAILURE() << messages << text;
}

std::string text_of(const std::vector<std::uint32_t>& words) {
  std::string text;
  spvtools::SpirvTools(SPV_ENV_VULKAN_1_2).Disassemble(words, &text);
  return text;
}

void expect_valid(const ir::ValidModule& module) {
  kernel::Target limited = spirv_target();
  limited.quirks.silent_loop_limit = 65535;
  expect_valid(words_of(module, spirv_target()));
  expect_valid(words_of(module, limited));
  expect_valid(words_of(module, spirv_target(), {.checks = kernel::CheckMode::off}));
  expect_valid(words_of(module, spirv_target(), {.floats = kernel::FloatMode::strict}));
}

// A value of `type` made from the input, so that nothing is constant.
Value any_of(const Body& b, TypeId type) {
  const ir::Type& t = b.module.types[type];
  const Value word = b.input();
  const TypeId scalar = b.module.types.scalar(t.scalar);
  const Value one = t.scalar == Scalar::u32 ? word : b.op(Op::convert, scalar, {word});
  if (t.kind == ir::TypeKind::vector) return b.op(Op::splat, type, {one});
  if (t.kind == ir::TypeKind::scalar) return one;
  std::vector<Value> columns(t.columns, b.op(Op::splat, t.element, {one}));
  return b.build.emit(Op::construct, type, columns);
}

void keep(const Body& b, Value value) {
  const auto pointer =
      b.module.types.pointer(AddressSpace::function, b.build.type_of(value), ir::Access::read_write);
  b.op(Op::var, pointer, {value});
}

TEST(writer, operations_of_one_type) {
  const auto module = kernel_of([](const Body& b) {
    b.module.uses_f16 = true;
    ir::TypeTable& types = b.module.types;
    const auto over = [&](std::initializer_list<Scalar> scalars, std::initializer_list<Op> ops,
                          int operands) {
      for (const Scalar scalar : scalars)
        for (const TypeId type : {types.scalar(scalar), types.vector(scalar, 3)})
          for (const Op op : ops) {
            const Value a = any_of(b, type);
            keep(b, operands == 1   ? b.op(op, type, {a})
                    : operands == 2 ? b.op(op, type, {a, a})
                                    : b.op(op, type, {a, a, a}));
          }
    };
    over({Scalar::i32, Scalar::u32, Scalar::f32, Scalar::f16},
         {Op::add, Op::sub, Op::mul, Op::div, Op::rem, Op::min, Op::max}, 2);
    over({Scalar::i32, Scalar::u32}, {Op::bit_and, Op::bit_or, Op::bit_xor}, 2);
    over({Scalar::i32, Scalar::u32},
         {Op::bit_not, Op::abs, Op::count_leading_zeros, Op::count_one_bits, Op::count_trailing_zeros,
          Op::first_leading_bit, Op::first_trailing_bit, Op::reverse_bits},
         1);
    over({Scalar::i32}, {Op::neg, Op::sign}, 1);
    over({Scalar::f32, Scalar::f16},
         {Op::neg,          Op::abs,  Op::acos, Op::acosh,   Op::asin,  Op::asinh,    Op::atan,  Op::atanh,
          Op::ceil,         Op::cos,  Op::cosh, Op::degrees, Op::exp,   Op::exp2,     Op::floor, Op::fract,
          Op::inverse_sqrt, Op::log,  Op::log2, Op::radians, Op::round, Op::saturate, Op::sign,  Op::sin,
          Op::sinh,         Op::sqrt, Op::tan,  Op::tanh,    Op::trunc},
         1);
    over({Scalar::f32, Scalar::f16}, {Op::atan2, Op::pow, Op::step}, 2);
    over({Scalar::i32, Scalar::u32, Scalar::f32, Scalar::f16}, {Op::clamp}, 3);
    over({Scalar::f32, Scalar::f16}, {Op::fma, Op::mix, Op::smoothstep}, 3);
    over({Scalar::boolean}, {Op::logical_not}, 1);
    over({Scalar::boolean}, {Op::bit_and, Op::bit_or, Op::eq, Op::ne}, 2);
  });
  expect_valid(module);
}

TEST(writer, comparisons_conversions_and_selections) {
  const auto module = kernel_of([](const Body& b) {
    b.module.uses_f16 = true;
    ir::TypeTable& types = b.module.types;
    const Scalar all[] = {Scalar::boolean, Scalar::i32, Scalar::u32, Scalar::f32, Scalar::f16};
    for (const Scalar from : all)
      for (const bool wide : {false, true}) {
        const TypeId type = wide ? types.vector(from, 4) : types.scalar(from);
        const Value a = any_of(b, type);
        for (const Scalar to : all) keep(b, b.op(Op::convert, types.with_scalar(type, to), {a}));
        const TypeId flags = types.with_scalar(type, Scalar::boolean);
        if (from != Scalar::boolean)
          for (const Op op : {Op::eq, Op::ne, Op::lt, Op::le, Op::gt, Op::ge})
            keep(b, b.op(op, flags, {a, a}));
        keep(b, b.op(Op::select, type, {a, a, any_of(b, flags)}));
        keep(b, b.op(Op::select, type, {a, a, any_of(b, types.boolean())}));
      }
    const Value flags = any_of(b, types.vector(Scalar::boolean, 2));
    keep(b, b.op(Op::all, types.boolean(), {flags}));
    keep(b, b.op(Op::any, types.boolean(), {any_of(b, types.boolean())}));
  });
  expect_valid(module);
}

TEST(writer, vectors_and_matrices) {
  const auto module = kernel_of([](const Body& b) {
    ir::TypeTable& types = b.module.types;
    const TypeId f32 = types.f32();
    const TypeId v3 = types.vector(Scalar::f32, 3);
    const TypeId m = types.matrix(Scalar::f32, 2, 3);
    const TypeId t = types.matrix(Scalar::f32, 3, 2);
    const TypeId square = types.matrix(Scalar::f32, 3, 3);
    const Value vector = any_of(b, v3);
    const Value matrix = any_of(b, m);
    keep(b, b.op(Op::add, m, {matrix, matrix}));
    keep(b, b.op(Op::transpose, t, {matrix}));
    keep(b, b.op(Op::mat_mul, square, {matrix, any_of(b, t)}));
    keep(b, b.op(Op::mat_mul, v3, {matrix, any_of(b, types.vector(Scalar::f32, 2))}));
    keep(b, b.op(Op::mat_mul, types.vector(Scalar::f32, 2), {vector, matrix}));
    keep(b, b.op(Op::mat_mul, m, {any_of(b, f32), matrix}));
    keep(b, b.op(Op::determinant, f32, {any_of(b, square)}));
    keep(b, b.op(Op::extract_dynamic, v3, {matrix, b.input()}));
    keep(b, b.op(Op::extract_dynamic, f32, {vector, b.input()}));
    keep(b, b.op(Op::insert, v3, {vector, any_of(b, f32)}, 1));
    keep(b, b.op(Op::shuffle, types.vector(Scalar::f32, 4), {vector}, 0x0012));
    keep(b, b.op(Op::cross, v3, {vector, vector}));
    keep(b, b.op(Op::refract, v3, {vector, vector, any_of(b, f32)}));
    for (const Op op : {Op::dot, Op::distance}) keep(b, b.op(op, f32, {vector, vector}));
    for (const Op op : {Op::normalize}) keep(b, b.op(op, v3, {vector}));
    keep(b, b.op(Op::length, f32, {vector}));
    keep(b, b.op(Op::reflect, v3, {vector, vector}));
    keep(b, b.op(Op::face_forward, v3, {vector, vector, vector}));
    const Value ints = any_of(b, types.vector(Scalar::i32, 4));
    keep(b, b.op(Op::dot, types.i32(), {ints, ints}));
    const Value v4 = any_of(b, types.vector(Scalar::f32, 4));
    const Value v2 = any_of(b, types.vector(Scalar::f32, 2));
    for (const Op op : {Op::pack4x8snorm, Op::pack4x8unorm}) keep(b, b.op(op, types.u32(), {v4}));
    for (const Op op : {Op::pack2x16snorm, Op::pack2x16unorm, Op::pack2x16float})
      keep(b, b.op(op, types.u32(), {v2}));
    for (const Op op : {Op::unpack4x8snorm, Op::unpack4x8unorm})
      keep(b, b.op(op, types.vector(Scalar::f32, 4), {b.input()}));
    for (const Op op : {Op::unpack2x16snorm, Op::unpack2x16unorm, Op::unpack2x16float})
      keep(b, b.op(op, types.vector(Scalar::f32, 2), {b.input()}));
    const TypeId pair = types.structure("pair", {{"fract", v3}, {"whole", v3}});
    keep(b, b.op(Op::modf, pair, {vector}));
    const TypeId parts = types.structure("parts", {{"fract", v3}, {"exp", types.vector(Scalar::i32, 3)}});
    keep(b, b.op(Op::frexp, parts, {vector}));
    keep(b, b.op(Op::ldexp, v3, {vector, any_of(b, types.vector(Scalar::i32, 3))}));
  });
  expect_valid(module);
}

// Regions of the control instruction that was just made.
ir::RegionId region_of(const Body& b, ir::InstId control, std::uint32_t i) {
  return b.build.function().region_of(b.build.function()[control], i);
}

TEST(writer, structured_control_flow) {
  const auto module = kernel_of([](const Body& b) {
    ir::Builder& build = b.build;
    const TypeId u32 = b.module.types.u32();
    const ir::RegionId top = build.region();
    const ir::InstId loop = build.emit_control(Op::loop, {}, 2);
    build.set_region(region_of(b, loop, 0));
    const ir::RegionId body = build.region();
    const Value x = b.input();
    b.build.function().switches.push_back({{{1, 2}, false}, {{}, true}, {{7}, false}});
    const ir::InstId choice = build.emit_control(Op::switch_, {x}, 3, 0);
    build.set_region(region_of(b, choice, 0));
    build.terminate(Op::continue_);
    build.set_region(region_of(b, choice, 1));
    const ir::InstId inner =
        build.emit_control(Op::if_, {b.op(Op::eq, b.module.types.boolean(), {x, build.u32(3)})}, 2);
    const ir::RegionId in_case = build.region();
    build.set_region(region_of(b, inner, 0));
    build.terminate(Op::break_);
    build.set_region(region_of(b, inner, 1));
    build.terminate(Op::return_);
    build.set_region(in_case);
    build.terminate(Op::unreachable);
    build.set_region(region_of(b, choice, 2));
    build.terminate(Op::yield);
    build.set_region(body);
    const ir::InstId test =
        build.emit_control(Op::if_, {b.op(Op::gt, b.module.types.boolean(), {x, build.u32(9)})}, 2);
    build.set_region(region_of(b, test, 0));
    build.terminate(Op::yield, {x});
    build.set_region(region_of(b, test, 1));
    build.terminate(Op::yield, {build.u32(5)});
    build.set_region(body);
    b.output(build.emit_result(test, u32, 0));
    const ir::InstId empty = build.emit_control(Op::if_, {b.op(Op::eq, b.module.types.boolean(), {x, x})}, 2);
    build.set_region(region_of(b, empty, 0));
    build.terminate(Op::yield);
    build.set_region(region_of(b, empty, 1));
    build.terminate(Op::yield);
    build.set_region(body);
    build.terminate(Op::break_);
    build.set_region(region_of(b, loop, 1));
    build.terminate(Op::iterate, {b.op(Op::lt, b.module.types.boolean(), {b.input(), build.u32(2)})});
    build.set_region(top);
  });
  expect_valid(module);
}

TEST(writer, buffers_of_structures_arrays_and_matrices) {
  const auto module = kernel_of([](const Body& b) {
    ir::TypeTable& types = b.module.types;
    const TypeId inner = types.structure("Inner", {{"m", types.matrix(Scalar::f32, 3, 3)},
                                                   {"a", types.array(types.vector(Scalar::f32, 3), 4)}});
    const TypeId outer =
        types.structure("Outer", {{"n", types.u32()}, {"i", inner}, {"tail", types.runtime_array(inner)}});
    const auto global = [&](TypeId type, AddressSpace space, ir::Access access, std::uint32_t binding) {
      b.module.globals.push_back(
          {.name = "g", .type = types.pointer(space, type, access), .binding = ir::Binding{3, binding}});
      return Value(ir::GlobalId(b.module.globals.size() - 1));
    };
    const auto member = [&](Value structure, std::uint32_t i) {
      const ir::Type& pointer = types[b.build.type_of(structure)];
      const TypeId type = types[pointer.element].members[i].type;
      return b.op(Op::member, types.pointer(pointer.space, type, pointer.access), {structure}, i);
    };
    const Value tailed = global(outer, AddressSpace::storage, ir::Access::read_write, 0);
    const Value uniform = global(inner, AddressSpace::uniform, ir::Access::read, 1);
    const Value matrices = global(types.runtime_array(types.matrix(Scalar::f32, 2, 2)), AddressSpace::storage,
                                  ir::Access::read_write, 2);
    const Value small = global(types.vector(Scalar::f32, 3), AddressSpace::uniform, ir::Access::read, 3);
    b.store(b.at(member(tailed, 2), b.index), b.load(uniform));
    b.store(member(tailed, 1), b.load(b.at(member(tailed, 2), b.input())));
    b.store(b.at(matrices, b.index), b.load(b.at(matrices, b.input())));
    b.store(b.at(b.at(matrices, b.index), b.input()), b.load(b.at(b.at(matrices, b.index), b.input())));
    keep(b, b.load(small));
    keep(b, b.op(Op::array_length, types.u32(), {member(tailed, 2)}));
  });
  expect_valid(module);
}

TEST(writer, atomics_barriers_and_shared_memory) {
  const auto module = kernel_of([](const Body& b) {
    ir::TypeTable& types = b.module.types;
    for (const Scalar scalar : {Scalar::u32, Scalar::i32})
      for (const AddressSpace space : {AddressSpace::workgroup, AddressSpace::storage}) {
        const TypeId atomic = types.atomic(scalar);
        const TypeId type = types.structure("S", {{"a", atomic}, {"b", types.array(atomic, 20)}});
        const bool bound = space == AddressSpace::storage;
        b.module.globals.push_back({.name = "a", .type = types.pointer(space, type, ir::Access::read_write)});
        if (bound) b.module.globals.back().binding = ir::Binding{0, static_cast<std::uint32_t>(scalar)};
        const Value global = ir::GlobalId(b.module.globals.size() - 1);
        const Value array = b.op(
            Op::member, types.pointer(space, types.array(atomic, 20), ir::Access::read_write), {global}, 1);
        const Value place = b.at(array, b.input());
        const TypeId s = types.scalar(scalar);
        const Value x = any_of(b, s);
        for (const Op op : {Op::atomic_add, Op::atomic_sub, Op::atomic_max, Op::atomic_min, Op::atomic_and,
                            Op::atomic_or, Op::atomic_xor, Op::atomic_exchange})
          keep(b, b.op(op, s, {place, x}));
        b.op(Op::atomic_store, types.void_type(), {place, x});
        keep(b, b.op(Op::atomic_load, s, {place}));
        const TypeId pair = types.structure("R", {{"old_value", s}, {"exchanged", types.boolean()}});
        keep(b, b.op(Op::atomic_compare_exchange_weak, pair, {place, x, x}));
      }
    for (const Op op : {Op::workgroup_barrier, Op::storage_barrier, Op::texture_barrier})
      b.op(op, types.void_type(), {});
    b.module.globals.push_back(
        {.name = "flag",
         .type = types.pointer(AddressSpace::workgroup, types.boolean(), ir::Access::read_write)});
    keep(b, b.op(Op::workgroup_uniform_load, types.boolean(),
                 {Value(ir::GlobalId(b.module.globals.size() - 1))}));
  });
  expect_valid(module);
}

TEST(writer, subgroup_operations_and_inputs) {
  const auto module = kernel_of([](const Body& b) {
    b.module.uses_subgroups = true;
    ir::TypeTable& types = b.module.types;
    for (const TypeId type : {types.u32(), types.i32(), types.f32(), types.vector(Scalar::f32, 4)}) {
      const Value x = any_of(b, type);
      for (const Op op : {Op::subgroup_add, Op::subgroup_exclusive_add, Op::subgroup_inclusive_add,
                          Op::subgroup_mul, Op::subgroup_max, Op::subgroup_min, Op::subgroup_broadcast_first,
                          Op::quad_swap_x, Op::quad_swap_y, Op::quad_swap_diagonal})
        keep(b, b.op(op, type, {x}));
      keep(b, b.op(Op::subgroup_broadcast, type, {x}, 3));
      keep(b, b.op(Op::quad_broadcast, type, {x}, 2));
      for (const Op op : {Op::subgroup_shuffle, Op::subgroup_shuffle_xor, Op::subgroup_shuffle_up,
                          Op::subgroup_shuffle_down})
        keep(b, b.op(op, type, {x, b.build.u32(1)}));
    }
    const Value flag = any_of(b, types.boolean());
    keep(b, b.op(Op::subgroup_and, types.u32(), {b.input()}));
    for (const Op op : {Op::subgroup_all, Op::subgroup_any}) keep(b, b.op(op, types.boolean(), {flag}));
    keep(b, b.op(Op::subgroup_elect, types.boolean(), {}));
    keep(b, b.op(Op::subgroup_ballot, types.vector(Scalar::u32, 4), {flag}));
    for (std::uint32_t i = 0; i <= static_cast<std::uint32_t>(ir::BuiltinInput::num_subgroups); ++i) {
      const auto input = static_cast<ir::BuiltinInput>(i);
      if (input == ir::BuiltinInput::global_invocation_index || input == ir::BuiltinInput::workgroup_index)
        continue;  // not in lowered modules
      const bool wide = i <= static_cast<std::uint32_t>(ir::BuiltinInput::num_workgroups) &&
                        i != static_cast<std::uint32_t>(ir::BuiltinInput::local_invocation_index);
      keep(b, b.op(Op::builtin, wide ? types.vector(Scalar::u32, 3) : types.u32(), {}, i));
    }
  });
  expect_valid(module);
}

TEST(writer, the_same_module_gives_the_same_words) {
  const auto module = kernel_of([](const Body& b) { b.output(b.input()); });
  EXPECT_EQ(words_of(module, spirv_target()), words_of(module, spirv_target()));
}

TEST(writer, read_only_buffers_are_not_writable_and_bindings_are_slots) {
  const std::string text =
      text_of(words_of(kernel_of([](const Body& b) { b.output(b.input()); }), spirv_target()));
  EXPECT_NE(text.find("OpDecorate %in NonWritable"), std::string::npos) << text;
  EXPECT_NE(text.find("OpDecorate %out Binding 1"), std::string::npos);
  EXPECT_EQ(text.find("OpDecorate %out NonWritable"), std::string::npos);
  EXPECT_NE(text.find("OpExecutionMode %main LocalSize 8 1 1"), std::string::npos);
}

}  // namespace
}  // namespace slipway::tests
