// Types, constants and module variables in SPIR-V.
//
// SPIR-V wants offsets and strides on types in buffers and forbids them elsewhere, so arrays and structures
// have two forms: plain, and laid out. A buffer variable is a Block structure that holds the variable as its
// only member, except that a structure which ends in a run-time array is the Block itself.
#pragma once

#include <map>
#include <vector>

#include "ir/layout.h"
#include "ir/module.h"
#include "spirv/assembly.h"

namespace slipway::spirv {

class Declarations {
 public:
  Declarations(const ir::Module& module, Assembly& assembly);

  [[nodiscard]] Word type(ir::TypeId type) { return type_in(type, false); }
  [[nodiscard]] Word laid_out(ir::TypeId type) { return type_in(type, true); }
  /// Whether `type` has a laid out form that differs from its plain one.
  [[nodiscard]] bool has_layout(ir::TypeId type) const;
  [[nodiscard]] Word pointer(spv::StorageClass storage, Word pointee);
  /// The pointer type of an address in `space` of something of IR type `element`.
  [[nodiscard]] Word pointer_to(ir::AddressSpace space, ir::TypeId element);

  [[nodiscard]] Word constant(ir::ConstantId constant);
  [[nodiscard]] Word u32(Word value);
  /// Zeros one by one, up to a size: SPIRV-Tools, which drivers bring along, folds operations on vectors with
  /// an OpConstantNull for a component to wrong values.
  [[nodiscard]] Word zero(ir::TypeId type);

  /// The variable of a module variable, declared when first asked for.
  [[nodiscard]] Word global(ir::GlobalId global);
  /// Whether the address of `global` is member 0 of its Block.
  [[nodiscard]] bool wrapped(ir::GlobalId global) const;
  [[nodiscard]] Word input(ir::BuiltinInput input);
  /// The push-constant block: an array of `count` words as its only member.
  [[nodiscard]] Word launch_words(std::uint32_t count);
  /// Variables that the entry point must list, in the order they were declared.
  [[nodiscard]] const std::vector<Word>& interface() const { return interface_; }

 private:
  [[nodiscard]] Word type_in(ir::TypeId type, bool layout);
  [[nodiscard]] Word scalar(ir::Scalar scalar);
  [[nodiscard]] Word array(ir::TypeId type, bool layout);
  [[nodiscard]] Word structure(ir::TypeId type, bool layout);
  void decorate_matrix_member(Word structure, Word member, ir::TypeId type);
  [[nodiscard]] Word block(ir::TypeId type);
  [[nodiscard]] bool ends_in_runtime_array(ir::TypeId type) const;
  [[nodiscard]] Word variable(Word pointer_type, spv::StorageClass storage, Word initializer = 0);

  const ir::Module* module_;
  ir::LayoutTable layouts_;
  Assembly* assembly_;
  std::vector<Word> types_[2];  // by TypeId: plain, laid out; 0 where not declared yet
  std::vector<Word> constants_;
  std::map<ir::TypeId, Word> zeros_;
  std::vector<Word> globals_;
  std::map<ir::TypeId, Word> blocks_;
  std::map<ir::BuiltinInput, Word> inputs_;
  Word launch_words_ = 0;
  std::vector<Word> interface_;
};

[[nodiscard]] spv::StorageClass storage_class(ir::AddressSpace space);

}  // namespace slipway::spirv
