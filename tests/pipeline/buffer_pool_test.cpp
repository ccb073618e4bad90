#include "pipeline/buffer_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "hal/host_buffer.h"

namespace slipway::pipeline {
namespace {

using hal::MemoryKind;

// Has so much memory and no more.
class SmallDevice final : public hal::Device {
 public:
  explicit SmallDevice(std::uint64_t bytes) : free_(std::make_shared<std::atomic<std::uint64_t>>(bytes)) {}

  [[nodiscard]] const hal::Info& info() const override { return info_; }
  Result<std::shared_ptr<hal::Buffer>> create_buffer(std::uint64_t size, MemoryKind) override {
    if (size > *free_) return fail(ErrorCode::out_of_memory, "the device is full");
    SLIPWAY_TRY(auto buffer, hal::HostBuffer::create(size));
    *free_ -= size;
    hal::Buffer* const object = buffer.get();
    return std::shared_ptr<hal::Buffer>(
        object, [held = std::move(buffer), free = free_, size](hal::Buffer*) { *free += size; });
  }
  Result<std::shared_ptr<hal::Pipeline>> create_pipeline(kernel::Kernel, std::span<const std::byte>,
                                                         const std::string&) override {
    return fail(ErrorCode::unsupported, "not here");
  }
  Result<std::shared_ptr<hal::Submission>> submit(std::vector<hal::Command>) override {
    return fail(ErrorCode::unsupported, "not here");
  }
  Result<std::shared_ptr<hal::Recorded>> record(std::vector<hal::Command>) override {
    return fail(ErrorCode::unsupported, "not here");
  }
  Result<std::shared_ptr<hal::Submission>> submit(std::shared_ptr<hal::Recorded>) override {
    return fail(ErrorCode::unsupported, "not here");
  }
  void abandon() override {}

  [[nodiscard]] std::uint64_t free_bytes() const { return *free_; }

 private:
  hal::Info info_;
  std::shared_ptr<std::atomic<std::uint64_t>> free_;
};

constexpr std::uint64_t plenty = 1U << 30U;

TEST(BufferPool, size_classes_are_at_most_an_eighth_larger) {
  EXPECT_EQ(BufferPool::size_class(0), 256U);
  EXPECT_EQ(BufferPool::size_class(256), 256U);
  EXPECT_EQ(BufferPool::size_class(257), 288U);
  EXPECT_EQ(BufferPool::size_class(288), 288U);
  EXPECT_EQ(BufferPool::size_class(1000), 1024U);
  EXPECT_EQ(BufferPool::size_class(1U << 20U), 1U << 20U);
  EXPECT_EQ(BufferPool::size_class((16U << 20U) - 1), 16U << 20U);
  EXPECT_EQ(BufferPool::size_class((16U << 20U) + 1), (16U << 20U) + 1);
  for (std::uint64_t size = 257; size < 1U << 20U; size += 61) {
    ASSERT_GE(BufferPool::size_class(size), size);
    ASSERT_LE(BufferPool::size_class(size), size + size / 8) << size;
  }
}

TEST(BufferPool, a_buffer_comes_back_when_its_last_holder_lets_go) {
  const auto device = std::make_shared<SmallDevice>(plenty);
  const auto pool = std::make_shared<BufferPool>(device, plenty);
  auto first = pool->take(1000, MemoryKind::device);
  ASSERT_TRUE(first);
  const hal::Buffer* const object = first->get();
  auto holder = *first;
  first->reset();
  EXPECT_EQ(pool->stats().idle, 0U);
  holder.reset();
  EXPECT_EQ(pool->stats().idle, 1U);
  EXPECT_EQ(pool->stats().idle_bytes, 1024U);
  const auto other_kind = pool->take(1000, MemoryKind::upload);
  const auto other_size = pool->take(1100, MemoryKind::device);
  const auto again = pool->take(1010, MemoryKind::device);
  EXPECT_NE(other_kind->get(), object);
  EXPECT_NE(other_size->get(), object);
  EXPECT_EQ(again->get(), object);
  EXPECT_EQ(pool->stats().allocations, 2U);
  EXPECT_EQ(pool->stats().reuses, 1U);
  EXPECT_EQ(pool->stats().idle, 0U);
  EXPECT_EQ(pool->stats().used_bytes, 1024U + 1152U);
  EXPECT_EQ(pool->staging_stats().allocations, 1U);
  EXPECT_EQ(pool->staging_stats().reuses, 0U);
  EXPECT_EQ(pool->staging_stats().used_bytes, 1024U);
}

TEST(BufferPool, beyond_its_bound_the_longest_idle_goes_first) {
  const auto device = std::make_shared<SmallDevice>(plenty);
  const auto pool = std::make_shared<BufferPool>(device, 1024);
  auto a = *pool->take(512, MemoryKind::device);
  auto b = *pool->take(256, MemoryKind::device);
  auto c = *pool->take(512, MemoryKind::upload);
  const hal::Buffer* const kept = b.get();
  a.reset();
  b.reset();
  EXPECT_EQ(pool->stats().idle_bytes, 768U);
  c.reset();
  EXPECT_EQ(pool->stats().idle_bytes, 256U);
  EXPECT_EQ(pool->staging_stats().idle_bytes, 512U);
  EXPECT_EQ(pool->stats().evictions, 1U);
  EXPECT_EQ(device->free_bytes(), plenty - 768U);
  EXPECT_EQ((*pool->take(256, MemoryKind::device)).get(), kept);
  pool->take(2048, MemoryKind::device)->reset();  // over the bound by itself
  EXPECT_EQ(pool->stats().idle_bytes, 256U);
  EXPECT_EQ(pool->stats().evictions, 2U);
  EXPECT_EQ(pool->staging_stats().evictions, 0U);
}

TEST(BufferPool, idle_buffers_are_given_back_before_memory_is_exhausted) {
  const auto device = std::make_shared<SmallDevice>(4096);
  const auto pool = std::make_shared<BufferPool>(device, plenty);
  auto used = *pool->take(1024, MemoryKind::device);
  pool->take(2048, MemoryKind::device)->reset();
  EXPECT_EQ(device->free_bytes(), 1024U);
  const auto large = pool->take(3072, MemoryKind::upload);
  ASSERT_TRUE(large);
  EXPECT_EQ(pool->stats().idle, 0U);
  EXPECT_EQ(pool->stats().evictions, 1U);
  const auto refused = pool->take(256, MemoryKind::device);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::out_of_memory);
  used.reset();
  EXPECT_TRUE(pool->take(1000, MemoryKind::device));
}

TEST(BufferPool, buffers_may_outlive_their_pool) {
  const auto device = std::make_shared<SmallDevice>(4096);
  auto pool = std::make_shared<BufferPool>(device, plenty);
  auto buffer = *pool->take(256, MemoryKind::device);
  pool.reset();
  EXPECT_EQ(device->free_bytes(), 4096U - 256U);
  buffer.reset();
  EXPECT_EQ(device->free_bytes(), 4096U);
}

TEST(BufferPool, many_threads_never_share_a_buffer) {
  const auto device = std::make_shared<SmallDevice>(plenty);
  const auto pool = std::make_shared<BufferPool>(device, 4096);
  std::atomic<int> wrong = 0;
  const auto work = [&](std::byte own) {
    for (int i = 0; i < 500; ++i) {
      const auto buffer = pool->take(256 << (i % 3), MemoryKind::device);
      if (!buffer) {
        wrong += 1;
        continue;
      }
      const auto bytes = (*buffer)->mapped();
      std::ranges::fill(bytes, own);
      wrong += static_cast<int>(std::ranges::count(bytes, own) != std::ssize(bytes));
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned t = 1; t <= 8; ++t) threads.emplace_back(work, std::byte(t));
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(pool->stats().allocations + pool->stats().reuses, 4000U);
  EXPECT_LE(pool->stats().idle_bytes, 4096U);
}

}  // namespace
}  // namespace slipway::pipeline
