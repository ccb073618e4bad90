// What cannot be written is refused instead of written wrong.
#include <gtest/gtest.h>

#include "spirv/assembly.h"

namespace slipway::spirv {
namespace {

// The error of a module whose one declaration is `op` with `operands` operands.
Result<std::vector<Word>> module_with(spv::Op op, std::size_t operands) {
  Assembly assembly;
  append(assembly.declarations, op, std::vector<Word>(operands, 1));
  return assembly.finish();
}

TEST(Assembly, instructions_may_have_65535_words) {
  const auto longest = module_with(spv::Op::OpConstantComposite, 65534);
  ASSERT_TRUE(longest.has_value());
  const Word first = (*longest)[longest->size() - 65535];
  EXPECT_EQ(first, 0xFFFF0000U | static_cast<Word>(spv::Op::OpConstantComposite));
}

TEST(Assembly, longer_instructions_are_unsupported) {
  const auto array = module_with(spv::Op::OpConstantComposite, 65535);
  ASSERT_FALSE(array.has_value());
  EXPECT_EQ(array.error().code(), ErrorCode::unsupported);
  EXPECT_EQ(array.error().message(),
            "a constant array is too long for SPIR-V, where an instruction has at most 65535 words");
  const auto branches = module_with(spv::Op::OpSwitch, 70000);
  ASSERT_FALSE(branches.has_value());
  EXPECT_EQ(branches.error().message(),
            "a switch is too long for SPIR-V, where an instruction has at most 65535 words");
}

}  // namespace
}  // namespace slipway::spirv
