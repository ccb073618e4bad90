// Runs one program on several devices and compares what they return.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <slipway/slipway.h>

#include "hunt/mutations.h"
#include "hunt/tree.h"

namespace slipway::hunt {

/// What is wrong with a program's runs.
struct Finding {
  std::string device;
  std::string kind;  ///< rejected, compile, spirv, run, difference, crash, hang
  std::string message;
};

/// `reference` first: others are compared with it. Nothing is kept on disk.
class Rig {
 public:
  /// Names are `reference`, `lowered`, `lavapipe`, `swiftshader`. Sets the process's Vulkan drivers, so it is
  /// called once. `mutation`, if any, goes into its device.
  static Result<Rig> open(const std::vector<std::string>& names, const Mutation* mutation = nullptr);

  /// The first finding, or nothing. Buffers are filled from the seed. `compiling` is told the device whose
  /// driver begins to make a pipeline, and an empty name when it is made.
  [[nodiscard]] std::optional<Finding> check(const Program& program, std::uint64_t seed,
                                             const std::function<void(std::string_view)>& compiling) const;

 private:
  std::vector<std::pair<std::string, Device>> devices_;
};

}  // namespace slipway::hunt
