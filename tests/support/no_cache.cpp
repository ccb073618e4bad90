// Linked into test programs: they leave the cache of whoever runs them alone.
#include <cstdlib>

namespace {
[[maybe_unused]] const int no_cache = setenv("SLIPWAY_CACHE", "off", 0);
}
