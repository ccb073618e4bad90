#include "files/lowered_device.h"

#include "hal/reference/device.h"
#include "hal/reference/driver.h"
#include "pipeline/device_state.h"

namespace slipway::tests {

Result<TestDevice> open_lowered_device() {
  hal::reference::Driver driver;
  SLIPWAY_TRY(const auto infos, driver.list({}));
  hal::Info info = infos.at(0);
  info.name = "lowered";
  info.target.lower_modules = true;
  info.target.limits.workgroup_count = {65535, 65535, 65535};  // as Vulkan devices have it
  auto device = std::make_shared<hal::reference::Device>(info);
  return TestDevice{.device = Device(std::make_shared<pipeline::DeviceState>(
                        std::move(device), pipeline::describe(info, "lowered")))};
}

}  // namespace slipway::tests
