#include "hal/vulkan/instance.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <string_view>

#include <fmt/format.h>

#include "base/console.h"
#include "hal/vulkan/driver.h"

namespace slipway::hal::vulkan {
namespace {

constexpr const char* validation_layer = "VK_LAYER_KHRONOS_validation";
std::atomic<std::uint64_t> validation_messages = 0;

VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                          VkDebugUtilsMessageTypeFlagsEXT types,
                                          const VkDebugUtilsMessengerCallbackDataEXT* data, void*) {
  // The loader and its driver search speak under the general type: not about our use of the API.
  if ((types & VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT) == 0) return VK_FALSE;
  validation_messages.fetch_add(1);
  print_error_line(fmt::format("slipway: vulkan validation: {}", data->pMessage));
  return VK_FALSE;
}

VkDebugUtilsMessengerCreateInfoEXT messenger_info() {
  VkDebugUtilsMessengerCreateInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  info.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT |
                     VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                     VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  info.pfnUserCallback = on_message;
  return info;
}

bool has_layer(std::string_view wanted) {
  std::uint32_t count = 0;
  if (vkEnumerateInstanceLayerProperties(&count, nullptr) != VK_SUCCESS) return false;
  std::vector<VkLayerProperties> layers(count);
  if (vkEnumerateInstanceLayerProperties(&count, layers.data()) < VK_SUCCESS) return false;
  layers.resize(count);
  return std::ranges::any_of(layers, [&](const auto& layer) { return wanted == layer.layerName; });
}

// Whether the loader or a driver offers the extension; `layer` may be null.
bool has_extension(const char* layer, std::string_view wanted) {
  std::uint32_t count = 0;
  if (vkEnumerateInstanceExtensionProperties(layer, &count, nullptr) != VK_SUCCESS) return false;
  std::vector<VkExtensionProperties> extensions(count);
  if (vkEnumerateInstanceExtensionProperties(layer, &count, extensions.data()) < VK_SUCCESS) return false;
  extensions.resize(count);
  return std::ranges::any_of(extensions, [&](const auto& found) { return wanted == found.extensionName; });
}

Error instance_error(VkResult result) {
  const Manifests manifests = driver_manifests();
  if (result != VK_ERROR_INCOMPATIBLE_DRIVER && result != VK_ERROR_INITIALIZATION_FAILED)
    return error_of(result, "vkCreateInstance", ErrorCode::unsupported);
  if (!manifests.any_file)
    return Error(ErrorCode::unsupported,
                 fmt::format("no Vulkan driver is installed: {}; vkCreateInstance gave {}", manifests.text,
                             name_of(result)));
  return Error(ErrorCode::unsupported, fmt::format("no Vulkan driver starts: {}; vkCreateInstance gave {}",
                                                   manifests.text, name_of(result)));
}

}  // namespace

std::uint64_t validation_message_count() { return validation_messages.load(); }

Result<std::shared_ptr<Instance>> Instance::get(bool validation) {
  static std::mutex mutex;  // guards `shared`, and volk's globals while they are set
  static std::array<std::weak_ptr<Instance>, 2> shared;  // without and with validation
  const std::lock_guard lock(mutex);
  if (auto instance = shared[validation].lock()) return instance;
  SLIPWAY_TRY_VOID(load_loader());
  SLIPWAY_TRY(auto instance, create(validation));
  shared[validation] = instance;
  return instance;
}

Result<std::shared_ptr<Instance>> Instance::create(bool validation) {
  if (validation && !has_layer(validation_layer))
    return fail(ErrorCode::unsupported,
                fmt::format("validation was asked for, but the layer {} is not installed", validation_layer));
  std::uint32_t version = VK_API_VERSION_1_0;
  if (const VkResult result = vkEnumerateInstanceVersion(&version); result != VK_SUCCESS)
    return std::unexpected(error_of(result, "vkEnumerateInstanceVersion"));
  if (version < VK_API_VERSION_1_2)
    return fail(ErrorCode::unsupported,
                fmt::format("the Vulkan loader speaks Vulkan {}.{}: 1.2 is needed",
                            VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version)));

  VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.pEngineName = "slipway";
  application.apiVersion = VK_API_VERSION_1_2;
  VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  info.pApplicationInfo = &application;
  const VkDebugUtilsMessengerCreateInfoEXT messages = messenger_info();
  const char* debug_utils = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  if (validation) {
    info.pNext = &messages;  // covers vkCreateInstance and vkDestroyInstance themselves
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &validation_layer;
  }
  const bool names_objects = validation || has_extension(nullptr, debug_utils);
  info.enabledExtensionCount = names_objects ? 1 : 0;
  info.ppEnabledExtensionNames = &debug_utils;
  std::shared_ptr<Instance> instance(new Instance());
  if (const VkResult result = vkCreateInstance(&info, nullptr, &instance->instance_); result != VK_SUCCESS)
    return std::unexpected(instance_error(result));
  // Once: the loader's entry points are the same for every instance, except those of extensions.
  static std::once_flag loaded;
  std::call_once(loaded, [&] { volkLoadInstanceOnly(instance->instance_); });
  if (names_objects)
    instance->set_object_name_ = reinterpret_cast<PFN_vkSetDebugUtilsObjectNameEXT>(
        vkGetInstanceProcAddr(instance->instance_, "vkSetDebugUtilsObjectNameEXT"));
  if (validation) {
    const auto create_messenger = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
        vkGetInstanceProcAddr(instance->instance_, "vkCreateDebugUtilsMessengerEXT"));
    instance->destroy_messenger_ = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
        vkGetInstanceProcAddr(instance->instance_, "vkDestroyDebugUtilsMessengerEXT"));
    if (create_messenger == nullptr || instance->destroy_messenger_ == nullptr)
      return fail(ErrorCode::unsupported, "the validation layer does not report messages");
    const VkResult result = create_messenger(instance->instance_, &messages, nullptr, &instance->messenger_);
    if (result != VK_SUCCESS) return std::unexpected(error_of(result, "vkCreateDebugUtilsMessengerEXT"));
  }
  return instance;
}

Instance::~Instance() {
  if (messenger_ != VK_NULL_HANDLE) destroy_messenger_(instance_, messenger_, nullptr);
  if (instance_ != VK_NULL_HANDLE) vkDestroyInstance(instance_, nullptr);
}

Result<std::vector<VkPhysicalDevice>> Instance::physical_devices() const {
  std::vector<VkPhysicalDevice> devices;
  VkResult result = VK_INCOMPLETE;
  while (result == VK_INCOMPLETE) {  // the number may change between the two calls
    std::uint32_t count = 0;
    result = vkEnumeratePhysicalDevices(instance_, &count, nullptr);
    if (result != VK_SUCCESS) break;
    devices.resize(count);
    result = vkEnumeratePhysicalDevices(instance_, &count, devices.data());
    devices.resize(count);
  }
  if (result != VK_SUCCESS)
    return fail(ErrorCode::unsupported,
                fmt::format("no Vulkan driver starts: {}; vkEnumeratePhysicalDevices gave {}",
                            driver_manifests().text, name_of(result)));
  if (devices.empty())
    return fail(ErrorCode::unsupported,
                fmt::format("the Vulkan drivers offer no device: {}", driver_manifests().text));
  return devices;
}

}  // namespace slipway::hal::vulkan
