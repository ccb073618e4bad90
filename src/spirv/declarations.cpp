#include "spirv/declarations.h"

#include <algorithm>

namespace slipway::spirv {

using ir::AddressSpace;
using ir::Scalar;
using ir::TypeId;
using ir::TypeKind;

namespace {

// Beyond that a zero is an OpConstantNull.
constexpr std::size_t most_spelled_zeros = 128;

}  // namespace

spv::StorageClass storage_class(AddressSpace space) {
  switch (space) {
    case AddressSpace::function: return spv::StorageClass::Function;
    case AddressSpace::private_: return spv::StorageClass::Private;
    case AddressSpace::workgroup: return spv::StorageClass::Workgroup;
    case AddressSpace::uniform: return spv::StorageClass::Uniform;
    case AddressSpace::storage: return spv::StorageClass::StorageBuffer;
  }
  SLIPWAY_UNREACHABLE();
}

Declarations::Declarations(const ir::Module& module, Assembly& assembly)
    : module_(&module), layouts_(module.types), assembly_(&assembly) {
  for (auto& ids : types_) ids.resize(module.types.size(), 0);
  constants_.resize(module.constants.size(), 0);
  globals_.resize(module.globals.size(), 0);
}

bool Declarations::has_layout(TypeId type) const {
  const TypeKind kind = module_->types[type].kind;
  return kind == TypeKind::array || kind == TypeKind::runtime_array || kind == TypeKind::structure;
}

Word Declarations::scalar(Scalar scalar) {
  switch (scalar) {
    case Scalar::boolean: return assembly_->unique(spv::Op::OpTypeBool, {}, {});
    case Scalar::i32: return assembly_->unique(spv::Op::OpTypeInt, {}, {32, 1});
    case Scalar::u32: return assembly_->unique(spv::Op::OpTypeInt, {}, {32, 0});
    case Scalar::f32: return assembly_->unique(spv::Op::OpTypeFloat, {}, {32});
    case Scalar::f16:
      assembly_->capability(spv::Capability::Float16);
      return assembly_->unique(spv::Op::OpTypeFloat, {}, {16});
  }
  SLIPWAY_UNREACHABLE();
}

// Recursion follows the nesting of types, which WGSL bounds at 255.
Word Declarations::type_in(TypeId id, bool layout) {
  Word& known = types_[layout ? 1 : 0].at(id.index);
  if (known != 0) return known;
  const ir::Type& type = module_->types[id];
  if (layout && type.scalar == Scalar::f16) {
    assembly_->capability(spv::Capability::StorageBuffer16BitAccess);
    assembly_->capability(spv::Capability::UniformAndStorageBuffer16BitAccess);
  }
  Word made = 0;
  switch (type.kind) {
    case TypeKind::void_: made = assembly_->unique(spv::Op::OpTypeVoid, {}, {}); break;
    case TypeKind::scalar:
    case TypeKind::atomic: made = scalar(type.scalar); break;
    case TypeKind::vector:
      made = assembly_->unique(spv::Op::OpTypeVector, {}, {scalar(type.scalar), type.rows});
      break;
    case TypeKind::matrix:
      made = assembly_->unique(spv::Op::OpTypeMatrix, {}, {this->type(type.element), type.columns});
      break;
    case TypeKind::array:
    case TypeKind::runtime_array: made = array(id, layout); break;
    case TypeKind::structure: made = structure(id, layout); break;
    case TypeKind::pointer: made = pointer_to(type.space, type.element); break;
  }
  return known = made;
}

Word Declarations::array(TypeId id, bool layout) {
  const ir::Type& type = module_->types[id];
  const Word element = type_in(type.element, layout);
  const Word count = type.kind == TypeKind::array ? u32(type.count) : 0;
  const Word made = assembly_->fresh();
  if (type.kind == TypeKind::array)
    append(assembly_->declarations, spv::Op::OpTypeArray, {made, element, count});
  else
    append(assembly_->declarations, spv::Op::OpTypeRuntimeArray, {made, element});
  if (layout) assembly_->decorate(made, spv::Decoration::ArrayStride, {layouts_[id].stride});
  return made;
}

Word Declarations::structure(TypeId id, bool layout) {
  const ir::Type& type = module_->types[id];
  std::vector<Word> words{0};
  for (const ir::Member& member : type.members) words.push_back(type_in(member.type, layout));
  const Word made = words[0] = assembly_->fresh();
  append(assembly_->declarations, spv::Op::OpTypeStruct, words);
  if (!layout) return made;
  for (Word i = 0; i < type.members.size(); ++i) {
    const auto offset = static_cast<Word>(layouts_[id].member_offsets[i]);
    assembly_->decorate_member(made, i, spv::Decoration::Offset, {offset});
    decorate_matrix_member(made, i, type.members[i].type);
  }
  if (ends_in_runtime_array(id)) assembly_->decorate(made, spv::Decoration::Block);
  return made;
}

void Declarations::decorate_matrix_member(Word structure, Word member, TypeId type) {
  while (module_->types[type].kind == TypeKind::array || module_->types[type].kind == TypeKind::runtime_array)
    type = module_->types[type].element;
  if (module_->types[type].kind != TypeKind::matrix) return;
  assembly_->decorate_member(structure, member, spv::Decoration::ColMajor);
  assembly_->decorate_member(structure, member, spv::Decoration::MatrixStride, {layouts_[type].stride});
}

bool Declarations::ends_in_runtime_array(TypeId id) const {
  const ir::Type& type = module_->types[id];
  return type.kind == TypeKind::structure && !type.members.empty() &&
         module_->types[type.members.back().type].kind == TypeKind::runtime_array;
}

Word Declarations::block(TypeId type) {
  if (ends_in_runtime_array(type)) return laid_out(type);
  if (const auto it = blocks_.find(type); it != blocks_.end()) return it->second;
  const Word member = laid_out(type);
  const Word made = assembly_->fresh();
  append(assembly_->declarations, spv::Op::OpTypeStruct, {made, member});
  assembly_->decorate(made, spv::Decoration::Block);
  assembly_->decorate_member(made, 0, spv::Decoration::Offset, {0});
  decorate_matrix_member(made, 0, type);
  return blocks_[type] = made;
}

Word Declarations::pointer(spv::StorageClass storage, Word pointee) {
  return assembly_->unique(spv::Op::OpTypePointer, {}, {static_cast<Word>(storage), pointee});
}

Word Declarations::pointer_to(AddressSpace space, TypeId element) {
  const bool layout = space == AddressSpace::uniform || space == AddressSpace::storage;
  return pointer(storage_class(space), type_in(element, layout));
}

Word Declarations::u32(Word value) {
  return assembly_->unique(spv::Op::OpConstant, {scalar(Scalar::u32)}, {value});
}

Word Declarations::zero(TypeId id) {
  if (const auto it = zeros_.find(id); it != zeros_.end()) return it->second;
  const ir::Type& type = module_->types[id];
  const Word type_id = this->type(id);
  std::vector<Word> parts;
  if (ir::scalar_count(module_->types, id) > most_spelled_zeros)
    return zeros_[id] = assembly_->unique(spv::Op::OpConstantNull, {type_id}, {});
  switch (type.kind) {
    case TypeKind::vector: parts.assign(type.rows, zero(module_->types.scalar(type.scalar))); break;
    case TypeKind::matrix: parts.assign(type.columns, zero(type.element)); break;
    case TypeKind::array: parts.assign(type.count, zero(type.element)); break;
    case TypeKind::structure:
      for (const ir::Member& member : type.members) parts.push_back(zero(member.type));
      break;
    default:
      if (type.scalar == Scalar::boolean)
        return zeros_[id] = assembly_->unique(spv::Op::OpConstantFalse, {type_id}, {});
      return zeros_[id] = assembly_->unique(spv::Op::OpConstant, {type_id}, {0});
  }
  return zeros_[id] = assembly_->unique(spv::Op::OpConstantComposite, {type_id}, parts);
}

Word Declarations::constant(ir::ConstantId id) {
  Word& known = constants_.at(id.index);
  if (known != 0) return known;
  const ir::Constant& constant = module_->constants[id];
  const Word type_id = type(constant.type);
  if (constant.kind == ir::ConstantKind::zero) return known = zero(constant.type);
  if (constant.kind == ir::ConstantKind::scalar) {
    if (module_->types[constant.type].scalar != Scalar::boolean)
      return known = assembly_->unique(spv::Op::OpConstant, {type_id}, {constant.bits});
    const spv::Op op = constant.bits != 0 ? spv::Op::OpConstantTrue : spv::Op::OpConstantFalse;
    return known = assembly_->unique(op, {type_id}, {});
  }
  std::vector<Word> parts;
  parts.reserve(constant.parts.size());
  for (const ir::ConstantId part : constant.parts) parts.push_back(this->constant(part));
  return known = assembly_->unique(spv::Op::OpConstantComposite, {type_id}, parts);
}

Word Declarations::variable(Word pointer_type, spv::StorageClass storage, Word initializer) {
  const Word made = assembly_->fresh();
  std::vector<Word> words{pointer_type, made, static_cast<Word>(storage)};
  if (initializer != 0) words.push_back(initializer);
  append(assembly_->declarations, spv::Op::OpVariable, words);
  interface_.push_back(made);
  return made;
}

bool Declarations::wrapped(ir::GlobalId global) const {
  const ir::Type& pointer = module_->types[(*module_)[global].type];
  return (pointer.space == AddressSpace::storage || pointer.space == AddressSpace::uniform) &&
         !ends_in_runtime_array(pointer.element);
}

Word Declarations::global(ir::GlobalId id) {
  Word& known = globals_.at(id.index);
  if (known != 0) return known;
  const ir::Global& global = (*module_)[id];
  const ir::Type& type = module_->types[global.type];
  const spv::StorageClass storage = storage_class(type.space);
  if (!global.binding.has_value()) {
    const Word pointee = this->type(type.element);
    Word initializer = 0;
    if (type.space == AddressSpace::private_ && !global.undefined)
      initializer = global.initializer.valid() ? constant(global.initializer.constant()) : zero(type.element);
    return known = variable(pointer(storage, pointee), storage, initializer);
  }
  const Word made = variable(pointer(storage, block(type.element)), storage);
  assembly_->decorate(made, spv::Decoration::DescriptorSet, {global.binding->group});
  assembly_->decorate(made, spv::Decoration::Binding, {global.binding->binding});
  if (type.space == AddressSpace::storage && type.access == ir::Access::read)
    assembly_->decorate(made, spv::Decoration::NonWritable);
  if (!global.name.empty()) assembly_->name(made, global.name);
  return known = made;
}

namespace {

spv::BuiltIn builtin_of(ir::BuiltinInput input) {
  switch (input) {
    case ir::BuiltinInput::local_invocation_id: return spv::BuiltIn::LocalInvocationId;
    case ir::BuiltinInput::local_invocation_index: return spv::BuiltIn::LocalInvocationIndex;
    case ir::BuiltinInput::global_invocation_id: return spv::BuiltIn::GlobalInvocationId;
    case ir::BuiltinInput::workgroup_id: return spv::BuiltIn::WorkgroupId;
    case ir::BuiltinInput::num_workgroups: return spv::BuiltIn::NumWorkgroups;
    case ir::BuiltinInput::subgroup_invocation_id: return spv::BuiltIn::SubgroupLocalInvocationId;
    case ir::BuiltinInput::subgroup_size: return spv::BuiltIn::SubgroupSize;
    case ir::BuiltinInput::subgroup_id: return spv::BuiltIn::SubgroupId;
    case ir::BuiltinInput::num_subgroups: return spv::BuiltIn::NumSubgroups;
    case ir::BuiltinInput::global_invocation_index:
    case ir::BuiltinInput::workgroup_index: break;  // lowering makes them of others
  }
  SLIPWAY_UNREACHABLE();
}

bool is_vector(ir::BuiltinInput input) {
  return input == ir::BuiltinInput::local_invocation_id || input == ir::BuiltinInput::global_invocation_id ||
         input == ir::BuiltinInput::workgroup_id || input == ir::BuiltinInput::num_workgroups;
}

}  // namespace

Word Declarations::input(ir::BuiltinInput input) {
  Word& known = inputs_[input];
  if (known != 0) return known;
  if (input >= ir::BuiltinInput::subgroup_invocation_id)
    assembly_->capability(spv::Capability::GroupNonUniform);
  const Word u32_type = scalar(Scalar::u32);
  const Word type_id =
      is_vector(input) ? assembly_->unique(spv::Op::OpTypeVector, {}, {u32_type, 3}) : u32_type;
  known = variable(pointer(spv::StorageClass::Input, type_id), spv::StorageClass::Input);
  assembly_->decorate(known, spv::Decoration::BuiltIn, {static_cast<Word>(builtin_of(input))});
  return known;
}

Word Declarations::launch_words(std::uint32_t count) {
  if (launch_words_ != 0) return launch_words_;
  const Word element = scalar(Scalar::u32);
  const Word length = u32(count);
  const Word array = assembly_->fresh();
  append(assembly_->declarations, spv::Op::OpTypeArray, {array, element, length});
  assembly_->decorate(array, spv::Decoration::ArrayStride, {4});
  const Word made = assembly_->fresh();
  append(assembly_->declarations, spv::Op::OpTypeStruct, {made, array});
  assembly_->decorate(made, spv::Decoration::Block);
  assembly_->decorate_member(made, 0, spv::Decoration::Offset, {0});
  const auto storage = spv::StorageClass::PushConstant;
  return launch_words_ = variable(pointer(storage, made), storage);
}

}  // namespace slipway::spirv
