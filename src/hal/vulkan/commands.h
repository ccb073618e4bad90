// Records a list of commands, submits it and waits for it.
#pragma once

#include "hal/vulkan/device.h"

namespace slipway::hal::vulkan {

Result<std::shared_ptr<Submission>> submit(std::shared_ptr<Core> core, std::vector<Command> commands);

}  // namespace slipway::hal::vulkan
