// An entry, integers little-endian:
//
//   0        "slipwayC"
//   8        u32  format version, 2
//   12       u32  stage: 0 source, 1 kernel, 2 driver
//   16       u64  k, bytes of the key
//   24       u64  p, bytes of the payload
//   32       u64  n, bytes of the note
//   40       key
//   40+k     payload
//   40+k+p   note
//   …        XXH3-128 of all bytes before, high half first, 16 bytes
//
// A bundle:
//
//   0        "slipwayB"
//   8        u32  format version, 2
//   12       u64  number of entries
//   20       each entry: u64 its bytes, then the entry as above
//   …        XXH3-128 of all bytes before, 16 bytes
#include "cache/entry.h"

#include <algorithm>
#include <array>

#include "base/bytes.h"

namespace slipway::cache {
namespace {

constexpr std::uint32_t version = 2;
constexpr std::string_view entry_magic = "slipwayC";
constexpr std::string_view bundle_magic = "slipwayB";
constexpr std::size_t head_bytes = 40;
constexpr std::size_t checksum_bytes = 16;
static_assert(head_bytes + checksum_bytes == entry_overhead);

constexpr std::array<std::string_view, stage_count> stage_names{"source", "kernel", "driver"};

void put(ByteWriter& out, std::string_view text) { out.raw(std::as_bytes(std::span(text))); }

bool starts_with(View bytes, std::string_view magic) {
  const View wanted = std::as_bytes(std::span(magic));
  return bytes.size() >= wanted.size() && std::ranges::equal(bytes.first(wanted.size()), wanted);
}

}  // namespace

std::string_view to_string(Stage stage) { return stage_names.at(static_cast<std::size_t>(stage)); }

std::optional<Stage> stage_named(std::string_view name) {
  const auto found = std::ranges::find(stage_names, name);
  if (found == stage_names.end()) return std::nullopt;
  return static_cast<Stage>(found - stage_names.begin());
}

void put_checksum(ByteWriter& out) {
  const Hash128 hash = hash128(out.bytes());
  out.u64(hash.high);
  out.u64(hash.low);
}

bool checksum_fits(View bytes) {
  if (bytes.size() < checksum_bytes) return false;
  ByteReader tail(bytes.last(checksum_bytes));
  const std::uint64_t high = tail.u64();
  const std::uint64_t low = tail.u64();
  return hash128(bytes.first(bytes.size() - checksum_bytes)) == Hash128{high, low};
}

Bytes encode_entry(Stage stage, View key, View payload, View note) {
  ByteWriter out;
  put(out, entry_magic);
  out.u32(version);
  out.u32(static_cast<std::uint32_t>(stage));
  out.u64(key.size());
  out.u64(payload.size());
  out.u64(note.size());
  out.raw(key);
  out.raw(payload);
  out.raw(note);
  put_checksum(out);
  return std::move(out).take();
}

Decoded decode_entry(View bytes) {
  if (bytes.size() < entry_overhead || !starts_with(bytes, entry_magic)) return {};
  ByteReader head(bytes.subspan(entry_magic.size()));
  const std::uint32_t found_version = head.u32();
  const std::uint32_t stage = head.u32();
  const std::uint64_t key = head.u64();
  const std::uint64_t payload = head.u64();
  const std::uint64_t note = head.u64();
  if (found_version != version) return {.fault = EntryFault::old};
  const std::uint64_t body = bytes.size() - entry_overhead;
  if (stage >= stage_count || key > body || payload > body - key || note != body - key - payload ||
      !checksum_fits(bytes))
    return {};
  const View rest = bytes.subspan(head_bytes);
  return {.entry = EntryView{static_cast<Stage>(stage), rest.first(key), rest.subspan(key, payload),
                             rest.subspan(key + payload, note)}};
}

Hash128 key_hash(Stage stage, View key) {
  Hash128 hash = hash128(key);
  hash.high ^= static_cast<std::uint64_t>(stage);  // one key may stand for something in each stage
  return hash;
}

Bytes encode_bundle(std::span<const Bytes> entries) {
  ByteWriter out;
  put(out, bundle_magic);
  out.u32(version);
  out.u64(entries.size());
  for (const Bytes& entry : entries) {
    out.u64(entry.size());
    out.raw(entry);
  }
  put_checksum(out);
  return std::move(out).take();
}

Result<std::vector<View>> decode_bundle(View bytes) {
  constexpr std::size_t bundle_head = 20;
  if (bytes.size() < bundle_head + checksum_bytes || !starts_with(bytes, bundle_magic))
    return fail(ErrorCode::io, "this is not a bundle of cache entries");
  ByteReader head(bytes.subspan(bundle_magic.size()));
  if (head.u32() != version)
    return fail(ErrorCode::io, "the bundle has a format that this build cannot read");
  if (!checksum_fits(bytes)) return fail(ErrorCode::io, "the bundle is damaged: its checksum does not fit");
  const std::uint64_t count = head.u64();
  std::vector<View> entries;
  View rest = bytes.subspan(bundle_head, bytes.size() - bundle_head - checksum_bytes);
  for (std::uint64_t i = 0; i < count; ++i) {
    ByteReader length(rest);
    const std::uint64_t size = length.u64();
    if (!length.ok() || size > rest.size() - 8)
      return fail(ErrorCode::io, "the bundle is damaged: it ends inside an entry");
    entries.push_back(rest.subspan(8, size));
    rest = rest.subspan(8 + size);
  }
  if (!rest.empty()) return fail(ErrorCode::io, "the bundle is damaged: bytes follow its last entry");
  return entries;
}

}  // namespace slipway::cache
