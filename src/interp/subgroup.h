// Subgroup operations: what each active invocation gets from the others.
#pragma once

#include <span>

#include "interp/program.h"

namespace slipway::interp {

/// One active invocation of a subgroup: `lane` is its subgroup_invocation_id.
struct Lane {
  std::uint32_t lane = 0;
  const std::uint32_t* value = nullptr;   ///< first operand
  const std::uint32_t* second = nullptr;  ///< second operand
  std::uint32_t* result = nullptr;
};

/// Executes `step` for all `lanes`, ascending by lane. A lane that takes from an inactive one gets zero.
void execute_subgroup(const Step& step, std::span<const Lane> lanes);

}  // namespace slipway::interp
