// The flags of `run`, which other commands about a launch take too.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/flags.h"
#include "cli/values.h"

namespace slipway::cli {

struct RunFlags {
  CompileFlags compile;
  std::vector<std::string> in;
  std::vector<std::string> size;
  std::vector<std::string> out;
  std::vector<std::string> print;
  std::string extent;
  std::string grid;
  // Text, because CLI11 takes -1 for the largest number.
  std::string iterations;
  std::string timeout;
  std::string max_output;
  bool json = false;
  bool stats = false;
};

struct Print {
  std::string name;
  std::optional<ValueType> type;
};

struct Out {
  std::string name;
  std::string path;
};

void add_run_flags(CLI::App& command, RunFlags& flags);

[[nodiscard]] Result<RunOptions> run_options(const RunFlags& flags);
[[nodiscard]] Result<std::vector<Print>> parse_prints(const RunFlags& flags, const Program& program);
/// Byte ranges go to the options.
[[nodiscard]] Result<std::vector<Out>> parse_outs(const RunFlags& flags, const Program& program,
                                                  RunOptions& options);

}  // namespace slipway::cli
