// How a store spreads its entries over directories, and which files in them are entries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cache/entry.h"

namespace slipway::cache {

/// Directories that entries are spread over evenly, by their keys.
inline constexpr std::size_t shard_count = 256;

/// A file of a store, as its name and the system tell.
struct EntryFile {
  Stage stage = Stage::kernel;
  std::string shard;  ///< directory below the root
  std::string name;   ///< file in it
  std::uint64_t bytes = 0;
  std::int64_t last_use_ns = 0;  ///< since 1970
};

/// The name of a shard's directory, and back.
[[nodiscard]] std::string shard_name(std::size_t shard);
[[nodiscard]] std::size_t shard_number(const std::string& name);

/// Where an entry belongs.
struct Place {
  std::string shard;
  std::string name;
  bool operator==(const Place&) const = default;
};
[[nodiscard]] Place place_of(Stage stage, View key);

/// Adds every entry file of a shard, in no order, and gives their bytes; nothing where its directory cannot
/// be read. Only names that a store gives are entries; nothing else is ever read or removed.
std::optional<std::uint64_t> list_shard(int root, std::size_t shard, std::vector<EntryFile>& into);

}  // namespace slipway::cache
