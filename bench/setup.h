// What each benchmark beside a baseline starts with.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <slipway/slipway.h>

#include "side_by_side.h"
#include "vulkan_baseline.h"

namespace slipway::bench {

struct Setup {
  Device device;
  std::unique_ptr<VulkanBaseline> baseline;
  Effort effort;
};

/// Takes `[TURNS [SELECTOR]]`: by default 10 turns of each way on the best Vulkan device. Prints what is
/// measured on.
Result<Setup> set_up(int argc, char** argv);

/// The same shader for both sides: what slipway compiles, given to the driver by hand. It has no launch
/// words.
struct SameKernel {
  Pipeline pipeline;
  VulkanBaseline::Kernel raw;
};
Result<SameKernel> same_kernel(Setup& setup, std::string_view wgsl, std::uint32_t buffers,
                               const PipelineConfig& config = {});

/// Runs a benchmark, and makes its error a message and an exit status.
int report(const Result<>& measured);

}  // namespace slipway::bench
