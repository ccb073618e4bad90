// Programs from their sources, by way of what the cache on disk keeps of those that were read before.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <slipway/program.h>

#include "cache/disk_store.h"

namespace slipway::pipeline {

/// What a program is found by on disk: who read it, the entry point that was asked for, and the texts. Where
/// there are several, their names too, as diagnostics in one may name another.
[[nodiscard]] cache::Bytes source_key(std::span<const SourceText> sources, std::string_view entry_point);

/// What entries of the program say of themselves, as parts of cache/key.h: the names of its files without
/// their folders, its entry point, and the label where it is another.
[[nodiscard]] cache::Bytes note_on(const Program& program, std::string_view label = {});

/// Program::from_sources(), without parsing where `disk` has the program; null where nothing is kept.
[[nodiscard]] Result<Program> read(cache::DiskStore* disk, std::vector<SourceText> sources,
                                   std::string_view entry_point);

}  // namespace slipway::pipeline
