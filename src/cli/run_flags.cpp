#include "cli/run_flags.h"

#include <algorithm>
#include <chrono>
#include <set>

#include <fmt/format.h>

namespace slipway::cli {
namespace {

std::unexpected<Error> wrong(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

Result<void> known_output(const Program& program, std::string_view flag, std::string_view name) {
  const BindingInfo* buffer = program.interface().find(name);
  if (buffer != nullptr && buffer->use == BindingUse::storage_read_write) return {};
  std::string names;
  for (const auto& binding : program.interface().bindings)
    if (binding.use == BindingUse::storage_read_write)
      names += fmt::format("{}'{}'", names.empty() ? "" : ", ", binding.name);
  return wrong(fmt::format("{} '{}' names no returned buffer; they are {}", flag, name,
                           names.empty() ? "none" : names));
}

// `START..END` in bytes.
Result<ByteRange> parse_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos)
    return wrong(fmt::format("--out takes a byte range START..END: found '{}'", text));
  SLIPWAY_TRY(const std::uint64_t begin, parse_count(text.substr(0, dots), "--out NAME:START..END"));
  SLIPWAY_TRY(const std::uint64_t end, parse_count(text.substr(dots + 2), "--out NAME:START..END"));
  return ByteRange{begin, end};
}

}  // namespace

Result<std::vector<Print>> parse_prints(const RunFlags& flags, const Program& program) {
  std::vector<Print> prints;
  for (const std::string& text : flags.print) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    Print print{text.substr(0, colon), std::nullopt};
    if (colon != text.size()) {
      print.type = value_type(std::string_view(text).substr(colon + 1));
      if (!print.type)
        return wrong(
            fmt::format("--print '{}' has type '{}': expected i8, u8, i16, u16, i32, u32, i64, u64, f16, f32 "
                        "or f64",
                        print.name, text.substr(colon + 1)));
    }
    SLIPWAY_TRY_VOID(known_output(program, "--print", print.name));
    if (std::ranges::find(prints, print.name, &Print::name) != prints.end())
      return wrong(fmt::format("--print gives '{}' twice", print.name));
    prints.push_back(std::move(print));
  }
  return prints;
}

Result<std::vector<Out>> parse_outs(const RunFlags& flags, const Program& program, RunOptions& options) {
  std::vector<Out> outs;
  std::set<std::string> whole;
  for (const std::string& text : flags.out) {
    SLIPWAY_TRY(auto named, split_name(text, "--out", "NAME=PATH or NAME:START..END=PATH"));
    const std::size_t colon = std::min(named.first.find(':'), named.first.size());
    Out out{named.first.substr(0, colon), named.second};
    SLIPWAY_TRY_VOID(known_output(program, "--out", out.name));
    if (colon != named.first.size()) {
      SLIPWAY_TRY(const ByteRange range, parse_range(std::string_view(named.first).substr(colon + 1)));
      if (const auto [at, added] = options.ranges.emplace(out.name, range); !added && at->second != range)
        return wrong(fmt::format("--out gives '{}' two byte ranges", out.name));
    } else {
      whole.insert(out.name);
    }
    outs.push_back(std::move(out));
  }
  for (const auto& [name, range] : options.ranges)  // a buffer is read back once
    if (whole.contains(name))
      return wrong(fmt::format("--out gives '{}' whole and a byte range of it", name));
  return outs;
}

Result<RunOptions> run_options(const RunFlags& flags) {
  RunOptions options;
  SLIPWAY_TRY(options.extent, parse_size3(flags.extent, "--extent"));
  SLIPWAY_TRY(options.grid, parse_size3(flags.grid, "--grid"));
  for (const std::string& text : flags.size) {
    SLIPWAY_TRY(auto named, split_name(text, "--size", "NAME=ELEMENTS"));
    SLIPWAY_TRY(const std::uint64_t count, parse_count(named.second, "--size NAME=ELEMENTS"));
    if (!options.sizes.emplace(named.first, count).second)
      return wrong(fmt::format("--size gives '{}' twice", named.first));
  }
  if (!flags.iterations.empty()) {
    SLIPWAY_TRY(const std::uint64_t iterations, parse_count(flags.iterations, "--iterations"));
    if (iterations > UINT32_MAX)
      return wrong(fmt::format("--iterations takes at most {}: found {}", UINT32_MAX, iterations));
    options.iterations = static_cast<std::uint32_t>(iterations);
  }
  if (!flags.max_output.empty()) {
    SLIPWAY_TRY(options.max_output_bytes, parse_count(flags.max_output, "--max-output"));
  }
  if (!flags.timeout.empty()) {
    SLIPWAY_TRY(const std::uint64_t milliseconds, parse_count(flags.timeout, "--timeout"));
    constexpr std::uint64_t longest = 1ULL << 40U;  // a wait of 34 years is one without end
    if (milliseconds < longest)
      options.timeout = std::chrono::milliseconds(static_cast<std::int64_t>(milliseconds));
  }
  return options;
}

void add_run_flags(CLI::App& command, RunFlags& flags) {
  add_program_flags(command, flags.compile);
  add_device_flags(command, flags.compile);
  add_compile_flags(command, flags.compile);
  const auto list = [&](const char* name, std::vector<std::string>& values, const char* type,
                        const char* help) {
    command.add_option(name, values, help)->type_name(type)->allow_extra_args(false);
  };
  list("--in", flags.in, "NAME=SRC",
       "Contents of a buffer: @PATH (raw bytes, zeros filling the last element, or .npy), TYPE:v,v,… (TYPE "
       "as for --print; their bytes go in as they are, into f32 and f16 elements from "
       "that type or as bits from u8 to u64), zeros:N, range:N, random:N[:SEED] or bytelen:NAME; repeatable");
  list("--size", flags.size, "NAME=ELEMENTS", "Elements of a run-time-sized buffer without --in; repeatable");
  list("--out", flags.out, "NAME[:START..END]=PATH",
       "Write an output to a file, or a range of its bytes, which is then all that is read back, for --print "
       "too; "
       ".npy makes an array; repeatable");
  list("--print", flags.print, "NAME[:TYPE]",
       "Print an output's values, as i8, u8, i16, u16, i32, u32, i64, u64, f16, f32 or f64; repeatable");
  command.add_option("--extent", flags.extent, "Invocations of the launch")
      ->type_name("X[,Y[,Z]]")
      ->check(not_empty());
  command.add_option("--grid", flags.grid, "Workgroups of the launch; wins over --extent")
      ->type_name("X[,Y[,Z]]")
      ->check(not_empty());
  command.add_option("--iterations", flags.iterations, "Launches before the read-back (default: 1)")
      ->type_name("K")
      ->check(not_empty());
  command
      .add_option(
          "--timeout", flags.timeout,
          "Give up on the launch after so many milliseconds; what the driver compiles at a first launch "
          "counts, what is compiled before it does not")
      ->type_name("MS")
      ->check(not_empty());
  command.add_option("--max-output", flags.max_output, "Refuse to return more bytes")
      ->type_name("BYTES")
      ->check(not_empty());
  command.add_flag("--json", flags.json, "Print one JSON object");
  command.add_flag("--stats", flags.stats, "Report counters and times");
}

}  // namespace slipway::cli
