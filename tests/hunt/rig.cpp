#include "hunt/rig.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <tuple>

#include <fmt/format.h>

#include "hal/reference/device.h"
#include "hal/reference/driver.h"
#include "hal/vulkan/driver.h"
#include "hunt/compare.h"
#include "hunt/random.h"
#include "pipeline/device_state.h"
#include "program/program_data.h"
#include "support/drivers.h"
#include "support/spirv_check.h"
#include "wgsl/writer.h"

namespace slipway::hunt {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t armed_word = 20;  ///< of `uni`; see Generator::declare_traps

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
  add("fin", std::size_t{2} * random.between(8, 24), small_float);
  add("fmat", std::size_t{16} * random.between(2, 6), small_float);
  add("uni", 24, edge_word);
  inputs.back().words[armed_word] = 0;
  add("at", 94, edge_word);
  add("out", std::size_t{2} * invocations, [](Random&) { return 0U; });
  return inputs;
}

// What there is to run, on any device.
struct Job {
  const slipway::Program& program;
  std::array<std::uint32_t, 3> workgroup_size{};
  std::uint32_t groups = 1;
  std::vector<Input> inputs;

  [[nodiscard]] std::uint32_t lanes() const {
    return workgroup_size[0] * workgroup_size[1] * workgroup_size[2];
  }
};

// Hangs are for whoever watches this process: see worker.cpp.
Result<Outputs> launch(const Job& job, const Pipeline& pipeline) {
  std::vector<NamedArgument> arguments;
  RunOptions options{.grid = Size3(job.groups), .timeout = 600s};
  for (const Input& input : job.inputs)
    if (job.program.interface().find(input.name) != nullptr)
      arguments.push_back({input.name, Argument(input.words)});
  if (job.program.interface().find("own") != nullptr)
    options.sizes["own"] = std::uint64_t{job.groups} * job.lanes();
  return pipeline.run(arguments, options);
}

bool has_trapped(const Result<Outputs>& outcome) { return !outcome && outcome.error().trap().has_value(); }

// The outcome on the reference where only the traps of one invocation count.
Result<Outputs> launch_armed(Job job, const Pipeline& reference, std::array<std::uint32_t, 3> invocation) {
  const auto& size = job.workgroup_size;
  const std::uint32_t group = invocation[0] / size[0];
  const std::uint32_t lane = invocation[0] % size[0] + size[0] * (invocation[1] + size[1] * invocation[2]);
  for (Input& input : job.inputs)
    if (input.name == "uni") input.words[armed_word] = group * job.lanes() + lane + 1;
  return launch(job, reference);
}

bool equal(const TrapReport& a, const TrapReport& b) {
  const auto parts = [](const TrapReport& r) {
    return std::tie(r.kind, r.name, r.tag, r.value, r.invocation, r.line, r.column);
  };
  return parts(a) == parts(b);
}

// Which of several traps comes first is the device's, but the invocation that it names must meet that trap.
std::string trap_difference(const Job& job, const Pipeline& reference, const Result<Outputs>& expected,
                            const Result<Outputs>& found) {
  if (!has_trapped(found)) return "no trap, expected one: " + expected.error().message();
  const std::string& message = found.error().message();
  if (!has_trapped(expected)) return "expected no trap: " + message;
  const TrapReport& report = *found.error().trap();
  const auto alone = launch_armed(job, reference, report.invocation);
  if (!has_trapped(alone)) return "the invocation does not trap: " + message;
  if (equal(*alone.error().trap(), report)) return {};
  return fmt::format("another trap: {}; expected {}", message, alone.error().message());
}

bool is_vulkan(std::string_view name) { return name == "lavapipe" || name == "swiftshader"; }

Result<std::shared_ptr<hal::Device>> open_device(std::string_view name) {
  if (is_vulkan(name)) {
    hal::vulkan::Driver driver;
    const std::string_view part = name == "lavapipe" ? "llvmpipe" : "SwiftShader";
    SLIPWAY_TRY(const auto infos, driver.list({}));
    for (std::size_t i = 0; i < infos.size(); ++i)
      if (infos[i].name.find(part) != std::string::npos) return driver.open(i, {});
    return fail(ErrorCode::unsupported, fmt::format("there is no Vulkan device '{}'", part));
  }
  hal::reference::Driver driver;
  SLIPWAY_TRY(const auto infos, driver.list({}));
  hal::Info info = infos.at(0);
  info.target.lower_modules = name == "lowered";
  return std::make_shared<hal::reference::Device>(std::move(info));
}

// What the printed text of a program is not the same in, or an empty text.
std::string check_printed(const slipway::Program& program) {
  const auto read = program::data(program).shared->module();
  if (!read) return read.error().to_string();
  const auto printed = wgsl::write((*read)->module, (*read)->debug);
  if (!printed) return printed.error().to_string();
  const auto again = slipway::Program::from_source(*printed);
  if (!again) return again.error().to_string() + "\n" + *printed;
  if (again->identity() != program.identity()) return "the printed program has another identity\n" + *printed;
  return {};
}

}  // namespace

Result<Rig> Rig::open(const std::vector<std::string>& names, const Mutation* mutation) {
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
    SLIPWAY_TRY(auto device, open_device(name));
    if (mutation != nullptr && device_of(*mutation) == name) device = mutate(std::move(device), *mutation);
    const DeviceInfo about = pipeline::describe(device->info(), name);
    rig.devices_.emplace_back(name,
                              Device(std::make_shared<pipeline::DeviceState>(std::move(device), about)));
  }
  return rig;
}

std::optional<Finding> Rig::check(const Program& tree, std::uint64_t seed,
                                  const std::function<void(std::string_view)>& compiling) const {
  const auto program = slipway::Program::from_source(to_wgsl(tree));
  if (!program) return Finding{"reader", "rejected", program.error().to_string()};
  if (auto complaint = check_printed(*program); !complaint.empty())
    return Finding{"writer", "printed", std::move(complaint)};
  const auto module = program::data(*program).shared->module();
  if (!module) return Finding{"reader", "rejected", module.error().to_string()};
  Job job{*program, tree.workgroup_size, tree.groups, {}};
  job.inputs = make_inputs(seed, job.groups * job.lanes());
  std::optional<Result<Outputs>> expected;
  std::optional<Pipeline> reference;
  for (const auto& [name, device] : devices_) {
    if (is_vulkan(name)) compiling(name);
    const auto pipeline = device.compile(*program);
    if (is_vulkan(name)) compiling("");
    if (!pipeline) return Finding{name, "compile", pipeline.error().to_string()};
    if (device.info().type != DeviceType::interpreter)
      if (auto complaint = tests::check_spirv(pipeline->code()); !complaint.empty())
        return Finding{name, "spirv", std::move(complaint)};
    auto outcome = launch(job, *pipeline);
    if (!outcome && !has_trapped(outcome)) return Finding{name, "run", outcome.error().to_string()};
    if (!expected) {
      expected = std::move(outcome);
      reference = *pipeline;
      continue;
    }
    auto difference = has_trapped(*expected) || has_trapped(outcome)
                          ? trap_difference(job, *reference, *expected, outcome)
                          : first_difference((*module)->module, **expected, *outcome);
    if (!difference.empty()) return Finding{name, "difference", std::move(difference)};
  }
  return {};
}

}  // namespace slipway::hunt
