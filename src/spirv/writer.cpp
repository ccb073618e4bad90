#include "spirv/writer.h"

#include <fmt/format.h>

#include "ir/reach.h"
#include "spirv/function.h"

namespace slipway::spirv {
namespace {

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
  const std::vector<ir::FunctionId> order = ir::reach(module, entry).functions;
  for (const ir::FunctionId id : order) context.function_ids[id.index] = assembly.fresh();
  for (const ir::FunctionId id : order) SLIPWAY_TRY_VOID(FunctionWriter(context, id).write());
  const Word entry_id = context.function_ids[entry.index];
  assembly.name(entry_id, kernel.entry_point);
  write_entry_point(context, entry_id);
  write_modes(context, entry_id, target);
  return assembly.finish();
}

}  // namespace slipway::spirv
