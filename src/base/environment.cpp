#include "base/environment.h"

#include <cstdlib>

namespace slipway {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace slipway
