#include "pipeline/dump.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/environment.h"
#include "base/files.h"
#include "ir/print.h"
#include "pipeline/compile.h"
#include "pipeline/pipeline_state.h"
#include "pipeline/plan.h"
#include "program/program_data.h"

namespace slipway::pipeline {
namespace {

std::atomic<Disassemble> disassembler = nullptr;

std::string text_of(const SourceMap& sources) {
  std::string text;
  for (const SourceFile& file : sources.files()) {
    if (sources.files().size() > 1) text += fmt::format("// {}\n", file.name);
    text += file.text;
  }
  return text;
}

}  // namespace

void set_disassembler(Disassemble disassemble) { disassembler = disassemble; }

std::shared_ptr<Dump> Dump::open(Notice notice) {
  const std::string directory = environment("SLIPWAY_DUMP");
  if (directory.empty()) return nullptr;
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (!error && !std::filesystem::is_directory(directory, error) && !error)
    error = std::make_error_code(std::errc::not_a_directory);
  if (error) {
    notice(fmt::format("nothing is dumped: SLIPWAY_DUMP is '{}': {}", directory, error.message()));
    return nullptr;
  }
  return std::shared_ptr<Dump>(new Dump(directory, std::move(notice)));
}

void Dump::write(const PipelineState& pipeline, const PipelineConfig& config) {
  const auto written = write_all(pipeline, config);
  if (!written && !told_.exchange(true))
    notice_(fmt::format("not all is dumped: {}", written.error().message()));
}

Result<> Dump::write_all(const PipelineState& pipeline, const PipelineConfig& config) const {
  std::string id = pipeline.artifact().id;
  std::ranges::replace(id, ':', '-');
  const auto write_bytes = [&](std::string_view suffix, std::span<const std::byte> bytes) {
    return write_file(directory_ / (id + std::string(suffix)), bytes);
  };
  const auto write = [&](std::string_view suffix, std::string_view text) {
    return write_bytes(suffix, std::as_bytes(std::span(text)));
  };
  SLIPWAY_TRY_VOID(write(".wgsl", text_of(program::data(pipeline.program()).shared->sources())));
  SLIPWAY_TRY_VOID(write(".plan", to_string(make_plan(pipeline))));
  const kernel::Kernel& kernel = pipeline.kernel();
  if (kernel.format == kernel::Format::spirv) {
    SLIPWAY_TRY_VOID(write_bytes(".spv", kernel.code));
    if (const Disassemble disassemble = disassembler) {
      SLIPWAY_TRY(const std::string text, disassemble(kernel.code));
      SLIPWAY_TRY_VOID(write(".spvasm", text));
    }
  }
  // Made anew: what comes from a cache has no modules.
  SLIPWAY_TRY(const Compiled compiled, compile(pipeline.program(), config, pipeline.device()->target(),
                                               kernel.in_parts ? Launches::in_parts : Launches::whole));
  SLIPWAY_TRY_VOID(write(".ir", ir::print(*compiled.module)));
  return write(".lowered.ir", ir::print(*compiled.lowered));
}

}  // namespace slipway::pipeline
