#include "cli/disassemble.h"

#ifdef SLIPWAY_HAS_SPIRV_TOOLS
#include <cstdint>
#include <cstring>
#include <vector>

#include <spirv-tools/libspirv.hpp>
#endif

namespace slipway::cli {

#ifdef SLIPWAY_HAS_SPIRV_TOOLS
Result<std::string> disassemble(std::span<const std::byte> code) {
  std::vector<std::uint32_t> words(code.size() / 4);
  std::memcpy(words.data(), code.data(), words.size() * 4);
  const spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_2);
  constexpr std::uint32_t options =
      SPV_BINARY_TO_TEXT_OPTION_INDENT | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES;
  std::string text;
  if (!tools.Disassemble(words, &text, options))
    return fail(ErrorCode::internal, "the emitted SPIR-V cannot be disassembled");
  return text;
}
#else
Result<std::string> disassemble(std::span<const std::byte>) {
  return fail(ErrorCode::unsupported, "this build has no SPIRV-Tools: only --to spirv is there");
}
#endif

}  // namespace slipway::cli
