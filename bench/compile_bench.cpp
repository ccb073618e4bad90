// A compile that memory answers: the bar is 1 microsecond for the same Program. Beside it the same for an
// equal program that was read anew, which compares the canonical bytes.
#include <benchmark/benchmark.h>

#include <slipway/slipway.h>

namespace slipway {
namespace {

constexpr std::string_view text = R"(
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&y)) { y[id.x] = 2.0 * x[id.x] + y[id.x]; }
}
)";

void hit(benchmark::State& state, bool same_program) {
  auto device = Device::open({.selector = "reference", .cache = {.disk = false}});
  auto program = Program::from_source(text);
  auto other = Program::from_source(text);
  if (!device || !program || !other || !device->compile(*program)) {
    state.SkipWithError("the program does not compile");
    return;
  }
  for ([[maybe_unused]] auto _ : state) {
    auto pipeline = device->compile(same_program ? *program : *other);
    benchmark::DoNotOptimize(pipeline);
  }
}

void memory_hit_same_program(benchmark::State& state) { hit(state, true); }
void memory_hit_equal_program(benchmark::State& state) { hit(state, false); }
BENCHMARK(memory_hit_same_program);
BENCHMARK(memory_hit_equal_program);

}  // namespace
}  // namespace slipway

BENCHMARK_MAIN();
