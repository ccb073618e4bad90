#include <algorithm>

#include "lower/clear.h"
#include "lower/passes.h"
#include "lower/rewrite.h"

namespace slipway::lower {

using ir::Inst;
using ir::InstId;
using ir::Op;

namespace {

// The most scalars that a variable is set to as a whole. Drivers store larger ones element by element, and
// some take seconds to compile that.
constexpr std::uint64_t most_stored = 64;

class VariableZeroer {
 public:
  VariableZeroer(ir::Module& module, const ir::Reach& reached)
      : module_(module), entry_(module.entry_points[0].function) {
    for (std::size_t i = 0; i < module.globals.size(); ++i) {
      ir::Global& global = module.globals[i];
      const bool starts_at_zero = !global.initializer.valid() && !global.initializer_override.valid();
      if (!reached.globals[i] || module.types[global.type].space != ir::AddressSpace::private_ ||
          !starts_at_zero || !is_large(global.type))
        continue;
      global.undefined = true;
      globals_.emplace_back(i);
    }
  }

  void run(ir::FunctionId id) {
    const ir::Function& function = module_[id];
    const bool has_variables =
        std::ranges::any_of(function.insts, [&](const Inst& inst) { return is_large_variable(inst); });
    const bool clears_globals = id == entry_ && !globals_.empty();
    if (!has_variables && !clears_globals) return;
    Rewriter rewriter(module_, id);
    Clearer clearer(rewriter.build);
    if (clears_globals)
      for (const ir::GlobalId global : globals_) clearer.clear(global, pointee(module_[global].type));
    rewriter.run([&](InstId inst_id, const Inst& inst) {
      if (!is_large_variable(inst)) return false;
      const ir::Value variable = rewriter.build.emit_native(Op::var, inst.type, {});
      clearer.clear(variable, pointee(inst.type));
      rewriter.set(inst_id, variable);
      return true;
    });
  }

 private:
  ir::TypeId pointee(ir::TypeId pointer) const { return module_.types[pointer].element; }
  bool is_large(ir::TypeId pointer) const {
    return ir::scalar_count(module_.types, pointee(pointer)) > most_stored;
  }
  bool is_large_variable(const Inst& inst) const {
    return inst.op == Op::var && inst.operand_count == 0 && is_large(inst.type);
  }

  ir::Module& module_;
  ir::FunctionId entry_;
  std::vector<ir::GlobalId> globals_;
};

}  // namespace

void zero_variables(ir::Module& module, const ir::Reach& reached) {
  VariableZeroer zeroer(module, reached);
  for (const ir::FunctionId function : reached.functions) zeroer.run(function);
}

}  // namespace slipway::lower
