// Which of the devices at hand a selector means. Pure functions over plain lists.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <slipway/device_info.h>
#include <slipway/result.h>

namespace slipway::hal {

struct Candidate {
  std::string driver;     ///< `vulkan`, `reference`
  std::size_t index = 0;  ///< within the driver
  std::string name;
  DeviceType type = DeviceType::software;
};

/// `vulkan:1`; without the number for a driver that has one device only by nature (`reference`).
[[nodiscard]] std::string selector_of(const Candidate& candidate);

struct Choice {
  std::size_t candidate = 0;  ///< index into the list
  bool fell_back = false;     ///< nobody named it, and it is software because there is no GPU
};

/// Picks one. Selectors: empty for the best (GPUs before software, never the interpreter), a driver's name
/// for its best, `driver:index`, or a part of a device's name in any case. `require_gpu` refuses what is not
/// a GPU, named or not. Errors are `invalid_argument` for a selector that names nothing or several, with the
/// list of what exists, and `unsupported` where the list has nothing fit; `why_none` is added there.
[[nodiscard]] Result<Choice> choose(std::span<const Candidate> candidates, std::string_view selector,
                                    bool require_gpu, std::string_view why_none);

}  // namespace slipway::hal
