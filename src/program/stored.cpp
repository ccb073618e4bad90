// The byte form, all numbers varints unless said; strings and bytes have their length in front:
//
//   canonical module     bytes
//   check key            bytes
//   entry points         count, then each: name
//   entry                index of the program's own
//   bindings             count, then each: name, group, binding, use, type, element type, stride, fixed size,
//                        flags (1 run-time sized, 2 read, 4 written)
//   overrides            count, then each: name, id + 1 or 0, type, 0 or 1 for a default
//   workgroup size       3 numbers
//   flags                1 barriers, 2 workgroup memory, 4 subgroups, 8 f16
//   warnings             count, then each: severity, rule, message, file + 1 or 0, line, column, width,
//   source line names                count, then each: a name of sites sites                count, then each:
//   difference to the id before, kind, 0 or 1 for signed, tag, number of the
//                        name, file + 1 or 0, begin, end
#include "program/stored.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/bytes.h"
#include "program/program_data.h"

namespace slipway::program {
namespace {

// Flags of bindings.
constexpr unsigned runtime_sized = 1;
constexpr unsigned is_read = 2;
constexpr unsigned is_written = 4;
// Flags of interfaces.
constexpr unsigned barriers = 1;
constexpr unsigned workgroup_memory = 2;
constexpr unsigned subgroups = 4;
constexpr unsigned f16 = 8;

void put_bytes(ByteWriter& out, std::span<const std::byte> bytes) {
  out.varint(bytes.size());
  out.raw(bytes);
}

void put_interface(ByteWriter& out, const Interface& interface) {
  out.varint(interface.bindings.size());
  for (const BindingInfo& binding : interface.bindings) {
    out.string(binding.name);
    out.varint(binding.group);
    out.varint(binding.binding);
    out.varint(static_cast<std::uint64_t>(binding.use));
    out.string(binding.type);
    out.string(binding.element_type);
    out.varint(binding.stride);
    out.varint(binding.fixed_size);
    out.varint((binding.runtime_sized ? runtime_sized : 0U) | (binding.is_read ? is_read : 0U) |
               (binding.is_written ? is_written : 0U));
  }
  out.varint(interface.overrides.size());
  for (const OverrideInfo& info : interface.overrides) {
    out.string(info.name);
    out.varint(info.id ? std::uint64_t{*info.id} + 1 : 0);
    out.string(info.type);
    out.varint(info.has_default ? 1 : 0);
  }
  for (const std::uint32_t size : interface.workgroup_size) out.varint(size);
  out.varint((interface.uses_barriers ? barriers : 0U) |
             (interface.uses_workgroup_memory ? workgroup_memory : 0U) |
             (interface.uses_subgroups ? subgroups : 0U) | (interface.uses_f16 ? f16 : 0U));
}

void put_warnings(ByteWriter& out, const std::vector<Diagnostic>& warnings,
                  const std::vector<SourceFile>& files) {
  out.varint(warnings.size());
  for (const Diagnostic& warning : warnings) {
    const auto file = std::ranges::find(files, warning.file, &SourceFile::name);
    const bool is_somewhere = warning.line != 0 && file != files.end();
    out.varint(static_cast<std::uint64_t>(warning.severity));
    out.string(warning.rule);
    out.string(warning.message);
    out.varint(is_somewhere ? static_cast<std::uint64_t>(file - files.begin()) + 1 : 0);
    out.varint(warning.line);
    out.varint(warning.column);
    out.varint(warning.width);
    out.string(warning.source_line);
  }
}

void put_sites(ByteWriter& out, const std::vector<Site>& sites) {
  std::map<std::string_view, std::uint32_t> numbers;
  std::vector<std::string_view> names;
  for (const Site& site : sites)
    if (numbers.emplace(site.name, names.size()).second) names.emplace_back(site.name);
  out.varint(names.size());
  for (const std::string_view name : names) out.string(name);
  out.varint(sites.size());
  ir::SiteId before = 0;
  for (const Site& site : sites) {
    out.varint(site.id - before);
    before = site.id;
    out.varint(static_cast<std::uint64_t>(site.kind));
    out.varint(site.is_signed ? 1 : 0);
    out.varint(site.tag);
    out.varint(numbers.at(site.name));
    out.varint(site.span.valid() ? std::uint64_t{site.span.file} + 1 : 0);
    out.varint(site.span.begin);
    out.varint(site.span.end);
  }
}

template <class Enum>
Enum enumerator(ByteReader& in, Enum last) {
  const std::uint64_t value = in.varint();
  if (value > static_cast<std::uint64_t>(last)) in.fail();
  return in.ok() ? static_cast<Enum>(value) : Enum{};
}

std::vector<std::byte> take_bytes(ByteReader& in, std::span<const std::byte> all) {
  const std::uint32_t size = in.count();
  const auto bytes = all.subspan(in.position(), in.ok() ? size : 0);
  in.skip(bytes.size());
  return {bytes.begin(), bytes.end()};
}

Interface take_interface(ByteReader& in) {
  Interface interface;
  interface.bindings.resize(in.count(9));
  for (BindingInfo& binding : interface.bindings) {
    binding.name = in.string();
    binding.group = in.varint32();
    binding.binding = in.varint32();
    binding.use = enumerator(in, BindingUse::storage_read_write);
    binding.type = in.string();
    binding.element_type = in.string();
    binding.stride = in.varint();
    binding.fixed_size = in.varint();
    const std::uint64_t flags = in.varint();
    binding.runtime_sized = (flags & runtime_sized) != 0;
    binding.is_read = (flags & is_read) != 0;
    binding.is_written = (flags & is_written) != 0;
    if (binding.runtime_sized && binding.stride == 0) in.fail();  // sizes are divided by it
  }
  interface.overrides.resize(in.count(4));
  for (OverrideInfo& info : interface.overrides) {
    info.name = in.string();
    const std::uint64_t id = in.varint();
    if (id > std::uint64_t{UINT32_MAX} + 1) in.fail();
    if (id != 0) info.id = static_cast<std::uint32_t>(id - 1);
    info.type = in.string();
    info.has_default = in.varint() != 0;
  }
  for (std::uint32_t& size : interface.workgroup_size) size = in.varint32();
  const std::uint64_t flags = in.varint();
  interface.uses_barriers = (flags & barriers) != 0;
  interface.uses_workgroup_memory = (flags & workgroup_memory) != 0;
  interface.uses_subgroups = (flags & subgroups) != 0;
  interface.uses_f16 = (flags & f16) != 0;
  return interface;
}

std::vector<Diagnostic> take_warnings(ByteReader& in, const std::vector<SourceFile>& files) {
  std::vector<Diagnostic> warnings(in.count(8));
  for (Diagnostic& warning : warnings) {
    warning.severity = enumerator(in, Severity::info);
    warning.rule = in.string();
    warning.message = in.string();
    const std::uint64_t file = in.varint();
    if (file > files.size()) in.fail();
    if (file != 0 && in.ok()) warning.file = files[file - 1].name;
    warning.line = in.varint32();
    warning.column = in.varint32();
    warning.width = in.varint32();
    warning.source_line = in.string();
  }
  return warnings;
}

Span take_span(ByteReader& in, const std::vector<SourceFile>& files) {
  const std::uint64_t file = in.varint();
  Span span;
  span.begin = in.varint32();
  span.end = in.varint32();
  if (!in.ok() || file == 0) return {};
  if (file > files.size() || span.begin > span.end || span.end > files[file - 1].text.size()) {
    in.fail();
    return {};
  }
  span.file = static_cast<std::uint32_t>(file - 1);
  return span;
}

std::vector<Site> take_sites(ByteReader& in, const std::vector<SourceFile>& files) {
  std::vector<std::string> names(in.count());
  for (std::string& name : names) name = in.string();
  std::vector<Site> sites(in.count(8));
  ir::SiteId before = 0;
  for (Site& site : sites) {
    site.id = before + in.varint32();
    if (site.id < before) in.fail();
    before = site.id;
    site.kind = enumerator(in, SiteKind::index);
    site.is_signed = in.varint() != 0;
    site.tag = in.varint32();
    const std::uint64_t name = in.varint();
    if (name >= names.size()) in.fail();
    if (in.ok()) site.name = names[name];
    site.span = take_span(in, files);
    if (!in.ok()) break;
  }
  return sites;
}

}  // namespace

std::vector<std::byte> store(const Program& program) {
  const ProgramData& data = program::data(program);
  const ModuleSummary& summary = data.shared->summary();
  const auto& files = data.shared->sources().files();
  ByteWriter out;
  put_bytes(out, summary.canonical);
  put_bytes(out, summary.check_key);
  out.varint(summary.entry_points.size());
  for (const std::string& name : summary.entry_points) out.string(name);
  out.varint(data.entry);
  put_interface(out, data.interface);
  put_warnings(out, summary.warnings, files);
  put_sites(out, data.shared->sites());
  return std::move(out).take();
}

std::optional<Program> restore(std::span<const std::byte> bytes, std::vector<SourceText> sources,
                               CacheAnswer source) {
  std::vector<SourceFile> files;
  files.reserve(sources.size());
  for (SourceText& text : sources) files.push_back({std::move(text.name), std::move(text.text)});
  ByteReader in(bytes);
  ModuleSummary summary;
  summary.canonical = take_bytes(in, bytes);
  summary.check_key = take_bytes(in, bytes);
  summary.entry_points.resize(in.count());
  for (std::string& name : summary.entry_points) name = in.string();
  const std::uint32_t entry = in.varint32();
  Interface interface = take_interface(in);
  summary.warnings = take_warnings(in, files);
  std::vector<Site> sites = take_sites(in, files);
  if (!in.ok() || in.remaining() != 0 || files.empty() || entry >= summary.entry_points.size())
    return std::nullopt;
  auto shared =
      std::make_shared<const ModuleData>(SourceMap(std::move(files)), std::move(summary), std::move(sites));
  return ProgramData::make(std::move(shared), entry, std::move(interface), std::move(source));
}

std::span<const std::byte> stored_canonical(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  const std::uint32_t size = in.count();
  return in.ok() ? bytes.subspan(in.position(), size) : std::span<const std::byte>{};
}

}  // namespace slipway::program
