#include "hal/vulkan/pipeline.h"

#include <cstring>
#include <vector>

#include <fmt/format.h>

namespace slipway::hal::vulkan {

Result<std::shared_ptr<hal::Pipeline>> Pipeline::create(std::shared_ptr<Core> core, kernel::Kernel kernel,
                                                        std::span<const std::byte> driver_blob,
                                                        const std::string& label) {
  if (kernel.format != kernel::Format::spirv || kernel.code.size() % 4 != 0)
    return fail(ErrorCode::internal, "a Vulkan device takes kernels as SPIR-V words");
  std::shared_ptr<Pipeline> pipeline(new Pipeline(std::move(core), std::move(kernel)));
  Core& device = *pipeline->core_;
  const LayoutShape shape = shape_of(pipeline->kernel());
  SLIPWAY_TRY(pipeline->layout_, device.layouts.find_or_create(pipeline->core_, shape));
  pipeline->sets_ = std::make_unique<DescriptorSets>(
      pipeline->core_, std::make_shared<SetPool>(pipeline->core_, pipeline->layout_, shape.slots));
  SLIPWAY_TRY_VOID(pipeline->compile(driver_blob));
  device.set_name(VK_OBJECT_TYPE_PIPELINE, reinterpret_cast<std::uint64_t>(pipeline->pipeline_), label);
  return pipeline;
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
  info.layout = layout_->pipeline();
  result = core_->vk.vkCreateComputePipelines(core_->handle, cache, 1, &info, nullptr, &pipeline_);
  core_->vk.vkDestroyShaderModule(core_->handle, shader, nullptr);
  if (result != VK_SUCCESS) return refused(result, "vkCreateComputePipelines");
  return {};
}

Pipeline::~Pipeline() { core_->vk.vkDestroyPipeline(core_->handle, pipeline_, nullptr); }

}  // namespace slipway::hal::vulkan
