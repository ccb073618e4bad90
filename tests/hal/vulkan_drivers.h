// Chooses which Vulkan driver a test runs on.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace slipway::test {

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

/// The manifest of a software driver, `lavapipe` or `swiftshader`; nothing where it is not installed.
inline std::optional<std::string> driver_manifest(const std::string& driver) {
  std::vector<std::string> paths{"/usr/lib/chromium/vk_swiftshader_icd.json"};
  if (driver == "lavapipe")
    paths = {"/usr/share/vulkan/icd.d/lvp_icd.x86_64.json", "/usr/share/vulkan/icd.d/lvp_icd.aarch64.json",
             "/usr/share/vulkan/icd.d/lvp_icd.json"};
  for (const auto& path : paths)
    if (std::filesystem::exists(path)) return path;
  return std::nullopt;
}

}  // namespace slipway::test
