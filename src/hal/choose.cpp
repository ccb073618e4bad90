#include "hal/choose.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace slipway::hal {
namespace {

bool is_gpu(DeviceType type) {
  return type == DeviceType::discrete_gpu || type == DeviceType::integrated_gpu ||
         type == DeviceType::virtual_gpu;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  return result;
}

std::string listed(std::span<const Candidate> candidates) {
  if (candidates.empty()) return "there is no device";
  std::string text = "there is";
  const char* separator = " ";
  for (const Candidate& candidate : candidates) {
    text += fmt::format("{}'{}' ({}, {})", separator, selector_of(candidate), candidate.name,
                        to_string(candidate.type));
    separator = ", ";
  }
  return text;
}

// The best of those that `fits` accepts: the lowest DeviceType, then the first.
template <class Fits>
std::optional<std::size_t> best(std::span<const Candidate> candidates, Fits fits) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (fits(candidates[i]) && (!found || candidates[i].type < candidates[*found].type)) found = i;
  return found;
}

bool is_driver(std::string_view text) { return text == "vulkan" || text == "reference"; }

Result<Choice> choose_best(std::span<const Candidate> candidates, std::string_view driver, bool require_gpu,
                           std::string_view why_none) {
  const auto found = best(candidates, [&](const Candidate& c) {
    if (require_gpu && !is_gpu(c.type)) return false;
    return driver.empty() ? c.type != DeviceType::interpreter : c.driver == driver;
  });
  if (found) return Choice{*found, driver.empty() && !is_gpu(candidates[*found].type)};
  std::string message = require_gpu ? "no GPU: a GPU is required"
                                    : fmt::format("no {} device", driver.empty() ? "usable" : driver);
  if (!why_none.empty()) message += fmt::format(" ({})", why_none);
  message += "; " + listed(candidates);
  const bool interprets =
      std::ranges::find(candidates, DeviceType::interpreter, &Candidate::type) != candidates.end();
  if (driver.empty() && !require_gpu && interprets) message += ": slow, and taken only where it is named";
  return fail(ErrorCode::unsupported, message);
}

Result<std::size_t> choose_index(std::span<const Candidate> candidates, std::string_view driver,
                                 std::string_view digits, std::string_view why_none) {
  std::size_t index = 0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  const bool number = status == std::errc() && end == digits.data() + digits.size();
  for (std::size_t i = 0; number && i < candidates.size(); ++i)
    if (candidates[i].driver == driver && candidates[i].index == index) return i;
  std::string message = fmt::format("no device '{}:{}'", driver, digits);
  const bool any = std::ranges::any_of(candidates, [&](const Candidate& c) { return c.driver == driver; });
  if (!any && !why_none.empty()) message += fmt::format(" ({})", why_none);
  return fail(ErrorCode::invalid_argument, message + "; " + listed(candidates));
}

Result<std::size_t> choose_by_name(std::span<const Candidate> candidates, std::string_view part,
                                   std::string_view why_none) {
  const std::string wanted = lower(part);
  std::vector<Candidate> matches;
  std::size_t found = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!lower(candidates[i].name).contains(wanted)) continue;
    matches.push_back(candidates[i]);
    found = i;
  }
  if (matches.size() == 1) return found;
  if (matches.empty()) {
    const bool any =
        std::ranges::any_of(candidates, [](const Candidate& c) { return c.type != DeviceType::interpreter; });
    const std::string why = any || why_none.empty() ? "" : fmt::format(" ({})", why_none);
    return fail(ErrorCode::invalid_argument,
                fmt::format("no device '{}'{}; {}", part, why, listed(candidates)));
  }
  return fail(ErrorCode::invalid_argument,
              fmt::format("device '{}' is ambiguous; {}", part, listed(matches)));
}

}  // namespace

std::string selector_of(const Candidate& candidate) {
  if (candidate.type == DeviceType::interpreter) return candidate.driver;
  return fmt::format("{}:{}", candidate.driver, candidate.index);
}

Result<Choice> choose(std::span<const Candidate> candidates, std::string_view selector, bool require_gpu,
                      std::string_view why_none) {
  if (selector.empty() || is_driver(selector))
    return choose_best(candidates, selector, require_gpu, why_none);
  Choice choice;
  const std::size_t colon = selector.find(':');
  if (colon != std::string_view::npos && is_driver(selector.substr(0, colon))) {
    SLIPWAY_TRY(choice.candidate,
                choose_index(candidates, selector.substr(0, colon), selector.substr(colon + 1), why_none));
  } else {
    SLIPWAY_TRY(choice.candidate, choose_by_name(candidates, selector, why_none));
  }
  const Candidate& chosen = candidates[choice.candidate];
  if (require_gpu && !is_gpu(chosen.type))
    return fail(ErrorCode::unsupported,
                fmt::format("device '{}' ({}) is {}: a GPU is required", selector_of(chosen), chosen.name,
                            to_string(chosen.type)));
  return choice;
}

}  // namespace slipway::hal
