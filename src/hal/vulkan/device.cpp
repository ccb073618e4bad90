#include "hal/vulkan/device.h"

#include <fmt/format.h>

#include "hal/vulkan/buffer.h"
#include "hal/vulkan/commands.h"
#include "hal/vulkan/pipeline.h"

namespace slipway::hal::vulkan {

Result<std::shared_ptr<Core>> Core::create(std::shared_ptr<Instance> instance, Physical physical) {
  const float priority = 1.0F;
  VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queue.queueFamilyIndex = physical.queue_family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;

  VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
  VkPhysicalDeviceShaderFloat16Int8Features float16{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES};
  VkPhysicalDevice16BitStorageFeatures storage16{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES};
  VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures subgroup_types{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_EXTENDED_TYPES_FEATURES};
  VkPhysicalDeviceUniformBufferStandardLayoutFeatures uniform_layout{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_UNIFORM_BUFFER_STANDARD_LAYOUT_FEATURES};
  features.features.robustBufferAccess = physical.robust_buffer_access ? VK_TRUE : VK_FALSE;
  uniform_layout.uniformBufferStandardLayout =
      physical.info.target.features.uniform_standard_layout ? VK_TRUE : VK_FALSE;
  features.pNext = &uniform_layout;
  if (physical.info.target.features.f16) {
    float16.shaderFloat16 = VK_TRUE;
    storage16.storageBuffer16BitAccess = VK_TRUE;
    storage16.uniformAndStorageBuffer16BitAccess = VK_TRUE;
    subgroup_types.shaderSubgroupExtendedTypes = physical.subgroup_extended_types ? VK_TRUE : VK_FALSE;
    uniform_layout.pNext = &float16;
    float16.pNext = &storage16;
    storage16.pNext = &subgroup_types;
  }
  VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  info.pNext = &features;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;

  std::shared_ptr<Core> core(new Core());
  if (const VkResult result = vkCreateDevice(physical.handle, &info, nullptr, &core->handle);
      result != VK_SUCCESS)
    return std::unexpected(error_of(result, "vkCreateDevice", ErrorCode::unsupported)
                               .while_doing(fmt::format("opening '{}'", physical.info.name)));
  volkLoadDeviceTable(&core->vk, core->handle);
  core->vk.vkGetDeviceQueue(core->handle, physical.queue_family, 0, &core->queue_);
  core->instance_ = std::move(instance);
  core->physical = std::move(physical);
  return core;
}

Core::~Core() {
  if (handle == VK_NULL_HANDLE) return;
  for (const auto& frame : free_) destroy(*frame);
  vk.vkDestroyDevice(handle, nullptr);
}

void Core::set_name(VkObjectType type, std::uint64_t object, const std::string& name) const {
  if (name.empty() || instance_->set_object_name() == nullptr) return;
  VkDebugUtilsObjectNameInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT};
  info.objectType = type;
  info.objectHandle = object;
  info.pObjectName = name.c_str();
  instance_->set_object_name()(handle, &info);  // nobody but a tool sees whether it worked
}

Result<> Core::usable() const {
  if (abandoned_.load())
    return fail(
        ErrorCode::device_lost,
        fmt::format("device '{}' was abandoned after a launch ran past its deadline", physical.info.name));
  if (lost_.load())
    return fail(ErrorCode::device_lost, fmt::format("device '{}' was lost", physical.info.name));
  return {};
}

Error Core::failed(VkResult result, std::string_view call, ErrorCode otherwise) {
  if (result == VK_ERROR_DEVICE_LOST) lost_.store(true);
  return error_of(result, call, otherwise);
}

Result<std::unique_ptr<Frame>> Core::create_frame() {
  auto frame = std::make_unique<Frame>();
  VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  pool.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
  pool.queueFamilyIndex = physical.queue_family;
  VkResult result = vk.vkCreateCommandPool(handle, &pool, nullptr, &frame->pool);
  if (result == VK_SUCCESS) {
    VkCommandBufferAllocateInfo commands{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    commands.commandPool = frame->pool;
    commands.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    commands.commandBufferCount = 1;
    result = vk.vkAllocateCommandBuffers(handle, &commands, &frame->commands);
  }
  if (result == VK_SUCCESS) {
    const VkFenceCreateInfo fence{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    result = vk.vkCreateFence(handle, &fence, nullptr, &frame->fence);
  }
  if (result == VK_SUCCESS) return frame;
  destroy(*frame);
  return std::unexpected(failed(result, "making a command buffer"));
}

void Core::destroy(Frame& frame) {
  vk.vkDestroyFence(handle, frame.fence, nullptr);
  vk.vkDestroyDescriptorPool(handle, frame.descriptors, nullptr);
  vk.vkDestroyCommandPool(handle, frame.pool, nullptr);
}

Result<std::unique_ptr<Frame>> Core::take_frame() {
  reclaim();
  std::unique_ptr<Frame> frame;
  {
    const std::lock_guard lock(frames_mutex_);
    if (!free_.empty()) {
      frame = std::move(free_.back());
      free_.pop_back();
    }
  }
  if (!frame) return create_frame();
  VkResult result = vk.vkResetFences(handle, 1, &frame->fence);
  if (result == VK_SUCCESS) result = vk.vkResetCommandPool(handle, frame->pool, 0);
  if (result == VK_SUCCESS && frame->descriptors != VK_NULL_HANDLE)
    result = vk.vkResetDescriptorPool(handle, frame->descriptors, 0);
  if (result == VK_SUCCESS) return frame;
  destroy(*frame);
  return std::unexpected(failed(result, "resetting a command buffer"));
}

void Core::recycle(std::unique_ptr<Frame> frame) {
  const std::lock_guard lock(frames_mutex_);
  free_.push_back(std::move(frame));
}

void Core::park(std::unique_ptr<Frame> frame, std::vector<Command> in_use) {
  const std::lock_guard lock(frames_mutex_);
  parked_.push_back({std::move(frame), std::move(in_use)});
}

Result<> Core::submit(const Frame& frame) {
  VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
  info.commandBufferCount = 1;
  info.pCommandBuffers = &frame.commands;
  const std::lock_guard lock(queue_mutex_);
  if (const VkResult result = vk.vkQueueSubmit(queue_, 1, &info, frame.fence); result != VK_SUCCESS)
    return std::unexpected(failed(result, "vkQueueSubmit"));
  return {};
}

void Core::reclaim() {
  std::vector<Parked> done;  // released outside the lock: the last use of a buffer may end here
  const std::lock_guard lock(frames_mutex_);
  for (std::size_t i = 0; i < parked_.size();) {
    const VkResult status = vk.vkGetFenceStatus(handle, parked_[i].frame->fence);
    if (status == VK_NOT_READY) {
      ++i;
      continue;
    }
    if (status == VK_ERROR_DEVICE_LOST) lost_.store(true);
    free_.push_back(std::move(parked_[i].frame));
    done.push_back(std::move(parked_[i]));
    parked_.erase(parked_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

bool Core::drain() {
  constexpr std::uint64_t patience_ns = 100'000'000;
  std::vector<VkFence> fences;
  {
    const std::lock_guard lock(frames_mutex_);
    for (const auto& parked : parked_) fences.push_back(parked.frame->fence);
  }
  // The outcome does not matter: reclaim() asks each fence again.
  if (!fences.empty())
    vk.vkWaitForFences(handle, static_cast<std::uint32_t>(fences.size()), fences.data(), VK_TRUE,
                       abandoned_.load() ? 0 : patience_ns);
  reclaim();
  const std::lock_guard lock(frames_mutex_);
  return parked_.empty();
}

Result<std::shared_ptr<hal::Device>> Device::create(std::shared_ptr<Instance> instance, Physical physical) {
  SLIPWAY_TRY(auto core, Core::create(std::move(instance), std::move(physical)));
  return std::make_shared<Device>(std::move(core));
}

namespace {

// A launch that may never end uses its device for ever. Kept where it can be reached, that is no leak.
void keep_for_ever(const std::shared_ptr<Core>& core) {
  static std::mutex mutex;
  static auto& kept = *new std::vector<std::shared_ptr<Core>>;
  const std::lock_guard lock(mutex);
  kept.push_back(core);
}

}  // namespace

Device::~Device() {
  if (!core_->drain()) keep_for_ever(core_);
}

Result<std::shared_ptr<hal::Buffer>> Device::create_buffer(std::uint64_t size, MemoryKind kind) {
  SLIPWAY_TRY_VOID(core_->usable());
  return Buffer::create(core_, size, kind);
}

Result<std::shared_ptr<hal::Pipeline>> Device::create_pipeline(kernel::Kernel kernel,
                                                               std::span<const std::byte> driver_blob,
                                                               const std::string& label) {
  SLIPWAY_TRY_VOID(core_->usable());
  return Pipeline::create(core_, std::move(kernel), driver_blob, label);
}

Result<std::shared_ptr<Submission>> Device::submit(std::vector<Command> commands) {
  SLIPWAY_TRY_VOID(core_->usable());
  return vulkan::submit(core_, std::move(commands));
}

}  // namespace slipway::hal::vulkan
