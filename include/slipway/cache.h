// How caches answer, and what they count.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace slipway {

/// How a cache answered.
enum class CacheOutcome : std::uint8_t {
  unused,    ///< it was not asked
  hit,       ///< what it held was used
  miss,      ///< it held nothing
  rejected,  ///< what it held could not be used, and was replaced
};

/// "unused", "hit", "miss" or "rejected".
[[nodiscard]] std::string_view to_string(CacheOutcome outcome);

struct CacheAnswer {
  CacheOutcome outcome = CacheOutcome::unused;
  std::string reason = {};  ///< why it was no hit
};

/// The pipelines that a device keeps in memory.
struct MemoryCacheStats {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;
  std::uint64_t evictions = 0;
  std::uint64_t entries = 0;  ///< held now
  std::uint64_t bytes = 0;    ///< held now: metadata, code, driver blobs and programs
};

/// What ties buffers to the bindings of a pipeline (descriptor sets), kept for later launches with the same
/// buffers and ranges.
struct DescriptorSetStats {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;  ///< sets written
  std::uint64_t evictions =
      0;  ///< by newer ones, a pipeline keeps 64; those whose buffers are gone do not count
};

/// What pipelines of one shape (kinds and number of their slots, launch words) share.
struct LayoutCacheStats {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;     ///< layouts made
  std::uint64_t evictions = 0;  ///< let go with the last pipeline that used them
  std::uint64_t entries = 0;    ///< in use now
};

/// One stage of the cache on disk.
struct StageStats {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;    ///< for whatever reason
  std::uint64_t rejected = 0;  ///< misses where something was there and could not be used
  std::uint64_t stores = 0;
  std::uint64_t failures = 0;  ///< of stores
  std::uint64_t evictions = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t bytes_written = 0;
};

/// What this process has done in a cache directory; devices that share the directory share these.
struct DiskCacheStats {
  StageStats source;  ///< programs that were read before
  StageStats kernel;  ///< kernels that were emitted before
  StageStats driver;  ///< what drivers made of them

  [[nodiscard]] std::uint64_t hits() const { return source.hits + kernel.hits + driver.hits; }
  [[nodiscard]] std::uint64_t misses() const { return source.misses + kernel.misses + driver.misses; }
  [[nodiscard]] std::uint64_t evictions() const {
    return source.evictions + kernel.evictions + driver.evictions;
  }
};

}  // namespace slipway
