#include "analysis/work.h"

#include <algorithm>
#include <set>

#include "analysis/call_graph.h"
#include "ir/evaluate.h"
#include "ir/reach.h"

namespace slipway::analysis {
namespace {

using ir::Op;
using ir::TypeKind;

bool is_arithmetic(Op op) {
  return op >= Op::convert && op <= Op::unpack2x16float && op != Op::bitcast && op != Op::transpose;
}

std::uint64_t scalars(const ir::TypeTable& types, ir::TypeId id) {
  const TypeKind kind = types[id].kind;
  const bool is_value = kind == TypeKind::scalar || kind == TypeKind::vector || kind == TypeKind::matrix;
  return is_value ? ir::word_count(types, id) : 1;
}

bool is_matrix(const ir::TypeTable& types, ir::TypeId id) { return types[id].kind == TypeKind::matrix; }

// Rows times columns of the result, times what each is a sum of; a product with a scalar has no sums.
std::uint64_t multiplications(const ir::TypeTable& types, ir::TypeId left, ir::TypeId right,
                              ir::TypeId result) {
  if (is_matrix(types, left) && types[right].kind != TypeKind::scalar)
    return scalars(types, result) * types[left].columns;
  if (is_matrix(types, right) && types[left].kind == TypeKind::vector)
    return scalars(types, result) * types[right].rows;
  return scalars(types, result);
}

// Calls of calls can double a number sixty times.
void add_to(std::uint64_t& sum, std::uint64_t count) {
  sum = count > UINT64_MAX - sum ? UINT64_MAX : sum + count;
}

class Counter {
 public:
  Counter(const ir::Module& module, const ir::Function& function, const std::vector<Work>& callees)
      : module_(module), function_(function), callees_(callees) {}

  Work count() {
    ir::for_each_region(function_, function_.body, [&](ir::RegionId region) {
      for (const ir::InstId id : function_[region].insts) add(function_[id]);
    });
    return work_;
  }

 private:
  void add(const ir::Inst& inst) {
    const auto traits = ir::info(inst.op).traits;
    if (inst.op == Op::call) return add(callees_[inst.imm]);
    if ((traits & ir::trait::subgroup) != 0) add_to(work_.subgroup, 1);
    if (inst.op == Op::workgroup_barrier || inst.op == Op::storage_barrier || inst.op == Op::texture_barrier)
      add_to(work_.barriers, 1);
    if (inst.op == Op::workgroup_uniform_load) add_to(work_.barriers, 2);
    const bool touches =  // a buffer or workgroup memory, which a declaration does not
        inst.op == Op::workgroup_uniform_load ||
        (inst.op != Op::var && (traits & (ir::trait::reads | ir::trait::writes)) != 0 &&
         (traits & ir::trait::total) != 0);
    if (touches) add_access(inst);
    if (is_arithmetic(inst.op)) add_to(work_.arithmetic, weight(inst));
  }

  void add(const Work& callee) {
    add_to(work_.arithmetic, callee.arithmetic);
    add_to(work_.memory, callee.memory);
    add_to(work_.workgroup_memory, callee.workgroup_memory);
    add_to(work_.barriers, callee.barriers);
    add_to(work_.subgroup, callee.subgroup);
  }

  void add_access(const ir::Inst& inst) {
    const ir::Type& pointer = module_.types[type_of(inst, 0)];
    if (pointer.space == ir::AddressSpace::storage || pointer.space == ir::AddressSpace::uniform)
      add_to(work_.memory, 1);
    if (pointer.space == ir::AddressSpace::workgroup) add_to(work_.workgroup_memory, 1);
  }

  std::uint64_t weight(const ir::Inst& inst) const {
    if (inst.op == Op::mat_mul)
      return multiplications(module_.types, type_of(inst, 0), type_of(inst, 1), inst.type);
    std::uint64_t most = scalars(module_.types, inst.type);
    for (std::uint32_t i = 0; i < inst.operand_count; ++i)
      most = std::max(most, scalars(module_.types, type_of(inst, i)));
    return most;
  }

  [[nodiscard]] ir::TypeId type_of(const ir::Inst& inst, std::size_t operand) const {
    return module_.type_of(function_, function_.operands_of(inst)[operand]);
  }

  const ir::Module& module_;
  const ir::Function& function_;
  const std::vector<Work>& callees_;
  Work work_;
};

// By docs/semantics.md and the accuracy tables of WGSL, section 15.7.4: what is correctly rounded, or exact.
bool is_exact(Op op) {
  switch (op) {
    case Op::convert:
    case Op::quantize_to_f16:
    case Op::neg:
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::eq:
    case Op::ne:
    case Op::lt:
    case Op::le:
    case Op::gt:
    case Op::ge:
    case Op::abs:
    case Op::ceil:
    case Op::clamp:
    case Op::floor:
    case Op::fract:
    case Op::frexp:
    case Op::max:
    case Op::min:
    case Op::modf:
    case Op::round:
    case Op::saturate:
    case Op::sign:
    case Op::step:
    case Op::trunc:
    case Op::pack2x16float:
    case Op::unpack2x16float: return true;
    default: return false;
  }
}

bool is_float(const ir::TypeTable& types, ir::TypeId id) {
  const ir::Type& type = types[id];
  const bool has_scalar =
      type.kind == TypeKind::scalar || type.kind == TypeKind::vector || type.kind == TypeKind::matrix;
  return has_scalar && (type.scalar == ir::Scalar::f32 || type.scalar == ir::Scalar::f16);
}

template <class Visit>
void for_each_reached(const ir::ValidModule& module, Visit visit) {
  for (const ir::FunctionId id : ir::reach(*module, module->entry_points.at(0).function).functions) {
    const ir::Function& function = (*module)[id];
    ir::for_each_region(function, function.body, [&](ir::RegionId region) {
      for (const ir::InstId inst : function[region].insts) visit(function, function[inst]);
    });
  }
}

}  // namespace

Work count_work(const ir::ValidModule& module) {
  const CallGraph calls(*module);
  std::vector<Work> all(module->functions.size());
  for (const ir::FunctionId id : calls.callees_first)
    all[id.index] = Counter(*module, (*module)[id], all).count();
  return all[module->entry_points.at(0).function.index];
}

FloatUse float_use(const ir::ValidModule& module) {
  FloatUse use;
  std::set<Op> inexact;
  bool adds = false;
  bool multiplies = false;
  for_each_reached(module, [&](const ir::Function& function, const ir::Inst& inst) {
    bool floats = is_float(module->types, inst.type);
    for (const ir::Value operand : function.operands_of(inst))
      floats = floats || is_float(module->types, module->type_of(function, operand));
    const bool subgroup = (ir::info(inst.op).traits & ir::trait::subgroup) != 0;
    if (!floats || !(is_arithmetic(inst.op) || subgroup)) return;
    use.any = true;
    adds = adds || inst.op == Op::add || inst.op == Op::sub;
    multiplies = multiplies || inst.op == Op::mul;
    const bool sums = inst.op >= Op::subgroup_add && inst.op <= Op::subgroup_inclusive_mul;  // in any order
    if (subgroup ? sums : !is_exact(inst.op)) inexact.insert(inst.op);
  });
  use.can_contract = adds && multiplies;
  use.inexact.assign(inexact.begin(), inexact.end());
  return use;
}

std::uint32_t count_indices(const ir::ValidModule& module) {
  std::uint32_t count = 0;
  for_each_reached(module, [&](const ir::Function&, const ir::Inst& inst) {
    if (inst.op == Op::access || inst.op == Op::extract_dynamic) ++count;
  });
  return count;
}

}  // namespace slipway::analysis
