#include "cache/shards.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "cache/files.h"

namespace slipway::cache {
namespace {

constexpr std::size_t shard_digits = 2;
constexpr std::size_t name_digits = 30;

bool is_hex(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::optional<Stage> stage_of(std::string_view name) {
  if (name.size() < name_digits + 2 || !is_hex(name.substr(0, name_digits)) || name[name_digits] != '-')
    return std::nullopt;
  return stage_named(name.substr(name_digits + 1));
}

}  // namespace

std::string shard_name(std::size_t shard) { return fmt::format("{:02x}", shard); }

std::size_t shard_number(const std::string& name) {
  std::size_t number = 0;
  std::from_chars(name.data(), name.data() + name.size(), number, 16);
  return number % shard_count;
}

Place place_of(Stage stage, View key) {
  const std::string digits = to_string(key_hash(stage, key));
  return {digits.substr(0, shard_digits),
          fmt::format("{}-{}", digits.substr(shard_digits), to_string(stage))};
}

std::optional<std::uint64_t> list_shard(int root, std::size_t shard, std::vector<EntryFile>& into) {
  const std::string directory_name = shard_name(shard);
  const Descriptor directory = open_subdirectory(root, directory_name, false);
  if (!directory.open()) {
    const bool is_absent = errno == ENOENT || errno == ENOTDIR || errno == ELOOP;
    return is_absent ? std::optional<std::uint64_t>(0) : std::nullopt;
  }
  std::uint64_t bytes = 0;
  const bool is_whole = for_each_name(directory.get(), [&](const std::string& name) {
    const auto stage = stage_of(name);
    const FileStatus status = stage ? status_of(directory.get(), name) : FileStatus{};
    if (!status.regular) return;
    into.push_back({*stage, directory_name, name, status.bytes, status.last_use_ns});
    bytes += status.bytes;
  });
  return is_whole ? std::optional(bytes) : std::nullopt;
}

}  // namespace slipway::cache
