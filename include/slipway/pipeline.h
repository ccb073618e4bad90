// Pipelines: a program compiled for one device, to be run many times.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <slipway/buffer.h>
#include <slipway/cache.h>
#include <slipway/host_buffer.h>
#include <slipway/no_throw.h>
#include <slipway/plan.h>
#include <slipway/program.h>
#include <slipway/result.h>

namespace slipway {

namespace pipeline {
class PipelineState;
class LaunchState;
class TicketState;
}  // namespace pipeline

/// One to three axes, or none given. Zero along an axis is a value like any other.
class Size3 {
 public:
  constexpr Size3() = default;
  constexpr Size3(std::uint64_t x, std::uint64_t y = 1, std::uint64_t z = 1) : axes_{x, y, z}, given_(true) {}
  [[nodiscard]] constexpr bool given() const { return given_; }
  [[nodiscard]] constexpr std::uint64_t operator[](std::size_t axis) const { return axes_[axis]; }
  bool operator==(const Size3&) const = default;

 private:
  std::array<std::uint64_t, 3> axes_{1, 1, 1};
  bool given_ = false;
};

/// What an index out of range, or a value out of an operation's domain, does; see docs/semantics.md.
enum class CheckMode : std::uint8_t {
  zero,  ///< reads give zero, writes do nothing
  trap,  ///< the launch fails and says where
  off,   ///< nothing is checked: the program answers for it
};

[[nodiscard]] std::string_view to_string(CheckMode mode);

enum class FloatMode : std::uint8_t {
  standard,  ///< within WGSL's error bounds; a * b + c may be contracted
  strict,    ///< no contraction
};

/// What happens to a `read_write` buffer around a run. Read-only buffers are always inputs. A device buffer
/// of the caller is used in place and never returned; as output or scratch, each run or launch zeroes it
/// first.
enum class Role : std::uint8_t {
  in_out,   ///< takes host data if given, else zeros; returned
  output,   ///< no host data; zeroed before the run; returned
  scratch,  ///< no host data; zeroed before the run; not returned
};

[[nodiscard]] std::string_view to_string(Role role);

/// What one instance of a pipeline differs in. The entry point belongs to the Program.
struct PipelineConfig {
  /// Values of `override` declarations, by name or by the decimal text of their @id.
  std::map<std::string, double> overrides = {};
  /// In place of the declared size. Refused for kernels with workgroup memory, barriers or subgroup
  /// operations.
  Size3 workgroup_size = {};
  CheckMode checks = CheckMode::zero;
  FloatMode floats = FloatMode::standard;
  /// By buffer name; `in_out` where there is none.
  std::map<std::string, Role> roles = {};
  /// Writable buffers that a run leaves on the device as well, by name: Outputs::device gives them to whoever
  /// goes on with them.
  std::set<std::string> live_out = {};
  /// Names the pipeline in messages; the entry point where empty.
  std::string label = {};
};

/// What a run is given for one binding: host bytes, borrowed for the call, or a device buffer or slice.
class Argument {
 public:
  template <class T>
  Argument(const Buffer<T>& buffer) : device_(buffer) {}
  Argument(DeviceBytes buffer) : device_(std::move(buffer)) {}
  /// Pinned memory, which the device reads by itself.
  template <class T>
  Argument(const HostBuffer<T>& buffer) : Argument(static_cast<const HostBytes&>(buffer)) {}
  Argument(HostBytes buffer) : host_(buffer.bytes()), pinned_(std::move(buffer)) {}
  /// Any contiguous range of trivially copyable elements that outlives the call.
  template <class Range>
  requires(!std::is_base_of_v<DeviceBytes, std::remove_cvref_t<Range>> &&
           !std::is_base_of_v<HostBytes, std::remove_cvref_t<Range>> &&
           requires(const Range& r) { std::as_bytes(std::span(std::data(r), std::size(r))); })
      Argument(const Range& range)
      : host_(std::as_bytes(std::span(std::data(range), std::size(range)))) {}
  /// One scalar or structure, which outlives the call.
  template <class T>
  requires(std::is_trivially_copyable_v<T> &&
           (std::is_arithmetic_v<T> || std::is_aggregate_v<T>)&&!requires(const T& t) { std::data(t); })
      Argument(const T& value)
      : host_(std::as_bytes(std::span(&value, 1))) {}

  [[nodiscard]] const std::optional<DeviceBytes>& device() const { return device_; }
  [[nodiscard]] std::span<const std::byte> host() const { return host_; }
  /// What `host` is, where it is pinned.
  [[nodiscard]] const std::optional<HostBytes>& pinned() const { return pinned_; }

 private:
  std::optional<DeviceBytes> device_;
  std::span<const std::byte> host_;
  std::optional<HostBytes> pinned_;
};

/// A buffer of a pipeline, looked up by its name once: see Pipeline::slot. Calls that get it in place of the
/// name look for nothing. It is as good for other pipelines: where one has another buffer in that place, it
/// is looked up by name.
class BufferSlot {
 public:
  [[nodiscard]] const std::string& name() const { return *name_; }

  /// For the layers of slipway.
  [[nodiscard]] std::uint32_t index() const { return index_; }
  BufferSlot(std::shared_ptr<const std::string> name, std::uint32_t index)
      : name_(std::move(name)), index_(index) {}

 private:
  std::shared_ptr<const std::string> name_;
  std::uint32_t index_;
};

/// Which buffer is meant: by the name of the variable in the program, or by a slot; borrows it.
class BufferName {
 public:
  template <class Text>
  requires(std::is_convertible_v<const Text&, std::string_view>) BufferName(const Text& name) : text_(name) {}
  BufferName(const BufferSlot& slot) : text_(slot.name()), index_(slot.index()) {}

  [[nodiscard]] std::string_view text() const { return text_; }
  /// Where it was when it was looked up; nothing where that has not been done.
  [[nodiscard]] const std::optional<std::uint32_t>& index() const { return index_; }

 private:
  std::string_view text_;
  std::optional<std::uint32_t> index_;
};

struct NamedArgument {
  BufferName name;
  Argument value;
};

/// Memory of the caller that an output is written to.
struct NamedTarget {
  BufferName name;
  std::span<std::byte> bytes;
  std::optional<HostBytes> pinned = {};  ///< what `bytes` are, where they are pinned

  /// Pinned memory, which the device writes by itself.
  NamedTarget(BufferName output, HostBytes buffer)
      : name(output), bytes(buffer.bytes()), pinned(std::move(buffer)) {}
  /// Any contiguous range of trivially copyable elements.
  template <class Range>
  requires(!std::is_base_of_v<HostBytes, std::remove_cvref_t<Range>> &&
           requires(Range & r) { std::as_writable_bytes(std::span(std::data(r), std::size(r))); })
      NamedTarget(BufferName output, Range&& range)
      : name(output), bytes(std::as_writable_bytes(std::span(std::data(range), std::size(range)))) {}
};

/// Bytes [begin, end) of an output.
struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool operator==(const ByteRange&) const = default;
};

struct RunOptions {
  /// In invocations; divided by the workgroup size, rounding up.
  Size3 extent = {};
  /// In workgroups; wins over `extent`. Without both, a kernel with a one-axis workgroup covers the elements
  /// of the first returned buffer; others are refused.
  Size3 grid = {};
  /// Elements of run-time-sized buffers that no argument sizes.
  std::map<std::string, std::uint64_t> sizes = {};
  /// Only these bytes of an output are returned, by buffer name. Only they cross the bus.
  std::map<std::string, ByteRange> ranges = {};
  /// Launches before the read-back, 1 or more. Buffers are filled once, before the first.
  std::uint32_t iterations = 1;
  /// Bytes of all outputs together; more is `budget_exceeded` before anything runs.
  std::optional<std::uint64_t> max_output_bytes = {};
  /// From the call to the last byte read back, with what the driver compiles at a first launch, but without
  /// Device::compile before it. A launch that runs past it is `deadline_exceeded`, nothing is returned, and
  /// the device is abandoned: later calls on it fail with `device_lost`. Where the deadline comes before
  /// the launch was submitted, the error is the same and the device goes on.
  std::optional<std::chrono::nanoseconds> timeout = {};
};

/// What a run returned, and what it left on the device, by name. Owns its bytes.
class Outputs {
 public:
  struct Entry {
    std::string name;
    std::vector<std::byte> bytes;
  };
  struct DeviceEntry {
    std::string name;
    DeviceBytes bytes;
  };

  /// In declaration order.
  [[nodiscard]] const std::vector<Entry>& entries() const& { return entries_; }
  /// An output's bytes. An unknown name is `invalid_argument`, with the names there are.
  [[nodiscard]] Result<std::span<const std::byte>> bytes(std::string_view name) const&;
  /// An output as elements of T; its size must be a multiple of T's.
  template <class T>
  [[nodiscard]] Result<std::span<const T>> get(std::string_view name) const& {
    static_assert(std::is_trivially_copyable_v<T>, "elements are copied as bytes");
    SLIPWAY_TRY(const auto raw, bytes(name));
    SLIPWAY_TRY_VOID(check_multiple(name, raw.size(), sizeof(T)));
    return std::span(reinterpret_cast<const T*>(raw.data()), raw.size() / sizeof(T));
  }
  // Views must not outlive the outputs they look into.
  const std::vector<Entry>& entries() const&& = delete;
  Result<std::span<const std::byte>> bytes(std::string_view name) const&& = delete;
  template <class T>
  Result<std::span<const T>> get(std::string_view name) const&& = delete;
  /// The same as a copy, from a temporary too.
  template <class T>
  [[nodiscard]] Result<std::vector<T>> take(std::string_view name) const {
    const Outputs& self = *this;
    SLIPWAY_TRY(const auto view, self.get<T>(name));
    return no_throw([&] { return Result<std::vector<T>>(std::in_place, view.begin(), view.end()); });
  }
  /// A buffer of PipelineConfig::live_out; the caller's own where it gave one. An unknown name is
  /// `invalid_argument`.
  [[nodiscard]] Result<DeviceBytes> device_bytes(std::string_view name) const;
  /// The same as elements of T; its size must be a multiple of T's.
  template <class T>
  [[nodiscard]] Result<Buffer<T>> device(std::string_view name) const {
    SLIPWAY_TRY(auto bytes, device_bytes(name));
    SLIPWAY_TRY_VOID(check_multiple(name, bytes.size_bytes(), sizeof(T)));
    return Buffer<T>(std::move(bytes));
  }

  explicit Outputs(std::vector<Entry> entries, std::vector<DeviceEntry> on_device = {})
      : entries_(std::move(entries)), on_device_(std::move(on_device)) {}

 private:
  static Result<> check_multiple(std::string_view name, std::size_t bytes, std::size_t element);
  std::vector<Entry> entries_;
  std::vector<DeviceEntry> on_device_;
};

/// How long a run took.
struct RunTimes {
  std::chrono::nanoseconds wall{};  ///< the whole call
  /// From handing its commands to the device to their end, copies among them included.
  std::chrono::nanoseconds queue{};
  /// All its launches, by the device's own clock (the interpreter's is the host's). Nothing where there was
  /// no workgroup to run, or the device has no clock.
  std::optional<std::chrono::nanoseconds> device;
};

struct TimedOutputs {
  Outputs outputs;
  RunTimes times;
};

/// A submitted launch. Dropping one is safe: what it uses lives until it is done.
class Ticket {
 public:
  /// Whether the launch has ended, without waiting.
  [[nodiscard]] Result<bool> ready() const;
  /// Waits for the end. A trap or a lost device is the error; past the time-out it is `deadline_exceeded`,
  /// and one may wait again.
  Result<> wait(std::optional<std::chrono::nanoseconds> timeout = {}) const;

  explicit Ticket(std::shared_ptr<pipeline::TicketState> state) : state_(std::move(state)) {}

 private:
  friend class Launch;
  std::shared_ptr<pipeline::TicketState> state_;
};

/// A pipeline with its device buffers and geometry resolved, and commands recorded for them; keeps both
/// alive. Copies of a handle are the same launch. Calls are safe from many threads. Submissions that share a
/// buffer behave as in the order in which submit() returned, whichever thread called it.
class Launch {
 public:
  /// Waits where DeviceOptions::submissions_in_flight are on their way; past the time-out it is
  /// `deadline_exceeded`, and nothing was submitted. After the first few, allocates nothing. May be called
  /// again before the last one has ended.
  Result<Ticket> submit(std::optional<std::chrono::nanoseconds> timeout = {}) const;
  /// `submit` and `wait`. A launch that runs past the time-out is `deadline_exceeded`, and the device is
  /// abandoned: later calls on it fail with `device_lost`.
  Result<> run(std::optional<std::chrono::nanoseconds> timeout = {}) const;
  /// Other device buffers for some bindings, from the next submit() on; the rest stays. Errors are those of
  /// Pipeline::bind, and leave the launch as it was.
  Result<> rebind(std::span<const NamedArgument> arguments) const;
  Result<> rebind(std::initializer_list<NamedArgument> arguments) const {
    return rebind(std::span(arguments.begin(), arguments.size()));
  }

  explicit Launch(std::shared_ptr<pipeline::LaunchState> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<pipeline::LaunchState> state_;
};

/// How a pipeline came to be, what it keeps and what it did. Copies of a handle are the same pipeline;
/// another call of compile makes another.
struct PipelineStats {
  CacheOutcome source = CacheOutcome::unused;  ///< on disk, when its program was read
  CacheOutcome memory = CacheOutcome::unused;
  CacheOutcome kernel = CacheOutcome::unused;  ///< on disk, when what the pipeline shares was made
  CacheOutcome driver = CacheOutcome::unused;
  std::uint64_t bytes = 0;             ///< of host memory that keeping it takes
  DescriptorSetStats descriptor_sets;  ///< of all pipelines of the same id on the device
  std::uint64_t launches = 0;          ///< submitted, as DeviceStats counts them
  /// Of submitted runs, as DeviceStats counts them. Transfers of device buffers are no pipeline's.
  std::uint64_t bytes_up = 0;
  std::uint64_t bytes_down = 0;
  std::uint64_t bytes_avoided = 0;
};

/// A program compiled for one device and one configuration. Cheap to copy; safe from many threads.
class Pipeline {
 public:
  /// Uploads the host arguments, launches, waits and returns every buffer whose role says so. Device buffers
  /// among the arguments are used in place: they are read and written, and not returned. Errors before
  /// anything runs: a missing or unknown argument, a size that does not fit, a role that takes no data,
  /// geometry over a limit, `max_output_bytes`.
  Result<Outputs> run(std::span<const NamedArgument> arguments, const RunOptions& options = {}) const;
  Result<Outputs> run(std::initializer_list<NamedArgument> arguments, const RunOptions& options = {}) const {
    return run(std::span(arguments.begin(), arguments.size()), options);
  }
  /// As `run`, with how long it took.
  Result<TimedOutputs> run_timed(std::span<const NamedArgument> arguments,
                                 const RunOptions& options = {}) const;
  Result<TimedOutputs> run_timed(std::initializer_list<NamedArgument> arguments,
                                 const RunOptions& options = {}) const {
    return run_timed(std::span(arguments.begin(), arguments.size()), options);
  }
  /// As `run`, but with nothing to own except what is left on the device: every returned buffer (or its
  /// range) written to the target of its name, which has just as many bytes; `invalid_argument`, before
  /// anything runs, where one is missing, unknown or of another size. On any error the targets are as they
  /// were; those in pinned memory, which the device writes by itself, are unspecified once it ran.
  Result<Outputs> run_into(std::span<const NamedArgument> arguments, std::span<const NamedTarget> targets,
                           const RunOptions& options = {}) const;
  Result<Outputs> run_into(std::initializer_list<NamedArgument> arguments,
                           std::initializer_list<NamedTarget> targets, const RunOptions& options = {}) const {
    return run_into(std::span(arguments.begin(), arguments.size()),
                    std::span(targets.begin(), targets.size()), options);
  }
  /// Resolves device buffers for many launches. Every binding needs a device buffer. Of the options, the
  /// extent, the grid and `iterations` count; the rest must be unset.
  Result<Launch> bind(std::span<const NamedArgument> arguments, const RunOptions& options = {}) const;
  Result<Launch> bind(std::initializer_list<NamedArgument> arguments, const RunOptions& options = {}) const {
    return bind(std::span(arguments.begin(), arguments.size()), options);
  }

  /// The buffer of that name, for arguments and targets of many calls. An unknown name is
  /// `invalid_argument`, with the names there are.
  [[nodiscard]] Result<BufferSlot> slot(std::string_view name) const;

  [[nodiscard]] const Program& program() const;
  /// `vulkan:` and 16 hex digits: the same for everything that is compiled to the same code for the same
  /// device and driver by the same build of slipway.
  [[nodiscard]] const std::string& id() const;
  [[nodiscard]] PipelineStats stats() const;
  /// What a launch will do, with symbols where its arguments decide.
  [[nodiscard]] Plan plan() const;
  /// The same with the numbers of one launch, which is not made. Errors are those of run() before anything
  /// runs.
  [[nodiscard]] Result<Plan> plan(std::span<const NamedArgument> arguments,
                                  const RunOptions& options = {}) const;
  [[nodiscard]] Result<Plan> plan(std::initializer_list<NamedArgument> arguments,
                                  const RunOptions& options = {}) const {
    return plan(std::span(arguments.begin(), arguments.size()), options);
  }
  /// In invocations: what the configuration or the program says.
  [[nodiscard]] std::array<std::uint32_t, 3> workgroup_size() const;
  /// The device's code: SPIR-V words, or a module for the reference device.
  [[nodiscard]] std::span<const std::byte> code() const;

  explicit Pipeline(std::shared_ptr<const pipeline::PipelineState> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<const pipeline::PipelineState> state_;
};

}  // namespace slipway
