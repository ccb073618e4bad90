#include "side_by_side.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

namespace slipway::bench {
namespace {

using Clock = std::chrono::steady_clock;

Result<double> seconds_of(const Row& row, const Way& way) {
  const auto begin = Clock::now();
  auto done = way.work();
  const std::chrono::duration<double> taken = Clock::now() - begin;
  if (!done)
    return std::unexpected(std::move(done).error().while_doing(fmt::format("{}, {}", row.name, way.name)));
  if (way.is_right && !way.is_right())
    return fail(ErrorCode::internal, fmt::format("{}, {}: the result is wrong", row.name, way.name));
  return taken.count();
}

double at(std::vector<double>& sorted, double part) {
  return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
}

}  // namespace

Result<> measure(const Row& row, Effort effort) {
  std::vector<std::vector<double>> taken(row.ways.size());
  for (int turn = -1; turn < effort.turns; ++turn)  // the first warms up
    for (std::size_t i = 0; i < row.ways.size(); ++i)
      for (int call = -effort.untimed; call < effort.timed; ++call) {
        SLIPWAY_TRY(const double seconds, seconds_of(row, row.ways[i]));
        if (turn >= 0 && call >= 0) taken[i].push_back(seconds);
      }
  for (auto& times : taken) std::ranges::sort(times);
  double baseline = 0;
  for (std::size_t i = 0; i < row.baselines; ++i)
    baseline = i == 0 ? at(taken[i], 0.5) : std::min(baseline, at(taken[i], 0.5));
  fmt::print("{}\n", row.name);
  for (std::size_t i = 0; i < row.ways.size(); ++i) {
    const auto shown = [&](double seconds) {
      return row.unit == "GB/s" ? row.per_second / seconds / 1e9 : seconds * row.per_second;
    };
    fmt::print("  {:<44} {:>10.3f} {:<5} ({:.3f} .. {:.3f})", row.ways[i].name, shown(at(taken[i], 0.5)),
               row.unit, shown(at(taken[i], 0.1)), shown(at(taken[i], 0.9)));
    if (i < row.baselines) {
      fmt::print("  baseline\n");
    } else if (row.baselines != 0) {
      fmt::print("  {:.3f} x the baseline's time\n", at(taken[i], 0.5) / baseline);
    } else {
      fmt::print("\n");
    }
  }
  return {};
}

}  // namespace slipway::bench
