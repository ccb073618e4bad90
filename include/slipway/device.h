// Devices: opening one, what it is, and what it makes.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <slipway/buffer.h>
#include <slipway/pipeline.h>
#include <slipway/program.h>
#include <slipway/result.h>

namespace slipway {

namespace pipeline {
class DeviceState;
}

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
  std::array<std::uint32_t, 3> workgroup_count{};  ///< of one launch, per axis
  std::uint32_t workgroup_bytes = 0;               ///< workgroup memory
  std::uint64_t storage_binding_bytes = 0;
  std::uint64_t uniform_binding_bytes = 0;
  std::uint64_t buffer_bytes = 0;
  std::uint32_t storage_bindings = 0;  ///< per pipeline
  std::uint32_t uniform_bindings = 0;
};

struct DeviceFeatures {
  bool f16 = false;
  bool subgroups = false;
  std::uint32_t subgroup_size = 1;
  bool preserves_denormals_f32 = false;
  bool preserves_inf_nan_f32 = false;
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

struct DeviceOptions {
  /// `vulkan`, `vulkan:1`, `reference` or a part of a device's name in any case. Empty: the environment's
  /// SLIPWAY_DEVICE, else the best device. A choice is honoured or refused, never replaced.
  std::string selector = {};
  /// Refuse software devices and the reference.
  bool require_gpu = false;
  /// Load the Khronos validation layer; without a value, whether SLIPWAY_VALIDATION is `1`.
  std::optional<bool> validation = {};
  /// Lanes of a subgroup on the reference device: a power of two from 1 to 128.
  std::uint32_t reference_subgroup_size = 4;
  /// Takes one line that a person should see, such as that no GPU was found. Standard error where empty.
  std::function<void(std::string_view)> notice = {};
};

/// What a device has done since it was opened.
struct DeviceStats {
  std::uint64_t emissions = 0;    ///< kernels lowered and emitted
  std::uint64_t compiles = 0;     ///< driver pipelines made
  std::uint64_t launches = 0;     ///< dispatches, counting iterations
  std::uint64_t submissions = 0;  ///< to the driver's queue
  std::uint64_t bytes_up = 0;
  std::uint64_t bytes_down = 0;
  std::uint64_t validation_messages = 0;  ///< warnings and errors of the validation layer in this process
};

/// What Device::list() found, and why there is nothing more.
struct DeviceList {
  std::vector<DeviceInfo> devices;  ///< the best first; the reference last
  /// Why Vulkan offers no device, where it offers none.
  std::optional<Error> vulkan_error;
};

/// An open device. Cheap to copy; safe from many threads; lives until the last handle made from it is gone.
class Device {
 public:
  /// The best real GPU (discrete, integrated, virtual), else a software device with one notice, else an error
  /// that says what was tried. The reference is taken only when named.
  static Result<Device> open(const DeviceOptions& options = {});
  [[nodiscard]] static DeviceList list(const DeviceOptions& options = {});

  [[nodiscard]] const DeviceInfo& info() const;
  [[nodiscard]] DeviceStats stats() const;

  /// Everything that the device lacks for the program is in one `unsupported` error.
  Result<Pipeline> compile(const Program& program, const PipelineConfig& config = {}) const;
  Result<Pipeline> compile_file(const std::filesystem::path& path, const PipelineConfig& config = {}) const;
  Result<Pipeline> compile_source(std::string_view wgsl, const PipelineConfig& config = {}) const;

  /// Zeroed memory for `count` elements.
  template <class T>
  Result<Buffer<T>> create(std::uint64_t count) const {
    if (count > UINT64_MAX / sizeof(T))
      return fail(ErrorCode::invalid_argument, "buffer size in bytes does not fit 64 bits");
    SLIPWAY_TRY(auto bytes, create_bytes(count * sizeof(T)));
    return Buffer<T>(std::move(bytes));
  }
  /// A new buffer with a copy of `values`, any contiguous range.
  template <class Range>
  requires requires(const Range& r) { std::as_bytes(std::span(std::data(r), std::size(r))); }
  auto upload(const Range& values) const
      -> Result<Buffer<std::remove_cv_t<std::remove_pointer_t<decltype(std::data(values))>>>> {
    using T = std::remove_cv_t<std::remove_pointer_t<decltype(std::data(values))>>;
    SLIPWAY_TRY(auto bytes, upload_bytes(std::as_bytes(std::span(std::data(values), std::size(values)))));
    return Buffer<T>(std::move(bytes));
  }
  /// Zeroed memory.
  Result<DeviceBytes> create_bytes(std::uint64_t bytes) const;
  Result<DeviceBytes> upload_bytes(std::span<const std::byte> bytes) const;

  explicit Device(std::shared_ptr<pipeline::DeviceState> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<pipeline::DeviceState> state_;
};

}  // namespace slipway
