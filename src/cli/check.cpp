#include <filesystem>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/report.h"
#include "program/load.h"

namespace slipway::cli {
namespace {

struct CheckFlags {
  CompileFlags compile;
  bool json = false;
};

// The whole module is checked in any case; naming an entry point asks whether it is there.
Result<Program> read_for_check(const CompileFlags& flags) {
  if (!flags.entry.empty()) return read_program(flags);
  const std::vector<std::filesystem::path> paths(flags.files.begin(), flags.files.end());
  return program::load_module(paths);
}

int report(const CheckFlags& flags, const Result<Program>& program) {
  const bool one = !flags.compile.entry.empty();
  if (flags.json) {
    nlohmann::ordered_json object{{"entry_points", nlohmann::ordered_json::array()},
                                  {"warnings", nlohmann::ordered_json::array()},
                                  {"error", nullptr}};
    if (program) {
      object["entry_points"] = one ? std::vector{program->entry_point()} : program->entry_points();
      for (const Diagnostic& d : program->warnings())
        object["warnings"].push_back({{"file", d.file},
                                      {"line", d.line},
                                      {"column", d.column},
                                      {"rule", d.rule},
                                      {"message", d.message}});
    } else {
      object["error"] = error_json(program.error());
    }
    print_json(object);
  }
  if (!program) {
    print_error(program.error());
    return exit_status(program.error());
  }
  for (const Diagnostic& warning : program->warnings()) print_diagnostic(warning);
  const auto checked = one ? std::vector{program->entry_point()} : program->entry_points();
  if (!flags.json) fmt::print("ok: entry points {}\n", fmt::join(checked, ", "));
  return exit_ok;
}

}  // namespace

void add_check(CLI::App& app, int& status) {
  CLI::App* command =
      app.add_subcommand("check", "Read and check a program, without a device and its limits");
  const auto flags = std::make_shared<CheckFlags>();
  add_program_flags(*command, flags->compile);
  command->add_flag("--json", flags->json, "Print one JSON object");
  command->callback([flags, &status] { status = report(*flags, read_for_check(flags->compile)); });
}

}  // namespace slipway::cli
