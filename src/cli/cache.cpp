// `slipway cache`: what the cache on disk holds, and its care.
#include <ctime>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/files.h"
#include "cache/key.h"
#include "cli/cache_entries.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/report.h"
#include "pipeline/device_state.h"
#include "pipeline/read.h"
#include "program/load.h"

namespace slipway::cli {
namespace {

using Json = nlohmann::ordered_json;
using cache::DiskStore;

constexpr std::int64_t second_ns = 1'000'000'000;

struct CacheFlags {
  CompileFlags compile;
  bool json = false;
  std::string file;        // a bundle
  std::string most_bytes;  // text, because CLI11 takes -1 for the largest number
  std::string device;
  std::string key;
};

Json entry_json(const Entry& entry) {
  return {{"stage", to_string(entry.file.stage)},
          {"key", entry.name()},
          {"id", entry.id()},
          {"files", entry.note_part("files")},
          {"entry_point", entry.note_part("entry point")},
          {"label", entry.note_part("label")},
          {"device", entry.part("device")},
          {"driver_version", entry.part("driver version")},
          {"bytes", entry.file.bytes},
          {"last_use", entry.file.last_use_ns / second_ns},
          {"valid", entry.key.has_value()}};
}

// `'main' of saxpy.wgsl for 10005:0000 llvmpipe (vulkan:…)`
std::string about(const Entry& entry) {
  if (!entry.key) return "damaged";
  const std::string files = entry.note_part("files");
  const std::string label = entry.note_part("label");
  const std::string id = entry.id();
  return fmt::format("'{}' of {}{}{}", entry.note_part("entry point"), files.empty() ? "a program" : files,
                     label.empty() ? "" : fmt::format(" labelled '{}'", label),
                     id.empty() ? "" : fmt::format(" for {} ({})", entry.part("device"), id));
}

Result<> list(const CacheFlags& flags) {
  SLIPWAY_TRY(const auto store, open_store(false));
  Json entries = Json::array();
  std::uint64_t total = 0;
  std::size_t count = 0;
  const std::int64_t now = std::time(nullptr);
  for_each_entry(store.get(), [&](const Entry& entry) {
    total += entry.file.bytes;
    ++count;
    if (flags.json) {
      entries.push_back(entry_json(entry));
      return;
    }
    constexpr std::size_t shown_digits = 12;
    fmt::print("{:6} {} {:>9} bytes {:>6}  {}\n", to_string(entry.file.stage),
               entry.name().substr(0, shown_digits), entry.file.bytes,
               age_text(now - entry.file.last_use_ns / second_ns), about(entry));
  });
  if (flags.json) {
    print_json({{"entries", std::move(entries)}, {"bytes", total}});
  } else {
    fmt::print("{} entries, {} bytes\n", count, total);
  }
  return {};
}

Result<> verify(const CacheFlags& flags) {
  SLIPWAY_TRY(const auto store, open_store(false));
  std::size_t good = 0;
  std::vector<std::string> damaged;
  const std::vector<std::string> displaced = store ? store->displaced() : std::vector<std::string>();
  for_each_entry(store.get(), [&](const Entry& entry) {
    if (entry.key) {
      ++good;
    } else {
      damaged.push_back(entry.file.shard + "/" + entry.file.name);
    }
  });
  if (flags.json) {
    print_json({{"valid", good}, {"damaged", damaged}, {"displaced", displaced}});
  } else {
    for (const std::string& name : damaged) fmt::print("damaged: {}\n", name);
    for (const std::string& name : displaced) fmt::print("displaced: {}\n", name);
    fmt::print("{} valid, {} damaged\n", good, damaged.size());
  }
  if (damaged.empty()) return {};
  return fail(ErrorCode::io, fmt::format("the cache has {} damaged entries", damaged.size()));
}

// Removes what stood in the way of entries, and says so where there was any.
Result<> remove_displaced(DiskStore* store) {
  if (store == nullptr) return {};
  SLIPWAY_TRY(const std::uint64_t removed, store->remove_displaced());
  if (removed != 0) fmt::print("removed {} displaced files or directories\n", removed);
  return {};
}

Result<> prune(const CacheFlags& flags) {
  std::optional<std::uint64_t> most_bytes;
  if (!flags.most_bytes.empty()) {
    SLIPWAY_TRY(most_bytes, parse_count(flags.most_bytes, "--max-bytes"));
  }
  SLIPWAY_TRY(const auto store, open_store(false));
  SLIPWAY_TRY(const std::uint64_t damaged, remove_where(store.get(), [](const Entry& e) { return !e.key; }));
  std::uint64_t old = 0;
  if (store) {
    SLIPWAY_TRY(old, store->prune(most_bytes.value_or(store->limit())));
  }
  fmt::print("removed {} damaged entries and {} of the least recently used\n", damaged, old);
  return remove_displaced(store.get());
}

Result<> clear(const CacheFlags& flags) {
  if (!flags.key.empty()) {
    SLIPWAY_TRY_VOID(check_key_text(flags.key));
  }
  std::optional<Program> program;
  if (!flags.compile.files.empty()) {
    SLIPWAY_TRY(program, read_program(flags.compile));
  }
  SLIPWAY_TRY(const auto store, open_store(false));
  SLIPWAY_TRY(const std::uint64_t removed, remove_where(store.get(), [&](const Entry& entry) {
                if (!has_key(entry, flags.key)) return false;
                if (entry.part("device").find(flags.device) == std::string::npos) return false;
                return !program || is_of(*program, entry);
              }));
  fmt::print("removed {} entries\n", removed);
  const bool is_all = flags.key.empty() && flags.device.empty() && !program;
  return is_all ? remove_displaced(store.get()) : Result<>();
}

Result<> export_bundle(const CacheFlags& flags) {
  SLIPWAY_TRY(const auto store, open_store(false));
  std::vector<cache::Bytes> entries;
  for_each_entry(store.get(), [&](const Entry& entry) {
    if (entry.key) entries.push_back(entry.bytes);
  });
  SLIPWAY_TRY_VOID(write_file(flags.file, cache::encode_bundle(entries)));
  fmt::print("exported {} entries\n", entries.size());
  return {};
}

Result<> import_bundle(const CacheFlags& flags) {
  SLIPWAY_TRY(const auto bytes, read_file(flags.file));
  auto views = cache::decode_bundle(bytes);
  if (!views)
    return std::unexpected(std::move(views).error().while_doing(fmt::format("reading '{}'", flags.file)));
  SLIPWAY_TRY(const auto store, open_store(true));
  std::size_t imported = 0;
  for (const cache::View view : *views) {
    const auto entry = cache::decode_entry(view).entry;
    if (!entry) continue;  // of another format version
    store->store(entry->stage, entry->key, entry->payload, entry->note);
    ++imported;
  }
  const DiskCacheStats stats = store->stats();
  const std::uint64_t failures = stats.source.failures + stats.kernel.failures + stats.driver.failures;
  if (failures != 0)
    return fail(ErrorCode::io, fmt::format("{} of {} entries could not be kept", failures, imported));
  fmt::print("imported {} of {} entries\n", imported, views->size());
  return {};
}

// Which parts of a key differ from those of the entry of its stage that is nearest to it.
struct Nearest {
  std::string entry;  // empty where there is none
  std::vector<std::string> differing;
};

Nearest nearest_to(const DiskStore* store, cache::Stage stage, const std::vector<cache::KeyPart>& wanted) {
  Nearest nearest;
  for_each_entry(store, [&](const Entry& entry) {
    if (entry.file.stage != stage || !entry.key) return;
    auto differing = cache::differing_parts(wanted, *entry.key);
    if (nearest.entry.empty() || differing.size() < nearest.differing.size())
      nearest = {entry.name(), std::move(differing)};
  });
  return nearest;
}

// What one stage has under a key, in words and as JSON.
struct Finding {
  std::string text;
  Json json;
};

Finding find_kept(DiskStore* store, cache::Stage stage, std::string_view what, const cache::Bytes& key) {
  const auto loaded = store == nullptr ? cache::Loaded{} : store->load(stage, key);
  Finding found{.text = fmt::format("the {} is kept", what),
                .json = {{"key", to_string(cache::key_hash(stage, key))},
                         {"state", loaded.payload ? "kept" : to_string(loaded.reason)},
                         {"differs_in", Json::array()}}};
  if (loaded.payload) return found;
  found.text = fmt::format("the {} is not kept: its entry is {}", what, to_string(loaded.reason));
  const auto parts = cache::parse_key(key);
  const Nearest nearest = parts ? nearest_to(store, stage, *parts) : Nearest{};
  if (nearest.differing.empty()) return found;
  found.json["nearest"] = nearest.entry;
  found.json["differs_in"] = nearest.differing;
  found.text += fmt::format("\n  the nearest entry, {}, differs in: {}", nearest.entry,
                            fmt::join(nearest.differing, ", "));
  return found;
}

Result<> why(const CacheFlags& flags) {
  SLIPWAY_TRY(const auto config, pipeline_config(flags.compile));
  const std::vector<std::filesystem::path> paths(flags.compile.files.begin(), flags.compile.files.end());
  SLIPWAY_TRY(const auto sources, program::load_sources(paths));
  SLIPWAY_TRY(const auto program, Program::from_sources(sources, {.entry_point = flags.compile.entry}));
  CompileFlags without = flags.compile;
  without.no_cache = true;  // asking must not count as use
  SLIPWAY_TRY(const auto device, open_device(without));
  SLIPWAY_TRY(const auto store, open_store(false));
  const cache::Bytes key =
      pipeline::disk_key(pipeline::make_key(program, config), device.state()->artifacts.device_key);
  Json json{{"device", device_text(device.info())}};
  std::string text;
  const auto add = [&](cache::Stage stage, std::string_view what, const cache::Bytes& stage_key) {
    auto found = find_kept(store.get(), stage, what, stage_key);
    json[std::string(to_string(stage))] = std::move(found.json);
    text += found.text + "\n";
  };
  add(cache::Stage::source, "program as read", pipeline::source_key(sources, flags.compile.entry));
  add(cache::Stage::kernel, "kernel", key);
  if (device.state()->hal().info().makes_blobs) add(cache::Stage::driver, "driver's blob", key);
  if (flags.json) {
    print_json(json);
  } else {
    fmt::print("{}", text);
  }
  return {};
}

using Action = Result<> (*)(const CacheFlags&);

}  // namespace

void add_cache(CLI::App& app, int& status) {
  CLI::App* cache = app.add_subcommand("cache", "Look after the compiled programs that are kept on disk");
  cache->require_subcommand(1);
  const auto add = [&](const char* name, const char* help, Action action) {
    auto flags = std::make_shared<CacheFlags>();
    CLI::App* command = cache->add_subcommand(name, help);
    command->callback([flags, action, &status] {
      const auto done = action(*flags);
      if (!done) print_error(done.error());
      status = done ? exit_ok : exit_status(done.error());
    });
    return std::pair(command, flags);
  };
  const auto json = [](const auto& added) {
    added.first->add_flag("--json", added.second->json, "Print one JSON object");
  };
  json(add("list", "Entries, the last used first", list));
  json(add("verify", "Check every entry, name displaced files; exit status 1 where an entry is damaged",
           verify));
  const auto asking = add("why", "What of a program is kept, and what differs where it is not", why);
  add_program_flags(*asking.first, asking.second->compile);
  add_device_flags(*asking.first, asking.second->compile);
  add_compile_flags(*asking.first, asking.second->compile);
  json(asking);
  const auto pruning = add(
      "prune", "Remove damaged entries, the least recently used over the limit, and displaced files", prune);
  pruning.first->add_option("--max-bytes", pruning.second->most_bytes, "Instead of the limit")
      ->type_name("BYTES")
      ->check(not_empty());
  const auto clearing = add(
      "clear", "Remove all entries and displaced files, or the entries that every flag given fits", clear);
  CacheFlags& chosen = *clearing.second;
  CLI::Option* const of_program =
      clearing.first->add_option("--program", chosen.compile.files, "Of the program in these files")
          ->type_name("FILE");
  clearing.first->add_option("--entry", chosen.compile.entry, "Its entry point, where there are several")
      ->type_name("NAME")
      ->check(not_empty())
      ->needs(of_program);
  clearing.first->add_option("--device", chosen.device, "Of devices with this in their name")
      ->type_name("TEXT")
      ->check(not_empty());
  clearing.first->add_option("--key", chosen.key, "Whose key begins so, or of the artifact with this id")
      ->type_name("HEX|ID")
      ->check(not_empty());
  for (const auto& [name, help, action] :
       {std::tuple("export", "Write all entries to one file", &export_bundle),
        std::tuple("import", "Keep the entries of such a file", &import_bundle)}) {
    const auto added = add(name, help, action);
    added.first->add_option("file", added.second->file, "The bundle")->required()->type_name("FILE");
  }
}

}  // namespace slipway::cli
