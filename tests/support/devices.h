// The devices that tests run on, by the names that ctest uses.
#pragma once

#include <string>
#include <string_view>

#include <slipway/slipway.h>

namespace slipway::tests {

/// What a program that ctest runs exits with where its subject is not there: the test counts as skipped.
inline constexpr int exit_skipped = 77;

struct TestDevice {
  std::optional<Device> device;
  std::string absent;  ///< why there is no device, where the machine lacks its driver
};

/// `reference`, `lavapipe`, `swiftshader`, or `vulkan` for whatever the environment offers. A Vulkan device
/// has the Khronos validation layer on. Chooses the driver for the whole process, so call it once, first.
[[nodiscard]] Result<TestDevice> open_test_device(std::string_view name);

}  // namespace slipway::tests
