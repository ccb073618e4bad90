// Private to compile*.cpp: what functions of one program share while they are compiled.
#pragma once

#include <unordered_map>

#include "interp/program.h"

namespace slipway::interp {

/// Limits on one program, so that hostile modules end in an error instead of exhausting memory.
inline constexpr std::uint64_t largest_value_words = 1U << 22U;
inline constexpr std::uint64_t largest_constants_words = 1U << 24U;
inline constexpr std::uint64_t largest_frame_words = 1U << 24U;
inline constexpr std::uint64_t largest_space_bytes = 1U
                                                     << 28U;  ///< of workgroup, private, function variables

class ProgramBuilder {
 public:
  ProgramBuilder(const ir::Module& from, const ir::LayoutTable& table);

  const ir::Module& module;
  const ir::LayoutTable& layouts;
  const ir::TypeTable& types;
  Program program;

  /// Words of a value of any type in a frame.
  [[nodiscard]] std::uint32_t words_of(ir::TypeId type) const { return words_[type.index]; }
  [[nodiscard]] Result<> check_size(ir::TypeId type) const;
  [[nodiscard]] Result<Slot> constant(ir::ConstantId id);
  /// The address of a module variable, which gets its place on the first call.
  [[nodiscard]] Result<Slot> address(ir::GlobalId id);
  std::uint32_t transfer(ir::TypeId type);
  /// Index into Program::functions; a function met for the first time is queued.
  std::uint32_t function(ir::FunctionId id);
  void use_launch_word(std::uint32_t index) {
    program.launch_words = std::max(program.launch_words, index + 1);
  }

 private:
  [[nodiscard]] Result<std::array<std::uint32_t, pointer_words>> place(ir::GlobalId id);
  [[nodiscard]] Result<std::uint64_t> place_private(const ir::Global& global, ir::TypeId store_type);

  std::vector<std::uint32_t> words_;  // by type
  std::vector<bool> override_sized_;  // by type: holds an array whose length an override decides
  std::unordered_map<std::uint32_t, Slot> constant_slots_;
  std::unordered_map<std::uint32_t, Slot> address_slots_;
  std::unordered_map<std::uint32_t, std::uint32_t> transfers_;
  std::unordered_map<std::uint32_t, std::uint32_t> functions_;
};

/// Appends the steps of Program::functions[index] and fills in its sizes.
[[nodiscard]] Result<> compile_function(ProgramBuilder& builder, std::uint32_t index);

}  // namespace slipway::interp
