#include "lower/lower.h"

#include <fmt/format.h>

#include "analysis/uniformity.h"
#include "ir/reach.h"
#include "lower/passes.h"
#include "lower/record.h"

namespace slipway::lower {
namespace {

// Checks a module that passes have made. A fault there is a fault of the pass, in slipway.
Result<ir::ValidModule> verified(ir::Module module, std::string_view pass) {
  auto valid = ir::verify(std::move(module));
  if (valid.has_value()) return *std::move(valid);
  const ir::Finding& finding = valid.error().front();
  return fail(ErrorCode::internal,
              fmt::format("lowering pass '{}' broke rule {}: {}", pass, finding.rule, finding.message));
}

// Notes a pass that ran.
Result<> finish([[maybe_unused]] const ir::Module& module, kernel::Kernel& kernel, std::string_view pass) {
  kernel.notes.passes.emplace_back(pass);
#ifdef SLIPWAY_VERIFY_PASSES
  if (auto valid = verified(module, pass); !valid.has_value())
    return std::unexpected(std::move(valid).error());
#endif
  return {};
}

bool runs_modules(const kernel::Target& target) {
  return target.format == kernel::Format::module && !target.lower_modules;
}

template <class Run>
Result<> each(ir::Module& module, const std::vector<ir::FunctionId>& functions, kernel::Kernel& kernel,
              std::string_view pass, Run run) {
  for (const ir::FunctionId function : functions) run(function);
  return finish(module, kernel, pass);
}

// The passes in their order: what makes loads and stores comes before bounds, what makes conditions and
// arithmetic before expansion, counting rounds when all loops are there, and what changes ids behind all that
// uses them.

// What is still reached then. `reached` is what was before.
Result<ir::Reach> check_indices(ir::Module& module, ir::Reach reached, kernel::Kernel& kernel,
                                const kernel::Target& target, const Options& options) {
  const ir::FunctionId entry = module.entry_points[0].function;
  SLIPWAY_TRY(const bool inlined, inline_pointer_calls(module, reached.functions));
  SLIPWAY_TRY_VOID(finish(module, kernel, "inline_pointer_calls"));
  if (inlined) reached = ir::reach(module, entry);
  const std::vector<ir::FunctionId>& functions = reached.functions;
  SLIPWAY_TRY_VOID(each(module, functions, kernel, "split_uniform_loads",
                        [&](auto f) { split_uniform_loads(module, f); }));
  if (!runs_modules(target)) {
    move_tables(module, functions, kernel, target);
    SLIPWAY_TRY_VOID(finish(module, kernel, "move_tables"));
  }
  SLIPWAY_TRY_VOID(each(module, functions, kernel, "materialise", [&](auto f) { materialise(module, f); }));
  SLIPWAY_TRY_VOID(each(module, functions, kernel, "check_bounds", [&](auto f) {
    check_bounds(module, f, kernel, options.checks, target.quirks.dear_branches);
  }));
  const bool checks_trap = options.checks == kernel::CheckMode::trap;
  return checks_trap ? ir::reach(module, entry) : std::move(reached);
}

Result<> fit(ir::Module& module, const ir::Reach& reached, kernel::Kernel& kernel,
             const kernel::Target& target, const std::vector<bool>& non_uniform_loops, bool in_parts) {
  const ir::FunctionId entry = module.entry_points[0].function;
  const std::vector<ir::FunctionId>& functions = reached.functions;
  if (reached.traps) {
    SLIPWAY_TRY_VOID(lower_traps(module, functions, non_uniform_loops, kernel, target));
    SLIPWAY_TRY_VOID(finish(module, kernel, "lower_traps"));
  }
  for (const ir::FunctionId function : functions)
    SLIPWAY_TRY_VOID(pass_array_lengths(module, function, kernel, target));
  SLIPWAY_TRY_VOID(finish(module, kernel, "pass_array_lengths"));
  SLIPWAY_TRY_VOID(each(module, functions, kernel, "expand_operations",
                        [&](auto f) { expand_operations(module, f, target); }));
  zero_variables(module, reached);
  SLIPWAY_TRY_VOID(finish(module, kernel, "zero_variables"));
  zero_workgroup_memory(module, entry, kernel);
  SLIPWAY_TRY_VOID(finish(module, kernel, "zero_workgroup_memory"));
  if (target.quirks.silent_loop_limit != 0) {
    SLIPWAY_TRY_VOID(count_loop_rounds(module, entry, functions, kernel, target));
    SLIPWAY_TRY_VOID(finish(module, kernel, "count_loop_rounds"));
  }
  if (target.quirks.loop_exits != kernel::LoopExits::kept) {
    add_loop_exits(module, entry, functions, target.quirks.loop_exits);
    SLIPWAY_TRY_VOID(finish(module, kernel, "add_loop_exits"));
  }
  if (in_parts) {
    kernel.in_parts = true;
    SLIPWAY_TRY_VOID(each(module, functions, kernel, "add_launch_bases",
                          [&](auto f) { add_launch_bases(module, f, kernel); }));
  }
  if (target.format != kernel::Format::module) assign_slots(module, kernel);
  return {};
}

}  // namespace

Result<Lowered> lower(const ir::ValidModule& valid, const kernel::Target& target, const Options& options) {
  if (valid->entry_points.size() != 1)
    return fail(ErrorCode::internal, fmt::format("a module to be lowered needs 1 entry point and has {}",
                                                 valid->entry_points.size()));
  ir::Reach reached = ir::reach(*valid, valid->entry_points[0].function);
  SLIPWAY_TRY(kernel::Kernel kernel, describe(valid, reached.globals, target, options));
  const bool checks_trap = options.checks == kernel::CheckMode::trap;
  const bool traps = checks_trap || reached.traps;
  if (runs_modules(target) && !checks_trap) {
    if (traps) SLIPWAY_TRY_VOID(add_record_slot(kernel, target));
    return Lowered{valid, std::move(kernel)};
  }
  std::vector<bool> non_uniform_loops;
  if (traps) non_uniform_loops = analysis::non_uniform_loops(valid, analysis::CallGraph(*valid));
  ir::Module module = *valid;
  for (std::size_t axis = 0; axis < 3; ++axis)
    module.entry_points[0].workgroup_size[axis].value = kernel.workgroup_size[axis];
  if (!runs_modules(target)) SLIPWAY_TRY_VOID(check_expanded_size(module, reached.functions, target.limits));
  SLIPWAY_TRY(reached, check_indices(module, std::move(reached), kernel, target, options));
  if (runs_modules(target)) {
    if (reached.traps) SLIPWAY_TRY_VOID(add_record_slot(kernel, target));
  } else {
    SLIPWAY_TRY_VOID(fit(module, reached, kernel, target, non_uniform_loops, options.in_parts));
  }
  SLIPWAY_TRY(ir::ValidModule lowered, verified(std::move(module), "count_loop_rounds"));
  SLIPWAY_TRY_VOID(check_driver_limits(lowered, target.quirks));
  return Lowered{std::move(lowered), std::move(kernel)};
}

}  // namespace slipway::lower
