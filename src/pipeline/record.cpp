#include "pipeline/record.h"

#include <array>
#include <cstring>

#include <fmt/format.h>

#include "analysis/effects.h"
#include "base/check.h"
#include "program/program_data.h"

namespace slipway::pipeline {
namespace {

using Words = std::array<std::uint32_t, kernel::RecordLayout::words>;

// The instruction that has a site of the program, with its function.
struct Place {
  const ir::Function* function = nullptr;
  const ir::Inst* inst = nullptr;
};

template <class Test>
Place find_site(const ir::Module& module, ir::SiteId site, Test test) {
  for (const ir::Function& function : module.functions)
    for (const ir::Region& region : function.regions)
      for (const ir::InstId id : region.insts)
        if (function[id].site == site && test(function[id])) return {&function, &function[id]};
  return {};
}

// The variable or parameter that a pointer or a value comes from; empty where nothing names it.
std::string name_of(const program::ProgramData& data, const ir::Function& function, ir::Value value) {
  const ir::Module& module = data.module();
  const ir::Value root = analysis::pointer_root(function, value);
  if (root.is_global()) return module[root.global()].name;
  if (!root.is_inst()) return {};
  const ir::Inst& inst = function[root.inst()];
  if (inst.op == ir::Op::param) return function.parameters[inst.imm].name;
  if (inst.op == ir::Op::load) return name_of(data, function, function.operands_of(inst)[0]);
  const auto& names = data.shared->debug.site_names;
  return inst.op == ir::Op::var && inst.site < names.size() ? names[inst.site] : std::string();
}

TrapReport report_at(const Words& words, const program::ProgramData& data) {
  const Diagnostic place = data.diagnose(words[1], "", "");
  TrapReport report;
  report.invocation = {words[4], words[5], words[6]};
  report.file = place.file;
  report.line = place.line;
  report.column = place.column;
  return report;
}

Error trapped(std::string_view what, TrapReport report) {
  std::string message = fmt::format("{} in invocation ({}, {}, {})", what, report.invocation[0],
                                    report.invocation[1], report.invocation[2]);
  if (report.line != 0) message += fmt::format(" at {}:{}:{}", report.file, report.line, report.column);
  return Error(ErrorCode::trapped, std::move(message)).with_trap(std::move(report));
}

Error by_tag(const Words& words, const program::ProgramData& data) {
  TrapReport report = report_at(words, data);
  const auto& names = data.shared->debug.site_names;
  report.kind = words[1] < names.size() && names[words[1]] == "assert" ? "assert" : "trap";
  const Place place =
      find_site(data.module(), words[1], [](const ir::Inst& inst) { return inst.op == ir::Op::trap; });
  if (place.inst != nullptr) {
    const ir::Tag& tag = data.module().tags[place.inst->imm];
    report.tag = tag.value;
    report.name = tag.name;
  }
  report.value = words[2];
  const std::string name =
      report.name.empty() ? fmt::to_string(report.tag) : fmt::format("'{}'", report.name);
  const std::string_view did = report.kind == "assert" ? "failed an assert" : "trapped";
  const std::string message = fmt::format("the kernel {} with tag {} and value {}", did, name, report.value);
  return trapped(message, std::move(report));
}

Error out_of_bounds(const Words& words, const program::ProgramData& data) {
  TrapReport report = report_at(words, data);
  report.kind = "out_of_bounds";
  report.index = words[2];
  report.length = words[3];
  std::string index = fmt::to_string(report.index);
  const Place place = find_site(data.module(), words[1], [](const ir::Inst& inst) {
    return inst.op == ir::Op::access || inst.op == ir::Op::extract_dynamic;
  });
  if (place.inst != nullptr) {
    const auto operands = place.function->operands_of(*place.inst);
    report.name = name_of(data, *place.function, operands[0]);
    const ir::TypeId type = data.module().type_of(*place.function, operands[1]);
    if (data.module().types[type].scalar == ir::Scalar::i32)
      index = fmt::to_string(static_cast<std::int32_t>(report.index));
  }
  const std::string name = report.name.empty() ? "a value" : fmt::format("'{}'", report.name);
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
  const program::ProgramData& data = program::data(program);
  return std::unexpected(words[7] == Layout::kind_out_of_bounds ? out_of_bounds(words, data)
                                                                : by_tag(words, data));
}

}  // namespace slipway::pipeline
