// A program as bytes, for the cache on disk: all that a pipeline which is found whole in caches needs, so
// that sources which were read before need not be parsed.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <slipway/cache.h>
#include <slipway/program.h>

namespace slipway::program {

[[nodiscard]] std::vector<std::byte> store(const Program& program);

/// The program of these sources, which must be those that it was stored with; their names may differ where
/// there is one. Nothing where the bytes are not what store() writes. They may be hostile: all is bounded by
/// their number, and no place in them is outside the sources.
[[nodiscard]] std::optional<Program> restore(std::span<const std::byte> bytes,
                                             std::vector<SourceText> sources, CacheAnswer source);

/// The canonical module in what store() wrote; empty where the bytes are something else.
[[nodiscard]] std::span<const std::byte> stored_canonical(std::span<const std::byte> bytes);

}  // namespace slipway::program
