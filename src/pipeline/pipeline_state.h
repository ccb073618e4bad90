// What stands behind a Pipeline handle, and how it is made.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <slipway/pipeline.h>

#include "pipeline/artifact.h"
#include "pipeline/device_state.h"
#include "pipeline/kept_runs.h"
#include "pipeline/slots.h"

namespace slipway::pipeline {

class PipelineState {
 public:
  PipelineState(std::shared_ptr<DeviceState> device, Program program, std::string label,
                std::shared_ptr<const Artifact> artifact, std::shared_ptr<const SlotTable> slots,
                bool from_memory)
      : device_(std::move(device)),
        program_(std::move(program)),
        label_(std::move(label)),
        artifact_(std::move(artifact)),
        slots_(std::move(slots)),
        from_memory_(from_memory),
        kept_runs_(device_->kept_runs) {}

  [[nodiscard]] const std::shared_ptr<DeviceState>& device() const { return device_; }
  [[nodiscard]] const Program& program() const { return program_; }
  [[nodiscard]] const std::string& label() const { return label_; }
  [[nodiscard]] const Artifact& artifact() const { return *artifact_; }
  [[nodiscard]] bool from_memory() const { return from_memory_; }
  [[nodiscard]] const std::shared_ptr<hal::Pipeline>& hal() const { return artifact_->hal; }
  [[nodiscard]] const kernel::Kernel& kernel() const { return artifact_->hal->kernel(); }
  /// One for each slot of the kernel but the tables and the record.
  [[nodiscard]] const std::vector<Slot>& slots() const { return slots_->slots; }
  [[nodiscard]] const std::shared_ptr<const SlotTable>& slot_table() const { return slots_; }
  [[nodiscard]] KeptRuns& kept_runs() const { return kept_runs_; }
  /// What was submitted in its name, by itself or by in_parts().
  [[nodiscard]] Traffic& traffic() const { return traffic_; }
  /// The same program for launches of more workgroups than one dispatch takes. Compiled when first asked for,
  /// or had from memory or disk.
  [[nodiscard]] Result<std::shared_ptr<const PipelineState>> in_parts() const;

 private:
  std::shared_ptr<DeviceState> device_;
  Program program_;
  std::string label_;
  std::shared_ptr<const Artifact> artifact_;
  std::shared_ptr<const SlotTable> slots_;  // the artifact's, or with other roles
  bool from_memory_;
  mutable KeptRuns kept_runs_;
  mutable Traffic traffic_;
  mutable std::mutex in_parts_mutex_;  // guards in_parts_, and is held while it is compiled
  mutable std::shared_ptr<const PipelineState> in_parts_;
};

/// Takes the artifact from memory, else makes it, with what the disk holds where it holds it. Threads that
/// want the same one at once make it once.
Result<std::shared_ptr<const PipelineState>> obtain(const std::shared_ptr<DeviceState>& device,
                                                    const Program& program, const PipelineConfig& config);

/// The error, with what was compiled for which device before it. Wrong arguments stay as they are.
[[nodiscard]] Error while_compiling(Error error, const DeviceState& device, const Program& program,
                                    const PipelineConfig& config);

}  // namespace slipway::pipeline
