// `slipway run`.
#include <memory>

#include "cli/commands.h"
#include "cli/launch.h"
#include "cli/outputs.h"
#include "cli/report.h"
#include "cli/request.h"

namespace slipway::cli {
namespace {

using Json = nlohmann::ordered_json;

class RunCommand {
 public:
  explicit RunCommand(const RunFlags& flags) : flags_(flags) {
    if (flags.json) json_ = run_json();
  }

  int execute() {
    const auto done = run();
    if (!done) {
      print_error(done.error());
      if (flags_.json) {
        json_["error"] = error_json(done.error());
        json_["outputs"] = Json::object();
      }
    }
    if (flags_.json) print_json(json_);
    return done ? exit_ok : exit_status(done.error());
  }

 private:
  Result<> run() {
    SLIPWAY_TRY(const Request request, make_request(flags_));
    for (const Diagnostic& warning : request.program.warnings()) print_diagnostic(warning);
    Json* const json = flags_.json ? &json_ : nullptr;
    SLIPWAY_TRY(const Outputs outputs, launch(request, flags_.stats, json));
    return deliver(request, outputs, json);
  }

  const RunFlags& flags_;
  Json json_;
};

}  // namespace

Json run_json() {
  return {{"device", nullptr}, {"outputs", Json::object()}, {"stats", nullptr}, {"error", nullptr}};
}

void add_run(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("run", "Run a kernel on data");
  const auto flags = std::make_shared<RunFlags>();
  add_run_flags(*command, *flags);
  command->callback([flags, &status] { status = RunCommand(*flags).execute(); });
}

}  // namespace slipway::cli
