// Runs the WebGPU expression cases on one device: `slipway_cts FOLDER --device NAME [FILTER]`. Each test is
// one kernel and one launch over all its cases.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "cts/expectation.h"
#include "cts/kernel_text.h"
#include "support/devices.h"
#include "support/spirv_check.h"

namespace slipway::tests::cts {
namespace {

/// Counts in cases, over all threads.
class Tally {
 public:
  void add(std::uint64_t passed, std::uint64_t failed) {
    const std::lock_guard lock(mutex_);
    ++tests_;
    passed_ += passed;
    failed_ += failed;
  }
  void failed(const std::string& test, std::uint64_t cases, const std::string& why) {
    const std::lock_guard lock(mutex_);
    ++tests_;
    failed_ += cases;
    failures_.push_back(fmt::format("{}: {}", test, why));
  }
  void note_failure(std::string text) {
    const std::lock_guard lock(mutex_);
    failures_.push_back(std::move(text));
  }
  void not_covered(const std::string& why, std::uint64_t cases) {
    const std::lock_guard lock(mutex_);
    ++tests_;
    not_covered_[why] += cases;
  }

  /// The exit status.
  int report(std::string_view device) {
    const std::lock_guard lock(mutex_);
    std::uint64_t skipped = 0;
    for (const auto& [why, count] : not_covered_) skipped += count;
    std::ranges::sort(failures_);
    for (const auto& text : failures_) fmt::print("FAILED {}\n", text);
    fmt::print("{}: {} tests, {} cases\n", device, tests_, passed_ + failed_ + skipped);
    fmt::print("  passed      {:>7}\n  failed      {:>7}\n  not covered {:>7}\n", passed_, failed_, skipped);
    for (const auto& [why, count] : not_covered_) fmt::print("    {:>7}  {}\n", count, why);
    return failures_.empty() && failed_ == 0 && passed_ > 0 ? 0 : 1;
  }

 private:
  std::mutex mutex_;
  std::uint64_t tests_ = 0;
  std::uint64_t passed_ = 0;
  std::uint64_t failed_ = 0;
  std::map<std::string, std::uint64_t> not_covered_;
  std::vector<std::string> failures_;
};

bool uses_f16(const Test& test) {
  return test.output.scalar == Scalar::f16 ||
         std::ranges::any_of(test.inputs, [](const Type& type) { return type.scalar == Scalar::f16; });
}

Result<std::vector<std::byte>> launch(const Device& device, const Test& test) {
  SLIPWAY_TRY(const auto pipeline, device.compile_source(kernel_text(test)));
  if (device.info().type != DeviceType::interpreter) {
    if (auto complaint = check_spirv(pipeline.code()); !complaint.empty())
      return fail(ErrorCode::internal, "invalid SPIR-V: " + complaint);
  }
  std::vector<std::string> names;
  std::vector<std::vector<std::byte>> inputs;
  std::vector<NamedArgument> arguments;
  names.reserve(test.inputs.size());
  inputs.reserve(test.inputs.size());
  for (std::size_t k = 0; k < test.inputs.size(); ++k) {
    if (test.inputs[k].is_abstract()) continue;
    names.push_back(fmt::format("in_{}", k));
    inputs.push_back(input_bytes(test, k));
    arguments.push_back({names.back(), inputs.back()});
  }
  const RunOptions options{.extent = test.cases.size(), .sizes = {{"result", test.cases.size()}}};
  SLIPWAY_TRY(const auto outputs, pipeline.run(arguments, options));
  SLIPWAY_TRY(const auto bytes, outputs.bytes("result"));
  return std::vector(bytes.begin(), bytes.end());
}

void run_test(const Device& device, const std::string& group, const Test& test, Tally& tally) {
  const std::string name = group + " " + test.name;
  if (uses_f16(test) && !device.info().features.f16) {
    tally.not_covered("f16 is not supported by the device", test.cases.size());
    return;
  }
  const auto result = launch(device, test);
  if (!result) {
    const Error& error = result.error();
    if (error.code() == ErrorCode::unsupported) {
      tally.not_covered(error.message(), test.cases.size());
    } else {
      tally.failed(name, test.cases.size(), error.to_string() + "\n" + kernel_text(test));
    }
    return;
  }
  const Type stored = test.output.stored();
  std::uint64_t failed = 0;
  std::string first;
  for (std::size_t k = 0; k < test.cases.size(); ++k) {
    const std::byte* element = result->data() + k * stored.stride();
    if (meets(test.cases[k][1], test.output, element)) continue;
    if (++failed <= 3)
      first +=
          fmt::format("\n  case {}: {} of {} gives {}, expected {}", k, test.expression,
                      test.cases[k][0].dump(), describe_result(stored, element), test.cases[k][1].dump());
  }
  tally.add(test.cases.size() - failed, failed);
  if (failed != 0)
    tally.note_failure(fmt::format("{}: {} of {} cases{}", name, failed, test.cases.size(), first));
}

void run_file(const Device& device, const std::filesystem::path& path, std::string_view filter,
              Tally& tally) {
  const std::string group = path.stem().string();
  std::ifstream stream(path, std::ios::binary);
  auto tests = nlohmann::json::parse(stream, nullptr, false);
  if (!tests.is_array()) {
    tally.failed(group, 0, "the file is not a list of tests");
    return;
  }
  for (auto& json : tests) {
    const auto test = parse_test(std::move(json));
    if (!test) {
      tally.failed(group, 0, test.error().message());
    } else if ((group + " " + test->name).find(filter) != std::string::npos) {
      run_test(device, group, *test, tally);
    }
  }
}

/// The case files, the largest first so that threads end together.
std::vector<std::filesystem::path> case_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code ignored;  // no folder, no files
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::ranges::sort(files, std::greater{}, [](const auto& path) { return std::filesystem::file_size(path); });
  return files;
}

int run(const std::filesystem::path& folder, std::string_view name, std::string_view filter) {
  const auto files = case_files(folder);
  if (files.empty()) {
    fmt::print("skipped: no expression cases in {}\n", folder.string());
    return exit_skipped;
  }
  const auto opened = open_test_device(name);
  if (!opened) {
    fmt::print("FAILED to open {}: {}\n", name, opened.error().to_string());
    return 1;
  }
  if (!opened->device) {
    fmt::print("skipped: {}\n", opened->absent);
    return exit_skipped;
  }
  Tally tally;
  std::atomic<std::size_t> next = 0;
  {
    std::vector<std::jthread> threads;
    for (unsigned k = 0; k < std::max(1U, std::thread::hardware_concurrency()); ++k) {
      threads.emplace_back([&] {
        for (std::size_t file = next++; file < files.size(); file = next++)
          run_file(*opened->device, files[file], filter, tally);
      });
    }
  }
  if (const auto messages = opened->device->stats().validation_messages; messages != 0)
    tally.note_failure(fmt::format("the validation layer printed {} messages", messages));
  return tally.report(name);
}

}  // namespace
}  // namespace slipway::tests::cts

int main(int argc, char** argv) {
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  if (arguments.size() < 3 || arguments.size() > 4 || arguments[1] != "--device") {
    fmt::print(stderr, "usage: slipway_cts FOLDER --device NAME [PART-OF-A-TEST-NAME]\n");
    return 2;
  }
  return slipway::tests::cts::run(arguments[0], arguments[2], arguments.size() == 4 ? arguments[3] : "");
}
