// The passes that lowering is made of, one a file. Each leaves a module that verifies.
#pragma once

#include <vector>

#include <slipway/result.h>

#include "ir/module.h"
#include "ir/reach.h"
#include "kernel/kernel.h"
#include "lower/lower.h"

namespace slipway::lower {

/// Refuses as `unsupported` an entry point that is larger than the target's limit once all calls are put in
/// place, as drivers do; calls of calls can double it at each level.
Result<> check_expanded_size(const ir::Module& module, const std::vector<ir::FunctionId>& functions,
                             const kernel::Limits& limits);

/// Puts the body in place of each call that passes a pointer, in all of `functions`, callees first. Gives
/// whether there was one.
Result<bool> inline_pointer_calls(ir::Module& module, const std::vector<ir::FunctionId>& functions);

/// workgroup_uniform_load becomes a load between two barriers.
void split_uniform_loads(ir::Module& module, ir::FunctionId function);

/// Large constant arrays that are indexed at run time, and variables that start as one and are only read, go
/// to a buffer that comes with the kernel: the slot of kind `tables`. Where the target has no binding left
/// for it, nothing is changed.
void move_tables(ir::Module& module, const std::vector<ir::FunctionId>& functions, kernel::Kernel& kernel,
                 const kernel::Target& target);

/// Arrays and matrices that are values but indexed at run time go to variables: constants to a private one
/// that is made once, others to one of the function.
void materialise(ir::Module& module, ir::FunctionId function);

/// Loads, stores and atomics through indices that may be out of range become native ones under a condition;
/// with `selects`, loads become unconditional ones of which the result is selected, if that is zero out of
/// range. The kernel's notes count the checks.
void check_bounds(ir::Module& module, ir::FunctionId function, kernel::Kernel& kernel,
                  kernel::CheckMode checks, bool selects);

/// Traps write the record, which is added to the kernel, and end their invocation or leave it without
/// effects. `functions` are those reached, callees first; `non_uniform_loops` is by site.
Result<> lower_traps(ir::Module& module, const std::vector<ir::FunctionId>& functions,
                     const std::vector<bool>& non_uniform_loops, kernel::Kernel& kernel,
                     const kernel::Target& target);

/// Operations with a domain become native ones inside it, and what targets lack is made of what they have.
void expand_operations(ir::Module& module, ir::FunctionId function, const kernel::Target& target);

/// array_length becomes a launch word, which is added to the kernel where it is new.
Result<> pass_array_lengths(ir::Module& module, ir::FunctionId function, kernel::Kernel& kernel,
                            const kernel::Target& target);

/// Counts and ids become those of a launch of which this dispatch is a part; launch words with its place are
/// added to the kernel.
void add_launch_bases(ir::Module& module, ir::FunctionId function, kernel::Kernel& kernel);

/// Sets large private and function variables to zero by loops, where they are not set to another value.
void zero_variables(ir::Module& module, const ir::Reach& reached);

/// Sets the workgroup variables in use to zero at the start of the entry point, all invocations sharing the
/// work, and waits for that.
void zero_workgroup_memory(ir::Module& module, ir::FunctionId entry, const kernel::Kernel& kernel);

/// For targets with a silent loop limit: counts the rounds of loops that are not proven few, and reports in
/// the record when the limit is reached.
Result<> count_loop_rounds(ir::Module& module, ir::FunctionId entry,
                           const std::vector<ir::FunctionId>& functions, kernel::Kernel& kernel,
                           const kernel::Target& target);

/// For targets on which invocations that left a loop do not keep what they assigned: a second exit, never
/// taken, at the head of each loop; with `kept_at_head`, of each that has none there.
void add_loop_exits(ir::Module& module, ir::FunctionId entry, const std::vector<ir::FunctionId>& functions,
                    kernel::LoopExits quirk);

/// The interface: binding slots of the variables in use, workgroup size and memory, feature use. `used` is
/// by GlobalId.
Result<kernel::Kernel> describe(const ir::ValidModule& module, const std::vector<bool>& used,
                                const kernel::Target& target, const Options& options);
/// Refuses as `unsupported` what the driver is known to get wrong, or to die of, for its size: a lowered
/// module against the limits among its quirks.
Result<> check_driver_limits(const ir::ValidModule& module, const kernel::Quirks& quirks);
/// Gives each variable with a binding its slot as binding, in group 0.
void assign_slots(ir::Module& module, const kernel::Kernel& kernel);

}  // namespace slipway::lower
