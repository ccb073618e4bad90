#include "hunt/rig.h"

#include <chrono>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "files/lowered_device.h"
#include "hunt/random.h"
#include "support/devices.h"
#include "support/spirv_check.h"

namespace slipway::hunt {
namespace {

using namespace std::chrono_literals;

struct Input {
  std::string name;
  std::vector<std::uint32_t> words;
};

std::uint32_t edge_word(Random& random) {
  static constexpr std::array<std::uint32_t, 16> edges{
      0, 1, 2, 3, 4, 7, 31, 32, 33, 64, 255, 0x7fffffffU, 0x80000000U, 0x80000001U, 0xffffffffU, 0xfffffff0U};
  const std::uint32_t choice = random.below(100);
  if (choice < 45) return edges[random.below(edges.size())];
  return choice < 65 ? random.below(16) : static_cast<std::uint32_t>(random.next());
}

std::uint32_t small_float(Random& random) {
  const float value = static_cast<float>(random.below(33)) - 16.0F;
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return value == 0 ? 0 : bits;
}

// Lengths vary: some buffers end within an element.
std::vector<Input> make_inputs(std::uint64_t seed, std::uint32_t invocations) {
  Random random(seed ^ 0x696E70757473ULL);
  std::vector<Input> inputs;
  const auto add = [&](std::string_view name, std::size_t count, auto make) {
    Input input{std::string(name), {}};
    for (std::size_t i = 0; i < count; ++i) input.words.push_back(make(random));
    inputs.push_back(std::move(input));
  };
  add("inp", random.between(30, 50), edge_word);
  add("fin", 2 * random.between(8, 24), small_float);
  add("fmat", 16 * random.between(2, 6), small_float);
  add("uni", 20, edge_word);
  add("at", 94, edge_word);
  add("out", std::size_t{16} * invocations, [](Random&) { return 0U; });
  return inputs;
}

Result<Outputs> launch(const slipway::Program& program, const Pipeline& pipeline,
                       const std::vector<Input>& inputs, std::uint32_t groups, std::uint32_t invocations) {
  std::vector<NamedArgument> arguments;
  RunOptions options{.grid = Size3(groups), .timeout = 20s};
  for (const Input& input : inputs)
    if (program.interface().find(input.name) != nullptr)
      arguments.push_back({input.name, Argument(input.words)});
  if (program.interface().find("own") != nullptr) options.sizes["own"] = invocations;
  return pipeline.run(arguments, options);
}

// The first word that differs, or an empty text.
std::string first_difference(const Outputs& expected, const Outputs& found) {
  for (const auto& entry : expected.entries()) {
    const auto bytes = found.bytes(entry.name);
    if (!bytes) return bytes.error().to_string();
    if (bytes->size() != entry.bytes.size())
      return fmt::format("'{}' has {} bytes, expected {}", entry.name, bytes->size(), entry.bytes.size());
    for (std::size_t at = 0; at + 4 <= bytes->size(); at += 4) {
      std::uint32_t want = 0;
      std::uint32_t have = 0;
      std::memcpy(&want, entry.bytes.data() + at, 4);
      std::memcpy(&have, bytes->data() + at, 4);
      if (want != have)
        return fmt::format("word {} of '{}' is {:#010x}, expected {:#010x}", at / 4, entry.name, have, want);
    }
  }
  return {};
}

}  // namespace

Result<Rig> Rig::open(const std::vector<std::string>& names) {
  Rig rig;
  std::string manifests;
  for (const std::string& name : names) {
    const std::string path = tests::driver_manifest(name).string();
    if (!path.empty()) manifests += (manifests.empty() ? "" : ":") + path;
  }
  setenv("VK_DRIVER_FILES", manifests.c_str(), 1);
  setenv("VK_ICD_FILENAMES", manifests.c_str(), 1);
  setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);  // thousands of kernels that nobody needs again
  for (const std::string& name : names) {
    if (name == "lowered") {
      SLIPWAY_TRY(const auto lowered, tests::open_lowered_device());
      rig.devices_.emplace_back(name, *lowered.device);
      continue;
    }
    DeviceOptions options{.selector = name, .validation = false, .notice = [](std::string_view) {}};
    if (name == "lavapipe") options.selector = "llvmpipe";
    if (name != "reference" && tests::driver_manifest(name).empty()) {
      rig.absent_ +=
          fmt::format("{}the driver of {} is not installed", rig.absent_.empty() ? "" : ", ", name);
      continue;
    }
    SLIPWAY_TRY(auto device, Device::open(options));
    rig.devices_.emplace_back(name, std::move(device));
  }
  return rig;
}

std::optional<Finding> Rig::check(const Program& tree, std::uint64_t seed) const {
  const auto program = slipway::Program::from_source(to_wgsl(tree));
  if (!program) return Finding{"reader", "rejected", program.error().to_string()};
  const std::uint32_t invocations =
      tree.groups * tree.workgroup_size[0] * tree.workgroup_size[1] * tree.workgroup_size[2];
  const auto inputs = make_inputs(seed, invocations);
  std::optional<Outputs> expected;
  for (const auto& [name, device] : devices_) {
    const auto pipeline = device.compile(*program);
    if (!pipeline) return Finding{name, "compile", pipeline.error().to_string()};
    if (device.info().type != DeviceType::interpreter)
      if (auto complaint = tests::check_spirv(pipeline->code()); !complaint.empty())
        return Finding{name, "spirv", std::move(complaint)};
    auto outputs = launch(*program, *pipeline, inputs, tree.groups, invocations);
    if (!outputs) return Finding{name, "run", outputs.error().to_string()};
    if (!expected) {
      expected = *std::move(outputs);
    } else if (auto difference = first_difference(*expected, *outputs); !difference.empty()) {
      return Finding{name, "difference", std::move(difference)};
    }
  }
  return {};
}

}  // namespace slipway::hunt
