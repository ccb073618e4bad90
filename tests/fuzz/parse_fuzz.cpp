// Any bytes are a program: the parser must end with a tree or with errors at places in the text.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "wgsl/parser.h"

namespace {

using namespace slipway;

// A NUL byte splits the input into files, so that programs of several files are tried too.
std::vector<SourceFile> files_of(std::string_view input) {
  std::vector<SourceFile> files;
  while (files.size() < 3) {
    const std::size_t end = input.find('\0');
    files.push_back({"input.wgsl", std::string(input.substr(0, end))});
    if (end == std::string_view::npos) break;
    input.remove_prefix(end + 1);
  }
  return files;
}

void check_span(const SourceMap& sources, Span span) {
  SLIPWAY_CHECK(span.file < sources.files().size());
  SLIPWAY_CHECK(span.begin <= span.end && span.end <= sources.files()[span.file].text.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const SourceMap sources(files_of({reinterpret_cast<const char*>(data), size}));
  wgsl::Diagnostics diagnostics(sources);
  const wgsl::ast::Module module = wgsl::parse(sources, diagnostics);
  for (std::size_t i = 0; i < module.expressions.size(); ++i) {
    const wgsl::ast::Expression& e = module.expressions[i];
    check_span(sources, e.span);
    // Children come before parents, so that the tree has no cycles.
    SLIPWAY_CHECK(!e.left.valid() || e.left.index < i);
    SLIPWAY_CHECK(!e.right.valid() || e.right.index < i);
    for (const wgsl::ast::ExpressionId argument : e.arguments) SLIPWAY_CHECK(argument.index < i);
  }
  for (std::size_t i = 0; i < module.statements.size(); ++i) check_span(sources, module.statements[i].span);
  const std::size_t errors = diagnostics.errors();
  for (const Diagnostic& d : diagnostics.take()) SLIPWAY_CHECK(d.line > 0 && d.column > 0 && d.width > 0);
  for (const wgsl::ast::Function& f : module.functions) SLIPWAY_CHECK(errors > 0 || f.body.valid());
  return 0;
}
