// What commands print: errors and devices, for people and as JSON; exit statuses.
#pragma once

#include <slipway/slipway.h>
#include <nlohmann/json.hpp>

namespace slipway::cli {

/// 0 for success, 1 for a failed run, 2 for wrong usage.
constexpr int exit_ok = 0;
constexpr int exit_failed = 1;
constexpr int exit_usage = 2;

/// 2 for `invalid_argument`, which the command line caused; 1 for all others.
[[nodiscard]] int exit_status(const Error& error);

/// On standard error, with diagnostics.
void print_error(const Error& error);
void print_diagnostic(const Diagnostic& diagnostic);

/// The `error` object of `--json`: code, message, and diagnostics, trap and limit where they apply.
[[nodiscard]] nlohmann::ordered_json error_json(const Error& error);
[[nodiscard]] nlohmann::ordered_json device_json(const DeviceInfo& info);
/// `vulkan:0 llvmpipe`, `reference`.
[[nodiscard]] std::string device_text(const DeviceInfo& info);
/// One line on standard output. Bytes that are no UTF-8 come out as replacement characters.
void print_json(const nlohmann::ordered_json& object);

}  // namespace slipway::cli
