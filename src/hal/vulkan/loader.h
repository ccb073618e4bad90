// The Vulkan loader, opened at run time, and words for what it says.
#pragma once

#include <string>
#include <string_view>

#include <slipway/result.h>
#include <volk.h>

namespace slipway::hal::vulkan {

/// Opens libvulkan.so.1 (or the file that SLIPWAY_VULKAN_LOADER names) once a process and loads the functions
/// that need no instance. An error is not remembered: the next call tries again.
Result<> load_loader();

/// `VK_ERROR_DEVICE_LOST`; the number for codes that have no name here.
[[nodiscard]] std::string name_of(VkResult result);

/// The error for a failed call: out_of_memory, device_lost or `otherwise`, with the call and the result
/// named.
[[nodiscard]] Error error_of(VkResult result, std::string_view call,
                             ErrorCode otherwise = ErrorCode::internal);

/// The driver manifests that a loader looks at, in words: what VK_DRIVER_FILES or VK_ICD_FILENAMES say, else
/// the files in the standard folders.
struct Manifests {
  std::string text;       ///< `VK_DRIVER_FILES is '/a.json'`, `found '/usr/share/vulkan/icd.d/a.json'`, …
  bool any_file = false;  ///< at least one of them exists
};
[[nodiscard]] Manifests driver_manifests();

}  // namespace slipway::hal::vulkan
