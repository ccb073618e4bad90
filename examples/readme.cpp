// The program that README.md shows; it is here so that it is compiled and run.
#include <cstdio>
#include <vector>

#include <slipway/slipway.h>

slipway::Result<std::vector<float>> saxpy(const std::vector<float>& x, const std::vector<float>& y) {
  SLIPWAY_TRY(auto device, slipway::Device::open());  // the best device, or why none
  SLIPWAY_TRY(auto pipeline, device.compile_file(SLIPWAY_EXAMPLES_FOLDER "/saxpy.wgsl"));
  SLIPWAY_TRY(auto outputs, pipeline.run({{"x", x}, {"y", y}}));
  return outputs.take<float>("y");
}

int main() {
  const auto y = saxpy({1, 2, 3}, {10, 20, 30});
  if (!y) return std::fprintf(stderr, "%s\n", y.error().to_string().c_str()), 1;
  for (const float value : *y) std::printf("%g\n", static_cast<double>(value));
}
