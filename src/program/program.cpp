#include <slipway/program.h>

#include <algorithm>

#include <fmt/format.h>

#include "analysis/call_graph.h"
#include "base/hash.h"
#include "ir/order.h"
#include "ir/rules.h"
#include "ir/serialize.h"
#include "ir/specialize.h"
#include "program/interface.h"
#include "program/load.h"
#include "program/program_data.h"
#include "program/report.h"
#include "wgsl/reader.h"
#include "wgsl/rules.h"
#include "wgsl/writer.h"

namespace slipway {
namespace program {
namespace {

std::unexpected<Error> invalid_program(const std::vector<SourceText>& sources,
                                       std::vector<Diagnostic> diagnostics) {
  const auto errors = std::ranges::count(diagnostics, Severity::error, &Diagnostic::severity);
  const std::string others = sources.size() > 1 ? fmt::format(" and {} more", sources.size() - 1) : "";
  return std::unexpected(
      Error(ErrorCode::invalid_program, fmt::format("'{}'{} has {} {}", sources[0].name, others, errors,
                                                    errors == 1 ? "error" : "errors"))
          .with_diagnostics(std::move(diagnostics)));
}

bool any_error(const std::vector<Diagnostic>& diagnostics) {
  return std::ranges::any_of(diagnostics, [](const Diagnostic& d) { return d.severity == Severity::error; });
}

void append(std::vector<Diagnostic>& to, std::vector<Diagnostic> from) {
  std::ranges::move(from, std::back_inserter(to));
}

// Reads, verifies and checks uniformity; all that is wrong with the sources is in one error.
Result<std::shared_ptr<const ModuleData>> read_module(std::vector<SourceText> texts) {
  std::uint64_t bytes = 0;
  std::vector<SourceFile> files;
  for (SourceText& text : texts) {
    bytes += text.text.size();
    files.push_back({text.name, std::move(text.text)});
  }
  if (bytes > most_source_bytes)
    return fail(ErrorCode::invalid_argument,
                fmt::format("sources have {} bytes, more than {}", bytes, most_source_bytes));
  SourceMap sources(std::move(files));
  wgsl::ReadResult read = wgsl::read(sources);
  if (!read.module.has_value()) return invalid_program(texts, std::move(read.diagnostics));
  ir::number_sites(*read.module, read.debug);
  auto valid = ir::verify(*std::move(read.module));
  if (!valid.has_value()) {
    append(read.diagnostics, report(sources, read.debug, valid.error()));
    return invalid_program(texts, std::move(read.diagnostics));
  }
  const analysis::CallGraph calls(**valid);
  const auto severity = [&](ir::SiteId site) { return subgroup_severity(read.debug, site); };
  append(read.diagnostics, report(sources, read.debug, analysis::check_uniformity(*valid, calls, severity)));
  if (any_error(read.diagnostics)) return invalid_program(texts, std::move(read.diagnostics));
  std::vector<std::string> entry_points;
  for (const ir::EntryPoint& entry : (*valid)->entry_points) entry_points.push_back(entry.name);
  return std::make_shared<const ModuleData>(ModuleData{std::move(sources), *std::move(valid),
                                                       std::move(read.debug), std::move(read.checks),
                                                       std::move(read.diagnostics), std::move(entry_points)});
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

// The index of the entry point named, or of the only one where `name` is empty.
Result<std::uint32_t> choose_entry_point(const std::vector<std::string>& names, std::string_view name) {
  if (names.empty())
    return fail(ErrorCode::invalid_argument, "program has no entry point: no function is @compute");
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

}  // namespace

Diagnostic ProgramData::diagnose(ir::SiteId site, std::string_view rule, std::string message,
                                 Severity severity) const {
  return shared->sources.diagnose(shared->debug.span(site), rule, std::move(message), severity);
}

Error ProgramData::located(Error error, ir::SiteId site) const {
  if (site == 0) return error;
  std::vector<Diagnostic> diagnostics{diagnose(site, wgsl::rule::const_eval, error.message())};
  return std::move(error).with_diagnostics(std::move(diagnostics));
}

Result<> ProgramData::check_overrides(std::span<const std::pair<std::string, double>> values) const {
  if (shared->checks.list.empty()) return {};
  ir::SiteId fault = 0;
  auto checked = ir::check_overrides(shared->module, entry, shared->checks, values, &fault);
  if (!checked) return std::unexpected(located(std::move(checked).error(), fault));
  const std::vector<ir::BrokenRule> broken = *std::move(checked);
  if (broken.empty()) return {};
  std::vector<Diagnostic> diagnostics;
  diagnostics.reserve(broken.size());
  for (const ir::BrokenRule& rule : broken)
    diagnostics.push_back(shared->sources.diagnose(
        rule.span, rule.is_index ? wgsl::rule::index : wgsl::rule::const_eval, rule.message));
  const ErrorCode blame = values.empty() ? ErrorCode::invalid_program : ErrorCode::invalid_argument;
  return std::unexpected(
      Error(blame, fmt::format("values of overrides make an error: {}", diagnostics[0].message))
          .with_diagnostics(std::move(diagnostics)));
}

Result<ir::ValidModule> ProgramData::specialize(
    std::span<const std::pair<std::string, double>> values) const {
  SLIPWAY_TRY_VOID(check_overrides(values));
  ir::SiteId fault = 0;
  auto specialized = ir::specialize(shared->module, entry, values, &fault);
  if (!specialized) return std::unexpected(located(std::move(specialized).error(), fault));
  auto valid = ir::verify(*std::move(specialized));
  if (valid.has_value()) return *std::move(valid);
  // Sizes from overrides can make a variable too large; anything else is a fault of ours, and says so.
  std::vector<Diagnostic> diagnostics = report(shared->sources, shared->debug, valid.error());
  const bool by_size = std::ranges::all_of(
      valid.error(), [](const ir::Finding& f) { return f.rule == ir::RuleId("ir.size").text(); });
  return std::unexpected(Error(by_size ? ErrorCode::invalid_argument : ErrorCode::internal,
                               fmt::format("specialised program is not valid: {}", diagnostics[0].message))
                             .with_diagnostics(std::move(diagnostics)));
}

Result<Program> ProgramData::make(std::shared_ptr<const ModuleData> shared, std::string_view entry_point) {
  SLIPWAY_TRY(const std::uint32_t entry, choose_entry_point(shared->entry_points, entry_point));
  auto data = std::make_shared<ProgramData>();
  data->entry = entry;
  data->entry_point = shared->entry_points[entry];
  data->interface = make_interface(shared->module, entry);
  std::vector<std::byte> bytes = ir::serialize(*shared->module);
  const auto name = std::as_bytes(std::span(data->entry_point));
  bytes.insert(bytes.end(), name.begin(), name.end());
  data->digest = hash128(bytes);
  data->identity = to_string(data->digest);
  bytes.resize(bytes.size() - name.size());
  data->canonical = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  data->shared = std::move(shared);
  return Program(std::move(data));
}

namespace {

Result<std::vector<SourceText>> load_sources(std::span<const std::filesystem::path> paths) {
  std::vector<SourceText> sources;
  for (const std::filesystem::path& path : paths) {
    SLIPWAY_TRY(SourceText source, load_source(path));
    sources.push_back(std::move(source));
  }
  if (sources.empty()) return fail(ErrorCode::invalid_argument, "program has no sources");
  return sources;
}

}  // namespace

Result<Program> load_module(std::span<const std::filesystem::path> paths) {
  SLIPWAY_TRY(auto sources, load_sources(paths));
  SLIPWAY_TRY(auto shared, read_module(std::move(sources)));
  const std::string first = shared->entry_points.empty() ? "" : shared->entry_points.front();
  return ProgramData::make(std::move(shared), first);
}

}  // namespace program

Result<Program> Program::from_source(std::string_view wgsl, const ProgramOptions& options) {
  std::vector<SourceText> sources(1);
  sources[0] = {.name = options.name, .text = std::string(wgsl)};
  return from_sources(std::move(sources), options);
}

Result<Program> Program::from_sources(std::vector<SourceText> sources, const ProgramOptions& options) {
  if (sources.empty()) return fail(ErrorCode::invalid_argument, "program has no sources");
  SLIPWAY_TRY(auto shared, program::read_module(std::move(sources)));
  return program::ProgramData::make(std::move(shared), options.entry_point);
}

Result<Program> Program::from_file(const std::filesystem::path& path, const ProgramOptions& options) {
  return from_files(std::span(&path, 1), options);
}

Result<Program> Program::from_files(std::span<const std::filesystem::path> paths,
                                    const ProgramOptions& options) {
  SLIPWAY_TRY(auto sources, program::load_sources(paths));
  return from_sources(std::move(sources), options);
}

const Interface& Program::interface() const { return data_->interface; }
const std::string& Program::entry_point() const { return data_->entry_point; }
const std::vector<std::string>& Program::entry_points() const { return data_->shared->entry_points; }
const std::vector<Diagnostic>& Program::warnings() const { return data_->shared->warnings; }
const std::string& Program::identity() const { return data_->identity; }

Result<Program> Program::with_entry_point(std::string_view name) const {
  if (name.empty()) return fail(ErrorCode::invalid_argument, "the name of an entry point is empty");
  return program::ProgramData::make(data_->shared, name);
}

Result<std::string> Program::to_wgsl() const {
  return wgsl::write(data_->shared->module, data_->shared->debug);
}

}  // namespace slipway
