#include "hal/vulkan/driver.h"

#include <fmt/format.h>

#include "hal/vulkan/device.h"
#include "hal/vulkan/instance.h"
#include "hal/vulkan/physical.h"

namespace slipway::hal::vulkan {
namespace {

Result<std::vector<Physical>> usable(const Instance& instance) {
  SLIPWAY_TRY(const auto handles, instance.physical_devices());
  std::vector<Physical> devices;
  std::string refused;
  for (VkPhysicalDevice handle : handles) {
    auto physical = query(handle);
    if (physical) {
      devices.push_back(*std::move(physical));
    } else {
      refused += (refused.empty() ? "" : "; ") + physical.error();
    }
  }
  if (devices.empty()) return fail(ErrorCode::unsupported, "no Vulkan device can be used: " + refused);
  return devices;
}

}  // namespace

Result<std::vector<Info>> Driver::list(const DriverOptions& options) {
  SLIPWAY_TRY(const auto instance, Instance::get(options.validation));
  SLIPWAY_TRY(auto devices, usable(*instance));
  std::vector<Info> infos;
  infos.reserve(devices.size());
  for (auto& device : devices) infos.push_back(std::move(device.info));
  return infos;
}

Result<std::shared_ptr<hal::Device>> Driver::open(std::size_t index, const DriverOptions& options) {
  SLIPWAY_TRY(auto instance, Instance::get(options.validation));
  SLIPWAY_TRY(auto devices, usable(*instance));
  if (index >= devices.size())
    return fail(ErrorCode::invalid_argument,
                fmt::format("no Vulkan device {}: there are {}", index, devices.size()));
  devices[index].unified = devices[index].unified && !options.separate_memory;
  return Device::create(std::move(instance), std::move(devices[index]));
}

}  // namespace slipway::hal::vulkan
