#include "pipeline/artifact.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>
#include <slipway/device.h>

#include "base/bytes.h"
#include "cache/key.h"
#include "kernel/serialize.h"
#include "pipeline/build_identity.h"

namespace slipway::pipeline {
namespace {

// The name an override is declared with: it may have been given by its id.
std::string_view declared_name(const Interface& interface, const std::string& given) {
  for (const OverrideInfo& info : interface.overrides)
    if (info.id && fmt::to_string(*info.id) == given) return info.name;
  return given;
}

// The declared size said again is no other configuration.
Size3 asked_size(const Interface& interface, const Size3& asked) {
  if (!asked.given()) return {};
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (asked[axis] != interface.workgroup_size[axis]) return asked;
  return {};
}

cache::Bytes configuration_of(const Interface& interface, const PipelineConfig& config, Launches launches) {
  ByteWriter out;
  out.u8(static_cast<std::uint8_t>(launches));
  out.u8(static_cast<std::uint8_t>(config.checks));
  out.u8(static_cast<std::uint8_t>(config.floats));
  const Size3 size = asked_size(interface, config.workgroup_size);
  out.u8(size.given() ? 1 : 0);
  if (size.given())
    for (std::size_t axis = 0; axis < 3; ++axis) out.varint(size[axis]);
  std::vector<std::pair<std::string_view, std::uint64_t>> overrides;
  overrides.reserve(config.overrides.size());
  for (const auto& [name, value] : config.overrides)
    overrides.emplace_back(declared_name(interface, name), std::bit_cast<std::uint64_t>(value));
  std::ranges::sort(overrides);
  out.varint(overrides.size());
  for (const auto& [name, bits] : overrides) {
    out.string(name);
    out.u64(bits);
  }
  return std::move(out).take();
}

}  // namespace

bool ArtifactKey::operator==(const ArtifactKey& other) const {
  if (hash != other.hash || configuration != other.configuration) return false;
  if (program == other.program) return true;
  return program->entry_point == other.program->entry_point &&
         program->canonical() == other.program->canonical() &&
         program->shared->summary().check_key == other.program->shared->summary().check_key;
}

ArtifactKey make_key(const Program& program, const PipelineConfig& config, Launches launches) {
  ArtifactKey key{
      program::ProgramData::pointer(program), configuration_of(program.interface(), config, launches), {}};
  const Hash128 of_configuration = hash128(key.configuration);
  key.hash = {key.program->digest.high ^ of_configuration.high,
              key.program->digest.low ^ of_configuration.low};
  return key;
}

cache::Bytes device_key(const hal::Info& info, std::string_view kind) {
  ByteWriter target;
  kernel::write(target, info.target);
  cache::KeyWriter out;
  out.part("device kind", kind)
      .part("device", fmt::format("{:04x}:{:04x} {}", info.vendor_id, info.device_id, info.name))
      .part("interface version", info.api)
      .part("driver", info.driver)
      .part("driver version", info.driver_version)
      .part("pipeline UUID", info.pipeline_uuid)
      .part("features, limits and quirks", target.bytes());
  return out.bytes();
}

cache::Bytes disk_key(const ArtifactKey& key, const cache::Bytes& device) {
  cache::KeyWriter build;
  build.part("build", build_identity());
  cache::KeyWriter rest;
  rest.part("launches", cache::View(key.configuration).first(1))
      .part("checks", cache::View(key.configuration).subspan(1, 1))
      .part("floats", cache::View(key.configuration).subspan(2, 1))
      .part("workgroup size and overrides", cache::View(key.configuration).subspan(3))
      .part("entry point", key.program->entry_point)
      .part("override checks", key.program->shared->summary().check_key)
      .part("program", key.program->canonical());
  cache::Bytes all = build.bytes();
  all.insert(all.end(), device.begin(), device.end());
  all.insert(all.end(), rest.bytes().begin(), rest.bytes().end());
  return all;
}

cache::Cost cost_of(const ArtifactKey& key, const kernel::Kernel& kernel, std::size_t blob) {
  cache::Cost cost;
  cost.add(sizeof(Artifact) + sizeof(ArtifactKey)).add(key.configuration.size());
  cost.add(kernel.code.size()).add(kernel.tables.size()).add(blob);
  cost.add(key.program->canonical().size());
  for (const auto& binding : kernel.bindings)
    cost.add(sizeof(Slot) + sizeof binding + 2 * binding.name.size());
  cost.add(kernel.launch_words.size() * sizeof(kernel::LaunchWord));
  for (const SourceFile& file : key.program->shared->sources().files()) cost.add(file.text.size());
  return cost;
}

}  // namespace slipway::pipeline
