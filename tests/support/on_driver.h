// Tests that run once for each device, named by their parameter.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <slipway/slipway.h>

#include "support/drivers.h"

namespace slipway::tests {

/// `reference`, `lavapipe` or `swiftshader`, with more behind a `_`: chooses the driver, and skips the test
/// where there is none.
class OnDriver : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (is_reference()) return;
#ifdef SLIPWAY_HAS_VULKAN
    const auto manifest = driver_manifest(name());
    if (manifest.empty()) GTEST_SKIP() << name() << " is not installed";
    environment_.emplace("VK_DRIVER_FILES", manifest.string());
#else
    GTEST_SKIP() << "this build has no Vulkan device";
#endif
  }
  [[nodiscard]] static std::string name() { return GetParam().substr(0, GetParam().find('_')); }
  [[nodiscard]] static bool is_reference() { return name() == "reference"; }
  /// What opens the device.
  [[nodiscard]] static std::string selector() { return is_reference() ? "reference" : "vulkan"; }

 private:
  std::optional<ScopedEnvironment> environment_;
};

/// With a device that is opened in SetUp(), of which the validation layer, where it is on, says nothing.
class OnDevice : public OnDriver {
 protected:
  void keep(Result<Device> opened) {
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

  std::optional<Device> device_;

 private:
  std::uint64_t messages_ = 0;
};

inline std::string device_name(const testing::TestParamInfo<std::string>& device) { return device.param; }

}  // namespace slipway::tests
