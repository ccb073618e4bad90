// Kernels as bytes, for the cache on disk, and targets as bytes, for keys.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "kernel/kernel.h"

namespace slipway::kernel {

[[nodiscard]] std::vector<std::byte> serialize(const Kernel& kernel);
/// Nothing where the bytes are not what serialize() writes. They may be hostile: all is bounded by their
/// number.
[[nodiscard]] std::optional<Kernel> deserialize(std::span<const std::byte> bytes);

/// Every field: two targets write the same bytes only where they are equal.
void write(ByteWriter& out, const Target& target);

}  // namespace slipway::kernel
