// Devices for tests of what moves bytes: each that is installed as it is, and with memory of its own that the
// host does not see, as a card has.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include <slipway/slipway.h>

#include "hal/reference/driver.h"
#include "hal/validation/device.h"
#include "pipeline/device_state.h"
#include "support/on_driver.h"
#ifdef SLIPWAY_HAS_VULKAN
#include "hal/vulkan/driver.h"
#endif

namespace slipway::tests {

/// `reference`, `lavapipe` or `swiftshader`, with `_separate` behind it for memory of its own. A misuse of
/// the device fails the test as a message of the validation layer does.
class OnMemory : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (!IsSkipped()) keep(open());
  }

  [[nodiscard]] const pipeline::DeviceState& state() const { return *device_->state(); }
  /// As `state().hal()`; null where SetUp() has not opened it.
  [[nodiscard]] const std::shared_ptr<hal::Device>& hal_device() const { return checked_; }
  /// `behind` with its calls checked.
  Device open_checked(std::shared_ptr<hal::Device> behind, std::string selector,
                      const std::function<std::uint64_t()>& driver_messages = {},
                      cache::MemoryBounds bounds = {}) {
    auto checked = std::make_shared<hal::validation::Device>(std::move(behind));
    checked_ = checked;
    DeviceInfo about = pipeline::describe(checked->info(), std::move(selector));
    const auto messages = [checked, driver_messages] {
      return checked->misuses() + (driver_messages ? driver_messages() : 0);
    };
    return Device(
        std::make_shared<pipeline::DeviceState>(std::move(checked), std::move(about), messages, bounds));
  }

  const bool separate_ = name() != GetParam();

 private:
  [[nodiscard]] Result<Device> open() {
    hal::DriverOptions options;
    options.separate_memory = separate_;
    std::unique_ptr<hal::Driver> driver = std::make_unique<hal::reference::Driver>();
    std::function<std::uint64_t()> messages;
#ifdef SLIPWAY_HAS_VULKAN
    if (!is_reference()) {
      options.validation = true;
      driver = std::make_unique<hal::vulkan::Driver>();
      messages = hal::vulkan::validation_message_count;
    }
#endif
    SLIPWAY_TRY(auto device, driver->open(0, options));
    return open_checked(std::move(device), name(), messages);
  }

  std::shared_ptr<hal::Device> checked_;
};

inline auto memory_devices() {
  return testing::Values("reference", "reference_separate", "lavapipe", "lavapipe_separate", "swiftshader",
                         "swiftshader_separate");
}

}  // namespace slipway::tests
