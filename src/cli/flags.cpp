#include "cli/flags.h"

#include <array>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

namespace slipway::cli {
namespace {

std::unexpected<Error> wrong(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

Result<double> parse_override(std::string_view text) {
  if (text == "true") return 1.0;
  if (text == "false") return 0.0;
  double value = 0;
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size())
    return wrong(fmt::format("--set takes NAME=NUMBER, NAME=true or NAME=false: found '{}'", text));
  return value;
}

// `@3` is `3`, as the configuration of a pipeline has it.
std::string name_or_id(const std::string& text) { return text.starts_with('@') ? text.substr(1) : text; }

}  // namespace

CLI::Validator not_empty() {
  return {
      [](const std::string& text) { return text.empty() ? std::string("expected a value: found ''") : ""; },
      ""};
}

void add_program_flags(CLI::App& app, CompileFlags& flags) {
  app.add_option("files", flags.files, "WGSL files that form one module")->required()->type_name("FILE");
  app.add_option("--entry", flags.entry, "Entry point; needed where there are several")
      ->type_name("NAME")
      ->check(not_empty());
}

void add_device_flags(CLI::App& app, CompileFlags& flags) {
  app.add_option(
         "--device", flags.device,
         "vulkan, vulkan:1, reference or a part of a device's name (default: $SLIPWAY_DEVICE, else the best)")
      ->type_name("SEL")
      ->check(not_empty());
  app.add_flag("--require-gpu", flags.require_gpu, "Refuse software devices and the reference");
}

void add_compile_flags(CLI::App& app, CompileFlags& flags) {
  app.add_option("--set", flags.set, "Value of an override, by name or by @id; repeatable")
      ->type_name("NAME|@ID=VALUE")
      ->allow_extra_args(false);
  app.add_option("--workgroup", flags.workgroup, "Workgroup size in place of the declared one")
      ->type_name("X[,Y[,Z]]")
      ->check(not_empty());
  app.add_option("--check", flags.check, "What an index out of range does: zero, trap or off (default: zero)")
      ->type_name("MODE")
      ->check(CLI::IsMember({"zero", "trap", "off"}));
  app.add_flag("--strict-float", flags.strict_float, "Forbid contraction of float expressions");
  app.add_flag("--no-cache", flags.no_cache, "Neither use nor keep compiled programs on disk");
}

Result<Program> read_program(const CompileFlags& flags) {
  const std::vector<std::filesystem::path> paths(flags.files.begin(), flags.files.end());
  return Program::from_files(paths, {.entry_point = flags.entry});
}

Result<Program> read_program(const CompileFlags& flags, const Result<Device>& device) {
  if (!device) return read_program(flags);
  const std::vector<std::filesystem::path> paths(flags.files.begin(), flags.files.end());
  return device->read_files(paths, {.entry_point = flags.entry});
}

Result<Device> open_device(const CompileFlags& flags) {
  DeviceOptions options{.selector = flags.device, .require_gpu = flags.require_gpu};
  if (flags.no_cache) options.cache.disk = false;
  return Device::open(options);
}

Result<PipelineConfig> pipeline_config(const CompileFlags& flags) {
  PipelineConfig config;
  for (const std::string& text : flags.set) {
    SLIPWAY_TRY(auto named, split_name(text, "--set", "NAME=VALUE"));
    SLIPWAY_TRY(const double value, parse_override(named.second));
    if (!config.overrides.emplace(name_or_id(named.first), value).second)
      return wrong(fmt::format("--set gives '{}' twice", named.first));
  }
  SLIPWAY_TRY(config.workgroup_size, parse_size3(flags.workgroup, "--workgroup"));
  if (flags.check == "trap") config.checks = CheckMode::trap;
  if (flags.check == "off") config.checks = CheckMode::off;
  if (flags.strict_float) config.floats = FloatMode::strict;
  return config;
}

Result<std::pair<std::string, std::string>> split_name(std::string_view text, std::string_view flag,
                                                       std::string_view shape) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos || equals + 1 == text.size())
    return wrong(fmt::format("{} takes {}: found '{}'", flag, shape, text));
  return std::pair(std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
}

Result<std::uint64_t> parse_count(std::string_view text, std::string_view what) {
  std::uint64_t value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || text.empty())
    return wrong(fmt::format("{} takes a whole number: found '{}'", what, text));
  return value;
}

Result<Size3> parse_size3(std::string_view text, std::string_view flag) {
  if (text.empty()) return Size3();
  std::array<std::uint64_t, 3> axes{1, 1, 1};
  std::size_t axis = 0;
  while (true) {
    const std::size_t comma = text.find(',');
    if (axis == axes.size()) return wrong(fmt::format("{} takes one to three numbers: found more", flag));
    SLIPWAY_TRY(axes[axis], parse_count(text.substr(0, comma), flag));
    ++axis;
    if (comma == std::string_view::npos) return Size3(axes[0], axes[1], axes[2]);
    text.remove_prefix(comma + 1);
  }
}

}  // namespace slipway::cli
