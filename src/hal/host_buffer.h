// Buffers in plain host memory, and the commands over them that need no device.
#pragma once

#include "hal/device.h"

namespace slipway::hal {

class HostBuffer final : public Buffer {
 public:
  /// Zeroed memory, aligned to 16 bytes; `out_of_memory` where there is none. `hidden` is not mapped, as if
  /// it were a card's own.
  static Result<std::shared_ptr<Buffer>> create(std::uint64_t size, bool hidden = false);
  /// All bytes, hidden or not: for devices that compute in them.
  [[nodiscard]] std::span<std::byte> bytes() const { return {bytes_.get(), size()}; }

 private:
  struct Free {
    void operator()(std::byte* bytes) const;
  };
  HostBuffer(std::unique_ptr<std::byte, Free> bytes, std::uint64_t size, bool hidden);
  std::unique_ptr<std::byte, Free> bytes_;
};

/// The bytes of a buffer that HostBuffer::create made.
[[nodiscard]] std::span<std::byte> host_bytes(const Buffer& buffer);

void run_on_host(const Copy& copy);
void run_on_host(const Fill& fill);

}  // namespace slipway::hal
