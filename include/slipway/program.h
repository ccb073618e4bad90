// Programs: WGSL that was read and checked, with one entry point chosen.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <slipway/result.h>

namespace slipway {

namespace program {
struct ProgramData;
}

/// How a kernel uses a buffer.
enum class BindingUse : std::uint8_t {
  uniform,             ///< `var<uniform>`: read only, small
  storage_read,        ///< `var<storage>`: read only
  storage_read_write,  ///< `var<storage, read_write>`
};

/// "uniform", "storage, read" or "storage, read_write".
[[nodiscard]] std::string_view to_string(BindingUse use);

/// A buffer that the entry point reaches. Sizes are in bytes.
struct BindingInfo {
  std::string name;
  std::uint32_t group = 0;
  std::uint32_t binding = 0;
  BindingUse use = BindingUse::storage_read;
  std::string type;          ///< as WGSL writes it: `array<vec3<f32>>`
  std::string element_type;  ///< of the array, or of the array that a structure ends in; else `type`
  /// From element to element of an array whose length is decided at run time, or of a fixed array; else the
  /// size of the variable.
  std::uint64_t stride = 0;
  /// Before the first element of a run-time array; the whole size where the size is static.
  std::uint64_t fixed_size = 0;
  bool runtime_sized = false;  ///< its length comes with its argument
  bool is_read = false;        ///< by the entry point or what it calls
  bool is_written = false;

  /// What WGSL asks a buffer bound here to have at least: room for one element where run-time sized.
  [[nodiscard]] std::uint64_t smallest_size() const { return fixed_size + (runtime_sized ? stride : 0); }
};

/// A pipeline-overridable constant.
struct OverrideInfo {
  std::string name;
  std::optional<std::uint32_t> id;  ///< from @id
  std::string type;                 ///< "bool", "i32", "u32", "f32" or "f16"
  bool has_default = false;
};

/// What a caller of the entry point has to know.
struct Interface {
  std::vector<BindingInfo> bindings;    ///< in order of declaration
  std::vector<OverrideInfo> overrides;  ///< in order of declaration; all that the module declares
  /// As declared; an axis that an override decides is 0.
  std::array<std::uint32_t, 3> workgroup_size{1, 1, 1};
  bool uses_barriers = false;
  bool uses_workgroup_memory = false;
  bool uses_subgroups = false;
  bool uses_f16 = false;

  /// Null where there is none of that name.
  [[nodiscard]] const BindingInfo* find(std::string_view name) const;
};

struct SourceText {
  std::string name;  ///< for messages; usually a path
  std::string text;  ///< WGSL in UTF-8
};

struct ProgramOptions {
  std::string entry_point = {};   ///< may be empty where the module has one
  std::string name = "<source>";  ///< of the text given to from_source, for messages
};

/// A checked module and one of its entry points. Cheap to copy, immutable, safe from many threads.
class Program {
 public:
  /// Errors are `invalid_program`, with every diagnostic found. A module without entry points, a name that is
  /// no entry point, and no name where there are several are `invalid_argument`.
  static Result<Program> from_source(std::string_view wgsl, const ProgramOptions& options = {});
  /// Several texts that form one module: what one declares the others see, in any order.
  static Result<Program> from_sources(std::vector<SourceText> sources, const ProgramOptions& options = {});
  /// What cannot be read is an `io` error.
  static Result<Program> from_file(const std::filesystem::path& path, const ProgramOptions& options = {});
  static Result<Program> from_files(std::span<const std::filesystem::path> paths,
                                    const ProgramOptions& options = {});

  [[nodiscard]] const Interface& interface() const;
  [[nodiscard]] const std::string& entry_point() const;
  /// Names of all entry points of the module, in order of declaration.
  [[nodiscard]] const std::vector<std::string>& entry_points() const;
  /// Warnings and notes of a program that is valid.
  [[nodiscard]] const std::vector<Diagnostic>& warnings() const;
  /// 32 hex digits that formatting, comments, local names and the order of declarations do not change, and
  /// that everything which can change the kernel or its interface does: the order of the buffers, too.
  [[nodiscard]] const std::string& identity() const;
  /// The same module with another of its entry points. `invalid_argument` where there is none of that name.
  [[nodiscard]] Result<Program> with_entry_point(std::string_view name) const;
  /// The whole module as one WGSL text, whatever it was made from. Reading that gives a program of the same
  /// identity; comments, formatting and declarations that nothing uses are not in it.
  [[nodiscard]] Result<std::string> to_wgsl() const;

 private:
  explicit Program(std::shared_ptr<const program::ProgramData> data) : data_(std::move(data)) {}
  friend struct program::ProgramData;
  std::shared_ptr<const program::ProgramData> data_;
};

}  // namespace slipway
