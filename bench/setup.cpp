#include "setup.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

namespace slipway::bench {

Result<Setup> set_up(int argc, char** argv) {
  DeviceOptions options;
  options.selector = argc > 2 ? argv[2] : "vulkan";
  options.cache.disk = false;
  SLIPWAY_TRY(auto device, Device::open(options));
  SLIPWAY_TRY(auto baseline, VulkanBaseline::open(device.info().name));
  Effort effort;
  if (argc > 1) {
    const std::string_view text = argv[1];
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), effort.turns);
    if (argc > 3 || status != std::errc() || end != text.data() + text.size() || effort.turns < 1)
      return fail(ErrorCode::invalid_argument, fmt::format("usage: {} [TURNS [SELECTOR]]", argv[0]));
  }
  const char* const driver_cache = std::getenv("__GL_SHADER_DISK_CACHE");
  fmt::print("{}, driver {} {}, {} turns; no slipway cache on disk, __GL_SHADER_DISK_CACHE {}\n",
             device.info().name, device.info().driver, device.info().driver_version, effort.turns,
             driver_cache == nullptr ? "unset" : driver_cache);
  return Setup{std::move(device), std::move(baseline), effort};
}

Result<SameKernel> same_kernel(Setup& setup, std::string_view wgsl, std::uint32_t buffers,
                               const PipelineConfig& config) {
  SLIPWAY_TRY(auto pipeline, setup.device.compile_source(wgsl, config));
  SLIPWAY_TRY(auto raw, setup.baseline->create_kernel(pipeline.code(),
                                                      pipeline.program().entry_point().c_str(), buffers));
  return SameKernel{std::move(pipeline), raw};
}

int report(const Result<>& measured) {
  if (measured) return 0;
  fmt::print(stderr, "{}\n", measured.error().to_string());
  return 1;
}

}  // namespace slipway::bench
