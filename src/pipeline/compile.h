// From a program to a kernel, without any cache.
#pragma once

#include <slipway/pipeline.h>
#include <slipway/program.h>

#include "kernel/kernel.h"

namespace slipway::pipeline {

/// Specialises, checks capabilities, lowers and emits. Sees nothing but its arguments, which is what the keys
/// of caches are made of; labels and roles are not looked at.
[[nodiscard]] Result<kernel::Kernel> compile_kernel(const Program& program, const PipelineConfig& config,
                                                    const kernel::Target& target);

}  // namespace slipway::pipeline
