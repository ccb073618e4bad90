#include "vulkan_baseline.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>

namespace slipway::bench {
namespace {

Result<> check(VkResult result, std::string_view call) {
  if (result == VK_SUCCESS) return {};
  return fail(ErrorCode::internal,
              "baseline: " + std::string(call) + " gave VkResult " + std::to_string(result));
}

constexpr VkMemoryPropertyFlags mappable =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags local = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags cached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

std::optional<std::uint32_t> memory_type(const VkPhysicalDeviceMemoryProperties& memory,
                                         std::uint32_t allowed, VulkanBaseline::Memory wanted) {
  std::array<VkMemoryPropertyFlags, 2> wishes{};
  switch (wanted) {
    case VulkanBaseline::Memory::device: wishes = {local, 0}; break;
    case VulkanBaseline::Memory::reachable: wishes = {local | mappable, mappable}; break;
    case VulkanBaseline::Memory::host: wishes = {mappable | cached, mappable}; break;
  }
  for (const VkMemoryPropertyFlags wish : wishes)
    for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i)
      if ((allowed >> i & 1U) != 0 && (memory.memoryTypes[i].propertyFlags & wish) == wish) return i;
  return std::nullopt;
}

}  // namespace

Result<std::unique_ptr<VulkanBaseline>> VulkanBaseline::open(std::string_view device_name) {
  std::unique_ptr<VulkanBaseline> baseline(new VulkanBaseline());
  SLIPWAY_TRY_VOID(baseline->create_device(device_name));
  SLIPWAY_TRY_VOID(baseline->create_pools());
  return baseline;
}

Result<> VulkanBaseline::create_device(std::string_view device_name) {
  VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.apiVersion = VK_API_VERSION_1_2;
  VkInstanceCreateInfo instance{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  instance.pApplicationInfo = &application;
  SLIPWAY_TRY_VOID(check(vkCreateInstance(&instance, nullptr, &instance_), "vkCreateInstance"));
  std::uint32_t count = 16;
  std::vector<VkPhysicalDevice> devices(count);
  SLIPWAY_TRY_VOID(
      check(vkEnumeratePhysicalDevices(instance_, &count, devices.data()), "vkEnumeratePhysicalDevices"));
  devices.resize(count);
  for (VkPhysicalDevice device : devices) {
    VkPhysicalDeviceProperties properties{};
    vkGetPhysicalDeviceProperties(device, &properties);
    if (device_name == properties.deviceName) physical_ = device;
  }
  if (physical_ == VK_NULL_HANDLE)
    return fail(ErrorCode::unsupported, "baseline: no device '" + std::string(device_name) + "'");
  vkGetPhysicalDeviceMemoryProperties(physical_, &memory_);
  std::vector<VkQueueFamilyProperties> families(count = 16);
  vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, families.data());
  while (queue_family_ + 1 < count && (families[queue_family_].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0)
    ++queue_family_;

  const float priority = 1.0F;
  VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queue.queueFamilyIndex = queue_family_;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  SLIPWAY_TRY_VOID(check(vkCreateDevice(physical_, &info, nullptr, &device_), "vkCreateDevice"));
  volkLoadDeviceTable(&vk_, device_);
  vk_.vkGetDeviceQueue(device_, queue_family_, 0, &queue_);
  return {};
}

Result<> VulkanBaseline::create_pools() {
  VkCommandPoolCreateInfo commands{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  commands.queueFamilyIndex = queue_family_;
  SLIPWAY_TRY_VOID(
      check(vk_.vkCreateCommandPool(device_, &commands, nullptr, &commands_), "vkCreateCommandPool"));
  const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 256};
  VkDescriptorPoolCreateInfo descriptors{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  descriptors.maxSets = 64;
  descriptors.poolSizeCount = 1;
  descriptors.pPoolSizes = &size;
  SLIPWAY_TRY_VOID(check(vk_.vkCreateDescriptorPool(device_, &descriptors, nullptr, &descriptors_),
                         "vkCreateDescriptorPool"));
  for (std::size_t i = 0; i < fence_count; ++i) {
    const VkFenceCreateInfo fence{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    SLIPWAY_TRY_VOID(
        check(vk_.vkCreateFence(device_, &fence, nullptr, &fences_.emplace_back()), "vkCreateFence"));
  }
  return {};
}

VulkanBaseline::~VulkanBaseline() {
  if (device_ != VK_NULL_HANDLE) {
    vk_.vkDeviceWaitIdle(device_);
    for (const Kernel& kernel : kernels_) {
      vk_.vkDestroyPipeline(device_, kernel.pipeline, nullptr);
      vk_.vkDestroyPipelineLayout(device_, kernel.layout, nullptr);
      vk_.vkDestroyDescriptorSetLayout(device_, kernel.set_layout, nullptr);
    }
    for (const Buffer& buffer : buffers_) {
      vk_.vkDestroyBuffer(device_, buffer.handle, nullptr);
      vk_.vkFreeMemory(device_, buffer.memory, nullptr);
    }
    for (const VkFence fence : fences_) vk_.vkDestroyFence(device_, fence, nullptr);
    vk_.vkDestroyDescriptorPool(device_, descriptors_, nullptr);
    vk_.vkDestroyCommandPool(device_, commands_, nullptr);
    vk_.vkDestroyDevice(device_, nullptr);
  }
  if (instance_ != VK_NULL_HANDLE) vkDestroyInstance(instance_, nullptr);
}

Result<VulkanBaseline::Buffer> VulkanBaseline::create_buffer(std::uint64_t size, Memory memory) {
  Buffer& buffer = buffers_.emplace_back();
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = size;
  info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
               VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  SLIPWAY_TRY_VOID(check(vk_.vkCreateBuffer(device_, &info, nullptr, &buffer.handle), "vkCreateBuffer"));
  VkMemoryRequirements needed{};
  vk_.vkGetBufferMemoryRequirements(device_, buffer.handle, &needed);
  const auto type = memory_type(memory_, needed.memoryTypeBits, memory);
  if (!type) return fail(ErrorCode::unsupported, "baseline: no memory type for a buffer");
  VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  allocation.allocationSize = needed.size;
  allocation.memoryTypeIndex = *type;
  SLIPWAY_TRY_VOID(
      check(vk_.vkAllocateMemory(device_, &allocation, nullptr, &buffer.memory), "vkAllocateMemory"));
  SLIPWAY_TRY_VOID(
      check(vk_.vkBindBufferMemory(device_, buffer.handle, buffer.memory, 0), "vkBindBufferMemory"));
  if (memory == Memory::device) return buffer;
  void* bytes = nullptr;
  SLIPWAY_TRY_VOID(
      check(vk_.vkMapMemory(device_, buffer.memory, 0, VK_WHOLE_SIZE, 0, &bytes), "vkMapMemory"));
  buffer.mapped = {static_cast<std::byte*>(bytes), size};
  return buffer;
}

Result<VulkanBaseline::Kernel> VulkanBaseline::create_kernel(std::span<const std::byte> spirv,
                                                             const char* entry_point, std::uint32_t buffers) {
  Kernel& kernel = kernels_.emplace_back();
  std::vector<VkDescriptorSetLayoutBinding> bindings(buffers);
  for (std::uint32_t i = 0; i < buffers; ++i)
    bindings[i] = {i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
  VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
  set.bindingCount = buffers;
  set.pBindings = bindings.data();
  SLIPWAY_TRY_VOID(check(vk_.vkCreateDescriptorSetLayout(device_, &set, nullptr, &kernel.set_layout),
                         "vkCreateDescriptorSetLayout"));
  VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  layout.setLayoutCount = 1;
  layout.pSetLayouts = &kernel.set_layout;
  SLIPWAY_TRY_VOID(
      check(vk_.vkCreatePipelineLayout(device_, &layout, nullptr, &kernel.layout), "vkCreatePipelineLayout"));
  std::vector<std::uint32_t> words(spirv.size() / 4);
  std::memcpy(words.data(), spirv.data(), words.size() * 4);
  VkShaderModuleCreateInfo module{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  module.codeSize = words.size() * 4;
  module.pCode = words.data();
  VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.pName = entry_point;
  info.layout = kernel.layout;
  SLIPWAY_TRY_VOID(
      check(vk_.vkCreateShaderModule(device_, &module, nullptr, &info.stage.module), "vkCreateShaderModule"));
  const VkResult made =
      vk_.vkCreateComputePipelines(device_, VK_NULL_HANDLE, 1, &info, nullptr, &kernel.pipeline);
  vk_.vkDestroyShaderModule(device_, info.stage.module, nullptr);
  SLIPWAY_TRY_VOID(check(made, "vkCreateComputePipelines"));
  return kernel;
}

Result<VkCommandBuffer> VulkanBaseline::record(const std::function<Result<>(VkCommandBuffer)>& commands) {
  VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  info.commandPool = commands_;
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  info.commandBufferCount = 1;
  VkCommandBuffer buffer = VK_NULL_HANDLE;
  SLIPWAY_TRY_VOID(check(vk_.vkAllocateCommandBuffers(device_, &info, &buffer), "vkAllocateCommandBuffers"));
  const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  SLIPWAY_TRY_VOID(check(vk_.vkBeginCommandBuffer(buffer, &begin), "vkBeginCommandBuffer"));
  SLIPWAY_TRY_VOID(commands(buffer));
  SLIPWAY_TRY_VOID(check(vk_.vkEndCommandBuffer(buffer), "vkEndCommandBuffer"));
  return buffer;
}

Result<> VulkanBaseline::dispatch(VkCommandBuffer commands, const Kernel& kernel,
                                  std::span<const Buffer> buffers, std::uint32_t workgroups) {
  VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
  info.descriptorPool = descriptors_;
  info.descriptorSetCount = 1;
  info.pSetLayouts = &kernel.set_layout;
  VkDescriptorSet set = VK_NULL_HANDLE;
  SLIPWAY_TRY_VOID(check(vk_.vkAllocateDescriptorSets(device_, &info, &set), "vkAllocateDescriptorSets"));
  for (std::uint32_t i = 0; i < buffers.size(); ++i) {
    const VkDescriptorBufferInfo range{buffers[i].handle, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = set;
    write.dstBinding = i;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = &range;
    vk_.vkUpdateDescriptorSets(device_, 1, &write, 0, nullptr);
  }
  vk_.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.pipeline);
  vk_.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel.layout, 0, 1, &set, 0,
                              nullptr);
  vk_.vkCmdDispatch(commands, workgroups, 1, 1);
  return {};
}

void VulkanBaseline::copy(VkCommandBuffer commands, const Buffer& from, const Buffer& to, std::uint64_t size,
                          std::uint64_t offset) const {
  const VkBufferCopy region{offset, offset, size};
  vk_.vkCmdCopyBuffer(commands, from.handle, to.handle, 1, &region);
}

void VulkanBaseline::barrier(VkCommandBuffer commands) const {
  constexpr VkPipelineStageFlags stages =
      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
  VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
  memory.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
  memory.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT |
                         VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
  vk_.vkCmdPipelineBarrier(commands, stages, stages, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

void VulkanBaseline::host_barrier(VkCommandBuffer commands) const {
  VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
  memory.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
  memory.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
  vk_.vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
                           VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

Result<> VulkanBaseline::run(VkCommandBuffer commands, Wait how) {
  SLIPWAY_TRY_VOID(submit(commands, 0));
  return wait(0, how);
}

Result<> VulkanBaseline::submit(VkCommandBuffer commands, std::size_t index) {
  VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  return check(vk_.vkQueueSubmit(queue_, 1, &info, fences_.at(index)), "vkQueueSubmit");
}

Result<> VulkanBaseline::wait(std::size_t index, Wait how) {
  const VkFence fence = fences_.at(index);
  VkResult result = VK_NOT_READY;
  if (how == Wait::blocking) {
    result = vk_.vkWaitForFences(device_, 1, &fence, VK_TRUE, UINT64_MAX);
  } else {
    while (result == VK_NOT_READY) result = vk_.vkGetFenceStatus(device_, fence);
  }
  SLIPWAY_TRY_VOID(check(result, "waiting for a fence"));
  return check(vk_.vkResetFences(device_, 1, &fence), "vkResetFences");
}

}  // namespace slipway::bench
