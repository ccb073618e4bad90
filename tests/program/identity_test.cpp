#include <gtest/gtest.h>

#include "ir/serialize.h"
#include "ir/verify.h"
#include "program/program_data.h"

namespace slipway {
namespace {

std::string identity(std::string_view source) {
  const auto program = Program::from_source(source);
  EXPECT_TRUE(program.has_value()) << program.error().to_string();
  return program.has_value() ? program->identity() : "";
}

constexpr std::string_view original = R"(
enable slipway_trap;
const too_big = 3u;
override limit: u32 = 5;
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
fn twice(x: u32) -> u32 { return x + x; }
fn thrice(x: u32) -> u32 { return 3 * x; }
@compute @workgroup_size(8, 2) fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if input[i] > limit { trap(too_big, i); }
  output[i] = twice(input[i]) + thrice(i);
}
)";

std::string changed(std::string_view from, std::string_view to) {
  std::string text(original);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Identity, is_32_hex_digits_and_repeats) {
  EXPECT_EQ(identity(original).size(), 32U);
  EXPECT_EQ(identity(original).find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_EQ(identity(original), identity(original));
}

TEST(Identity, does_not_see_formatting_comments_local_names_and_the_order_of_functions) {
  const std::string same = identity(original);
  EXPECT_EQ(identity(changed("let i = id.x;", "/* index */\n\n  let i =\n id.x; // here")), same);
  EXPECT_EQ(identity(changed("fn twice(x: u32) -> u32 { return x + x; }",
                             "fn twice(y: u32) -> u32 { return y + y; }")),
            same);
  EXPECT_EQ(identity(changed("fn twice(x: u32) -> u32 { return x + x; }\n"
                             "fn thrice(x: u32) -> u32 { return 3 * x; }\n",
                             "fn thrice(x: u32) -> u32 { return 3 * x; }\n"
                             "fn twice(x: u32) -> u32 { return x + x; }\n")),
            same);
  EXPECT_EQ(identity(changed("fn twice", "fn unused() -> f32 { return 1; }\nfn twice")), same);
  EXPECT_EQ(identity(changed("fn twice", "const unused = 17.5;\nalias U = u32;\nfn twice")), same);
  EXPECT_EQ(identity(changed("return 3 * x", "return 3u * x")), same);
}

TEST(Identity, sees_what_changes_the_kernel_or_its_interface) {
  const std::string same = identity(original);
  const std::pair<std::string_view, std::string_view> changes[] = {
      {"@binding(1)", "@binding(2)"},
      {"@group(0) @binding(0)", "@group(1) @binding(0)"},
      {"(8, 2)", "(8, 4)"},
      {"limit: u32 = 5", "limit: u32 = 6"},
      {"override limit", "@id(1) override limit"},
      {"const too_big = 3u", "const too_big = 4u"},
      {"trap(too_big", "trap(3u"},
      {"3 * x", "4 * x"},
      {"return x + x", "return x * x"},
      {"var<storage, read> input", "var<storage, read_write> input"},
      {"output: array<u32>", "output: array<u32, 64>"},
  };
  for (const auto& [from, to] : changes) EXPECT_NE(identity(changed(from, to)), same) << to;
}

TEST(Identity, of_the_text_that_a_program_gives_is_its_own) {
  const std::vector<SourceText> parts{
      {"main.wgsl",
       "@group(0) @binding(0) var<storage, read_write> b: array<u32>;\n"
       "@compute @workgroup_size(1) fn main() { b[0] = scale * b[0]; }\n"
       "@compute @workgroup_size(1) fn other() { b[1] = 2; } // not the one chosen"},
      {"scale.wgsl", "override scale = 3u;"}};
  const auto program = Program::from_sources(parts, {.entry_point = "other"});
  ASSERT_TRUE(program.has_value()) << program.error().to_string();
  const auto text = program->to_wgsl();
  ASSERT_TRUE(text.has_value()) << text.error().to_string();
  const auto again = Program::from_source(*text, {.entry_point = "other"});
  ASSERT_TRUE(again.has_value()) << again.error().to_string() << *text;
  EXPECT_EQ(again->identity(), program->identity());
  EXPECT_EQ(again->to_wgsl().value(), *text);
}

TEST(Identity, programs_of_one_identity_number_their_sites_alike) {
  const auto a = Program::from_source(original);
  const auto b =
      Program::from_source(changed("fn twice", "fn unused() -> f32 { return 1; }\n/* x */ fn twice"));
  ASSERT_TRUE(a.has_value() && b.has_value());
  const auto& data_a = *program::data(*a).shared;
  const auto& data_b = *program::data(*b).shared;
  const program::ReadModule* in_a = data_a.module().value();
  const program::ReadModule* in_b = data_b.module().value();
  ASSERT_EQ(in_a->debug.site_spans.size(), in_a->module->site_count);
  for (std::size_t site = 1; site < in_b->debug.site_spans.size(); ++site) {
    if (site >= in_a->debug.site_spans.size()) break;  // what only the function that nothing calls has
    EXPECT_EQ(data_a.sources().text(in_a->debug.site_spans[site]),
              data_b.sources().text(in_b->debug.site_spans[site]));
  }
}

TEST(Identity, the_serialised_module_is_read_back_and_valid) {
  const auto program = Program::from_source(original);
  ASSERT_TRUE(program.has_value());
  const auto bytes = program::data(*program).canonical();
  auto module = ir::deserialize(bytes);
  ASSERT_TRUE(module.has_value()) << module.error().message();
  EXPECT_EQ(ir::serialize(*module), bytes);
  EXPECT_TRUE(ir::verify(*std::move(module)).has_value());
}

}  // namespace
}  // namespace slipway
