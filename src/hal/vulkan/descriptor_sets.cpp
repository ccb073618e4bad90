#include "hal/vulkan/descriptor_sets.h"

#include <algorithm>

#include "base/check.h"

namespace slipway::hal::vulkan {
namespace {

const Buffer& vulkan_buffer(const BufferRange& range) { return static_cast<const Buffer&>(*range.buffer); }

}  // namespace

SetPool::SetPool(std::shared_ptr<Core> core, std::shared_ptr<const Layout> layout,
                 std::vector<VkDescriptorType> slots)
    : core_(std::move(core)), layout_(std::move(layout)), slots_(std::move(slots)) {}

SetPool::~SetPool() {
  for (VkDescriptorPool pool : pools_) core_->vk.vkDestroyDescriptorPool(core_->handle, pool, nullptr);
}

Result<VkDescriptorSet> SetPool::take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) {
    SLIPWAY_TRY_VOID(grow());
  }
  VkDescriptorSet set = free_.back();
  free_.pop_back();
  return set;
}

void SetPool::give_back(VkDescriptorSet set) noexcept {
  const std::lock_guard lock(mutex_);
  free_.push_back(set);  // grow() made the room
}

Result<> SetPool::grow() {
  constexpr std::uint32_t sets = 8;
  const auto uniform =
      static_cast<std::uint32_t>(std::ranges::count(slots_, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER));
  const auto storage = static_cast<std::uint32_t>(slots_.size()) - uniform;
  const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, std::max(storage, 1U) * sets},
                                        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, std::max(uniform, 1U) * sets}};
  VkDescriptorPoolCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  info.maxSets = sets;
  info.poolSizeCount = 2;
  info.pPoolSizes = sizes;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  VkResult result = core_->vk.vkCreateDescriptorPool(core_->handle, &info, nullptr, &pool);
  if (result != VK_SUCCESS) return std::unexpected(core_->failed(result, "vkCreateDescriptorPool"));
  pools_.push_back(pool);

  const std::vector<VkDescriptorSetLayout> layouts(sets, layout_->set());
  std::vector<VkDescriptorSet> made(sets);
  VkDescriptorSetAllocateInfo allocation{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
  allocation.descriptorPool = pool;
  allocation.descriptorSetCount = sets;
  allocation.pSetLayouts = layouts.data();
  result = core_->vk.vkAllocateDescriptorSets(core_->handle, &allocation, made.data());
  if (result != VK_SUCCESS) return std::unexpected(core_->failed(result, "vkAllocateDescriptorSets"));
  free_.reserve(pools_.size() * sets);
  free_.insert(free_.end(), made.begin(), made.end());
  return {};
}

void SetPool::write(VkDescriptorSet set, std::span<const BufferRange> bindings) {
  SLIPWAY_CHECK(bindings.size() == slots_.size());
  const std::lock_guard lock(mutex_);
  ranges_.clear();
  writes_.clear();
  for (const BufferRange& bound : bindings) {
    // Buffers are multiples of 16 bytes, so rounding up stays inside; a range of 0 bytes is no range in
    // Vulkan.
    constexpr std::uint64_t unit = 16;
    const std::uint64_t size = std::max((bound.size + unit - 1) / unit * unit, unit);
    SLIPWAY_CHECK(bound.offset < bound.buffer->size());
    ranges_.push_back(
        {vulkan_buffer(bound).handle(), bound.offset, std::min(size, bound.buffer->size() - bound.offset)});
  }
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = set;
    write.dstBinding = static_cast<std::uint32_t>(i);
    write.descriptorCount = 1;
    write.descriptorType = slots_[i];
    write.pBufferInfo = &ranges_[i];
    writes_.push_back(write);
  }
  core_->vk.vkUpdateDescriptorSets(core_->handle, static_cast<std::uint32_t>(writes_.size()), writes_.data(),
                                   0, nullptr);
}

bool DescriptorSets::fits(const Entry& entry, std::span<const BufferRange> bindings) {
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const Bound& bound = entry.bindings[i];
    if (bound.address != vulkan_buffer(bindings[i]).identity().get() || bound.offset != bindings[i].offset ||
        bound.size != bindings[i].size)
      return false;
  }
  return true;
}

void DescriptorSets::drop_dead() {
  std::erase_if(entries_, [](const Entry& entry) {
    return std::ranges::any_of(entry.bindings, [](const Bound& bound) { return bound.buffer.expired(); });
  });
}

Result<std::shared_ptr<const DescriptorSet>> DescriptorSets::find_or_write(
    std::span<const BufferRange> bindings) {
  const std::lock_guard lock(mutex_);
  uses_ += 1;
  const auto found =
      std::ranges::find_if(entries_, [&](const Entry& entry) { return fits(entry, bindings); });
  if (found != entries_.end()) {
    found->last_use = uses_;
    count(&SetCounts::hits);
    return found->set;
  }
  drop_dead();
  if (entries_.size() == most) {
    entries_.erase(std::ranges::min_element(entries_, {}, &Entry::last_use));
    count(&SetCounts::evictions);
  }
  SLIPWAY_TRY(const VkDescriptorSet handle, pool_->take());
  Entry entry;
  entry.set = std::make_shared<const DescriptorSet>(pool_, handle);
  entry.last_use = uses_;
  pool_->write(handle, bindings);
  for (const BufferRange& bound : bindings) {
    const auto& identity = vulkan_buffer(bound).identity();
    entry.bindings.push_back({identity, identity.get(), bound.offset, bound.size});
  }
  entries_.push_back(std::move(entry));
  count(&SetCounts::misses);
  return entries_.back().set;
}

void DescriptorSets::count(std::atomic<std::uint64_t> SetCounts::*what) {
  counts_.*what += 1;
  core_->set_counts.*what += 1;
}

}  // namespace slipway::hal::vulkan
