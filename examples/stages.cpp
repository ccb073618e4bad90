// Two kernels over one set of samples: the first smooths them and leaves the result on the device, the second
// counts the peaks in slices of it. The samples come from pinned memory, and only the counts come back.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <slipway/slipway.h>

using slipway::Device, slipway::Result, slipway::Role;
using Samples = slipway::HostBuffer<std::uint32_t>;

namespace {

constexpr const char* smooth_text = R"(
@group(0) @binding(0) var<storage, read> samples: array<u32>;
@group(0) @binding(1) var<storage, read_write> smoothed: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&smoothed)) {  // a neighbour that is not there reads as zero
    smoothed[id.x] = samples[id.x - 1u] + 2u * samples[id.x] + samples[id.x + 1u];
  }
}
)";

constexpr const char* count_text = R"(
@group(0) @binding(0) var<storage, read> part: array<u32>;
@group(0) @binding(1) var<storage, read_write> peaks: atomic<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&part) && part[id.x] > 3000u) { atomicAdd(&peaks, 1u); }
}
)";

constexpr std::uint64_t parts = 4;
constexpr std::uint64_t part_size = 16384;  // 64 KiB: slices start at multiples of what any device asks for

Result<std::vector<std::uint32_t>> peaks_of(const Device& device, const Samples& samples) {
  SLIPWAY_TRY(const auto smooth, device.compile_source(smooth_text, {.roles = {{"smoothed", Role::scratch}},
                                                                     .live_out = {"smoothed"}}));
  SLIPWAY_TRY(const auto count, device.compile_source(count_text));
  SLIPWAY_TRY(const auto stage,
              smooth.run({{"samples", samples}},
                         {.extent = samples.size(), .sizes = {{"smoothed", samples.size()}}}));
  SLIPWAY_TRY(const auto smoothed, stage.device<std::uint32_t>("smoothed"));
  std::vector<std::uint32_t> peaks;
  for (std::uint64_t first = 0; first < smoothed.size(); first += part_size) {
    SLIPWAY_TRY(const auto part, smoothed.slice(first, part_size));
    SLIPWAY_TRY(const auto outputs, count.run({{"part", part}}, {.extent = part_size}));
    SLIPWAY_TRY(const auto counted, outputs.get<std::uint32_t>("peaks"));
    peaks.push_back(counted[0]);
  }
  return peaks;
}

// The same by hand.
std::vector<std::uint32_t> expected_of(const Samples& samples) {
  std::vector<std::uint32_t> peaks(parts);
  for (std::uint64_t i = 0; i < samples.size(); ++i) {
    const std::uint32_t before = i == 0 ? 0 : samples[i - 1];
    const std::uint32_t behind = i + 1 == samples.size() ? 0 : samples[i + 1];
    if (before + 2 * samples[i] + behind > 3000) ++peaks[i / part_size];
  }
  return peaks;
}

Result<bool> run() {
  SLIPWAY_TRY(const auto device, Device::open());
  SLIPWAY_TRY(const auto samples, device.create_host<std::uint32_t>(parts * part_size));
  std::uint32_t noise = 1;
  for (std::uint32_t& sample : samples) sample = (noise = noise * 1664525U + 1013904223U) >> 22U;
  SLIPWAY_TRY(const auto peaks, peaks_of(device, samples));
  for (std::size_t i = 0; i < peaks.size(); ++i) std::printf("part %zu: %u peaks\n", i, peaks[i]);
  std::printf("%llu bytes up, %llu bytes down\n", static_cast<unsigned long long>(device.stats().bytes_up),
              static_cast<unsigned long long>(device.stats().bytes_down));
  return peaks == expected_of(samples);
}

}  // namespace

int main() {
  const auto right = run();
  if (!right) std::fprintf(stderr, "%s\n", right.error().to_string().c_str());
  if (right && *right) std::puts("as counted by hand");
  return right && *right ? 0 : 1;
}
