#include "program/module_data.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include <fmt/format.h>

#include "analysis/call_graph.h"
#include "analysis/uniformity.h"
#include "ir/order.h"
#include "ir/serialize.h"
#include "program/load.h"
#include "program/report.h"
#include "wgsl/reader.h"

namespace slipway::program {
namespace {

std::atomic<std::uint64_t> parses = 0;

std::unexpected<Error> invalid_program(const SourceMap& sources, std::vector<Diagnostic> diagnostics) {
  const auto errors = std::ranges::count(diagnostics, Severity::error, &Diagnostic::severity);
  return std::unexpected(
      Error(ErrorCode::invalid_program,
            fmt::format("{} {} {} {}", quoted_names(sources), sources.files().size() > 1 ? "have" : "has",
                        errors, errors == 1 ? "error" : "errors"))
          .with_diagnostics(std::move(diagnostics)));
}

bool any_error(const std::vector<Diagnostic>& diagnostics) {
  return std::ranges::any_of(diagnostics, [](const Diagnostic& d) { return d.severity == Severity::error; });
}

void append(std::vector<Diagnostic>& to, std::vector<Diagnostic> from) {
  std::ranges::move(from, std::back_inserter(to));
}

// What is no error is left in `warnings`.
Result<ReadModule> parse(const SourceMap& sources, std::vector<Diagnostic>& warnings) {
  parses += 1;
  wgsl::ReadResult read = wgsl::read(sources);
  if (!read.module.has_value()) return invalid_program(sources, std::move(read.diagnostics));
  ir::number_sites(*read.module, read.debug);
  auto valid = ir::verify(*std::move(read.module));
  if (!valid.has_value()) {
    append(read.diagnostics, report(sources, read.debug, valid.error()));
    return invalid_program(sources, std::move(read.diagnostics));
  }
  const analysis::CallGraph calls(**valid);
  const auto severity = [&](ir::SiteId site) { return subgroup_severity(read.debug, site); };
  append(read.diagnostics, report(sources, read.debug, analysis::check_uniformity(*valid, calls, severity)));
  if (any_error(read.diagnostics)) return invalid_program(sources, std::move(read.diagnostics));
  warnings = std::move(read.diagnostics);
  return ReadModule{*std::move(valid), std::move(read.debug), std::move(read.checks)};
}

}  // namespace

std::string quoted_names(const SourceMap& sources) {
  const auto& files = sources.files();
  const std::string others = files.size() > 1 ? fmt::format(" and {} more", files.size() - 1) : "";
  return fmt::format("'{}'{}", files.front().name, others);
}

Result<const ReadModule*> ModuleData::module() const {
  std::call_once(module_once_, [this] {
    if (module_) return;
    std::vector<Diagnostic> warnings;
    module_ = parse(sources_, warnings);
    if (*module_ && ir::serialize(*(*module_)->module) != summary_.canonical)
      module_ = fail(ErrorCode::internal,
                     fmt::format("what was kept of '{}' is of another text", sources_.files().front().name));
  });
  if (!*module_) return std::unexpected(module_->error());
  return &**module_;
}

const std::vector<Site>& ModuleData::sites() const {
  std::call_once(sites_once_, [this] {
    if (!sites_) sites_ = make_sites(*(*module_)->module, (*module_)->debug);  // what was read has no others
  });
  return *sites_;
}

Result<std::shared_ptr<const ModuleData>> read_module(std::vector<SourceText> texts) {
  std::uint64_t bytes = 0;
  std::vector<SourceFile> files;
  for (SourceText& text : texts) {
    bytes += text.text.size();
    files.push_back({std::move(text.name), std::move(text.text)});
  }
  if (bytes > most_source_bytes)
    return fail(ErrorCode::invalid_argument,
                fmt::format("sources have {} bytes, more than {}", bytes, most_source_bytes));
  SourceMap sources(std::move(files));
  ModuleSummary summary;
  SLIPWAY_TRY(ReadModule read, parse(sources, summary.warnings));
  for (const ir::EntryPoint& entry : read.module->entry_points) summary.entry_points.push_back(entry.name);
  summary.canonical = ir::serialize(*read.module);
  summary.check_key = ir::check_key(read.module, read.checks);
  return std::make_shared<const ModuleData>(std::move(sources), std::move(summary), std::move(read));
}

std::uint64_t parse_count() { return parses; }

}  // namespace slipway::program
