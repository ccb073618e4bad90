// The SPIR-V validator over what a pipeline runs.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace slipway::tests {

/// Empty where `code` is a valid SPIR-V module for Vulkan 1.2, else what the validator says. Safe from many
/// threads.
[[nodiscard]] std::string check_spirv(std::span<const std::byte> code);

}  // namespace slipway::tests
