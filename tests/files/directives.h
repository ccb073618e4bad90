// What a text-file test asks for, in the lines of a .wgsl file that start with `//!`. docs/testing.md is the
// reference for authors.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <slipway/slipway.h>

#include "support/values.h"

namespace slipway::tests {

struct ExpectedDiagnostic {
  Severity severity = Severity::error;
  std::string place;  ///< `line:column`, or `file:line:column` in a program of several files
  std::string rule;
  std::string part;  ///< of the message
};

struct ExpectedFailure {
  std::string code;
  std::string part;  ///< of the message
};

/// One launch and what must come out.
struct Run {
  std::uint32_t line = 0;  ///< of the directive that began it, for messages
  std::string entry;       ///< empty: the only entry point
  std::vector<std::pair<std::string, std::vector<std::byte>>> inputs;
  std::vector<std::pair<std::string, ValueList>> outputs;
  std::optional<ExpectedFailure> failure;
  PipelineConfig config;
  RunOptions options;
};

struct FileTest {
  std::vector<std::string> files;  ///< further files of the program, beside the test
  std::vector<ExpectedDiagnostic> diagnostics;
  bool check_only = false;  ///< the program is read and not run
  std::string entry;        ///< where the program is only read; empty: the only entry point
  std::vector<Run> runs;
};

[[nodiscard]] Result<FileTest> parse_directives(std::string_view source);

}  // namespace slipway::tests
