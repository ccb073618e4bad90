// The hunter: `slipway_hunt [--count N] [--seed S] [-j JOBS] [--devices a,b,…] [--keep-going] [--no-reduce]
// [--mutations [--only PART]] [--print SEED]`. Exit status 0 where no program had a finding, 1 where one had,
// 2 for wrong usage.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "hunt/generator.h"
#include "hunt/jobs.h"
#include "hunt/reducer.h"
#include "hunt/worker.h"
#include "support/drivers.h"

namespace slipway::hunt {
namespace {

struct Options {
  std::uint64_t count = 200;
  std::uint64_t seed = 0;
  std::vector<std::string> devices{"reference", "lowered", "lavapipe", "swiftshader"};
  bool keep_going = false;
  bool no_reduce = false;
  unsigned reduce_seconds = 60;
  unsigned seconds = 0;
  unsigned jobs = 1;
};

std::string first_words(const std::string& text) { return text.substr(0, text.find_first_of("0123456789")); }

void report(std::uint64_t seed, const Finding& finding, const Options& options) {
  fmt::print("seed {}: {} on {}: {}\n", seed, finding.kind, finding.device, finding.message);
  std::fflush(stdout);
  if (options.no_reduce || finding.device == "setup") return;
  std::vector<std::string> devices = options.devices;
  if (std::ranges::count(devices, finding.device) != 0)
    std::erase_if(devices, [&](const auto& name) { return name != "reference" && name != finding.device; });
  const auto fails = [&](const Program& candidate) {
    const auto found = check_alone(candidate, seed, devices);
    if (!found || found->kind != finding.kind || found->device != finding.device) return false;
    return finding.kind == "difference" || first_words(found->message) == first_words(finding.message);
  };
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(options.reduce_seconds);
  const Program reduced = reduce(generate(seed), fails, deadline);
  const auto again = check_alone(reduced, seed, devices);
  fmt::print("reduced: {}\n{}\n", again ? again->message : "does not fail any more", to_wgsl(reduced));
  std::fflush(stdout);
}

// `count` programs from seed `first` on.
Totals hunt_share(const Options& options, std::uint64_t first, std::uint64_t count, bool shows_progress) {
  const auto start = std::chrono::steady_clock::now();
  Totals totals;
  const auto late = [&] {
    return options.seconds != 0 &&
           std::chrono::steady_clock::now() - start > std::chrono::seconds(options.seconds);
  };
  while (totals.programs < count && !late()) {
    // Drivers leak; a fresh process now and then keeps memory bounded.
    const Batch batch{first + totals.programs, std::min<std::uint64_t>(count - totals.programs, 200),
                      options.devices};
    const auto result = check_batch(batch, [&](std::uint64_t) {
      ++totals.programs;
      if (shows_progress)
        fmt::print(stderr, "\r{} of {}, {} findings ", totals.programs, count, totals.findings);
      return !late();
    });
    if (!result.finding) continue;
    ++totals.programs;
    if (result.finding->kind == slow) {
      ++totals.left_out;
      fmt::print("seed {}: left out: {} is {}\n", result.seed, result.finding->device,
                 result.finding->message);
      std::fflush(stdout);
      continue;
    }
    ++totals.findings;
    report(result.seed, *result.finding, options);
    if (!options.keep_going || result.finding->device == "setup") break;
  }
  return totals;
}

int hunt(const Options& options) {
  fmt::print("seed {}, {} programs on {}\n", options.seed, options.count, fmt::join(options.devices, ", "));
  const bool shows_progress = options.jobs == 1 && isatty(STDERR_FILENO) == 1;
  const auto start = std::chrono::steady_clock::now();
  const auto totals = share_out(options.jobs, [&](unsigned job) {
    const std::uint64_t begin = options.count * job / options.jobs;
    const std::uint64_t end = options.count * (job + 1) / options.jobs;
    return hunt_share(options, options.seed + begin, end - begin, shows_progress);
  });
  if (shows_progress) fmt::print(stderr, "\r");
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  fmt::print("{} programs, {} with findings, {} left out, {:.1f} s\n", totals.programs, totals.findings,
             totals.left_out, spent.count());
  return totals.findings == 0 ? 0 : 1;
}

// Whether the first programs catch a mutation.
bool is_caught(const Mutation& mutation, const Options& options) {
  const std::string device(device_of(mutation));
  const auto go_on = [](std::uint64_t) { return true; };
  Batch batch{options.seed, options.count, {"reference", device}, &mutation};
  auto result = check_batch(batch, go_on);
  while (result.finding && result.finding->kind == slow) {
    batch.first_seed = result.seed + 1;
    batch.count = options.seed + options.count - batch.first_seed;
    result = check_batch(batch, go_on);
  }
  const bool caught =
      result.finding && (result.finding->device == device || result.finding->device == "process");
  const std::string how = result.finding
                              ? fmt::format("{} on {}", result.finding->kind, result.finding->device)
                              : std::string("no finding");
  fmt::print("{}: {}caught by program {}: {}\n", name(mutation), caught ? "" : "NOT ",
             result.seed - options.seed + (result.finding ? 1 : 0), how);
  std::fflush(stdout);
  return caught;
}

// Whether every mutation is caught.
int prove(const Options& options, const std::string& only) {
  std::vector<const Mutation*> chosen;
  for (const Mutation* mutation : mutations())
    if (name(*mutation).find(only) != std::string_view::npos &&
        std::ranges::count(options.devices, device_of(*mutation)) != 0)
      chosen.push_back(mutation);
  const auto totals = share_out(options.jobs, [&](unsigned job) {
    Totals share;
    for (std::size_t i = job; i < chosen.size(); i += options.jobs) {
      ++share.programs;
      if (!is_caught(*chosen[i], options)) ++share.findings;
    }
    return share;
  });
  fmt::print("{} mutations, {} not caught\n", chosen.size(), totals.findings);
  return totals.findings == 0 && !chosen.empty() ? 0 : 1;
}

// Devices that the machine has no driver for are named, and left out.
void leave_out_absent(std::vector<std::string>& devices) {
  std::erase_if(devices, [](const std::string& device) {
    const bool absent =
        (device == "lavapipe" || device == "swiftshader") && tests::driver_manifest(device).empty();
    if (absent) fmt::print("without {}: its driver is not installed\n", device);
    return absent;
  });
}

int run(int argc, char** argv) {
  CLI::App app{"hunts for differences between devices with random programs"};
  Options options;
  std::optional<std::uint64_t> print;
  bool random_seed = true;
  bool mutated = false;
  std::string only;
  app.add_option("--count", options.count, "programs");
  app.add_option_function<std::uint64_t>(
      "--seed",
      [&](std::uint64_t seed) {
        options.seed = seed;
        random_seed = false;
      },
      "of the first program; random where not given");
  app.add_option("--devices", options.devices, "reference first")->delimiter(',');
  app.add_option("-j,--jobs", options.jobs, "processes that share the programs, or the mutations")
      ->check(CLI::Range(1, 1024));
  app.add_option("--reduce-seconds", options.reduce_seconds, "most time to reduce one program");
  app.add_option("--seconds", options.seconds, "start no further programs after this time");
  app.add_flag("--keep-going", options.keep_going, "go on after a finding");
  app.add_flag("--no-reduce", options.no_reduce, "print seeds only");
  app.add_flag("--mutations", mutated, "put each listed fault in, and say which program catches it");
  app.add_option("--only", only, "mutations whose name has this part");
  app.add_option("--print", print, "print the program of a seed and run nothing");
  CLI11_PARSE(app, argc, argv);
  if (print) {
    fmt::print("{}", to_wgsl(generate(*print)));
    return 0;
  }
  if (random_seed) options.seed = std::random_device()();
  leave_out_absent(options.devices);
  return mutated ? prove(options, only) : hunt(options);
}

}  // namespace
}  // namespace slipway::hunt

int main(int argc, char** argv) { return slipway::hunt::run(argc, argv); }
