// Runs the programs of docs/program-builder.md and says what differs from what the page claims.
#include <cstdio>
#include <vector>

#include "program_builder_page.h"

namespace {

template <class T>
bool holds(const Result<T>& result, const T& expected, const char* what) {
  if (result && *result == expected) return true;
  std::fprintf(stderr, "%s: %s\n", what, result ? "other values" : result.error().to_string().c_str());
  return false;
}

Result<std::vector<u32>> sum(const std::vector<u32>& input) {
  SLIPWAY_TRY(auto program, sum_program());
  SLIPWAY_TRY(auto device, Device::open({.selector = "reference"}));
  SLIPWAY_TRY(auto pipeline, device.compile(program));
  SLIPWAY_TRY(auto outputs, pipeline.run({{"input", input}}, {.extent = input.size()}));
  return outputs.template take<u32>("total");
}

Result<std::vector<float>> drift(const std::vector<float>& particles, float step) {
  SLIPWAY_TRY(auto program, drift_program());
  SLIPWAY_TRY(auto device, Device::open({.selector = "reference"}));
  SLIPWAY_TRY(auto pipeline, device.compile(program));
  const std::vector<float> steps{step};
  SLIPWAY_TRY(auto outputs,
              pipeline.run({{"particles", particles}, {"step", steps}}, {.extent = particles.size() / 4}));
  return outputs.template take<float>("particles");
}

bool mistake_is_named() {
  const auto program = mistaken_program();
  if (!program && program.error().diagnostics().size() == 1 &&
      program.error().diagnostics()[0].rule == "builder.closed_block")
    return true;
  std::fprintf(stderr, "mistaken: %s\n", program ? "built" : program.error().to_string().c_str());
  return false;
}

}  // namespace

int main() {
  const std::vector<u32> ones(128, 1);
  const bool good = holds(saxpy({1, 2, 3}, {10, 20, 30}), {13, 26, 39}, "saxpy") &&
                    holds(sum(ones), {128}, "sum") &&
                    holds(drift({1, 2, 4, 6, 0, 0, 50, -50}, 0.5F), {3, 5, 4, 6, 5, -5, 50, -50}, "drift") &&
                    mistake_is_named();
  if (good) std::puts("the page holds");
  return good ? 0 : 1;
}
