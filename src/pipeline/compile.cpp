#include "pipeline/compile.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "analysis/work.h"
#include "ir/serialize.h"
#include "lower/lower.h"
#include "pipeline/capabilities.h"
#include "program/program_data.h"
#include "spirv/writer.h"

namespace slipway::pipeline {
namespace {

kernel::CheckMode check_mode(CheckMode mode) {
  switch (mode) {
    case CheckMode::zero: return kernel::CheckMode::zero;
    case CheckMode::trap: return kernel::CheckMode::trap;
    case CheckMode::off: return kernel::CheckMode::off;
  }
  return kernel::CheckMode::zero;
}

Result<std::array<std::uint32_t, 3>> asked_size(const Size3& size) {
  std::array<std::uint32_t, 3> asked{};
  if (!size.given()) return asked;
  for (std::size_t axis = 0; axis < asked.size(); ++axis) {
    if (size[axis] == 0 || size[axis] > UINT32_MAX)
      return fail(ErrorCode::invalid_argument,
                  fmt::format("workgroup size along {} is 1 or more and fits 32 bits: found {}", "xyz"[axis],
                              size[axis]));
    asked[axis] = static_cast<std::uint32_t>(size[axis]);
  }
  return asked;
}

std::vector<std::byte> bytes_of(std::span<const std::uint32_t> words) {
  const auto bytes = std::as_bytes(words);
  return {bytes.begin(), bytes.end()};
}

// The module as it runs with another workgroup size than it declares.
Result<ir::ValidModule> with_workgroup_size(const ir::ValidModule& module,
                                            const std::array<std::uint32_t, 3>& size) {
  const auto& declared = module->entry_points.front().workgroup_size;
  if (std::ranges::equal(size, declared, {}, {}, &ir::Extent::value)) return module;
  ir::Module copy = *module;
  for (std::size_t axis = 0; axis < size.size(); ++axis)
    copy.entry_points.front().workgroup_size[axis] = ir::Extent{.value = size[axis]};
  auto verified = ir::verify(std::move(copy));
  if (!verified) return fail(ErrorCode::internal, verified.error().front().message);
  return *std::move(verified);
}

Result<> emit(lower::Lowered& lowered, const kernel::Target& target, const lower::Options& options) {
  kernel::Kernel& kernel = lowered.kernel;
  switch (target.format) {
    case kernel::Format::module: kernel.code = ir::serialize(*lowered.module); break;
    case kernel::Format::spirv: {
      SLIPWAY_TRY(const auto words, spirv::write(*lowered.module, kernel, target, options.floats));
      kernel.code = bytes_of(words);
      break;
    }
    case kernel::Format::wgsl: return fail(ErrorCode::unsupported, "no writer of WGSL kernels is built in");
  }
  if (kernel.launch_words.size() > target.limits.launch_words)
    return std::unexpected(
        Error(ErrorCode::unsupported,
              fmt::format("'{}' needs {} launch words: this device takes at most {}", kernel.entry_point,
                          kernel.launch_words.size(), target.limits.launch_words))
            .with_limit({"launch_words", target.limits.launch_words}));
  return {};
}

// What the program as it was specialised asks of an invocation, before it was fitted to the target.
void note_work(const ir::ValidModule& module, const lower::Options& options, const kernel::Target& target,
               kernel::Notes& notes) {
  const analysis::Work work = analysis::count_work(module);
  notes.arithmetic = work.arithmetic;
  notes.memory = work.memory;
  notes.workgroup_memory = work.workgroup_memory;
  notes.barriers = work.barriers;
  notes.subgroup = work.subgroup;
  const analysis::FloatUse floats = analysis::float_use(module);
  notes.floats = floats.any;
  notes.may_contract = floats.can_contract && options.floats == kernel::FloatMode::standard;
  for (const ir::Op op : floats.inexact) notes.inexact.emplace_back(ir::info(op).name);
  // The interpreter checks every index itself.
  const bool is_interpreted = target.format == kernel::Format::module && !target.lower_modules;
  if (is_interpreted && options.checks != kernel::CheckMode::trap)
    notes.checks_emitted = analysis::count_indices(module);
}

}  // namespace

Result<Compiled> compile(const Program& program, const PipelineConfig& config, const kernel::Target& target,
                         Launches launches) {
  const std::vector<std::pair<std::string, double>> values(config.overrides.begin(), config.overrides.end());
  SLIPWAY_TRY(auto module, program::data(program).specialize(values));
  SLIPWAY_TRY(const auto asked, asked_size(config.workgroup_size));
  lower::Options options;
  options.checks = check_mode(config.checks);
  options.floats =
      config.floats == FloatMode::strict ? kernel::FloatMode::strict : kernel::FloatMode::standard;
  options.in_parts = launches == Launches::in_parts;
  SLIPWAY_TRY(options.workgroup_size, resolve_workgroup_size(module, asked));
  SLIPWAY_TRY_VOID(check_capabilities(module, options.workgroup_size, target));
  SLIPWAY_TRY(module, with_workgroup_size(module, options.workgroup_size));
  SLIPWAY_TRY(auto lowered, lower::lower(module, target, options));
  SLIPWAY_TRY_VOID(emit(lowered, target, options));
  note_work(module, options, target, lowered.kernel.notes);
  return Compiled{std::move(module), std::move(lowered.module), std::move(lowered.kernel)};
}

}  // namespace slipway::pipeline
