// The descriptor sets of one pipeline, kept for launches with the same buffers.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include <volk.h>

#include "hal/device.h"
#include "hal/vulkan/buffer.h"
#include "hal/vulkan/layout.h"

namespace slipway::hal::vulkan {

/// Makes sets of one layout; those that were let go of are used again. Safe from many threads.
class SetPool {
 public:
  SetPool(std::shared_ptr<Core> core, std::shared_ptr<const Layout> layout,
          std::vector<VkDescriptorType> slots);
  ~SetPool();
  SetPool(const SetPool&) = delete;
  SetPool& operator=(const SetPool&) = delete;

  /// A set with undefined contents.
  Result<VkDescriptorSet> take();
  void give_back(VkDescriptorSet set) noexcept;
  /// Ties the slots of a set that nobody uses to the buffers of `bindings`.
  void write(VkDescriptorSet set, std::span<const BufferRange> bindings);

 private:
  Result<> grow();

  const std::shared_ptr<Core> core_;
  const std::shared_ptr<const Layout> layout_;
  const std::vector<VkDescriptorType> slots_;
  std::mutex mutex_;  // guards what follows
  std::vector<VkDescriptorPool> pools_;
  std::vector<VkDescriptorSet> free_;
  std::vector<VkDescriptorBufferInfo> ranges_;  // of the set that is being written
  std::vector<VkWriteDescriptorSet> writes_;
};

/// A set and what it ties, fixed while it lives. Whoever records or submits it keeps it.
class DescriptorSet {
 public:
  DescriptorSet(std::shared_ptr<SetPool> pool, VkDescriptorSet handle)
      : pool_(std::move(pool)), handle_(handle) {}
  ~DescriptorSet() { pool_->give_back(handle_); }
  DescriptorSet(const DescriptorSet&) = delete;
  DescriptorSet& operator=(const DescriptorSet&) = delete;
  [[nodiscard]] VkDescriptorSet handle() const { return handle_; }

 private:
  std::shared_ptr<SetPool> pool_;
  VkDescriptorSet handle_;
};

/// Finds sets by buffers and ranges. Keeps a bounded number, those used last; a set whose buffers are gone is
/// dropped. Safe from many threads.
class DescriptorSets {
 public:
  static constexpr std::size_t most = 64;

  DescriptorSets(std::shared_ptr<Core> core, std::shared_ptr<SetPool> pool)
      : core_(std::move(core)), pool_(std::move(pool)) {}
  Result<std::shared_ptr<const DescriptorSet>> find_or_write(std::span<const BufferRange> bindings);
  [[nodiscard]] DescriptorSetStats stats() const { return counts_.stats(); }

 private:
  struct Bound {
    std::weak_ptr<const Buffer::Identity> buffer;
    const Buffer::Identity* address;  // nobody else's while the weak pointer is there
    std::uint64_t offset;
    std::uint64_t size;
  };
  struct Entry {
    std::vector<Bound> bindings;
    std::shared_ptr<const DescriptorSet> set;
    std::uint64_t last_use = 0;
  };
  static bool fits(const Entry& entry, std::span<const BufferRange> bindings);
  void drop_dead();

  void count(std::atomic<std::uint64_t> SetCounts::*what);

  const std::shared_ptr<Core> core_;
  const std::shared_ptr<SetPool> pool_;
  SetCounts counts_;
  std::mutex mutex_;  // guards what follows
  std::vector<Entry> entries_;
  std::uint64_t uses_ = 0;
};

}  // namespace slipway::hal::vulkan
