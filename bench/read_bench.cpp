// Reading WGSL to SPIR-V, in all and stage by stage, in microseconds a line. The bar is 5 in all, at any
// size.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <string>

#include <fmt/format.h>

#include "base/source.h"
#include "ir/verify.h"
#include "lower/lower.h"
#include "spirv/writer.h"
#include "wgsl/reader.h"

namespace slipway {
namespace {

/// A kernel of about `lines` lines in the manner of what people write: many functions of ten lines with
/// loops, branches, arithmetic on several types and memory, each called once.
std::string kernel_text(std::int64_t lines) {
  std::string text =
      "struct Particle { position: vec3f, mass: f32, velocity: vec3f, kind: u32 }\n"
      "@group(0) @binding(0) var<storage, read_write> particles: array<Particle>;\n"
      "@group(0) @binding(1) var<uniform> settings: vec4f;\n";
  constexpr std::int64_t lines_per_function = 12;  // and its call
  const std::int64_t functions = std::max<std::int64_t>(1, (lines - 8) / lines_per_function);
  for (std::int64_t k = 0; k < functions; ++k) {
    text += fmt::format(
        "fn step_{0}(index: u32, force: vec3f) -> f32 {{\n"
        "  var total = 0.5 * force.x + settings.y;\n"
        "  for (var i = 0u; i < {1}u; i++) {{\n"
        "    let other = particles[index + i].position - force; // distance to the neighbour\n"
        "    if dot(other, other) > {2}.25 && particles[i].kind != {1}u {{\n"
        "      total += inverseSqrt(length(other) + 1.0) * particles[i].mass;\n"
        "    }} else {{ total -= min(settings.x, f32(index % 7u) / 3.0); }}\n"
        "  }}\n"
        "  particles[index].velocity += vec3f(total, total * 2.0, {2}.0) * settings.z;\n"
        "  return clamp(total, -1.0, {2}.0);\n"
        "}}\n",
        k, k % 13 + 2, k % 5 + 1);
  }
  text +=
      "@compute @workgroup_size(64)\n"
      "fn main(@builtin(global_invocation_id) id: vec3u) {\n"
      "  var total = 0.0;\n";
  for (std::int64_t k = 0; k < functions; ++k)
    text += fmt::format("  total += step_{}(id.x, vec3f(1.0, 2.0, total));\n", k);
  return text + "  particles[id.x].mass = total;\n}\n";
}

struct Input {
  SourceMap sources;
  std::int64_t lines = 0;
};
Input input(std::int64_t wanted) {
  std::string text = kernel_text(wanted);
  const auto lines = std::count(text.begin(), text.end(), '\n');
  return {SourceMap({{"bench.wgsl", std::move(text)}}), lines};
}

kernel::Target target() {
  kernel::Target target;
  target.format = kernel::Format::spirv;
  return target;
}

/// `used`: processor time of all iterations.
void report(benchmark::State& state, std::int64_t lines, std::clock_t used) {
  const double seconds = static_cast<double>(used) / CLOCKS_PER_SEC / static_cast<double>(state.iterations());
  state.counters["lines"] = static_cast<double>(lines);
  state.counters["us_per_line"] = seconds * 1e6 / static_cast<double>(lines);
}

Result<ir::Module> read_module(const Input& in) {
  auto read = wgsl::read(in.sources);
  if (!read.module)
    return fail(ErrorCode::invalid_program,
                read.diagnostics.empty() ? "no module" : to_string(read.diagnostics[0]));
  return std::move(*read.module);
}

Result<ir::ValidModule> verified(ir::Module module) {
  auto valid = ir::verify(std::move(module));
  if (!valid) return fail(ErrorCode::internal, valid.error()[0].message);
  return *std::move(valid);
}

Result<lower::Lowered> lowered(const ir::ValidModule& module) { return lower::lower(module, target(), {}); }

Result<std::vector<std::uint32_t>> emitted(const lower::Lowered& lowered) {
  return spirv::write(*lowered.module, lowered.kernel, target());
}

/// Times `stage(prepared)`; a failure ends the benchmark with its message.
template <class Prepared, class Stage>
void time_stage(benchmark::State& state, std::int64_t lines, const Result<Prepared>& prepared, Stage stage) {
  if (!prepared) return state.SkipWithError(prepared.error().to_string().c_str());
  const std::clock_t start = std::clock();
  for ([[maybe_unused]] auto _ : state) {
    auto result = stage(*prepared);
    if (!result) return state.SkipWithError(result.error().to_string().c_str());
    benchmark::DoNotOptimize(result);
  }
  report(state, lines, std::clock() - start);
}

void read_to_spirv(benchmark::State& state) {
  const Input in = input(state.range(0));
  const auto all = [&](const Input& from) -> Result<std::vector<std::uint32_t>> {
    SLIPWAY_TRY(auto module, read_module(from));
    SLIPWAY_TRY(const auto valid, verified(std::move(module)));
    SLIPWAY_TRY(const auto low, lowered(valid));
    return emitted(low);
  };
  time_stage(state, in.lines, Result<Input>(in), all);
}

void stage_read(benchmark::State& state) {
  const Input in = input(state.range(0));
  time_stage(state, in.lines, Result<Input>(in), [](const Input& from) { return read_module(from); });
}

void stage_verify(benchmark::State& state) {
  const Input in = input(state.range(0));
  time_stage(state, in.lines, read_module(in), [](const ir::Module& module) { return verified(module); });
}

void stage_lower(benchmark::State& state) {
  const Input in = input(state.range(0));
  const auto prepare = [&]() -> Result<ir::ValidModule> {
    SLIPWAY_TRY(auto module, read_module(in));
    return verified(std::move(module));
  };
  time_stage(state, in.lines, prepare(), [](const ir::ValidModule& module) { return lowered(module); });
}

void stage_emit(benchmark::State& state) {
  const Input in = input(state.range(0));
  const auto prepare = [&]() -> Result<lower::Lowered> {
    SLIPWAY_TRY(auto module, read_module(in));
    SLIPWAY_TRY(const auto valid, verified(std::move(module)));
    return lowered(valid);
  };
  time_stage(state, in.lines, prepare(), [](const lower::Lowered& low) { return emitted(low); });
}

BENCHMARK(read_to_spirv)->Arg(1000)->Arg(20000)->Unit(benchmark::kMillisecond);
BENCHMARK(stage_read)->Arg(1000)->Arg(20000)->Unit(benchmark::kMillisecond);
BENCHMARK(stage_verify)->Arg(1000)->Arg(20000)->Unit(benchmark::kMillisecond);
BENCHMARK(stage_lower)->Arg(1000)->Arg(20000)->Unit(benchmark::kMillisecond);
BENCHMARK(stage_emit)->Arg(1000)->Arg(20000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace slipway

BENCHMARK_MAIN();
