#include "analysis/work.h"

#include "read.h"

namespace slipway::analysis::test {
namespace {

TEST(Work, counts_accesses_of_buffers_and_of_workgroup_memory) {
  const auto checked = check(R"(
    @group(0) @binding(0) var<storage, read_write> a: array<u32, 4>;
    @group(0) @binding(1) var<uniform> b: u32;
    var<workgroup> w: u32;
    @compute @workgroup_size(1) fn main() {
      var sum = a[0] + b;
      w = sum;
      workgroupBarrier();
      a[1] = w;
    }
  )");
  ASSERT_TRUE(checked.has_value());
  const Work work = count_work(checked->module);
  EXPECT_EQ(work.memory, 3U);
  EXPECT_EQ(work.workgroup_memory, 2U);
  EXPECT_EQ(work.barriers, 1U);
  EXPECT_EQ(work.arithmetic, 1U);
}

TEST(Work, a_variable_without_initialiser_is_no_access) {
  const auto checked = check(R"(
    @compute @workgroup_size(1) fn main() { var alone: vec4<u32>; }
  )");
  ASSERT_TRUE(checked.has_value());
  const Work work = count_work(checked->module);
  EXPECT_EQ(work.memory, 0U);
  EXPECT_EQ(work.workgroup_memory, 0U);
}

}  // namespace
}  // namespace slipway::analysis::test
