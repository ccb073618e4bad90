// What `--stats` prints.
#pragma once

#include <chrono>
#include <optional>

#include <slipway/device.h>
#include <slipway/pipeline.h>
#include <nlohmann/json.hpp>

namespace slipway::cli {

/// Counters of the device and of the pipeline that ran on it, those of a cache or a stage in a group of its
/// name, and the time of the run; the wall's is there where the run failed, too.
[[nodiscard]] nlohmann::ordered_json stats_json(const DeviceStats& device, const PipelineStats& pipeline,
                                                std::chrono::nanoseconds wall,
                                                const std::optional<RunTimes>& times);

/// One line a number; those of a group with its name and a dot before theirs.
void print_stats(const nlohmann::ordered_json& numbers);

}  // namespace slipway::cli
