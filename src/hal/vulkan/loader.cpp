#include "hal/vulkan/loader.h"

#include <dlfcn.h>

#include <filesystem>
#include <mutex>
#include <ranges>
#include <vector>

#include <fmt/format.h>

#include "base/environment.h"

namespace slipway::hal::vulkan {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> split_paths(std::string_view list) {
  std::vector<fs::path> paths;
  for (const auto part : std::views::split(list, ':'))
    if (part.begin() != part.end()) paths.emplace_back(std::string_view(part.begin(), part.end()));
  return paths;
}

// Where the loader looks on Linux, in its order.
std::vector<fs::path> manifest_folders() {
  std::vector<fs::path> roots;
  const std::string config_home = environment("XDG_CONFIG_HOME");
  const std::string data_home = environment("XDG_DATA_HOME");
  const fs::path home(environment("HOME"));
  if (!config_home.empty()) roots.emplace_back(config_home);
  if (config_home.empty() && !home.empty()) roots.push_back(home / ".config");
  for (auto& path : split_paths(environment("XDG_CONFIG_DIRS"))) roots.push_back(path);
  if (environment("XDG_CONFIG_DIRS").empty()) roots.emplace_back("/etc/xdg");
  roots.emplace_back("/usr/local/etc");
  roots.emplace_back("/etc");
  if (!data_home.empty()) roots.emplace_back(data_home);
  if (data_home.empty() && !home.empty()) roots.push_back(home / ".local/share");
  const std::string data = environment("XDG_DATA_DIRS");
  for (auto& path : split_paths(data.empty() ? "/usr/local/share:/usr/share" : data)) roots.push_back(path);
  for (auto& root : roots) root /= "vulkan/icd.d";
  return roots;
}

}  // namespace

Result<> load_loader() {
  static std::mutex mutex;  // guards `loaded`, and volk's globals while they are set
  static bool loaded = false;
  const std::lock_guard lock(mutex);
  if (loaded) return {};
  const std::string named = environment("SLIPWAY_VULKAN_LOADER");
  const std::string file(named.empty() ? "libvulkan.so.1" : named);
  // Never closed: drivers leave threads and exit handlers behind.
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* reason = dlerror();
    return fail(ErrorCode::unsupported, fmt::format("no Vulkan loader: cannot load '{}' ({})", file,
                                                    reason == nullptr ? "no reason given" : reason));
  }
  void* symbol = dlsym(library, "vkGetInstanceProcAddr");
  if (symbol == nullptr)
    return fail(ErrorCode::unsupported,
                fmt::format("no Vulkan loader: '{}' has no vkGetInstanceProcAddr", file));
  volkInitializeCustom(reinterpret_cast<PFN_vkGetInstanceProcAddr>(symbol));
  if (vkCreateInstance == nullptr || vkEnumerateInstanceVersion == nullptr)
    return fail(ErrorCode::unsupported,
                fmt::format("the Vulkan loader '{}' speaks Vulkan 1.0: 1.2 is needed", file));
  loaded = true;
  return {};
}

std::string name_of(VkResult result) {
#define SLIPWAY_NAME(code) \
  case code: return #code
  switch (result) {
    SLIPWAY_NAME(VK_SUCCESS);
    SLIPWAY_NAME(VK_NOT_READY);
    SLIPWAY_NAME(VK_TIMEOUT);
    SLIPWAY_NAME(VK_INCOMPLETE);
    SLIPWAY_NAME(VK_ERROR_OUT_OF_HOST_MEMORY);
    SLIPWAY_NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY);
    SLIPWAY_NAME(VK_ERROR_INITIALIZATION_FAILED);
    SLIPWAY_NAME(VK_ERROR_DEVICE_LOST);
    SLIPWAY_NAME(VK_ERROR_MEMORY_MAP_FAILED);
    SLIPWAY_NAME(VK_ERROR_LAYER_NOT_PRESENT);
    SLIPWAY_NAME(VK_ERROR_EXTENSION_NOT_PRESENT);
    SLIPWAY_NAME(VK_ERROR_FEATURE_NOT_PRESENT);
    SLIPWAY_NAME(VK_ERROR_INCOMPATIBLE_DRIVER);
    SLIPWAY_NAME(VK_ERROR_TOO_MANY_OBJECTS);
    SLIPWAY_NAME(VK_ERROR_FRAGMENTED_POOL);
    SLIPWAY_NAME(VK_ERROR_UNKNOWN);
    SLIPWAY_NAME(VK_ERROR_OUT_OF_POOL_MEMORY);
    SLIPWAY_NAME(VK_ERROR_FRAGMENTATION);
    SLIPWAY_NAME(VK_ERROR_INVALID_SHADER_NV);
    default: return fmt::format("VkResult {}", static_cast<int>(result));
  }
#undef SLIPWAY_NAME
}

Error error_of(VkResult result, std::string_view call, ErrorCode otherwise) {
  ErrorCode code = otherwise;
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    case VK_ERROR_OUT_OF_POOL_MEMORY:
    case VK_ERROR_FRAGMENTATION:
    case VK_ERROR_FRAGMENTED_POOL:
    case VK_ERROR_TOO_MANY_OBJECTS: code = ErrorCode::out_of_memory; break;
    case VK_ERROR_DEVICE_LOST: code = ErrorCode::device_lost; break;
    default: break;
  }
  return Error(code, fmt::format("{} gave {}", call, name_of(result)));
}

Manifests driver_manifests() {
  Manifests found;
  for (const char* variable : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"}) {
    const std::string list = environment(variable);
    if (list.empty()) continue;
    std::error_code ignored;  // a path that cannot be read counts as absent
    for (const auto& path : split_paths(list)) found.any_file |= fs::exists(path, ignored);
    found.text = fmt::format("{} is '{}'", variable, list);
    return found;
  }
  for (const auto& folder : manifest_folders()) {
    std::error_code ignored;  // a folder that is not there has no manifests
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      if (entry.path().extension() != ".json") continue;
      found.text += fmt::format("{}'{}'", found.any_file ? ", " : "found ", entry.path().string());
      found.any_file = true;
    }
  }
  if (!found.any_file) found.text = "no driver manifest in any vulkan/icd.d folder";
  return found;
}

}  // namespace slipway::hal::vulkan
