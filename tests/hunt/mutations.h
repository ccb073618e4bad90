// Faults put into lowered modules and SPIR-V, to prove that the hunter finds such. Each stands for a mistake
// that a pass or a writer could make.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "hal/device.h"

namespace slipway::hunt {

struct Mutation;

/// All that are listed; those of modules first.
[[nodiscard]] std::vector<const Mutation*> mutations();
[[nodiscard]] std::string_view name(const Mutation& mutation);
/// `lowered` or `lavapipe`: where the mutation is put in.
[[nodiscard]] std::string_view device_of(const Mutation& mutation);

/// `inner` with the mutation in every kernel that it is given and that has a place for it. A kernel that
/// would be malformed stays as it is.
[[nodiscard]] std::shared_ptr<hal::Device> mutate(std::shared_ptr<hal::Device> inner,
                                                  const Mutation& mutation);

}  // namespace slipway::hunt
