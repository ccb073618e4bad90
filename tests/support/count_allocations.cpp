#include "support/count_allocations.h"

#include <cstdlib>
#include <new>

#include "support/sanitized.h"

namespace {

thread_local std::size_t count = 0;

}  // namespace

std::size_t slipway::tests::allocations() { return count; }

#ifdef SLIPWAY_SANITIZED

bool slipway::tests::counts_allocations() { return false; }

#else

bool slipway::tests::counts_allocations() { return true; }

// In a file of its own, where the compiler cannot see who pairs them with what.
void* operator new(std::size_t bytes) {
  ++count;
  if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

#endif
