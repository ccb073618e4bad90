#include "analysis/effects.h"

#include "read.h"

namespace slipway::analysis::test {
namespace {

// "r", "w", "rw", "u" (used only) or "-" for each global in order.
std::string touches(const FunctionEffects& effects) {
  std::string text;
  for (const Touch& t : effects.globals) {
    text += text.empty() ? "" : " ";
    if (t.read || t.written)
      text += std::string(t.read ? "r" : "") + (t.written ? "w" : "");
    else
      text += t.used ? "u" : "-";
  }
  return text;
}

TEST(Effects, reads_and_writes_are_those_of_all_that_is_called) {
  const auto checked = check(R"(
    @group(0) @binding(0) var<storage, read_write> a: array<u32>;
    @group(0) @binding(1) var<storage, read> b: array<u32>;
    @group(0) @binding(2) var<storage, read_write> c: atomic<u32>;
    @group(0) @binding(3) var<storage, read_write> d: array<u32>;
    @group(0) @binding(4) var<uniform> unused: u32;
    var<workgroup> w: u32;
    fn put(p: ptr<workgroup, u32>, v: u32) { *p = v; }
    fn fetch(i: u32) -> u32 { return b[i]; }
    @compute @workgroup_size(1) fn main() {
      a[0] = fetch(arrayLength(&d));
      atomicAdd(&c, 1u);
      put(&w, 2u);
      workgroupBarrier();
    }
    @compute @workgroup_size(1) fn other() { d[1] += 1; }
  )");
  ASSERT_TRUE(checked.has_value());
  const auto all = effects(checked->module, CallGraph(*checked->module));
  const auto of = [&](std::size_t entry) { return all[checked->module->entry_points[entry].function.index]; };
  EXPECT_EQ(touches(of(0)), "w r rw u - w");
  EXPECT_EQ(touches(of(1)), "- - - rw - -");
  EXPECT_TRUE(of(0).barriers);
  EXPECT_FALSE(of(1).barriers);
}

TEST(CallGraph, functions_come_after_what_they_call) {
  const auto checked = check(R"(
    fn a() { b(); c(); b(); }
    fn b() { c(); }
    fn c() {}
    @compute @workgroup_size(1) fn main() { a(); }
    fn alone() {}
  )");
  ASSERT_TRUE(checked.has_value());
  const CallGraph calls(*checked->module);
  const auto name = [&](ir::FunctionId id) { return (*checked->module)[id].name; };
  std::string order;
  for (const ir::FunctionId id : calls.callees_first) order += name(id) + " ";
  const auto at = [&](const std::string& n) { return order.find(n + " "); };
  EXPECT_LT(at("c"), at("b"));
  EXPECT_LT(at("b"), at("a"));
  EXPECT_LT(at("a"), at("main"));
  const auto reachable = calls.reachable(checked->module->entry_points[0].function);
  std::string reached;
  for (std::size_t i = 0; i < reachable.size(); ++i)
    if (reachable[i]) reached += name(ir::FunctionId(i)) + " ";
  EXPECT_EQ(reached.find("alone"), std::string::npos);
  EXPECT_NE(reached.find("c "), std::string::npos);
}

}  // namespace
}  // namespace slipway::analysis::test
