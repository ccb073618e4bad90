// The launch that a request describes, with the numbers that `--stats` asks for.
#pragma once

#include <slipway/slipway.h>
#include <nlohmann/json.hpp>

#include "cli/request.h"

namespace slipway::cli {

/// Compiles and runs on the request's device. `json` gets its `device` and `stats`; counters go to standard
/// error where it is null.
Result<Outputs> launch(const Request& request, bool with_stats, nlohmann::ordered_json* json);

}  // namespace slipway::cli
