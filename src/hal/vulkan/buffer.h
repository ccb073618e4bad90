// Memory of a Vulkan device: one allocation a buffer.
#pragma once

#include "hal/vulkan/device.h"

namespace slipway::hal::vulkan {

class Buffer final : public hal::Buffer {
 public:
  /// Tells a buffer from all others, also from one that comes to lie where it lay.
  struct Identity {};

  static Result<std::shared_ptr<hal::Buffer>> create(std::shared_ptr<Core> core, std::uint64_t size,
                                                     MemoryKind kind);
  ~Buffer() override;
  [[nodiscard]] VkBuffer handle() const { return buffer_; }
  /// Ends with the buffer.
  [[nodiscard]] const std::shared_ptr<const Identity>& identity() const { return identity_; }

 private:
  Buffer(std::shared_ptr<Core> core, std::uint64_t size) : hal::Buffer(size), core_(std::move(core)) {}
  Result<> allocate(MemoryKind kind);

  std::shared_ptr<Core> core_;
  std::shared_ptr<const Identity> identity_ = std::make_shared<const Identity>();
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
};

}  // namespace slipway::hal::vulkan
