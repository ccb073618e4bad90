// The record that a launch leaves when it cannot go on; see kernel::RecordLayout.
#pragma once

#include <slipway/result.h>

#include "ir/module.h"
#include "kernel/kernel.h"
#include "lower/emit.h"

namespace slipway::lower {

/// Gives the kernel its record as the last slot, in a group of its own, if it has none yet.
Result<> add_record_slot(kernel::Kernel& kernel, const kernel::Target& target);
/// The variable of that slot: an array of atomic words.
ir::GlobalId add_record_variable(ir::Module& module, const kernel::Kernel& kernel);
/// The pointer to word `index` of the record.
ir::Value record_word(const Emit& emit, ir::GlobalId record, std::uint32_t index);

}  // namespace slipway::lower
