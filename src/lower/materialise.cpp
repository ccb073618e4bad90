#include <algorithm>
#include <map>

#include "lower/passes.h"
#include "lower/rewrite.h"

namespace slipway::lower {

using ir::AddressSpace;
using ir::Inst;
using ir::InstId;
using ir::Op;
using ir::TypeKind;
using ir::Value;

namespace {

bool needs_memory(const ir::Module& module, const ir::Function& function, const Inst& inst) {
  return inst.op == Op::extract_dynamic &&
         module.types[module.type_of(function, function.operands_of(inst)[0])].kind != TypeKind::vector;
}

class Materialiser {
 public:
  Materialiser(ir::Module& module, ir::FunctionId function)
      : module_(module), rewriter_(module, function), wanted_(rewriter_.function().insts.size(), false) {
    const ir::Function& body = rewriter_.function();
    ir::for_each_region(body, body.body, [&](ir::RegionId region) {
      for (const InstId id : body[region].insts) {
        const Inst& inst = body[id];
        if (!needs_memory(module_, body, inst)) continue;
        const Value composite = body.operands_of(inst)[0];
        if (composite.is_inst()) wanted_[composite.inst().index] = true;
      }
    });
  }

  void run() {
    rewriter_.run([&](InstId id, const Inst& inst) {
      if (needs_memory(module_, rewriter_.function(), inst)) {
        extract(id, inst);
        return true;
      }
      // A variable right behind its value, so that it is made once however often it is indexed. Not between
      // the results of a control instruction, which stay together.
      if (!wanted_[id.index] || inst.op == Op::result) return false;
      if (inst.op == Op::param || (ir::info(inst.op).traits & ir::trait::control) == 0)
        variables_[id] = variable(Value(rewriter_.keep(id)));
      return true;
    });
  }

 private:
  void extract(InstId id, const Inst& inst) {
    const Value composite = rewriter_.function().operands_of(inst)[0];
    Value address;
    if (composite.is_constant()) {
      address = global(composite.constant());
    } else if (const auto it = variables_.find(composite.inst()); it != variables_.end()) {
      address = it->second;
    } else {
      address = variable(rewriter_.map(composite));
    }
    const ir::Type& pointer = module_.types[module_.type_of(rewriter_.build.function(), address)];
    const ir::TypeId element_pointer = module_.types.pointer(pointer.space, inst.type, pointer.access);
    const Value place =
        rewriter_.build.emit(Op::access, element_pointer, {address, rewriter_.operand(inst, 1)});
    rewriter_.set(id, rewriter_.build.emit(Op::load, inst.type, {place}));
  }

  Value variable(Value value) {
    const ir::TypeId type = module_.type_of(rewriter_.build.function(), value);
    const auto pointer = module_.types.pointer(AddressSpace::function, type, ir::Access::read_write);
    return rewriter_.build.emit(Op::var, pointer, {value});
  }

  Value global(ir::ConstantId constant) {
    const auto pointer = module_.types.pointer(AddressSpace::private_, module_.constants[constant].type,
                                               ir::Access::read_write);
    // Those made here are the last, and the program's have names.
    for (std::size_t i = module_.globals.size(); i-- > 0;) {
      const ir::Global& known = module_.globals[i];
      if (!known.name.empty()) break;
      if (known.type == pointer && known.initializer == Value(constant)) return ir::GlobalId(i);
    }
    module_.globals.push_back({.name = {}, .type = pointer, .binding = {}, .initializer = Value(constant)});
    return ir::GlobalId(module_.globals.size() - 1);
  }

  ir::Module& module_;
  Rewriter rewriter_;
  std::vector<bool> wanted_;  // by InstId: an array or matrix that is indexed
  std::map<InstId, Value> variables_;
};

}  // namespace

void materialise(ir::Module& module, ir::FunctionId function) {
  const ir::Function& body = module[function];
  const bool any =
      std::ranges::any_of(body.insts, [&](const Inst& inst) { return needs_memory(module, body, inst); });
  if (any) Materialiser(module, function).run();
}

}  // namespace slipway::lower
