// Errors as values: what every fallible call of slipway returns instead of throwing.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slipway {

/// The kind of failure, stable across releases; messages are for people, codes for programs.
enum class ErrorCode : std::uint8_t {
  invalid_argument,   ///< a call's argument, a flag or a variable is wrong
  invalid_program,    ///< WGSL that the language forbids; see Error::diagnostics()
  unsupported,        ///< legal, but this device or this build cannot do it
  compile_failed,     ///< the driver refused a program that slipway accepted
  out_of_memory,      ///< host or device memory
  device_lost,        ///< the device stopped working; handles on it are dead
  deadline_exceeded,  ///< a wait ran past its deadline
  budget_exceeded,    ///< a limit that the caller set
  trapped,            ///< a kernel trapped; see Error::trap()
  io,                 ///< a file or directory
  internal,           ///< a fault in slipway itself
};

/// The snake_case name of a code, as `--json` prints it.
[[nodiscard]] std::string_view to_string(ErrorCode code);

/// How much a diagnostic matters.
enum class Severity : std::uint8_t { error, warning, info };

/// One finding about a program, at its place.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string rule;          ///< the rule broken: `wgsl.…` (reader) or `ir.…` (verifier)
  std::string message;       ///< lower case, no full stop
  std::string file;          ///< as the caller named it
  std::uint32_t line = 0;    ///< 1-based; 0 where there is no place
  std::uint32_t column = 0;  ///< 1-based, in Unicode code points
  std::uint32_t width = 0;   ///< code points to underline, at least 1 where line is not 0
  std::string source_line;   ///< text of that line without its line break; empty where it is over 2,000 bytes
};

/// `file:line:column: error: message [rule]`, then the source line and a caret line. No final newline.
[[nodiscard]] std::string to_string(const Diagnostic& diagnostic);

/// What a kernel reported when it trapped.
struct TrapReport {
  std::string kind;          ///< "trap", "assert" or "out_of_bounds"
  std::string name;          ///< of the constant that is the tag, or of the buffer or variable; may be empty
  std::uint32_t tag = 0;     ///< of a trap or assert
  std::uint32_t value = 0;   ///< of a trap or assert
  std::uint32_t index = 0;   ///< out of bounds; the bits of an i32
  std::uint32_t length = 0;  ///< out of bounds: elements of what was indexed
  std::array<std::uint32_t, 3> invocation{};  ///< global invocation id
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// The limit that a request went past.
struct LimitReport {
  std::string name;
  std::uint64_t value = 0;
};

/// A failure. One pointer wide and movable; copying copies the contents.
class [[nodiscard]] Error {
 public:
  Error(ErrorCode code, std::string message);
  Error(const Error& other);
  Error(Error&&) noexcept;
  Error& operator=(const Error& other);
  Error& operator=(Error&&) noexcept;
  ~Error();

  [[nodiscard]] ErrorCode code() const;
  /// What was expected and found, with any "while …" context in front; one line.
  [[nodiscard]] const std::string& message() const;
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const;
  [[nodiscard]] const std::optional<TrapReport>& trap() const;
  [[nodiscard]] const std::optional<LimitReport>& limit() const;

  /// Each returns the error itself, so that they chain on a temporary.
  Error&& with_diagnostics(std::vector<Diagnostic> diagnostics) &&;
  Error&& with_trap(TrapReport trap) &&;
  Error&& with_limit(LimitReport limit) &&;
  /// Puts "while <what>: " before the message.
  Error&& while_doing(std::string_view what) &&;

  /// The message and every diagnostic, for a terminal. No final newline.
  [[nodiscard]] std::string to_string() const;

 private:
  struct Detail;
  std::unique_ptr<Detail> detail_;
};

}  // namespace slipway
