// The descriptor sets of a pipeline: kept by buffers and ranges, the 64 used last, for as long as the
// buffers.
#include <gtest/gtest.h>

#include "pipeline/memory_devices.h"

namespace slipway {
namespace {

using Words = std::vector<std::uint32_t>;
using Word = Buffer<std::uint32_t>;

constexpr std::string_view add_one = R"(
@group(0) @binding(0) var<storage, read_write> y: u32;
@compute @workgroup_size(1) fn main() { y += 1u; }
)";
constexpr std::string_view add_two = R"(
@group(0) @binding(0) var<storage, read_write> y: u32;
@compute @workgroup_size(1) fn main() { y += 2u; }
)";

constexpr std::uint64_t most = 64;

class DescriptorSets : public tests::OnDevice {
 protected:
  void SetUp() override {
    tests::OnDevice::SetUp();
    // Buffers that nobody holds are gone at once.
    if (!IsSkipped()) keep(Device::open({.selector = "vulkan", .idle_buffer_bytes = 0}));
  }
  [[nodiscard]] std::vector<Word> words(std::size_t count) const {
    std::vector<Word> made;
    made.reserve(count);
    for (std::size_t i = 0; i < count; ++i) made.push_back(device_->create<std::uint32_t>(1).value());
    return made;
  }
};

void expect(const DescriptorSetStats& stats, std::uint64_t hits, std::uint64_t misses,
            std::uint64_t evictions) {
  EXPECT_EQ(stats.hits, hits);
  EXPECT_EQ(stats.misses, misses);
  EXPECT_EQ(stats.evictions, evictions);
}

TEST_P(DescriptorSets, beyond_sixty_four_the_one_used_longest_ago_goes) {
  const Pipeline pipeline = compiled(add_one);
  const auto buffers = words(most + 2);
  const auto run = [&](std::size_t i) { ASSERT_TRUE(pipeline.run({{"y", buffers[i]}}, {.grid = 1})); };
  for (std::size_t i = 0; i < most; ++i) run(i);
  expect(pipeline.stats().descriptor_sets, 0, most, 0);
  for (std::size_t i = 0; i < most; ++i) run(i);
  expect(pipeline.stats().descriptor_sets, most, most, 0);
  run(0);
  run(most);  // displaces 1
  expect(pipeline.stats().descriptor_sets, most + 1, most + 1, 1);
  run(0);
  run(2);
  expect(pipeline.stats().descriptor_sets, most + 3, most + 1, 1);
  run(1);  // displaces 3
  run(3);  // displaces 4
  expect(pipeline.stats().descriptor_sets, most + 3, most + 3, 3);
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const std::uint32_t expected = i == 0 ? 4 : i <= 3 ? 3 : i < most ? 2 : i == most ? 1 : 0;
    ASSERT_EQ(*buffers[i].download(), Words{expected}) << i;
  }
}

TEST_P(DescriptorSets, launches_keep_theirs_when_it_was_displaced) {
  const Pipeline pipeline = compiled(add_one);
  const auto buffers = words(2 * most + 1);
  std::vector<Launch> launches;
  launches.reserve(buffers.size());
  for (const auto& buffer : buffers) launches.push_back(pipeline.bind({{"y", buffer}}, {.grid = 1}).value());
  expect(pipeline.stats().descriptor_sets, 0, buffers.size(), buffers.size() - most);
  for (int round = 0; round < 3; ++round)
    for (const auto& launch : launches) ASSERT_TRUE(launch.submit());
  for (const auto& buffer : buffers) ASSERT_EQ(*buffer.download(), Words{3});
  expect(pipeline.stats().descriptor_sets, 0, buffers.size(), buffers.size() - most);
}

TEST_P(DescriptorSets, end_with_their_buffers) {
  const Pipeline pipeline = compiled(add_one);
  for (std::size_t i = 0; i < 3 * most; ++i) {
    const auto one = words(1);
    ASSERT_TRUE(pipeline.run({{"y", one[0]}}, {.grid = 1}));
    ASSERT_EQ(*one[0].download(), Words{1});
  }
  expect(pipeline.stats().descriptor_sets, 0, 3 * most, 0);
}

TEST_P(DescriptorSets, slices_of_a_buffer_have_one_each) {
  const Pipeline pipeline = compiled(add_one);
  const std::uint64_t step = device_->info().limits.storage_offset_alignment / 4;
  const auto whole = device_->create<std::uint32_t>(3 * step);
  ASSERT_TRUE(whole);
  for (int round = 0; round < 2; ++round)
    for (std::uint64_t i = 0; i < 3; ++i)
      ASSERT_TRUE(pipeline.run({{"y", whole->slice(i * step, 1).value()}}, {.grid = 1}));
  expect(pipeline.stats().descriptor_sets, 3, 3, 0);
  Words expected(3 * step);
  for (std::uint64_t i = 0; i < 3; ++i) expected[i * step] = 2;
  EXPECT_EQ(*whole->download(), expected);
}

TEST_P(DescriptorSets, are_counted_by_pipeline_and_in_all) {
  const Pipeline one = compiled(add_one);
  const Pipeline two = compiled(add_two);
  const Pipeline one_again = compiled(add_one);
  const auto buffers = words(most + 1);
  ASSERT_TRUE(two.run({{"y", buffers[0]}}, {.grid = 1}));
  for (const auto& buffer : buffers) ASSERT_TRUE(one.run({{"y", buffer}}, {.grid = 1}));
  ASSERT_TRUE(two.run({{"y", buffers[0]}}, {.grid = 1}));
  expect(one.stats().descriptor_sets, 0, most + 1, 1);
  expect(one_again.stats().descriptor_sets, 0, most + 1, 1);  // they share what was compiled
  expect(two.stats().descriptor_sets, 1, 1, 0);
  expect(device_->stats().descriptor_sets, 1, most + 2, 1);
  EXPECT_EQ(*buffers[0].download(), Words{5});
}

#ifdef SLIPWAY_HAS_VULKAN
INSTANTIATE_TEST_SUITE_P(Devices, DescriptorSets, testing::Values("lavapipe", "swiftshader"),
                         tests::device_name);
#else
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(DescriptorSets);
#endif

}  // namespace
}  // namespace slipway
