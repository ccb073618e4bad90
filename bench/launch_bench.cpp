// Launches beside the same launches by hand: a tiny one, whose time is all overhead, and one bound by the
// device, which must cost the same. And a compile that memory answers.
#include <array>
#include <cstring>

#include "setup.h"

namespace slipway::bench {
namespace {

constexpr std::string_view tiny = R"(
@group(0) @binding(0) var<storage, read_write> count: u32;
@compute @workgroup_size(1) fn main() { count = count + 1u; }
)";

constexpr std::string_view busy = R"(
@group(0) @binding(0) var<storage, read_write> out: array<u32, 4096>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  var value = id.x;
  for (var i = 0u; i < 20000u; i++) { value = value * 1664525u + 1013904223u; }
  out[id.x] = value;
}
)";

/// Sees what is in the buffer after so many launches over it.
using IsRight = std::function<bool(std::span<const std::uint32_t> values, std::uint32_t launches)>;

// A launch of `workgroups` over one buffer of `words`, both ways.
Result<> launches(Setup& setup, std::string name, std::string_view wgsl, std::uint64_t words,
                  std::uint32_t workgroups, const IsRight& is_right) {
  SLIPWAY_TRY(auto kernel, same_kernel(setup, wgsl, 1));
  auto& raw = *setup.baseline;
  SLIPWAY_TRY(const auto raw_buffer, raw.create_buffer(words * 4, VulkanBaseline::Memory::device));
  SLIPWAY_TRY(const auto raw_host, raw.create_buffer(words * 4, VulkanBaseline::Memory::host));
  std::memset(raw_host.mapped.data(), 0, raw_host.mapped.size());
  SLIPWAY_TRY(const auto clear, raw.record([&](VkCommandBuffer commands) -> Result<> {
    raw.copy(commands, raw_host, raw_buffer, words * 4);
    return {};
  }));
  SLIPWAY_TRY_VOID(raw.run(clear, Wait::blocking));
  SLIPWAY_TRY(const auto dispatch, raw.record([&](VkCommandBuffer commands) -> Result<> {
    raw.barrier(commands);
    SLIPWAY_TRY_VOID(raw.dispatch(commands, kernel.raw, std::array{raw_buffer}, workgroups));
    raw.host_barrier(commands);
    return {};
  }));
  SLIPWAY_TRY(const auto fetch, raw.record([&](VkCommandBuffer commands) -> Result<> {
    raw.barrier(commands);
    raw.copy(commands, raw_buffer, raw_host, words * 4);
    raw.host_barrier(commands);
    return {};
  }));
  SLIPWAY_TRY(const auto buffer, setup.device.create<std::uint32_t>(words));
  SLIPWAY_TRY(const auto launch,
              kernel.pipeline.bind({{kernel.pipeline.program().interface().bindings[0].name, buffer}},
                                   {.grid = workgroups}));
  std::uint32_t raw_launches = 0;
  std::uint32_t own_launches = 0;
  const auto raw_is_right = [&] {
    std::vector<std::uint32_t> values(words);
    if (!raw.run(fetch, Wait::blocking)) return false;
    std::memcpy(values.data(), raw_host.mapped.data(), words * 4);
    return is_right(values, raw_launches);
  };
  const auto raw_launch = [&](Wait wait) {
    ++raw_launches;
    return raw.run(dispatch, wait);
  };
  const auto own_launch = [&] {
    ++own_launches;
    return launch.run();
  };
  const auto own_is_right = [&] {
    const auto values = buffer.download();
    return values && is_right(*values, own_launches);
  };
  return measure(
      {.name = std::move(name),
       .baselines = 2,
       .ways = {{"raw, prerecorded, spinning", [&] { return raw_launch(Wait::spinning); }, raw_is_right},
                {"raw, prerecorded, blocking", [&] { return raw_launch(Wait::blocking); }, raw_is_right},
                {"slipway, bound launch and wait", own_launch, own_is_right}}},
      setup.effort);
}

Result<> memory_hits(Setup& setup) {
  SLIPWAY_TRY(const auto program, Program::from_source(tiny));
  SLIPWAY_TRY(const auto equal, Program::from_source(tiny));
  SLIPWAY_TRY(const auto first, setup.device.compile(program));
  constexpr int calls = 1000;
  const auto compiles = [&](const Program& which) -> Result<> {
    for (int i = 0; i < calls; ++i) SLIPWAY_TRY_VOID(setup.device.compile(which));
    return {};
  };
  const std::uint64_t made = setup.device.stats().compiles;
  const auto none_made = [&] { return setup.device.stats().compiles == made; };
  return measure({.name = "memory hit (bar: 1000 ns for the same program)",
                  .unit = "ns",
                  .per_second = 1e9 / calls,
                  .baselines = 0,
                  .ways = {{"the same program", [&] { return compiles(program); }, none_made},
                           {"an equal program, read anew", [&] { return compiles(equal); }, none_made}}},
                 setup.effort);
}

Result<> run(int argc, char** argv) {
  SLIPWAY_TRY(auto setup, set_up(argc, argv));
  SLIPWAY_TRY_VOID(launches(
      setup, "tiny launch and wait (bar: 1.05 x spinning)", tiny, 1, 1,
      [](std::span<const std::uint32_t> values, std::uint32_t launches) { return values[0] == launches; }));
  const bool software = setup.device.info().type == DeviceType::software;
  const std::uint32_t workgroups = software ? 2 : 64;
  SLIPWAY_TRY_VOID(launches(setup, "control: a launch bound by the device", busy, 4096, workgroups,
                            [](std::span<const std::uint32_t> values, std::uint32_t) {
                              std::uint32_t value = 63;
                              for (int i = 0; i < 20000; ++i) value = value * 1664525U + 1013904223U;
                              return values[63] == value;
                            }));
  return memory_hits(setup);
}

}  // namespace
}  // namespace slipway::bench

int main(int argc, char** argv) { return slipway::bench::report(slipway::bench::run(argc, argv)); }
