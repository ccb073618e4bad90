#include <algorithm>
#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "base/console.h"
#include "cli/commands.h"
#include "cli/element.h"
#include "cli/files.h"
#include "cli/npy.h"
#include "cli/report.h"
#include "cli/run_flags.h"
#include "cli/sources.h"

namespace slipway::cli {
namespace {

using Json = nlohmann::ordered_json;

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

using Microseconds = std::chrono::duration<double, std::micro>;

// The wall's time is there where the run failed, too.
Json stats_json(const DeviceStats& stats, Microseconds wall, const std::optional<RunTimes>& times) {
  Json queue_us;
  Json device_us;
  if (times) queue_us = Microseconds(times->queue).count();
  if (times && times->device) device_us = Microseconds(*times->device).count();
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
          {"bytes_avoided", stats.bytes_avoided},
          {"wall_us", wall.count()},
          {"queue_us", queue_us},
          {"device_us", device_us}};
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
    auto ran = pipeline.run_timed(arguments, options);
    const Microseconds wall = std::chrono::steady_clock::now() - begin;
    if (flags_.stats) report_stats(device.stats(), wall, ran ? std::optional(ran->times) : std::nullopt);
    if (!ran) return std::unexpected(std::move(ran).error());
    return deliver(program, ran->outputs, prints, outs);
  }

  void report_stats(const DeviceStats& stats, Microseconds wall, const std::optional<RunTimes>& times) {
    const Json numbers = stats_json(stats, wall, times);
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

}  // namespace

Json run_json() {
  return {{"device", nullptr}, {"outputs", Json::object()}, {"stats", nullptr}, {"error", nullptr}};
}

void add_run(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("run", "Run a kernel on data");
  const auto flags = std::make_shared<RunFlags>();
  add_run_flags(*command, *flags);
  command->callback([flags, &status] { status = RunCommand(*flags).execute(); });
}

}  // namespace slipway::cli
