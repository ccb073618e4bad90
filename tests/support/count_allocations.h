// Replaces operator new in a test program by one that counts.
#pragma once

#include <cstddef>

namespace slipway::tests {

/// Heap allocations of the calling thread so far: drivers have threads of their own.
[[nodiscard]] std::size_t allocations();
/// False where a sanitizer has replaced operator new already.
[[nodiscard]] bool counts_allocations();

}  // namespace slipway::tests
