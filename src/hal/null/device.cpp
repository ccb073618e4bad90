#include "hal/null/device.h"

#include <algorithm>

#include "hal/host_buffer.h"

namespace slipway::hal::null {
namespace {

class NullPipeline final : public Pipeline {
 public:
  NullPipeline(kernel::Kernel kernel, std::vector<std::byte> driver_blob)
      : Pipeline(std::move(kernel)), driver_blob_(std::move(driver_blob)) {}
  [[nodiscard]] std::vector<std::byte> driver_blob() const override { return driver_blob_; }

 private:
  std::vector<std::byte> driver_blob_;
};

class NullRecorded final : public Recorded {
 public:
  explicit NullRecorded(std::vector<Command> list) : commands(std::move(list)) {}
  const std::vector<Command> commands;
};

class NullSubmission final : public Submission {
 public:
  explicit NullSubmission(bool done) : done_(done) {}
  Result<bool> wait(Deadline deadline) override {
    if (!done_ && !deadline)
      return fail(ErrorCode::internal, "waiting for ever for a launch that never ends");
    return done_;
  }

 private:
  bool done_;
};

}  // namespace

Result<> Device::usable() const {
  const std::lock_guard lock(mutex_);
  if (abandoned_) return fail(ErrorCode::device_lost, "device 'null' was abandoned");
  return {};
}

Result<std::shared_ptr<Buffer>> Device::create_buffer(std::uint64_t size, MemoryKind) {
  SLIPWAY_TRY_VOID(usable());
  return HostBuffer::create(size);
}

Result<std::shared_ptr<Pipeline>> Device::create_pipeline(kernel::Kernel kernel,
                                                          std::span<const std::byte> driver_blob,
                                                          const std::string& label) {
  SLIPWAY_TRY_VOID(usable());
  if (options_.on_create) {
    SLIPWAY_TRY_VOID(options_.on_create(kernel, driver_blob));
  }
  if (options_.on_label) options_.on_label(label);
  return std::make_shared<NullPipeline>(std::move(kernel), options_.driver_blob);
}

Result<std::shared_ptr<Submission>> Device::submit(std::vector<Command> commands) { return run(commands); }

Result<std::shared_ptr<Recorded>> Device::record(std::vector<Command> commands) {
  SLIPWAY_TRY_VOID(usable());
  return std::make_shared<NullRecorded>(std::move(commands));
}

Result<std::shared_ptr<Submission>> Device::submit(std::shared_ptr<Recorded> recorded) {
  return run(static_cast<const NullRecorded&>(*recorded).commands);
}

Result<std::shared_ptr<Submission>> Device::run(const std::vector<Command>& commands) {
  SLIPWAY_TRY_VOID(usable());
  if (options_.never_ends) return make_shared_in<NullSubmission>(submission_blocks_, false);
  const std::lock_guard lock(mutex_);
  for (const Command& command : commands) {
    if (const auto* copy = std::get_if<Copy>(&command)) run_on_host(*copy);
    if (const auto* fill = std::get_if<Fill>(&command)) run_on_host(*fill);
    const auto* dispatch = std::get_if<Dispatch>(&command);
    if (dispatch != nullptr && options_.on_dispatch && std::ranges::count(dispatch->grid, 0U) == 0)
      for (std::uint32_t i = 0; i < dispatch->repeat; ++i) options_.on_dispatch(*dispatch);
  }
  return make_shared_in<NullSubmission>(submission_blocks_, true);
}

void Device::abandon() {
  const std::lock_guard lock(mutex_);
  abandoned_ = true;
}

}  // namespace slipway::hal::null
