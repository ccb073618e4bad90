#include "pipeline/read.h"

#include <filesystem>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cache/key.h"
#include "pipeline/build_identity.h"
#include "program/program_data.h"
#include "program/stored.h"

namespace slipway::pipeline {

cache::Bytes source_key(std::span<const SourceText> sources, std::string_view entry_point) {
  cache::KeyWriter key;
  key.part("build", build_identity()).part("entry point", entry_point);
  if (sources.size() == 1) {
    key.part("source", sources[0].text);
  } else {
    for (std::size_t i = 0; i < sources.size(); ++i)
      key.part(fmt::format("name {}", i + 1), sources[i].name)
          .part(fmt::format("source {}", i + 1), sources[i].text);
  }
  return key.bytes();
}

cache::Bytes note_on(const Program& program, std::string_view label) {
  std::string files;
  for (const SourceFile& file : program::data(program).shared->sources().files())
    files += (files.empty() ? "" : ", ") + std::filesystem::path(file.name).filename().string();
  cache::KeyWriter note;
  note.part("files", files).part("entry point", program.entry_point());
  if (!label.empty() && label != program.entry_point()) note.part("label", label);
  return note.bytes();
}

Result<Program> read(cache::DiskStore* disk, std::vector<SourceText> sources, std::string_view entry_point) {
  if (disk == nullptr) return program::read(std::move(sources), entry_point);
  const cache::Bytes key = source_key(sources, entry_point);
  const cache::Loaded loaded = disk->load(cache::Stage::source, key);
  CacheAnswer answer = cache::answer(loaded);
  if (loaded.payload) {
    if (auto program = program::restore(*loaded.payload, sources, answer)) return *std::move(program);
    disk->reject(cache::Stage::source);
    answer = {CacheOutcome::rejected, "of another form"};
  }
  SLIPWAY_TRY(auto program, program::read(std::move(sources), entry_point, std::move(answer)));
  disk->store(cache::Stage::source, key, program::store(program), note_on(program));
  return program;
}

}  // namespace slipway::pipeline
