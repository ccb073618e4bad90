#include "ir/serialize.h"

#include <gtest/gtest.h>

#include "ir/order.h"
#include "ir/print.h"
#include "sample.h"

namespace slipway::ir::test {
namespace {

TEST(Serialize, what_is_read_back_is_valid_and_has_the_same_bytes) {
  const auto bytes = serialize(rich_sample().module);
  auto module = deserialize(bytes);
  ASSERT_TRUE(module.has_value()) << module.error().message();
  EXPECT_EQ(serialize(*module), bytes);
  EXPECT_EQ(module->entry_points[0].name, "main");
  EXPECT_EQ(module->globals[1].name, "total");
  EXPECT_EQ(module->globals[1].binding, (Binding{0, 3}));
  EXPECT_EQ(module->overrides[0].name, "width");
  EXPECT_EQ(module->overrides[0].id, 7U);
  EXPECT_EQ(module->tags[0].name, "too_many");
  EXPECT_EQ(module->site_count, 10U);
  EXPECT_EQ(broken_rules(*std::move(module)), std::vector<std::string>());
}

TEST(Serialize, local_names_and_unused_things_do_not_show) {
  const auto bytes = serialize(rich_sample().module);
  Sample other = rich_sample();
  other.module.functions[2].name = "renamed";
  other.module.functions[2].parameters[0].name = "pointer";
  other.module.globals[2].name = "scratch";
  other.module.constants.scalar(other.module.types.i32(), 1234);
  other.module.types.vector(Scalar::f32, 2);
  const FunctionId unused = other.add_function("unused", other.module.types.void_type());
  other.builder(unused).terminate(Op::return_);
  other.module[other.main].insts.push_back(Inst{.op = Op::workgroup_barrier});  // in no region
  EXPECT_EQ(serialize(other.module), bytes);
}

TEST(Serialize, order_of_functions_does_not_show) {
  const auto make = [](bool swapped) {
    Sample s;
    const TypeId none = s.module.types.void_type();
    const FunctionId a = s.add_function("a", none);
    const FunctionId b = s.add_function("b", none);
    Builder in_a = s.builder(swapped ? b : a);
    in_a.emit(Op::workgroup_barrier, none, {});
    in_a.terminate(Op::return_);
    Builder in_b = s.builder(swapped ? a : b);
    in_b.emit(Op::storage_barrier, none, {});
    in_b.terminate(Op::return_);
    Builder main = s.builder();
    main.emit(Op::call, none, {}, (swapped ? b : a).index);
    main.emit(Op::call, none, {}, (swapped ? a : b).index);
    main.terminate(Op::return_);
    return serialize(s.module);
  };
  EXPECT_EQ(make(false), make(true));
}

TEST(Serialize, what_identity_depends_on_shows) {
  const auto bytes = serialize(rich_sample().module);
  const auto changed = [&](auto change) {
    Sample s = rich_sample();
    change(s.module);
    return serialize(s.module) != bytes;
  };
  EXPECT_TRUE(changed([](Module& m) { m.globals[0].binding->binding = 1; }));
  EXPECT_TRUE(changed([](Module& m) { m.globals[0].name = "entries"; }));
  EXPECT_TRUE(changed([](Module& m) { std::swap(m.globals[0].binding, m.globals[1].binding); }));
  EXPECT_TRUE(changed([](Module& m) { m.overrides[0].name = "height"; }));
  EXPECT_TRUE(changed([](Module& m) { m.overrides[0].id = 8; }));
  EXPECT_TRUE(changed([](Module& m) { m.tags[0].value = 6; }));
  EXPECT_TRUE(changed([](Module& m) { m.tags[0].name = "too_few"; }));
  EXPECT_TRUE(changed([](Module& m) { m.entry_points[0].workgroup_size[1].value = 2; }));
  EXPECT_TRUE(changed([](Module& m) { m.functions[0].switches[0][0].selectors[1] = 3; }));
}

TEST(Serialize, cut_off_bytes_are_refused) {
  const auto bytes = serialize(rich_sample().module);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto module = deserialize(std::span(bytes).first(size));
    ASSERT_FALSE(module.has_value()) << size;
    EXPECT_EQ(module.error().code(), ErrorCode::invalid_argument);
  }
  auto longer = bytes;
  longer.push_back(std::byte{0});
  const auto module = deserialize(longer);
  ASSERT_FALSE(module.has_value());
  EXPECT_EQ(module.error().message(), "serialised module has 1 bytes after its end");
}

TEST(Serialize, bytes_of_something_else_are_refused_by_what_they_are) {
  auto bytes = serialize(rich_sample().module);
  auto foreign = bytes;
  foreign[0] = std::byte{'X'};
  EXPECT_EQ(deserialize(foreign).error().message(), "bytes are not a serialised module");
  bytes[9] ^= std::byte{1};
  EXPECT_EQ(deserialize(bytes).error().message(), "serialised module was written by another build");
}

// A damaged module is either refused by the reader, refused by the verifier, or another valid module, which
// then has a canonical form of its own.
TEST(Serialize, each_changed_byte_gives_an_error_or_another_module) {
  const auto bytes = serialize(rich_sample().module);
  int valid = 0;
  for (std::size_t i = 16; i < bytes.size(); ++i)
    for (unsigned change = 1; change < 256; ++change) {
      auto damaged = bytes;
      damaged[i] ^= static_cast<std::byte>(change);
      auto module = deserialize(damaged);
      if (!module.has_value()) continue;
      auto verified = verify(*std::move(module));
      if (!verified.has_value()) {
        EXPECT_FALSE(verified.error().empty());
        continue;
      }
      ++valid;
      const auto again = serialize(**verified);
      const auto back = deserialize(again);
      ASSERT_TRUE(back.has_value()) << i << " " << change;
      EXPECT_EQ(serialize(*back), again);
      EXPECT_FALSE(print(**verified).empty());
    }
  EXPECT_GT(valid, 100);  // other constants, names and bindings are fine
}

TEST(Order, each_instruction_gets_a_site_in_the_order_of_a_walk_and_spans_follow) {
  Sample s = rich_sample();
  DebugInfo debug;
  for (std::uint32_t i = 0; i < 20; ++i) {
    debug.site_spans.push_back(Span{0, i, i + 1});
    debug.site_names.push_back("name" + std::to_string(i));
  }
  number_sites(s.module, debug);
  SiteId next = 1;
  for (const Global& global : s.module.globals) EXPECT_EQ(global.site, next++);
  for (const Override& override_ : s.module.overrides) EXPECT_EQ(override_.site, next++);
  for (const EntryPoint& entry : s.module.entry_points) EXPECT_EQ(entry.site, next++);
  for (const FunctionId id : canonical_functions(s.module))
    for (const RegionId region : canonical_regions(s.module[id]))
      for (const InstId inst : s.module[id][region].insts) EXPECT_EQ(s.module[id][inst].site, next++);
  EXPECT_EQ(debug.site_spans[s.module.functions[0].insts[0].site], (Span{0, 9, 10}));
  EXPECT_EQ(debug.site_spans[s.module.functions[2].insts[0].site], (Span{0, 3, 4}));
  EXPECT_EQ(debug.site_names[s.module.functions[2].insts[0].site], "name3");
  EXPECT_EQ(s.module.site_count, debug.site_spans.size());
}

}  // namespace
}  // namespace slipway::ir::test
