#include "support/devices.h"

#include <cstdlib>

#include <fmt/format.h>

#include "support/drivers.h"

namespace slipway::tests {

Result<TestDevice> open_test_device(std::string_view name) {
  DeviceOptions options{.notice = [](std::string_view) {}};
  if (name == "reference") {
    options.selector = "reference";
  } else if (name == "lavapipe" || name == "swiftshader") {
    const auto path = driver_manifest(name);
    if (path.empty()) return TestDevice{.absent = fmt::format("the driver of {} is not installed", name)};
    setenv("VK_DRIVER_FILES", path.c_str(), 1);
    setenv("VK_ICD_FILENAMES", path.c_str(), 1);  // loaders before 1.3.207
    options.selector = "vulkan";
    options.validation = true;
  } else if (name == "vulkan") {
    options.selector = "vulkan";
    options.validation = true;
  } else {
    return fail(ErrorCode::invalid_argument,
                fmt::format("device '{}' is none of reference, lavapipe, swiftshader, vulkan", name));
  }
  SLIPWAY_TRY(auto device, Device::open(options));
  return TestDevice{.device = std::move(device)};
}

}  // namespace slipway::tests
