// `slipway cache`: what the cache on disk holds, and its care.
#include <algorithm>
#include <ctime>
#include <functional>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/console.h"
#include "cache/disk_store.h"
#include "cache/key.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/flags.h"
#include "cli/report.h"
#include "pipeline/cache_settings.h"
#include "pipeline/device_state.h"
#include "pipeline/read.h"
#include "program/load.h"
#include "program/program_data.h"
#include "program/stored.h"

namespace slipway::cli {
namespace {

using Json = nlohmann::ordered_json;
using cache::DiskStore;
using cache::EntryFile;

struct CacheFlags {
  CompileFlags compile;
  bool json = false;
  std::string file;  // a bundle
  std::optional<std::uint64_t> most_bytes;
  std::string device;
  std::string key;
};

// An entry with its bytes; without a key where they are damaged.
struct Entry {
  EntryFile file;
  cache::Bytes bytes;
  std::optional<std::vector<cache::KeyPart>> key;

  [[nodiscard]] std::string name() const {
    return file.shard + file.name.substr(0, file.name.find('-'));  // 32 hex digits
  }
  [[nodiscard]] std::string part(std::string_view part_name) const {
    if (!key) return {};
    const auto found = std::ranges::find(*key, part_name, &cache::KeyPart::name);
    return found == key->end() ? "" : found->value;
  }
};

// Null where nothing was ever kept.
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

Entry load(const DiskStore& store, const EntryFile& file) {
  Entry entry{file, store.read(file), std::nullopt};
  if (store.valid(file, entry.bytes))
    entry.key = cache::parse_key(cache::decode_entry(entry.bytes).entry->key);
  return entry;
}

// One after the other, so that a large cache is never in memory whole.
void for_each_entry(const DiskStore* store, const std::function<void(const Entry&)>& visit) {
  if (store == nullptr) return;
  auto files = store->list();
  std::ranges::sort(files, std::ranges::greater(), &EntryFile::last_use_ns);
  for (const EntryFile& file : files) visit(load(*store, file));
}

Result<> list(const CacheFlags& flags) {
  SLIPWAY_TRY(const auto store, open_store(false));
  Json entries = Json::array();
  std::uint64_t total = 0;
  std::size_t count = 0;
  for_each_entry(store.get(), [&](const Entry& entry) {
    total += entry.file.bytes;
    ++count;
    const std::string device = entry.part("device");
    const std::string entry_point = entry.part("entry point");
    const bool is_source = entry.file.stage == cache::Stage::source;
    if (flags.json) {
      entries.push_back({{"stage", to_string(entry.file.stage)},
                         {"key", entry.name()},
                         {"bytes", entry.file.bytes},
                         {"last_use", entry.file.last_use_ns / 1'000'000'000},
                         {"valid", entry.key.has_value()},
                         {"entry_point", entry_point},
                         {"device", device},
                         {"driver_version", entry.part("driver version")}});
      return;
    }
    fmt::print("{:6} {} {:>9} bytes  {}\n", to_string(entry.file.stage), entry.name(), entry.file.bytes,
               !entry.key            ? "damaged"
               : !is_source          ? fmt::format("'{}' for {}", entry_point, device)
               : entry_point.empty() ? "a program that was read"
                                     : fmt::format("'{}' of a program that was read", entry_point));
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
  for_each_entry(store.get(), [&](const Entry& entry) {
    if (entry.key) {
      ++good;
    } else {
      damaged.push_back(entry.file.shard + "/" + entry.file.name);
    }
  });
  if (flags.json) {
    print_json({{"valid", good}, {"damaged", damaged}});
  } else {
    for (const std::string& name : damaged) fmt::print("damaged: {}\n", name);
    fmt::print("{} valid, {} damaged\n", good, damaged.size());
  }
  if (damaged.empty()) return {};
  return fail(ErrorCode::io, fmt::format("the cache has {} damaged entries", damaged.size()));
}

Result<std::uint64_t> remove_where(DiskStore* store, const std::function<bool(const Entry&)>& fits) {
  std::vector<EntryFile> files;
  for_each_entry(store, [&](const Entry& entry) {
    if (fits(entry)) files.push_back(entry.file);
  });
  if (store == nullptr) return 0;
  return store->remove(files);
}

Result<> prune(const CacheFlags& flags) {
  SLIPWAY_TRY(const auto store, open_store(false));
  if (!store) return {};
  SLIPWAY_TRY(const std::uint64_t damaged, remove_where(store.get(), [](const Entry& e) { return !e.key; }));
  SLIPWAY_TRY(const std::uint64_t old, store->prune(flags.most_bytes.value_or(store->limit())));
  fmt::print("removed {} damaged entries and {} of the least recently used\n", damaged, old);
  return {};
}

// Whether the entry came from the program: from its sources or an equal program's, or from itself.
bool is_of(const Program& program, const Entry& entry) {
  const cache::View canonical = program::data(program).canonical();
  if (!entry.key) return false;
  if (entry.file.stage == cache::Stage::source)
    return std::ranges::equal(program::stored_canonical(cache::decode_entry(entry.bytes).entry->payload),
                              canonical);
  const std::string kept = entry.part("program");
  return std::ranges::equal(std::as_bytes(std::span(kept)), canonical);
}

Result<> clear(const CacheFlags& flags) {
  SLIPWAY_TRY(const auto store, open_store(false));
  std::optional<Program> program;
  if (!flags.compile.files.empty()) {
    SLIPWAY_TRY(program, read_program(flags.compile));
  }
  SLIPWAY_TRY(const std::uint64_t removed, remove_where(store.get(), [&](const Entry& entry) {
                if (!flags.key.empty() && !entry.name().starts_with(flags.key)) return false;
                if (!flags.device.empty() && entry.part("device").find(flags.device) == std::string::npos)
                  return false;
                return !program || is_of(*program, entry);
              }));
  fmt::print("removed {} entries\n", removed);
  return {};
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
    store->store(entry->stage, entry->key, entry->payload);
    ++imported;
  }
  std::uint64_t failures = 0;
  for (const auto& stage : store->stats()) failures += stage.failures;
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
  json(add("verify", "Check every entry; exit status 1 where one is damaged", verify));
  const auto asking = add("why", "What of a program is kept, and what differs where it is not", why);
  add_program_flags(*asking.first, asking.second->compile);
  add_device_flags(*asking.first, asking.second->compile);
  add_compile_flags(*asking.first, asking.second->compile);
  json(asking);
  const auto pruning =
      add("prune", "Remove damaged entries, and the least recently used over the limit", prune);
  pruning.first->add_option("--max-bytes", pruning.second->most_bytes, "Instead of the limit")
      ->type_name("BYTES");
  const auto clearing = add("clear", "Remove all entries, or those that every flag given fits", clear);
  clearing.first->add_option("--program", clearing.second->compile.files, "Of the program in these files")
      ->type_name("FILE");
  clearing.first
      ->add_option("--entry", clearing.second->compile.entry, "Its entry point, where there are several")
      ->type_name("NAME");
  clearing.first->add_option("--device", clearing.second->device, "Of devices with this in their name")
      ->type_name("TEXT");
  clearing.first->add_option("--key", clearing.second->key, "Whose key begins so")->type_name("HEX");
  for (const auto& [name, help, action] :
       {std::tuple("export", "Write all entries to one file", &export_bundle),
        std::tuple("import", "Keep the entries of such a file", &import_bundle)}) {
    const auto added = add(name, help, action);
    added.first->add_option("file", added.second->file, "The bundle")->required()->type_name("FILE");
  }
}

}  // namespace slipway::cli
