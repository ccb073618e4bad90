// The subcommands. Each adds itself to the application; the chosen one leaves its exit status in `status`.
#pragma once

#include <CLI/CLI.hpp>

namespace slipway::cli {

void add_run(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status);
void add_emit(CLI::App& app, int& status);
void add_cache(CLI::App& app, int& status);
void add_devices(CLI::App& app, int& status);
void add_version(CLI::App& app, int& status);

}  // namespace slipway::cli
