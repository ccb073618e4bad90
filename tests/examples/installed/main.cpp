#include <cstdint>
#include <cstdio>
#include <vector>

#include <slipway/slipway.h>

namespace {

constexpr auto doubling =
    "@group(0) @binding(0) var<storage, read_write> x: array<u32>;\n"
    "@compute @workgroup_size(4)\n"
    "fn main(@builtin(global_invocation_id) id: vec3u) { x[id.x] *= 2; }\n";

slipway::Result<std::vector<std::uint32_t>> doubled(const std::vector<std::uint32_t>& x) {
  SLIPWAY_TRY(auto device, slipway::Device::open({.selector = "reference"}));
  SLIPWAY_TRY(auto pipeline, device.compile_source(doubling));
  SLIPWAY_TRY(auto outputs, pipeline.run({{"x", x}}));
  return outputs.take<std::uint32_t>("x");
}

}  // namespace

int main() {
  const auto x = doubled({1, 2, 3});
  if (!x) std::fprintf(stderr, "%s\n", x.error().to_string().c_str());
  return x && *x == std::vector<std::uint32_t>{2, 4, 6} ? 0 : 1;
}
