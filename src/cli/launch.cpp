#include "cli/launch.h"

#include <chrono>
#include <optional>

#include "cli/report.h"
#include "cli/stats.h"

namespace slipway::cli {
namespace {

using Json = nlohmann::ordered_json;

void report_stats(const Json& numbers, Json* json) {
  if (json != nullptr) {
    (*json)["stats"] = numbers;
    return;
  }
  print_stats(numbers);
}

}  // namespace

Result<Outputs> launch(const Request& request, bool with_stats, Json* json) {
  if (json != nullptr) (*json)["device"] = device_text(request.device.info());
  SLIPWAY_TRY(const auto pipeline, request.device.compile(request.program, request.config));
  const auto begin = std::chrono::steady_clock::now();
  auto ran = pipeline.run_timed(request.arguments(), request.options);
  const auto wall = std::chrono::steady_clock::now() - begin;
  const std::optional<RunTimes> times = ran ? std::optional(ran->times) : std::nullopt;
  if (with_stats) report_stats(stats_json(request.device.stats(), pipeline.stats(), wall, times), json);
  if (!ran) return std::unexpected(std::move(ran).error());
  return std::move(ran->outputs);
}

}  // namespace slipway::cli
