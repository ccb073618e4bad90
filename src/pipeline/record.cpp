#include "pipeline/record.h"

#include <array>
#include <cstring>

#include <fmt/format.h>

#include "base/check.h"
#include "program/program_data.h"

namespace slipway::pipeline {
namespace {

using Words = std::array<std::uint32_t, kernel::RecordLayout::words>;

const ir::Tag* tag_at(const ir::Module& module, ir::SiteId site) {
  for (const ir::Function& function : module.functions)
    for (const ir::Region& region : function.regions)
      for (const ir::InstId id : region.insts) {
        const ir::Inst& inst = function[id];
        if (inst.op == ir::Op::trap && inst.site == site && inst.imm < module.tags.size())
          return &module.tags[inst.imm];
      }
  return nullptr;
}

Error trapped(const Words& words, const Program& program) {
  const program::ProgramData& data = program::data(program);
  const Diagnostic place = data.diagnose(words[1], "", "");
  TrapReport report;
  report.kind = "trap";
  if (const ir::Tag* tag = tag_at(data.module(), words[1])) {
    report.tag = tag->value;
    report.name = tag->name;
  }
  report.value = words[2];
  report.invocation = {words[4], words[5], words[6]};
  report.file = place.file;
  report.line = place.line;
  report.column = place.column;
  const std::string name =
      report.name.empty() ? fmt::to_string(report.tag) : fmt::format("'{}'", report.name);
  std::string message =
      fmt::format("the kernel trapped with tag {} and value {} in invocation ({}, {}, {})", name,
                  report.value, report.invocation[0], report.invocation[1], report.invocation[2]);
  if (report.line != 0) message += fmt::format(" at {}:{}:{}", report.file, report.line, report.column);
  return Error(ErrorCode::trapped, std::move(message)).with_trap(std::move(report));
}

Error over_loop_limit(const kernel::Target& target) {
  const std::uint32_t limit = target.quirks.silent_loop_limit;
  return Error(ErrorCode::unsupported,
               fmt::format(
                   "this driver leaves loops after {} iterations of an invocation in total, and the kernel "
                   "needs more: the results would be wrong",
                   limit))
      .with_limit({"silent_loop_limit", limit});
}

}  // namespace

Result<> check_record(std::span<const std::byte> record, const Program& program,
                      const kernel::Target& target) {
  Words words{};
  SLIPWAY_CHECK(record.size() >= sizeof words);
  std::memcpy(words.data(), record.data(), sizeof words);
  switch (words[0]) {
    case 0: return {};
    case kernel::RecordLayout::flag_trap: return std::unexpected(trapped(words, program));
    case kernel::RecordLayout::flag_loop_limit: return std::unexpected(over_loop_limit(target));
    default: return fail(ErrorCode::internal, fmt::format("a kernel left the record flag {}", words[0]));
  }
}

}  // namespace slipway::pipeline
