#include <slipway/error.h>
#include <slipway/no_throw.h>

#include <new>
#include <stdexcept>

#include <fmt/format.h>

namespace slipway {

struct Error::Detail {
  ErrorCode code;
  std::string message;
  std::vector<Diagnostic> diagnostics;
  std::optional<TrapReport> trap;
  std::optional<LimitReport> limit;
};

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument: return "invalid_argument";
    case ErrorCode::invalid_program: return "invalid_program";
    case ErrorCode::unsupported: return "unsupported";
    case ErrorCode::compile_failed: return "compile_failed";
    case ErrorCode::out_of_memory: return "out_of_memory";
    case ErrorCode::device_lost: return "device_lost";
    case ErrorCode::deadline_exceeded: return "deadline_exceeded";
    case ErrorCode::budget_exceeded: return "budget_exceeded";
    case ErrorCode::trapped: return "trapped";
    case ErrorCode::io: return "io";
    case ErrorCode::internal: return "internal";
  }
  return "internal";
}

namespace {

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::info: return "info";
  }
  return "error";
}

// Blanks as wide as the text before the caret; tabs stay tabs so that the caret lines up.
std::string caret_line(const Diagnostic& diagnostic) {
  std::string line;
  std::uint32_t column = 1;
  for (const char c : diagnostic.source_line) {
    if (column >= diagnostic.column) break;
    if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U) continue;  // inside a code point
    line += c == '\t' ? '\t' : ' ';
    ++column;
  }
  line.append(diagnostic.column > column ? diagnostic.column - column : 0, ' ');
  line += '^';
  if (diagnostic.width > 1) line.append(diagnostic.width - 1, '~');
  return line;
}

// `line` as a terminal may have it: U+FFFD for each control character but tabs, so that none is obeyed.
std::string printable(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto byte = static_cast<unsigned char>(line[i]);
    const auto next = static_cast<unsigned char>(i + 1 < line.size() ? line[i + 1] : 0);
    const bool is_c1 = byte == 0xC2 && next >= 0x80 && next < 0xA0;
    if (is_c1 || (byte < 0x20 && byte != '\t') || byte == 0x7F)
      text += "\uFFFD";
    else
      text += line[i];
    if (is_c1) ++i;
  }
  return text;
}

}  // namespace

std::string to_string(const Diagnostic& d) {
  std::string text;
  if (!d.file.empty()) text += printable(d.file) + ":";
  if (d.line != 0) text += fmt::format("{}:{}:", d.line, d.column);
  if (!text.empty()) text += ' ';
  text += fmt::format("{}: {}", name_of(d.severity), printable(d.message));
  if (!d.rule.empty()) text += fmt::format(" [{}]", d.rule);
  if (!d.source_line.empty()) text += fmt::format("\n  {}\n  {}", printable(d.source_line), caret_line(d));
  return text;
}

Error::Error(ErrorCode code, std::string message)
    : detail_(std::make_unique<Detail>(Detail{code, std::move(message), {}, {}, {}})) {}
// An error that was moved from has no detail, needs no memory to be copied, and is that of a host without.
Error::Error(const Error& other)
    : detail_(other.detail_ ? std::make_unique<Detail>(*other.detail_) : nullptr) {}
Error::Error(Error&&) noexcept = default;
Error& Error::operator=(const Error& other) {
  if (this != &other) *this = Error(other);
  return *this;
}
Error& Error::operator=(Error&&) noexcept = default;
Error::~Error() = default;

namespace {

struct MovedFrom {
  Error error{ErrorCode::out_of_memory, {}};
  Error moved{std::move(error)};
};
const MovedFrom no_memory;
const std::string no_memory_message = "the host has no memory left";
const std::vector<Diagnostic> no_diagnostics;
const std::optional<TrapReport> no_trap;
const std::optional<LimitReport> no_limit;

}  // namespace

ErrorCode Error::code() const { return detail_ ? detail_->code : ErrorCode::out_of_memory; }
const std::string& Error::message() const { return detail_ ? detail_->message : no_memory_message; }
const std::vector<Diagnostic>& Error::diagnostics() const {
  return detail_ ? detail_->diagnostics : no_diagnostics;
}
const std::optional<TrapReport>& Error::trap() const { return detail_ ? detail_->trap : no_trap; }
const std::optional<LimitReport>& Error::limit() const { return detail_ ? detail_->limit : no_limit; }

Error&& Error::with_diagnostics(std::vector<Diagnostic> diagnostics) && {
  if (detail_) detail_->diagnostics = std::move(diagnostics);
  return std::move(*this);
}
Error&& Error::with_trap(TrapReport trap) && {
  if (detail_) detail_->trap = std::move(trap);
  return std::move(*this);
}
Error&& Error::with_limit(LimitReport limit) && {
  if (detail_) detail_->limit = std::move(limit);
  return std::move(*this);
}
Error&& Error::while_doing(std::string_view what) && {
  if (detail_) detail_->message = fmt::format("while {}: {}", what, detail_->message);
  return std::move(*this);
}

Error error_of(const std::exception& thrown) noexcept {
  const bool memory = dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr ||
                      dynamic_cast<const std::length_error*>(&thrown) != nullptr;
  if (memory) return no_memory.error;
  try {
    return {ErrorCode::internal, thrown.what()};
  } catch (const std::exception&) {
    return no_memory.error;
  }
}

std::string Error::to_string() const {
  std::string text = fmt::format("{}: {}", slipway::to_string(code()), printable(message()));
  for (const Diagnostic& diagnostic : diagnostics()) text.append("\n").append(slipway::to_string(diagnostic));
  return text;
}

}  // namespace slipway
