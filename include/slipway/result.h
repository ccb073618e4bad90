// Result<T> and the macro that passes errors up.
#pragma once

#include <expected>
#include <utility>

#include <slipway/error.h>

namespace slipway {

template <class T = void>
using Result = std::expected<T, Error>;

/// Short for `std::unexpected(Error(code, message))`.
[[nodiscard]] inline std::unexpected<Error> fail(ErrorCode code, std::string message) {
  return std::unexpected(Error(code, std::move(message)));
}

}  // namespace slipway

#define SLIPWAY_CONCAT_INNER(a, b) a##b
#define SLIPWAY_CONCAT(a, b) SLIPWAY_CONCAT_INNER(a, b)

/// `SLIPWAY_TRY(auto x, call());` declares `x` with the call's value, or returns its error. Two
/// statements: do not use it as the body of an unbraced `if`.
#define SLIPWAY_TRY(declaration, ...) \
  SLIPWAY_TRY_AS(SLIPWAY_CONCAT(slipway_result_, __LINE__), declaration, __VA_ARGS__)
#define SLIPWAY_TRY_AS(result, declaration, ...)                                \
  auto result = (__VA_ARGS__);                                                  \
  if (!(result).has_value()) return std::unexpected(std::move(result).error()); \
  declaration = *std::move(result)

/// The same for a `Result<void>`.
#define SLIPWAY_TRY_VOID(...)                                             \
  do {                                                                    \
    if (auto slipway_status = (__VA_ARGS__); !slipway_status.has_value()) \
      return std::unexpected(std::move(slipway_status).error());          \
  } while (false)
