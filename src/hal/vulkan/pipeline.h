// A kernel as a Vulkan compute pipeline with its layout.
#pragma once

#include "hal/vulkan/device.h"

namespace slipway::hal::vulkan {

class Pipeline final : public hal::Pipeline {
 public:
  static Result<std::shared_ptr<hal::Pipeline>> create(std::shared_ptr<Core> core, kernel::Kernel kernel,
                                                       std::span<const std::byte> driver_blob);
  ~Pipeline() override;
  [[nodiscard]] std::vector<std::byte> driver_blob() const override { return driver_blob_; }
  [[nodiscard]] VkPipeline handle() const { return pipeline_; }
  [[nodiscard]] VkPipelineLayout layout() const { return layout_; }
  [[nodiscard]] VkDescriptorSetLayout set_layout() const { return set_layout_; }

 private:
  Pipeline(std::shared_ptr<Core> core, kernel::Kernel kernel)
      : hal::Pipeline(std::move(kernel)), core_(std::move(core)) {}
  Result<> create_layout();
  Result<> compile(std::span<const std::byte> driver_blob);
  Result<> compile(VkPipelineCache cache);

  std::shared_ptr<Core> core_;
  VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
  std::vector<std::byte> driver_blob_;
};

/// The descriptor type of a slot.
[[nodiscard]] inline VkDescriptorType descriptor_type(kernel::BindingKind kind) {
  return kind == kernel::BindingKind::uniform ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                              : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

}  // namespace slipway::hal::vulkan
