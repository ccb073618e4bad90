#include "cli/cache_entries.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/console.h"
#include "pipeline/cache_settings.h"
#include "program/program_data.h"
#include "program/stored.h"

namespace slipway::cli {
namespace {

using cache::DiskStore;
using cache::EntryFile;

constexpr std::size_t id_digits = 16;  // of an artifact: the last of its entries' names

std::string value_of(const std::vector<cache::KeyPart>& parts, std::string_view name) {
  const auto found = std::ranges::find(parts, name, &cache::KeyPart::name);
  return found == parts.end() ? "" : found->value;
}

Entry load(const DiskStore& store, const EntryFile& file) {
  Entry entry{file, store.read(file), std::nullopt, {}};
  if (!store.valid(file, entry.bytes)) return entry;
  const auto decoded = cache::decode_entry(entry.bytes).entry;
  entry.key = cache::parse_key(decoded->key);
  entry.note = cache::parse_key(decoded->note).value_or(std::vector<cache::KeyPart>());
  return entry;
}

}  // namespace

std::string Entry::name() const { return file.shard + file.name.substr(0, file.name.find('-')); }

std::string Entry::id() const {
  const std::string kind = part("device kind");
  if (kind.empty()) return {};
  const std::string digits = name();
  return fmt::format("{}:{}", kind, digits.substr(digits.size() - id_digits));
}

std::string Entry::part(std::string_view part_name) const {
  return key ? value_of(*key, part_name) : std::string();
}

std::string Entry::note_part(std::string_view part_name) const { return value_of(note, part_name); }

Result<std::unique_ptr<DiskStore>> open_store(bool create) {
  SLIPWAY_TRY(const auto settings, pipeline::cache_settings({.disk = true}));
  if (settings.directory.empty())
    return fail(ErrorCode::invalid_argument,
                "none of SLIPWAY_CACHE_DIR, XDG_CACHE_HOME and HOME names a directory");
  std::error_code ignored;  // what is wrong with a directory that is there, opening it says
  if (!create && std::filesystem::symlink_status(settings.directory, ignored).type() ==
                     std::filesystem::file_type::not_found)
    return std::unique_ptr<DiskStore>();
  return DiskStore::open(
      {.root = settings.directory,
       .limit = settings.disk_bytes,
       .create = create,
       .warn = [](std::string_view line) { print_error_line(fmt::format("slipway: {}", line)); }});
}

void for_each_entry(const DiskStore* store, const std::function<void(const Entry&)>& visit) {
  if (store == nullptr) return;
  auto files = store->list();
  std::ranges::sort(files, std::ranges::greater(), &EntryFile::last_use_ns);
  for (const EntryFile& file : files) visit(load(*store, file));
}

Result<std::uint64_t> remove_where(DiskStore* store, const std::function<bool(const Entry&)>& fits) {
  if (store == nullptr) return 0;
  std::vector<EntryFile> files;
  for_each_entry(store, [&](const Entry& entry) {
    if (fits(entry)) files.push_back(entry.file);
  });
  return store->remove(files);
}

bool is_of(const Program& program, const Entry& entry) {
  const cache::View canonical = program::data(program).canonical();
  if (!entry.key) return false;
  if (entry.file.stage == cache::Stage::source)
    return std::ranges::equal(program::stored_canonical(cache::decode_entry(entry.bytes).entry->payload),
                              canonical);
  const std::string kept = entry.part("program");
  return std::ranges::equal(std::as_bytes(std::span(kept)), canonical);
}

Result<> check_key_text(std::string_view text) {
  constexpr std::size_t name_digits = 32;
  const std::size_t colon = text.find(':');
  const bool is_id = colon != std::string_view::npos;
  const std::string_view digits = is_id ? text.substr(colon + 1) : text;
  const bool fits = digits.find_first_not_of("0123456789abcdef") == std::string_view::npos &&
                    !digits.empty() && digits.size() <= (is_id ? id_digits : name_digits);
  if (fits) return {};
  return fail(ErrorCode::invalid_argument,
              fmt::format("--key takes up to {} lower-case hex digits, or an artifact's id such as "
                          "vulkan:0123456789abcdef: found '{}'",
                          name_digits, text));
}

bool has_key(const Entry& entry, std::string_view text) {
  return entry.name().starts_with(text) || entry.id().starts_with(text);
}

std::string age_text(std::int64_t seconds) {
  constexpr std::array<std::pair<std::int64_t, std::string_view>, 3> units{
      {{86400, "d"}, {3600, "h"}, {60, "min"}}};
  for (const auto& [length, name] : units)
    if (seconds >= length) return fmt::format("{} {}", seconds / length, name);
  return fmt::format("{} s", std::max<std::int64_t>(seconds, 0));
}

}  // namespace slipway::cli
