// The compile path: from a program and a configuration to a pipeline, by the shortest way there is.
//
//   1. the artifact in memory, under a key that is made without looking into the program
//   2. one thread for each key goes on, others wait for it
//   3. the kernel on disk, held against its own table, else compiled and kept
//   4. the driver's pipeline, with the driver's blob from disk where there is one, else kept
//   5. constant tables go to the device, and the artifact to memory; a failure goes nowhere
#include <utility>

#include <fmt/format.h>

#include "ir/serialize.h"
#include "kernel/serialize.h"
#include "pipeline/compile.h"
#include "pipeline/pipeline_state.h"
#include "pipeline/read.h"
#include "pipeline/transfer.h"
#include "program/program_data.h"
#include "spirv/declared.h"

namespace slipway::pipeline {
namespace {

using cache::Stage;

const std::string& label_of(const Program& program, const PipelineConfig& config) {
  return config.label.empty() ? program.entry_point() : config.label;
}

// Whether a kernel from disk is one that this target could have been given: nothing else of an entry is
// trusted before.
Result<> check_kernel(const kernel::Kernel& kernel, const kernel::Target& target, const Program& program) {
  if (kernel.format != target.format || kernel.entry_point != program.entry_point())
    return fail(ErrorCode::internal, "kernel is of another entry point or format");
  switch (kernel.format) {
    case kernel::Format::spirv: return spirv::check_declarations(kernel);
    case kernel::Format::module: return {};  // the device verifies it
    case kernel::Format::wgsl: break;
  }
  return fail(ErrorCode::unsupported, "no reader of WGSL kernels is built in");
}

// Makes one artifact; lives as long as that takes.
class Maker {
 public:
  Maker(DeviceState& device, const Program& program, const PipelineConfig& config, Launches launches,
        const ArtifactKey& key)
      : device_(device),
        program_(program),
        config_(config),
        launches_(launches),
        key_(key),
        label_(label_of(program, config)),
        disk_(device.artifacts.disk.get()),
        disk_key_(pipeline::disk_key(key, device.artifacts.device_key)) {}

  Result<std::shared_ptr<const Artifact>> make() {
    if (auto kept = kept_kernel()) {
      if (auto hal = make_pipeline(*std::move(kept))) return finish(*std::move(hal));
      // What is on disk may be whole and still no good for this driver: once more without it.
      disk_->reject(Stage::kernel);
      artifact_.kernel = {CacheOutcome::rejected, "refused by the driver"};
    }
    SLIPWAY_TRY(auto compiled, compile(program_, config_, device_.target(), launches_));
    kernel::Kernel& kernel = compiled.kernel;
    device_.counters.emissions += 1;
    if (disk_ != nullptr) disk_->store(Stage::kernel, disk_key_, kernel::serialize(kernel), note());
    SLIPWAY_TRY(auto hal, make_pipeline(std::move(kernel)));
    return finish(std::move(hal));
  }

 private:
  std::optional<kernel::Kernel> kept_kernel() {
    if (disk_ == nullptr) return std::nullopt;
    const cache::Loaded loaded = disk_->load(Stage::kernel, disk_key_);
    artifact_.kernel = cache::answer(loaded);
    if (!loaded.payload) return std::nullopt;
    auto kernel = kernel::deserialize(*loaded.payload);
    if (kernel && check_kernel(*kernel, device_.target(), program_)) return kernel;
    disk_->reject(Stage::kernel);
    artifact_.kernel = {CacheOutcome::rejected, "not what its table says"};
    return std::nullopt;
  }

  Result<std::shared_ptr<hal::Pipeline>> make_pipeline(kernel::Kernel kernel) {
    cache::Bytes blob;
    if (disk_ != nullptr && device_.hal().info().makes_blobs) {
      cache::Loaded loaded = disk_->load(Stage::driver, disk_key_);
      artifact_.driver = cache::answer(loaded);
      if (loaded.payload) blob = *std::move(loaded.payload);
    }
    if (!blob.empty()) {
      if (auto hal = device_.hal().create_pipeline(kernel, blob, label_)) return made(*std::move(hal));
      disk_->reject(Stage::driver);
      artifact_.driver = {CacheOutcome::rejected, "refused by the driver"};
    }
    SLIPWAY_TRY(auto hal, device_.hal().create_pipeline(std::move(kernel), {}, label_));
    return made(std::move(hal));
  }

  [[nodiscard]] cache::Bytes note() const { return note_on(program_, label_); }

  std::shared_ptr<hal::Pipeline> made(std::shared_ptr<hal::Pipeline> hal) {
    device_.counters.compiles += 1;
    blob_ = hal->driver_blob();
    const bool kept =
        artifact_.driver.outcome == CacheOutcome::hit || artifact_.driver.outcome == CacheOutcome::unused;
    if (!kept && !blob_.empty()) disk_->store(Stage::driver, disk_key_, blob_, note());
    return hal;
  }

  Result<std::shared_ptr<const Artifact>> finish(std::shared_ptr<hal::Pipeline> hal) {
    SLIPWAY_TRY(auto slots, make_slots(program_.interface(), hal->kernel(), {}));
    artifact_.id = fmt::format("{}:{:016x}", device_.kind(), hash128(disk_key_).low);
    artifact_.config = {.overrides = config_.overrides,
                        .workgroup_size = config_.workgroup_size,
                        .checks = config_.checks,
                        .floats = config_.floats};
    artifact_.cost = cost_of(key_, hal->kernel(), blob_.size());
    SLIPWAY_TRY_VOID(upload_tables(hal->kernel().tables));
    artifact_.hal = std::move(hal);
    artifact_.slots = std::make_shared<const SlotTable>(std::move(slots));
    return std::make_shared<const Artifact>(std::move(artifact_));
  }

  Result<> upload_tables(const std::vector<std::byte>& tables) {
    if (tables.empty()) return {};
    SLIPWAY_TRY(artifact_.tables, device_.hal().create_buffer(tables.size(), hal::MemoryKind::device));
    Uploads uploads(device_);
    uploads.add(artifact_.tables, tables);
    std::vector<hal::Command> commands;
    SLIPWAY_TRY([[maybe_unused]] const bool sent, uploads.finish(commands));
    return device_.submissions().run(std::move(commands));
  }

  DeviceState& device_;
  const Program& program_;
  const PipelineConfig& config_;
  Launches launches_;
  const ArtifactKey& key_;
  // Of who compiles first; those who share the artifact later have labels of their own in messages.
  const std::string& label_;
  cache::DiskStore* disk_;
  cache::Bytes disk_key_;
  cache::Bytes blob_;
  Artifact artifact_;
};

Result<std::shared_ptr<const Artifact>> make_artifact(DeviceState& device, const Program& program,
                                                      const PipelineConfig& config, Launches launches,
                                                      const ArtifactKey& key) {
  return device.artifacts.flights.run(key, [&]() -> Result<std::shared_ptr<const Artifact>> {
    // Another thread may have made it between our look and our turn.
    if (auto found = device.artifacts.memory.peek(key)) return *std::move(found);
    SLIPWAY_TRY(auto artifact, Maker(device, program, config, launches, key).make());
    device.artifacts.memory.insert(key, artifact, artifact->cost);
    return artifact;
  });
}

// The artifact's own slots where no role is asked for.
Result<std::shared_ptr<const SlotTable>> slots_for(const Artifact& artifact, const Program& program,
                                                   const PipelineConfig& config) {
  if (config.roles.empty() && config.live_out.empty()) return artifact.slots;
  SLIPWAY_TRY(auto slots,
              make_slots(program.interface(), artifact.hal->kernel(), config.roles, config.live_out));
  return std::make_shared<const SlotTable>(std::move(slots));
}

// With the given slots, or those that the roles in the configuration make.
Result<std::shared_ptr<const PipelineState>> obtain_for(const std::shared_ptr<DeviceState>& device,
                                                        const Program& program, const PipelineConfig& config,
                                                        Launches launches,
                                                        std::shared_ptr<const SlotTable> slots = nullptr) {
  const ArtifactKey key = make_key(program, config, launches);
  auto found = device->artifacts.memory.find(key);
  const bool from_memory = found.has_value();
  if (!found) {
    SLIPWAY_TRY(found, make_artifact(*device, program, config, launches, key));
  }
  if (!slots) {
    SLIPWAY_TRY(slots, slots_for(**found, program, config));
  }
  auto pipeline = std::make_shared<const PipelineState>(device, program, label_of(program, config),
                                                        *std::move(found), std::move(slots), from_memory);
  if (device->dump && !from_memory) device->dump->write(*pipeline, config);
  return pipeline;
}

}  // namespace

Error while_compiling(Error error, const DeviceState& device, const Program& program,
                      const PipelineConfig& config) {
  if (error.code() == ErrorCode::invalid_argument) return error;
  return std::move(error).while_doing(
      fmt::format("compiling '{}' for '{}'", label_of(program, config), device.about().name));
}

Result<std::shared_ptr<const PipelineState>> obtain(const std::shared_ptr<DeviceState>& device,
                                                    const Program& program, const PipelineConfig& config) {
  auto obtained = obtain_for(device, program, config, Launches::whole);
  if (obtained) return obtained;
  return std::unexpected(while_compiling(std::move(obtained).error(), *device, program, config));
}

Result<std::shared_ptr<const PipelineState>> PipelineState::in_parts() const {
  const std::lock_guard lock(in_parts_mutex_);
  if (in_parts_) return in_parts_;
  PipelineConfig config = artifact_->config;
  config.label = label_;
  auto obtained = obtain_for(device_, program_, config, Launches::in_parts, slots_);
  if (!obtained)
    return std::unexpected(while_compiling(std::move(obtained).error(), *device_, program_, config));
  in_parts_ = *std::move(obtained);
  return in_parts_;
}

}  // namespace slipway::pipeline
