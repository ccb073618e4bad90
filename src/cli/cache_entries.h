// Entries of the cache on disk, as `slipway cache` shows and chooses them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <slipway/program.h>
#include <slipway/result.h>

#include "cache/disk_store.h"
#include "cache/key.h"

namespace slipway::cli {

/// An entry with its bytes; without a key where they are damaged.
struct Entry {
  cache::EntryFile file;
  cache::Bytes bytes;
  std::optional<std::vector<cache::KeyPart>> key;
  std::vector<cache::KeyPart> note;

  [[nodiscard]] std::string name() const;  ///< 32 hex digits
  /// Of the artifact, as `explain` prints it; empty for what belongs to no device.
  [[nodiscard]] std::string id() const;
  [[nodiscard]] std::string part(std::string_view part_name) const;       ///< of the key
  [[nodiscard]] std::string note_part(std::string_view part_name) const;  ///< of the note
};

/// The store that the environment names. Null where nothing was ever kept, unless it is to be made.
[[nodiscard]] Result<std::unique_ptr<cache::DiskStore>> open_store(bool create);

/// The last used first; one after the other, so that a large cache is never in memory whole.
void for_each_entry(const cache::DiskStore* store, const std::function<void(const Entry&)>& visit);

/// Removes those that fit; their number.
Result<std::uint64_t> remove_where(cache::DiskStore* store, const std::function<bool(const Entry&)>& fits);

/// Whether the entry came from the program: from its sources or an equal program's, or from itself.
[[nodiscard]] bool is_of(const Program& program, const Entry& entry);

/// What `--key` takes: the first digits of an entry's key, or an artifact's id or its beginning.
[[nodiscard]] Result<> check_key_text(std::string_view text);
[[nodiscard]] bool has_key(const Entry& entry, std::string_view text);

/// `5 min`.
[[nodiscard]] std::string age_text(std::int64_t seconds);

}  // namespace slipway::cli
