// Chooses which Vulkan driver a test runs on.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace slipway::tests {

/// Sets an environment variable (or removes it, given nothing) until the end of the scope.
class ScopedEnvironment {
 public:
  ScopedEnvironment(std::string name, const std::optional<std::string>& value) : name_(std::move(name)) {
    if (const char* old = std::getenv(name_.c_str())) old_ = old;
    set(value);
  }
  ~ScopedEnvironment() { set(old_); }
  ScopedEnvironment(const ScopedEnvironment&) = delete;
  ScopedEnvironment& operator=(const ScopedEnvironment&) = delete;

 private:
  void set(const std::optional<std::string>& value) const {
    if (value) {
      setenv(name_.c_str(), value->c_str(), 1);
    } else {
      unsetenv(name_.c_str());
    }
  }
  std::string name_;
  std::optional<std::string> old_;
};

/// The manifest of the driver of `lavapipe` or `swiftshader`; an empty path where it is not installed.
inline std::filesystem::path driver_manifest(std::string_view name) {
  if (name == "swiftshader") {
    const std::filesystem::path path = "/usr/lib/chromium/vk_swiftshader_icd.json";
    return std::filesystem::exists(path) ? path : std::filesystem::path{};
  }
  if (name != "lavapipe") return {};
  std::error_code ignored;  // no folder, no manifest
  for (const auto& entry : std::filesystem::directory_iterator("/usr/share/vulkan/icd.d", ignored))
    if (entry.path().filename().string().starts_with("lvp_icd")) return entry.path();
  return {};
}

}  // namespace slipway::tests
