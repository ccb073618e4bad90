// What all parts of a module's text share: the names of its declarations, types, constants.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <slipway/result.h>

#include "ir/module.h"
#include "wgsl/writer_names.h"

namespace slipway::wgsl {

/// How tightly the outermost operator of an expression's text binds; the tightest comes first.
enum class Binding : std::uint8_t {
  primary,  ///< no operator outside brackets
  unary,
  multiplicative,
  additive,
  shift,
  relational,
  bit_and,
  bit_or,
  bit_xor,
  logical_and,
  logical_or,
};

class ModuleWriter {
 public:
  ModuleWriter(const ir::Module& module, const ir::DebugInfo& debug);
  Result<std::string> write();

  [[nodiscard]] const ir::Module& module() const { return module_; }
  [[nodiscard]] const ir::DebugInfo& debug() const { return debug_; }
  [[nodiscard]] const WrittenNames& names() const { return names_; }
  [[nodiscard]] const std::string& name(ir::GlobalId id) const { return global_names_[id.index]; }
  [[nodiscard]] const std::string& name(ir::FunctionId id) const { return function_names_[id.index]; }
  [[nodiscard]] const std::string& name(ir::OverrideId id) const { return override_names_[id.index]; }
  [[nodiscard]] const std::string& member_name(ir::TypeId structure, std::uint32_t member) const {
    return member_names_.at(structure.index)[member];
  }
  std::string type(ir::TypeId id);
  std::string constant(ir::ConstantId id);
  /// How the text of a constant binds: negative numbers are an operation.
  [[nodiscard]] static Binding binding_of(std::string_view constant) {
    return constant.front() == '-' ? Binding::unary : Binding::primary;
  }
  std::string tag(std::uint32_t index);
  /// A name that WGSL declares; an error where the program hides it.
  std::string builtin(std::string_view name);
  /// Whether values of the type have no type to name: the results of frexp and the like, and arrays of them.
  [[nodiscard]] bool is_nameless(ir::TypeId id) const;
  /// A bool of this value that is known only when the pipeline is made; empty without overrides.
  std::string late_bool(bool value);

  /// Remembers the first thing that has no text.
  void fail(std::string message);

 private:
  void name_declarations();
  void name_structures();
  void write_directives();
  void write_structures();
  void write_variables();
  void write_override(ir::OverrideId id);
  void write_global(ir::GlobalId id);
  void write_tags();
  void write_functions();
  void write_entry_point(const ir::EntryPoint& entry);
  std::string extent(const ir::Extent& extent);
  std::string override_expression(ir::OverrideId id);
  std::string scalar_type(ir::Scalar scalar);
  std::string array_type(ir::TypeId id);
  std::string array_size(const ir::Type& array);
  std::string scalar(ir::Scalar scalar, std::uint32_t bits);
  std::string composite(const ir::Constant& c);
  std::string nameless_constant(ir::ConstantId id);
  std::string argument_of(ir::ConstantId fract, ir::ConstantId other);

  const ir::Module& module_;
  const ir::DebugInfo& debug_;
  WrittenNames names_;
  std::vector<std::string> global_names_, function_names_, override_names_;
  std::unordered_map<std::uint32_t, std::string> structure_names_;            // by type
  std::unordered_map<std::uint32_t, std::vector<std::string>> member_names_;  // by type
  std::unordered_map<std::uint32_t, std::string> type_aliases_;               // by type
  std::unordered_map<std::uint32_t, std::string> constant_texts_;             // by constant
  std::vector<bool> is_initializer_;                                          // by function
  ir::OverrideId first_late_override_;  // the first that a workgroup size made
  std::string head_, aliases_, variables_, constants_, functions_;
  std::optional<Error> error_;
};

}  // namespace slipway::wgsl
