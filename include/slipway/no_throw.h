// Nothing throws across the API: what lacks memory, or what a library throws, ends in an error.
#pragma once

#include <exception>
#include <expected>

#include <slipway/result.h>

namespace slipway {

/// What was thrown, as an error: `out_of_memory` where the host has none, else `internal`. Needs no memory.
[[nodiscard]] Error error_of(const std::exception& thrown) noexcept;

/// What `body` returns, a Result; where it throws, the error. Every call of the API that may allocate goes
/// through it.
template <class Body>
[[nodiscard]] auto no_throw(Body body) -> decltype(body()) {
  try {
    return body();
  } catch (const std::exception& thrown) {
    return std::unexpected(error_of(thrown));
  }
}

}  // namespace slipway
