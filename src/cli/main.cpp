// The command `slipway`.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/console.h"
#include "cli/commands.h"
#include "cli/disassemble.h"
#include "cli/report.h"
#include "pipeline/dump.h"

#include <fcntl.h>

namespace {

using namespace slipway;

// So that no file that is opened later takes the place of a closed stream, and what is meant for it.
void fill_closed_streams() {
  for (const int stream : {0, 1, 2})
    if (fcntl(stream, F_GETFD) == -1)
      static_cast<void>(open("/dev/null", O_RDWR));  // takes the lowest number
}

bool wants_json(int count, char** arguments) {
  for (int i = 1; i < count; ++i)
    if (std::string_view(arguments[i]) == "--json") return true;
  return false;
}

// What `--json` prints of an error that came before the command could print its own object.
void report(const Error& error, int count, char** arguments) {
  cli::print_error(error);
  if (!wants_json(count, arguments)) return;
  const std::string_view command = count > 1 ? arguments[1] : "";
  auto object = nlohmann::ordered_json::object();
  if (command == "run") object = cli::run_json();
  if (command == "verify") object = cli::verify_json();
  object["error"] = cli::error_json(error);
  cli::print_json(object);
}

// CLI11 only says that a command is missing, also where an unknown one is given.
std::string usage_message(const CLI::App& app, const CLI::ParseError& error, int count, char** arguments) {
  const CLI::App* command = &app;
  int next = 1;  // the argument behind its name
  for (; !command->get_subcommands().empty(); ++next) command = command->get_subcommands().front();
  std::vector<std::string> names;
  for (const CLI::App* inner : command->get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(inner->get_name());
  if (names.empty() || (next < count && arguments[next][0] == '-')) return error.what();
  const std::string given =
      next < count ? fmt::format("no command '{}'", arguments[next]) : "a command is missing";
  return fmt::format("{}; the commands {}are {}", given,
                     next == 1 ? "" : fmt::format("of '{}' ", command->get_name()), fmt::join(names, ", "));
}

int usage_error(const CLI::App& app, const CLI::ParseError& error, int count, char** arguments) {
  if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
  report(Error(ErrorCode::invalid_argument, usage_message(app, error, count, arguments)), count, arguments);
  print_error_line("Run 'slipway --help' or 'slipway COMMAND --help'.");
  return cli::exit_usage;
}

int run(int count, char** arguments) {
  CLI::App app(
      "Runs WGSL compute kernels on whatever device is there.\n"
      "Exit status: 0, 1 for a failed run, 2 for wrong usage.",
      "slipway");
  int status = cli::exit_ok;
  pipeline::set_disassembler(cli::disassemble);
  cli::add_run(app, status);
  cli::add_check(app, status);
  cli::add_verify(app, status);
  cli::add_emit(app, status);
  cli::add_explain(app, status);
  cli::add_cache(app, status);
  cli::add_devices(app, status);
  cli::add_version(app, status);
  app.set_version_flag("--version", cli::version_text());
  app.require_subcommand(1);
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    return usage_error(app, error, count, arguments);
  }
  return status;
}

}  // namespace

int main(int count, char** arguments) {
  fill_closed_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // writing past a limit of file sizes is an error like any other
  int status = cli::exit_failed;
  try {
    status = run(count, arguments);
  } catch (const std::bad_alloc&) {
    report(Error(ErrorCode::out_of_memory, "the host's memory is exhausted"), count, arguments);
  } catch (const std::exception& error) {  // standard output, in practice
    print_error_line(fmt::format("slipway: error: {}", error.what()));
  }
  const bool written = std::fflush(stdout) == 0;
  if (!written) print_error_line("slipway: error: cannot write to standard output");
  // Without the exit handlers of drivers: one that still runs an abandoned kernel would hold the process.
  std::fflush(stderr);
  std::_Exit(written ? status : cli::exit_failed);
}
