// The subcommands. Each adds itself to the application; the chosen one leaves its exit status in `status`.
#pragma once

#include <string>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace slipway::cli {

void add_run(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status);
void add_verify(CLI::App& app, int& status);
void add_emit(CLI::App& app, int& status);
void add_explain(CLI::App& app, int& status);
void add_cache(CLI::App& app, int& status);
void add_devices(CLI::App& app, int& status);
void add_version(CLI::App& app, int& status);

/// `slipway 1.2.3`.
[[nodiscard]] std::string version_text();
/// What `run --json` prints, before anything has run.
[[nodiscard]] nlohmann::ordered_json run_json();
/// What `verify --json` prints, before anything has run.
[[nodiscard]] nlohmann::ordered_json verify_json();

}  // namespace slipway::cli
