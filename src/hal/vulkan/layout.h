// Pipeline layouts, of which pipelines of one shape share one.
#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include <slipway/result.h>
#include <volk.h>

#include "hal/device.h"
#include "kernel/kernel.h"

namespace slipway::hal::vulkan {

class Core;

/// All of a kernel that its layout depends on.
struct LayoutShape {
  std::vector<VkDescriptorType> slots;
  std::uint32_t launch_words = 0;
  auto operator<=>(const LayoutShape&) const = default;
};

[[nodiscard]] LayoutShape shape_of(const kernel::Kernel& kernel);

/// The descriptor type of a slot.
[[nodiscard]] inline VkDescriptorType descriptor_type(kernel::BindingKind kind) {
  return kind == kernel::BindingKind::uniform ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                              : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

/// The layout of one descriptor set and of the pipeline around it.
class Layout {
 public:
  static Result<std::shared_ptr<const Layout>> create(std::shared_ptr<Core> core, const LayoutShape& shape);
  explicit Layout(std::shared_ptr<Core> core) : core_(std::move(core)) {}
  ~Layout();
  Layout(const Layout&) = delete;
  Layout& operator=(const Layout&) = delete;

  [[nodiscard]] VkDescriptorSetLayout set() const { return set_; }
  [[nodiscard]] VkPipelineLayout pipeline() const { return pipeline_; }

 private:
  std::shared_ptr<Core> core_;
  VkDescriptorSetLayout set_ = VK_NULL_HANDLE;
  VkPipelineLayout pipeline_ = VK_NULL_HANDLE;
};

/// The layouts in use on one device. Safe from many threads.
class Layouts {
 public:
  Result<std::shared_ptr<const Layout>> find_or_create(const std::shared_ptr<Core>& core,
                                                       const LayoutShape& shape);
  [[nodiscard]] LayoutCacheStats stats() const;

 private:
  mutable std::mutex mutex_;  // guards known_ and counts_
  std::map<LayoutShape, std::weak_ptr<const Layout>> known_;
  LayoutCacheStats counts_;
};

}  // namespace slipway::hal::vulkan
