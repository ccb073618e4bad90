#include "cli/request.h"

#include <utility>

#include "cli/sources.h"

namespace slipway::cli {

std::vector<NamedArgument> Request::arguments() const {
  std::vector<NamedArgument> list;
  list.reserve(inputs.size());
  for (const auto& [name, bytes] : inputs) list.push_back({name, bytes});
  return list;
}

Result<Request> make_request(const RunFlags& flags) {
  SLIPWAY_TRY(auto options, run_options(flags));
  SLIPWAY_TRY(auto config, pipeline_config(flags.compile));
  auto opened = open_device(flags.compile);
  SLIPWAY_TRY(auto program, read_program(flags.compile, opened));
  SLIPWAY_TRY(auto prints, parse_prints(flags, program));
  SLIPWAY_TRY(auto outs, parse_outs(flags, program, options));
  SLIPWAY_TRY(auto inputs, make_inputs(program.interface(), flags.in));
  SLIPWAY_TRY(auto device, std::move(opened));
  return Request{std::move(options), std::move(config), std::move(program), std::move(prints),
                 std::move(outs),    std::move(inputs), std::move(device)};
}

}  // namespace slipway::cli
