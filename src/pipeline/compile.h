// From a program to a kernel, without any cache.
#pragma once

#include <slipway/pipeline.h>
#include <slipway/program.h>

#include "ir/verify.h"
#include "kernel/kernel.h"

namespace slipway::pipeline {

/// What a kernel can be launched in: one dispatch, or as many as a large grid takes.
enum class Launches : std::uint8_t { whole, in_parts };

struct Compiled {
  ir::ValidModule module;   ///< of one entry point, with values for its overrides
  ir::ValidModule lowered;  ///< the same as it was fitted to the target
  kernel::Kernel kernel;
};

/// Specialises, checks capabilities, lowers and emits. Sees nothing but its arguments, which is what the keys
/// of caches are made of; labels and roles are not looked at.
[[nodiscard]] Result<Compiled> compile(const Program& program, const PipelineConfig& config,
                                       const kernel::Target& target, Launches launches = Launches::whole);

}  // namespace slipway::pipeline
