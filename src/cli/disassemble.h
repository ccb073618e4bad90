// SPIR-V as text.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <slipway/result.h>

namespace slipway::cli {

/// `code` is SPIR-V words in host order. `unsupported` where the build has no SPIRV-Tools.
[[nodiscard]] Result<std::string> disassemble(std::span<const std::byte> code);

}  // namespace slipway::cli
