#include "pipeline/cache_settings.h"

#include <charconv>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "base/environment.h"

namespace slipway::pipeline {
namespace {

Result<std::optional<std::uint64_t>> number_in(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr) return std::optional<std::uint64_t>();
  const std::string_view all(text);
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(all.data(), all.data() + all.size(), value);
  if (problem != std::errc() || end != all.data() + all.size())
    return fail(ErrorCode::invalid_argument,
                fmt::format("{} is a whole number of 64 bits: found '{}'", name, all));
  return std::optional(value);
}

Result<std::uint64_t> bound(const std::optional<std::uint64_t>& option, const char* variable,
                            std::uint64_t otherwise) {
  // The variable is read all the same: a malformed one is never passed over.
  SLIPWAY_TRY(const auto found, number_in(variable));
  return option.value_or(found.value_or(otherwise));
}

std::filesystem::path default_directory() {
  if (const std::string own = environment("SLIPWAY_CACHE_DIR"); !own.empty()) return own;
  // Relative paths there are to be ignored, says the XDG base directory specification.
  if (const std::filesystem::path xdg = environment("XDG_CACHE_HOME"); xdg.is_absolute())
    return xdg / "slipway";
  if (const std::filesystem::path home = environment("HOME"); home.is_absolute())
    return home / ".cache" / "slipway";
  return {};
}

}  // namespace

Result<CacheSettings> cache_settings(const CacheOptions& options) {
  CacheSettings settings;
  const cache::MemoryBounds defaults;
  SLIPWAY_TRY(settings.memory.entries,
              bound(options.pipelines, "SLIPWAY_PIPELINE_CACHE_ENTRIES", defaults.entries));
  SLIPWAY_TRY(settings.memory.bytes,
              bound(options.pipeline_bytes, "SLIPWAY_PIPELINE_CACHE_BYTES", defaults.bytes));
  SLIPWAY_TRY(settings.disk_bytes, bound(options.disk_bytes, "SLIPWAY_CACHE_BYTES", settings.disk_bytes));
  const std::string mode = environment("SLIPWAY_CACHE");
  if (!mode.empty() && mode != "on" && mode != "off")
    return fail(ErrorCode::invalid_argument, fmt::format("SLIPWAY_CACHE is on or off: found '{}'", mode));
  settings.disk = options.disk.value_or(mode != "off");
  settings.directory = options.directory.empty() ? default_directory() : options.directory;
  return settings;
}

std::shared_ptr<cache::DiskStore> open_disk_store(const CacheSettings& settings,
                                                  const std::function<void(std::string_view)>& notice) {
  if (!settings.disk) return nullptr;
  if (settings.directory.empty()) {
    notice(
        "compiled programs are not kept: none of SLIPWAY_CACHE_DIR, XDG_CACHE_HOME and HOME names a "
        "directory");
    return nullptr;
  }
  static std::mutex mutex;  // guards stores
  static std::map<std::pair<std::string, std::uint64_t>, std::weak_ptr<cache::DiskStore>> stores;
  const std::lock_guard lock(mutex);
  auto& known = stores[{settings.directory.string(), settings.disk_bytes}];
  if (auto store = known.lock()) return store;
  auto opened =
      cache::DiskStore::open({.root = settings.directory, .limit = settings.disk_bytes, .warn = notice});
  if (!opened) {
    notice(fmt::format("compiled programs are not kept: {}", opened.error().message()));
    return nullptr;
  }
  std::shared_ptr<cache::DiskStore> store = *std::move(opened);
  known = store;
  return store;
}

}  // namespace slipway::pipeline
