// Programs built in C++ are the programs that their WGSL is, and misuse of the builder is an error that names
// it.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include <slipway/program_builder.h>

namespace slipway {
namespace {

using namespace build;

struct Particle;
struct Cell;

using Build = std::function<void(ProgramBuilder&)>;

std::string text_of(const Build& build) {
  ProgramBuilder b("built");
  build(b);
  auto text = b.to_wgsl();
  EXPECT_TRUE(text.has_value()) << text.error().to_string();
  return text.value_or("");
}

// The statements of an entry point `main`, without the declarations in front of it.
std::string statements_of(
    const std::function<void(ProgramBuilder&, Ref<RuntimeArray<float>>, Expr<u32>)>& body) {
  const std::string text = text_of([&](ProgramBuilder& b) {
    auto out = b.storage<float>("out");
    b.entry_point("main", {}, [&](EntryPoint& main) { body(b, out, main.local_invocation_index()); });
  });
  const std::size_t begin = text.find("{\n") + 2;
  return text.substr(begin, text.rfind("}\n") - begin);
}

struct Twin {
  std::string name;
  Build build;
  std::string wgsl;
};

class Twins : public testing::TestWithParam<Twin> {};

TEST_P(Twins, have_one_identity_and_one_interface) {
  ProgramBuilder b(GetParam().name);
  GetParam().build(b);
  const auto built = b.build();
  ASSERT_TRUE(built.has_value()) << built.error().to_string() << "\n" << b.to_wgsl().value_or("");
  const auto read = Program::from_source(GetParam().wgsl);
  ASSERT_TRUE(read.has_value()) << read.error().to_string();
  EXPECT_EQ(built->identity(), read->identity()) << *b.to_wgsl();
  ASSERT_EQ(built->interface().bindings.size(), read->interface().bindings.size());
  for (std::size_t i = 0; i < built->interface().bindings.size(); ++i) {
    EXPECT_EQ(built->interface().bindings[i].name, read->interface().bindings[i].name);
    EXPECT_EQ(built->interface().bindings[i].type, read->interface().bindings[i].type);
  }
  const auto again = Program::from_source(*b.to_wgsl());
  ASSERT_TRUE(again.has_value()) << again.error().to_string();
  EXPECT_EQ(again->identity(), built->identity());
}

const Twin twins[] = {
    {"saxpy",
     [](ProgramBuilder& b) {
       auto x = b.storage_read<float>("x");
       auto y = b.storage<float>("y");
       auto a = b.override_<float>("a", 2.0F);
       b.entry_point("main", {64}, [&](EntryPoint& main) {
         auto i = main.global_invocation_id().x();
         b.if_(i < y.length(), [&] { y[i] = a * x[i] + y[i]; });
       });
     },
     R"(@group(0) @binding(0) var<storage, read> x: array<f32>;
        @group(0) @binding(1) var<storage, read_write> y: array<f32>;
        override a: f32 = 2;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
          let i = id.x;
          if i < arrayLength(&y) { y[i] = a * x[i] + y[i]; }
        })"},
    {"functions_and_pointers",
     [](ProgramBuilder& b) {
       auto out = b.storage<u32>("out", BindingPoint{1, 3});
       auto twice = b.function<u32(u32)>("twice", {"n"}, [&](Expr<u32> n) { return n * 2U; });
       auto bump = b.function<void(Pointer<u32>, u32)>("bump", {"place", "by"},
                                                       [&](Ref<u32> place, Expr<u32> by) { place += by; });
       b.entry_point("main", {8, 2}, [&](EntryPoint& main) {
         auto i = main.local_invocation_index();
         auto sum = b.var<u32>("sum", 1U);
         bump(sum, twice(i));
         out[i] = sum;
       });
     },
     R"(@group(1) @binding(3) var<storage, read_write> out: array<u32>;
        fn twice(n: u32) -> u32 { return n * 2; }
        fn bump(place: ptr<function, u32>, by: u32) { *place += by; }
        @compute @workgroup_size(8, 2) fn main(@builtin(local_invocation_index) i: u32) {
          var sum: u32 = 1;
          bump(&sum, twice(i));
          out[i] = sum;
        })"},
    {"structures",
     [](ProgramBuilder& b) {
       std::optional<Member<Particle, Vec3<float>>> position;
       std::optional<Member<Particle, float>> mass;
       b.structure<Particle>("Particle", [&](auto& s) {
         position = s.template member<Vec3<float>>("position");
         mass = s.template member<float>("mass", 8, 16);
       });
       auto particles = b.storage<Particle>("particles");
       auto step = b.uniform<float>("step");
       b.entry_point("main", {64}, [&](EntryPoint& main) {
         auto i = main.global_invocation_id().x();
         particles[i][*position] += make<Vec3<float>>(step);
         particles[i + 1U][*position].y() = particles[i][*mass];
         particles[i] = make<Particle>(make<Vec3<float>>(1.0F, 2.0F, step), 3.0F);
       });
     },
     R"(struct Particle { position: vec3f, @align(8) @size(16) mass: f32 }
        @group(0) @binding(0) var<storage, read_write> particles: array<Particle>;
        @group(0) @binding(1) var<uniform> step: f32;
        @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
          let i = id.x;
          particles[i].position += vec3f(step);
          particles[i + 1].position.y = particles[i].mass;
          particles[i] = Particle(vec3f(1, 2, step), 3);
        })"},
    {"control_flow",
     [](ProgramBuilder& b) {
       auto out = b.storage<i32>("out");
       b.entry_point("main", {1}, [&](EntryPoint&) {
         auto sum = b.var<i32>("sum");
         auto n = b.let("n", cast<i32>(out.length()));
         b.for_(0, n, [&](Expr<i32> i) {
           b.if_(
               i == 3, [&] { b.continue_(); }, [&] { sum += i; });
         });
         b.while_([&] { return sum > 100; }, [&] { sum = sum - 7; });
         b.loop_(
             [&] {
               b.if_(sum == 5, [&] { b.break_(); });
               sum -= 1;
             },
             [&] { b.break_if(sum < 0); });
         b.switch_(sum, [&](auto& s) {
           s.case_(1, [&] { out[0] = 10; });
           s.case_({2, 3}, [&] { out[0] = 20; });
           s.default_([&] { b.return_(); });
         });
         out[1] = sum;
       });
     },
     R"(@group(0) @binding(0) var<storage, read_write> out: array<i32>;
        @compute @workgroup_size(1) fn main() {
          var sum: i32;
          let n = i32(arrayLength(&out));
          for (var k = 0; k < n; k++) {
            let i = k;
            if i == 3 { continue; } else { sum += i; }
          }
          while sum > 100 { sum = sum - 7; }
          loop { if sum == 5 { break; } sum -= 1; continuing { break if sum < 0; } }
          switch sum {
            case 1 { out[0] = 10; }
            case 2, 3 { out[0] = 20; }
            default { return; }
          }
          out[1] = sum;
        })"},
    {"workgroup_memory_and_atomics",
     [](ProgramBuilder& b) {
       auto n = b.override_<u32>("n", 64U, 7U);
       auto total = b.storage_value<Atomic<u32>>("total");
       auto tile = b.workgroup_array<u32>("tile", n * 2U);
       auto flag = b.workgroup<Array<Atomic<i32>, 2>>("flag");
       auto seed = b.private_<u32>("seed", 17U);
       b.entry_point("main", {n}, [&](EntryPoint& main) {
         auto i = main.local_invocation_index();
         tile[i] = seed;
         b.workgroup_barrier();
         total.add(tile[i ^ 1U]);
         auto old = flag[1].compare_exchange(0, 1);
         b.if_(old.exchanged, [&] { total.sub(cast<u32>(old.old_value)); });
       });
     },
     R"(@id(7) override n: u32 = 64;
        @group(0) @binding(0) var<storage, read_write> total: atomic<u32>;
        var<workgroup> tile: array<u32, n * 2>;
        var<workgroup> flag: array<atomic<i32>, 2>;
        var<private> seed: u32 = 17;
        @compute @workgroup_size(n) fn main(@builtin(local_invocation_index) i: u32) {
          tile[i] = seed;
          workgroupBarrier();
          atomicAdd(&total, tile[i ^ 1]);
          let old = atomicCompareExchangeWeak(&flag[1], 0, 1);
          let value = old.old_value;
          if old.exchanged { atomicSub(&total, u32(value)); }
        })"},
    {"traps",
     [](ProgramBuilder& b) {
       auto bad = b.constant<u32>("bad", 7U);
       auto in = b.storage_read<u32>("input");
       b.entry_point("main", {}, [&](EntryPoint& main) {
         auto i = main.global_invocation_id().x();
         b.assert_(in[i] < 10U, bad, i);
         b.trap(3U, in[0U]);
       });
     },
     R"(enable slipway_trap;
        const bad = 7u;
        @group(0) @binding(0) var<storage, read> input: array<u32>;
        @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
          let i = id.x;
          assert(input[i] < 10, bad, i);
          trap(3, input[0u]);
        })"},
    {"vectors_matrices_and_builtin_functions",
     [](ProgramBuilder& b) {
       auto out = b.storage<Vec4<float>>("out");
       auto m = b.uniform<Mat<float, 4, 4>>("m");
       auto bits = b.storage<u32>("bits");
       b.entry_point("main", {}, [&](EntryPoint& main) {
         auto id = main.global_invocation_id();
         out[id.x()] = m * out[id.y()] + 0.5F;
         out[0] = clamp(out[1], out[2], out[3]) * dot(m[0], m[1]);
         out[1] =
             make<Vec4<float>>(out[2].swizzle<'z', 'x'>(), sqrt(out[2].w()), b.call<float>("cosh", 1.5F));
         bits[0] = (bitcast<u32>(out[0].x()) << 3U) >> bits[1];
         bits[1] = select(bits[2], 5U, all(out[0] < out[1]) || bits[3] != 0U);
         bits[2] = ~count_one_bits(bits[4]) % 7U;
       });
     },
     R"(@group(0) @binding(0) var<storage, read_write> out: array<vec4f>;
        @group(0) @binding(1) var<uniform> m: mat4x4f;
        @group(0) @binding(2) var<storage, read_write> bits: array<u32>;
        @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
          out[id.x] = m * out[id.y] + 0.5;
          out[0] = clamp(out[1], out[2], out[3]) * dot(m[0], m[1]);
          let c = cosh(1.5f);
          out[1] = vec4f(out[2].zx, sqrt(out[2].w), c);
          bits[0] = (bitcast<u32>(out[0].x) << 3) >> bits[1];
          bits[1] = select(bits[2], 5, all(out[0] < out[1]) || bits[3] != 0);
          bits[2] = ~countOneBits(bits[4]) % 7;
        })"},
    {"half_precision_and_subgroups",
     [](ProgramBuilder& b) {
       auto out = b.storage<Half>("out");
       b.diagnostic_off("subgroup_uniformity");
       b.entry_point("main", {32}, [&](EntryPoint& main) {
         auto lane = main.subgroup_invocation_id();
         b.if_(lane < 2U, [&] { out[lane] = b.call<Half>("subgroupAdd", out[lane]) * 0.5; });
       });
     },
     R"(enable f16; enable subgroups; diagnostic(off, subgroup_uniformity);
        @group(0) @binding(0) var<storage, read_write> out: array<f16>;
        @compute @workgroup_size(32) fn main(@builtin(subgroup_invocation_id) lane: u32) {
          if lane < 2 { let sum = subgroupAdd(out[lane]); out[lane] = sum * 0.5h; }
        })"},
};

INSTANTIATE_TEST_SUITE_P(Builder, Twins, testing::ValuesIn(twins),
                         [](const auto& twin) { return twin.param.name; });

TEST(BuilderOrder, a_value_that_is_kept_is_read_where_it_was_made) {
  EXPECT_EQ(statements_of([](ProgramBuilder&, auto out, Expr<u32> i) {
              Expr<float> before = out[i];
              out[i] = 0.0F;
              out[0] = before;
            }),
            "  let v1 = out[local_invocation_index];\n"
            "  out[local_invocation_index] = 0f;\n"
            "  out[0i] = v1;\n");
}

TEST(BuilderOrder, a_value_that_only_a_statement_uses_is_part_of_it) {
  EXPECT_EQ(
      statements_of([](ProgramBuilder&, auto out, Expr<u32> i) { out[i] = out[i + 1U] * 2.0F - out[0]; }),
      "  out[local_invocation_index] = (out[local_invocation_index + 1u] * 2f) - out[0i];\n");
}

TEST(BuilderOrder, a_value_that_two_others_use_is_computed_once) {
  EXPECT_EQ(statements_of([](ProgramBuilder&, auto out, Expr<u32>) {
              Expr<float> x = out[1];
              out[0] = x * x;
            }),
            "  let v1 = out[1i];\n"
            "  out[0i] = v1 * v1;\n");
}

TEST(BuilderOrder, a_read_does_not_move_behind_an_effect_that_follows_it) {
  const std::string text = text_of([](ProgramBuilder& b) {
    auto counter = b.storage_value<Atomic<u32>>("counter");
    auto out = b.storage<u32>("out");
    b.entry_point("main", {}, [&](EntryPoint&) {
      auto sum = Expr<u32>(out[0]) + 1U;
      auto old = counter.add(1U);
      out[1] = old;
      out[2] = std::move(sum);
    });
  });
  EXPECT_NE(text.find("  let v1 = out[0i] + 1u;\n"
                      "  let v2 = atomicAdd(&counter, 1u);\n"
                      "  out[1i] = v2;\n"
                      "  out[2i] = v1;\n"),
            std::string::npos)
      << text;
}

TEST(BuilderOrder, parts_of_a_value_do_not_pass_effects_that_stand_between_them) {
  const std::string text = text_of([](ProgramBuilder& b) {
    auto counter = b.storage_value<Atomic<u32>>("counter");
    auto out = b.storage<u32>("out");
    b.entry_point("main", {}, [&](EntryPoint&) {
      auto first = counter.add(1U);
      auto second = counter.add(2U);
      auto sum = std::move(first) + 3U;
      out[0] = std::move(second) * std::move(sum);
    });
  });
  EXPECT_NE(text.find("  let v1 = atomicAdd(&counter, 1u);\n"
                      "  out[0i] = atomicAdd(&counter, 2u) * (v1 + 3u);\n"),
            std::string::npos)
      << text;
}

TEST(BuilderOrder, a_call_happens_even_where_its_value_is_dropped_and_a_read_does_not) {
  const std::string text = text_of([](ProgramBuilder& b) {
    auto counter = b.storage_value<Atomic<u32>>("counter");
    auto out = b.storage<u32>("out");
    b.entry_point("main", {}, [&](EntryPoint&) {
      { Expr<u32> unused = Expr<u32>(out[3]) + counter.add(1U); }
      { Expr<u32> unused = out[4]; }
      b.workgroup_barrier();
    });
  });
  EXPECT_NE(text.find("  atomicAdd(&counter, 1u);\n  workgroupBarrier();\n}"), std::string::npos) << text;
}

TEST(BuilderOrder, both_sides_of_and_happen) {
  const std::string text = text_of([](ProgramBuilder& b) {
    auto counter = b.storage_value<Atomic<u32>>("counter");
    b.entry_point("main", {}, [&](EntryPoint& main) {
      auto i = main.local_invocation_index();
      b.if_(i == 0U && counter.add(1U) == 0U, [&] { counter.store(9U); });
    });
  });
  EXPECT_NE(text.find("  let v2 = atomicAdd(&counter, 1u) == 0u;\n  if v1 && v2 {"), std::string::npos)
      << text;
}

TEST(BuilderOrder, a_place_that_is_kept_keeps_its_index) {
  EXPECT_EQ(statements_of([](ProgramBuilder&, auto out, Expr<u32> i) {
              auto place = out[i + 1U];
              place = 1.0F;
              place += 2.0F;
            }),
            "  let v1 = local_invocation_index + 1u;\n"
            "  out[v1] = 1f;\n"
            "  out[v1] += 2f;\n");
}

TEST(BuilderOrder, conditions_in_steps_run_at_the_top_of_each_round) {
  EXPECT_EQ(statements_of([](ProgramBuilder& b, auto out, Expr<u32>) {
              b.while_(
                  [&] {
                    auto x = b.let("x", out[0]);
                    return x * x < 2.0F;
                  },
                  [&] { out[0] += 1.0F; });
            }),
            "  loop {\n"
            "    let x = out[0i];\n"
            "    if (x * x) < 2f {\n"
            "    } else {\n"
            "      break;\n"
            "    }\n"
            "    out[0i] += 1f;\n"
            "  }\n");
}

TEST(BuilderNames, of_locals_give_way_to_those_of_the_module_and_of_wgsl) {
  const std::string text = text_of([](ProgramBuilder& b) {
    auto out = b.storage<u32>("out");
    b.entry_point("main", {}, [&](EntryPoint&) {
      auto one = b.var<u32>("late", 1U);
      auto two = b.var<u32>("late", 2U);
      auto three = b.var<u32>("min", 3U);
      out[0] = min(Expr<u32>(one), two) + three;
    });
    b.storage<u32>("late");
  });
  EXPECT_NE(text.find("var late_1: u32 = 1u;"), std::string::npos) << text;
  EXPECT_NE(text.find("var late_2: u32 = 2u;"), std::string::npos) << text;
  EXPECT_NE(text.find("var min_1: u32 = 3u;"), std::string::npos) << text;
  EXPECT_NE(text.find("out[0i] = min(late_1, late_2) + min_1;"), std::string::npos) << text;
}

TEST(BuilderNames, numbers_print_so_that_they_read_back) {
  EXPECT_EQ(statements_of([](ProgramBuilder& b, auto, Expr<u32>) {
              b.var<i32>("a", std::numeric_limits<i32>::min());
              b.var<float>("b", -0.0F);
              b.var<float>("c", 1e-45F);
              b.var<float>("d", 3);
              b.var<u32>("e", 4294967295U);
              b.var<bool>("f", true);
            }),
            "  var a: i32 = i32(-2147483648);\n"
            "  var b: f32 = -0f;\n"
            "  var c: f32 = 1e-45f;\n"
            "  var d: f32 = 3f;\n"
            "  var e: u32 = 4294967295u;\n"
            "  var f: bool = true;\n");
}

TEST(BuilderLimits, long_chains_are_cut_into_values_and_build) {
  ProgramBuilder b("chain");
  auto out = b.storage<u32>("out");
  b.entry_point("main", {}, [&](EntryPoint& main) {
    Expr<u32> sum = main.local_invocation_index();
    for (unsigned i = 0; i < 20'000; ++i) sum = std::move(sum) * 3U + i;
    out[0] = sum;
  });
  const auto program = b.build();
  EXPECT_TRUE(program.has_value()) << program.error().message();
}

TEST(BuilderLifetime, build_may_be_called_again_and_after_more_was_recorded) {
  ProgramBuilder b("twice");
  auto out = b.storage<u32>("out");
  b.entry_point("first", {}, [&](EntryPoint&) { out[0] = 1U; });
  const auto first = b.build();
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->entry_point(), "first");
  b.entry_point("second", {}, [&](EntryPoint&) { out[0] = 2U; });
  const auto second = b.build("second");
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->entry_points(), (std::vector<std::string>{"first", "second"}));
}

TEST(BuilderLifetime, handles_outlive_their_builder_without_effect) {
  std::optional<Ref<RuntimeArray<float>>> out;
  std::optional<Expr<u32>> value;
  {
    ProgramBuilder b("gone");
    out.emplace(b.storage<float>("out"));
    b.entry_point("main", {}, [&](EntryPoint& main) { value = main.local_invocation_index() + 1U; });
  }
  (*out)[*value + 1U] = 2.0F;
}

TEST(BuilderLifetime, a_body_that_throws_leaves_a_builder_that_goes_on) {
  ProgramBuilder b("thrown");
  auto out = b.storage<u32>("out");
  const auto record = [&] {
    b.entry_point("main", {}, [&](EntryPoint&) { b.if_(out[0] == 1U, [&] { throw 1; }); });
  };
  EXPECT_THROW(record(), int);
  b.entry_point("second", {}, [&](EntryPoint&) { out[0] = 2U; });
  EXPECT_TRUE(b.build("second").has_value());
}

struct Mistake {
  std::string name;
  Build build;
  std::string rule;
  std::string message;
};

class Misuse : public testing::TestWithParam<Mistake> {};

TEST_P(Misuse, is_an_error_that_names_it) {
  ProgramBuilder b("built");
  GetParam().build(b);
  const auto program = b.build();
  ASSERT_FALSE(program.has_value()) << b.to_wgsl().value_or("");
  EXPECT_EQ(program.error().code(), ErrorCode::invalid_program);
  ASSERT_EQ(program.error().diagnostics().size(), 1U) << program.error().to_string();
  const Diagnostic& diagnostic = program.error().diagnostics()[0];
  EXPECT_EQ(diagnostic.rule, GetParam().rule);
  EXPECT_EQ(diagnostic.message, GetParam().message);
  EXPECT_EQ(diagnostic.file, "built");
}

// An entry point around `body`.
Build in_main(std::function<void(ProgramBuilder&, Ref<RuntimeArray<u32>>, EntryPoint&)> body) {
  return [body = std::move(body)](ProgramBuilder& b) {
    auto out = b.storage<u32>("out");
    b.entry_point("main", {}, [&](EntryPoint& main) { body(b, out, main); });
  };
}

const Mistake mistakes[] = {
    {"handle_of_another_builder", in_main([](ProgramBuilder&, auto out, EntryPoint&) {
       ProgramBuilder other("other");
       auto theirs = other.override_<u32>("n", 1U);
       out[0] = theirs;
     }),
     "builder.foreign_handle", "a handle of program builder 'other' is used in 'built'"},
    {"place_of_another_builder", in_main([](ProgramBuilder&, auto out, EntryPoint&) {
       ProgramBuilder other("other");
       auto theirs = other.storage<u32>("theirs");
       theirs[0] = out[0];
     }),
     "builder.foreign_handle", "a handle of program builder 'built' is used in 'other'"},
    {"value_of_a_closed_block", in_main([](ProgramBuilder& b, auto out, EntryPoint&) {
       std::optional<Expr<u32>> kept;
       b.if_(out[0] == 1U, [&] { kept = b.let("kept", out[1] + 5U); });
       out[2] = *kept;
     }),
     "builder.closed_block",
     "the value 'out[1i] + 5u' is used after the 'if' of function 'main' that it was made in has closed"},
    {"value_of_another_function",
     [](ProgramBuilder& b) {
       std::optional<Expr<u32>> kept;
       b.function<void(u32)>("f", {"n"}, [&](Expr<u32> n) { kept = n; });
       auto out = b.storage<u32>("out");
       b.entry_point("main", {}, [&](EntryPoint&) { out[0] = *kept; });
     },
     "builder.closed_block", "the value 'n' of function 'f' is used outside of it"},
    {"statement_after_the_function",
     [](ProgramBuilder& b) {
       auto out = b.storage<u32>("out");
       b.entry_point("main", {}, [&](EntryPoint&) { out[0] = 1U; });
       out[1] = 2U;
     },
     "builder.no_function", "an assignment stands outside of every function"},
    {"computation_outside_of_a_function",
     [](ProgramBuilder& b) {
       auto out = b.storage<u32>("out");
       b.entry_point("main", {}, [&](EntryPoint&) { out[0] = 1U; });
       out[1] + 2U;
     },
     "builder.no_function", "the value 'out[1i]' is computed outside of every function"},
    {"function_inside_a_function",
     in_main([](ProgramBuilder& b, auto, EntryPoint&) { b.function<void()>("inner", {}, [&] {}); }),
     "builder.structure", "function 'inner' begins inside function 'main'"},
    {"statement_between_cases", in_main([](ProgramBuilder& b, auto out, EntryPoint&) {
       b.switch_(out[0], [&](auto&) { b.return_(); });
     }),
     "builder.structure", "a return stands between the cases of a switch"},
    {"statement_behind_break_if", in_main([](ProgramBuilder& b, auto out, EntryPoint&) {
       b.loop_([&] {},
               [&] {
                 b.break_if(out[0] == 1U);
                 out[0] = 1U;
               });
     }),
     "builder.structure", "an assignment stands behind the break_if that ends its block"},
    {"break_if_in_the_body",
     in_main([](ProgramBuilder& b, auto out, EntryPoint&) { b.loop_([&] { b.break_if(out[0] == 1U); }); }),
     "builder.structure", "a break_if stands outside of the continuing part of a loop"},
    {"binding_taken",
     [](ProgramBuilder& b) {
       b.storage<u32>("first", BindingPoint{1, 2});
       b.storage<u32>("second", BindingPoint{1, 2});
     },
     "builder.binding", "'second' has group 1, binding 2, which is that of 'first'"},
    {"name_taken",
     [](ProgramBuilder& b) {
       b.storage<u32>("data");
       b.override_<u32>("data", 1U);
     },
     "builder.name", "'data' is declared as a buffer and again as an override"},
    {"name_that_is_no_identifier", [](ProgramBuilder& b) { b.storage<u32>("x: u32; fn f() {} //"); },
     "builder.name", "'x: u32; fn f() {} //' cannot be the name of a buffer: it is no identifier of WGSL"},
    {"name_that_is_a_keyword", in_main([](ProgramBuilder& b, auto, EntryPoint&) { b.var<u32>("while"); }),
     "builder.name", "'while' cannot be the name of a variable: it is no identifier of WGSL"},
    {"name_of_a_type", [](ProgramBuilder& b) { b.workgroup<u32>("vec3f"); }, "builder.name",
     "'vec3f' cannot be the name of a variable: it is a type of WGSL"},
    {"name_of_a_function_that_is_called",
     [](ProgramBuilder& b) {
       auto min_buffer = b.storage<u32>("min");
       b.entry_point("main", {}, [&](EntryPoint&) { min_buffer[0] = min(min_buffer[1], 3U); });
     },
     "builder.name", "'min' is the name of a buffer and of the builtin function that the program calls"},
    {"no_such_builtin",
     in_main([](ProgramBuilder& b, auto out, EntryPoint&) { out[0] = b.call<u32>("clampp", out[1]); }),
     "builder.name", "'clampp' is no builtin function of WGSL that gives a value"},
    {"number_out_of_range", in_main([](ProgramBuilder&, auto out, EntryPoint&) { out[0] = -1; }),
     "builder.value", "-1 is not a value of u32"},
    {"number_that_is_not_finite", in_main([](ProgramBuilder& b, auto, EntryPoint&) {
       b.var<float>("x", std::numeric_limits<float>::infinity());
     }),
     "builder.value", "inf is not a constant of WGSL"},
    {"case_that_is_no_constant", in_main([](ProgramBuilder& b, auto out, EntryPoint& main) {
       auto i = main.local_invocation_index();
       b.switch_(out[0], [&](auto& s) { s.case_(i, [] {}); });
     }),
     "builder.value", "the value 'local_invocation_index', a part of a case, is not made of constants"},
    {"class_that_is_no_structure", [](ProgramBuilder& b) { b.storage<Cell>("cells"); }, "builder.structure",
     "a class that structure() has not described is used as a type"},
    {"class_described_twice",
     [](ProgramBuilder& b) {
       b.structure<Cell>("A", [](auto& s) { s.template member<u32>("x"); });
       b.structure<Cell>("B", [](auto& s) { s.template member<u32>("x"); });
     },
     "builder.structure", "structures 'A' and 'B' are described by one class"},
    {"names_for_other_parameters",
     [](ProgramBuilder& b) { b.function<void(u32, u32)>("f", {"x"}, [](Expr<u32>, Expr<u32>) {}); },
     "builder.structure", "function 'f' has 2 parameters and names for 1"},
    {"program_asked_for_inside_a_function",
     [](ProgramBuilder& b) {
       auto out = b.storage<u32>("out");
       b.entry_point("main", {}, [&](EntryPoint&) {
         (void)b.build();
         b.function<void()>("f", {}, [] {});
         out[0] = 1U;
       });
     },
     "builder.structure", "function 'f' begins inside function 'main'"},
    {"handle_that_was_moved_from", in_main([](ProgramBuilder&, auto out, EntryPoint& main) {
       auto i = main.local_invocation_index();
       auto taken = std::move(i);
       out[taken] = i;  // NOLINT: the test
     }),
     "builder.value", "a handle that was moved from is used"},
    // What only the language can say, at its place in the text.
    {"missing_return", [](ProgramBuilder& b) { b.function<u32()>("f", {}, [] {}); }, "wgsl.behavior",
     "'f' can reach its end without returning a value of type 'u32'"},
    {"break_outside_of_a_loop", in_main([](ProgramBuilder& b, auto, EntryPoint&) { b.break_(); }),
     "wgsl.behavior", "'break' must be in a loop or switch"},
    {"result_of_another_type",
     in_main([](ProgramBuilder& b, auto out, EntryPoint&) { out[0] = b.call<u32>("sqrt", 2.0F); }),
     "wgsl.type_mismatch", "initializer of 'v1' must be 'u32', found 'f32'"},
    {"barrier_where_control_flow_is_not_uniform", in_main([](ProgramBuilder& b, auto, EntryPoint& main) {
       b.if_(main.local_invocation_index() == 0U, [&] { b.workgroup_barrier(); });
     }),
     "ir.uniformity",
     "'workgroupBarrier' must be called from uniform control flow; the condition at 3:3 depends on "
     "'local_invocation_index' at 2:79"},
};

INSTANTIATE_TEST_SUITE_P(Builder, Misuse, testing::ValuesIn(mistakes),
                         [](const auto& mistake) { return mistake.param.name; });

TEST(Misuse, of_several_kinds_is_in_one_error) {
  ProgramBuilder b("built");
  auto out = b.storage<u32>("out");
  b.storage<u32>("out");
  out[0] = 1U;
  b.break_();
  const auto program = b.build();
  ASSERT_FALSE(program.has_value());
  EXPECT_EQ(program.error().message(),
            "'built' is not built rightly: 'out' is declared as a buffer and again as a buffer and 2 more");
  EXPECT_EQ(program.error().diagnostics().size(), 3U);
}

TEST(Misuse, places_of_the_language_are_those_of_the_text) {
  ProgramBuilder b("built");
  auto out = b.storage<u32>("out");
  b.entry_point("main", {}, [&](EntryPoint&) {
    out[0] = 1U;
    b.continue_();
  });
  const auto program = b.build();
  ASSERT_FALSE(program.has_value());
  ASSERT_EQ(program.error().diagnostics().size(), 1U);
  EXPECT_EQ(program.error().diagnostics()[0].line, 4U);
  EXPECT_EQ(program.error().diagnostics()[0].source_line, "  continue;");
}

}  // namespace
}  // namespace slipway
