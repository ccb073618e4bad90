#include "cli/launch.h"

#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "base/console.h"
#include "cli/report.h"

namespace slipway::cli {
namespace {

using Json = nlohmann::ordered_json;
using Microseconds = std::chrono::duration<double, std::micro>;

// The wall's time is there where the run failed, too.
Json stats_json(const DeviceStats& stats, Microseconds wall, const std::optional<RunTimes>& times) {
  Json queue_us;
  Json device_us;
  if (times) queue_us = Microseconds(times->queue).count();
  if (times && times->device) device_us = Microseconds(*times->device).count();
  return {{"parses", stats.parses},
          {"emissions", stats.emissions},
          {"compiles", stats.compiles},
          {"memory_hits", stats.pipelines.hits},
          {"memory_misses", stats.pipelines.misses},
          {"disk_hits", stats.disk.hits()},
          {"disk_misses", stats.disk.misses()},
          {"evictions", stats.pipelines.evictions + stats.disk.evictions()},
          {"launches", stats.launches},
          {"submissions", stats.submissions},
          {"bytes_up", stats.bytes_up},
          {"bytes_down", stats.bytes_down},
          {"bytes_avoided", stats.bytes_avoided},
          {"wall_us", wall.count()},
          {"queue_us", queue_us},
          {"device_us", device_us}};
}

void report_stats(const Json& numbers, Json* json) {
  if (json != nullptr) {
    (*json)["stats"] = numbers;
    return;
  }
  for (const auto& [name, value] : numbers.items())
    if (!value.is_null()) print_error_line(fmt::format("{} {}", name, value.dump()));
}

}  // namespace

Result<Outputs> launch(const Request& request, bool with_stats, Json* json) {
  if (json != nullptr) (*json)["device"] = device_text(request.device.info());
  SLIPWAY_TRY(const auto pipeline, request.device.compile(request.program, request.config));
  const auto begin = std::chrono::steady_clock::now();
  auto ran = pipeline.run_timed(request.arguments(), request.options);
  const Microseconds wall = std::chrono::steady_clock::now() - begin;
  const std::optional<RunTimes> times = ran ? std::optional(ran->times) : std::nullopt;
  if (with_stats) report_stats(stats_json(request.device.stats(), wall, times), json);
  if (!ran) return std::unexpected(std::move(ran).error());
  return std::move(ran->outputs);
}

}  // namespace slipway::cli
