#include "hal/reference/driver.h"

#include <bit>

#include <fmt/format.h>

#include "hal/reference/device.h"

namespace slipway::hal::reference {
namespace {

Info describe(std::uint32_t subgroup_size) {
  Info info;
  info.name = "slipway reference interpreter";
  info.type = DeviceType::interpreter;
  info.driver = "slipway";
  info.target.format = kernel::Format::module;
  kernel::Limits& limits = info.target.limits;
  limits.workgroup_size = {1024, 1024, 1024};
  limits.workgroup_invocations = 1024;
  limits.workgroup_count = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
  limits.workgroup_bytes = 64U << 10U;
  limits.storage_binding_bytes = 1ULL << 32U;
  limits.uniform_binding_bytes = 1ULL << 32U;
  limits.buffer_bytes = 1ULL << 40U;
  limits.storage_bindings = 1024;
  limits.uniform_bindings = 1024;
  limits.storage_offset_alignment = 16;
  limits.uniform_offset_alignment = 16;
  limits.launch_words = 1024;
  kernel::Features& features = info.target.features;
  features.f16 = true;
  features.subgroups = true;
  features.subgroup_size = subgroup_size;
  features.preserves_denormals_f32 = true;
  features.preserves_inf_nan_f32 = true;
  return info;
}

Result<> check(const DriverOptions& options) {
  constexpr std::uint32_t most = 128;
  if (std::has_single_bit(options.subgroup_size) && options.subgroup_size <= most) return {};
  return fail(ErrorCode::invalid_argument,
              fmt::format("subgroup size of the reference device is a power of two from 1 to {}: found {}",
                          most, options.subgroup_size));
}

}  // namespace

Result<std::vector<Info>> Driver::list(const DriverOptions& options) {
  SLIPWAY_TRY_VOID(check(options));
  return std::vector{describe(options.subgroup_size)};
}

Result<std::shared_ptr<hal::Device>> Driver::open(std::size_t index, const DriverOptions& options) {
  SLIPWAY_TRY_VOID(check(options));
  if (index != 0)
    return fail(ErrorCode::invalid_argument, fmt::format("no reference device {}: there is one", index));
  return std::make_shared<Device>(describe(options.subgroup_size), options.separate_memory);
}

}  // namespace slipway::hal::reference
