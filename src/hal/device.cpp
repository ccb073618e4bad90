#include "hal/device.h"

namespace slipway {

std::string_view to_string(DeviceType type) {
  switch (type) {
    case DeviceType::discrete_gpu: return "discrete_gpu";
    case DeviceType::integrated_gpu: return "integrated_gpu";
    case DeviceType::virtual_gpu: return "virtual_gpu";
    case DeviceType::software: return "software";
    case DeviceType::interpreter: return "interpreter";
  }
  return "software";
}

}  // namespace slipway
