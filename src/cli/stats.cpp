#include "cli/stats.h"

#include <string>

#include <fmt/format.h>

#include "base/console.h"

namespace slipway::cli {
namespace {

using Json = nlohmann::ordered_json;

double microseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

Json to_json(const StageStats& stage) {
  return {{"hits", stage.hits},
          {"misses", stage.misses},
          {"rejected", stage.rejected},
          {"stores", stage.stores},
          {"failures", stage.failures},
          {"evictions", stage.evictions},
          {"bytes_read", stage.bytes_read},
          {"bytes_written", stage.bytes_written}};
}

Json to_json(const BufferStats& buffers) {
  return {{"allocations", buffers.allocations}, {"reuses", buffers.reuses},
          {"evictions", buffers.evictions},     {"idle", buffers.idle},
          {"idle_bytes", buffers.idle_bytes},   {"used_bytes", buffers.used_bytes}};
}

void print_group(const Json& numbers, const std::string& prefix) {
  for (const auto& [name, value] : numbers.items()) {
    if (value.is_object()) {
      print_group(value, name + ".");
    } else if (!value.is_null()) {
      print_error_line(fmt::format("{}{} {}", prefix, name, value.dump()));
    }
  }
}

}  // namespace

Json stats_json(const DeviceStats& device, const PipelineStats& pipeline, std::chrono::nanoseconds wall,
                const std::optional<RunTimes>& times) {
  Json queue_us;
  Json device_us;
  if (times) queue_us = microseconds(times->queue);
  if (times && times->device) device_us = microseconds(*times->device);
  return {{"parses", device.parses},
          {"emissions", device.emissions},
          {"compiles", device.compiles},
          {"memory_hits", device.pipelines.hits},
          {"memory_misses", device.pipelines.misses},
          {"disk_hits", device.disk.hits()},
          {"disk_misses", device.disk.misses()},
          {"evictions", device.pipelines.evictions + device.disk.evictions()},
          {"launches", device.launches},
          {"submissions", device.submissions},
          {"waits", device.waits},
          {"bytes_up", device.bytes_up},
          {"bytes_down", device.bytes_down},
          {"bytes_avoided", device.bytes_avoided},
          {"wall_us", microseconds(wall)},
          {"queue_us", queue_us},
          {"device_us", device_us},
          {"pipeline",
           {{"launches", pipeline.launches},
            {"bytes_up", pipeline.bytes_up},
            {"bytes_down", pipeline.bytes_down},
            {"bytes_avoided", pipeline.bytes_avoided},
            {"bytes", pipeline.bytes}}},
          {"memory",
           {{"hits", device.pipelines.hits},
            {"misses", device.pipelines.misses},
            {"evictions", device.pipelines.evictions},
            {"entries", device.pipelines.entries},
            {"bytes", device.pipelines.bytes}}},
          {"source", to_json(device.disk.source)},
          {"kernel", to_json(device.disk.kernel)},
          {"driver", to_json(device.disk.driver)},
          {"layouts",
           {{"hits", device.layouts.hits},
            {"misses", device.layouts.misses},
            {"evictions", device.layouts.evictions},
            {"entries", device.layouts.entries}}},
          {"descriptor_sets",
           {{"hits", device.descriptor_sets.hits},
            {"misses", device.descriptor_sets.misses},
            {"evictions", device.descriptor_sets.evictions}}},
          {"buffers", to_json(device.buffers)},
          {"staging", to_json(device.staging)}};
}

void print_stats(const Json& numbers) { print_group(numbers, ""); }

}  // namespace slipway::cli
