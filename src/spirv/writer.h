// Prints a lowered module as SPIR-V 1.5 words for Vulkan 1.2.
#pragma once

#include <cstdint>
#include <vector>

#include <slipway/result.h>

#include "ir/module.h"
#include "kernel/kernel.h"

namespace slipway::spirv {

/// `module` is what lowering made: one entry point, bindings that are slots (group 0, binding k), every
/// operation native or without a domain, pointers rooted in variables of the same function or module. Only
/// prints: anything else in the module is an `internal` error. The same input gives the same words.
[[nodiscard]] Result<std::vector<std::uint32_t>> write(
    const ir::Module& module, const kernel::Kernel& kernel, const kernel::Target& target,
    kernel::FloatMode floats = kernel::FloatMode::standard);

}  // namespace slipway::spirv
