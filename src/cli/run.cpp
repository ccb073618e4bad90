#include <algorithm>
#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "base/console.h"
#include "cli/commands.h"
#include "cli/element.h"
#include "cli/files.h"
#include "cli/flags.h"
#include "cli/npy.h"
#include "cli/report.h"
#include "cli/sources.h"

namespace slipway::cli {
namespace {

using Json = nlohmann::ordered_json;

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

/// How an output's bytes are shown: as packed values, or scalars with gaps between elements.
struct Shown {
  ValueType type = ValueType::u32;
  std::vector<std::byte> values;  // packed
  [[nodiscard]] std::size_t count() const { return values.size() / size_of(type); }
};

std::unexpected<Error> wrong(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

const BindingInfo& buffer_of(const Program& program, std::string_view name) {
  return *program.interface().find(name);  // outputs are named after the program's buffers
}

// Scalars flat; structures and padded vectors as words, unless a type is given.
Result<Shown> shown_as(const BindingInfo& buffer, std::span<const std::byte> bytes,
                       std::optional<ValueType> type) {
  Shown shown;
  if (type) {
    shown.type = *type;
  } else if (const auto shape = element_shape(buffer.element_type, buffer.stride);
             shape && !shape->padded()) {
    shown.type = shape->scalar;
  }
  if (bytes.size() % size_of(shown.type) != 0) {
    if (type)
      return wrong(fmt::format("--print '{}' has {} bytes, which is no multiple of {}", buffer.name,
                               bytes.size(), name_of(*type)));
    shown.type = ValueType::u8;
  }
  shown.values.assign(bytes.begin(), bytes.end());
  return shown;
}

struct Print {
  std::string name;
  std::optional<ValueType> type;
};

struct Out {
  std::string name;
  std::string path;
};

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

// `START..END` in bytes.
Result<ByteRange> parse_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos)
    return wrong(fmt::format("--out takes a byte range START..END: found '{}'", text));
  SLIPWAY_TRY(const std::uint64_t begin, parse_count(text.substr(0, dots), "--out NAME:START..END"));
  SLIPWAY_TRY(const std::uint64_t end, parse_count(text.substr(dots + 2), "--out NAME:START..END"));
  return ByteRange{begin, end};
}

Result<std::vector<Out>> parse_outs(const RunFlags& flags, const Program& program, RunOptions& options) {
  std::vector<Out> outs;
  for (const std::string& text : flags.out) {
    SLIPWAY_TRY(auto named, split_name(text, "--out", "NAME=PATH or NAME:START..END=PATH"));
    const std::size_t colon = std::min(named.first.find(':'), named.first.size());
    Out out{named.first.substr(0, colon), named.second};
    SLIPWAY_TRY_VOID(known_output(program, "--out", out.name));
    if (colon != named.first.size()) {
      SLIPWAY_TRY(const ByteRange range, parse_range(std::string_view(named.first).substr(colon + 1)));
      if (const auto [at, added] = options.ranges.emplace(out.name, range); !added && at->second != range)
        return wrong(fmt::format("--out gives '{}' two byte ranges", out.name));
    }
    outs.push_back(std::move(out));
  }
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

std::string dtype_of(ValueType type) {
  const std::string_view name = name_of(type);
  const std::size_t size = size_of(type);
  return fmt::format("{}{}{}", size == 1 ? '|' : '<', name[0], size);
}

// The array that an output is to NumPy: elements by their dimensions, gaps left out; structures as words.
Result<Array> as_array(const BindingInfo& buffer, std::span<const std::byte> bytes) {
  Array array;
  const auto shape = element_shape(buffer.element_type, buffer.stride);
  if (shape && bytes.size() % shape->stride == 0) {
    array.dtype = dtype_of(shape->scalar);
    array.shape = {bytes.size() / shape->stride};
    array.shape.insert(array.shape.end(), shape->dimensions.begin(), shape->dimensions.end());
    for (std::size_t at = 0; at < bytes.size(); at += shape->stride)
      for (const std::size_t offset : shape->offsets) {
        const auto scalar = bytes.subspan(at + offset, size_of(shape->scalar));
        array.data.insert(array.data.end(), scalar.begin(), scalar.end());
      }
    return array;
  }
  SLIPWAY_TRY(auto shown, shown_as(buffer, bytes, std::nullopt));
  array.dtype = dtype_of(shown.type);
  array.shape = {shown.count()};
  array.data = std::move(shown.values);
  return array;
}

Result<> write_output(const BindingInfo& buffer, std::span<const std::byte> bytes, const std::string& path) {
  if (!path.ends_with(".npy")) return write_file(path, bytes);
  SLIPWAY_TRY(const auto array, as_array(buffer, bytes));
  return write_file(path, write_npy(array));
}

void print_values(std::string_view name, const Shown& shown) {
  fmt::print("{} = [", name);
  for (std::size_t i = 0; i < shown.count(); ++i) {
    const auto value = value_at(shown.type, shown.values, i);
    if (i != 0) fmt::print(", ");
    if (value.is_string()) {
      fmt::print("{}", value.get<std::string>());
    } else if (shown.type == ValueType::f32 || shown.type == ValueType::f16) {
      fmt::print("{}", static_cast<float>(value.get<double>()));
    } else {
      fmt::print("{}", value.dump());
    }
  }
  fmt::print("]\n");
}

Json stats_json(const DeviceStats& stats, double wall_us) {
  // There are no time stamps of the device yet.
  return {{"parses", stats.parses},
          {"emissions", stats.emissions},
          {"compiles", stats.compiles},
          {"memory_hits", stats.pipelines.hits},
          {"memory_misses", stats.pipelines.misses},
          {"disk_hits", stats.disk.hits()},
          {"disk_misses", stats.disk.misses()},
          {"evictions", stats.pipelines.evictions + stats.disk.evictions()},
          {"launches", stats.launches},
          {"submissions", stats.submissions},
          {"bytes_up", stats.bytes_up},
          {"bytes_down", stats.bytes_down},
          {"wall_us", wall_us},
          {"device_us", nullptr}};
}

class RunCommand {
 public:
  explicit RunCommand(const RunFlags& flags) : flags_(flags) {
    if (flags.json) json_ = run_json();
  }

  int execute() {
    const auto done = run();
    if (!done) {
      print_error(done.error());
      if (flags_.json) {
        json_["error"] = error_json(done.error());
        json_["outputs"] = Json::object();
      }
    }
    if (flags_.json) print_json(json_);
    return done ? exit_ok : exit_status(done.error());
  }

 private:
  Result<> run() {
    // What can be wrong with the command line first, then the program, then the machine.
    SLIPWAY_TRY(auto options, run_options(flags_));
    SLIPWAY_TRY(const auto config, pipeline_config(flags_.compile));
    auto opened = open_device(flags_.compile);
    SLIPWAY_TRY(const auto program, read_program(flags_.compile, opened));
    for (const Diagnostic& warning : program.warnings()) print_diagnostic(warning);
    SLIPWAY_TRY(const auto prints, parse_prints(flags_, program));
    SLIPWAY_TRY(const auto outs, parse_outs(flags_, program, options));
    SLIPWAY_TRY(const auto inputs, make_inputs(program.interface(), flags_.in));
    SLIPWAY_TRY(const auto device, std::move(opened));
    if (flags_.json) json_["device"] = device_text(device.info());
    SLIPWAY_TRY(const auto pipeline, device.compile(program, config));

    std::vector<NamedArgument> arguments;
    arguments.reserve(inputs.size());
    for (const auto& [name, bytes] : inputs) arguments.push_back({name, bytes});
    const auto begin = std::chrono::steady_clock::now();
    auto ran = pipeline.run(arguments, options);
    const std::chrono::duration<double, std::micro> wall = std::chrono::steady_clock::now() - begin;
    if (flags_.stats) report_stats(device.stats(), wall.count());
    if (!ran) return std::unexpected(std::move(ran).error());
    return deliver(program, *ran, prints, outs);
  }

  void report_stats(const DeviceStats& stats, double wall_us) {
    const Json numbers = stats_json(stats, wall_us);
    if (flags_.json) {
      json_["stats"] = numbers;
      return;
    }
    for (const auto& [name, value] : numbers.items())
      if (!value.is_null()) print_error_line(fmt::format("{} {}", name, value.dump()));
  }

  Result<> deliver(const Program& program, const Outputs& outputs, const std::vector<Print>& prints,
                   const std::vector<Out>& outs) {
    for (const Out& out : outs) {
      SLIPWAY_TRY(const auto bytes, outputs.bytes(out.name));
      SLIPWAY_TRY_VOID(write_output(buffer_of(program, out.name), bytes, out.path));
    }
    for (const auto& entry : outputs.entries()) {
      const BindingInfo& buffer = buffer_of(program, entry.name);
      const auto print = std::ranges::find(prints, entry.name, &Print::name);
      const bool printed = print != prints.end();
      SLIPWAY_TRY(const auto shown, shown_as(buffer, entry.bytes, printed ? print->type : std::nullopt));
      if (flags_.json) {
        describe(entry.name, shown, printed);
      } else if (printed) {
        print_values(entry.name, shown);
      }
    }
    return {};
  }

  void describe(const std::string& name, const Shown& shown, bool values) {
    Json& output = json_["outputs"][name] = {{"type", name_of(shown.type)}, {"count", shown.count()}};
    if (!values) return;
    Json& list = output["values"] = Json::array();
    for (std::size_t i = 0; i < shown.count(); ++i) list.push_back(value_at(shown.type, shown.values, i));
  }

  const RunFlags& flags_;
  Json json_;
};

void add_flags(CLI::App& command, RunFlags& flags) {
  add_program_flags(command, flags.compile);
  add_device_flags(command, flags.compile);
  add_compile_flags(command, flags.compile);
  const auto list = [&](const char* name, std::vector<std::string>& values, const char* type,
                        const char* help) {
    command.add_option(name, values, help)->type_name(type)->allow_extra_args(false);
  };
  list("--in", flags.in, "NAME=SRC",
       "Contents of a buffer: @PATH (raw bytes or .npy), TYPE:v,v,… (TYPE as for --print), zeros:N, range:N, "
       "random:N[:SEED] or "
       "bytelen:NAME; repeatable");
  list("--size", flags.size, "NAME=ELEMENTS", "Elements of a run-time-sized buffer without --in; repeatable");
  list("--out", flags.out, "NAME[:START..END]=PATH",
       "Write an output, or a range of its bytes, to a file; .npy makes an array; repeatable");
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
  command.add_option("--timeout", flags.timeout, "Give up after so many milliseconds")
      ->type_name("MS")
      ->check(not_empty());
  command.add_option("--max-output", flags.max_output, "Refuse to return more bytes")
      ->type_name("BYTES")
      ->check(not_empty());
  command.add_flag("--json", flags.json, "Print one JSON object");
  command.add_flag("--stats", flags.stats, "Report counters and times");
}

}  // namespace

Json run_json() {
  return {{"device", nullptr}, {"outputs", Json::object()}, {"stats", nullptr}, {"error", nullptr}};
}

void add_run(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("run", "Run a kernel on data");
  const auto flags = std::make_shared<RunFlags>();
  add_flags(*command, *flags);
  command->callback([flags, &status] { status = RunCommand(*flags).execute(); });
}

}  // namespace slipway::cli
