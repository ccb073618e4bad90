// What a device is: names, limits, features.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace slipway {

enum class DeviceType : std::uint8_t {
  discrete_gpu,
  integrated_gpu,
  virtual_gpu,
  software,     ///< a driver that computes on the host
  interpreter,  ///< slipway's own reference
};

/// The snake_case name.
[[nodiscard]] std::string_view to_string(DeviceType type);

/// The largest that a kernel or a launch may ask for.
struct DeviceLimits {
  std::array<std::uint32_t, 3> workgroup_size{};   ///< invocations, per axis
  std::uint32_t workgroup_invocations = 0;         ///< product of the axes
  std::array<std::uint32_t, 3> workgroup_count{};  ///< at a time, per axis; larger launches are made in parts
  std::uint32_t workgroup_bytes = 0;               ///< workgroup memory
  std::uint64_t storage_binding_bytes = 0;
  std::uint64_t uniform_binding_bytes = 0;
  std::uint64_t buffer_bytes = 0;
  std::uint32_t storage_bindings = 0;  ///< per pipeline
  std::uint32_t uniform_bindings = 0;  ///< per pipeline
  std::uint32_t launch_words =
      0;  ///< 32-bit numbers of a launch: lengths of arrays, its place in a larger one
  /// Bytes: where slices of buffers may start that bindings take.
  std::uint32_t storage_offset_alignment = 0;
  std::uint32_t uniform_offset_alignment = 0;
};

struct DeviceFeatures {
  bool f16 = false;
  bool subgroups = false;
  std::uint32_t subgroup_size = 1;
  bool preserves_denormals_f32 = false;  ///< where `FloatMode::strict` asks for it
  bool preserves_inf_nan_f32 = false;    ///< by basic operations: docs/semantics.md lists them
};

struct DeviceInfo {
  std::string selector;  ///< opens exactly this one: `vulkan:0`, `reference`
  std::string name;
  DeviceType type = DeviceType::software;
  std::string api;             ///< `Vulkan 1.3.230`; empty for the reference
  std::string driver;          ///< as the driver names itself
  std::string driver_version;  ///< as the driver writes it
  DeviceLimits limits;
  DeviceFeatures features;
  /// Where the driver breaks the rules, and what slipway does about it; for people.
  std::vector<std::string> quirks;
};

}  // namespace slipway
