// The byte form of one cache entry, and of a bundle of them. docs/cache-format.md has the offsets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <slipway/result.h>

#include "base/bytes.h"
#include "base/hash.h"

namespace slipway::cache {

/// What is kept: results of reading a program, kernels, and what drivers make of kernels.
enum class Stage : std::uint8_t { source, kernel, driver };
inline constexpr std::size_t stage_count = 3;
[[nodiscard]] std::string_view to_string(Stage stage);
[[nodiscard]] std::optional<Stage> stage_named(std::string_view name);

using Bytes = std::vector<std::byte>;
using View = std::span<const std::byte>;

/// Views into the bytes that were decoded.
struct EntryView {
  Stage stage = Stage::kernel;
  View key;
  View payload;
  View note;  ///< what the entry is, for people: nothing is found by it
};

enum class EntryFault : std::uint8_t {
  damaged,  ///< cut off, or the checksum does not fit
  old,      ///< another format version
};

struct Decoded {
  std::optional<EntryView> entry;
  EntryFault fault = EntryFault::damaged;  ///< where there is no entry
};

[[nodiscard]] Bytes encode_entry(Stage stage, View key, View payload, View note = {});
[[nodiscard]] Decoded decode_entry(View bytes);
/// Bytes that an entry takes beside its key, its payload and its note.
inline constexpr std::uint64_t entry_overhead = 56;

/// The hash of all bytes before, 16 bytes, at the end of everything that is kept.
void put_checksum(ByteWriter& out);
[[nodiscard]] bool checksum_fits(View bytes);

/// What an entry is found by; the name of its file says it.
[[nodiscard]] Hash128 key_hash(Stage stage, View key);

/// Entries of a bundle are the bytes of entry files.
[[nodiscard]] Bytes encode_bundle(std::span<const Bytes> entries);
/// Views into `bytes`. A bundle that is damaged anywhere is an `io` error and gives nothing.
[[nodiscard]] Result<std::vector<View>> decode_bundle(View bytes);

}  // namespace slipway::cache
