#include <gtest/gtest.h>

#include <cstring>

#include "hal/vulkan/physical.h"

namespace slipway::hal::vulkan {
namespace {

VkPhysicalDeviceDriverProperties driver(VkDriverId id, const char* info) {
  VkPhysicalDeviceDriverProperties properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
  properties.driverID = id;
  std::strncpy(properties.driverInfo, info, sizeof properties.driverInfo - 1);
  return properties;
}

TEST(SilentLoopLimit, holds_for_lavapipe_before_23_1) {
  const auto lavapipe = VK_DRIVER_ID_MESA_LLVMPIPE;
  EXPECT_EQ(silent_loop_limit(driver(lavapipe, "Mesa 22.3.6 (LLVM 15.0.6)")), 65535U);
  EXPECT_EQ(silent_loop_limit(driver(lavapipe, "Mesa 23.0.4 (LLVM 15.0.6)")), 65535U);
  EXPECT_EQ(silent_loop_limit(driver(lavapipe, "")), 65535U);
  EXPECT_EQ(silent_loop_limit(driver(lavapipe, "Mesa 23.1.0 (LLVM 16)")), 0U);
  EXPECT_EQ(silent_loop_limit(driver(lavapipe, "Mesa 24.0.1")), 0U);
  EXPECT_EQ(silent_loop_limit(driver(VK_DRIVER_ID_MESA_RADV, "Mesa 22.3.6")), 0U);
}

TEST(NestedConditions, are_limited_on_lavapipe_only) {
  EXPECT_EQ(nested_conditions(driver(VK_DRIVER_ID_MESA_LLVMPIPE, "Mesa 22.3.6 (LLVM 15.0.6)")), 79U);
  EXPECT_EQ(nested_conditions(driver(VK_DRIVER_ID_GOOGLE_SWIFTSHADER, "")), 0U);
}

TEST(VariableBytes, are_limited_on_swiftshader_only) {
  EXPECT_EQ(variable_bytes(driver(VK_DRIVER_ID_GOOGLE_SWIFTSHADER, "")), 98304U);
  EXPECT_EQ(variable_bytes(driver(VK_DRIVER_ID_MESA_LLVMPIPE, "Mesa 22.3.6 (LLVM 15.0.6)")), 0U);
}

TEST(ExpandedInstructions, are_fewer_on_swiftshader) {
  EXPECT_EQ(expanded_instructions(driver(VK_DRIVER_ID_GOOGLE_SWIFTSHADER, "")), 32768U);
  EXPECT_EQ(expanded_instructions(driver(VK_DRIVER_ID_MESA_LLVMPIPE, "Mesa 22.3.6 (LLVM 15.0.6)")), 262144U);
}

TEST(F16, needs_arithmetic_and_both_kinds_of_storage) {
  VkPhysicalDeviceShaderFloat16Int8Features arithmetic{};
  VkPhysicalDevice16BitStorageFeatures storage{};
  arithmetic.shaderFloat16 = VK_TRUE;
  EXPECT_FALSE(has_f16(arithmetic, storage));
  storage.storageBuffer16BitAccess = VK_TRUE;
  EXPECT_FALSE(has_f16(arithmetic, storage));
  storage.uniformAndStorageBuffer16BitAccess = VK_TRUE;
  EXPECT_TRUE(has_f16(arithmetic, storage));  // without storageInputOutput16: no stage inputs here
  arithmetic.shaderFloat16 = VK_FALSE;
  EXPECT_FALSE(has_f16(arithmetic, storage));
}

}  // namespace
}  // namespace slipway::hal::vulkan
