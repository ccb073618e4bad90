#include "hal/vulkan/queue.h"

#include <algorithm>
#include <thread>

#include "hal/vulkan/device.h"

namespace slipway::hal::vulkan {
namespace {

using std::chrono::nanoseconds;

// A software driver would lose the core to whoever spins.
nanoseconds most_spinning(const Info& info) {
  if (info.type == DeviceType::software || std::thread::hardware_concurrency() == 1) return nanoseconds(0);
  return std::chrono::microseconds(200);
}

}  // namespace

Queue::Queue(Core& core) : core_(core), spin_budget_(most_spinning(core.physical.info)) {}

Result<> Queue::open(std::uint32_t family) {
  core_.vk.vkGetDeviceQueue(core_.handle, family, 0, &queue_);
  VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
  info.pNext = &type;
  if (const VkResult result = core_.vk.vkCreateSemaphore(core_.handle, &info, nullptr, &counter_);
      result != VK_SUCCESS)
    return std::unexpected(core_.failed(result, "vkCreateSemaphore"));
  return {};
}

void Queue::close() { core_.vk.vkDestroySemaphore(core_.handle, counter_, nullptr); }

Result<std::uint64_t> Queue::submit(VkCommandBuffer commands, InUse& use) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t number = submitted_.load() + 1;
  in_flight_.reserve(in_flight_.size() + 1);
  VkTimelineSemaphoreSubmitInfo timeline{VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO};
  timeline.signalSemaphoreValueCount = 1;
  timeline.pSignalSemaphoreValues = &number;
  VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
  info.pNext = &timeline;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  info.signalSemaphoreCount = 1;
  info.pSignalSemaphores = &counter_;
  if (const VkResult result = core_.vk.vkQueueSubmit(queue_, 1, &info, VK_NULL_HANDLE); result != VK_SUCCESS)
    return std::unexpected(core_.failed(result, "vkQueueSubmit"));
  submitted_.store(number);
  in_flight_.push({number, std::move(use)});
  return number;
}

Result<bool> Queue::done(std::uint64_t number) {
  if (done_.load() >= number) return true;
  std::uint64_t counted = 0;
  if (const VkResult result = core_.vk.vkGetSemaphoreCounterValue(core_.handle, counter_, &counted);
      result != VK_SUCCESS)
    return std::unexpected(core_.failed(result, "vkGetSemaphoreCounterValue"));
  std::uint64_t before = done_.load();
  while (before < counted && !done_.compare_exchange_weak(before, counted)) {
  }
  return counted >= number;
}

Result<bool> Queue::spin(std::uint64_t number, Deadline deadline) {
  const auto end = std::min(deadline.value_or(Clock::time_point::max()), Clock::now() + spin_budget_.now());
  while (Clock::now() < end) {
    SLIPWAY_TRY(const bool ended, done(number));
    if (ended) return true;
  }
  return false;
}

// In turns, so that whoever waits without a deadline hears that the device was abandoned.
Result<bool> Queue::block(std::uint64_t number, Deadline deadline) {
  constexpr nanoseconds turn = std::chrono::milliseconds(100);
  VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
  info.semaphoreCount = 1;
  info.pSemaphores = &counter_;
  info.pValues = &number;
  while (true) {
    SLIPWAY_TRY_VOID(core_.usable());
    nanoseconds time = turn;
    if (deadline) {
      const nanoseconds left = *deadline - Clock::now();
      if (left <= nanoseconds::zero()) return false;
      time = std::min(time, left);
    }
    const VkResult result =
        core_.vk.vkWaitSemaphores(core_.handle, &info, static_cast<std::uint64_t>(time.count()));
    if (result == VK_SUCCESS) return done(number);
    if (result != VK_TIMEOUT) return std::unexpected(core_.failed(result, "vkWaitSemaphores"));
  }
}

Result<bool> Queue::wait(std::uint64_t number, Deadline deadline) {
  SLIPWAY_TRY(const bool already, done(number));
  if (already) return true;
  SLIPWAY_TRY_VOID(core_.usable());
  const auto begin = Clock::now();
  if (deadline && *deadline <= begin) return false;
  SLIPWAY_TRY(bool ended, spin(number, deadline));
  if (!ended) {
    SLIPWAY_TRY(ended, block(number, deadline));
  }
  spin_budget_.note(Clock::now() - begin);
  return ended;
}

bool Queue::wait_all(nanoseconds patience) {
  const auto ended = wait(submitted_.load(), Clock::now() + patience);
  return ended && *ended;
}

std::optional<InUse> Queue::take_done() {
  const std::lock_guard lock(mutex_);
  if (in_flight_.empty()) return std::nullopt;
  // Nothing runs any more on a device that was lost.
  if (const auto ended = done(in_flight_.front().number); !core_.lost() && !(ended && *ended))
    return std::nullopt;
  InUse use = in_flight_.pop().use;
  // Under the lock: whoever finds nothing more to take finds the time, too.
  core_.read_time(use);
  return use;
}

bool Queue::idle() const {
  const std::lock_guard lock(mutex_);
  return in_flight_.empty();
}

}  // namespace slipway::hal::vulkan
