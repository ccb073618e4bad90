// The flags that commands share, as text, and their reading.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <slipway/slipway.h>
#include <CLI/CLI.hpp>

namespace slipway::cli {

/// What says which program, and how it is compiled for which device.
struct CompileFlags {
  std::vector<std::string> files;
  std::string entry;
  std::string device;
  bool require_gpu = false;
  std::vector<std::string> set;
  std::string workgroup;
  std::string check = "zero";
  bool strict_float = false;
  bool no_cache = false;
};

/// For options whose empty text would mean that they are not given.
[[nodiscard]] CLI::Validator not_empty();

void add_program_flags(CLI::App& app, CompileFlags& flags);  ///< files, entry
void add_device_flags(CLI::App& app, CompileFlags& flags);   ///< device, require-gpu
void add_compile_flags(CLI::App& app,
                       CompileFlags& flags);  ///< set, workgroup, check, strict-float, no-cache

[[nodiscard]] Result<Program> read_program(const CompileFlags& flags);
/// The same by way of the device's cache, where it was opened: what is wrong with a program does not wait for
/// a machine.
[[nodiscard]] Result<Program> read_program(const CompileFlags& flags, const Result<Device>& device);
[[nodiscard]] Result<Device> open_device(const CompileFlags& flags);
[[nodiscard]] Result<PipelineConfig> pipeline_config(const CompileFlags& flags);

/// `NAME=REST`, both not empty; `flag` and `shape` are for the message.
[[nodiscard]] Result<std::pair<std::string, std::string>> split_name(std::string_view text,
                                                                     std::string_view flag,
                                                                     std::string_view shape);
/// `X`, `X,Y` or `X,Y,Z`; not given where the text is empty.
[[nodiscard]] Result<Size3> parse_size3(std::string_view text, std::string_view flag);
[[nodiscard]] Result<std::uint64_t> parse_count(std::string_view text, std::string_view what);

}  // namespace slipway::cli
