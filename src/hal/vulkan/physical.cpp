#include "hal/vulkan/physical.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace slipway::hal::vulkan {
namespace {

struct Properties {
  VkPhysicalDeviceProperties2 core{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
  VkPhysicalDeviceVulkan11Properties v11{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES};
  VkPhysicalDeviceDriverProperties driver{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
  VkPhysicalDeviceFloatControlsProperties floats{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES};
};

struct Features {
  VkPhysicalDeviceFeatures2 core{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
  VkPhysicalDeviceShaderFloat16Int8Features float16{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES};
  VkPhysicalDevice16BitStorageFeatures storage16{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES};
  VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures subgroup_types{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_EXTENDED_TYPES_FEATURES};
  VkPhysicalDeviceUniformBufferStandardLayoutFeatures uniform_layout{
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_UNIFORM_BUFFER_STANDARD_LAYOUT_FEATURES};
};

std::string version_text(std::uint32_t version) {
  return fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                     VK_API_VERSION_PATCH(version));
}

// Each vendor packs its version in its own way.
std::string driver_version_text(std::uint32_t vendor, std::uint32_t version) {
  constexpr std::uint32_t nvidia = 0x10DE;
  if (vendor == nvidia)
    return fmt::format("{}.{}.{}.{}", version >> 22U, (version >> 14U) & 0xFFU, (version >> 6U) & 0xFFU,
                       version & 0x3FU);
  return version_text(version);
}

DeviceType type_of(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return DeviceType::discrete_gpu;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return DeviceType::integrated_gpu;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return DeviceType::virtual_gpu;
    default: return DeviceType::software;
  }
}

struct Family {
  std::uint32_t index = 0;
  std::uint32_t time_stamp_bits = 0;
};

std::optional<Family> compute_family(VkPhysicalDevice device) {
  std::uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  for (std::uint32_t i = 0; i < count; ++i)
    if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0 && families[i].queueCount > 0)
      return Family{i, families[i].timestampValidBits};
  return std::nullopt;
}

kernel::Limits limits_of(const Properties& properties) {
  const VkPhysicalDeviceLimits& from = properties.core.properties.limits;
  kernel::Limits to;
  std::ranges::copy(from.maxComputeWorkGroupSize, to.workgroup_size.begin());
  std::ranges::copy(from.maxComputeWorkGroupCount, to.workgroup_count.begin());
  to.workgroup_invocations = from.maxComputeWorkGroupInvocations;
  to.workgroup_bytes = from.maxComputeSharedMemorySize;
  to.storage_binding_bytes = from.maxStorageBufferRange;
  to.uniform_binding_bytes = from.maxUniformBufferRange;
  to.buffer_bytes = properties.v11.maxMemoryAllocationSize;
  const std::uint32_t resources = from.maxPerStageResources;
  to.storage_bindings =
      std::min({from.maxPerStageDescriptorStorageBuffers, from.maxDescriptorSetStorageBuffers, resources});
  to.uniform_bindings =
      std::min({from.maxPerStageDescriptorUniformBuffers, from.maxDescriptorSetUniformBuffers, resources});
  to.storage_offset_alignment = static_cast<std::uint32_t>(from.minStorageBufferOffsetAlignment);
  to.uniform_offset_alignment = static_cast<std::uint32_t>(from.minUniformBufferOffsetAlignment);
  to.launch_words = from.maxPushConstantsSize / 4;
  return to;
}

kernel::Features features_of(const Properties& properties, const Features& features) {
  kernel::Features to;
  to.f16 = has_f16(features.float16, features.storage16);
  constexpr VkSubgroupFeatureFlags needed =
      VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT |
      VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT |
      VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT | VK_SUBGROUP_FEATURE_QUAD_BIT;
  to.subgroups = (properties.v11.subgroupSupportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
                 (properties.v11.subgroupSupportedOperations & needed) == needed;
  to.subgroup_size = std::max(properties.v11.subgroupSize, 1U);
  to.uniform_standard_layout = features.uniform_layout.uniformBufferStandardLayout == VK_TRUE;
  to.preserves_denormals_f32 = properties.floats.shaderDenormPreserveFloat32 == VK_TRUE;
  // Where a module says SignedZeroInfNanPreserve, SwiftShader's optimizer (SPIRV-Tools) folds no extended
  // instruction, forgets that its result is a value, and takes a variable that it is assigned to in a branch
  // for the constant from before.
  to.preserves_inf_nan_f32 = properties.floats.shaderSignedZeroInfNanPreserveFloat32 == VK_TRUE &&
                             properties.driver.driverID != VK_DRIVER_ID_GOOGLE_SWIFTSHADER;
  return to;
}

kernel::LoopExits loop_exits(const VkPhysicalDeviceDriverProperties& driver) {
  switch (driver.driverID) {
    case VK_DRIVER_ID_MESA_LLVMPIPE: return kernel::LoopExits::stale;
    case VK_DRIVER_ID_GOOGLE_SWIFTSHADER: return kernel::LoopExits::kept_at_head;
    default: return kernel::LoopExits::kept;
  }
}

Info info_of(const Properties& properties, const Features& features) {
  const VkPhysicalDeviceProperties& core = properties.core.properties;
  Info info;
  info.name = core.deviceName;
  info.type = type_of(core.deviceType);
  info.api = "Vulkan " + version_text(core.apiVersion);
  info.driver = properties.driver.driverName;
  info.driver_version = properties.driver.driverInfo[0] != '\0'
                            ? properties.driver.driverInfo
                            : driver_version_text(core.vendorID, core.driverVersion);
  info.vendor_id = core.vendorID;
  info.device_id = core.deviceID;
  info.pipeline_uuid = fmt::format("{:02x}", fmt::join(core.pipelineCacheUUID, ""));
  info.makes_blobs = true;
  info.target.format = kernel::Format::spirv;
  info.target.limits = limits_of(properties);
  info.target.features = features_of(properties, features);
  info.target.limits.expanded_instructions = expanded_instructions(properties.driver);
  info.target.quirks.silent_loop_limit = silent_loop_limit(properties.driver);
  info.target.quirks.nested_conditions = nested_conditions(properties.driver);
  info.target.quirks.dear_branches = properties.driver.driverID == VK_DRIVER_ID_MESA_LLVMPIPE &&
                                     features.core.features.robustBufferAccess == VK_TRUE;
  info.target.quirks.loop_exits = loop_exits(properties.driver);
  info.target.quirks.null_remainders = properties.driver.driverID == VK_DRIVER_ID_GOOGLE_SWIFTSHADER;
  info.target.quirks.variable_bytes = variable_bytes(properties.driver);
  if (const std::uint32_t limit = info.target.quirks.silent_loop_limit; limit != 0)
    info.quirks.push_back(
        fmt::format("leaves loops silently after {} iterations: counted, and refused when reached", limit));
  if (const std::uint32_t limit = info.target.quirks.nested_conditions; limit != 0)
    info.quirks.push_back(fmt::format("forgets conditions beyond {} in each other: refused", limit));
  if (const std::uint32_t limit = info.target.quirks.variable_bytes; limit != 0)
    info.quirks.push_back(fmt::format("dies of more than {} bytes of variables: refused", limit));
  return info;
}

std::uint64_t device_bytes(const VkPhysicalDeviceMemoryProperties& memory) {
  std::uint64_t bytes = 0;
  for (const VkMemoryHeap& heap : std::span(memory.memoryHeaps, memory.memoryHeapCount))
    if ((heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0) bytes = std::max(bytes, heap.size);
  return bytes;
}

bool is_unified(const VkPhysicalDeviceMemoryProperties& memory) {
  constexpr VkMemoryPropertyFlags wanted =
      VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
      VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i)
    if ((memory.memoryTypes[i].propertyFlags & wanted) == wanted) return true;
  return false;
}

}  // namespace

bool has_f16(const VkPhysicalDeviceShaderFloat16Int8Features& arithmetic,
             const VkPhysicalDevice16BitStorageFeatures& storage) {
  return arithmetic.shaderFloat16 == VK_TRUE && storage.storageBuffer16BitAccess == VK_TRUE &&
         storage.uniformAndStorageBuffer16BitAccess == VK_TRUE;
}

std::uint32_t silent_loop_limit(const VkPhysicalDeviceDriverProperties& driver) {
  if (driver.driverID != VK_DRIVER_ID_MESA_LLVMPIPE) return 0;
  // `Mesa 22.3.6 (LLVM 15.0.6)`; a text that cannot be read is taken for an old one.
  const std::string_view text = driver.driverInfo;
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  if (const std::size_t digit = text.find_first_of("0123456789"); digit != std::string_view::npos) {
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data() + digit, end, major);
    if (parsed.ptr != end && *parsed.ptr == '.') std::from_chars(parsed.ptr + 1, end, minor);
  }
  return major > 23 || (major == 23 && minor >= 1) ? 0 : 65535;
}

std::uint32_t nested_conditions(const VkPhysicalDeviceDriverProperties& driver) {
  // Its stack of masks has 80 places; the condition that takes the last one has no `else`.
  return driver.driverID == VK_DRIVER_ID_MESA_LLVMPIPE ? 79 : 0;
}

std::uint32_t variable_bytes(const VkPhysicalDeviceDriverProperties& driver) {
  // 512 KiB of stack for four lanes, of which what lies between takes its part.
  return driver.driverID == VK_DRIVER_ID_GOOGLE_SWIFTSHADER ? 96U << 10U : 0;
}

std::uint32_t expanded_instructions(const VkPhysicalDeviceDriverProperties& driver) {
  // lavapipe takes half a gigabyte for 2^18 of them; in SwiftShader's compiler memory grows with the square.
  return driver.driverID == VK_DRIVER_ID_GOOGLE_SWIFTSHADER ? 1U << 15U : 1U << 18U;
}

std::expected<Physical, std::string> query(VkPhysicalDevice device) {
  VkPhysicalDeviceProperties basic{};
  vkGetPhysicalDeviceProperties(device, &basic);
  if (basic.apiVersion < VK_API_VERSION_1_2)
    return std::unexpected(fmt::format("'{}' speaks Vulkan {}: 1.2 is needed", basic.deviceName,
                                       version_text(basic.apiVersion)));
  const auto family = compute_family(device);
  if (!family) return std::unexpected(fmt::format("'{}' has no compute queue", basic.deviceName));

  Properties properties;
  properties.core.pNext = &properties.v11;
  properties.v11.pNext = &properties.driver;
  properties.driver.pNext = &properties.floats;
  vkGetPhysicalDeviceProperties2(device, &properties.core);
  Features features;
  features.core.pNext = &features.float16;
  features.float16.pNext = &features.storage16;
  features.storage16.pNext = &features.subgroup_types;
  features.subgroup_types.pNext = &features.uniform_layout;
  vkGetPhysicalDeviceFeatures2(device, &features.core);

  Physical physical;
  physical.handle = device;
  physical.info = info_of(properties, features);
  physical.queue_family = family->index;
  if (const std::uint32_t bits = family->time_stamp_bits; bits != 0)
    physical.time_stamp_mask = UINT64_MAX >> (64 - bits);
  physical.time_stamp_period = properties.core.properties.limits.timestampPeriod;
  physical.robust_buffer_access = features.core.features.robustBufferAccess == VK_TRUE;
  physical.subgroup_extended_types = features.subgroup_types.shaderSubgroupExtendedTypes == VK_TRUE;
  vkGetPhysicalDeviceMemoryProperties(device, &physical.memory);
  physical.info.memory_bytes = device_bytes(physical.memory);
  // A discrete card's mapped memory lies behind the bus: the host must not read there.
  physical.unified = physical.info.type != DeviceType::discrete_gpu && is_unified(physical.memory);
  return physical;
}

}  // namespace slipway::hal::vulkan
