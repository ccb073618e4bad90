// Whether a result is what a case allows.
#pragma once

#include <cstddef>
#include <string>

#include "cts/kernel_text.h"

namespace slipway::tests::cts {

/// `element` points at the result's bytes, laid out as Type says.
[[nodiscard]] bool meets(const nlohmann::json& expectation, const Type& type, const std::byte* element);

/// The result for people, bits in hex.
[[nodiscard]] std::string describe_result(const Type& type, const std::byte* element);

}  // namespace slipway::tests::cts
