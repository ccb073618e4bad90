// The same work as slipway's, hand-written on the raw driver API: what its speed is compared with. Own
// instance, device and queue; command buffers are recorded once and submitted again.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <slipway/result.h>
#include <volk.h>

namespace slipway::bench {

/// How a thread waits for a fence: asking again and again, or asleep in the driver.
enum class Wait : std::uint8_t { spinning, blocking };

class VulkanBaseline {
 public:
  enum class Memory : std::uint8_t {
    device,     ///< of the card; not mapped
    reachable,  ///< of the card where the host can write it, else of the host
    host,       ///< of the host; read and written at full speed
  };
  struct Buffer {
    VkBuffer handle = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    std::span<std::byte> mapped;
  };
  struct Kernel {
    VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkPipeline pipeline = VK_NULL_HANDLE;
  };

  /// The device of that name. volk must have been loaded, which opening a Vulkan device of slipway does.
  static Result<std::unique_ptr<VulkanBaseline>> open(std::string_view device_name);
  ~VulkanBaseline();
  VulkanBaseline(const VulkanBaseline&) = delete;
  VulkanBaseline& operator=(const VulkanBaseline&) = delete;

  Result<Buffer> create_buffer(std::uint64_t size, Memory memory);
  /// A compute shader whose storage buffers are bindings 0, 1, … of set 0.
  Result<Kernel> create_kernel(std::span<const std::byte> spirv, const char* entry_point,
                               std::uint32_t buffers);
  Result<VkCommandBuffer> record(const std::function<Result<>(VkCommandBuffer)>& commands);
  Result<> dispatch(VkCommandBuffer commands, const Kernel& kernel, std::span<const Buffer> buffers,
                    std::uint32_t workgroups);
  void copy(VkCommandBuffer commands, const Buffer& from, const Buffer& to, std::uint64_t size,
            std::uint64_t offset = 0) const;
  /// Everything before is done and visible to everything behind, on the device.
  void barrier(VkCommandBuffer commands) const;
  /// The same, for the host.
  void host_barrier(VkCommandBuffer commands) const;

  /// Submits and waits.
  Result<> run(VkCommandBuffer commands, Wait wait);
  /// Submits with fence `index` of a few, and waits for it.
  Result<> submit(VkCommandBuffer commands, std::size_t index);
  Result<> wait(std::size_t index, Wait wait);
  static constexpr std::size_t fence_count = 16;

 private:
  VulkanBaseline() = default;
  Result<> create_device(std::string_view device_name);
  Result<> create_pools();

  VkInstance instance_ = VK_NULL_HANDLE;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  VolkDeviceTable vk_{};
  VkPhysicalDeviceMemoryProperties memory_{};
  std::uint32_t queue_family_ = 0;
  VkCommandPool commands_ = VK_NULL_HANDLE;
  VkDescriptorPool descriptors_ = VK_NULL_HANDLE;
  std::vector<VkFence> fences_;
  std::vector<Buffer> buffers_;
  std::vector<Kernel> kernels_;
};

}  // namespace slipway::bench
