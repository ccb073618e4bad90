// Every rule of the verifier: a module that breaks it alone, beside the nearest one that is legal.
#include "ir/rules.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "sample.h"

namespace slipway::ir::test {
namespace {

struct Case {
  std::string_view rule;
  void (*fill)(Sample&, Builder&, bool broken);  ///< main's body, without its return
  bool ends = true;                              ///< the body gets a return
};

void nest(Sample& s, Builder&, bool broken) {
  TypeId type = s.module.types.f32();
  for (unsigned depth = 1; depth < (broken ? 256U : 255U); ++depth) type = s.module.types.array(type, 1);
}

void share_a_binding(Sample& s, Builder& b, bool broken) {
  const TypeId u32 = s.module.types.u32();
  const GlobalId first = s.add_buffer("first", u32, Access::read_write, 2);
  const GlobalId second = s.add_buffer("second", u32, Access::read, broken ? 2 : 3);
  b.emit(Op::store, s.module.types.void_type(), {first, b.emit(Op::load, u32, {second})});
}

void call_itself(Sample& s, Builder& b, bool broken) {
  const TypeId none = s.module.types.void_type();
  const FunctionId callee = s.add_function("callee", none);
  Builder in = s.builder(callee);
  if (broken) in.emit(Op::call, none, {}, callee.index);
  in.terminate(Op::return_);
  b.emit(Op::call, none, {}, callee.index);
}

// An `if` with `count` regions; a value made in the first is used in the second, or one from before.
InstId branch(Builder& b, std::uint32_t count) {
  const RegionId outer = b.region();
  const InstId id = b.emit_control(Op::if_, {b.boolean(true)}, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    b.set_region(b.function().region_of(b.function()[id], i));
    b.terminate(Op::yield);
  }
  b.set_region(outer);
  return id;
}

void use_from_another_region(Sample& s, Builder& b, bool broken) {
  const TypeId u32 = s.module.types.u32();
  const RegionId outer = b.region();
  const InstId before = b.emit(Op::add, u32, {b.u32(1), b.u32(2)});
  const InstId id = b.emit_control(Op::if_, {b.boolean(true)}, 2);
  b.set_region(b.function().region_of(b.function()[id], 0));
  const InstId inside = b.emit(Op::add, u32, {before, b.u32(2)});
  b.terminate(Op::yield);
  b.set_region(b.function().region_of(b.function()[id], 1));
  b.terminate(Op::yield);
  b.set_region(outer);
  b.emit(Op::add, u32, {broken ? inside : before, b.u32(3)});
}

void give_a_result(Sample& s, Builder& b, bool broken) {
  const RegionId outer = b.region();
  const InstId id = b.emit_control(Op::if_, {b.boolean(true)}, 2);
  b.emit_result(id, s.module.types.u32(), 0);
  for (unsigned i = 0; i < 2; ++i) {
    b.set_region(b.function().region_of(b.function()[id], i));
    if (broken && i == 1)
      b.terminate(Op::yield);
    else
      b.terminate(Op::yield, {b.u32(i)});
  }
  b.set_region(outer);
}

void select_twice(Sample&, Builder& b, bool broken) {
  const RegionId outer = b.region();
  b.function().switches.push_back({{{1}, false}, {{broken ? 1U : 2U}, true}});
  const InstId id = b.emit_control(Op::switch_, {b.u32(1)}, 2, 0);
  for (std::uint32_t i = 0; i < 2; ++i) {
    b.set_region(b.function().region_of(b.function()[id], i));
    b.terminate(Op::yield);
  }
  b.set_region(outer);
}

void call_with(Sample& s, Builder& b, bool broken) {
  const TypeId u32 = s.module.types.u32();
  const FunctionId callee = s.add_function("callee", u32, {{"x", u32}});
  Builder in = s.builder(callee);
  in.terminate(Op::return_, {in.u32(1)});
  b.emit(Op::call, u32, {broken ? b.i32(1) : b.u32(1)}, callee.index);
}

void read_an_input(Sample& s, Builder& b, bool broken) {
  const TypeId none = s.module.types.void_type();
  const FunctionId helper = s.add_function("helper", none);
  Builder in = s.builder(helper);
  (broken ? in : b)
      .emit(Op::builtin, s.module.types.vector(Scalar::u32, 3), {},
            static_cast<std::uint32_t>(BuiltinInput::workgroup_id));
  in.terminate(Op::return_);
}

const Case cases[] = {
    {"ir.handle",
     [](Sample& s, Builder& b, bool broken) {
       b.emit(Op::call, s.module.types.void_type(), {},
              broken ? 7U : s.add_function("f", s.module.types.void_type()).index);
       if (!broken) s.builder(FunctionId(1U)).terminate(Op::return_);
     }},
    {"ir.nesting", nest},
    {"ir.type", [](Sample& s, Builder&, bool broken) { s.module.types.vector(Scalar::i32, broken ? 1 : 2); }},
    {"ir.constant", [](Sample& s, Builder&,
                       bool broken) { s.module.constants.scalar(s.module.types.boolean(), broken ? 2 : 1); }},
    {"ir.layout",
     [](Sample& s, Builder&, bool broken) {
       s.module.types.structure("S", {{"a", s.module.types.vector(Scalar::u32, 4), broken ? 8U : 16U, 0}});
     }},
    {"ir.size",
     [](Sample& s, Builder&, bool broken) {
       const std::uint32_t count = (1U << 22U) + (broken ? 1 : 0);
       s.add_variable("v", AddressSpace::workgroup, s.module.types.array(s.module.types.i32(), count));
     }},
    {"ir.global",
     [](Sample& s, Builder&, bool broken) {
       const TypeId type = broken ? s.module.types.boolean() : s.module.types.u32();
       s.add_buffer("v", type, Access::read_write, 0);
     }},
    {"ir.binding", share_a_binding},
    {"ir.override",
     [](Sample& s, Builder&, bool broken) {
       s.module.overrides.push_back({.name = "a", .type = s.module.types.f32()});
       s.module.overrides.push_back({.name = broken ? "a" : "b", .type = s.module.types.f32()});
     }},
    {"ir.entry_point",
     [](Sample& s, Builder&, bool broken) {
       s.module.entry_points[0].workgroup_size[2].value = broken ? 0 : 1;
     }},
    {"ir.recursion", call_itself},
    {"ir.region", [](Sample&, Builder& b, bool broken) { branch(b, broken ? 3 : 2); }},
    {"ir.terminator", [](Sample&, Builder& b, bool broken) { b.terminate(broken ? Op::yield : Op::return_); },
     false},
    {"ir.dominance", use_from_another_region},
    {"ir.arity",
     [](Sample& s, Builder& b, bool broken) {
       if (broken)
         b.emit(Op::abs, s.module.types.i32(), {});
       else
         b.emit(Op::abs, s.module.types.i32(), {b.i32(1)});
     }},
    {"ir.operand",
     [](Sample& s, Builder& b, bool broken) {
       b.emit(Op::mul, s.module.types.i32(), {b.i32(1), broken ? b.u32(1) : b.i32(1)});
     }},
    {"ir.result_type",
     [](Sample& s, Builder& b, bool broken) {
       b.emit(Op::eq, broken ? s.module.types.i32() : s.module.types.boolean(), {b.i32(1), b.i32(2)});
     }},
    {"ir.result", give_a_result},
    {"ir.immediate",
     [](Sample& s, Builder& b, bool broken) {
       b.emit(Op::extract, s.module.types.u32(), {b.zero(s.module.types.vector(Scalar::u32, 2))},
              broken ? 2 : 1);
     }},
    {"ir.switch", select_twice},
    {"ir.call", call_with},
    {"ir.builtin", read_an_input},
    {"ir.access",
     [](Sample& s, Builder& b, bool broken) {
       const Access access = broken ? Access::read : Access::read_write;
       const GlobalId g = s.add_buffer("v", s.module.types.i32(), access, 0);
       b.emit(Op::store, s.module.types.void_type(), {g, b.i32(1)});
     }},
    {"ir.native",
     [](Sample& s, Builder& b, bool broken) {
       b.emit_native(broken ? Op::bit_xor : Op::rem, s.module.types.u32(), {b.u32(1), b.u32(2)});
     }},
    {"ir.feature",
     [](Sample& s, Builder& b, bool broken) {
       s.module.uses_f16 = !broken;
       b.emit(Op::convert, s.module.types.f16(), {b.i32(1)});
     }},
};

std::vector<std::string> rules_of(const Case& test, bool broken) {
  Sample s;
  Builder b = s.builder();
  test.fill(s, b, broken);
  if (test.ends) s.builder().terminate(Op::return_);
  return broken_rules(std::move(s.module));
}

class VerifierRules : public testing::TestWithParam<Case> {};

TEST_P(VerifierRules, are_broken_by_one_module_and_not_by_its_neighbour) {
  EXPECT_EQ(rules_of(GetParam(), true), std::vector<std::string>{std::string(GetParam().rule)});
  EXPECT_EQ(rules_of(GetParam(), false), std::vector<std::string>());
}

INSTANTIATE_TEST_SUITE_P(Table, VerifierRules, testing::ValuesIn(cases),
                         [](const auto& test) { return std::string(test.param.rule.substr(3)); });

TEST(ListOfVerifierRules, has_a_case_for_each) {
  for (const std::string_view rule : verifier_rules)
    EXPECT_EQ(std::ranges::count(cases, rule, &Case::rule), 1) << rule;
  EXPECT_EQ(std::size(cases), verifier_rules.size());
}

}  // namespace
}  // namespace slipway::ir::test
