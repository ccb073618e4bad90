#include "hal/vulkan/commands.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/block_pool.h"
#include "base/check.h"
#include "hal/parts.h"
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

  Result<> record(VkCommandBufferUsageFlags usage) {
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = usage;
    VkResult result = core_.vk.vkBeginCommandBuffer(frame_.commands, &begin);
    if (result != VK_SUCCESS) return std::unexpected(core_.failed(result, "vkBeginCommandBuffer"));
    // Behind what earlier submissions did. What the host wrote before is visible by the submission itself.
    barrier(device_stages, device_reads | device_writes);
    for (const Command& command : frame_.list) {
      auto recorded = std::visit([&](const auto& c) { return this->one(c); }, command);
      if (!recorded) return recorded;
    }
    barrier(VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT);
    result = core_.vk.vkEndCommandBuffer(frame_.commands);
    if (result != VK_SUCCESS) return std::unexpected(core_.failed(result, "vkEndCommandBuffer"));
    return {};
  }

 private:
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
    SLIPWAY_TRY(auto bound, pipeline.sets().find_or_write(dispatch.bindings));
    VkDescriptorSet set = bound->handle();
    frame_.sets.push_back(std::move(bound));
    const auto& vk = core_.vk;
    vk.vkCmdBindPipeline(frame_.commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.handle());
    vk.vkCmdBindDescriptorSets(frame_.commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout(), 0, 1, &set,
                               0, nullptr);
    push_words(pipeline, dispatch.launch_words);
    for (std::uint32_t i = 0; i < dispatch.repeat; ++i) {
      if (i != 0) barrier(device_stages, device_reads | device_writes);
      if (!kernel.in_parts) {
        vk.vkCmdDispatch(frame_.commands, dispatch.grid[0], dispatch.grid[1], dispatch.grid[2]);
        continue;
      }
      for_each_part(dispatch.grid, core_.physical.info.target.limits.workgroup_count,
                    [&](const Grid& base, const Grid& count) {
                      push_words(pipeline, words_of_part(kernel, dispatch.launch_words, base));
                      vk.vkCmdDispatch(frame_.commands, count[0], count[1], count[2]);
                    });
    }
    return {};
  }

  void push_words(const Pipeline& pipeline, const std::vector<std::uint32_t>& words) {
    if (words.empty()) return;
    core_.vk.vkCmdPushConstants(frame_.commands, pipeline.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                static_cast<std::uint32_t>(words.size() * 4), words.data());
  }

  Result<> one(const StartTimer&) {
    if (core_.physical.time_stamp_mask == 0) return {};
    if (frame_.queries == VK_NULL_HANDLE) {
      VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
      info.queryType = VK_QUERY_TYPE_TIMESTAMP;
      info.queryCount = 2;
      const VkResult result = core_.vk.vkCreateQueryPool(core_.handle, &info, nullptr, &frame_.queries);
      if (result != VK_SUCCESS) return std::unexpected(core_.failed(result, "vkCreateQueryPool"));
    }
    frame_.timed = true;
    core_.vk.vkCmdResetQueryPool(frame_.commands, frame_.queries, 0, 2);
    time_stamp(0);
    return {};
  }

  Result<> one(const StopTimer&) {
    if (frame_.timed) time_stamp(1);
    return {};
  }

  // When all before it is done.
  void time_stamp(std::uint32_t query) {
    core_.vk.vkCmdWriteTimestamp(frame_.commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, frame_.queries,
                                 query);
  }

  Core& core_;
  Frame& frame_;
};

class VulkanSubmission final : public Submission {
 public:
  VulkanSubmission(std::shared_ptr<Core> core, std::uint64_t number, std::shared_ptr<const DeviceTime> time)
      : core_(std::move(core)), number_(number), time_(std::move(time)) {}

  Result<bool> wait(Deadline deadline) override {
    SLIPWAY_TRY(const bool done, core_->queue.wait(number_, deadline));
    if (done) core_->reclaim();
    return done;
  }

  std::optional<std::chrono::nanoseconds> device_time() override {
    if (!time_) return std::nullopt;
    const std::chrono::nanoseconds time(time_->load());
    if (time.count() < 0) return std::nullopt;
    return time;
  }

 private:
  const std::shared_ptr<Core> core_;
  const std::uint64_t number_;
  const std::shared_ptr<const DeviceTime> time_;  // null where nothing was timed
};

class VulkanRecorded final : public Recorded {
 public:
  VulkanRecorded(std::shared_ptr<Core> core, std::unique_ptr<Frame> frame)
      : core_(std::move(core)), frame_(std::move(frame)) {}
  // Whoever submitted it kept it until that was done.
  ~VulkanRecorded() override { core_->recycle(std::move(frame_)); }
  [[nodiscard]] VkCommandBuffer commands() const { return frame_->commands; }

 private:
  std::shared_ptr<Core> core_;
  std::unique_ptr<Frame> frame_;
};

Result<std::unique_ptr<Frame>> record(Core& core, std::vector<Command> commands,
                                      VkCommandBufferUsageFlags usage) {
  SLIPWAY_TRY(auto frame, core.take_frame());
  frame->list = std::move(commands);
  if (auto recorded = Recorder(core, *frame).record(usage); !recorded) {
    core.recycle(std::move(frame));
    return std::unexpected(std::move(recorded).error());
  }
  return frame;
}

Result<std::shared_ptr<Submission>> submit(const std::shared_ptr<Core>& core, VkCommandBuffer commands,
                                           InUse& use) {
  const std::shared_ptr<const DeviceTime> time = use.time;
  SLIPWAY_TRY(const std::uint64_t number, core->queue.submit(commands, use));
  return make_shared_in<VulkanSubmission>(core->submission_blocks, core, number, time);
}

}  // namespace

Result<std::shared_ptr<Submission>> submit(const std::shared_ptr<Core>& core, std::vector<Command> commands) {
  core->reclaim();
  InUse use;
  SLIPWAY_TRY(use.frame, record(*core, std::move(commands), VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT));
  if (use.frame->timed) use.time = std::make_shared<DeviceTime>(-1);
  auto submitted = submit(core, use.frame->commands, use);
  if (!submitted) core->recycle(std::move(use.frame));
  return submitted;
}

Result<std::shared_ptr<hal::Recorded>> record(std::shared_ptr<Core> core, std::vector<Command> commands) {
  SLIPWAY_TRY(auto frame, record(*core, std::move(commands), VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT));
  return std::make_shared<VulkanRecorded>(std::move(core), std::move(frame));
}

Result<std::shared_ptr<Submission>> submit(const std::shared_ptr<Core>& core,
                                           std::shared_ptr<hal::Recorded> recorded) {
  core->reclaim();
  InUse use;
  use.recorded = std::move(recorded);
  VkCommandBuffer commands = static_cast<const VulkanRecorded&>(*use.recorded).commands();
  return submit(core, commands, use);
}

}  // namespace slipway::hal::vulkan
