// Source files into memory.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include <slipway/program.h>

namespace slipway::program {

/// Bytes that one source file, and all of a program's together, may have.
inline constexpr std::uint64_t most_source_bytes = 1ULL << 28U;

/// An `io` error names the path and the reason.
[[nodiscard]] Result<SourceText> load_source(const std::filesystem::path& path);

/// The same of each. None is `invalid_argument`.
[[nodiscard]] Result<std::vector<SourceText>> load_sources(std::span<const std::filesystem::path> paths);

/// The program of the module's first entry point, for who asks about the whole module.
[[nodiscard]] Result<Program> load_module(std::span<const std::filesystem::path> paths);

}  // namespace slipway::program
