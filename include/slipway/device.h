// Devices: opening one, what it is, and what it makes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <slipway/buffer.h>
#include <slipway/device_info.h>
#include <slipway/pipeline.h>
#include <slipway/program.h>
#include <slipway/result.h>

namespace slipway {

namespace pipeline {
class DeviceState;
}

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
