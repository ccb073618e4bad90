#include <array>

#include "lower/emit.h"
#include "lower/launch_words.h"
#include "lower/passes.h"
#include "lower/rewrite.h"

namespace slipway::lower {

using ir::BuiltinInput;
using ir::Op;
using ir::Value;

namespace {

// One word for each axis, as a vector like the inputs.
Value words(const Emit& emit, kernel::Kernel& kernel, kernel::LaunchWord::Kind kind) {
  std::array<Value, 3> axes{};
  for (std::uint32_t axis = 0; axis < axes.size(); ++axis)
    axes.at(axis) = emit.op(Op::launch_word, emit.types().u32(), {},
                            launch_word_number(kernel, {.kind = kind, .slot = axis}));
  return emit.op(Op::construct, emit.types().vector(ir::Scalar::u32, 3), {axes[0], axes[1], axes[2]});
}

Value workgroup_size(const Emit& emit, const kernel::Kernel& kernel) {
  const ir::Builder& build = emit.builder();
  const auto& [x, y, z] = kernel.workgroup_size;
  return emit.op(Op::construct, emit.types().vector(ir::Scalar::u32, 3),
                 {build.u32(x), build.u32(y), build.u32(z)});
}

// What an input of the dispatch is in its launch; null for those that are the same in both.
Value in_launch(const Emit& emit, const ir::Inst& inst, kernel::Kernel& kernel) {
  using Kind = kernel::LaunchWord::Kind;
  const auto input = static_cast<BuiltinInput>(inst.imm);
  if (input == BuiltinInput::num_workgroups) return words(emit, kernel, Kind::num_workgroups);
  if (input != BuiltinInput::workgroup_id && input != BuiltinInput::global_invocation_id) return {};
  Value base = words(emit, kernel, Kind::base_workgroup);
  if (input == BuiltinInput::global_invocation_id) base = emit.mul(base, workgroup_size(emit, kernel));
  return emit.add(emit.op(Op::builtin, inst.type, {}, inst.imm), base);
}

}  // namespace

void add_launch_bases(ir::Module& module, ir::FunctionId function, kernel::Kernel& kernel) {
  Rewriter rewriter(module, function);
  const Emit emit(rewriter.build);
  rewriter.run([&](ir::InstId id, const ir::Inst& inst) {
    if (inst.op != Op::builtin) return false;
    const Value value = in_launch(emit, inst, kernel);
    if (!value.valid()) return false;
    rewriter.set(id, value);
    return true;
  });
}

}  // namespace slipway::lower
