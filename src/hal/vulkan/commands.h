// Records lists of commands and submits them.
#pragma once

#include "hal/vulkan/device.h"

namespace slipway::hal::vulkan {

Result<std::shared_ptr<Submission>> submit(const std::shared_ptr<Core>& core, std::vector<Command> commands);
Result<std::shared_ptr<hal::Recorded>> record(std::shared_ptr<Core> core, std::vector<Command> commands);
Result<std::shared_ptr<Submission>> submit(const std::shared_ptr<Core>& core,
                                           std::shared_ptr<hal::Recorded> recorded);

}  // namespace slipway::hal::vulkan
