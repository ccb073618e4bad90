// Small runs that need the device for their launch alone: the host reaches all their buffers by itself. Their
// buffers and recorded commands are kept for the next run like them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "hal/device.h"
#include "pipeline/arguments.h"

namespace slipway::pipeline {

struct KeptRun {
  std::array<std::uint32_t, 3> grid{};
  std::uint32_t iterations = 0;
  std::vector<hal::BufferRange> bindings;   ///< by slot
  std::shared_ptr<hal::Buffer> record;      ///< mapped; null where the kernel has none
  std::shared_ptr<hal::Recorded> commands;  ///< the launch
};

class KeptRuns;

/// The kept runs of all pipelines of a device. Safe from many threads.
class AllKeptRuns {
 public:
  /// Lets go of every run that nobody is using: where the device has no memory left, others need its buffers
  /// more.
  void drop();

 private:
  friend class KeptRuns;
  std::mutex mutex_;  // guards of_pipelines_, and is taken before any of theirs
  std::set<KeptRuns*> of_pipelines_;
};

/// Of one pipeline. Safe from many threads.
class KeptRuns {
 public:
  /// Of a run whose buffers are larger together, nothing is kept.
  static constexpr std::uint64_t most_bytes = 256U << 10U;
  /// Runs kept at a time: as many threads as have their next run for the price of the launch.
  static constexpr std::size_t most = 4;

  explicit KeptRuns(std::shared_ptr<AllKeptRuns> all);
  ~KeptRuns();
  KeptRuns(const KeptRuns&) = delete;
  KeptRuns& operator=(const KeptRuns&) = delete;

  /// One of this geometry and these sizes, which decide all else about a run of the pipeline; nobody else
  /// uses it until it is given to keep() again.
  [[nodiscard]] std::optional<KeptRun> take(const std::array<std::uint32_t, 3>& grid,
                                            std::uint32_t iterations, std::span<const BoundSlot> bound);
  /// No submission may be using it.
  void keep(KeptRun run);
  void drop();

 private:
  const std::shared_ptr<AllKeptRuns> all_;
  std::mutex mutex_;           // guards runs_
  std::vector<KeptRun> runs_;  // the latest last
};

}  // namespace slipway::pipeline
