// Any bytes are a program: reading ends with errors at places in the text, or with a module that the verifier
// takes or refuses, and that serialisation carries over.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "ir/serialize.h"
#include "ir/verify.h"
#include "wgsl/reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace slipway;
  std::vector<SourceFile> files;
  files.push_back({"input.wgsl", std::string(reinterpret_cast<const char*>(data), size)});
  const SourceMap sources(std::move(files));
  wgsl::ReadResult result = wgsl::read(sources);
  bool errors = false;
  for (const Diagnostic& d : result.diagnostics) {
    SLIPWAY_CHECK(d.line > 0 && d.column > 0 && d.width > 0);
    errors = errors || d.severity == Severity::error;
  }
  SLIPWAY_CHECK(result.module.has_value() != errors);
  if (!result.module) return 0;
  SLIPWAY_CHECK(result.debug.site_spans.size() == result.module->site_count);
  const auto valid = ir::verify(*std::move(result.module));
  if (!valid) __builtin_trap();
  const std::vector<std::byte> bytes = ir::serialize(**valid);
  auto again = ir::deserialize(bytes);
  SLIPWAY_CHECK(again.has_value());
  SLIPWAY_CHECK(ir::serialize(*again) == bytes);
  return 0;
}
