// Source files of a program, spans in them, and diagnostics at those spans.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <slipway/error.h>

namespace slipway {

/// Bytes [begin, end) of one source file. Default-constructed spans are nowhere.
struct Span {
  std::uint32_t file = UINT32_MAX;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  [[nodiscard]] bool valid() const { return file != UINT32_MAX; }
  bool operator==(const Span&) const = default;
};

/// The span from the start of `first` to the end of `last`, both in one file.
[[nodiscard]] inline Span join(Span first, Span last) { return {first.file, first.begin, last.end}; }

struct SourceFile {
  std::string name;
  std::string text;  ///< UTF-8; the reader rejects anything else
};

struct Position {
  std::uint32_t line = 0;    ///< 1-based
  std::uint32_t column = 0;  ///< 1-based, in code points
};

/// Owns the sources and answers where a byte is. Lines end as WGSL says (LF, VT, FF, CR, CRLF,
/// U+0085, U+2028, U+2029). Immutable after construction, so safe from many threads.
class SourceMap {
 public:
  explicit SourceMap(std::vector<SourceFile> files);
  [[nodiscard]] const std::vector<SourceFile>& files() const { return files_; }
  [[nodiscard]] std::string_view text(Span span) const;
  [[nodiscard]] Position position(std::uint32_t file, std::uint32_t offset) const;
  /// Fills file, line, column, width and source line from `span` (width stays on the first line).
  [[nodiscard]] Diagnostic diagnose(Span span, std::string_view rule, std::string message,
                                    Severity severity = Severity::error) const;

 private:
  std::vector<SourceFile> files_;
  std::vector<std::vector<std::uint32_t>> line_starts_;  // per file, ascending
};

}  // namespace slipway
