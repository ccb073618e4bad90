// Counts the objects that a Vulkan device makes.
#pragma once

#include <atomic>
#include <cstdint>

#include "hal/vulkan/device.h"

namespace slipway::tests {

inline std::atomic<std::uint64_t> creation_count = 0;

/// One entry of a device's functions, counted and handed on. All devices have the same driver.
template <auto entry>
class CountedCreation {
 public:
  static void install(VolkDeviceTable& functions) {
    if (functions.*entry == nullptr) return;  // of a later Vulkan than the driver's
    next_ = functions.*entry;
    functions.*entry = wrapper(next_);
  }

 private:
  template <class... Arguments>
  static auto wrapper(VkResult(VKAPI_PTR*)(Arguments...)) {
    return +[](Arguments... arguments) {
      creation_count += 1;
      return next_(arguments...);
    };
  }
  static inline std::remove_reference_t<decltype(std::declval<VolkDeviceTable&>().*entry)> next_ = nullptr;
};

/// From here on, each call of a vkCreate… or vkAllocate… that the device makes is in creation_count.
inline void count_creations(hal::Device& device) {
  VolkDeviceTable& functions = dynamic_cast<hal::vulkan::Device&>(device).core().vk;
  using Table = VolkDeviceTable;
  CountedCreation<&Table::vkAllocateCommandBuffers>::install(functions);
  CountedCreation<&Table::vkAllocateDescriptorSets>::install(functions);
  CountedCreation<&Table::vkAllocateMemory>::install(functions);
  CountedCreation<&Table::vkCreateBuffer>::install(functions);
  CountedCreation<&Table::vkCreateBufferView>::install(functions);
  CountedCreation<&Table::vkCreateCommandPool>::install(functions);
  CountedCreation<&Table::vkCreateComputePipelines>::install(functions);
  CountedCreation<&Table::vkCreateDescriptorPool>::install(functions);
  CountedCreation<&Table::vkCreateDescriptorSetLayout>::install(functions);
  CountedCreation<&Table::vkCreateDescriptorUpdateTemplate>::install(functions);
  CountedCreation<&Table::vkCreateEvent>::install(functions);
  CountedCreation<&Table::vkCreateFence>::install(functions);
  CountedCreation<&Table::vkCreatePipelineCache>::install(functions);
  CountedCreation<&Table::vkCreatePipelineLayout>::install(functions);
  CountedCreation<&Table::vkCreateQueryPool>::install(functions);
  CountedCreation<&Table::vkCreateSemaphore>::install(functions);
  CountedCreation<&Table::vkCreateShaderModule>::install(functions);
}

}  // namespace slipway::tests
