#include "pipeline/record.h"

#include <array>
#include <cstring>

#include <fmt/format.h>

#include "base/check.h"
#include "program/program_data.h"

namespace slipway::pipeline {
namespace {

using Words = std::array<std::uint32_t, kernel::RecordLayout::words>;

Error trapped(std::string_view what, TrapReport report) {
  std::string message = fmt::format("{} in invocation ({}, {}, {})", what, report.invocation[0],
                                    report.invocation[1], report.invocation[2]);
  if (report.line != 0) message += fmt::format(" at {}:{}:{}", report.file, report.line, report.column);
  return Error(ErrorCode::trapped, std::move(message)).with_trap(std::move(report));
}

Error by_tag(const Words& words, const program::Site& site, TrapReport report) {
  report.kind = site.kind == program::SiteKind::assert_ ? "assert" : "trap";
  report.tag = site.tag;
  report.value = words[2];
  const std::string name =
      report.name.empty() ? fmt::to_string(report.tag) : fmt::format("'{}'", report.name);
  const std::string_view did = report.kind == "assert" ? "failed an assert" : "trapped";
  const std::string message = fmt::format("the kernel {} with tag {} and value {}", did, name, report.value);
  return trapped(message, std::move(report));
}

Error out_of_bounds(const Words& words, const program::Site& site, TrapReport report) {
  report.kind = "out_of_bounds";
  report.index = words[2];
  report.length = words[3];
  const std::string index =
      site.is_signed ? fmt::to_string(static_cast<std::int32_t>(report.index)) : fmt::to_string(report.index);
  const std::string name = site.name.empty() ? "a value" : fmt::format("'{}'", site.name);
  const std::string message =
      fmt::format("index {} is out of bounds of {} with length {}", index, name, report.length);
  return trapped(message, std::move(report));
}

Error over_loop_limit(const kernel::Target& target) {
  const std::uint32_t limit = target.quirks.silent_loop_limit;
  return Error(ErrorCode::unsupported,
               fmt::format(
                   "this driver leaves loops after {} iterations of an invocation in total, and the kernel "
                   "needs more: the results would be wrong; the device 'reference' has no such limit",
                   limit))
      .with_limit({"silent_loop_limit", limit});
}

}  // namespace

Result<> check_record(std::span<const std::byte> record, const Program& program,
                      const kernel::Target& target) {
  Words words{};
  SLIPWAY_CHECK(record.size() >= sizeof words);
  std::memcpy(words.data(), record.data(), sizeof words);
  using Layout = kernel::RecordLayout;
  const std::uint32_t flags = words[0];
  if (flags == 0) return {};
  if (flags > (Layout::flag_trap | Layout::flag_loop_limit))
    return fail(ErrorCode::internal, fmt::format("a kernel left the record flags {}", flags));
  if (words[1] == 0) return std::unexpected(over_loop_limit(target));
  const program::ModuleData& module = *program::data(program).shared;
  const program::Site* found = program::find_site(module.sites(), words[1]);
  const program::Site site = found == nullptr ? program::Site{} : *found;
  const Diagnostic place = module.sources().diagnose(site.span, "", "");
  TrapReport report;
  report.name = site.name.substr(0, site.name.find_first_of(".["));  // the variable
  report.invocation = {words[4], words[5], words[6]};
  report.file = place.file;
  report.line = place.line;
  report.column = place.column;
  return std::unexpected(words[7] == Layout::kind_out_of_bounds
                             ? out_of_bounds(words, site, std::move(report))
                             : by_tag(words, site, std::move(report)));
}

}  // namespace slipway::pipeline
