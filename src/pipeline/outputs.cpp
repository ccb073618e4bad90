#include <algorithm>

#include <fmt/format.h>
#include <slipway/no_throw.h>
#include <slipway/pipeline.h>

namespace slipway {

Result<std::span<const std::byte>> Outputs::bytes(std::string_view name) const& {
  return no_throw([&]() -> Result<std::span<const std::byte>> {
    const auto found = std::ranges::find(entries_, name, &Entry::name);
    if (found != entries_.end()) return std::span<const std::byte>(found->bytes);
    std::string names;
    for (const Entry& entry : entries_) names += fmt::format("{}'{}'", names.empty() ? "" : ", ", entry.name);
    return fail(ErrorCode::invalid_argument,
                fmt::format("no output '{}'; the outputs are {}", name, names.empty() ? "none" : names));
  });
}

Result<DeviceBytes> Outputs::device_bytes(std::string_view name) const {
  return no_throw([&]() -> Result<DeviceBytes> {
    const auto found = std::ranges::find(on_device_, name, &DeviceEntry::name);
    if (found != on_device_.end()) return found->bytes;
    std::string names;
    for (const auto& entry : on_device_)
      names += fmt::format("{}'{}'", names.empty() ? "" : ", ", entry.name);
    return fail(ErrorCode::invalid_argument,
                fmt::format("no buffer '{}' was left on the device: those of live_out are {}", name,
                            names.empty() ? "none" : names));
  });
}

Result<> Outputs::check_multiple(std::string_view name, std::size_t bytes, std::size_t element) {
  return no_throw([&]() -> Result<> {
    if (bytes % element == 0) return {};
    return fail(ErrorCode::invalid_argument,
                fmt::format("output '{}' has {} bytes, which is no multiple of the {} bytes of an element",
                            name, bytes, element));
  });
}

}  // namespace slipway
