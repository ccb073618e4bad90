// A device that has so much memory and no more, and one call of which fails: over a device that works.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include <fmt/format.h>

#include "hal/device.h"

namespace slipway::tests {

class ScarceDevice final : public hal::Device {
 public:
  struct Options {
    std::uint64_t bytes = UINT64_MAX;  ///< for buffers of MemoryKind::device
    std::uint64_t failing_call = 0;    ///< of those that make or submit something, from 1 on; 0 for none
  };
  ScarceDevice(std::shared_ptr<hal::Device> inner, Options options)
      : inner_(std::move(inner)),
        options_(options),
        info_(inner_->info()),
        used_(std::make_shared<std::atomic<std::uint64_t>>(0)) {
    info_.memory_bytes = options.bytes;
  }

  /// Bytes of buffers of MemoryKind::device that are alive.
  [[nodiscard]] std::uint64_t used() const { return *used_; }
  [[nodiscard]] std::uint64_t calls() const { return calls_; }

  [[nodiscard]] const hal::Info& info() const override { return info_; }
  Result<std::shared_ptr<hal::Buffer>> create_buffer(std::uint64_t size, hal::MemoryKind kind) override {
    SLIPWAY_TRY_VOID(call());
    if (kind != hal::MemoryKind::device) return inner_->create_buffer(size, kind);
    if (size > options_.bytes - *used_) return fail(ErrorCode::out_of_memory, "the device is full");
    SLIPWAY_TRY(auto buffer, inner_->create_buffer(size, kind));
    *used_ += size;
    hal::Buffer* const object = buffer.get();
    return std::shared_ptr<hal::Buffer>(
        object, [held = std::move(buffer), used = used_, size](hal::Buffer*) { *used -= size; });
  }
  Result<std::shared_ptr<hal::Pipeline>> create_pipeline(kernel::Kernel kernel,
                                                         std::span<const std::byte> driver_blob,
                                                         const std::string& label) override {
    SLIPWAY_TRY_VOID(call());
    return inner_->create_pipeline(std::move(kernel), driver_blob, label);
  }
  Result<std::shared_ptr<hal::Submission>> submit(std::vector<hal::Command> commands) override {
    SLIPWAY_TRY_VOID(call());
    return inner_->submit(std::move(commands));
  }
  Result<std::shared_ptr<hal::Recorded>> record(std::vector<hal::Command> commands) override {
    SLIPWAY_TRY_VOID(call());
    return inner_->record(std::move(commands));
  }
  Result<std::shared_ptr<hal::Submission>> submit(std::shared_ptr<hal::Recorded> recorded) override {
    SLIPWAY_TRY_VOID(call());
    return inner_->submit(std::move(recorded));
  }
  void abandon() override { inner_->abandon(); }

 private:
  Result<> call() {
    if (++calls_ != options_.failing_call) return {};
    return fail(ErrorCode::out_of_memory, fmt::format("call {} is made to fail", options_.failing_call));
  }

  std::shared_ptr<hal::Device> inner_;
  Options options_;
  hal::Info info_;
  std::shared_ptr<std::atomic<std::uint64_t>> used_;
  std::atomic<std::uint64_t> calls_ = 0;
};

}  // namespace slipway::tests
