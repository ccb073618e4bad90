// What compiling makes once for all pipelines that differ in nothing that the device sees.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <slipway/pipeline.h>

#include "base/hash.h"
#include "cache/entry.h"
#include "cache/memory_cache.h"
#include "hal/device.h"
#include "pipeline/compile.h"
#include "pipeline/slots.h"
#include "program/program_data.h"

namespace slipway::pipeline {

/// What an artifact of one device is found by: the program and all of a configuration that can change code.
/// Roles and labels cannot.
struct ArtifactKey {
  std::shared_ptr<const program::ProgramData> program;
  cache::Bytes configuration;
  Hash128 hash;  ///< of both
  bool operator==(const ArtifactKey& other) const;
};
struct ArtifactKeyHash {
  std::size_t operator()(const ArtifactKey& key) const { return key.hash.low; }
};

[[nodiscard]] ArtifactKey make_key(const Program& program, const PipelineConfig& config,
                                   Launches launches = Launches::whole);

/// The parts of keys on disk that say for which device and driver.
[[nodiscard]] cache::Bytes device_key(const hal::Info& info, std::string_view kind);

/// The whole key of an artifact on disk: build, device, configuration and program, all in full.
[[nodiscard]] cache::Bytes disk_key(const ArtifactKey& key, const cache::Bytes& device);

struct Artifact {
  std::string id;  ///< `vulkan:` and 16 hex digits
  std::shared_ptr<hal::Pipeline> hal;
  std::shared_ptr<hal::Buffer> tables;     ///< for the kernel's slot of that kind; null where it has none
  std::shared_ptr<const SlotTable> slots;  ///< with every role in_out
  cache::Cost cost;
  PipelineConfig config;  ///< what of it can change code
  CacheAnswer kernel;     ///< how the disk answered
  CacheAnswer driver;
};

/// Host memory that keeping the artifact takes: metadata, code, blob and the program that its key holds.
[[nodiscard]] cache::Cost cost_of(const ArtifactKey& key, const kernel::Kernel& kernel, std::size_t blob);

}  // namespace slipway::pipeline
