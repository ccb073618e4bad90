// `slipway verify`: a launch on a device against the same on the interpreter.
#include <charconv>
#include <memory>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/compare.h"
#include "cli/launch.h"
#include "cli/outputs.h"
#include "cli/report.h"
#include "cli/request.h"
#include "program/program_data.h"

namespace slipway::cli {
namespace {

using Json = nlohmann::ordered_json;

struct VerifyFlags {
  RunFlags run;
  // Text, because CLI11 takes -1 for the largest number.
  std::string ulp;
  std::string abs;
};

Result<Tolerance> tolerance_of(const VerifyFlags& flags) {
  if (!flags.ulp.empty()) {
    SLIPWAY_TRY(const std::uint64_t most, parse_count(flags.ulp, "--ulp"));
    return Tolerance{Tolerance::Kind::ulps, static_cast<double>(most)};
  }
  if (flags.abs.empty()) return Tolerance{};
  Tolerance tolerance{Tolerance::Kind::absolute, 0};
  const char* end = flags.abs.data() + flags.abs.size();
  const auto parsed = std::from_chars(flags.abs.data(), end, tolerance.most);
  if (parsed.ec != std::errc() || parsed.ptr != end || !(tolerance.most >= 0))
    return fail(ErrorCode::invalid_argument,
                fmt::format("--abs takes a number from 0 on: found '{}'", flags.abs));
  return tolerance;
}

// The interpreter, with subgroups as wide as the device's.
Result<Device> open_reference(const VerifyFlags& flags, const Device& device) {
  DeviceOptions options{.selector = "reference",
                        .reference_subgroup_size = device.info().features.subgroup_size};
  if (flags.run.compile.no_cache) options.cache.disk = false;
  return Device::open(options);
}

Result<Outputs> launch_on(const Device& reference, const Request& request) {
  SLIPWAY_TRY(const auto pipeline, reference.compile(request.program, request.config));
  return pipeline.run(request.arguments(), request.options);
}

bool has_trapped(const Result<Outputs>& ran) { return !ran && ran.error().trap().has_value(); }

Json difference_json(const Comparison& compared) {
  if (!compared.first) return nullptr;
  const Difference& first = *compared.first;
  return {{"place", first.place},         {"buffer", first.buffer},     {"byte", first.byte},
          {"type", name_of(first.type)},  {"expected", first.expected}, {"found", first.found},
          {"values", compared.different}, {"bytes", compared.bytes}};
}

std::string text(ValueType type, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return is_float(type) ? fmt::to_string(static_cast<float>(value.get<double>())) : value.dump();
}

class VerifyCommand {
 public:
  explicit VerifyCommand(const VerifyFlags& flags) : flags_(flags), json_(verify_json()) {}

  int execute() {
    const auto equal = run();
    if (!equal) {
      print_error(equal.error());
      json_["error"] = error_json(equal.error());
      json_["outputs"] = Json::object();
    }
    if (flags_.run.json) print_json(json_);
    if (!equal) return exit_status(equal.error());
    return *equal ? exit_ok : exit_failed;
  }

 private:
  Result<bool> run() {
    SLIPWAY_TRY(const Tolerance tolerance, tolerance_of(flags_));
    SLIPWAY_TRY(const Request request, make_request(flags_.run));
    for (const Diagnostic& warning : request.program.warnings()) print_diagnostic(warning);
    SLIPWAY_TRY(const Device reference, open_reference(flags_, request.device));
    device_ = device_text(request.device.info());
    reference_ = fmt::format("reference (subgroups of {})", reference.info().features.subgroup_size);
    json_["reference"] = reference_;
    Json* const json = flags_.run.json ? &json_ : nullptr;
    const auto found = launch(request, flags_.run.stats, json);
    if (!found && !has_trapped(found)) return std::unexpected(found.error());
    const auto expected = launch_on(reference, request);
    if (!expected && !has_trapped(expected))
      return std::unexpected(Error(expected.error()).while_doing("running on the reference"));
    if (!expected || !found) return compare_traps(expected, found);
    SLIPWAY_TRY(const auto module, program::data(request.program).shared->module());
    const Comparison compared = compare(module->module, *expected, *found, request.options.ranges, tolerance);
    SLIPWAY_TRY_VOID(deliver(request, *found, json));
    report(compared);
    return !compared.first;
  }

  void say(const std::string& line) const {
    if (!flags_.run.json) fmt::print("{}\n", line);
  }

  void report(const Comparison& compared) {
    json_["equal"] = !compared.first;
    json_["difference"] = difference_json(compared);
    if (!compared.first) {
      say(fmt::format("equal: {} bytes of {} and {}", compared.bytes, device_, reference_));
      return;
    }
    const Difference& first = *compared.first;
    say(fmt::format("different: {} is {} on {}, {} on {}; so are {} values in all", first.place,
                    text(first.type, first.found), device_, text(first.type, first.expected), reference_,
                    compared.different));
  }

  // Which of several traps comes first is the device's choice, so any trap equals any.
  Result<bool> compare_traps(const Result<Outputs>& expected, const Result<Outputs>& found) {
    const bool equal = !expected && !found;
    json_["equal"] = equal;
    const auto outcome = [](const Result<Outputs>& ran) { return ran ? "no trap" : ran.error().message(); };
    if (!equal) json_["difference"] = {{"expected", outcome(expected)}, {"found", outcome(found)}};
    say(fmt::format("{}: {} on {}, {} on {}", equal ? "equal" : "different", outcome(found), device_,
                    outcome(expected), reference_));
    return equal;
  }

  const VerifyFlags& flags_;
  Json json_;
  std::string device_;
  std::string reference_;
};

}  // namespace

Json verify_json() {
  return {{"device", nullptr},         {"reference", nullptr}, {"equal", nullptr}, {"difference", nullptr},
          {"outputs", Json::object()}, {"stats", nullptr},     {"error", nullptr}};
}

void add_verify(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand(
      "verify", "Run a kernel on a device and on the interpreter, and compare what they return");
  const auto flags = std::make_shared<VerifyFlags>();
  add_run_flags(*command, flags->run);
  CLI::Option* ulp =
      command->add_option("--ulp", flags->ulp, "Floats may be so many values of their type apart")
          ->type_name("N")
          ->check(not_empty());
  command
      ->add_option("--abs", flags->abs, "Floats may be so far apart (without either: 1e-5 of the larger one)")
      ->type_name("X")
      ->check(not_empty())
      ->excludes(ulp);
  command->callback([flags, &status] { status = VerifyCommand(*flags).execute(); });
}

}  // namespace slipway::cli
