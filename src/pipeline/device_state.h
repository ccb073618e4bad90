// What stands behind a Device handle.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include <slipway/device.h>

#include "base/block_pool.h"
#include "base/parallel_copy.h"
#include "cache/disk_store.h"
#include "cache/memory_cache.h"
#include "cache/single_flight.h"
#include "hal/device.h"
#include "pipeline/artifact.h"
#include "pipeline/buffer_pool.h"
#include "pipeline/cache_settings.h"
#include "pipeline/dump.h"
#include "pipeline/kept_runs.h"
#include "pipeline/submissions.h"

namespace slipway::pipeline {

/// Launches and what moved for them; of a device, or of one pipeline.
struct Traffic {
  std::atomic<std::uint64_t> launches = 0;
  std::atomic<std::uint64_t> bytes_up = 0;
  std::atomic<std::uint64_t> bytes_down = 0;
  std::atomic<std::uint64_t> bytes_avoided = 0;
};

struct Counters : Traffic {
  std::atomic<std::uint64_t> emissions = 0;
  std::atomic<std::uint64_t> compiles = 0;
};

/// Artifacts of one device.
struct ArtifactCaches {
  cache::MemoryCache<ArtifactKey, std::shared_ptr<const Artifact>, ArtifactKeyHash> memory;
  cache::SingleFlight<ArtifactKey, std::shared_ptr<const Artifact>, ArtifactKeyHash> flights;
  std::shared_ptr<cache::DiskStore> disk;  ///< null where nothing is kept on disk
  cache::Bytes device_key;
};

class DeviceState {
 public:
  /// `validation_messages` answers for the driver, where it can be asked.
  DeviceState(std::shared_ptr<hal::Device> hal, DeviceInfo about,
              std::function<std::uint64_t()> validation_messages = {}, cache::MemoryBounds bounds = {},
              std::shared_ptr<cache::DiskStore> disk = nullptr,
              std::uint64_t idle_buffer_bytes = DeviceOptions().idle_buffer_bytes,
              std::uint32_t submissions_in_flight = DeviceOptions().submissions_in_flight);

  [[nodiscard]] hal::Device& hal() const { return *hal_; }
  [[nodiscard]] BufferPool& buffers() const { return *buffers_; }
  [[nodiscard]] Submissions& submissions() const { return *submissions_; }
  [[nodiscard]] const kernel::Target& target() const { return hal_->info().target; }
  [[nodiscard]] const DeviceInfo& about() const { return about_; }
  [[nodiscard]] std::uint64_t validation_messages() const {
    return validation_messages_ ? validation_messages_() : 0;
  }
  /// The first part of its selector: `vulkan`.
  [[nodiscard]] std::string_view kind() const {
    return std::string_view(about_.selector).substr(0, about_.selector.find(':'));
  }
  Counters counters;
  ParallelCopy copies;
  ArtifactCaches artifacts;
  const std::shared_ptr<BlockPool> ticket_blocks = std::make_shared<BlockPool>();
  const std::shared_ptr<AllKeptRuns> kept_runs = std::make_shared<AllKeptRuns>();
  std::shared_ptr<Dump> dump;  ///< null where nothing is dumped; set before the device is used

 private:
  std::shared_ptr<hal::Device> hal_;
  std::shared_ptr<BufferPool> buffers_;
  std::unique_ptr<Submissions> submissions_;
  DeviceInfo about_;
  std::function<std::uint64_t()> validation_messages_;
};

/// The public description of a device that `selector` opens.
[[nodiscard]] DeviceInfo describe(const hal::Info& info, std::string selector);

}  // namespace slipway::pipeline
