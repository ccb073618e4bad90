// Whole files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include <slipway/result.h>

namespace slipway::cli {

/// Errors are `io` and name the path and the reason; a directory is one.
[[nodiscard]] Result<std::vector<std::byte>> read_file(const std::filesystem::path& path);
/// A regular file that cannot be written whole is removed.
Result<> write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace slipway::cli
