#include "hal/reference/pipeline.h"

#include <fmt/format.h>

#include "ir/serialize.h"

namespace slipway::hal::reference {

Result<std::shared_ptr<hal::Pipeline>> Pipeline::create(kernel::Kernel kernel) {
  if (kernel.format != kernel::Format::module)
    return fail(ErrorCode::internal, "the reference device takes kernels as modules");
  SLIPWAY_TRY(auto read, ir::deserialize(kernel.code));
  auto verified = ir::verify(std::move(read));
  if (!verified) {
    const auto& findings = verified.error();
    return fail(ErrorCode::internal, fmt::format("kernel '{}' breaks {}: {}", kernel.entry_point,
                                                 findings.empty() ? "a rule" : findings.front().rule,
                                                 findings.empty() ? "unknown" : findings.front().message));
  }
  const auto& entries = (*verified)->entry_points;
  for (std::uint32_t i = 0; i < entries.size(); ++i)
    if (entries[i].name == kernel.entry_point)
      return std::shared_ptr<hal::Pipeline>(new Pipeline(std::move(kernel), *std::move(verified), i));
  return fail(ErrorCode::internal, fmt::format("kernel has no entry point '{}'", kernel.entry_point));
}

}  // namespace slipway::hal::reference
