// Runs one text-file test: `slipway_files FILE --device NAME [--print]`. Exit status 0 passed, 1 failed, 2 a
// mistake in the test or the call, 77 skipped.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "files/directives.h"
#include "files/lowered_device.h"
#include "support/devices.h"
#include "support/spirv_check.h"

namespace slipway::tests {
namespace {

struct Source {
  std::filesystem::path path;
  std::vector<SourceText> files;  ///< the test first
};

/// What went wrong, one line each.
using Complaints = std::vector<std::string>;

Result<std::string> read_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) return fail(ErrorCode::io, fmt::format("cannot read '{}'", path.string()));
  return text;
}

std::string place_of(const Diagnostic& diagnostic, const Source& source) {
  const auto position = fmt::format("{}:{}", diagnostic.line, diagnostic.column);
  return source.files.size() == 1 ? position : diagnostic.file + ":" + position;
}

std::string as_directive(const Diagnostic& diagnostic, const Source& source) {
  return fmt::format("//! {} {} {} \"{}\"", diagnostic.severity == Severity::error ? "error" : "warning",
                     place_of(diagnostic, source), diagnostic.rule, diagnostic.message);
}

bool matches(const ExpectedDiagnostic& expected, const Diagnostic& found, const Source& source) {
  return expected.severity == found.severity && expected.place == place_of(found, source) &&
         expected.rule == found.rule && found.message.find(expected.part) != std::string::npos;
}

/// Every expected diagnostic once, and nothing else; infos do not count.
void check_diagnostics(const std::vector<ExpectedDiagnostic>& expected, std::vector<Diagnostic> found,
                       const Source& source, Complaints& complaints) {
  std::erase_if(found, [](const Diagnostic& one) { return one.severity == Severity::info; });
  for (const auto& want : expected) {
    const auto match =
        std::ranges::find_if(found, [&](const auto& one) { return matches(want, one, source); });
    if (match != found.end()) {
      found.erase(match);
    } else {
      complaints.push_back(fmt::format("missing: {} {} {} \"{}\"",
                                       want.severity == Severity::error ? "error" : "warning", want.place,
                                       want.rule, want.part));
    }
  }
  for (const auto& one : found)
    complaints.push_back(fmt::format("unexpected: {}\n{}", as_directive(one, source), to_string(one)));
}

Result<Outputs> launch(const Device& device, const Source& source, const Run& run) {
  SLIPWAY_TRY(const auto program, Program::from_sources(source.files, {.entry_point = run.entry}));
  SLIPWAY_TRY(const auto pipeline, device.compile(program, run.config));
  if (device.info().type != DeviceType::interpreter) {
    if (const auto complaint = check_spirv(pipeline.code()); !complaint.empty())
      return fail(ErrorCode::internal, "the SPIR-V validator refuses the module: " + complaint);
  }
  std::vector<NamedArgument> arguments;
  for (const auto& [name, bytes] : run.inputs) arguments.push_back({name, bytes});
  return pipeline.run(arguments, run.options);
}

void check_failure(const ExpectedFailure& expected, const Result<Outputs>& result, Complaints& complaints) {
  if (result) {
    complaints.push_back(fmt::format("expected the failure {}, found success", expected.code));
    return;
  }
  const Error& error = result.error();
  if (to_string(error.code()) != expected.code || error.to_string().find(expected.part) == std::string::npos)
    complaints.push_back(fmt::format("expected the failure {} \"{}\", found {} \"{}\"", expected.code,
                                     expected.part, to_string(error.code()), error.to_string()));
}

void check_run(const Device& device, const Source& source, const Run& run, Complaints& complaints) {
  const auto result = launch(device, source, run);
  if (run.failure) return check_failure(*run.failure, result, complaints);
  if (!result) {
    complaints.push_back(fmt::format("{}: {}", to_string(result.error().code()), result.error().to_string()));
    return;
  }
  for (const auto& [name, expected] : run.outputs) {
    const auto bytes = result->bytes(name);
    const auto difference = bytes ? compare(expected, *bytes) : bytes.error().message();
    if (!difference.empty()) complaints.push_back(fmt::format("{}: {}", name, difference));
  }
}

int report(const Complaints& complaints) {
  for (const auto& line : complaints) fmt::print("{}\n", line);
  return complaints.empty() ? 0 : 1;
}

/// What reading the program reports: errors of an invalid one, warnings of a valid one.
Result<std::vector<Diagnostic>> diagnostics_of(const Source& source, const std::string& entry) {
  const auto program = Program::from_sources(source.files, {.entry_point = entry});
  if (program) return program->warnings();
  if (program.error().code() == ErrorCode::invalid_program) return program.error().diagnostics();
  return std::unexpected(program.error());
}

int check_only(const FileTest& test, const Source& source, bool print) {
  const auto found = diagnostics_of(source, test.entry);
  if (!found) return report({found.error().to_string()});
  Complaints complaints;
  check_diagnostics(test.diagnostics, *found, source, complaints);
  if (print) {
    for (const auto& one : *found) fmt::print("{}\n", as_directive(one, source));
  }
  return report(complaints);
}

int run_all(const FileTest& test, const Source& source, std::string_view name) {
  const auto opened = name == "lowered" ? open_lowered_device() : open_test_device(name);
  if (!opened) {
    fmt::print("cannot open {}: {}\n", name, opened.error().to_string());
    return 1;
  }
  if (!opened->device) {
    fmt::print("skipped: {}\n", opened->absent);
    return exit_skipped;
  }
  Complaints complaints;
  if (const auto found = diagnostics_of(source, test.runs.front().entry))
    check_diagnostics(test.diagnostics, *found, source, complaints);
  for (const auto& run : test.runs) {
    Complaints of_run;
    check_run(*opened->device, source, run, of_run);
    for (auto& line : of_run) complaints.push_back(fmt::format("run of line {}: {}", run.line, line));
  }
  if (const auto messages = opened->device->stats().validation_messages; messages != 0)
    complaints.push_back(fmt::format("the validation layer printed {} messages", messages));
  return report(complaints);
}

Result<int> run(const std::filesystem::path& path, std::string_view device, bool print) {
  SLIPWAY_TRY(auto text, read_file(path));
  SLIPWAY_TRY(const auto test, parse_directives(text));
  Source source{.path = path, .files = {{path.filename().string(), std::move(text)}}};
  for (const auto& name : test.files) {
    SLIPWAY_TRY(auto further, read_file(path.parent_path() / name));
    source.files.push_back({name, std::move(further)});
  }
  if (device == "check" || test.runs.empty()) return check_only(test, source, print);
  return run_all(test, source, device);
}

}  // namespace
}  // namespace slipway::tests

int main(int argc, char** argv) {
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  const bool print = arguments.size() == 4 && arguments[3] == "--print";
  if ((arguments.size() != 3 && !print) || arguments[1] != "--device") {
    fmt::print(stderr, "usage: slipway_files FILE --device NAME [--print]\n");
    return 2;
  }
  const auto status = slipway::tests::run(arguments[0], arguments[2], print);
  if (!status) fmt::print("{}: {}\n", arguments[0], status.error().to_string());
  return status.value_or(2);
}
