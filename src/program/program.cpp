#include <slipway/no_throw.h>
#include <slipway/program.h>

#include <algorithm>

#include <fmt/format.h>

#include "base/hash.h"
#include "ir/rules.h"
#include "ir/specialize.h"
#include "program/interface.h"
#include "program/load.h"
#include "program/program_data.h"
#include "program/report.h"
#include "wgsl/rules.h"
#include "wgsl/writer.h"

namespace slipway {
namespace program {
namespace {

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

// The index of the entry point named, or of the only one where `name` is empty.
Result<std::uint32_t> choose_entry_point(const ModuleData& module, std::string_view name) {
  const std::vector<std::string>& names = module.summary().entry_points;
  if (names.empty())
    return fail(ErrorCode::invalid_program,
                fmt::format("program has no entry point: no function of {} is @compute",
                            quoted_names(module.sources())));
  if (name.empty() && names.size() > 1)
    return fail(ErrorCode::invalid_argument, fmt::format("program has {} entry points and none was named: {}",
                                                         names.size(), quoted_list(names)));
  if (name.empty()) return 0;
  const auto found = std::ranges::find(names, name);
  if (found == names.end())
    return fail(ErrorCode::invalid_argument,
                fmt::format("program has no entry point '{}': it has {}", name, quoted_list(names)));
  return static_cast<std::uint32_t>(found - names.begin());
}

// The error with the place of `site`, if that is somewhere.
Error located(const SourceMap& sources, const ir::DebugInfo& debug, Error error, ir::SiteId site) {
  if (site == 0) return error;
  std::vector<Diagnostic> diagnostics{
      sources.diagnose(debug.span(site), wgsl::rule::const_eval, error.message())};
  return std::move(error).with_diagnostics(std::move(diagnostics));
}

Result<> check_overrides(const SourceMap& sources, const ReadModule& read, std::uint32_t entry,
                         std::span<const std::pair<std::string, double>> values) {
  if (read.checks.list.empty()) return {};
  ir::SiteId fault = 0;
  auto checked = ir::check_overrides(read.module, entry, read.checks, values, &fault);
  if (!checked) return std::unexpected(located(sources, read.debug, std::move(checked).error(), fault));
  const std::vector<ir::BrokenRule> broken = *std::move(checked);
  if (broken.empty()) return {};
  std::vector<Diagnostic> diagnostics;
  diagnostics.reserve(broken.size());
  for (const ir::BrokenRule& rule : broken)
    diagnostics.push_back(sources.diagnose(
        rule.span, rule.is_index ? wgsl::rule::index : wgsl::rule::const_eval, rule.message));
  const ErrorCode blame = values.empty() ? ErrorCode::invalid_program : ErrorCode::invalid_argument;
  return std::unexpected(
      Error(blame, fmt::format("values of overrides make an error: {}", diagnostics[0].message))
          .with_diagnostics(std::move(diagnostics)));
}

}  // namespace

Result<ir::ValidModule> ProgramData::specialize(
    std::span<const std::pair<std::string, double>> values) const {
  const SourceMap& sources = shared->sources();
  SLIPWAY_TRY(const ReadModule* read, shared->module());
  SLIPWAY_TRY_VOID(check_overrides(sources, *read, entry, values));
  ir::SiteId fault = 0;
  auto specialized = ir::specialize(read->module, entry, values, &fault);
  if (!specialized)
    return std::unexpected(located(sources, read->debug, std::move(specialized).error(), fault));
  auto valid = ir::verify(*std::move(specialized));
  if (valid.has_value()) return *std::move(valid);
  // Sizes from overrides can make a variable too large; anything else is a fault of ours, and says so.
  std::vector<Diagnostic> diagnostics = report(sources, read->debug, valid.error());
  const bool by_size = std::ranges::all_of(
      valid.error(), [](const ir::Finding& f) { return f.rule == ir::RuleId("ir.size").text(); });
  return std::unexpected(Error(by_size ? ErrorCode::invalid_argument : ErrorCode::internal,
                               fmt::format("specialised program is not valid: {}", diagnostics[0].message))
                             .with_diagnostics(std::move(diagnostics)));
}

Program ProgramData::make(std::shared_ptr<const ModuleData> shared, std::uint32_t entry, Interface interface,
                          CacheAnswer source) {
  auto data = std::make_shared<ProgramData>();
  const ModuleSummary& summary = shared->summary();
  data->entry = entry;
  data->entry_point = summary.entry_points.at(entry);
  data->interface = std::move(interface);
  data->source = std::move(source);
  std::vector<std::byte> bytes = summary.canonical;
  const auto name = std::as_bytes(std::span(data->entry_point));
  bytes.insert(bytes.end(), name.begin(), name.end());
  data->digest = hash128(bytes);
  data->identity = to_string(data->digest);
  data->shared = std::move(shared);
  return Program(std::move(data));
}

Result<Program> ProgramData::make(std::shared_ptr<const ModuleData> shared, std::string_view entry_point,
                                  CacheAnswer source) {
  SLIPWAY_TRY(const std::uint32_t entry, choose_entry_point(*shared, entry_point));
  SLIPWAY_TRY(const ReadModule* read, shared->module());
  Interface interface = make_interface(read->module, entry);
  return make(std::move(shared), entry, std::move(interface), std::move(source));
}

Result<Program> read(std::vector<SourceText> sources, std::string_view entry_point, CacheAnswer source) {
  if (sources.empty()) return fail(ErrorCode::invalid_argument, "program has no sources");
  SLIPWAY_TRY(auto shared, read_module(std::move(sources)));
  return ProgramData::make(std::move(shared), entry_point, std::move(source));
}

Result<Program> load_module(std::span<const std::filesystem::path> paths) {
  SLIPWAY_TRY(auto sources, load_sources(paths));
  SLIPWAY_TRY(auto shared, read_module(std::move(sources)));
  const auto& entry_points = shared->summary().entry_points;
  const std::string first = entry_points.empty() ? "" : entry_points.front();
  return ProgramData::make(std::move(shared), first);
}

}  // namespace program

Result<Program> Program::from_source(std::string_view wgsl, const ProgramOptions& options) {
  return no_throw([&]() -> Result<Program> {
    std::vector<SourceText> sources(1);
    sources[0] = {.name = options.name, .text = std::string(wgsl)};
    return from_sources(std::move(sources), options);
  });
}

Result<Program> Program::from_sources(std::vector<SourceText> sources, const ProgramOptions& options) {
  return no_throw(
      [&]() -> Result<Program> { return program::read(std::move(sources), options.entry_point); });
}

Result<Program> Program::from_file(const std::filesystem::path& path, const ProgramOptions& options) {
  return from_files(std::span(&path, 1), options);
}

Result<Program> Program::from_files(std::span<const std::filesystem::path> paths,
                                    const ProgramOptions& options) {
  return no_throw([&]() -> Result<Program> {
    SLIPWAY_TRY(auto sources, program::load_sources(paths));
    return from_sources(std::move(sources), options);
  });
}

const Interface& Program::interface() const { return data_->interface; }
const std::string& Program::entry_point() const { return data_->entry_point; }
const std::vector<std::string>& Program::entry_points() const {
  return data_->shared->summary().entry_points;
}
const std::vector<Diagnostic>& Program::warnings() const { return data_->shared->summary().warnings; }
const std::string& Program::identity() const { return data_->identity; }

Result<Program> Program::with_entry_point(std::string_view name) const {
  return no_throw([&]() -> Result<Program> {
    if (name.empty()) return fail(ErrorCode::invalid_argument, "the name of an entry point is empty");
    return program::ProgramData::make(data_->shared, name);
  });
}

Result<std::string> Program::to_wgsl() const {
  return no_throw([&]() -> Result<std::string> {
    SLIPWAY_TRY(const program::ReadModule* read, data_->shared->module());
    return wgsl::write(read->module, read->debug);
  });
}

}  // namespace slipway
