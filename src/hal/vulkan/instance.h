// One VkInstance, shared by all devices that are open at a time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <slipway/result.h>

#include "hal/vulkan/loader.h"

namespace slipway::hal::vulkan {

class Instance {
 public:
  /// The instance in use, or a new one. With `validation`, one that has the Khronos validation layer, whose
  /// messages go to standard error and are counted; `unsupported` where the layer is not installed.
  static Result<std::shared_ptr<Instance>> get(bool validation);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  [[nodiscard]] VkInstance handle() const { return instance_; }
  /// Names objects for tools; null where nobody offers that.
  [[nodiscard]] PFN_vkSetDebugUtilsObjectNameEXT set_object_name() const { return set_object_name_; }
  /// The physical devices; at least one, else an error.
  [[nodiscard]] Result<std::vector<VkPhysicalDevice>> physical_devices() const;

 private:
  Instance() = default;
  static Result<std::shared_ptr<Instance>> create(bool validation);
  VkInstance instance_ = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  PFN_vkDestroyDebugUtilsMessengerEXT destroy_messenger_ = nullptr;
  PFN_vkSetDebugUtilsObjectNameEXT set_object_name_ = nullptr;
};

}  // namespace slipway::hal::vulkan
