#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/report.h"

namespace slipway::cli {
namespace {

std::string yes_no(bool value) { return value ? "yes" : "no"; }

void print_device(const DeviceInfo& info) {
  const DeviceLimits& limits = info.limits;
  const DeviceFeatures& features = info.features;
  fmt::print("{}: {}\n", info.selector, info.name);
  fmt::print("  type        {}\n", to_string(info.type));
  if (!info.api.empty()) fmt::print("  api         {}\n", info.api);
  fmt::print("  driver      {}{}{}\n", info.driver, info.driver_version.empty() ? "" : " ",
             info.driver_version);
  fmt::print("  workgroup   {} per axis, {} invocations, {} bytes of memory\n",
             fmt::join(limits.workgroup_size, " x "), limits.workgroup_invocations, limits.workgroup_bytes);
  fmt::print("  launch      {} workgroups\n", fmt::join(limits.workgroup_count, " x "));
  fmt::print("  buffers     {} bytes; bound {} storage of {} bytes, {} uniform of {} bytes\n",
             limits.buffer_bytes, limits.storage_bindings, limits.storage_binding_bytes,
             limits.uniform_bindings, limits.uniform_binding_bytes);
  fmt::print("  features    f16 {}, subgroups {} (size {})\n", yes_no(features.f16),
             yes_no(features.subgroups), features.subgroup_size);
  fmt::print("  f32         denormals {}, infinities and NaN {}\n",
             features.preserves_denormals_f32 ? "kept where floats are strict" : "may flush",
             features.preserves_inf_nan_f32 ? "kept by basic operations" : "not promised");
  for (const auto& quirk : info.quirks) fmt::print("  quirk       {}\n", quirk);
}

int run(bool json) {
  const DeviceList list = Device::list();
  if (json) {
    nlohmann::ordered_json object{{"devices", nlohmann::ordered_json::array()}, {"vulkan_error", nullptr}};
    for (const DeviceInfo& info : list.devices) object["devices"].push_back(device_json(info));
    if (list.vulkan_error) object["vulkan_error"] = error_json(*list.vulkan_error);
    print_json(object);
    return exit_ok;
  }
  for (const DeviceInfo& info : list.devices) print_device(info);
  if (list.vulkan_error) fmt::print("no Vulkan device: {}\n", list.vulkan_error->message());
  return exit_ok;
}

}  // namespace

void add_devices(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("devices", "List the devices, the best first");
  const auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "Print one JSON object");
  command->callback([json, &status] { status = run(*json); });
}

}  // namespace slipway::cli
