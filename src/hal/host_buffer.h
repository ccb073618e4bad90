// Buffers in plain host memory, and the commands over them that need no device.
#pragma once

#include "hal/device.h"

namespace slipway::hal {

class HostBuffer final : public Buffer {
 public:
  /// Zeroed memory, aligned to 16 bytes; `out_of_memory` where there is none.
  static Result<std::shared_ptr<Buffer>> create(std::uint64_t size);

 private:
  struct Free {
    void operator()(std::byte* bytes) const;
  };
  HostBuffer(std::unique_ptr<std::byte, Free> bytes, std::uint64_t size);
  std::unique_ptr<std::byte, Free> bytes_;
};

void run_on_host(const Copy& copy);
void run_on_host(const Fill& fill);

}  // namespace slipway::hal
