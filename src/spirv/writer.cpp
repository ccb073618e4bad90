#include "spirv/writer.h"

#include <fmt/format.h>

#include "spirv/function.h"

namespace slipway::spirv {
namespace {

// Functions that the entry point reaches, callees first.
std::vector<ir::FunctionId> reached(const ir::Module& module, ir::FunctionId entry) {
  std::vector<bool> seen(module.functions.size(), false);
  std::vector<ir::FunctionId> order{entry};
  seen[entry.index] = true;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const ir::Function& function = module[order[i]];
    ir::for_each_region(function, function.body, [&](ir::RegionId region) {
      for (const ir::InstId id : function[region].insts) {
        const ir::Inst& inst = function[id];
        if (inst.op != ir::Op::call || seen[inst.imm]) continue;
        seen[inst.imm] = true;
        order.push_back(ir::FunctionId(inst.imm));
      }
    });
  }
  return {order.rbegin(), order.rend()};
}

void write_entry_point(Context& context, Word function) {
  std::vector<Word> words{static_cast<Word>(spv::ExecutionModel::GLCompute), function};
  append_string(words, context.kernel.entry_point);
  const auto& interface = context.declarations.interface();
  words.insert(words.end(), interface.begin(), interface.end());
  append(context.assembly.entry_points, spv::Op::OpEntryPoint, words);
}

void write_modes(Context& context, Word function, const kernel::Target& target) {
  const auto mode = [&](spv::ExecutionMode execution, std::initializer_list<Word> operands) {
    std::vector<Word> words{function, static_cast<Word>(execution)};
    words.insert(words.end(), operands);
    append(context.assembly.modes, spv::Op::OpExecutionMode, words);
  };
  const auto& size = context.kernel.workgroup_size;
  mode(spv::ExecutionMode::LocalSize, {size[0], size[1], size[2]});
  if (target.features.preserves_inf_nan_f32) {
    context.assembly.capability(spv::Capability::SignedZeroInfNanPreserve);
    mode(spv::ExecutionMode::SignedZeroInfNanPreserve, {32});
  }
  if (target.features.preserves_denormals_f32 && context.floats == kernel::FloatMode::strict) {
    context.assembly.capability(spv::Capability::DenormPreserve);
    mode(spv::ExecutionMode::DenormPreserve, {32});
  }
}

}  // namespace

Result<std::vector<Word>> write(const ir::Module& module, const kernel::Kernel& kernel,
                                const kernel::Target& target, kernel::FloatMode floats) {
  if (module.entry_points.size() != 1)
    return fail(ErrorCode::internal, fmt::format("a module to be written needs 1 entry point and has {}",
                                                 module.entry_points.size()));
  Assembly assembly;
  assembly.capability(spv::Capability::Shader);
  Declarations declarations(module, assembly);
  Context context{module, kernel, floats, assembly, declarations, {}};
  context.function_ids.resize(module.functions.size(), 0);
  const ir::FunctionId entry = module.entry_points[0].function;
  const std::vector<ir::FunctionId> order = reached(module, entry);
  for (const ir::FunctionId id : order) context.function_ids[id.index] = assembly.fresh();
  for (const ir::FunctionId id : order) SLIPWAY_TRY_VOID(FunctionWriter(context, id).write());
  const Word entry_id = context.function_ids[entry.index];
  assembly.name(entry_id, kernel.entry_point);
  write_entry_point(context, entry_id);
  write_modes(context, entry_id, target);
  return assembly.finish();
}

}  // namespace slipway::spirv
