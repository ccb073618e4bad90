#include <slipway/program.h>

#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "program/program_data.h"

namespace slipway {
namespace {

constexpr std::string_view two_kernels = R"(
struct Item { key: u32, weight: vec3f }
struct Log { count: atomic<u32>, items: array<Item> }
@group(0) @binding(4) var<storage, read_write> log: Log;
@group(0) @binding(1) var<storage> input: array<vec3f>;
@group(1) @binding(0) var<uniform> settings: vec4u;
@group(0) @binding(2) var<storage, read_write> fixed: array<u32, 16>;
override width: u32 = 8;
@id(3) override scale: f32;
var<workgroup> tile: array<f32, 64>;
@compute @workgroup_size(width, 2) fn first(@builtin(local_invocation_index) l: u32) {
  tile[l % 64] = input[l].x * scale;
  workgroupBarrier();
  log.items[l].key = settings.x;
}
@compute @workgroup_size(4, 4, 4) fn second() { fixed[0] = fixed[1]; }
)";

TEST(Program, interface_lists_what_the_entry_point_reaches_in_order_of_declaration) {
  const auto program = Program::from_source(two_kernels, {.entry_point = "first"});
  ASSERT_TRUE(program.has_value()) << program.error().to_string();
  const Interface& interface = program->interface();
  ASSERT_EQ(interface.bindings.size(), 3U);

  const BindingInfo& log = interface.bindings[0];
  EXPECT_EQ(log.name, "log");
  EXPECT_EQ(log.group, 0U);
  EXPECT_EQ(log.binding, 4U);
  EXPECT_EQ(log.use, BindingUse::storage_read_write);
  EXPECT_EQ(log.type, "Log");
  EXPECT_EQ(log.element_type, "Item");
  EXPECT_EQ(log.stride, 32U);
  EXPECT_EQ(log.fixed_size, 16U);
  EXPECT_TRUE(log.runtime_sized);
  EXPECT_EQ(log.smallest_size(), 48U);
  EXPECT_FALSE(log.is_read);
  EXPECT_TRUE(log.is_written);

  const BindingInfo& input = interface.bindings[1];
  EXPECT_EQ(input.use, BindingUse::storage_read);
  EXPECT_EQ(input.type, "array<vec3<f32>>");
  EXPECT_EQ(input.element_type, "vec3<f32>");
  EXPECT_EQ(input.stride, 16U);
  EXPECT_EQ(input.fixed_size, 0U);

  const BindingInfo& settings = interface.bindings[2];
  EXPECT_EQ(settings.use, BindingUse::uniform);
  EXPECT_EQ(settings.group, 1U);
  EXPECT_EQ(settings.type, "vec4<u32>");
  EXPECT_EQ(settings.fixed_size, 16U);
  EXPECT_EQ(settings.stride, 16U);
  EXPECT_FALSE(settings.runtime_sized);

  ASSERT_EQ(interface.overrides.size(), 2U);
  EXPECT_EQ(interface.overrides[0].name, "width");
  EXPECT_EQ(interface.overrides[0].type, "u32");
  EXPECT_TRUE(interface.overrides[0].has_default);
  EXPECT_EQ(interface.overrides[1].id, 3U);
  EXPECT_FALSE(interface.overrides[1].has_default);

  EXPECT_EQ(interface.workgroup_size, (std::array<std::uint32_t, 3>{0, 2, 1}));
  EXPECT_TRUE(interface.uses_barriers);
  EXPECT_TRUE(interface.uses_workgroup_memory);
  EXPECT_FALSE(interface.uses_subgroups);
  EXPECT_EQ(interface.find("input"), &input);
  EXPECT_EQ(interface.find("fixed"), nullptr);
}

TEST(Program, another_entry_point_has_an_interface_of_its_own) {
  const auto first = Program::from_source(two_kernels, {.entry_point = "first"});
  ASSERT_TRUE(first.has_value()) << first.error().to_string();
  const auto second = first->with_entry_point("second");
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->entry_point(), "second");
  EXPECT_EQ(second->entry_points(), (std::vector<std::string>{"first", "second"}));
  ASSERT_EQ(second->interface().bindings.size(), 1U);
  EXPECT_EQ(second->interface().bindings[0].name, "fixed");
  EXPECT_EQ(second->interface().bindings[0].element_type, "u32");
  EXPECT_EQ(second->interface().bindings[0].stride, 4U);
  EXPECT_EQ(second->interface().bindings[0].fixed_size, 64U);
  EXPECT_EQ(second->interface().workgroup_size, (std::array<std::uint32_t, 3>{4, 4, 4}));
  EXPECT_FALSE(second->interface().uses_barriers);
  EXPECT_NE(second->identity(), first->identity());
}

TEST(Program, the_entry_point_must_be_clear) {
  const auto message = [](std::string_view source, const ProgramOptions& options = {}) {
    const auto program = Program::from_source(source, options);
    EXPECT_FALSE(program.has_value());
    return program.has_value() ? std::string() : program.error().message();
  };
  EXPECT_EQ(message(two_kernels), "program has 2 entry points and none was named: 'first', 'second'");
  EXPECT_EQ(message(two_kernels, {.entry_point = "third"}),
            "program has no entry point 'third': it has 'first', 'second'");
  EXPECT_EQ(message("fn f() {}"), "program has no entry point: no function of '<source>' is @compute");
}

TEST(Program, all_errors_of_the_reader_come_with_their_places) {
  const auto program =
      Program::from_source("fn f() { let x: u32 = 1.5; }\nfn g() { h(); }", {.name = "bad.wgsl"});
  ASSERT_FALSE(program.has_value());
  EXPECT_EQ(program.error().code(), ErrorCode::invalid_program);
  EXPECT_EQ(program.error().message(), "'bad.wgsl' has 2 errors");
  ASSERT_EQ(program.error().diagnostics().size(), 2U);
  EXPECT_EQ(program.error().diagnostics()[0].line, 1U);
  EXPECT_EQ(program.error().diagnostics()[1].line, 2U);
  EXPECT_EQ(program.error().diagnostics()[1].file, "bad.wgsl");
}

TEST(Program, a_barrier_that_some_skip_is_an_error_that_says_why) {
  const auto program = Program::from_source(R"(
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if id.x > 3 {
    return;
  }
  workgroupBarrier();
})");
  ASSERT_FALSE(program.has_value());
  EXPECT_EQ(program.error().code(), ErrorCode::invalid_program);
  ASSERT_EQ(program.error().diagnostics().size(), 1U);
  const Diagnostic& found = program.error().diagnostics()[0];
  EXPECT_EQ(found.rule, "ir.uniformity");
  EXPECT_EQ(found.line, 6U);
  EXPECT_EQ(found.column, 3U);
  EXPECT_EQ(found.message.substr(0, found.message.find(" at 2")),
            "'workgroupBarrier' must be called from uniform control flow; the condition at 3:3 depends on "
            "'global_invocation_id'");
}

TEST(Program, several_texts_form_one_module_and_messages_name_theirs) {
  const auto program =
      Program::from_sources({{"main.wgsl", "@compute @workgroup_size(1) fn main() { out = twice(4); }"},
                             {"lib.wgsl",
                              "fn twice(x: u32) -> u32 { return 2 * x; }\n"
                              "@group(0) @binding(0) var<storage, read_write> out: u32;"}});
  ASSERT_TRUE(program.has_value()) << program.error().to_string();
  EXPECT_EQ(program->interface().bindings[0].name, "out");

  const auto bad = Program::from_sources({{"main.wgsl", "@compute @workgroup_size(1) fn main() {}"},
                                          {"lib.wgsl", "fn broken() -> u32 { return 1.5; }"}});
  ASSERT_FALSE(bad.has_value());
  EXPECT_EQ(bad.error().message(), "'main.wgsl' and 1 more have 1 error");
  EXPECT_EQ(bad.error().diagnostics()[0].file, "lib.wgsl");
}

class ProgramFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "slipway-program-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path write(std::string_view name, std::string_view text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  std::filesystem::path folder_;
};

TEST_F(ProgramFiles, a_file_is_read_and_named) {
  const auto path = write("k.wgsl", "@compute @workgroup_size(1) fn main() { let x = 1; }");
  const auto program = Program::from_file(path);
  ASSERT_TRUE(program.has_value()) << program.error().to_string();
  EXPECT_EQ(program->entry_point(), "main");
  const auto bad = Program::from_file(write("bad.wgsl", "fn ("));
  ASSERT_FALSE(bad.has_value());
  EXPECT_EQ(bad.error().diagnostics()[0].file, (folder_ / "bad.wgsl").string());
}

TEST_F(ProgramFiles, what_cannot_be_read_is_an_io_error_that_says_why) {
  const auto missing = Program::from_file(folder_ / "missing.wgsl");
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().code(), ErrorCode::io);
  EXPECT_EQ(missing.error().message(),
            "cannot read '" + (folder_ / "missing.wgsl").string() + "': No such file or directory");
  const auto folder = Program::from_file(folder_);
  ASSERT_FALSE(folder.has_value());
  EXPECT_EQ(folder.error().code(), ErrorCode::io);
  EXPECT_EQ(folder.error().message(), "cannot read '" + folder_.string() + "': it is a directory");
  const auto loop = folder_ / "loop.wgsl";
  std::filesystem::create_symlink(loop, loop);
  const auto endless = Program::from_file(loop);
  ASSERT_FALSE(endless.has_value());
  EXPECT_EQ(endless.error().message(),
            "cannot read '" + loop.string() + "': Too many levels of symbolic links");
}

TEST_F(ProgramFiles, text_that_is_not_utf8_is_an_invalid_program) {
  const auto program =
      Program::from_file(write("latin.wgsl", "// caf\xE9\n@compute @workgroup_size(1) fn main() {}"));
  ASSERT_FALSE(program.has_value());
  EXPECT_EQ(program.error().code(), ErrorCode::invalid_program);
  ASSERT_FALSE(program.error().diagnostics().empty());
  EXPECT_EQ(program.error().diagnostics()[0].line, 1U);
  EXPECT_NE(program.error().diagnostics()[0].message.find("UTF-8"), std::string::npos);
}

TEST(Program, no_sources_are_refused) {
  const auto program = Program::from_sources({});
  ASSERT_FALSE(program.has_value());
  EXPECT_EQ(program.error().message(), "program has no sources");
}

}  // namespace
}  // namespace slipway
