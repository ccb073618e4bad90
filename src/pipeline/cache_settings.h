// Where compiled things are kept, and how many: what the options and the environment say.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

#include <slipway/device.h>
#include <slipway/result.h>

#include "cache/disk_store.h"
#include "cache/memory_cache.h"

namespace slipway::pipeline {

struct CacheSettings {
  cache::MemoryBounds memory;
  bool disk = false;
  std::filesystem::path directory;  ///< empty where the environment names none
  std::uint64_t disk_bytes = 1ULL << 30U;
};

/// A malformed variable is `invalid_argument` and named.
[[nodiscard]] Result<CacheSettings> cache_settings(const CacheOptions& options);

/// The store that the settings name, one for each directory of a process; null where there is to be none, or
/// where it cannot be used, of which `notice` takes one line.
[[nodiscard]] std::shared_ptr<cache::DiskStore> open_disk_store(
    const CacheSettings& settings, const std::function<void(std::string_view)>& notice);

}  // namespace slipway::pipeline
