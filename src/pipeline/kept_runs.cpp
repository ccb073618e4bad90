#include "pipeline/kept_runs.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace slipway::pipeline {

void AllKeptRuns::drop() {
  const std::lock_guard lock(mutex_);
  for (KeptRuns* const runs : of_pipelines_) runs->drop();
}

KeptRuns::KeptRuns(std::shared_ptr<AllKeptRuns> all) : all_(std::move(all)) {
  const std::lock_guard lock(all_->mutex_);
  all_->of_pipelines_.insert(this);
}

KeptRuns::~KeptRuns() {
  const std::lock_guard lock(all_->mutex_);
  all_->of_pipelines_.erase(this);
}

void KeptRuns::drop() {
  std::vector<KeptRun> dropped;  // ends behind the lock
  const std::lock_guard lock(mutex_);
  dropped.swap(runs_);
}

std::optional<KeptRun> KeptRuns::take(const std::array<std::uint32_t, 3>& grid, std::uint32_t iterations,
                                      std::span<const BoundSlot> bound) {
  const auto fits = [&](const KeptRun& run) {
    return run.grid == grid && run.iterations == iterations &&
           std::ranges::equal(run.bindings, bound, {}, &hal::BufferRange::size, &BoundSlot::bytes);
  };
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(runs_.rbegin(), runs_.rend(), fits);
  if (found == runs_.rend()) return std::nullopt;
  KeptRun run = std::move(*found);
  runs_.erase(std::prev(found.base()));
  return run;
}

void KeptRuns::keep(KeptRun run) {
  std::optional<KeptRun> oldest;  // ends behind the lock
  const std::lock_guard lock(mutex_);
  if (runs_.size() == most) {
    oldest = std::move(runs_.front());
    runs_.erase(runs_.begin());
  }
  runs_.push_back(std::move(run));
}

}  // namespace slipway::pipeline
