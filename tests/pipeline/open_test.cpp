#include <gtest/gtest.h>

#include <slipway/slipway.h>

#include "support/drivers.h"

namespace slipway {
namespace {

using tests::ScopedEnvironment;

// A machine with lavapipe and nothing else.
class Open : public testing::Test {
 protected:
  void SetUp() override {
    const auto manifest = tests::driver_manifest("lavapipe");
    if (manifest.empty()) GTEST_SKIP() << "lavapipe is not installed";
    environment_.emplace("VK_DRIVER_FILES", manifest.string());
    selector_.emplace("SLIPWAY_DEVICE", std::nullopt);
  }
  std::optional<ScopedEnvironment> environment_;
  std::optional<ScopedEnvironment> selector_;
  std::vector<std::string> notices_;
  DeviceOptions options_{.notice = [this](std::string_view line) { notices_.emplace_back(line); }};
};

std::string message_of(const Result<Device>& device) {
  return device ? "opened " + device->info().selector : device.error().message();
}

TEST_F(Open, a_software_device_comes_with_one_notice) {
  const auto device = Device::open(options_);
  ASSERT_TRUE(device) << device.error().to_string();
  EXPECT_EQ(device->info().selector, "vulkan:0");
  EXPECT_EQ(device->info().type, DeviceType::software);
  ASSERT_EQ(notices_.size(), 1U);
  EXPECT_TRUE(notices_[0].starts_with("no GPU found: using the software device 'llvmpipe")) << notices_[0];
}

TEST_F(Open, a_named_device_comes_without_notice) {
  options_.selector = "vulkan";
  EXPECT_EQ(message_of(Device::open(options_)), "opened vulkan:0");
  options_.selector = "LLVMpipe";
  EXPECT_EQ(message_of(Device::open(options_)), "opened vulkan:0");
  EXPECT_TRUE(notices_.empty());
}

TEST_F(Open, the_environment_is_the_default_and_the_option_wins) {
  const ScopedEnvironment chosen("SLIPWAY_DEVICE", "reference");
  EXPECT_EQ(message_of(Device::open(options_)), "opened reference");
  options_.selector = "vulkan:0";
  EXPECT_EQ(message_of(Device::open(options_)), "opened vulkan:0");
}

TEST_F(Open, an_unknown_device_lists_what_there_is) {
  for (const char* selector : {"vulkan:99", "vulkan:-1", "abc", "99"}) {
    options_.selector = selector;
    const auto device = Device::open(options_);
    ASSERT_FALSE(device) << selector;
    EXPECT_EQ(device.error().code(), ErrorCode::invalid_argument);
    EXPECT_TRUE(device.error().message().starts_with("no device '" + std::string(selector) +
                                                     "'; there is 'vulkan:0'"))
        << device.error().message();
  }
}

TEST_F(Open, require_gpu_refuses_software) {
  options_.require_gpu = true;
  const auto device = Device::open(options_);
  ASSERT_FALSE(device);
  EXPECT_EQ(device.error().code(), ErrorCode::unsupported);
  EXPECT_TRUE(device.error().message().starts_with("no GPU: a GPU is required")) << device.error().message();
}

TEST_F(Open, without_a_driver_only_the_reference_opens) {
  const ScopedEnvironment none("VK_DRIVER_FILES", "/nonexistent/icd.json");
  const auto device = Device::open(options_);
  ASSERT_FALSE(device);
  EXPECT_EQ(device.error().code(), ErrorCode::unsupported);
  EXPECT_TRUE(device.error().message().starts_with(
      "no usable device (no Vulkan driver is installed: VK_DRIVER_FILES is '/nonexistent/icd.json'"))
      << device.error().message();
  options_.selector = "vulkan";
  EXPECT_TRUE(
      message_of(Device::open(options_)).starts_with("no vulkan device (no Vulkan driver is installed"));
  options_.selector = "reference";
  EXPECT_EQ(message_of(Device::open(options_)), "opened reference");
  const DeviceList list = Device::list();
  ASSERT_EQ(list.devices.size(), 1U);
  EXPECT_EQ(list.devices[0].selector, "reference");
  EXPECT_TRUE(list.vulkan_error);
}

TEST_F(Open, the_list_has_the_reference_last) {
  const DeviceList list = Device::list();
  ASSERT_EQ(list.devices.size(), 2U);
  EXPECT_EQ(list.devices[0].selector, "vulkan:0");
  EXPECT_FALSE(list.devices[0].driver.empty());
  EXPECT_EQ(list.devices[1].selector, "reference");
  EXPECT_FALSE(list.vulkan_error);
}

TEST_F(Open, a_wrong_variable_is_named) {
  const ScopedEnvironment wrong("SLIPWAY_VALIDATION", "yes");
  EXPECT_EQ(message_of(Device::open(options_)), "SLIPWAY_VALIDATION is 0 or 1: found 'yes'");
}

TEST_F(Open, the_subgroup_size_of_the_reference_is_a_power_of_two) {
  options_.selector = "reference";
  options_.reference_subgroup_size = 3;
  EXPECT_EQ(message_of(Device::open(options_)),
            "subgroup size of the reference device is a power of two from 1 to 128: found 3");
  options_.reference_subgroup_size = 32;
  const auto device = Device::open(options_);
  ASSERT_TRUE(device);
  EXPECT_EQ(device->info().features.subgroup_size, 32U);
}

}  // namespace
}  // namespace slipway
