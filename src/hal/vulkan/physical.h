// What a physical device can do, and what we ask of it.
#pragma once

#include <expected>
#include <string>

#include "hal/device.h"
#include "hal/vulkan/loader.h"

namespace slipway::hal::vulkan {

struct Physical {
  VkPhysicalDevice handle = VK_NULL_HANDLE;
  Info info;
  std::uint32_t queue_family = 0;  ///< the first that computes
  VkPhysicalDeviceMemoryProperties memory{};
  bool robust_buffer_access = false;
  bool subgroup_extended_types = false;  ///< subgroup operations on f16
  std::uint64_t time_stamp_mask = 0;  ///< the bits of the queue's time stamps that count; 0 where it has none
  double time_stamp_period = 0;       ///< nanoseconds
  bool unified = false;               ///< device memory that the host reads and writes at full speed
};

/// The answer for one device; or, as text, why slipway cannot use it.
[[nodiscard]] std::expected<Physical, std::string> query(VkPhysicalDevice device);

/// f16 needs the arithmetic and both kinds of storage: a part of them is none.
[[nodiscard]] bool has_f16(const VkPhysicalDeviceShaderFloat16Int8Features& arithmetic,
                           const VkPhysicalDevice16BitStorageFeatures& storage);

/// Instructions of an entry point that this driver compiles in bounded memory; see kernel::Limits.
[[nodiscard]] std::uint32_t expanded_instructions(const VkPhysicalDeviceDriverProperties& driver);

/// Iterations after which this driver leaves loops silently, or 0; see kernel::Quirks.
[[nodiscard]] std::uint32_t silent_loop_limit(const VkPhysicalDeviceDriverProperties& driver);

/// Conditions in each other that this driver keeps apart, or 0 for any number; see kernel::Quirks.
[[nodiscard]] std::uint32_t nested_conditions(const VkPhysicalDeviceDriverProperties& driver);

/// Bytes of variables that this driver bears, or 0 for any number; see kernel::Quirks.
[[nodiscard]] std::uint32_t variable_bytes(const VkPhysicalDeviceDriverProperties& driver);

}  // namespace slipway::hal::vulkan
