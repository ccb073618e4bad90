#include "wgsl/reader.h"

#include <algorithm>
#include <tuple>

#include "wgsl/parser.h"
#include "wgsl/resolver.h"

namespace slipway::wgsl {

ReadResult read(const SourceMap& sources) {
  ReadResult result;
  Diagnostics diagnostics(sources);
  const ast::Module tree = parse(sources, diagnostics);
  // What the parser had to leave out would be missed by everything that names it.
  if (diagnostics.errors() == tree.mended)
    result.module = resolve(tree, diagnostics, result.debug, result.checks);
  result.diagnostics = diagnostics.take();
  const auto place = [&](const Diagnostic& d) {
    const auto file = std::ranges::find(sources.files(), d.file, &SourceFile::name) - sources.files().begin();
    return std::tuple(file, d.line, d.column);
  };
  std::ranges::stable_sort(result.diagnostics, {}, place);
  // Where the parser and the resolver both stumble, the first one says it.
  const auto again = std::ranges::unique(result.diagnostics, {}, place);
  result.diagnostics.erase(again.begin(), again.end());
  return result;
}

}  // namespace slipway::wgsl
