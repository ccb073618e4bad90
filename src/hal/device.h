// The device interface: what every kind of device must do, as few calls as possible. Capabilities are data
// (Info::target); commands are data (Command), so that a device sees a whole submission at once.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <slipway/cache.h>
#include <slipway/device_info.h>
#include <slipway/result.h>

#include "kernel/kernel.h"
#include "kernel/target.h"

namespace slipway::hal {

/// What a device is, for people, for the choice between devices, and for lowering.
struct Info {
  std::string name;
  DeviceType type = DeviceType::software;
  std::string api;
  std::string driver;
  std::string driver_version;
  std::uint32_t vendor_id = 0;
  std::uint32_t device_id = 0;
  std::string pipeline_uuid;       ///< hexadecimal; changes where compiled code stops being exchangeable
  std::uint64_t memory_bytes = 0;  ///< of the device; 0 where it does not say
  bool makes_blobs = false;        ///< pipelines have a driver blob that a later one can be made from faster
  kernel::Target target;
  std::vector<std::string> quirks;  ///< Target::quirks in words
};

using Clock = std::chrono::steady_clock;
/// A moment to give up waiting, or none.
using Deadline = std::optional<Clock::time_point>;

enum class MemoryKind : std::uint8_t {
  device,    ///< for kernels; mapped where that costs nothing
  upload,    ///< mapped; the host writes, copies read
  readback,  ///< mapped; the host reads and writes at full speed, copies too; kernels only a little
};

/// Memory of a device. Contents are undefined at creation.
class Buffer {
 public:
  virtual ~Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  /// What was asked for, or a few bytes more; at least 16 and a multiple of 16.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// The bytes as the host sees them, coherent; empty where it does not. Whoever touches them makes sure that
  /// no submission is using them.
  [[nodiscard]] std::span<std::byte> mapped() const { return mapped_; }
  /// The same where the host may write but must not read: mapped(), or device memory behind a bus.
  [[nodiscard]] std::span<std::byte> writable() const { return writable_; }

 protected:
  explicit Buffer(std::uint64_t size) : size_(size) {}
  void set_mapped(std::span<std::byte> bytes) { mapped_ = writable_ = bytes; }
  void set_writable(std::span<std::byte> bytes) { writable_ = bytes; }

 private:
  std::uint64_t size_;
  std::span<std::byte> mapped_;
  std::span<std::byte> writable_;
};

/// A kernel made ready by the device.
class Pipeline {
 public:
  virtual ~Pipeline() = default;
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;
  [[nodiscard]] const kernel::Kernel& kernel() const { return kernel_; }
  /// What the driver wants to be given when the same kernel is made again on the same device and driver.
  /// Empty where it wants nothing.
  [[nodiscard]] virtual std::vector<std::byte> driver_blob() const { return {}; }
  [[nodiscard]] virtual DescriptorSetStats descriptor_sets() const { return {}; }

 protected:
  explicit Pipeline(kernel::Kernel kernel) : kernel_(std::move(kernel)) {}

 private:
  kernel::Kernel kernel_;
};

/// Bytes [offset, offset + size) of a buffer; the offset obeys the target's alignments, the size may be 0.
struct BufferRange {
  std::shared_ptr<Buffer> buffer;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

/// Bytes; offsets and size are multiples of 4 and inside both buffers.
struct Copy {
  std::shared_ptr<Buffer> from;
  std::uint64_t from_offset = 0;
  std::shared_ptr<Buffer> to;
  std::uint64_t to_offset = 0;
  std::uint64_t size = 0;
};

/// Bytes; offset and size are multiples of 4 and inside the buffer.
struct Fill {
  std::shared_ptr<Buffer> buffer;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint32_t value = 0;
};

/// One launch. `bindings` has one entry per slot of the kernel, `launch_words` one per launch word.
struct Dispatch {
  std::shared_ptr<Pipeline> pipeline;
  std::vector<BufferRange> bindings;
  std::vector<std::uint32_t> launch_words;
  /// Workgroups; zero runs nothing. Where they are more than the target takes, the kernel is one in_parts,
  /// and the device makes as many dispatches as it needs, with the words of each.
  std::array<std::uint32_t, 3> grid{};
  std::uint32_t repeat = 1;  ///< times that it runs, with a Barrier between two
};

/// Everything before is done and visible to everything behind it.
struct Barrier {};

/// What lies between the two is timed by the device's own clock; at most one of each, in lists that are
/// submitted once. Everything before is done when either is reached.
struct StartTimer {};
struct StopTimer {};

using Command = std::variant<Copy, Fill, Dispatch, Barrier, StartTimer, StopTimer>;

/// Commands on their way, in the order of their submission. Dropping one does not wait: the device keeps what
/// it uses until it is done.
class Submission {
 public:
  virtual ~Submission() = default;
  Submission() = default;
  Submission(const Submission&) = delete;
  Submission& operator=(const Submission&) = delete;
  /// True when the commands are done and the host sees what they wrote; false when the deadline came first. A
  /// deadline in the past asks without waiting.
  virtual Result<bool> wait(Deadline deadline) = 0;
  /// Between the timer's commands, once they are done; nothing where there were none or the device has no
  /// clock.
  [[nodiscard]] virtual std::optional<std::chrono::nanoseconds> device_time() { return std::nullopt; }
};

/// Commands made ready by a device. They may be submitted any number of times, also while earlier submissions
/// of them are on their way. Keeps alive what they use.
class Recorded {
 public:
  virtual ~Recorded() = default;
  Recorded() = default;
  Recorded(const Recorded&) = delete;
  Recorded& operator=(const Recorded&) = delete;
};

/// An open device. Calls are safe from many threads.
class Device {
 public:
  virtual ~Device() = default;
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  [[nodiscard]] virtual const Info& info() const = 0;
  virtual Result<std::shared_ptr<Buffer>> create_buffer(std::uint64_t size, MemoryKind kind) = 0;
  /// `driver_blob` is empty, or byte for byte what Pipeline::driver_blob() gave for the same kernel on the
  /// same device and driver: drivers do not defend themselves against anything else. The driver's tools show
  /// the label, where it has any.
  virtual Result<std::shared_ptr<Pipeline>> create_pipeline(kernel::Kernel kernel,
                                                            std::span<const std::byte> driver_blob = {},
                                                            const std::string& label = {}) = 0;
  [[nodiscard]] virtual LayoutCacheStats layouts() const { return {}; }
  /// Of all its pipelines.
  [[nodiscard]] virtual DescriptorSetStats descriptor_sets() const { return {}; }
  /// Runs the commands behind all submissions before it, as if there were a Barrier between them. Uses of one
  /// buffer within the list are ordered by its Barriers only.
  virtual Result<std::shared_ptr<Submission>> submit(std::vector<Command> commands) = 0;
  /// Makes commands ready to be submitted often.
  virtual Result<std::shared_ptr<Recorded>> record(std::vector<Command> commands) = 0;
  /// As if its commands were submitted; `recorded` is of this device. After the first few, it allocates
  /// nothing and makes no driver objects.
  virtual Result<std::shared_ptr<Submission>> submit(std::shared_ptr<Recorded> recorded) = 0;
  /// Gives the device up with all it may be running: later calls fail with `device_lost`, nothing waits for
  /// it.
  virtual void abandon() = 0;
};

}  // namespace slipway::hal
