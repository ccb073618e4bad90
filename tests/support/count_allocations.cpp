#include "support/count_allocations.h"

#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "support/sanitized.h"

namespace {

thread_local std::size_t count = 0;
thread_local std::size_t first_failing = SIZE_MAX;  // the count at which the first fails
thread_local std::size_t failing = 0;               // how many do

}  // namespace

std::size_t slipway::tests::allocations() { return count; }
void slipway::tests::fail_allocations(std::size_t first, std::size_t number) {
  first_failing = count + first;
  failing = number;
}
bool slipway::tests::stop_failing() { return count > std::exchange(first_failing, SIZE_MAX); }

#ifdef SLIPWAY_SANITIZED

bool slipway::tests::counts_allocations() { return false; }

#else

bool slipway::tests::counts_allocations() { return true; }

// In a file of its own, where the compiler cannot see who pairs them with what.
void* operator new(std::size_t bytes) {
  const std::size_t number = count++;
  if (number >= first_failing && number - first_failing < failing) throw std::bad_alloc();
  if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

#endif
