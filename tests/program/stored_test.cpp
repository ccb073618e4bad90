// Programs as bytes: what comes back is what was read, and damaged bytes give nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include <slipway/program.h>

#include "program/program_data.h"
#include "program/stored.h"

namespace slipway {
namespace {

constexpr std::string_view text = R"(enable slipway_trap;
diagnostic(warning, subgroup_uniformity);
enable subgroups;
const too_big = 7u;
@id(3) override most: f32 = 2;
override plain: bool;
struct Tail { count: u32, items: array<vec3f> }
@group(1) @binding(4) var<storage, read_write> tail: Tail;
@group(0) @binding(0) var<uniform> scale: vec4f;
var<workgroup> tile: array<u32, 8>;
fn pick(p: ptr<function, array<i32, 4>>, i: i32) -> i32 { return (*p)[i]; }
@compute @workgroup_size(8, 2) fn main(@builtin(local_invocation_index) l: u32) {
  var mine = array<i32, 4>();
  if tail.count > 3 { tile[l] = subgroupAdd(l); }
  assert(pick(&mine, i32(l)) < 3, too_big, l);
  tail.items[l] = scale.xyz * most;
}
@compute @workgroup_size(1) fn other() { if plain { trap(9u, 0u); } }
)";

std::vector<SourceText> sources() { return {{.name = "a.wgsl", .text = std::string(text)}}; }

Program read() {
  auto program = Program::from_sources(sources(), {.entry_point = "main"});
  if (!program) throw std::runtime_error(program.error().to_string());
  return *std::move(program);
}

Program restored(std::span<const std::byte> bytes, std::vector<SourceText> from = sources()) {
  auto program = program::restore(bytes, std::move(from), {.outcome = CacheOutcome::hit});
  if (!program) throw std::runtime_error("not restored");
  return *std::move(program);
}

TEST(Stored, everything_but_the_module_comes_back_without_parsing) {
  const Program before = read();
  const auto bytes = program::store(before);
  const std::uint64_t parses = program::parse_count();
  const Program after = restored(bytes);
  EXPECT_EQ(after.identity(), before.identity());
  EXPECT_EQ(after.entry_point(), "main");
  EXPECT_EQ(after.entry_points(), (std::vector<std::string>{"main", "other"}));
  EXPECT_EQ(program::store(after), bytes);  // interface, warnings and sites among it
  ASSERT_EQ(after.warnings().size(), 1U);
  EXPECT_EQ(to_string(after.warnings()[0]), to_string(before.warnings()[0]));
  ASSERT_EQ(after.interface().bindings.size(), 2U);
  EXPECT_EQ(after.interface().bindings[0].name, "tail");
  EXPECT_EQ(after.interface().bindings[0].stride, 16U);
  EXPECT_TRUE(after.interface().bindings[0].runtime_sized);
  EXPECT_EQ(after.interface().bindings[1].use, BindingUse::uniform);
  ASSERT_EQ(after.interface().overrides.size(), 2U);
  EXPECT_EQ(after.interface().overrides[0].id, 3U);
  EXPECT_FALSE(after.interface().overrides[1].has_default);
  EXPECT_EQ(program::data(after).source.outcome, CacheOutcome::hit);
  EXPECT_EQ(program::parse_count(), parses);
}

TEST(Stored, sites_have_places_names_and_tags) {
  const Program after = restored(program::store(read()));
  const program::ModuleData& module = *program::data(after).shared;
  std::vector<std::string> found;
  for (const program::Site& site : module.sites())
    found.push_back(site.name + " " + std::to_string(module.sources().diagnose(site.span, "", "").line) +
                    (site.is_signed ? " signed" : "") + " " + std::to_string(site.tag));
  std::ranges::sort(found);
  EXPECT_EQ(found, (std::vector<std::string>{" 18 9", "p 11 signed 0", "tail.items 16 0", "tile 14 0",
                                             "too_big 15 7"}));
}

TEST(Stored, names_of_files_are_those_of_who_asks) {
  auto moved = sources();
  moved[0].name = "elsewhere/b.wgsl";
  const Program after = restored(program::store(read()), moved);
  EXPECT_EQ(after.warnings().at(0).file, "elsewhere/b.wgsl");
}

TEST(Stored, the_module_is_read_once_where_it_is_asked_for) {
  const Program before = read();
  const Program after = restored(program::store(before));
  const std::uint64_t parses = program::parse_count();
  {
    std::vector<std::jthread> threads;
    threads.reserve(4);
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] { EXPECT_TRUE(program::data(after).shared->module().has_value()); });
  }
  EXPECT_EQ(after.with_entry_point("other")->identity(), before.with_entry_point("other")->identity());
  EXPECT_TRUE(program::data(after).specialize(std::vector<std::pair<std::string, double>>{{"plain", 1}}));
  EXPECT_EQ(program::parse_count(), parses + 1);
}

TEST(Stored, bytes_of_another_text_are_an_error_where_the_module_is_asked_for) {
  auto other = sources();
  other[0].text.replace(other[0].text.find("2;"), 2, "4;");
  const Program after = restored(program::store(read()), other);
  const auto module = program::data(after).shared->module();
  ASSERT_FALSE(module);
  EXPECT_EQ(module.error().message(), "what was kept of 'a.wgsl' is of another text");
}

TEST(Stored, cut_bytes_give_nothing_and_altered_ones_no_place_outside) {
  const auto bytes = program::store(read());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(program::restore(std::span(bytes).first(size), sources(), {})) << size;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
    auto altered = bytes;
    altered[i / 8] ^= std::byte{1} << (i % 8);
    const auto program = program::restore(altered, sources(), {});
    if (!program) continue;
    ++kept;
    const program::ModuleData& module = *program::data(*program).shared;
    for (const program::Site& site : module.sites())
      EXPECT_LE(module.sources().diagnose(site.span, "", "").line, 19U);
  }
  EXPECT_GT(kept, 0U);  // of the canonical bytes, any are
}

}  // namespace
}  // namespace slipway
