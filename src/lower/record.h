// Slots that the program does not declare: the record that a launch leaves when it cannot go on (see
// kernel::RecordLayout), and constant tables.
#pragma once

#include <slipway/result.h>

#include "ir/module.h"
#include "kernel/kernel.h"
#include "lower/emit.h"

namespace slipway::lower {

/// Whether the target can bind so many storage buffers more.
[[nodiscard]] bool room_for_hidden_slots(const kernel::Kernel& kernel, const kernel::Target& target,
                                         std::uint32_t count);
/// Adds a slot behind the others, in a group of its own.
ir::Binding add_hidden_slot(kernel::Kernel& kernel, std::string name, kernel::BindingKind kind,
                            std::uint64_t bytes);
/// Gives the kernel its record as the last slot, if it has none yet.
Result<> add_record_slot(kernel::Kernel& kernel, const kernel::Target& target);
/// The variable of that slot: an array of atomic words.
ir::GlobalId add_record_variable(ir::Module& module, const kernel::Kernel& kernel);
/// The pointer to word `index` of the record.
ir::Value record_word(const Emit& emit, ir::GlobalId record, std::uint32_t index);

}  // namespace slipway::lower
