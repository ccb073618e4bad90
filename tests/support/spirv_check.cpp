#include "support/spirv_check.h"

#include <cstdint>
#include <cstring>
#include <vector>

#include <fmt/format.h>
#include <spirv-tools/libspirv.hpp>

namespace slipway::tests {

std::string check_spirv(std::span<const std::byte> code) {
  if (code.size() % sizeof(std::uint32_t) != 0)
    return fmt::format("{} bytes are not whole words", code.size());
  std::vector<std::uint32_t> words(code.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), code.data(), code.size());
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_2);
  std::string messages;
  tools.SetMessageConsumer(
      [&messages](spv_message_level_t, const char*, const spv_position_t& position, const char* message) {
        messages += fmt::format("instruction {}: {}\n", position.index, message);
      });
  spvtools::ValidatorOptions options;
  options.SetUniformBufferStandardLayout(true);  // lowering refuses such uniforms where a device cannot
  if (tools.Validate(words.data(), words.size(), options)) return {};
  return messages.empty() ? "the SPIR-V validator refused the module without a message" : messages;
}

}  // namespace slipway::tests
