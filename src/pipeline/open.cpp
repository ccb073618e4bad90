// Device::open and Device::list: the one place that names the concrete devices.
#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <slipway/device.h>
#include <slipway/no_throw.h>

#include "base/console.h"
#include "base/environment.h"
#include "hal/choose.h"
#include "hal/reference/driver.h"
#include "pipeline/cache_settings.h"
#include "pipeline/device_state.h"
#ifdef SLIPWAY_HAS_VULKAN
#include "hal/vulkan/driver.h"
#endif

namespace slipway {
namespace {

std::vector<std::unique_ptr<hal::Driver>> make_drivers() {
  std::vector<std::unique_ptr<hal::Driver>> drivers;
#ifdef SLIPWAY_HAS_VULKAN
  drivers.push_back(std::make_unique<hal::vulkan::Driver>());
#endif
  drivers.push_back(std::make_unique<hal::reference::Driver>());
  return drivers;
}

std::uint64_t validation_messages() {
#ifdef SLIPWAY_HAS_VULKAN
  return hal::vulkan::validation_message_count();
#else
  return 0;
#endif
}

Result<hal::DriverOptions> driver_options(const DeviceOptions& options) {
  hal::DriverOptions result;
  result.subgroup_size = options.reference_subgroup_size;
  const std::string validation = environment("SLIPWAY_VALIDATION");
  if (!validation.empty() && validation != "0" && validation != "1")
    return fail(ErrorCode::invalid_argument,
                fmt::format("SLIPWAY_VALIDATION is 0 or 1: found '{}'", validation));
  result.validation = options.validation.value_or(validation == "1");
  return result;
}

// All devices of all drivers, and why there are none of Vulkan's.
struct Found {
  std::vector<std::unique_ptr<hal::Driver>> drivers;
  std::vector<hal::Candidate> candidates;
  std::vector<hal::Info> infos;     // one a candidate
  std::vector<std::size_t> driver;  // one a candidate: index into drivers
  std::optional<Error> vulkan_error;
};

Result<Found> find_devices(const hal::DriverOptions& options, bool vulkan) {
  Found found;
  found.drivers = make_drivers();
  for (std::size_t d = 0; d < found.drivers.size(); ++d) {
    hal::Driver& driver = *found.drivers[d];
    if (driver.name() == "vulkan" && !vulkan) continue;
    auto infos = driver.list(options);
    if (!infos) {
      // A wrong option is the caller's to know; a driver that is not there is one way a machine can be.
      if (infos.error().code() == ErrorCode::invalid_argument)
        return std::unexpected(std::move(infos).error());
      found.vulkan_error = std::move(infos).error();
      continue;
    }
    for (std::size_t i = 0; i < infos->size(); ++i) {
      found.candidates.push_back({std::string(driver.name()), i, (*infos)[i].name, (*infos)[i].type});
      found.driver.push_back(d);
      found.infos.push_back(std::move((*infos)[i]));
    }
  }
#ifndef SLIPWAY_HAS_VULKAN
  found.vulkan_error = Error(ErrorCode::unsupported, "this build has no Vulkan device");
#endif
  return found;
}

void notify(const DeviceOptions& options, std::string_view line) {
  if (options.notice) {
    options.notice(line);
  } else {
    print_error_line(fmt::format("slipway: {}", line));
  }
}

}  // namespace

Result<Device> Device::open(const DeviceOptions& options) {
  return no_throw([&]() -> Result<Device> {
    const std::string selector = options.selector.empty() ? environment("SLIPWAY_DEVICE") : options.selector;
    SLIPWAY_TRY(const auto driver_settings, driver_options(options));
    if (options.submissions_in_flight == 0)
      return fail(ErrorCode::invalid_argument, "submissions_in_flight is 1 or more: found 0");
    SLIPWAY_TRY(const auto settings, pipeline::cache_settings(options.cache));
    // `reference` must work, and start fast, on machines whose Vulkan is broken.
    SLIPWAY_TRY(auto found, find_devices(driver_settings, selector != "reference"));
    const std::string why = found.vulkan_error ? found.vulkan_error->message() : "";
    SLIPWAY_TRY(const auto choice, hal::choose(found.candidates, selector, options.require_gpu, why));
    const hal::Candidate& chosen = found.candidates[choice.candidate];
    SLIPWAY_TRY(auto device,
                found.drivers[found.driver[choice.candidate]]->open(chosen.index, driver_settings));
    if (choice.fell_back)
      notify(options, fmt::format("no GPU found: using the software device '{}' ({})", chosen.name,
                                  hal::selector_of(chosen)));
    auto disk =
        pipeline::open_disk_store(settings, [options](std::string_view line) { notify(options, line); });
    DeviceInfo about = pipeline::describe(device->info(), hal::selector_of(chosen));
    auto state = std::make_shared<pipeline::DeviceState>(
        std::move(device), std::move(about), validation_messages, settings.memory, std::move(disk),
        options.idle_buffer_bytes, options.submissions_in_flight);
    state->dump = pipeline::Dump::open([options](std::string_view line) { notify(options, line); });
    return Device(std::move(state));
  });
}

DeviceList Device::list(const DeviceOptions& options) {
  DeviceList list;
  const auto driver_settings = driver_options(options);
  if (!driver_settings) {
    list.vulkan_error = driver_settings.error();
    return list;
  }
  auto found = find_devices(*driver_settings, true);
  if (!found) {
    list.vulkan_error = std::move(found).error();
    return list;
  }
  std::vector<std::size_t> order(found->candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(found->candidates[i].type, i); });
  for (const std::size_t i : order)
    list.devices.push_back(pipeline::describe(found->infos[i], hal::selector_of(found->candidates[i])));
  list.vulkan_error = std::move(found->vulkan_error);
  return list;
}

}  // namespace slipway
