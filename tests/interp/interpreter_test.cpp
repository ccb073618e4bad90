#include "interp/interpreter.h"

#include <gtest/gtest.h>

#include "kernel.h"

namespace slipway::interp::test {
namespace {

using ir::AddressSpace;
using ir::BuiltinInput;
using ir::Op;
using ir::Scalar;
using ir::Value;

Value none() { return {}; }

// Control

// n = 0; c = 0; loop { n += 1 continuing { c += 3; break if c > limit } }
TEST(Interpreter, break_if_sees_what_the_continuing_statements_did) {
  Kernel k;
  const Value limits = k.array(0, {0, 10, 11, 12});
  const Value out = k.array(1, Words(8));
  k.grid = {4, 1, 1};
  Body b(k);
  const Value id = b.input_x(BuiltinInput::workgroup_id);
  const Value limit = b.load(b.at(limits, id));
  const Value n = b.variable(k.types.u32());
  const Value c = b.variable(k.types.u32());
  b.loop([&] { b.store(n, b.word(Op::add, b.load(n), b.u32(1))); },
         [&] {
           b.store(c, b.word(Op::add, b.load(c), b.u32(3)));
           return b.test(Op::gt, b.load(c), limit);
         });
  const Value first = b.word(Op::mul, id, b.u32(2));
  b.store(b.at(out, first), b.load(n));
  b.store(b.at(out, b.word(Op::add, first, b.u32(1))), b.load(c));
  b.end();
  ASSERT_TRUE(k.run().has_value());
  EXPECT_EQ(k.memory[1], (Words{1, 3, 4, 12, 4, 12, 5, 15}));
}

// for i in 0..8 { switch i % 4 { case 1: continue; case 2: { s += 100; break } default: {} } s += i }
TEST(Interpreter, continue_leaves_a_switch_inside_a_loop) {
  Kernel k;
  const Value out = k.array(0, Words(1));
  Body b(k);
  const Value i = b.variable(k.types.u32());
  const Value s = b.variable(k.types.u32());
  const auto add = [&](Value to, Value what) { b.store(to, b.word(Op::add, b.load(to), what)); };
  b.loop(
      [&] {
        b.branch(
            b.test(Op::lt, b.load(i), b.u32(8)), [] {}, [&] { b.terminate(Op::break_); });
        const Value selector = b.word(Op::rem, b.load(i), b.u32(4));
        b.function().switches.push_back({{{2}, false}, {{}, true}, {{1}, false}});
        const ir::InstId id = b.emit_control(Op::switch_, {selector}, 3, 0);
        b.inside(
            id, 0,
            [&] {
              add(s, b.u32(100));
              b.terminate(Op::break_);
            },
            Op::yield);
        b.inside(
            id, 1, [] {}, Op::yield);
        b.inside(
            id, 2, [&] { b.terminate(Op::continue_); }, Op::yield);
        add(s, b.load(i));
      },
      [&] {
        add(i, b.u32(1));
        return none();
      });
  b.store(b.at(out, b.u32(0)), b.load(s));
  b.end();
  ASSERT_TRUE(k.run().has_value());
  EXPECT_EQ(k.memory[0], Words{222});
}

TEST(Interpreter, if_gives_the_results_of_the_branch_taken) {
  Kernel k;
  const Value out = k.array(0, Words(2));
  k.grid = {2, 1, 1};
  Body b(k);
  const Value id = b.input_x(BuiltinInput::workgroup_id);
  const ir::InstId chosen = b.emit_control(Op::if_, {b.test(Op::eq, id, b.u32(0))}, 2);
  const Value first = b.emit_result(chosen, k.types.u32(), 0);
  const Value second = b.emit_result(chosen, k.types.u32(), 1);
  b.inside(
      chosen, 0,
      [&] {
        b.terminate(Op::yield, {b.u32(10), b.u32(1)});
      },
      Op::yield);
  b.inside(
      chosen, 1,
      [&] {
        b.terminate(Op::yield, {b.u32(20), b.u32(2)});
      },
      Op::yield);
  b.store(b.at(out, id), b.word(Op::add, first, second));
  b.end();
  ASSERT_TRUE(k.run().has_value());
  EXPECT_EQ(k.memory[0], (Words{11, 22}));
}

TEST(Interpreter, a_variable_is_zero_at_each_execution_of_its_declaration) {
  Kernel k;
  const Value out = k.array(0, Words(3));
  Body b(k);
  const Value i = b.variable(k.types.u32());
  b.loop(
      [&] {
        const Value fresh = b.variable(k.types.u32());
        b.store(fresh, b.word(Op::add, b.load(fresh), b.u32(1)));
        b.store(b.at(out, b.load(i)), b.load(fresh));
      },
      [&] {
        b.store(i, b.word(Op::add, b.load(i), b.u32(1)));
        return b.test(Op::ge, b.load(i), b.u32(3));
      });
  b.end();
  ASSERT_TRUE(k.run().has_value());
  EXPECT_EQ(k.memory[0], (Words{1, 1, 1}));
}

// Calls

TEST(Interpreter, functions_take_pointers_and_give_composites) {
  Kernel k;
  const Value out = k.array(0, Words(4));
  ir::TypeTable& t = k.types;
  const ir::TypeId pair = t.structure("Pair", {{"old", t.u32()}, {"twice", t.u32()}});
  const ir::TypeId pointer = t.pointer(AddressSpace::function, t.u32(), ir::Access::read_write);
  const ir::FunctionId bump = k.add_function("bump", pair, {{"p", pointer}, {"by", t.u32()}});
  {
    Body b(k, bump);
    const Value p = b.emit(Op::param, pointer, {}, 0);
    const Value by = b.emit(Op::param, t.u32(), {}, 1);
    const Value old = b.load(p);
    b.store(p, b.word(Op::add, old, by));
    const Value result = b.emit(Op::construct, pair, {old, b.word(Op::mul, old, b.u32(2))});
    b.terminate(Op::return_, {result});
  }
  Body b(k);
  const Value x = b.variable(t.u32());
  b.store(x, b.u32(5));
  const Value first = b.emit(Op::call, pair, {x, b.u32(7)}, bump.index);
  const Value second = b.emit(Op::call, pair, {x, b.u32(1)}, bump.index);
  b.store(b.at(out, b.u32(0)), b.emit(Op::extract, t.u32(), {first}, 0));
  b.store(b.at(out, b.u32(1)), b.emit(Op::extract, t.u32(), {first}, 1));
  b.store(b.at(out, b.u32(2)), b.emit(Op::extract, t.u32(), {second}, 1));
  b.store(b.at(out, b.u32(3)), b.load(x));
  b.end();
  ASSERT_TRUE(k.run().has_value());
  EXPECT_EQ(k.memory[0], (Words{5, 10, 24, 13}));
}

// Workgroups

// sh[l] = l; barrier; v = sh[(l + 1) % 64]; barrier; sh[l] = 2 v; barrier; out[l] = sh[(l + 1) % 64]
TEST(Interpreter, barriers_order_workgroup_memory_also_inside_calls) {
  Kernel k(64);
  k.grid = {1000, 1, 1};
  const Value out = k.array(0, Words(64000));
  const Value shared = k.add_variable("sh", AddressSpace::workgroup, k.types.array(k.types.u32(), 64));
  const ir::FunctionId wait = k.add_function("wait", k.types.void_type());
  {
    Body b(k, wait);
    b.barrier();
    b.end();
  }
  Body b(k);
  const Value l = b.local_index();
  const Value neighbour = b.word(Op::rem, b.word(Op::add, l, b.u32(1)), b.u32(64));
  const auto synchronise = [&] { b.emit(Op::call, k.types.void_type(), {}, wait.index); };
  b.store(b.at(shared, l), l);
  synchronise();
  const Value v = b.load(b.at(shared, neighbour));
  synchronise();
  b.store(b.at(shared, l), b.word(Op::mul, v, b.u32(2)));
  b.barrier();
  b.store(b.at(out, b.input_x(BuiltinInput::global_invocation_id)), b.load(b.at(shared, neighbour)));
  b.end();
  ASSERT_TRUE(k.run().has_value());
  for (std::uint32_t i = 0; i < 64000; ++i) ASSERT_EQ(k.memory[0][i], 2 * ((i % 64 + 2) % 64)) << i;
}

TEST(Interpreter, workgroup_and_private_memory_start_fresh) {
  Kernel k(2);
  k.grid = {3, 1, 1};
  const Value out = k.array(0, Words(6));
  const Value shared = k.add_variable("sh", AddressSpace::workgroup, k.types.array(k.types.u32(), 2));
  const ir::GlobalId own = k.add_variable("own", AddressSpace::private_, k.types.u32());
  k.module.globals[own.index].initializer = k.module.constants.scalar(k.types.u32(), 40);
  Body b(k);
  const Value mine = b.at(shared, b.local_index());
  b.store(mine, b.word(Op::add, b.load(mine), b.u32(2)));
  b.store(own, b.word(Op::add, b.load(own), b.load(mine)));
  b.store(b.at(out, b.input_x(BuiltinInput::global_invocation_id)), b.load(own));
  b.end();
  ASSERT_TRUE(k.run().has_value());
  EXPECT_EQ(k.memory[0], Words(6, 42));
}

TEST(Interpreter, a_barrier_that_some_never_reach_is_an_error) {
  Kernel k(4);
  Body b(k);
  b.when(b.test(Op::lt, b.local_index(), b.u32(2)), [&] { b.barrier(); });
  b.end();
  const auto outcome = k.run();
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().code(), ErrorCode::internal);
  EXPECT_EQ(
      outcome.error().message(),
      "a barrier is not reached by all invocations of workgroup (0, 0, 0): invocation 0 waits at site 0, "
      "invocation 2 has ended");
}

void spin_until_other_workgroup_stores(std::uint32_t waiter) {
  Kernel k(8);
  k.grid = {2, 1, 1};
  const Value flag = k.add_buffer("flag", k.types.atomic(Scalar::u32), ir::Access::read_write, 0);
  k.memory[0] = {0};
  const Value out = k.array(1, Words(1));
  Body b(k);
  const Value id = b.input_x(BuiltinInput::workgroup_id);
  b.branch(
      b.test(Op::eq, id, b.u32(waiter)),
      [&] {
        b.loop([] {},
               [&] {
                 const Value seen = b.emit(Op::atomic_load, k.types.u32(), {flag});
                 return b.test(Op::eq, seen, b.u32(8));
               });
        b.store(b.at(out, b.u32(0)), b.u32(1));
      },
      [&] { b.atomic(Op::atomic_add, flag, b.u32(1)); });
  b.end();
  ASSERT_TRUE(k.run().has_value());
  EXPECT_EQ(k.memory[1], Words{1});
}

TEST(Interpreter, a_workgroup_can_wait_for_an_earlier_one) { spin_until_other_workgroup_stores(1); }
TEST(Interpreter, a_workgroup_can_wait_for_a_later_one) { spin_until_other_workgroup_stores(0); }

TEST(Interpreter, invocations_of_a_workgroup_can_wait_for_each_other) {
  Kernel k(4);
  const Value flag = k.add_variable("flag", AddressSpace::workgroup, k.types.atomic(Scalar::u32));
  Body b(k);
  b.branch(
      b.test(Op::lt, b.local_index(), b.u32(3)),
      [&] {
        b.loop([] {},
               [&] { return b.test(Op::ne, b.emit(Op::atomic_load, k.types.u32(), {flag}), b.u32(0)); });
      },
      [&] { b.atomic(Op::atomic_add, flag, b.u32(1)); });
  b.end();
  EXPECT_TRUE(k.run().has_value());
}

TEST(Interpreter, ids_cover_the_grid) {
  Kernel k(3);
  k.module.entry_points[0].workgroup_size[1].value = 2;
  k.grid = {2, 2, 1};
  const ir::TypeId vec3 = k.types.vector(Scalar::u32, 3);
  const Value out = k.array(0, vec3, Words(24 * 4));
  Body b(k);
  const Value id =
      b.emit(Op::builtin, vec3, {}, static_cast<std::uint32_t>(BuiltinInput::global_invocation_id));
  const Value row = b.word(Op::mul, b.emit(Op::extract, k.types.u32(), {id}, 1), b.u32(6));
  const Value index = b.word(Op::add, row, b.emit(Op::extract, k.types.u32(), {id}, 0));
  b.store(b.at(out, index), id);
  b.end();
  ASSERT_TRUE(k.run().has_value());
  for (std::uint32_t y = 0; y < 4; ++y)
    for (std::uint32_t x = 0; x < 6; ++x) {
      const std::uint32_t at = (y * 6 + x) * 4;
      EXPECT_EQ(k.memory[0][at], x);
      EXPECT_EQ(k.memory[0][at + 1], y);
    }
}

TEST(Interpreter, an_empty_grid_runs_nothing) {
  for (const std::array<std::uint32_t, 3> grid : {std::array{0U, 1U, 1U}, {1U, 0U, 1U}, {1U, 1U, 0U}}) {
    Kernel k;
    k.grid = grid;
    const Value out = k.array(0, Words(1));
    Body b(k);
    b.store(b.at(out, b.u32(0)), b.u32(1));
    b.end();
    const auto outcome = k.run();
    ASSERT_TRUE(outcome.has_value());
    EXPECT_EQ(outcome->steps, 0U);
    EXPECT_EQ(k.memory[0], Words{0});
  }
}

// Traps, limits and faults

TEST(Interpreter, the_first_trap_is_reported_and_ends_the_run) {
  for (const bool with_barrier : {false, true}) {
    Kernel k(4);
    k.module.tags.push_back({77, "bad"});
    const Value out = k.array(0, Words(8));
    Body b(k);
    const Value l = b.local_index();
    b.when(b.test(Op::ge, l, b.u32(2)),
           [&] { b.emit(Op::trap, k.types.void_type(), {b.word(Op::mul, l, b.u32(10))}, 0); });
    b.store(b.at(out, l), b.u32(1));
    if (with_barrier) b.barrier();
    b.store(b.at(out, b.word(Op::add, l, b.u32(4))), b.u32(1));
    b.end();
    const auto outcome = k.run();
    ASSERT_TRUE(outcome.has_value());
    ASSERT_TRUE(outcome->trap.has_value());
    EXPECT_EQ(outcome->trap->value, 20U);
    EXPECT_EQ(outcome->trap->invocation, (std::array{2U, 0U, 0U}));
    // Invocations 0 and 1 had their turn before, up to the barrier.
    const std::uint32_t behind = with_barrier ? 0 : 1;
    EXPECT_EQ(k.memory[0], (Words{1, 1, 0, 0, behind, behind, 0, 0})) << with_barrier;
  }
}

TEST(Interpreter, a_step_limit_ends_an_endless_kernel) {
  Kernel k;
  k.step_limit = 100000;
  Body b(k);
  b.loop([] {}, none);
  b.terminate(Op::unreachable);
  const auto outcome = k.run();
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().code(), ErrorCode::budget_exceeded);
  EXPECT_EQ(outcome.error().message(), "the kernel ran for 100000 operations, its limit");
}

TEST(Interpreter, a_native_operation_outside_its_domain_is_a_fault) {
  Kernel k;
  const Value out = k.array(0, Words(1));
  Body b(k);
  b.set_site(1);
  k.module.site_count = 2;
  const Value zero = b.load(b.at(out, b.u32(0)));
  b.store(b.at(out, b.u32(0)), b.emit_native(Op::div, k.types.u32(), {b.u32(1), zero}));
  b.end();
  const auto outcome = k.run();
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().code(), ErrorCode::internal);
  EXPECT_EQ(outcome.error().message(), "native div at site 1: division by zero");
}

TEST(Interpreter, a_native_access_out_of_bounds_is_a_fault) {
  Kernel k;
  const Value out = k.array(0, Words(3));
  Body b(k);
  const ir::TypeId pointer = k.types.pointer(AddressSpace::storage, k.types.u32(), ir::Access::read_write);
  b.store(b.emit_native(Op::access, pointer, {out, b.u32(3)}), b.u32(1));
  b.end();
  const auto outcome = k.run();
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().message(), "native access at site 0: index 3 is not below 3");
}

TEST(Interpreter, a_missing_buffer_is_named) {
  Kernel k;
  const Value out = k.array(0, Words(1));
  k.memory.clear();
  Body b(k);
  b.store(b.at(out, b.u32(0)), b.u32(1));
  b.end();
  const auto outcome = k.run();
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().message(), "no buffer for 'buffer0' at group 0, binding 0");
}

TEST(Interpreter, launch_words_are_read_and_counted) {
  Kernel k;
  const Value out = k.array(0, Words(1));
  Body b(k);
  b.store(b.at(out, b.u32(0)), b.emit(Op::launch_word, k.types.u32(), {}, 1));
  b.end();
  k.launch_words = {5};
  const auto outcome = k.run();
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().message(), "the kernel reads 2 launch words and 1 are given");
  k.launch_words = {5, 6};
  ASSERT_TRUE(k.run().has_value());
  EXPECT_EQ(k.memory[0], Words{6});
}

// Subgroups

TEST(Interpreter, subgroups_exchange_values) {
  Kernel k(6);
  k.module.uses_subgroups = true;
  const Value out = k.array(0, Words(30));
  Body b(k);
  const ir::TypeId u32 = k.types.u32();
  const Value l = b.local_index();
  const Value v = b.word(Op::add, l, b.u32(1));
  const auto put = [&](std::uint32_t row, Value value) {
    b.store(b.at(out, b.word(Op::add, l, b.u32(row * 6))), value);
  };
  put(0, b.emit(Op::subgroup_add, u32, {v}));
  put(1, b.emit(Op::subgroup_exclusive_mul, u32, {v}));
  put(2, b.emit(Op::subgroup_shuffle, u32, {v, b.u32(1)}));
  const Value ballot =
      b.emit(Op::subgroup_ballot, k.types.vector(Scalar::u32, 4), {b.test(Op::ne, l, b.u32(1))});
  put(3, b.emit(Op::extract, u32, {ballot}, 0));
  b.when(b.test(Op::eq, b.word(Op::bit_and, l, b.u32(1)), b.u32(1)),
         [&] { put(4, b.emit(Op::subgroup_max, u32, {v})); });
  b.end();
  ASSERT_TRUE(k.run().has_value());
  EXPECT_EQ(k.memory[0], (Words{10, 10, 10, 10, 11, 11,  //
                                1,  1,  2,  6,  1,  5,   //
                                2,  2,  2,  2,  6,  6,   //
                                13, 13, 13, 13, 3,  3,   //
                                0,  4,  0,  4,  0,  6}));
}

// Odd invocations are in a helper function while even ones have gone on to the operation behind it.
TEST(Interpreter, subgroup_operations_inside_calls_come_before_those_behind_them) {
  Kernel k(4);
  k.module.uses_subgroups = true;
  const ir::TypeId u32 = k.types.u32();
  const Value out = k.array(0, Words(4));
  const ir::FunctionId total = k.add_function("total", u32, {{"v", u32}});
  {
    Body b(k, total);
    const Value v = b.emit(Op::param, u32, {}, 0);
    b.terminate(Op::return_, {b.emit(Op::subgroup_add, u32, {v})});
  }
  Body b(k);
  const Value l = b.local_index();
  const Value mine = b.variable(u32);
  b.store(mine, l);
  b.when(b.test(Op::eq, b.word(Op::bit_and, l, b.u32(1)), b.u32(1)),
         [&] { b.store(mine, b.emit(Op::call, u32, {l}, total.index)); });
  b.store(b.at(out, l), b.emit(Op::subgroup_add, u32, {b.load(mine)}));
  b.end();
  ASSERT_TRUE(k.run().has_value());
  EXPECT_EQ(k.memory[0], Words(4, 0 + 4 + 2 + 4));
}

}  // namespace
}  // namespace slipway::interp::test
