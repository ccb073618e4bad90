#include "base/source.h"

#include <algorithm>

namespace slipway {
namespace {

// Of a longer line, diagnostics carry the place only: a hundred copies of a huge line help nobody.
constexpr std::size_t longest_shown_line = 2000;

// Length in bytes of the line break at `at`, or 0. WGSL section 3.2: blankspace and line breaks.
std::size_t line_break(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  switch (byte(at)) {
    case '\n':
    case '\v':
    case '\f': return 1;
    case '\r': return byte(at + 1) == '\n' ? 2 : 1;
    case 0xC2: return byte(at + 1) == 0x85 ? 2 : 0;
    case 0xE2: return byte(at + 1) == 0x80 && (byte(at + 2) == 0xA8 || byte(at + 2) == 0xA9) ? 3 : 0;
    default: return 0;
  }
}

std::uint32_t code_points(std::string_view text) {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

SourceMap::SourceMap(std::vector<SourceFile> files) : files_(std::move(files)) {
  for (const SourceFile& file : files_) {
    std::vector<std::uint32_t> starts{0};
    for (std::size_t i = 0; i < file.text.size();) {
      const auto byte = static_cast<unsigned char>(file.text[i]);
      if (byte > '\r' && byte < 0xC2) {  // most bytes; none of them starts a line break
        ++i;
        continue;
      }
      const std::size_t length = line_break(file.text, i);
      i += length == 0 ? 1 : length;
      if (length != 0) starts.push_back(static_cast<std::uint32_t>(i));
    }
    line_starts_.push_back(std::move(starts));
  }
}

std::string_view SourceMap::text(Span span) const {
  return std::string_view(files_.at(span.file).text).substr(span.begin, span.end - span.begin);
}

Position SourceMap::position(std::uint32_t file, std::uint32_t offset) const {
  const auto& starts = line_starts_.at(file);
  const auto next = std::ranges::upper_bound(starts, offset);
  const auto line = static_cast<std::uint32_t>(next - starts.begin());
  const std::string_view before =
      std::string_view(files_[file].text).substr(*(next - 1), offset - *(next - 1));
  return {line, code_points(before) + 1};
}

Diagnostic SourceMap::diagnose(Span span, std::string_view rule, std::string message,
                               Severity severity) const {
  Diagnostic d{severity, std::string(rule), std::move(message), {}, 0, 0, 0, {}};
  if (!span.valid()) return d;
  const SourceFile& file = files_.at(span.file);
  const Position position = this->position(span.file, span.begin);
  const std::uint32_t start = line_starts_[span.file][position.line - 1];
  std::size_t end = start;
  const std::size_t most = std::min<std::size_t>(file.text.size(), start + longest_shown_line + 1);
  while (end < most && line_break(file.text, end) == 0) ++end;
  d.file = file.name;
  d.line = position.line;
  d.column = position.column;
  const bool shown = end - start <= longest_shown_line;
  if (shown) d.source_line = file.text.substr(start, end - start);
  const std::size_t stop = std::min<std::size_t>(span.end, shown ? end : span.begin + 1);
  const std::size_t length = stop > span.begin ? stop - span.begin : 0;
  d.width = std::max(1U, code_points(std::string_view(file.text).substr(span.begin, length)));
  return d;
}

}  // namespace slipway
