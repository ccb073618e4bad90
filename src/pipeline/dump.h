// SLIPWAY_DUMP: what compiling makes, as files that a person can read. Changes nothing about what is made.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <slipway/pipeline.h>
#include <slipway/result.h>

#include "kernel/target.h"

namespace slipway::pipeline {

class PipelineState;

/// SPIR-V words as text, for builds that have a disassembler; set once, before devices are opened.
using Disassemble = Result<std::string> (*)(std::span<const std::byte> code);
void set_disassembler(Disassemble disassemble);

class Dump {
 public:
  using Notice = std::function<void(std::string_view)>;
  /// Null where SLIPWAY_DUMP names no directory, or one that cannot be made: of that `notice` takes one line.
  static std::shared_ptr<Dump> open(Notice notice);

  /// Writes ID.wgsl, ID.ir, ID.lowered.ir, ID.spv, ID.spvasm and ID.plan, where ID is the artifact's with a
  /// hyphen for its colon. The first failure is told, and no other.
  void write(const PipelineState& pipeline, const PipelineConfig& config);

 private:
  Dump(std::filesystem::path directory, Notice notice)
      : directory_(std::move(directory)), notice_(std::move(notice)) {}
  Result<> write_all(const PipelineState& pipeline, const PipelineConfig& config) const;

  std::filesystem::path directory_;
  Notice notice_;
  std::atomic<bool> told_ = false;
};

}  // namespace slipway::pipeline
