// The command `slipway`.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/report.h"

namespace {

using namespace slipway;

bool wants_json(int count, char** arguments) {
  for (int i = 1; i < count; ++i)
    if (std::string_view(arguments[i]) == "--json") return true;
  return false;
}

int usage_error(const CLI::App& app, const CLI::ParseError& error, bool json) {
  if (error.get_exit_code() == 0) return app.exit(error);  // --help
  fmt::print(stderr, "slipway: error: {}\nRun 'slipway --help' or 'slipway COMMAND --help'.\n", error.what());
  if (json) cli::print_json({{"error", cli::error_json(Error(ErrorCode::invalid_argument, error.what()))}});
  return cli::exit_usage;
}

int run(int count, char** arguments) {
  CLI::App app(
      "Runs WGSL compute kernels on whatever device is there.\n"
      "Exit status: 0, 1 for a failed run, 2 for wrong usage.",
      "slipway");
  int status = cli::exit_ok;
  cli::add_run(app, status);
  cli::add_check(app, status);
  cli::add_emit(app, status);
  cli::add_cache(app, status);
  cli::add_devices(app, status);
  cli::add_version(app, status);
  app.require_subcommand(1);
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    return usage_error(app, error, wants_json(count, arguments));
  }
  return status;
}

}  // namespace

int main(int count, char** arguments) {
  int status = cli::exit_failed;
  try {
    status = run(count, arguments);
  } catch (const std::exception& error) {  // out of memory, in practice
    fmt::print(stderr, "slipway: error: {}\n", error.what());
  }
  const bool written = std::fflush(stdout) == 0;
  if (!written) fmt::print(stderr, "slipway: error: cannot write to standard output\n");
  // Without the exit handlers of drivers: one that still runs an abandoned kernel would hold the process.
  std::fflush(stderr);
  std::_Exit(written ? status : cli::exit_failed);
}
