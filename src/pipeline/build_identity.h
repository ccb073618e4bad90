// Which build of slipway this is.
#pragma once

#include <string_view>

namespace slipway::pipeline {

/// 32 hex digits: a hash of the sources that decide what a program is compiled to, and of the compiler. In
/// every key on disk.
[[nodiscard]] std::string_view build_identity();

}  // namespace slipway::pipeline
