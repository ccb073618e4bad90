#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/report.h"

namespace slipway::cli {

std::string version_text() { return fmt::format("slipway {}", SLIPWAY_VERSION); }

void add_version(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("version", "Print the version");
  const auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "Print one JSON object");
  command->callback([json, &status] {
    if (*json) {
      print_json({{"version", SLIPWAY_VERSION}});
    } else {
      fmt::print("{}\n", version_text());
    }
    status = exit_ok;
  });
}

}  // namespace slipway::cli
