#include "hal/vulkan/layout.h"

#include <algorithm>

#include "hal/vulkan/device.h"

namespace slipway::hal::vulkan {

LayoutShape shape_of(const kernel::Kernel& kernel) {
  LayoutShape shape;
  for (const auto& binding : kernel.bindings) shape.slots.push_back(descriptor_type(binding.kind));
  shape.launch_words = static_cast<std::uint32_t>(kernel.launch_words.size());
  return shape;
}

Result<std::shared_ptr<const Layout>> Layout::create(std::shared_ptr<Core> core, const LayoutShape& shape) {
  auto made = std::make_shared<Layout>(std::move(core));
  Core& device = *made->core_;
  std::vector<VkDescriptorSetLayoutBinding> slots;
  for (const VkDescriptorType type : shape.slots) {
    VkDescriptorSetLayoutBinding slot{};
    slot.binding = static_cast<std::uint32_t>(slots.size());
    slot.descriptorType = type;
    slot.descriptorCount = 1;
    slot.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    slots.push_back(slot);
  }
  VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
  set.bindingCount = static_cast<std::uint32_t>(slots.size());
  set.pBindings = slots.data();
  VkResult result = device.vk.vkCreateDescriptorSetLayout(device.handle, &set, nullptr, &made->set_);
  if (result != VK_SUCCESS) return std::unexpected(device.failed(result, "vkCreateDescriptorSetLayout"));

  const VkPushConstantRange words{VK_SHADER_STAGE_COMPUTE_BIT, 0, shape.launch_words * 4};
  VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  layout.setLayoutCount = 1;
  layout.pSetLayouts = &made->set_;
  layout.pushConstantRangeCount = words.size == 0 ? 0 : 1;
  layout.pPushConstantRanges = &words;
  result = device.vk.vkCreatePipelineLayout(device.handle, &layout, nullptr, &made->pipeline_);
  if (result != VK_SUCCESS) return std::unexpected(device.failed(result, "vkCreatePipelineLayout"));
  return made;
}

Layout::~Layout() {
  core_->vk.vkDestroyPipelineLayout(core_->handle, pipeline_, nullptr);
  core_->vk.vkDestroyDescriptorSetLayout(core_->handle, set_, nullptr);
}

Result<std::shared_ptr<const Layout>> Layouts::find_or_create(const std::shared_ptr<Core>& core,
                                                              const LayoutShape& shape) {
  const std::lock_guard lock(mutex_);
  if (auto layout = known_[shape].lock()) {
    counts_.hits += 1;
    return layout;
  }
  std::erase_if(known_, [](const auto& entry) { return entry.second.expired(); });
  SLIPWAY_TRY(auto layout, Layout::create(core, shape));
  counts_.misses += 1;
  known_[shape] = layout;
  return layout;
}

LayoutCacheStats Layouts::stats() const {
  const std::lock_guard lock(mutex_);
  LayoutCacheStats stats = counts_;
  stats.entries = static_cast<std::uint64_t>(
      std::ranges::count_if(known_, [](const auto& entry) { return !entry.second.expired(); }));
  stats.evictions = stats.misses - stats.entries;
  return stats;
}

}  // namespace slipway::hal::vulkan
