#include "hunt/mutations.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <spirv/unified1/spirv.hpp11>

#include "ir/serialize.h"
#include "ir/verify.h"
#include "support/spirv_check.h"

namespace slipway::hunt {
namespace {

using ir::Op;

enum class Edit : std::uint8_t {
  to_other,     ///< another operation on the same operands
  swap,         ///< operands a and b change places
  take,         ///< the result is operand a
  zero,         ///< the result is zero
  drop,         ///< the instruction is not there
  drop_zeros,   ///< stores of zero values are not there
  immediate,    ///< the immediate is off by one
  branches,     ///< the regions of an `if` change places, or the targets of a branch
  always,       ///< the condition is true
  selectors,    ///< the cases of a switch are off by one
  initializer,  ///< a variable without it
  total,        ///< a constant is off by one
};

}  // namespace

struct Mutation {
  std::string_view name;
  bool spirv = false;
  unsigned op = 0;
  Edit edit = Edit::to_other;
  unsigned a = 0;
  unsigned b = 0;
};

namespace {

constexpr Mutation module_op(std::string_view name, Op op, Edit edit, unsigned a = 0, unsigned b = 1) {
  return {name, false, static_cast<unsigned>(op), edit, a, b};
}
constexpr Mutation other(std::string_view name, Op from, Op to) {
  return {name, false, static_cast<unsigned>(from), Edit::to_other, static_cast<unsigned>(to), 0};
}
constexpr Mutation words(std::string_view name, spv::Op from, spv::Op to) {
  return {name, true, static_cast<unsigned>(from), Edit::to_other, static_cast<unsigned>(to), 0};
}
constexpr Mutation words(std::string_view name, spv::Op op, Edit edit, unsigned a = 0, unsigned b = 0) {
  return {name, true, static_cast<unsigned>(op), edit, a, b};
}

constexpr auto all = std::to_array<Mutation>({
    // What guards are made of.
    module_op("a guard always lets through", Op::if_, Edit::always),
    module_op("the branches of an if are swapped", Op::if_, Edit::branches),
    module_op("a select takes its first operand", Op::select, Edit::take, 0),
    module_op("a select takes its second operand", Op::select, Edit::take, 1),
    module_op("the operands of a select are swapped", Op::select, Edit::swap),
    other("a bound is off by one", Op::lt, Op::le),
    other("a lower bound is off by one", Op::le, Op::lt),
    other("a greater-than admits equality", Op::gt, Op::ge),
    other("a greater-or-equal refuses equality", Op::ge, Op::gt),
    module_op("the operands of a comparison are swapped", Op::lt, Edit::swap),
    other("an equality is inverted", Op::eq, Op::ne),
    other("an inequality is inverted", Op::ne, Op::eq),
    module_op("a min is left out", Op::min, Edit::take, 0),
    other("a min is a max", Op::min, Op::max),
    other("a max is a min", Op::max, Op::min),
    module_op("a mask is left out", Op::bit_and, Edit::take, 0),
    other("an and is an or", Op::bit_and, Op::bit_or),
    other("an or is an and", Op::bit_or, Op::bit_and),
    other("an exclusive or is an or", Op::bit_xor, Op::bit_or),
    module_op("a logical not is left out", Op::logical_not, Edit::take, 0),
    other("all is any", Op::all, Op::any),
    other("any is all", Op::any, Op::all),
    // Arithmetic.
    other("an addition is a subtraction", Op::add, Op::sub),
    other("a subtraction is an addition", Op::sub, Op::add),
    module_op("the operands of a subtraction are swapped", Op::sub, Edit::swap),
    other("a multiplication is an addition", Op::mul, Op::add),
    other("a division is a remainder", Op::div, Op::rem),
    module_op("the operands of a division are swapped", Op::div, Edit::swap),
    other("a left shift is a right shift", Op::shl, Op::shr),
    other("a right shift is a left shift", Op::shr, Op::shl),
    module_op("the operands of a shift are swapped", Op::shl, Edit::swap),
    other("a negation is a complement", Op::neg, Op::bit_not),
    other("a complement is a negation", Op::bit_not, Op::neg),
    module_op("an abs is left out", Op::abs, Edit::take, 0),
    other("a count of bits is their reversal", Op::count_one_bits, Op::reverse_bits),
    other("a reversal of bits is a count", Op::reverse_bits, Op::count_one_bits),
    module_op("a conversion gives zero", Op::convert, Edit::zero),
    module_op("a bit cast gives zero", Op::bitcast, Edit::zero),
    other("a floor is a ceil", Op::floor, Op::ceil),
    other("a ceil is a floor", Op::ceil, Op::floor),
    module_op("a dot product gives zero", Op::dot, Edit::zero),
    module_op("the operands of a matrix product are swapped", Op::mat_mul, Edit::swap),
    module_op("a transposition gives zero", Op::transpose, Edit::zero),
    // Composites.
    module_op("an extracted component is its neighbour", Op::extract, Edit::immediate),
    module_op("a shuffle takes another component", Op::shuffle, Edit::immediate),
    module_op("a member is its neighbour", Op::member, Edit::immediate),
    module_op("the first two parts of a composite are swapped", Op::construct, Edit::swap),
    module_op("a splat gives zero", Op::splat, Edit::zero),
    // Memory.
    module_op("a store is left out", Op::store, Edit::drop),
    module_op("zeroing is left out", Op::store, Edit::drop_zeros),
    module_op("a load gives zero", Op::load, Edit::zero),
    module_op("a variable loses its initialiser", Op::var, Edit::initializer),
    module_op("a barrier is left out", Op::workgroup_barrier, Edit::drop),
    module_op("a launch word is its neighbour", Op::launch_word, Edit::immediate),
    module_op("a launch word is zero", Op::launch_word, Edit::zero),
    other("an atomic addition is a subtraction", Op::atomic_add, Op::atomic_sub),
    other("an atomic max is a min", Op::atomic_max, Op::atomic_min),
    other("an atomic and is an or", Op::atomic_and, Op::atomic_or),
    other("an atomic exclusive or is an or", Op::atomic_xor, Op::atomic_or),
    other("an atomic exchange is an addition", Op::atomic_exchange, Op::atomic_add),
    module_op("the operands of a compare-exchange are swapped", Op::atomic_compare_exchange_weak, Edit::swap,
              1, 2),
    // Control and calls.
    module_op("the cases of a switch are off by one", Op::switch_, Edit::selectors),
    other("a continue is a break", Op::continue_, Op::break_),
    module_op("the arguments of a call are swapped", Op::call, Edit::swap),
    module_op("a parameter is its neighbour", Op::param, Edit::immediate),
    module_op("the result of an if is zero", Op::result, Edit::zero),
    module_op("a builtin input is its neighbour", Op::builtin, Edit::immediate),
    // Writing SPIR-V.
    words("spirv: OpIAdd for OpISub", spv::Op::OpISub, spv::Op::OpIAdd),
    words("spirv: OpISub for OpIAdd", spv::Op::OpIAdd, spv::Op::OpISub),
    words("spirv: OpISub with swapped operands", spv::Op::OpISub, Edit::swap, 3, 4),
    words("spirv: OpSDiv for OpUDiv", spv::Op::OpUDiv, spv::Op::OpSDiv),
    words("spirv: OpSDiv with swapped operands", spv::Op::OpSDiv, Edit::swap, 3, 4),
    words("spirv: a logical right shift of a signed number", spv::Op::OpShiftRightArithmetic,
          spv::Op::OpShiftRightLogical),
    words("spirv: an arithmetic right shift of an unsigned number", spv::Op::OpShiftRightLogical,
          spv::Op::OpShiftRightArithmetic),
    words("spirv: an unsigned comparison of signed numbers", spv::Op::OpSLessThan, spv::Op::OpULessThan),
    words("spirv: a signed comparison of unsigned numbers", spv::Op::OpULessThan, spv::Op::OpSLessThan),
    words("spirv: OpBitwiseOr for OpBitwiseXor", spv::Op::OpBitwiseXor, spv::Op::OpBitwiseOr),
    words("spirv: OpSelect with swapped operands", spv::Op::OpSelect, Edit::swap, 4, 5),
    words("spirv: a branch with swapped targets", spv::Op::OpBranchConditional, Edit::branches, 2, 3),
    words("spirv: no store", spv::Op::OpStore, Edit::drop),
    words("spirv: no barrier", spv::Op::OpControlBarrier, Edit::drop),
    words("spirv: a neighbouring component", spv::Op::OpCompositeExtract, Edit::immediate, 4),
    words("spirv: a neighbouring component of a shuffle", spv::Op::OpVectorShuffle, Edit::immediate, 5),
    words("spirv: parts of a composite swapped", spv::Op::OpCompositeConstruct, Edit::swap, 3, 4),
    words("spirv: an unsigned conversion of a signed number", spv::Op::OpConvertSToF, spv::Op::OpConvertUToF),
    words("spirv: a conversion to signed for one to unsigned", spv::Op::OpConvertFToU,
          spv::Op::OpConvertFToS),
    words("spirv: OpAtomicISub for OpAtomicIAdd", spv::Op::OpAtomicIAdd, spv::Op::OpAtomicISub),
    words("spirv: OpAtomicUMin for OpAtomicUMax", spv::Op::OpAtomicUMax, spv::Op::OpAtomicUMin),
    words("spirv: OpFAdd for OpFSub", spv::Op::OpFSub, spv::Op::OpFAdd),
    words("spirv: OpFAdd for OpFMul", spv::Op::OpFMul, spv::Op::OpFAdd),
    words("spirv: arguments of a call swapped", spv::Op::OpFunctionCall, Edit::swap, 4, 5),
    words("spirv: OpLogicalOr for OpLogicalAnd", spv::Op::OpLogicalAnd, spv::Op::OpLogicalOr),
    words("spirv: OpBitReverse for OpBitCount", spv::Op::OpBitCount, spv::Op::OpBitReverse),
    words("spirv: a constant off by one", spv::Op::OpConstant, Edit::total, 3),
});

struct Place {
  ir::FunctionId function;
  ir::RegionId region;
  ir::InstId inst;
};

std::vector<Place> places(const ir::Module& module, Op op) {
  std::vector<Place> found;
  for (std::size_t f = 0; f < module.functions.size(); ++f) {
    const ir::Function& function = module.functions[f];
    if (!function.body.valid()) continue;
    ir::for_each_region(function, function.body, [&](ir::RegionId region) {
      for (const ir::InstId inst : function[region].insts)
        if (function[inst].op == op) found.push_back({ir::FunctionId(f), region, inst});
    });
  }
  return found;
}

bool is_zero(const ir::Module& module, ir::Value value) {
  return value.is_constant() && module.constants.is_zero(value.constant());
}

void replace_uses(ir::Function& function, ir::InstId inst, ir::Value by) {
  for (ir::Value& operand : function.operands)
    if (operand == ir::Value(inst)) operand = by;
}

// Whether something changed; it may have become invalid.
bool apply(const Mutation& mutation, ir::Module& module, const Place& place) {
  ir::Function& function = module[place.function];
  ir::Inst& inst = function[place.inst];
  const auto operands = function.operands_of(inst);
  switch (mutation.edit) {
    case Edit::to_other: inst.op = static_cast<Op>(mutation.a); return true;
    case Edit::swap:
      if (operands.size() <= mutation.b || operands[mutation.a] == operands[mutation.b]) return false;
      if (module.type_of(function, operands[mutation.a]) != module.type_of(function, operands[mutation.b]))
        return false;
      std::swap(operands[mutation.a], operands[mutation.b]);
      return true;
    case Edit::take:
      if (module.type_of(function, operands[mutation.a]) != inst.type) return false;
      replace_uses(function, place.inst, operands[mutation.a]);
      return true;
    case Edit::zero: {
      const ir::Type& type = module.types[inst.type];
      if (type.kind == ir::TypeKind::pointer) return false;
      replace_uses(function, place.inst, module.constants.zero(module.types, inst.type));
      return true;
    }
    case Edit::drop_zeros:
      if (!is_zero(module, operands[1])) return false;
      [[fallthrough]];
    case Edit::drop: std::erase(function[place.region].insts, place.inst); return true;
    case Edit::immediate: inst.imm ^= 1U; return true;
    case Edit::branches:
      std::swap(function[function.region_of(inst, 0)], function[function.region_of(inst, 1)]);
      return true;
    case Edit::always: {
      const ir::TypeId type = module.types.scalar(ir::Scalar::boolean);
      operands[0] = module.constants.scalar(type, 1);
      return true;
    }
    case Edit::selectors:
      for (auto& one : function.switches.at(inst.imm))
        for (auto& selector : one.selectors) ++selector;
      return true;
    case Edit::initializer:
      if (operands.empty()) return false;
      inst.operand_count = 0;
      return true;
    case Edit::total: return false;
  }
  return false;
}

std::optional<std::vector<std::byte>> mutate_module(const Mutation& mutation,
                                                    std::span<const std::byte> code) {
  const auto original = ir::deserialize(code);
  if (!original) return {};
  const auto found = places(*original, static_cast<Op>(mutation.op));
  // At all places at once, else at the first where the module stays valid.
  for (std::size_t i = 0; i <= std::min<std::size_t>(found.size(), 24); ++i) {
    ir::Module changed = *original;
    bool any = false;
    for (std::size_t k = 0; k < found.size(); ++k)
      if (i == 0 || k == i - 1) any = apply(mutation, changed, found[k]) || any;
    if (!any) continue;
    if (auto valid = ir::verify(std::move(changed))) return ir::serialize(**valid);
  }
  return {};
}

bool apply(const Mutation& mutation, std::vector<std::uint32_t>& inst) {
  switch (mutation.edit) {
    case Edit::to_other: inst[0] = (inst[0] & 0xFFFF0000U) | mutation.a; return true;
    case Edit::swap:
    case Edit::branches:
      if (inst.size() <= mutation.b || inst[mutation.a] == inst[mutation.b]) return false;
      std::swap(inst[mutation.a], inst[mutation.b]);
      return true;
    case Edit::drop: inst.clear(); return true;
    case Edit::immediate:
    case Edit::total: inst[mutation.a] ^= 1U; return true;
    default: return false;
  }
}

std::optional<std::vector<std::byte>> mutate_words(const Mutation& mutation,
                                                   std::span<const std::byte> code) {
  std::vector<std::uint32_t> original(code.size() / 4);
  std::memcpy(original.data(), code.data(), original.size() * 4);
  std::size_t tries = 1;
  for (std::size_t i = 0; i <= tries && i < 24; ++i) {
    std::vector<std::uint32_t> changed(original.begin(), original.begin() + 5);
    std::size_t seen = 0;
    bool any = false;
    for (std::size_t at = 5; at < original.size();) {
      const std::size_t length = original[at] >> 16U;
      std::vector<std::uint32_t> inst(original.begin() + static_cast<std::ptrdiff_t>(at),
                                      original.begin() + static_cast<std::ptrdiff_t>(at + length));
      if ((inst[0] & 0xFFFFU) == mutation.op && (i == 0 || ++seen == i)) any = apply(mutation, inst) || any;
      if ((original[at] & 0xFFFFU) == mutation.op && i == 0) ++tries;
      changed.insert(changed.end(), inst.begin(), inst.end());
      at += length;
    }
    const auto bytes = std::as_bytes(std::span(changed));
    if (any && tests::check_spirv(bytes).empty()) return std::vector(bytes.begin(), bytes.end());
  }
  return {};
}

class MutatingDevice final : public hal::Device {
 public:
  MutatingDevice(std::shared_ptr<hal::Device> inner, const Mutation& mutation)
      : inner_(std::move(inner)), mutation_(&mutation) {}

  [[nodiscard]] const hal::Info& info() const override { return inner_->info(); }
  Result<std::shared_ptr<hal::Buffer>> create_buffer(std::uint64_t size, hal::MemoryKind kind) override {
    return inner_->create_buffer(size, kind);
  }
  Result<std::shared_ptr<hal::Pipeline>> create_pipeline(kernel::Kernel kernel,
                                                         std::span<const std::byte> blob,
                                                         const std::string& label) override {
    auto changed =
        mutation_->spirv ? mutate_words(*mutation_, kernel.code) : mutate_module(*mutation_, kernel.code);
    if (changed) kernel.code = *std::move(changed);
    return inner_->create_pipeline(std::move(kernel), blob, label);
  }
  Result<std::shared_ptr<hal::Submission>> submit(std::vector<hal::Command> commands) override {
    return inner_->submit(std::move(commands));
  }
  Result<std::shared_ptr<hal::Recorded>> record(std::vector<hal::Command> commands) override {
    return inner_->record(std::move(commands));
  }
  Result<std::shared_ptr<hal::Submission>> submit(std::shared_ptr<hal::Recorded> recorded) override {
    return inner_->submit(std::move(recorded));
  }
  void abandon() override { inner_->abandon(); }

 private:
  std::shared_ptr<hal::Device> inner_;
  const Mutation* mutation_;
};

}  // namespace

std::vector<const Mutation*> mutations() {
  std::vector<const Mutation*> list;
  list.reserve(all.size());
  for (const Mutation& one : all) list.push_back(&one);
  return list;
}

std::string_view name(const Mutation& mutation) { return mutation.name; }

std::string_view device_of(const Mutation& mutation) { return mutation.spirv ? "lavapipe" : "lowered"; }

std::shared_ptr<hal::Device> mutate(std::shared_ptr<hal::Device> inner, const Mutation& mutation) {
  return std::make_shared<MutatingDevice>(std::move(inner), mutation);
}

}  // namespace slipway::hunt
