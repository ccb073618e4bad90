// SLIPWAY_CHECK: stays on in release. It guards memory safety and unreachable states; input, files
// and drivers can never trip one.
#pragma once

namespace slipway {
[[noreturn]] void check_failed(const char* condition, const char* file, int line);
}

#define SLIPWAY_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::slipway::check_failed(#condition, __FILE__, __LINE__))
#define SLIPWAY_UNREACHABLE() ::slipway::check_failed("unreachable", __FILE__, __LINE__)
