// Replaces operator new in a test program by one that counts, and fails when asked to.
#pragma once

#include <cstddef>

namespace slipway::tests {

/// Heap allocations of the calling thread so far: drivers have threads of their own.
[[nodiscard]] std::size_t allocations();
/// The calling thread's allocations from number `first` from now on, 0 for the next, throw: `count` of them.
void fail_allocations(std::size_t first, std::size_t count);
/// Lets all later allocations succeed; whether one failed.
bool stop_failing();
/// False where a sanitizer has replaced operator new already.
[[nodiscard]] bool counts_allocations();

}  // namespace slipway::tests
