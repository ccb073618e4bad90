// Devices for tests of what moves bytes: each that is installed as it is, and with memory of its own that the
// host does not see, as a card has.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include <slipway/slipway.h>

#include "hal/reference/driver.h"
#include "hal/vulkan_drivers.h"
#include "pipeline/device_state.h"
#ifdef SLIPWAY_HAS_VULKAN
#include "hal/vulkan/driver.h"
#endif

namespace slipway::test {

/// `reference`, `lavapipe` or `swiftshader`, with `_separate` behind it for memory of its own.
class OnMemory : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const std::string name = GetParam().substr(0, GetParam().find('_'));
    separate_ = name != GetParam();
    if (name != "reference") {
#ifdef SLIPWAY_HAS_VULKAN
      const auto manifest = driver_manifest(name);
      if (!manifest) GTEST_SKIP() << name << " is not installed";
      environment_.emplace("VK_DRIVER_FILES", *manifest);
#else
      GTEST_SKIP() << "this build has no Vulkan device";
#endif
    }
    auto opened = open(name);
    ASSERT_TRUE(opened) << opened.error().to_string();
    device_ = *std::move(opened);
    messages_ = device_->stats().validation_messages;
  }
  void TearDown() override {
    if (!device_) return;
    EXPECT_EQ(device_->stats().validation_messages, messages_);
  }

  Pipeline compiled(std::string_view wgsl, const PipelineConfig& config = {}) {
    auto pipeline = device_->compile_source(wgsl, config);
    if (!pipeline) throw std::runtime_error(pipeline.error().to_string());  // fails the test with the message
    return *std::move(pipeline);
  }
  [[nodiscard]] const pipeline::DeviceState& state() const { return *device_->state(); }

  bool separate_ = false;
  std::optional<Device> device_;

 private:
  [[nodiscard]] Result<Device> open(const std::string& name) const {
    hal::DriverOptions options;
    options.separate_memory = separate_;
    std::unique_ptr<hal::Driver> driver = std::make_unique<hal::reference::Driver>();
    std::function<std::uint64_t()> messages;
#ifdef SLIPWAY_HAS_VULKAN
    if (name != "reference") {
      options.validation = true;
      driver = std::make_unique<hal::vulkan::Driver>();
      messages = hal::vulkan::validation_message_count;
    }
#endif
    SLIPWAY_TRY(auto device, driver->open(0, options));
    DeviceInfo about = pipeline::describe(device->info(), name);
    return Device(std::make_shared<pipeline::DeviceState>(std::move(device), std::move(about), messages));
  }

  std::optional<ScopedEnvironment> environment_;
  std::uint64_t messages_ = 0;
};

inline auto memory_devices() {
  return testing::Values("reference", "reference_separate", "lavapipe", "lavapipe_separate", "swiftshader",
                         "swiftshader_separate");
}

inline std::string device_name(const testing::TestParamInfo<std::string>& device) { return device.param; }

}  // namespace slipway::test
