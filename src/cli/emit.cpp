#include <cstdio>

#include <fmt/format.h>

#include "base/files.h"
#include "cli/commands.h"
#include "cli/disassemble.h"
#include "cli/flags.h"
#include "cli/report.h"
#include "pipeline/compile.h"
#include "pipeline/pipeline_state.h"

namespace slipway::cli {
namespace {

struct EmitFlags {
  CompileFlags compile;
  std::string to;
  std::string out;
};

// The program itself, before it is fitted to a device.
Result<std::string> emit_wgsl(const EmitFlags& flags) {
  const CompileFlags& compile = flags.compile;
  if (!compile.device.empty() || compile.require_gpu || !compile.set.empty() || !compile.workgroup.empty())
    return fail(
        ErrorCode::invalid_argument,
        "WGSL is the program as written: --device, --require-gpu, --set and --workgroup do not apply");
  SLIPWAY_TRY(const auto program, read_program(compile));
  return program.to_wgsl();
}

Result<std::string> emit_spirv(const EmitFlags& flags) {
  SLIPWAY_TRY(const auto config, pipeline_config(flags.compile));
  SLIPWAY_TRY(const auto program, read_program(flags.compile));
  CompileFlags without = flags.compile;
  without.no_cache = true;  // no cache is asked, and none is warned of
  SLIPWAY_TRY(const auto device, open_device(without));
  if (device.info().type == DeviceType::interpreter)
    return fail(ErrorCode::invalid_argument,
                "SPIR-V is emitted for Vulkan devices: the reference runs modules");
  // The driver has no part in it.
  auto compiled = pipeline::compile(program, config, device.state()->target());
  if (!compiled)
    return std::unexpected(
        pipeline::while_compiling(std::move(compiled).error(), *device.state(), program, config));
  const std::vector<std::byte>& code = compiled->kernel.code;
  if (flags.to == "spirv-asm") return disassemble(code);
  return std::string(reinterpret_cast<const char*>(code.data()), code.size());
}

Result<> emit(const EmitFlags& flags) {
  SLIPWAY_TRY(const std::string text, flags.to == "wgsl" ? emit_wgsl(flags) : emit_spirv(flags));
  if (!flags.out.empty()) return write_file(flags.out, std::as_bytes(std::span(text)));
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
    return fail(ErrorCode::io, "cannot write to standard output");
  return {};
}

int run(const EmitFlags& flags) {
  const auto emitted = emit(flags);
  if (emitted) return exit_ok;
  print_error(emitted.error());
  return exit_status(emitted.error());
}

}  // namespace

void add_emit(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("emit", "Print the code that a device gets, or the program");
  const auto flags = std::make_shared<EmitFlags>();
  add_program_flags(*command, flags->compile);
  add_device_flags(*command, flags->compile);
  add_compile_flags(*command, flags->compile);
  command->add_option("--to", flags->to, "spirv, spirv-asm or wgsl")
      ->required()
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"spirv", "spirv-asm", "wgsl"}));
  command->add_option("--out", flags->out, "Where to write (default: standard output)")->type_name("PATH");
  command->callback([flags, &status] { status = run(*flags); });
}

}  // namespace slipway::cli
