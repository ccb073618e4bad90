// What stands behind a Pipeline handle, and how it is made.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <slipway/pipeline.h>

#include "pipeline/device_state.h"
#include "pipeline/slots.h"

namespace slipway::pipeline {

class PipelineState {
 public:
  PipelineState(std::shared_ptr<DeviceState> device, Program program, std::string label,
                std::shared_ptr<hal::Pipeline> hal, std::vector<Slot> slots)
      : device_(std::move(device)),
        program_(std::move(program)),
        label_(std::move(label)),
        hal_(std::move(hal)),
        slots_(std::move(slots)) {}

  [[nodiscard]] const std::shared_ptr<DeviceState>& device() const { return device_; }
  [[nodiscard]] const Program& program() const { return program_; }
  [[nodiscard]] const std::string& label() const { return label_; }
  [[nodiscard]] const std::shared_ptr<hal::Pipeline>& hal() const { return hal_; }
  [[nodiscard]] const kernel::Kernel& kernel() const { return hal_->kernel(); }
  /// One for each slot of the kernel but the record.
  [[nodiscard]] const std::vector<Slot>& slots() const { return slots_; }

 private:
  std::shared_ptr<DeviceState> device_;
  Program program_;
  std::string label_;
  std::shared_ptr<hal::Pipeline> hal_;
  std::vector<Slot> slots_;
};

/// Specialises, checks capabilities, lowers, emits and hands the kernel to the device.
Result<std::shared_ptr<const PipelineState>> compile(std::shared_ptr<DeviceState> device,
                                                     const Program& program, const PipelineConfig& config);

}  // namespace slipway::pipeline
