#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/report.h"

namespace slipway::cli {
namespace {

struct CheckFlags {
  CompileFlags compile;
  bool json = false;
};

int report(const CheckFlags& flags, const Result<Program>& program) {
  if (flags.json) {
    nlohmann::ordered_json object{{"entry_points", nlohmann::ordered_json::array()},
                                  {"warnings", nlohmann::ordered_json::array()},
                                  {"error", nullptr}};
    if (program) {
      object["entry_points"] = program->entry_points();
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
  if (!flags.json) fmt::print("ok: entry points {}\n", fmt::join(program->entry_points(), ", "));
  return exit_ok;
}

}  // namespace

void add_check(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("check", "Read and check a program, without a device");
  const auto flags = std::make_shared<CheckFlags>();
  add_program_flags(*command, flags->compile);
  command->add_flag("--json", flags->json, "Print one JSON object");
  command->callback([flags, &status] { status = report(*flags, read_program(flags->compile)); });
}

}  // namespace slipway::cli
