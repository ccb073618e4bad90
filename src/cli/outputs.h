// What becomes of the outputs of a launch: files, printed values, the `outputs` object of `--json`.
#pragma once

#include <slipway/slipway.h>
#include <nlohmann/json.hpp>

#include "cli/request.h"

namespace slipway::cli {

/// Writes and prints what the flags ask for. Where `json` is given, its `outputs` tell of them, and nothing
/// is printed.
Result<> deliver(const Request& request, const Outputs& outputs, nlohmann::ordered_json* json);

}  // namespace slipway::cli
