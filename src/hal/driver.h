// Where devices come from.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hal/device.h"

namespace slipway::hal {

struct DriverOptions {
  bool validation = false;          ///< check every call, where the driver has a layer for that
  std::uint32_t subgroup_size = 4;  ///< of devices that let one choose
  bool separate_memory = false;  ///< hide device memory from the host, as a card of its own does: for tests
};

/// One kind of device.
class Driver {
 public:
  virtual ~Driver() = default;
  Driver() = default;
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;
  /// The first part of selectors: `vulkan`.
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// The devices that can be used, at least one, or why there is none and what was tried.
  virtual Result<std::vector<Info>> list(const DriverOptions& options) = 0;
  /// Device `index` of list().
  virtual Result<std::shared_ptr<Device>> open(std::size_t index, const DriverOptions& options) = 0;
};

}  // namespace slipway::hal
