#include "hal/vulkan/commands.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/check.h"
#include "hal/vulkan/buffer.h"
#include "hal/vulkan/pipeline.h"

namespace slipway::hal::vulkan {
namespace {

constexpr VkPipelineStageFlags device_stages =
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
constexpr VkAccessFlags device_reads =
    VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_UNIFORM_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT;
constexpr VkAccessFlags device_writes = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;

VkBuffer handle_of(const std::shared_ptr<hal::Buffer>& buffer) {
  return static_cast<const Buffer&>(*buffer).handle();
}

class Recorder {
 public:
  Recorder(Core& core, Frame& frame) : core_(core), frame_(frame) {}

  Result<> record(const std::vector<Command>& commands) {
    SLIPWAY_TRY_VOID(make_room(commands));
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    VkResult result = core_.vk.vkBeginCommandBuffer(frame_.commands, &begin);
    if (result != VK_SUCCESS) return std::unexpected(core_.failed(result, "vkBeginCommandBuffer"));
    // Behind what earlier submissions did. What the host wrote before is visible by the submission itself.
    barrier(device_stages, device_reads | device_writes);
    for (const Command& command : commands) {
      auto recorded = std::visit([&](const auto& c) { return this->one(c); }, command);
      if (!recorded) return recorded;
    }
    barrier(VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT);
    result = core_.vk.vkEndCommandBuffer(frame_.commands);
    if (result != VK_SUCCESS) return std::unexpected(core_.failed(result, "vkEndCommandBuffer"));
    return {};
  }

 private:
  // A descriptor pool in the frame that holds the sets of all dispatches.
  Result<> make_room(const std::vector<Command>& commands) {
    std::uint32_t sets = 0;
    std::uint32_t storage = 0;
    std::uint32_t uniform = 0;
    for (const Command& command : commands) {
      const auto* dispatch = std::get_if<Dispatch>(&command);
      if (dispatch == nullptr) continue;
      ++sets;
      for (const auto& slot : dispatch->pipeline->kernel().bindings)
        ++(slot.kind == kernel::BindingKind::uniform ? uniform : storage);
    }
    if (sets <= frame_.descriptor_sets && storage <= frame_.storage_descriptors &&
        uniform <= frame_.uniform_descriptors)
      return {};
    core_.vk.vkDestroyDescriptorPool(core_.handle, frame_.descriptors, nullptr);
    frame_.descriptors = VK_NULL_HANDLE;
    frame_.descriptor_sets = std::max({sets, 2 * frame_.descriptor_sets, 4U});
    frame_.storage_descriptors = std::max({storage, 2 * frame_.storage_descriptors, 16U});
    frame_.uniform_descriptors = std::max({uniform, 2 * frame_.uniform_descriptors, 4U});
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, frame_.storage_descriptors},
                                          {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, frame_.uniform_descriptors}};
    VkDescriptorPoolCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    info.maxSets = frame_.descriptor_sets;
    info.poolSizeCount = 2;
    info.pPoolSizes = sizes;
    const VkResult result =
        core_.vk.vkCreateDescriptorPool(core_.handle, &info, nullptr, &frame_.descriptors);
    if (result == VK_SUCCESS) return {};
    frame_.descriptor_sets = frame_.storage_descriptors = frame_.uniform_descriptors = 0;
    return std::unexpected(core_.failed(result, "vkCreateDescriptorPool"));
  }

  void barrier(VkPipelineStageFlags stages, VkAccessFlags accesses) {
    VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    memory.srcAccessMask = device_writes;
    memory.dstAccessMask = accesses;
    core_.vk.vkCmdPipelineBarrier(frame_.commands, device_stages, stages, 0, 1, &memory, 0, nullptr, 0,
                                  nullptr);
  }

  Result<> one(const Copy& copy) {
    if (copy.size == 0) return {};
    const VkBufferCopy region{copy.from_offset, copy.to_offset, copy.size};
    core_.vk.vkCmdCopyBuffer(frame_.commands, handle_of(copy.from), handle_of(copy.to), 1, &region);
    return {};
  }

  Result<> one(const Fill& fill) {
    if (fill.size != 0)
      core_.vk.vkCmdFillBuffer(frame_.commands, handle_of(fill.buffer), fill.offset, fill.size, fill.value);
    return {};
  }

  Result<> one(const Barrier&) {
    barrier(device_stages, device_reads | device_writes);
    return {};
  }

  Result<> one(const Dispatch& dispatch) {
    const auto& pipeline = static_cast<const Pipeline&>(*dispatch.pipeline);
    const auto& kernel = pipeline.kernel();
    SLIPWAY_CHECK(dispatch.bindings.size() == kernel.bindings.size());
    SLIPWAY_CHECK(dispatch.launch_words.size() == kernel.launch_words.size());
    if (std::ranges::any_of(dispatch.grid, [](std::uint32_t count) { return count == 0; })) return {};
    SLIPWAY_TRY(const VkDescriptorSet set, descriptor_set(pipeline, dispatch));
    const auto& vk = core_.vk;
    vk.vkCmdBindPipeline(frame_.commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.handle());
    vk.vkCmdBindDescriptorSets(frame_.commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout(), 0, 1, &set,
                               0, nullptr);
    if (!dispatch.launch_words.empty())
      vk.vkCmdPushConstants(frame_.commands, pipeline.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                            static_cast<std::uint32_t>(dispatch.launch_words.size() * 4),
                            dispatch.launch_words.data());
    for (std::uint32_t i = 0; i < dispatch.repeat; ++i) {
      if (i != 0) barrier(device_stages, device_reads | device_writes);
      vk.vkCmdDispatch(frame_.commands, dispatch.grid[0], dispatch.grid[1], dispatch.grid[2]);
    }
    return {};
  }

  Result<VkDescriptorSet> descriptor_set(const Pipeline& pipeline, const Dispatch& dispatch) {
    VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    info.descriptorPool = frame_.descriptors;
    info.descriptorSetCount = 1;
    const VkDescriptorSetLayout layout = pipeline.set_layout();
    info.pSetLayouts = &layout;
    VkDescriptorSet set = VK_NULL_HANDLE;
    const VkResult result = core_.vk.vkAllocateDescriptorSets(core_.handle, &info, &set);
    if (result != VK_SUCCESS) return std::unexpected(core_.failed(result, "vkAllocateDescriptorSets"));

    const std::size_t count = dispatch.bindings.size();
    std::vector<VkDescriptorBufferInfo> ranges(count);
    std::vector<VkWriteDescriptorSet> writes(count);
    for (std::size_t i = 0; i < count; ++i) {
      const BufferRange& bound = dispatch.bindings[i];
      // Buffers are multiples of 16 bytes, so rounding up stays inside; a range of 0 bytes is no range in
      // Vulkan.
      constexpr std::uint64_t unit = 16;
      const std::uint64_t range = std::max((bound.size + unit - 1) / unit * unit, unit);
      SLIPWAY_CHECK(bound.offset < bound.buffer->size());
      ranges[i] = {handle_of(bound.buffer), bound.offset,
                   std::min(range, bound.buffer->size() - bound.offset)};
      writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
      writes[i].dstSet = set;
      writes[i].dstBinding = static_cast<std::uint32_t>(i);
      writes[i].descriptorCount = 1;
      writes[i].descriptorType = descriptor_type(pipeline.kernel().bindings[i].kind);
      writes[i].pBufferInfo = &ranges[i];
    }
    core_.vk.vkUpdateDescriptorSets(core_.handle, static_cast<std::uint32_t>(count), writes.data(), 0,
                                    nullptr);
    return set;
  }

  Core& core_;
  Frame& frame_;
};

class VulkanSubmission final : public Submission {
 public:
  VulkanSubmission(std::shared_ptr<Core> core, std::unique_ptr<Frame> frame, std::vector<Command> commands)
      : core_(std::move(core)), frame_(std::move(frame)), in_use_(std::move(commands)) {}

  ~VulkanSubmission() override {
    if (done_.load()) {
      core_->recycle(std::move(frame_));
    } else {
      core_->park(std::move(frame_), std::move(in_use_));
    }
  }

  Result<bool> wait(Deadline deadline) override {
    if (done_.load()) return true;
    SLIPWAY_TRY_VOID(core_->usable());
    VkResult result = core_->vk.vkGetFenceStatus(core_->handle, frame_->fence);
    if (result == VK_NOT_READY && core_->physical.info.type != DeviceType::software) result = spin(deadline);
    if (result == VK_NOT_READY) result = block(deadline);
    if (result == VK_TIMEOUT) return false;
    if (result != VK_SUCCESS) return std::unexpected(core_->failed(result, "waiting for the device"));
    done_.store(true);
    return true;
  }

 private:
  // Short launches end sooner than a blocked thread wakes up. A software driver would lose the core to us.
  VkResult spin(Deadline deadline) {
    constexpr auto longest = std::chrono::microseconds(100);
    const auto end = std::min(deadline.value_or(Clock::time_point::max()), Clock::now() + longest);
    VkResult result = VK_NOT_READY;
    while (result == VK_NOT_READY && Clock::now() < end)
      result = core_->vk.vkGetFenceStatus(core_->handle, frame_->fence);
    return result;
  }

  VkResult block(Deadline deadline) {
    std::uint64_t nanoseconds = std::numeric_limits<std::uint64_t>::max();
    if (deadline) {
      const auto left =
          std::chrono::duration_cast<std::chrono::nanoseconds>(*deadline - Clock::now()).count();
      nanoseconds = static_cast<std::uint64_t>(std::max<decltype(left)>(left, 0));
    }
    return core_->vk.vkWaitForFences(core_->handle, 1, &frame_->fence, VK_TRUE, nanoseconds);
  }

  std::shared_ptr<Core> core_;
  std::unique_ptr<Frame> frame_;
  std::vector<Command> in_use_;
  std::atomic<bool> done_ = false;
};

}  // namespace

Result<std::shared_ptr<Submission>> submit(std::shared_ptr<Core> core, std::vector<Command> commands) {
  SLIPWAY_TRY(auto frame, core->take_frame());
  auto submitted = Recorder(*core, *frame).record(commands);
  if (submitted) submitted = core->submit(*frame);
  if (!submitted) {
    core->recycle(std::move(frame));
    return std::unexpected(std::move(submitted).error());
  }
  return std::make_shared<VulkanSubmission>(std::move(core), std::move(frame), std::move(commands));
}

}  // namespace slipway::hal::vulkan
