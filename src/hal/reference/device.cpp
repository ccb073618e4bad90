#include "hal/reference/device.h"

#include "hal/host_buffer.h"
#include "hal/reference/pipeline.h"

namespace slipway::hal::reference {
namespace {

// Lowered modules zero workgroup memory by themselves, as drivers want it. These bytes show where one does
// not.
std::byte workgroup_fill(const kernel::Target& target) {
  return target.lower_modules ? std::byte{0xA5} : std::byte{0};
}

}  // namespace

Device::Device(Info info, bool separate_memory)
    : info_(std::move(info)),
      separate_memory_(separate_memory),
      queue_(std::make_shared<Queue>(info_.target, workgroup_fill(info_.target))) {}

Device::~Device() { queue_->stop(); }

Result<std::shared_ptr<Buffer>> Device::create_buffer(std::uint64_t size, MemoryKind kind) {
  SLIPWAY_TRY_VOID(queue_->usable());
  if (const std::uint64_t most = info_.target.limits.buffer_bytes; size > most)
    return fail(ErrorCode::out_of_memory, "a buffer is larger than any memory");
  return HostBuffer::create(size, separate_memory_ && kind == MemoryKind::device);
}

Result<std::shared_ptr<hal::Pipeline>> Device::create_pipeline(kernel::Kernel kernel,
                                                               std::span<const std::byte>,
                                                               const std::string&) {
  SLIPWAY_TRY_VOID(queue_->usable());
  return Pipeline::create(std::move(kernel));
}

Result<std::shared_ptr<Submission>> Device::submit(std::vector<Command> commands) {
  return queue_->submit(std::make_shared<const std::vector<Command>>(std::move(commands)));
}

Result<std::shared_ptr<Recorded>> Device::record(std::vector<Command> commands) {
  SLIPWAY_TRY_VOID(queue_->usable());
  return std::make_shared<ReferenceRecorded>(std::move(commands));
}

Result<std::shared_ptr<Submission>> Device::submit(std::shared_ptr<Recorded> recorded) {
  return queue_->submit(static_cast<const ReferenceRecorded&>(*recorded).commands);
}

}  // namespace slipway::hal::reference
