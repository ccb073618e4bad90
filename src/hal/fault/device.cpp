#include "hal/fault/device.h"

namespace slipway::hal::fault {

Result<std::shared_ptr<Buffer>> Device::create_buffer(std::uint64_t size, MemoryKind kind) {
  SLIPWAY_TRY_VOID(ask({Call::create_buffer}));
  return behind_->create_buffer(size, kind);
}

Result<std::shared_ptr<Pipeline>> Device::create_pipeline(kernel::Kernel kernel,
                                                          std::span<const std::byte> driver_blob,
                                                          const std::string& label) {
  SLIPWAY_TRY_VOID(ask({Call::create_pipeline, driver_blob}));
  return behind_->create_pipeline(std::move(kernel), driver_blob, label);
}

Result<std::shared_ptr<Submission>> Device::submit(std::vector<Command> commands) {
  SLIPWAY_TRY_VOID(ask({Call::submit}));
  return behind_->submit(std::move(commands));
}

Result<std::shared_ptr<Recorded>> Device::record(std::vector<Command> commands) {
  SLIPWAY_TRY_VOID(ask({Call::record}));
  return behind_->record(std::move(commands));
}

Result<std::shared_ptr<Submission>> Device::submit(std::shared_ptr<Recorded> recorded) {
  SLIPWAY_TRY_VOID(ask({Call::submit}));
  return behind_->submit(std::move(recorded));
}

}  // namespace slipway::hal::fault
