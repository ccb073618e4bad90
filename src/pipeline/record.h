// What a launch left in its record, as an error.
#pragma once

#include <cstddef>
#include <span>

#include <slipway/program.h>
#include <slipway/result.h>

#include "kernel/kernel.h"

namespace slipway::pipeline {

/// `record` holds kernel::RecordLayout::words words. A trap is `trapped`, with its place and tag looked up in
/// `program`; a loop that the driver would leave is `unsupported`, with the limit.
[[nodiscard]] Result<> check_record(std::span<const std::byte> record, const Program& program,
                                    const kernel::Target& target);

}  // namespace slipway::pipeline
