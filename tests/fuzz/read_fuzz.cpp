// Any bytes are a program: reading ends with errors at places in the text, or with a module that the verifier
// takes, that serialisation carries over, and that the writer gives as text that is read as the same module.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "ir/order.h"
#include "ir/serialize.h"
#include "ir/verify.h"
#include "wgsl/reader.h"
#include "wgsl/writer.h"

namespace slipway {
namespace {

wgsl::ReadResult read(std::string text) {
  std::vector<SourceFile> files;
  files.push_back({"input.wgsl", std::move(text)});
  return wgsl::read(SourceMap(std::move(files)));
}

// The module with its sites numbered, as a Program has it.
ir::ValidModule verified(wgsl::ReadResult& result) {
  SLIPWAY_CHECK(result.debug.site_spans.size() == result.module->site_count);
  ir::number_sites(*result.module, result.debug);
  auto valid = ir::verify(*std::move(result.module));
  SLIPWAY_CHECK(valid.has_value());
  return *std::move(valid);
}

void check(std::string source) {
  wgsl::ReadResult result = read(std::move(source));
  bool errors = false;
  for (const Diagnostic& d : result.diagnostics) {
    SLIPWAY_CHECK(d.line > 0 && d.column > 0 && d.width > 0);
    errors = errors || d.severity == Severity::error;
  }
  SLIPWAY_CHECK(result.module.has_value() != errors);
  if (!result.module) return;
  const ir::ValidModule valid = verified(result);
  const std::vector<std::byte> bytes = ir::serialize(*valid);
  const auto again = ir::deserialize(bytes);
  SLIPWAY_CHECK(again.has_value());
  SLIPWAY_CHECK(ir::serialize(*again) == bytes);
  const auto text = wgsl::write(valid, result.debug);
  SLIPWAY_CHECK(text.has_value());
  wgsl::ReadResult reread = read(*text);
  SLIPWAY_CHECK(reread.module.has_value());
  SLIPWAY_CHECK(ir::serialize(*verified(reread)) == bytes);
}

}  // namespace
}  // namespace slipway

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  slipway::check(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
