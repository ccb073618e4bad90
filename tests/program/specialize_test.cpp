#include "ir/specialize.h"

#include <cmath>

#include <gtest/gtest.h>

#include "ir/print.h"
#include "program/program_data.h"

namespace slipway {
namespace {

constexpr std::string_view source = R"(
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@id(7) override width: u32 = 4;
override twice = width * 2;
override big = select(width, 16u, width > 8 && twice > 20);
override must: f32;
override on: bool = true;
override shift: i32 = -1;
var<workgroup> tile: array<f32, twice + 1>;
var<private> start: u32 = width;
fn unused() -> f32 { return must; }
@compute @workgroup_size(width, big) fn main(@builtin(local_invocation_index) l: u32) {
  if on { tile[l] = f32(start); }
  out[l] = tile[l] + f32(shift);
}
@compute @workgroup_size(1) fn needs() { out[0] = must; }
)";

Result<ir::ValidModule> specialize(std::string_view entry, std::vector<std::pair<std::string, double>> values,
                                   std::string_view text = source) {
  const auto program = Program::from_source(text, {.entry_point = std::string(entry)});
  EXPECT_TRUE(program.has_value()) << program.error().to_string();
  return program::data(*program).specialize(values);
}

std::array<std::uint32_t, 3> size_of(const ir::Module& module) {
  const auto& size = module.entry_points[0].workgroup_size;
  return {size[0].value, size[1].value, size[2].value};
}

TEST(Specialize, defaults_size_arrays_and_workgroups) {
  const auto module = specialize("main", {});
  ASSERT_TRUE(module.has_value()) << module.error().to_string();
  EXPECT_EQ(size_of(**module), (std::array<std::uint32_t, 3>{4, 4, 1}));
  EXPECT_TRUE((*module)->overrides.empty());
  EXPECT_EQ((*module)->entry_points.size(), 1U);
  const std::string text = ir::print(**module);
  EXPECT_NE(text.find("global tile: ptr<workgroup, array<f32, 9>, read_write>"), std::string::npos) << text;
  EXPECT_NE(text.find("global start: ptr<private, u32, read_write> = 4u"), std::string::npos) << text;
  EXPECT_EQ(text.find("fn unused"), std::string::npos);
  EXPECT_EQ(text.find("override"), std::string::npos);
}

TEST(Specialize, values_are_given_by_name_or_id_and_flow_on) {
  for (const char* key : {"width", "7"}) {
    const auto module = specialize("main", {{key, 12}, {"shift", -3}, {"on", 0}});
    ASSERT_TRUE(module.has_value()) << module.error().to_string();
    EXPECT_EQ(size_of(**module), (std::array<std::uint32_t, 3>{12, 16, 1}));
    const std::string text = ir::print(**module);
    EXPECT_NE(text.find("array<f32, 25>"), std::string::npos) << text;
    EXPECT_NE(text.find("if_ false"), std::string::npos) << text;
    EXPECT_NE(text.find("convert -3i"), std::string::npos) << text;
  }
}

TEST(Specialize, an_override_that_nothing_needs_needs_no_value) {
  EXPECT_TRUE(specialize("main", {}).has_value());
  const auto needs = specialize("needs", {});
  ASSERT_FALSE(needs.has_value());
  EXPECT_EQ(needs.error().code(), ErrorCode::invalid_argument);
  EXPECT_EQ(needs.error().message(), "override 'must' has no default and no value was given");
  const auto given = specialize("needs", {{"must", 1.5}});
  ASSERT_TRUE(given.has_value());
  EXPECT_NE(ir::print(**given).find("1.5f"), std::string::npos);
}

TEST(Specialize, values_that_do_not_fit_are_refused_by_name) {
  const std::tuple<std::string, double, std::string> rows[] = {
      {"nothing", 1, "program has no override 'nothing'"},
      {"width", -1, "value -1 of override 'width' is not a u32: a whole number from 0 to 4294967295"},
      {"width", 1.5, "value 1.5 of override 'width' is not a u32: a whole number from 0 to 4294967295"},
      {"width", 4294967296.0,
       "value 4294967296 of override 'width' is not a u32: a whole number from 0 to 4294967295"},
      {"shift", 2147483648.0,
       "value 2147483648 of override 'shift' is not an i32: a whole number from -2147483648 to "
       "2147483647"},
      {"must", 1e39, "value 1e+39 of override 'must' is not a finite f32"},
      {"must", NAN, "value nan of override 'must' is not a finite f32"},
      {"width", 0,
       "workgroup size along x of entry point 'main' is 0, which override 'width' gives; it must be at least "
       "1"},
  };
  for (const auto& [name, value, message] : rows) {
    const auto module = specialize("main", {{name, value}});
    ASSERT_FALSE(module.has_value()) << message;
    EXPECT_EQ(module.error().code(), ErrorCode::invalid_argument);
    EXPECT_EQ(module.error().message(), message);
  }
  const auto both = specialize("main", {{"width", 1}, {"7", 2}});
  ASSERT_FALSE(both.has_value());
  EXPECT_EQ(both.error().message(), "override 'width' is given two values");
}

TEST(Specialize, initialisers_fail_as_constant_expressions_do) {
  constexpr std::string_view text = R"(
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
override d: i32 = 1;
override q = 8 / d;
override x: f32 = 1;
override y = x * 3e38;
override n: i32 = 4;
var<workgroup> tile: array<f32, n>;
@compute @workgroup_size(1) fn main() { out[0] = f32(q) + y + tile[0]; }
)";
  ASSERT_TRUE(specialize("main", {}, text).has_value());
  const auto division = specialize("main", {{"d", 0}}, text);
  ASSERT_FALSE(division.has_value());
  EXPECT_EQ(division.error().message(), "override 'q': 'div' fails: integer division by zero");
  const auto overflow = specialize("main", {{"x", 2}}, text);
  ASSERT_FALSE(overflow.has_value());
  EXPECT_EQ(overflow.error().message(), "override 'y': 'mul' gives a value that is not finite");
  const auto length = specialize("main", {{"n", -4}}, text);
  ASSERT_FALSE(length.has_value());
  EXPECT_EQ(length.error().message(),
            "length of array 'tile' is -4, which override 'n' gives; it must be at least 1");
  const auto large = specialize("main", {{"n", 2000000000}}, text);
  ASSERT_FALSE(large.has_value());
  EXPECT_EQ(large.error().code(), ErrorCode::invalid_argument);
  EXPECT_EQ(large.error().message(),
            "specialised program is not valid: variable 'tile' takes 8000000000 bytes, more than 16777216");
}

}  // namespace
}  // namespace slipway
