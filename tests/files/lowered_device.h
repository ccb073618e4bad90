// The interpreter as a device that gets its modules lowered, as a Vulkan device does.
#pragma once

#include "support/devices.h"

namespace slipway::tests {

[[nodiscard]] Result<TestDevice> open_lowered_device();

}  // namespace slipway::tests
