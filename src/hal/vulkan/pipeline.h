// A kernel as a Vulkan compute pipeline with its layout.
#pragma once

#include "hal/vulkan/descriptor_sets.h"
#include "hal/vulkan/device.h"

namespace slipway::hal::vulkan {

class Pipeline final : public hal::Pipeline {
 public:
  static Result<std::shared_ptr<hal::Pipeline>> create(std::shared_ptr<Core> core, kernel::Kernel kernel,
                                                       std::span<const std::byte> driver_blob,
                                                       const std::string& label);
  ~Pipeline() override;
  [[nodiscard]] std::vector<std::byte> driver_blob() const override { return driver_blob_; }
  [[nodiscard]] VkPipeline handle() const { return pipeline_; }
  [[nodiscard]] VkPipelineLayout layout() const { return layout_->pipeline(); }
  [[nodiscard]] DescriptorSets& sets() const { return *sets_; }
  [[nodiscard]] DescriptorSetStats descriptor_sets() const override { return sets_->stats(); }

 private:
  Pipeline(std::shared_ptr<Core> core, kernel::Kernel kernel)
      : hal::Pipeline(std::move(kernel)), core_(std::move(core)) {}
  Result<> compile(std::span<const std::byte> driver_blob);
  Result<> compile(VkPipelineCache cache);

  std::shared_ptr<Core> core_;
  std::shared_ptr<const Layout> layout_;
  std::unique_ptr<DescriptorSets> sets_;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
  std::vector<std::byte> driver_blob_;
};

}  // namespace slipway::hal::vulkan
