#include "hal/vulkan/device.h"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <thread>

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
  VkPhysicalDeviceTimelineSemaphoreFeatures timeline{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES};
  timeline.timelineSemaphore = VK_TRUE;  // part of Vulkan 1.2
  timeline.pNext = &features;
  VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  info.pNext = &timeline;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;

  std::shared_ptr<Core> core(new Core(std::move(physical)));
  const Physical& about = core->physical;
  if (const VkResult result = vkCreateDevice(about.handle, &info, nullptr, &core->handle);
      result != VK_SUCCESS)
    return std::unexpected(error_of(result, "vkCreateDevice", ErrorCode::unsupported)
                               .while_doing(fmt::format("opening '{}'", about.info.name)));
  core->instance_ = std::move(instance);
  volkLoadDeviceTable(&core->vk, core->handle);
  SLIPWAY_TRY_VOID(core->queue.open(about.queue_family));
  return core;
}

Core::~Core() {
  if (handle == VK_NULL_HANDLE) return;
  for (const auto& frame : free_) destroy(*frame);
  queue.close();
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
  if (result == VK_SUCCESS) return frame;
  destroy(*frame);
  return std::unexpected(failed(result, "making a command buffer"));
}

void Core::destroy(Frame& frame) {
  vk.vkDestroyQueryPool(handle, frame.queries, nullptr);
  vk.vkDestroyCommandPool(handle, frame.pool, nullptr);
}

Result<std::unique_ptr<Frame>> Core::take_frame() {
  std::unique_ptr<Frame> frame;
  {
    const std::lock_guard lock(frames_mutex_);
    if (!free_.empty()) {
      frame = std::move(free_.back());
      free_.pop_back();
    }
  }
  if (!frame) return create_frame();
  if (const VkResult result = vk.vkResetCommandPool(handle, frame->pool, 0); result != VK_SUCCESS) {
    destroy(*frame);
    return std::unexpected(failed(result, "vkResetCommandPool"));
  }
  return frame;
}

void Core::recycle(std::unique_ptr<Frame> frame) {
  frame->list.clear();
  frame->sets.clear();
  frame->timed = false;
  const std::lock_guard lock(frames_mutex_);
  free_.push_back(std::move(frame));
}

void Core::reclaim() {
  while (auto done = queue.take_done()) {
    if (done->frame) recycle(std::move(done->frame));
  }
}

void Core::read_time(const InUse& use) {
  if (!use.time) return;
  std::array<std::uint64_t, 2> stamps{};
  const VkResult result = vk.vkGetQueryPoolResults(handle, use.frame->queries, 0, 2, sizeof stamps,
                                                   stamps.data(), sizeof stamps[0], VK_QUERY_RESULT_64_BIT);
  if (result != VK_SUCCESS) return;  // a time is nothing to fail for
  // Counters of fewer than 64 bits wrap around.
  const std::uint64_t ticks = (stamps[1] - stamps[0]) & physical.time_stamp_mask;
  use.time->store(std::llround(static_cast<double>(ticks) * physical.time_stamp_period));
}

bool Core::drain() {
  constexpr std::chrono::nanoseconds patience = std::chrono::milliseconds(100);
  if (!abandoned_.load()) queue.wait_all(patience);
  reclaim();
  return queue.idle();
}

namespace {

// Devices that ended before their launches did. Never destroyed: a launch that never ends uses its device for
// ever.
class Unfinished {
 public:
  static Unfinished& all() {
    static auto& unfinished = *new Unfinished;
    return unfinished;
  }
  void keep(std::shared_ptr<Core> core) {
    // After the driver was loaded, so it runs before what the driver does at exit.
    static const bool waits_at_exit = std::atexit([] { all().wait_at_exit(); }) == 0;
    static_cast<void>(waits_at_exit);  // without, an exit is less orderly
    const std::lock_guard lock(mutex_);
    cores_.push_back(std::move(core));
  }
  /// Lets go of those whose launches have ended after all.
  void tidy() {
    std::vector<std::shared_ptr<Core>> ended;  // ends outside the lock
    const std::lock_guard lock(mutex_);
    std::erase_if(cores_, [&](const std::shared_ptr<Core>& core) {
      core->reclaim();
      if (core->queue.idle()) ended.push_back(core);
      return core->queue.idle();
    });
  }
  /// SwiftShader's threads crash when a launch ends while the process exits: a while for those that end.
  void wait_at_exit() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
    for (tidy(); !empty() && std::chrono::steady_clock::now() < end; tidy())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

 private:
  bool empty() {
    const std::lock_guard lock(mutex_);
    return cores_.empty();
  }
  std::mutex mutex_;  // guards cores_
  std::vector<std::shared_ptr<Core>> cores_;
};

}  // namespace

Result<std::shared_ptr<hal::Device>> Device::create(std::shared_ptr<Instance> instance, Physical physical) {
  Unfinished::all().tidy();
  SLIPWAY_TRY(auto core, Core::create(std::move(instance), std::move(physical)));
  return std::make_shared<Device>(std::move(core));
}

Device::~Device() {
  if (!core_->drain()) Unfinished::all().keep(core_);
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

Result<std::shared_ptr<Recorded>> Device::record(std::vector<Command> commands) {
  SLIPWAY_TRY_VOID(core_->usable());
  return vulkan::record(core_, std::move(commands));
}

Result<std::shared_ptr<Submission>> Device::submit(std::shared_ptr<Recorded> recorded) {
  SLIPWAY_TRY_VOID(core_->usable());
  return vulkan::submit(core_, std::move(recorded));
}

}  // namespace slipway::hal::vulkan
