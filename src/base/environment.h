// Variables of the environment.
#pragma once

#include <string>

namespace slipway {

/// Empty where it is not set.
[[nodiscard]] std::string environment(const char* name);

}  // namespace slipway
