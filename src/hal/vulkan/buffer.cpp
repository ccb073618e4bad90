#include "hal/vulkan/buffer.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <span>

#include <fmt/format.h>

namespace slipway::hal::vulkan {
namespace {

constexpr VkMemoryPropertyFlags mappable =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags local = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags cached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

// The first type, of those in `allowed`, that has one of the wishes; wishes in order.
std::optional<std::uint32_t> memory_type(const VkPhysicalDeviceMemoryProperties& memory,
                                         std::uint32_t allowed,
                                         std::initializer_list<VkMemoryPropertyFlags> wishes) {
  for (const VkMemoryPropertyFlags wish : wishes)
    for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i)
      if ((allowed >> i & 1U) != 0 && (memory.memoryTypes[i].propertyFlags & wish) == wish) return i;
  return std::nullopt;
}

// Small buffers of a card are written through the bus, which is quicker than a copy command: where all of its
// memory can be reached so, and not only a window that others want too.
constexpr std::uint64_t small_bytes = 64U << 10U;

bool is_reachable(const Physical& physical, std::uint32_t allowed) {
  const auto& memory = physical.memory;
  const auto type = memory_type(memory, allowed, {local | mappable});
  return type && memory.memoryHeaps[memory.memoryTypes[*type].heapIndex].size == physical.info.memory_bytes;
}

std::optional<std::uint32_t> memory_type(const Physical& physical, std::uint32_t allowed, MemoryKind kind,
                                         std::uint64_t size) {
  switch (kind) {
    case MemoryKind::device:
      if (physical.unified) return memory_type(physical.memory, allowed, {local | mappable | cached, local});
      if (size <= small_bytes && is_reachable(physical, allowed))
        return memory_type(physical.memory, allowed, {local | mappable});
      return memory_type(physical.memory, allowed, {local, 0});
    case MemoryKind::upload: return memory_type(physical.memory, allowed, {mappable});
    case MemoryKind::readback: return memory_type(physical.memory, allowed, {mappable | cached, mappable});
  }
  return std::nullopt;
}

}  // namespace

Result<std::shared_ptr<hal::Buffer>> Buffer::create(std::shared_ptr<Core> core, std::uint64_t size,
                                                    MemoryKind kind) {
  constexpr std::uint64_t unit = 16;  // descriptors and copies round up, and size 0 is no buffer in Vulkan
  const std::uint64_t most = core->physical.info.target.limits.buffer_bytes;
  if (size > most)
    return std::unexpected(
        Error(
            ErrorCode::out_of_memory,
            fmt::format("a buffer of {} bytes is larger than the {} bytes that the device allocates at once",
                        size, most))
            .with_limit({"buffer_bytes", most}));
  const std::uint64_t rounded = std::max((size + unit - 1) / unit * unit, unit);
  std::shared_ptr<Buffer> buffer(new Buffer(std::move(core), rounded));
  if (auto allocated = buffer->allocate(kind); !allocated)
    return std::unexpected(
        std::move(allocated).error().while_doing(fmt::format("allocating a buffer of {} bytes", size)));
  return buffer;
}

Result<> Buffer::allocate(MemoryKind kind) {
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = size();
  info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  if (kind != MemoryKind::upload)
    info.usage |= VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  const auto& vk = core_->vk;
  VkResult result = vk.vkCreateBuffer(core_->handle, &info, nullptr, &buffer_);
  if (result != VK_SUCCESS) return std::unexpected(core_->failed(result, "vkCreateBuffer"));

  VkMemoryRequirements needed{};
  vk.vkGetBufferMemoryRequirements(core_->handle, buffer_, &needed);
  const auto type = memory_type(core_->physical, needed.memoryTypeBits, kind, size());
  if (!type) return fail(ErrorCode::unsupported, "the device has no memory type for it");
  VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  allocation.allocationSize = needed.size;
  allocation.memoryTypeIndex = *type;
  result = vk.vkAllocateMemory(core_->handle, &allocation, nullptr, &memory_);
  if (result != VK_SUCCESS) return std::unexpected(core_->failed(result, "vkAllocateMemory"));
  result = vk.vkBindBufferMemory(core_->handle, buffer_, memory_, 0);
  if (result != VK_SUCCESS) return std::unexpected(core_->failed(result, "vkBindBufferMemory"));

  const bool behind_bus = kind == MemoryKind::device && !core_->physical.unified;
  if (behind_bus && size() > small_bytes) return {};
  const VkMemoryPropertyFlags flags = core_->physical.memory.memoryTypes[*type].propertyFlags;
  if ((flags & mappable) != mappable) return {};
  void* bytes = nullptr;
  result = vk.vkMapMemory(core_->handle, memory_, 0, VK_WHOLE_SIZE, 0, &bytes);
  if (result != VK_SUCCESS) return std::unexpected(core_->failed(result, "vkMapMemory"));
  const std::span seen(static_cast<std::byte*>(bytes), size());
  if (behind_bus) {
    set_writable(seen);
  } else {
    set_mapped(seen);
  }
  return {};
}

Buffer::~Buffer() {
  core_->vk.vkDestroyBuffer(core_->handle, buffer_, nullptr);
  core_->vk.vkFreeMemory(core_->handle, memory_, nullptr);
}

}  // namespace slipway::hal::vulkan
