#include "ir/reach.h"
#include "lower/clear.h"
#include "lower/emit.h"
#include "lower/passes.h"
#include "lower/rewrite.h"

namespace slipway::lower {

using ir::Op;
using ir::TypeId;
using ir::TypeKind;
using ir::Value;

namespace {

// Arrays up to this many rounds of the whole workgroup are cleared by straight code.
constexpr std::uint32_t straight_rounds = 8;

class Zeroer {
 public:
  Zeroer(ir::Builder& build, const kernel::Kernel& kernel)
      : build_(build),
        emit_(build),
        clear_(build),
        invocations_(kernel.workgroup_size[0] * kernel.workgroup_size[1] * kernel.workgroup_size[2]) {
    lane_ = emit_.op(Op::builtin, emit_.types().u32(), {},
                     static_cast<std::uint32_t>(ir::BuiltinInput::local_invocation_index));
  }

  // The elements of an array are dealt out; anything else is for invocation 0.
  void variable(Value address, TypeId type) {
    if (emit_.types()[type].kind != TypeKind::array) {
      under(emit_.compare(Op::eq, lane_, build_.u32(0)), [&] { clear_.clear(address, type); });
      return;
    }
    const std::uint32_t count = emit_.types()[type].count;
    const std::uint32_t rounds = (count + invocations_ - 1) / invocations_;
    if (rounds > straight_rounds) {
      clear_.loop(lane_, count, invocations_,
                  [&](Value index) { clear_.clear(clear_.element(address, type, index), child(type)); });
      return;
    }
    for (std::uint32_t round = 0; round < rounds; ++round) {
      const Value index = round == 0 ? lane_ : emit_.add(lane_, build_.u32(round * invocations_));
      const auto one = [&] { clear_.clear(clear_.element(address, type, index), child(type)); };
      if ((round + 1) * invocations_ <= count)
        one();
      else
        under(emit_.compare(Op::lt, index, build_.u32(count)), one);
    }
  }

 private:
  TypeId child(TypeId array) const { return emit_.types()[array].element; }

  template <class Body>
  void under(Value condition, Body body) {
    const ir::RegionId outside = build_.region();
    const ir::InstId test = build_.emit_control(Op::if_, {condition}, 2);
    const ir::Inst control = build_.function()[test];
    build_.set_region(build_.function().region_of(control, 0));
    body();
    build_.terminate(Op::yield);
    build_.set_region(build_.function().region_of(control, 1));
    build_.terminate(Op::yield);
    build_.set_region(outside);
  }

  ir::Builder& build_;
  Emit emit_;
  Clearer clear_;
  std::uint32_t invocations_;
  Value lane_;
};

}  // namespace

void zero_workgroup_memory(ir::Module& module, ir::FunctionId entry, const kernel::Kernel& kernel) {
  if (kernel.workgroup_bytes == 0) return;
  const std::vector<bool> used = ir::reach(module, entry).globals;
  std::vector<ir::GlobalId> variables;
  for (std::size_t i = 0; i < module.globals.size(); ++i)
    if (used[i] && module.types[module.globals[i].type].space == ir::AddressSpace::workgroup)
      variables.emplace_back(i);
  if (variables.empty()) return;
  Rewriter rewriter(module, entry);
  Zeroer zeroer(rewriter.build, kernel);
  for (const ir::GlobalId variable : variables)
    zeroer.variable(variable, module.types[module[variable].type].element);
  rewriter.build.emit(Op::workgroup_barrier, module.types.void_type(), {});
  rewriter.run([](ir::InstId, const ir::Inst&) { return false; });
}

}  // namespace slipway::lower
