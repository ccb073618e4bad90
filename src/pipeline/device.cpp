#include <slipway/device.h>
#include <slipway/no_throw.h>

#include "pipeline/buffer_state.h"
#include "pipeline/device_state.h"
#include "pipeline/host_state.h"
#include "pipeline/pipeline_state.h"
#include "pipeline/read.h"
#include "program/load.h"
#include "program/module_data.h"

namespace slipway {

namespace pipeline {

DeviceInfo describe(const hal::Info& info, std::string selector) {
  const kernel::Limits& limits = info.target.limits;
  const kernel::Features& features = info.target.features;
  DeviceInfo about;
  about.selector = std::move(selector);
  about.name = info.name;
  about.type = info.type;
  about.api = info.api;
  about.driver = info.driver;
  about.driver_version = info.driver_version;
  about.limits = {.workgroup_size = limits.workgroup_size,
                  .workgroup_invocations = limits.workgroup_invocations,
                  .workgroup_count = limits.workgroup_count,
                  .workgroup_bytes = limits.workgroup_bytes,
                  .storage_binding_bytes = limits.storage_binding_bytes,
                  .uniform_binding_bytes = limits.uniform_binding_bytes,
                  .buffer_bytes = limits.buffer_bytes,
                  .storage_bindings = limits.storage_bindings,
                  .uniform_bindings = limits.uniform_bindings,
                  .launch_words = limits.launch_words,
                  .storage_offset_alignment = limits.storage_offset_alignment,
                  .uniform_offset_alignment = limits.uniform_offset_alignment};
  about.features = {.f16 = features.f16,
                    .subgroups = features.subgroups,
                    .subgroup_size = features.subgroup_size,
                    .preserves_denormals_f32 = features.preserves_denormals_f32,
                    .preserves_inf_nan_f32 = features.preserves_inf_nan_f32};
  about.quirks = info.quirks;
  return about;
}

DeviceState::DeviceState(std::shared_ptr<hal::Device> hal, DeviceInfo about,
                         std::function<std::uint64_t()> validation_messages, cache::MemoryBounds bounds,
                         std::shared_ptr<cache::DiskStore> disk, std::uint64_t idle_buffer_bytes,
                         std::uint32_t submissions_in_flight)
    : artifacts{.memory = decltype(ArtifactCaches::memory)(bounds),
                .flights = {},
                .disk = std::move(disk),
                .device_key = {}},
      hal_(std::move(hal)),
      buffers_(std::make_shared<BufferPool>(hal_, idle_buffer_bytes, [runs = kept_runs] { runs->drop(); })),
      submissions_(std::make_unique<Submissions>(hal_, submissions_in_flight)),
      about_(std::move(about)),
      validation_messages_(std::move(validation_messages)) {
  artifacts.device_key = device_key(hal_->info(), kind());
}

}  // namespace pipeline

const DeviceInfo& Device::info() const { return state_->about(); }

DeviceStats Device::stats() const {
  const auto& counters = state_->counters;
  const cache::DiskStore* const disk = state_->artifacts.disk.get();
  return {.parses = program::parse_count(),
          .emissions = counters.emissions.load(),
          .compiles = counters.compiles.load(),
          .launches = counters.launches.load(),
          .submissions = state_->submissions().submitted(),
          .waits = state_->submissions().waits(),
          .bytes_up = counters.bytes_up.load(),
          .bytes_down = counters.bytes_down.load(),
          .bytes_avoided = counters.bytes_avoided.load(),
          .validation_messages = state_->validation_messages(),
          .pipelines = state_->artifacts.memory.stats(),
          .layouts = state_->hal().layouts(),
          .descriptor_sets = state_->hal().descriptor_sets(),
          .disk = disk == nullptr ? DiskCacheStats() : disk->stats(),
          .buffers = state_->buffers().stats(),
          .staging = state_->buffers().staging_stats()};
}

Result<Pipeline> Device::compile(const Program& program, const PipelineConfig& config) const {
  return no_throw([&]() -> Result<Pipeline> {
    SLIPWAY_TRY(auto compiled, pipeline::obtain(state_, program, config));
    return Pipeline(std::move(compiled));
  });
}

Result<Program> Device::read_files(std::span<const std::filesystem::path> paths,
                                   const ProgramOptions& options) const {
  return no_throw([&]() -> Result<Program> {
    SLIPWAY_TRY(auto sources, program::load_sources(paths));
    return read_sources(std::move(sources), options);
  });
}

Result<Program> Device::read_sources(std::vector<SourceText> sources, const ProgramOptions& options) const {
  return no_throw([&]() -> Result<Program> {
    return pipeline::read(state_->artifacts.disk.get(), std::move(sources), options.entry_point);
  });
}

Result<Pipeline> Device::compile_file(const std::filesystem::path& path, const PipelineConfig& config) const {
  return no_throw([&]() -> Result<Pipeline> {
    SLIPWAY_TRY(const auto program, read_files(std::span(&path, 1)));
    return compile(program, config);
  });
}

Result<Pipeline> Device::compile_source(std::string_view wgsl, const PipelineConfig& config) const {
  return no_throw([&]() -> Result<Pipeline> {
    std::vector<SourceText> sources(1);
    sources[0] = {.name = ProgramOptions().name, .text = std::string(wgsl)};
    SLIPWAY_TRY(const auto program, read_sources(std::move(sources)));
    return compile(program, config);
  });
}

Result<DeviceBytes> Device::create_bytes(std::uint64_t bytes) const {
  return no_throw([&]() -> Result<DeviceBytes> {
    SLIPWAY_TRY(auto buffer, pipeline::BufferState::create(state_, bytes));
    SLIPWAY_TRY_VOID(buffer->fill_zero());
    return DeviceBytes(std::move(buffer));
  });
}

Result<DeviceBytes> Device::upload_bytes(std::span<const std::byte> bytes) const {
  return no_throw([&]() -> Result<DeviceBytes> {
    SLIPWAY_TRY(auto buffer, pipeline::BufferState::create(state_, bytes.size()));
    SLIPWAY_TRY_VOID(buffer->upload_new(bytes, {}));
    return DeviceBytes(std::move(buffer));
  });
}

Result<DeviceBytes> Device::upload_bytes(const HostBytes& bytes) const {
  return no_throw([&]() -> Result<DeviceBytes> {
    SLIPWAY_TRY(auto buffer, pipeline::BufferState::create(state_, bytes.size_bytes()));
    SLIPWAY_TRY_VOID(buffer->upload_new(bytes.bytes(), pipeline::pinned_on(*state_, bytes)));
    return DeviceBytes(std::move(buffer));
  });
}

Result<HostBytes> Device::create_host_bytes(std::uint64_t bytes) const {
  return no_throw([&]() -> Result<HostBytes> { return pipeline::HostState::create(state_, bytes); });
}

}  // namespace slipway
