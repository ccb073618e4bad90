// A launch as the flags of `run` ask for it, for all commands about launches.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "cli/run_flags.h"

namespace slipway::cli {

struct Request {
  RunOptions options;
  PipelineConfig config;
  Program program;
  std::vector<Print> prints;
  std::vector<Out> outs;
  std::map<std::string, std::vector<std::byte>> inputs;
  Device device;

  /// Views of `inputs`.
  [[nodiscard]] std::vector<NamedArgument> arguments() const;
};

/// What can be wrong with the command line comes first, then the program, then the machine.
[[nodiscard]] Result<Request> make_request(const RunFlags& flags);

}  // namespace slipway::cli
