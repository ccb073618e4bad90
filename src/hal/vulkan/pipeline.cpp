#include "hal/vulkan/pipeline.h"

#include <cstring>
#include <vector>

#include <fmt/format.h>

namespace slipway::hal::vulkan {

Result<std::shared_ptr<hal::Pipeline>> Pipeline::create(std::shared_ptr<Core> core, kernel::Kernel kernel,
                                                        std::span<const std::byte> driver_blob) {
  if (kernel.format != kernel::Format::spirv || kernel.code.size() % 4 != 0)
    return fail(ErrorCode::internal, "a Vulkan device takes kernels as SPIR-V words");
  std::shared_ptr<Pipeline> pipeline(new Pipeline(std::move(core), std::move(kernel)));
  SLIPWAY_TRY_VOID(pipeline->create_layout());
  SLIPWAY_TRY_VOID(pipeline->compile(driver_blob));
  return pipeline;
}

Result<> Pipeline::create_layout() {
  std::vector<VkDescriptorSetLayoutBinding> slots;
  for (const auto& binding : kernel().bindings) {
    VkDescriptorSetLayoutBinding slot{};
    slot.binding = static_cast<std::uint32_t>(slots.size());
    slot.descriptorType = descriptor_type(binding.kind);
    slot.descriptorCount = 1;
    slot.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    slots.push_back(slot);
  }
  VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
  set.bindingCount = static_cast<std::uint32_t>(slots.size());
  set.pBindings = slots.data();
  VkResult result = core_->vk.vkCreateDescriptorSetLayout(core_->handle, &set, nullptr, &set_layout_);
  if (result != VK_SUCCESS) return std::unexpected(core_->failed(result, "vkCreateDescriptorSetLayout"));

  VkPushConstantRange words{VK_SHADER_STAGE_COMPUTE_BIT, 0,
                            static_cast<std::uint32_t>(kernel().launch_words.size() * 4)};
  VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  layout.setLayoutCount = 1;
  layout.pSetLayouts = &set_layout_;
  layout.pushConstantRangeCount = words.size == 0 ? 0 : 1;
  layout.pPushConstantRanges = &words;
  result = core_->vk.vkCreatePipelineLayout(core_->handle, &layout, nullptr, &layout_);
  if (result != VK_SUCCESS) return std::unexpected(core_->failed(result, "vkCreatePipelineLayout"));
  return {};
}

// With the driver's own cache object around it: the one way to give a driver a blob and to get one.
Result<> Pipeline::compile(std::span<const std::byte> driver_blob) {
  VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
  info.initialDataSize = driver_blob.size();
  info.pInitialData = driver_blob.empty() ? nullptr : driver_blob.data();
  VkPipelineCache cache = VK_NULL_HANDLE;
  if (const VkResult result = core_->vk.vkCreatePipelineCache(core_->handle, &info, nullptr, &cache);
      result != VK_SUCCESS)
    return std::unexpected(core_->failed(result, "vkCreatePipelineCache"));
  auto compiled = compile(cache);
  std::size_t size = 0;
  if (compiled && core_->vk.vkGetPipelineCacheData(core_->handle, cache, &size, nullptr) == VK_SUCCESS) {
    driver_blob_.resize(size);
    // A blob that cannot be had whole is none: it only saves time.
    if (core_->vk.vkGetPipelineCacheData(core_->handle, cache, &size, driver_blob_.data()) != VK_SUCCESS)
      size = 0;
    driver_blob_.resize(size);
  }
  core_->vk.vkDestroyPipelineCache(core_->handle, cache, nullptr);
  return compiled;
}

Result<> Pipeline::compile(VkPipelineCache cache) {
  std::vector<std::uint32_t> words(kernel().code.size() / 4);
  std::memcpy(words.data(), kernel().code.data(), kernel().code.size());
  VkShaderModuleCreateInfo code{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  code.codeSize = words.size() * 4;
  code.pCode = words.data();
  VkShaderModule shader = VK_NULL_HANDLE;
  const auto refused = [&](VkResult result, std::string_view call) {
    return std::unexpected(core_->failed(result, call, ErrorCode::compile_failed)
                               .while_doing(fmt::format("compiling '{}'", kernel().entry_point)));
  };
  VkResult result = core_->vk.vkCreateShaderModule(core_->handle, &code, nullptr, &shader);
  if (result != VK_SUCCESS) return refused(result, "vkCreateShaderModule");

  VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = shader;
  info.stage.pName = kernel().entry_point.c_str();
  info.layout = layout_;
  result = core_->vk.vkCreateComputePipelines(core_->handle, cache, 1, &info, nullptr, &pipeline_);
  core_->vk.vkDestroyShaderModule(core_->handle, shader, nullptr);
  if (result != VK_SUCCESS) return refused(result, "vkCreateComputePipelines");
  return {};
}

Pipeline::~Pipeline() {
  core_->vk.vkDestroyPipeline(core_->handle, pipeline_, nullptr);
  core_->vk.vkDestroyPipelineLayout(core_->handle, layout_, nullptr);
  core_->vk.vkDestroyDescriptorSetLayout(core_->handle, set_layout_, nullptr);
}

}  // namespace slipway::hal::vulkan
