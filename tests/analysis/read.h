// WGSL to a verified module, for tests.
#pragma once

#include <gtest/gtest.h>

#include "ir/verify.h"
#include "wgsl/reader.h"

namespace slipway::analysis::test {

struct Checked {
  SourceMap sources;
  ir::ValidModule module;
  ir::DebugInfo debug;
};

inline std::optional<Checked> check(std::string text) {
  SourceMap sources({{"test.wgsl", std::move(text)}});
  wgsl::ReadResult read = wgsl::read(sources);
  for (const Diagnostic& d : read.diagnostics) ADD_FAILURE() << to_string(d);
  if (!read.module.has_value()) return std::nullopt;
  auto valid = ir::verify(*std::move(read.module));
  if (valid.has_value()) return Checked{std::move(sources), *std::move(valid), std::move(read.debug)};
  for (const ir::Finding& f : valid.error()) ADD_FAILURE() << f.rule << ": " << f.message;
  return std::nullopt;
}

}  // namespace slipway::analysis::test
