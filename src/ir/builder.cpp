#include "ir/builder.h"

namespace slipway::ir {

RegionId Builder::new_region() {
  const RegionId id(function().regions.size());
  function().regions.emplace_back();
  return id;
}

InstId Builder::emit(Op op, TypeId type, std::span<const Value> operands, std::uint32_t imm) {
  Function& f = function();
  const InstId id(f.insts.size());
  Inst inst{.op = op, .type = type, .imm = imm, .site = site_};
  inst.first_operand = static_cast<std::uint32_t>(f.operands.size());
  inst.operand_count = static_cast<std::uint32_t>(operands.size());
  f.operands.insert(f.operands.end(), operands.begin(), operands.end());
  f.insts.push_back(inst);
  auto& region = f[region_].insts;
  if (region.capacity() == 0) region.reserve(6);  // most regions are short
  region.push_back(id);
  return id;
}

InstId Builder::emit_native(Op op, TypeId type, std::initializer_list<Value> operands, std::uint32_t imm) {
  const InstId id = emit(op, type, operands, imm);
  function()[id].native = true;
  return id;
}

InstId Builder::emit_control(Op op, std::initializer_list<Value> operands, std::uint32_t region_count,
                             std::uint32_t imm) {
  const InstId id = emit(op, module_->types.void_type(), operands, imm);
  Function& f = function();
  f[id].first_region = static_cast<std::uint32_t>(f.regions.size());
  f[id].region_count = region_count;
  f.regions.resize(f.regions.size() + region_count);
  return id;
}

InstId Builder::emit_result(InstId of, TypeId type, std::uint32_t index) {
  return emit(Op::result, type, {Value(of)}, index);
}

void Builder::terminate(Op op, std::initializer_list<Value> operands) {
  emit(op, module_->types.void_type(), operands);
}

bool Builder::terminated() const {
  const auto& insts = function()[region_].insts;
  return !insts.empty() && (info(function()[insts.back()].op).traits & trait::ends) != 0;
}

Value Builder::u32(std::uint32_t bits) const { return module_->constants.scalar(module_->types.u32(), bits); }
Value Builder::i32(std::int32_t value) const {
  return module_->constants.scalar(module_->types.i32(), static_cast<std::uint32_t>(value));
}
Value Builder::boolean(bool value) const {
  return module_->constants.scalar(module_->types.boolean(), value ? 1 : 0);
}
Value Builder::zero(TypeId type) const { return module_->constants.zero(module_->types, type); }

}  // namespace slipway::ir
