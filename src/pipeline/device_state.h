// What stands behind a Device handle.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include <slipway/device.h>

#include "hal/device.h"

namespace slipway::pipeline {

struct Counters {
  std::atomic<std::uint64_t> emissions = 0;
  std::atomic<std::uint64_t> compiles = 0;
  std::atomic<std::uint64_t> launches = 0;
  std::atomic<std::uint64_t> submissions = 0;
  std::atomic<std::uint64_t> bytes_up = 0;
  std::atomic<std::uint64_t> bytes_down = 0;
};

class DeviceState {
 public:
  /// `validation_messages` answers for the driver, where it can be asked.
  DeviceState(std::shared_ptr<hal::Device> hal, DeviceInfo about,
              std::function<std::uint64_t()> validation_messages = {})
      : hal_(std::move(hal)),
        about_(std::move(about)),
        validation_messages_(std::move(validation_messages)) {}

  [[nodiscard]] hal::Device& hal() const { return *hal_; }
  [[nodiscard]] const kernel::Target& target() const { return hal_->info().target; }
  [[nodiscard]] const DeviceInfo& about() const { return about_; }
  [[nodiscard]] std::uint64_t validation_messages() const {
    return validation_messages_ ? validation_messages_() : 0;
  }
  Counters counters;

 private:
  std::shared_ptr<hal::Device> hal_;
  DeviceInfo about_;
  std::function<std::uint64_t()> validation_messages_;
};

/// The public description of a device that `selector` opens.
[[nodiscard]] DeviceInfo describe(const hal::Info& info, std::string selector);

}  // namespace slipway::pipeline
