// Drivers that get a large constant array as the initialiser of a variable fill it in every invocation:
// look-ups in 256 words are 20 times slower than in a buffer on an H200, and lavapipe takes over a minute to
// compile 512.
#include <cstring>
#include <map>
#include <optional>

#include "ir/layout.h"
#include "lower/emit.h"
#include "lower/passes.h"
#include "lower/record.h"
#include "lower/rewrite.h"

namespace slipway::lower {

using ir::AddressSpace;
using ir::ConstantId;
using ir::ConstantKind;
using ir::FunctionId;
using ir::Inst;
using ir::InstId;
using ir::Op;
using ir::TypeId;
using ir::TypeKind;
using ir::Value;

namespace {

/// Scalars of the smallest array that is worth a binding. Loops over fewer are unrolled by drivers, and the
/// constants are then better in the code: so the 64 words of SHA-256, which a buffer makes 1.4 times slower.
constexpr std::uint64_t least_scalars = 65;

bool host_shareable(const ir::TypeTable& types, TypeId id) {
  const ir::Type& type = types[id];
  if (type.kind == TypeKind::array) return host_shareable(types, type.element);
  if (type.kind != TypeKind::structure) return type.scalar != ir::Scalar::boolean;
  for (const ir::Member& member : type.members)
    if (!host_shareable(types, member.type)) return false;
  return true;
}

bool large(const ir::Module& module, ConstantId id) {
  const ir::Constant& constant = module.constants[id];
  return constant.kind != ConstantKind::scalar && module.types[constant.type].kind == TypeKind::array &&
         ir::scalar_count(module.types, constant.type) >= least_scalars &&
         host_shareable(module.types, constant.type);
}

bool composite(const ir::Type& type) {
  return type.kind == TypeKind::array || type.kind == TypeKind::structure || type.kind == TypeKind::matrix;
}

/// What may be moved: a constant, or a variable that starts as one and is only read.
struct Candidate {
  ConstantId constant;
  bool indexed = false;  // at run time
  bool only_read = true;
  [[nodiscard]] bool moved() const { return indexed && only_read; }
};

/// Which values of one function are a candidate, or a part of one, or point into one.
struct Uses {
  std::vector<std::optional<std::size_t>> candidates;  // by InstId
  std::vector<bool> formed;  // by InstId: whether something needs the value, and not only a part of it
};

class Finder {
 public:
  Finder(const ir::Module& module, const std::vector<FunctionId>& functions)
      : module_(module),
        constants_(module.constants.size()),
        globals_(module.globals.size()),
        uses_(module.functions.size()) {
    for (std::size_t i = 0; i < constants_.size(); ++i) constants_[i] = add(ConstantId(i));
    for (std::size_t i = 0; i < globals_.size(); ++i) {
      const ir::Global& global = module.globals[i];
      if (module.types[global.type].space == AddressSpace::private_ && global.initializer.valid() &&
          !global.initializer_override.valid())
        globals_[i] = add(global.initializer.constant());
    }
    for (const FunctionId id : functions) look_through(id);
  }

  [[nodiscard]] const std::vector<Candidate>& candidates() const { return candidates_; }
  [[nodiscard]] const Uses& uses(FunctionId id) const { return uses_[id.index]; }
  [[nodiscard]] std::optional<std::size_t> candidate_of(FunctionId id, Value value) const {
    if (value.is_inst()) return uses(id).candidates[value.inst().index];
    return value.is_constant() ? constants_[value.constant().index] : globals_[value.global().index];
  }

 private:
  void look_through(FunctionId id) {
    const ir::Function& function = module_[id];
    Uses& uses = uses_[id.index];
    uses.candidates.resize(function.insts.size());
    uses.formed.resize(function.insts.size());
    ir::for_each_region(function, function.body, [&](ir::RegionId region) {
      for (const InstId inst : function[region].insts) look_at(id, inst);
    });
  }

  void look_at(FunctionId id, InstId inst_id) {
    const ir::Function& function = module_[id];
    const Inst& inst = function[inst_id];
    Uses& uses = uses_[id.index];
    const auto operands = function.operands_of(inst);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const auto candidate = candidate_of(id, operands[i]);
      if (!candidate) continue;
      if (i == 0 && narrows(function, inst)) {
        uses.candidates[inst_id.index] = candidate;
        const bool at_run_time =
            (inst.op == Op::access || inst.op == Op::extract_dynamic) && !operands[1].is_constant();
        candidates_[*candidate].indexed |= at_run_time;
      } else if (module_.types[module_.type_of(function, operands[i])].kind == TypeKind::pointer) {
        candidates_[*candidate].only_read = false;
      } else if (operands[i].is_inst()) {
        uses.formed[operands[i].inst().index] = true;
      }
    }
    if (inst.op == Op::var && operands.size() == 1 && operands[0].is_constant())
      uses.candidates[inst_id.index] = add(operands[0].constant());
  }

  /// Whether the result is its first operand, or a part of it, read or pointed to.
  bool narrows(const ir::Function& function, const Inst& inst) const {
    switch (inst.op) {
      case Op::access:
      case Op::member:
      case Op::load: return true;
      case Op::extract:
      case Op::extract_dynamic:
        return composite(module_.types[module_.type_of(function, function.operands_of(inst)[0])]);
      default: return false;
    }
  }

  std::optional<std::size_t> add(ConstantId id) {
    if (!large(module_, id)) return std::nullopt;
    candidates_.push_back({.constant = id});
    return candidates_.size() - 1;
  }

  const ir::Module& module_;
  std::vector<Candidate> candidates_;
  std::vector<std::optional<std::size_t>> constants_;  // by ConstantId
  std::vector<std::optional<std::size_t>> globals_;    // by GlobalId
  std::vector<Uses> uses_;                             // by FunctionId
};

/// The bytes of constants as a buffer has them.
class Bytes {
 public:
  Bytes(const ir::Module& module, const ir::LayoutTable& layouts, std::vector<std::byte>& bytes)
      : module_(module), layouts_(layouts), bytes_(bytes) {}

  // Recurses as deep as types nest, which the verifier bounds.
  void write(ConstantId id, std::uint64_t offset) {
    const ir::Constant& constant = module_.constants[id];
    if (constant.kind == ConstantKind::zero) return;
    const ir::Type& type = module_.types[constant.type];
    if (constant.kind == ConstantKind::scalar) {
      const std::size_t size = type.scalar == ir::Scalar::f16 ? 2 : 4;
      const auto half = static_cast<std::uint16_t>(constant.bits);
      const void* from = size == 2 ? static_cast<const void*>(&half) : &constant.bits;
      std::memcpy(&bytes_.at(offset), from, size);
      return;
    }
    const ir::Layout& layout = layouts_[constant.type];
    for (std::size_t i = 0; i < constant.parts.size(); ++i) {
      const ConstantId part = constant.parts[i];
      const std::uint64_t step = type.kind == TypeKind::structure ? layout.member_offsets[i]
                                 : type.kind == TypeKind::vector
                                     ? i * layouts_[module_.constants[part].type].size
                                     : i * layout.stride;
      write(part, offset + step);
    }
  }

 private:
  const ir::Module& module_;
  const ir::LayoutTable& layouts_;
  std::vector<std::byte>& bytes_;
};

/// The buffer: a structure with one member for each constant.
struct Buffer {
  ir::GlobalId variable;
  std::map<ConstantId, std::uint32_t> members;
};

std::optional<Buffer> make_buffer(ir::Module& module, const std::vector<Candidate>& candidates,
                                  kernel::Kernel& kernel, const kernel::Target& target) {
  Buffer buffer;
  std::vector<ir::Member> members;
  std::vector<ConstantId> constants;
  for (const Candidate& candidate : candidates) {
    if (!candidate.moved()) continue;
    const auto index = static_cast<std::uint32_t>(members.size());
    if (!buffer.members.try_emplace(candidate.constant, index).second) continue;
    members.push_back(
        {.name = "table_" + std::to_string(index), .type = module.constants[candidate.constant].type});
    constants.push_back(candidate.constant);
  }
  if (members.empty()) return std::nullopt;
  const TypeId structure = module.types.structure("Tables", std::move(members));
  const ir::LayoutTable layouts(module.types);
  const ir::Layout& layout = layouts[structure];
  if (layout.size > target.limits.storage_binding_bytes || !room_for_hidden_slots(kernel, target, 2))
    return std::nullopt;
  kernel.tables.resize(layout.size);
  Bytes bytes(module, layouts, kernel.tables);
  for (std::size_t i = 0; i < constants.size(); ++i) bytes.write(constants[i], layout.member_offsets[i]);
  const ir::Binding binding = add_hidden_slot(kernel, "tables", kernel::BindingKind::tables, layout.size);
  const TypeId pointer = module.types.pointer(AddressSpace::storage, structure, ir::Access::read);
  module.globals.push_back({.name = "", .type = pointer, .binding = binding, .initializer = {}});
  buffer.variable = ir::GlobalId(module.globals.size() - 1);
  return buffer;
}

class Mover {
 public:
  Mover(ir::Module& module, FunctionId function, const Finder& finder, const Buffer& buffer)
      : module_(module),
        function_(function),
        finder_(finder),
        buffer_(buffer),
        rewriter_(module, function),
        places_(rewriter_.function().insts.size()) {}

  void run() {
    rewriter_.run([&](InstId id, const Inst& inst) { return visit(id, inst); });
  }

 private:
  bool moved(Value value) const {
    const auto candidate = finder_.candidate_of(function_, value);
    return candidate && finder_.candidates()[*candidate].moved();
  }

  bool visit(InstId id, const Inst& inst) {
    if (!moved(id)) return false;
    if (inst.op == Op::var) return true;
    const Value place = places_[id.index] = narrowed(inst);
    const bool is_pointer = module_.types[inst.type].kind == TypeKind::pointer;
    if (!is_pointer && finder_.uses(function_).formed[id.index])
      rewriter_.set(id, rewriter_.build.emit(Op::load, inst.type, {place}));
    return true;
  }

  Value narrowed(const Inst& inst) {
    const Value place = place_of(rewriter_.function().operands_of(inst)[0]);
    if (inst.op == Op::load) return place;
    const TypeId part =
        module_.types[inst.type].kind == TypeKind::pointer ? module_.types[inst.type].element : inst.type;
    const TypeId pointer = module_.types.pointer(AddressSpace::storage, part, ir::Access::read);
    const TypeId base = module_.types[rewriter_.build.type_of(place)].element;
    if (inst.op == Op::member || (inst.op == Op::extract && module_.types[base].kind == TypeKind::structure))
      return rewriter_.build.emit(Op::member, pointer, {place}, inst.imm);
    const Value index = inst.op == Op::extract ? rewriter_.build.u32(inst.imm) : rewriter_.operand(inst, 1);
    return rewriter_.build.emit(Op::access, pointer, {place, index});
  }

  Value place_of(Value value) {
    if (value.is_inst() && places_[value.inst().index].valid()) return places_[value.inst().index];
    const Candidate& candidate = finder_.candidates()[*finder_.candidate_of(function_, value)];
    const TypeId type = module_.constants[candidate.constant].type;
    const TypeId pointer = module_.types.pointer(AddressSpace::storage, type, ir::Access::read);
    return rewriter_.build.emit(Op::member, pointer, {Value(buffer_.variable)},
                                buffer_.members.at(candidate.constant));
  }

  ir::Module& module_;
  FunctionId function_;
  const Finder& finder_;
  const Buffer& buffer_;
  Rewriter rewriter_;
  std::vector<Value> places_;  // by InstId
};

bool any_moved(const Finder& finder, FunctionId function) {
  for (const auto& candidate : finder.uses(function).candidates)
    if (candidate && finder.candidates()[*candidate].moved()) return true;
  return false;
}

}  // namespace

void move_tables(ir::Module& module, const std::vector<FunctionId>& functions, kernel::Kernel& kernel,
                 const kernel::Target& target) {
  bool any = false;
  for (std::uint32_t i = 0; i < module.constants.size() && !any; ++i) any = large(module, ConstantId(i));
  if (!any) return;
  const Finder finder(module, functions);
  const auto buffer = make_buffer(module, finder.candidates(), kernel, target);
  if (!buffer) return;
  for (const FunctionId function : functions)
    if (any_moved(finder, function)) Mover(module, function, finder, *buffer).run();
}

}  // namespace slipway::lower
