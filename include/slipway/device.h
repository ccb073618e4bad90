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
#include <slipway/cache.h>
#include <slipway/device_info.h>
#include <slipway/pipeline.h>
#include <slipway/program.h>
#include <slipway/result.h>

namespace slipway {

namespace pipeline {
class DeviceState;
}

/// What compiling made is kept, in memory for a device and on disk for all processes of a user.
struct CacheOptions {
  /// Keep on disk; without a value, unless SLIPWAY_CACHE is `off`.
  std::optional<bool> disk = {};
  /// Empty: SLIPWAY_CACHE_DIR, else $XDG_CACHE_HOME/slipway, else ~/.cache/slipway. A directory that cannot
  /// be used means one notice and no cache on disk.
  std::filesystem::path directory = {};
  std::optional<std::uint64_t> disk_bytes = {};  ///< else SLIPWAY_CACHE_BYTES, else 1 GiB
  std::optional<std::uint64_t> pipelines = {};   ///< in memory; else SLIPWAY_PIPELINE_CACHE_ENTRIES, else 256
  std::optional<std::uint64_t> pipeline_bytes = {};  ///< else SLIPWAY_PIPELINE_CACHE_BYTES, else 256 MiB
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
  CacheOptions cache = {};
  /// Bytes of buffers nobody uses that are kept for later requests.
  std::uint64_t idle_buffer_bytes = 256U << 20U;
  /// Submissions that may be on their way at once, 1 or more. Who wants one more waits.
  std::uint32_t submissions_in_flight = 64;
  /// Takes one line that a person should see, such as that no GPU was found. Standard error where empty.
  std::function<void(std::string_view)> notice = {};
};

/// Buffers that are kept for later requests once nobody uses them.
struct BufferStats {
  std::uint64_t allocations = 0;  ///< made by the device
  std::uint64_t reuses = 0;       ///< had from those that were idle
  std::uint64_t evictions = 0;    ///< given back to the device
  std::uint64_t idle = 0;         ///< held now for later requests
  std::uint64_t idle_bytes = 0;
  std::uint64_t used_bytes = 0;  ///< by buffers in use
};

/// What a device has done since it was opened.
struct DeviceStats {
  std::uint64_t parses = 0;       ///< of programs, in this process
  std::uint64_t emissions = 0;    ///< kernels lowered and emitted
  std::uint64_t compiles = 0;     ///< driver pipelines made
  std::uint64_t launches = 0;     ///< counting iterations; one that is made in parts is one
  std::uint64_t submissions = 0;  ///< to the driver's queue
  std::uint64_t waits = 0;        ///< for the end of a submission
  std::uint64_t bytes_up = 0;
  std::uint64_t bytes_down = 0;           ///< whole words, as they cross to the host
  std::uint64_t bytes_avoided = 0;        ///< left on the device by byte ranges of outputs
  std::uint64_t validation_messages = 0;  ///< warnings and errors of the validation layer in this process
  MemoryCacheStats pipelines;
  LayoutCacheStats layouts;
  DescriptorSetStats descriptor_sets;  ///< of all pipelines
  DiskCacheStats disk;
  BufferStats buffers;  ///< in the device's memory, behind Buffer<T> and runs
  BufferStats staging;  ///< in pinned memory of the host, behind HostBuffer<T> and transfers
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

  /// Program::from_files and from_sources; what the cache on disk has of the same texts and entry point is
  /// not parsed again.
  Result<Program> read_files(std::span<const std::filesystem::path> paths,
                             const ProgramOptions& options = {}) const;
  Result<Program> read_sources(std::vector<SourceText> sources, const ProgramOptions& options = {}) const;

  /// A pipeline of an equal program and configuration (labels and roles aside) is had from memory, else made
  /// with what the cache on disk holds. A failure is not remembered. Everything that the device lacks for the
  /// program is in one `unsupported` error.
  Result<Pipeline> compile(const Program& program, const PipelineConfig& config = {}) const;
  /// read_files or read_sources, then compile.
  Result<Pipeline> compile_file(const std::filesystem::path& path, const PipelineConfig& config = {}) const;
  Result<Pipeline> compile_source(std::string_view wgsl, const PipelineConfig& config = {}) const;

  /// Zeroed memory for `count` elements.
  template <class T>
  Result<Buffer<T>> create(std::uint64_t count) const {
    SLIPWAY_TRY(const auto size, pipeline::bytes_of(count, sizeof(T)));
    SLIPWAY_TRY(auto bytes, create_bytes(size));
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
  template <class T>
  Result<Buffer<T>> upload(const HostBuffer<T>& values) const {
    SLIPWAY_TRY(auto bytes, upload_bytes(static_cast<const HostBytes&>(values)));
    return Buffer<T>(std::move(bytes));
  }
  /// Zeroed pinned memory on the host, for fast transfers.
  template <class T>
  Result<HostBuffer<T>> create_host(std::uint64_t count) const {
    SLIPWAY_TRY(const auto size, pipeline::bytes_of(count, sizeof(T)));
    SLIPWAY_TRY(auto bytes, create_host_bytes(size));
    return HostBuffer<T>(std::move(bytes));
  }
  /// Zeroed memory.
  Result<DeviceBytes> create_bytes(std::uint64_t bytes) const;
  Result<DeviceBytes> upload_bytes(std::span<const std::byte> bytes) const;
  Result<DeviceBytes> upload_bytes(const HostBytes& bytes) const;
  Result<HostBytes> create_host_bytes(std::uint64_t bytes) const;

  explicit Device(std::shared_ptr<pipeline::DeviceState> state) : state_(std::move(state)) {}
  /// For the layers of slipway.
  [[nodiscard]] const std::shared_ptr<pipeline::DeviceState>& state() const { return state_; }

 private:
  std::shared_ptr<pipeline::DeviceState> state_;
};

}  // namespace slipway
