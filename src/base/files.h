// Whole files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include <slipway/result.h>

namespace slipway {

/// Errors are `io` and name the path and the reason: a directory is one, and a file of more than `most`
/// bytes, as pipes and /dev/zero may have no end.
[[nodiscard]] Result<std::vector<std::byte>> read_file(const std::filesystem::path& path,
                                                       std::uint64_t most = 1ULL << 32U);
/// A regular file that cannot be written whole is removed.
Result<> write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace slipway
