// For each rule a module that breaks it alone, beside a legal one that differs as little as possible.
#include "ir/verify.h"

#include <functional>

#include <gtest/gtest.h>

#include "sample.h"

namespace slipway::ir::test {
namespace {

using Fill = std::function<void(Sample&)>;

// Runs `fill` inside main's body and ends it with a return.
Fill body(const std::function<void(Sample&, Builder&)>& fill) {
  return [fill](Sample& s) {
    Builder b = s.builder();
    fill(s, b);
    if (!b.terminated()) b.terminate(Op::return_);
  };
}

std::vector<std::string> rules_of(const Fill& fill) {
  Sample s;
  fill(s);
  return broken_rules(std::move(s.module));
}

// `vary(false)` is legal and `vary(true)` breaks `rule` and nothing else.
void expect_rule(const std::string& rule, const std::function<Fill(bool)>& vary) {
  EXPECT_EQ(rules_of(vary(false)), std::vector<std::string>()) << rule;
  EXPECT_EQ(rules_of(vary(true)), std::vector<std::string>{rule});
}

Value f32(Sample& s, float value) {
  return s.module.constants.scalar(s.module.types.f32(), std::bit_cast<std::uint32_t>(value));
}

TypeId pointer(Sample& s, AddressSpace space, TypeId type) {
  return s.module.types.pointer(space, type, Access::read_write);
}

TEST(Verify, rich_module_is_valid) {
  EXPECT_EQ(broken_rules(rich_sample().module), std::vector<std::string>());
}

TEST(Verify, operands_that_do_not_exist_are_handles) {
  expect_rule("ir.handle", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      const Value v = broken ? Value(InstId(99U)) : b.u32(1);
      b.emit(Op::add, s.module.types.u32(), {v, b.u32(2)});
    });
  });
}

TEST(Verify, an_instruction_in_two_places_is_a_handle_error) {
  expect_rule("ir.handle", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      const InstId id = b.emit(Op::add, s.module.types.u32(), {b.u32(1), b.u32(2)});
      if (broken) b.function()[b.region()].insts.push_back(id);
    });
  });
}

TEST(Verify, a_region_with_two_owners_is_a_handle_error) {
  expect_rule("ir.handle", [](bool broken) {
    return body([broken](Sample&, Builder& b) {
      const RegionId outer = b.region();
      const InstId first = b.emit_control(Op::if_, {b.boolean(true)}, 2);
      const InstId second = b.emit_control(Op::if_, {b.boolean(true)}, 2);
      for (const InstId branch : {first, second})
        for (unsigned i = 0; i < 2; ++i) {
          b.set_region(b.function().region_of(b.function()[branch], i));
          b.terminate(Op::yield);
        }
      if (broken) b.function()[second].first_region = b.function()[first].first_region;
      b.set_region(outer);
    });
  });
}

TEST(Verify, regions_nest_up_to_a_bound) {
  const auto nested = [](unsigned depth) {
    return body([depth](Sample&, Builder& b) {
      const RegionId outer = b.region();
      std::vector<RegionId> others;
      for (unsigned i = 0; i < depth; ++i) {
        const InstId branch = b.emit_control(Op::if_, {b.boolean(true)}, 2);
        b.terminate(i == 0 ? Op::return_ : Op::yield);
        others.push_back(b.function().region_of(b.function()[branch], 1));
        b.set_region(b.function().region_of(b.function()[branch], 0));
      }
      b.terminate(Op::yield);
      for (const RegionId other : others) {
        b.set_region(other);
        b.terminate(Op::yield);
      }
      b.set_region(outer);
    });
  };
  EXPECT_EQ(rules_of(nested(1023)), std::vector<std::string>());
  EXPECT_EQ(rules_of(nested(1024)), std::vector<std::string>{"ir.nesting"});
}

TEST(Verify, types_nest_up_to_a_bound) {
  const auto nested = [](unsigned depth) {
    return body([depth](Sample& s, Builder&) {
      TypeId type = s.module.types.u32();
      for (unsigned i = 1; i < depth; ++i) type = s.module.types.array(type, 1);
    });
  };
  EXPECT_EQ(rules_of(nested(255)), std::vector<std::string>());
  EXPECT_EQ(rules_of(nested(256)), std::vector<std::string>{"ir.nesting"});
}

TEST(Verify, types_are_made_of_what_they_can_hold) {
  using Make = TypeId (*)(TypeTable&);
  const Make bad[] = {
      [](TypeTable& t) { return t.atomic(Scalar::f32); },
      [](TypeTable& t) { return t.matrix(Scalar::i32, 2, 2); },
      [](TypeTable& t) { return t.vector(Scalar::f32, 5); },
      [](TypeTable& t) { return t.array(t.u32(), 0U); },
      [](TypeTable& t) { return t.array(t.runtime_array(t.u32()), 2); },
      [](TypeTable& t) { return t.structure("S", {}); },
      [](TypeTable& t) {
        return t.structure("S", {{"a", t.runtime_array(t.u32())}, {"b", t.u32()}});
      },
      [](TypeTable& t) { return t.pointer(AddressSpace::uniform, t.u32(), Access::read_write); },
      [](TypeTable& t) { return t.pointer(AddressSpace::private_, t.u32(), Access::read); },
      [](TypeTable& t) { return t.pointer(AddressSpace::function, t.void_type(), Access::read_write); },
  };
  for (const Make make : bad)
    EXPECT_EQ(rules_of(body([&](Sample& s, Builder&) { make(s.module.types); })),
              std::vector<std::string>{"ir.type"});
  const Make good[] = {
      [](TypeTable& t) { return t.atomic(Scalar::u32); },
      [](TypeTable& t) { return t.matrix(Scalar::f16, 2, 4); },
      [](TypeTable& t) {
        return t.structure("S", {{"a", t.u32()}, {"b", t.runtime_array(t.u32())}});
      },
      [](TypeTable& t) { return t.pointer(AddressSpace::storage, t.runtime_array(t.u32()), Access::read); },
  };
  for (const Make make : good)
    EXPECT_EQ(rules_of(body([&](Sample& s, Builder&) { make(s.module.types); })), std::vector<std::string>());
}

TEST(Verify, constants_are_finite_and_have_the_parts_of_their_type) {
  const auto with = [](auto make) { return rules_of(body([&](Sample& s, Builder&) { make(s.module); })); };
  const std::vector<std::string> broken{"ir.constant"};
  EXPECT_EQ(with([](Module& m) { m.constants.scalar(m.types.f32(), 0x7F7FFFFFU); }),
            std::vector<std::string>());
  EXPECT_EQ(with([](Module& m) { m.constants.scalar(m.types.f32(), 0x7F800000U); }), broken);
  EXPECT_EQ(with([](Module& m) { m.constants.scalar(m.types.f16(), 0x7C00U); }), broken);
  EXPECT_EQ(with([](Module& m) { m.constants.scalar(m.types.boolean(), 2); }), broken);
  EXPECT_EQ(with([](Module& m) {
              const ConstantId one = m.constants.scalar(m.types.u32(), 1);
              m.constants.composite(m.types.vector(Scalar::u32, 3), {one, one});
            }),
            broken);
  EXPECT_EQ(with([](Module& m) {
              const ConstantId one = m.constants.scalar(m.types.i32(), 1);
              m.constants.composite(m.types.vector(Scalar::u32, 2), {one, one});
            }),
            broken);
  EXPECT_EQ(with([](Module& m) { m.constants.zero(m.types, m.types.runtime_array(m.types.u32())); }), broken);
}

TEST(Verify, attributes_of_members_fit_their_types) {
  const auto with = [](Member member) {
    return rules_of([&](Sample& s) {
      s.module.types.structure("S", {member});
      s.builder().terminate(Op::return_);
    });
  };
  const TypeTable t;
  EXPECT_EQ(with({"a", t.f32(), 8, 12}), std::vector<std::string>());
  EXPECT_EQ(with({"a", t.f32(), 12, 0}), std::vector<std::string>{"ir.layout"});
  EXPECT_EQ(with({"a", t.f32(), 2, 0}), std::vector<std::string>{"ir.layout"});
  EXPECT_EQ(with({"a", t.f32(), 0, 2}), std::vector<std::string>{"ir.layout"});
}

TEST(Verify, variables_outside_buffers_are_bounded) {
  expect_rule("ir.size", [](bool broken) {
    return [broken](Sample& s) {
      const TypeId type = s.module.types.array(s.module.types.u32(), broken ? (1U << 22U) + 1 : 1U << 22U);
      s.add_variable("table", AddressSpace::private_, type);
      s.builder().terminate(Op::return_);
    };
  });
}

TEST(Verify, store_types_suit_the_address_space) {
  using Make = TypeId (*)(TypeTable&);
  const auto rules = [](AddressSpace space, Make make) {
    return rules_of([&](Sample& s) {
      const TypeId type = make(s.module.types);
      if (space == AddressSpace::storage || space == AddressSpace::uniform)
        s.add_buffer("v", type, Access::read, 0, space);
      else
        s.add_variable("v", space, type);
      s.builder().terminate(Op::return_);
    });
  };
  const Make boolean = [](TypeTable& t) { return t.boolean(); };
  const Make runtime = [](TypeTable& t) { return t.runtime_array(t.u32()); };
  const Make atomic = [](TypeTable& t) { return t.atomic(Scalar::u32); };
  const std::vector<std::string> none;
  const std::vector<std::string> broken{"ir.global"};
  EXPECT_EQ(rules(AddressSpace::storage, boolean), broken);
  EXPECT_EQ(rules(AddressSpace::storage, runtime), none);
  EXPECT_EQ(rules(AddressSpace::uniform, runtime), broken);
  EXPECT_EQ(rules(AddressSpace::uniform, atomic), broken);
  EXPECT_EQ(rules(AddressSpace::workgroup, boolean), none);
  EXPECT_EQ(rules(AddressSpace::workgroup, atomic), none);
  EXPECT_EQ(rules(AddressSpace::workgroup, runtime), broken);
  EXPECT_EQ(rules(AddressSpace::private_, boolean), none);
  EXPECT_EQ(rules(AddressSpace::private_, atomic), broken);
  EXPECT_EQ(rules(AddressSpace::function, boolean), broken);
}

TEST(Verify, bindings_belong_to_buffers_and_initialisers_to_private_variables) {
  expect_rule("ir.global", [](bool broken) {
    return [broken](Sample& s) {
      const GlobalId g = s.add_buffer("b", s.module.types.u32(), Access::read_write, 0);
      if (broken) s.module[g].binding.reset();
      s.builder().terminate(Op::return_);
    };
  });
  expect_rule("ir.global", [](bool broken) {
    return [broken](Sample& s) {
      const AddressSpace space = broken ? AddressSpace::workgroup : AddressSpace::private_;
      const GlobalId g = s.add_variable("v", space, s.module.types.u32());
      s.module[g].initializer = s.builder().u32(1);
      s.builder().terminate(Op::return_);
    };
  });
}

TEST(Verify, one_entry_point_reaches_a_binding_by_one_variable) {
  expect_rule("ir.binding", [](bool broken) {
    return [broken](Sample& s) {
      const TypeId u32 = s.module.types.u32();
      const GlobalId a = s.add_buffer("a", u32, Access::read_write, 4);
      const GlobalId other = s.add_buffer("b", u32, Access::read_write, 4);
      const FunctionId helper = s.add_function("helper", s.module.types.void_type());
      const FunctionId second = s.add_entry("second");
      Builder h = s.builder(helper);
      h.emit(Op::store, s.module.types.void_type(), {other, h.u32(1)});
      h.terminate(Op::return_);
      Builder m = s.builder();
      m.emit(Op::store, s.module.types.void_type(), {a, m.u32(1)});
      if (broken) m.emit(Op::call, s.module.types.void_type(), {}, helper.index);
      m.terminate(Op::return_);
      Builder e = s.builder(second);
      e.emit(Op::call, s.module.types.void_type(), {}, helper.index);
      e.terminate(Op::return_);
    };
  });
}

Fill override_of(const std::function<void(Sample&, Builder&)>& init, TypeId result) {
  return [init, result](Sample& s) {
    s.builder().terminate(Op::return_);
    const FunctionId id = s.add_function("init", result);
    s.module.overrides.push_back({.name = "o", .type = result, .initializer = id});
    Builder b = s.builder(id);
    init(s, b);
  };
}

TEST(Verify, initialisers_of_overrides_are_pure_and_acyclic) {
  const TypeTable t;
  expect_rule("ir.override", [&](bool broken) {
    return override_of(
        [broken](Sample& s, Builder& b) {
          if (broken) b.emit(Op::workgroup_barrier, s.module.types.void_type(), {});
          b.terminate(Op::return_, {b.u32(1)});
        },
        t.u32());
  });
  expect_rule("ir.override", [&](bool broken) {
    return override_of(
        [broken](Sample& s, Builder& b) {
          s.module.overrides.push_back({.name = "other", .type = s.module.types.u32()});
          const InstId ref = b.emit(Op::override_ref, s.module.types.u32(), {}, broken ? 0 : 1);
          b.terminate(Op::return_, {ref});
        },
        t.u32());
  });
  expect_rule("ir.override", [](bool broken) {
    return [broken](Sample& s) {
      s.builder().terminate(Op::return_);
      s.module.overrides.push_back({.name = "a", .id = 1, .type = s.module.types.f32()});
      s.module.overrides.push_back({.name = "b", .id = broken ? 1 : 2, .type = s.module.types.f32()});
    };
  });
}

TEST(Verify, entry_points_have_a_size_a_name_and_no_callers) {
  expect_rule("ir.entry_point", [](bool broken) {
    return [broken](Sample& s) {
      s.builder().terminate(Op::return_);
      s.module.entry_points[0].workgroup_size[1].value = broken ? 0 : 1;
    };
  });
  expect_rule("ir.entry_point", [](bool broken) {
    return [broken](Sample& s) {
      s.builder().terminate(Op::return_);
      s.builder(s.add_entry(broken ? "main" : "other")).terminate(Op::return_);
    };
  });
  expect_rule("ir.entry_point", [](bool broken) {
    return [broken](Sample& s) {
      const FunctionId f =
          broken ? s.add_entry("other") : s.add_function("other", s.module.types.void_type());
      s.builder(f).terminate(Op::return_);
      Builder b = s.builder();
      b.emit(Op::call, s.module.types.void_type(), {}, f.index);
      b.terminate(Op::return_);
    };
  });
}

TEST(Verify, functions_do_not_recurse) {
  expect_rule("ir.recursion", [](bool broken) {
    return [broken](Sample& s) {
      const TypeId none = s.module.types.void_type();
      const FunctionId a = s.add_function("a", none);
      const FunctionId c = s.add_function("c", none);
      Builder in_a = s.builder(a);
      in_a.emit(Op::call, none, {}, c.index);
      in_a.terminate(Op::return_);
      Builder in_c = s.builder(c);
      if (broken) in_c.emit(Op::call, none, {}, a.index);
      in_c.terminate(Op::return_);
      Builder b = s.builder();
      b.emit(Op::call, none, {}, a.index);
      b.terminate(Op::return_);
    };
  });
}

TEST(Verify, control_owns_its_regions) {
  expect_rule("ir.region", [](bool broken) {
    return body([broken](Sample&, Builder& b) {
      const RegionId outer = b.region();
      const InstId branch = b.emit_control(Op::if_, {b.boolean(true)}, broken ? 1 : 2);
      for (unsigned i = 0; i < (broken ? 1U : 2U); ++i) {
        b.set_region(b.function().region_of(b.function()[branch], i));
        b.terminate(Op::yield);
      }
      b.set_region(outer);
    });
  });
}

// A loop whose body and continuing region end as given.
Fill loop(Op body_end, Op continuing_end) {
  return body([=](Sample&, Builder& b) {
    const RegionId outer = b.region();
    const InstId id = b.emit_control(Op::loop, {}, 2);
    b.set_region(b.function().region_of(b.function()[id], 0));
    b.terminate(body_end);
    b.set_region(b.function().region_of(b.function()[id], 1));
    b.terminate(continuing_end);
    b.set_region(outer);
  });
}

TEST(Verify, regions_end_as_their_owner_allows) {
  const std::vector<std::string> none;
  const std::vector<std::string> broken{"ir.terminator"};
  EXPECT_EQ(rules_of(loop(Op::continue_, Op::iterate)), none);
  EXPECT_EQ(rules_of(loop(Op::break_, Op::iterate)), none);
  EXPECT_EQ(rules_of(loop(Op::return_, Op::unreachable)), none);
  EXPECT_EQ(rules_of(loop(Op::yield, Op::iterate)), broken);
  EXPECT_EQ(rules_of(loop(Op::iterate, Op::iterate)), broken);
  EXPECT_EQ(rules_of(loop(Op::continue_, Op::return_)), broken);
  EXPECT_EQ(rules_of(loop(Op::continue_, Op::break_)), broken);
  EXPECT_EQ(rules_of(loop(Op::continue_, Op::continue_)), broken);
  for (const Op op : {Op::break_, Op::continue_, Op::yield, Op::iterate})
    EXPECT_EQ(rules_of(body([op](Sample&, Builder& b) { b.terminate(op); })), broken) << info(op).name;
  EXPECT_EQ(rules_of([](Sample&) {}), broken);  // an empty region
  EXPECT_EQ(rules_of(body([](Sample&, Builder& b) {
              b.terminate(Op::return_);
              b.terminate(Op::return_);
            })),
            broken);
}

TEST(Verify, values_are_visible_behind_and_below_their_instruction_only) {
  expect_rule("ir.dominance", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      const TypeId u32 = s.module.types.u32();
      const RegionId outer = b.region();
      const InstId before = b.emit(Op::add, u32, {b.u32(1), b.u32(2)});
      const InstId branch = b.emit_control(Op::if_, {b.boolean(true)}, 2);
      b.set_region(b.function().region_of(b.function()[branch], 0));
      const InstId inside = b.emit(Op::add, u32, {before, b.u32(2)});
      b.terminate(Op::yield);
      b.set_region(b.function().region_of(b.function()[branch], 1));
      b.emit(Op::add, u32, {broken ? inside : before, b.u32(2)});
      b.terminate(Op::yield);
      b.set_region(outer);
    });
  });
  expect_rule("ir.dominance", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      const TypeId u32 = s.module.types.u32();
      const InstId first = b.emit(Op::add, u32, {b.u32(1), b.u32(2)});
      const InstId second = b.emit(Op::add, u32, {b.u32(1), b.u32(2)});
      if (broken) b.function().operands_of(b.function()[first])[0] = second;
    });
  });
}

TEST(Verify, continuing_sees_what_the_body_made_before_it_could_continue) {
  expect_rule("ir.dominance", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      const RegionId outer = b.region();
      const InstId id = b.emit_control(Op::loop, {}, 2);
      const RegionId loop_body = b.function().region_of(b.function()[id], 0);
      b.set_region(loop_body);
      const InstId early = b.emit(Op::logical_not, s.module.types.boolean(), {b.boolean(true)});
      const InstId branch = b.emit_control(Op::if_, {early}, 2);
      const InstId late = b.emit(Op::logical_not, s.module.types.boolean(), {b.boolean(true)});
      b.terminate(Op::continue_);
      b.set_region(b.function().region_of(b.function()[branch], 0));
      b.terminate(Op::continue_);
      b.set_region(b.function().region_of(b.function()[branch], 1));
      b.terminate(Op::yield);
      b.set_region(b.function().region_of(b.function()[id], 1));
      b.terminate(Op::iterate, {broken ? late : early});
      b.set_region(outer);
    });
  });
}

TEST(Verify, values_of_a_loop_are_gone_behind_it) {
  expect_rule("ir.dominance", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      const TypeId boolean = s.module.types.boolean();
      const RegionId outer = b.region();
      const InstId before = b.emit(Op::logical_not, boolean, {b.boolean(true)});
      const InstId id = b.emit_control(Op::loop, {}, 2);
      b.set_region(b.function().region_of(b.function()[id], 0));
      const InstId inside = b.emit(Op::logical_not, boolean, {before});
      b.terminate(Op::continue_);
      b.set_region(b.function().region_of(b.function()[id], 1));
      b.terminate(Op::iterate, {inside});
      b.set_region(outer);
      b.emit(Op::logical_not, boolean, {broken ? inside : before});
    });
  });
}

TEST(Verify, operations_take_the_operands_of_their_table) {
  expect_rule("ir.arity", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      if (broken)
        b.emit(Op::neg, s.module.types.i32(), {b.i32(1), b.i32(2)});
      else
        b.emit(Op::neg, s.module.types.i32(), {b.i32(1)});
    });
  });
}

TEST(Verify, operands_have_the_types_of_the_operation) {
  expect_rule("ir.operand", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      b.emit(Op::add, s.module.types.u32(), {b.u32(1), broken ? b.i32(1) : b.u32(1)});
    });
  });
  expect_rule("ir.operand", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      if (broken)
        b.emit(Op::sqrt, s.module.types.u32(), {b.u32(1)});
      else
        b.emit(Op::sqrt, s.module.types.f32(), {f32(s, 1)});
    });
  });
  expect_rule("ir.operand", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      const TypeId matrix = s.module.types.matrix(Scalar::f32, 2, 3);
      const TypeId right = s.module.types.vector(Scalar::f32, broken ? 3 : 2);
      b.emit(Op::mat_mul, s.module.types.vector(Scalar::f32, 3), {b.zero(matrix), b.zero(right)});
    });
  });
}

TEST(Verify, results_have_the_types_of_the_operation) {
  expect_rule("ir.result_type", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      b.emit(Op::lt, broken ? s.module.types.u32() : s.module.types.boolean(), {b.u32(1), b.u32(2)});
    });
  });
  expect_rule("ir.result_type", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      const TypeId type = s.module.types.structure(
          "R",
          {{"fract", s.module.types.f32()}, {"exp", broken ? s.module.types.f32() : s.module.types.i32()}});
      b.emit(Op::frexp, type, {f32(s, 1)});
    });
  });
}

TEST(Verify, composites_are_made_of_all_their_parts) {
  expect_rule("ir.arity", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      const TypeId vec3 = s.module.types.vector(Scalar::u32, 3);
      const TypeId vec2 = s.module.types.vector(Scalar::u32, 2);
      if (broken)
        b.emit(Op::construct, vec3, {b.zero(vec2), b.zero(vec2)});
      else
        b.emit(Op::construct, vec3, {b.zero(vec2), b.u32(1)});
    });
  });
}

TEST(Verify, results_stand_behind_their_control_and_get_values) {
  const auto branch = [](bool misplaced, bool missing) {
    return body([=](Sample& s, Builder& b) {
      const TypeId u32 = s.module.types.u32();
      const RegionId outer = b.region();
      const InstId id = b.emit_control(Op::if_, {b.boolean(true)}, 2);
      if (misplaced) b.emit(Op::add, u32, {b.u32(1), b.u32(1)});
      b.emit_result(id, u32, 0);
      for (unsigned i = 0; i < 2; ++i) {
        b.set_region(b.function().region_of(b.function()[id], i));
        if (missing || misplaced)
          b.terminate(Op::yield);
        else
          b.terminate(Op::yield, {b.u32(i)});
      }
      b.set_region(outer);
    });
  };
  EXPECT_EQ(rules_of(branch(false, false)), std::vector<std::string>());
  EXPECT_EQ(rules_of(branch(true, false)), std::vector<std::string>{"ir.result"});
  EXPECT_EQ(rules_of(branch(false, true)), (std::vector<std::string>{"ir.result", "ir.result"}));
}

TEST(Verify, immediates_are_in_range) {
  expect_rule("ir.immediate", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      b.emit(Op::extract, s.module.types.u32(), {b.zero(s.module.types.vector(Scalar::u32, 3))},
             broken ? 3 : 2);
    });
  });
  expect_rule("ir.immediate", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      const TypeId vec2 = s.module.types.vector(Scalar::u32, 2);
      b.emit(Op::shuffle, vec2, {b.zero(vec2)}, broken ? 0x20 : 0x01);
    });
  });
  expect_rule("ir.immediate", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      s.module.tags.push_back({});
      b.emit(Op::trap, s.module.types.void_type(), {b.u32(1)}, broken ? 1 : 0);
    });
  });
}

TEST(Verify, switches_have_one_default_and_selectors_once) {
  const auto rules = [](const SwitchTable& table) {
    return rules_of(body([table](Sample&, Builder& b) {
      const RegionId outer = b.region();
      b.function().switches.push_back(table);
      const auto count = static_cast<std::uint32_t>(table.size());
      const InstId id = b.emit_control(Op::switch_, {b.u32(1)}, count, 0);
      for (std::uint32_t i = 0; i < count; ++i) {
        b.set_region(b.function().region_of(b.function()[id], i));
        b.terminate(Op::yield);
      }
      b.set_region(outer);
    }));
  };
  const std::vector<std::string> broken{"ir.switch"};
  EXPECT_EQ(rules({{{1}, false}, {{}, true}}), std::vector<std::string>());
  EXPECT_EQ(rules({{{1}, true}}), std::vector<std::string>());
  EXPECT_EQ(rules({{{1}, false}}), broken);
  EXPECT_EQ(rules({{{1}, true}, {{}, true}}), broken);
  EXPECT_EQ(rules({{{1}, false}, {{2, 1}, true}}), broken);
}

TEST(Verify, calls_fit_the_function) {
  const auto call = [](TypeId argument, TypeId result) {
    return rules_of([=](Sample& s) {
      const TypeId u32 = s.module.types.u32();
      const FunctionId f = s.add_function("f", u32, {{"x", u32}});
      Builder in_f = s.builder(f);
      in_f.terminate(Op::return_, {in_f.u32(1)});
      Builder b = s.builder();
      b.emit(Op::call, result, {b.zero(argument)}, f.index);
      b.terminate(Op::return_);
    });
  };
  const TypeTable t;
  EXPECT_EQ(call(t.u32(), t.u32()), std::vector<std::string>());
  EXPECT_EQ(call(t.i32(), t.u32()), std::vector<std::string>{"ir.call"});
  EXPECT_EQ(call(t.u32(), t.i32()), std::vector<std::string>{"ir.call"});
}

TEST(Verify, inputs_are_read_in_entry_functions) {
  expect_rule("ir.builtin", [](bool broken) {
    return [broken](Sample& s) {
      const FunctionId f = s.add_function("f", s.module.types.void_type());
      Builder in_f = s.builder(f);
      Builder b = s.builder();
      (broken ? in_f : b)
          .emit(Op::builtin, s.module.types.u32(), {},
                static_cast<std::uint32_t>(BuiltinInput::local_invocation_index));
      in_f.terminate(Op::return_);
      b.terminate(Op::return_);
    };
  });
}

TEST(Verify, read_only_memory_is_not_stored_to) {
  expect_rule("ir.access", [](bool broken) {
    return [broken](Sample& s) {
      const GlobalId g =
          s.add_buffer("b", s.module.types.u32(), broken ? Access::read : Access::read_write, 0);
      Builder b = s.builder();
      b.emit(Op::store, s.module.types.void_type(), {g, b.u32(1)});
      b.terminate(Op::return_);
    };
  });
}

TEST(Verify, atomics_are_touched_by_atomic_operations_only) {
  expect_rule("ir.access", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      const GlobalId g = s.add_variable("a", AddressSpace::workgroup, s.module.types.atomic(Scalar::u32));
      b.emit(broken ? Op::load : Op::atomic_load, s.module.types.u32(), {g});
    });
  });
  expect_rule("ir.operand", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      const TypeId u32 = s.module.types.u32();
      const GlobalId g =
          s.add_variable("a", AddressSpace::workgroup, broken ? u32 : s.module.types.atomic(Scalar::u32));
      b.emit(Op::atomic_add, u32, {g, b.u32(1)});
    });
  });
}

TEST(Verify, pointers_keep_their_space_and_access) {
  expect_rule("ir.result_type", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      const TypeId u32 = s.module.types.u32();
      const GlobalId g = s.add_variable("a", AddressSpace::workgroup, s.module.types.array(u32, 4));
      const AddressSpace space = broken ? AddressSpace::private_ : AddressSpace::workgroup;
      b.emit(Op::access, pointer(s, space, u32), {g, b.u32(9)});
    });
  });
}

TEST(Verify, only_total_operations_have_a_native_form) {
  expect_rule("ir.native", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      b.emit_native(broken ? Op::add : Op::div, s.module.types.u32(), {b.u32(1), b.u32(2)});
    });
  });
}

TEST(Verify, f16_and_subgroups_are_enabled_before_use) {
  expect_rule("ir.feature", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      s.module.uses_f16 = !broken;
      b.emit(Op::convert, s.module.types.f16(), {b.u32(1)});
    });
  });
  expect_rule("ir.feature", [](bool broken) {
    return body([broken](Sample& s, Builder& b) {
      s.module.uses_subgroups = !broken;
      b.emit(Op::subgroup_add, s.module.types.u32(), {b.u32(1)});
    });
  });
}

TEST(Verify, messages_name_the_function_the_instruction_and_both_types) {
  Sample s;
  Builder b = s.builder();
  s.module.site_count = 8;
  b.set_site(5);
  b.emit(Op::add, s.module.types.u32(), {b.u32(1), b.i32(1)});
  b.terminate(Op::return_);
  const auto result = verify(std::move(s.module));
  ASSERT_FALSE(result.has_value());
  ASSERT_EQ(result.error().size(), 1U);
  EXPECT_EQ(result.error()[0].message, "in function 'main': %0 'add' has i32 for operand 2, expected u32");
  EXPECT_EQ(result.error()[0].site, 5U);
}

}  // namespace
}  // namespace slipway::ir::test
