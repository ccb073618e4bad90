#include "program/load.h"

#include "base/files.h"

namespace slipway::program {

Result<SourceText> load_source(const std::filesystem::path& path) {
  SLIPWAY_TRY(const auto bytes, read_file(path, most_source_bytes));
  return SourceText{.name = path.string(),
                    .text = std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())};
}

Result<std::vector<SourceText>> load_sources(std::span<const std::filesystem::path> paths) {
  std::vector<SourceText> sources;
  for (const std::filesystem::path& path : paths) {
    SLIPWAY_TRY(SourceText source, load_source(path));
    sources.push_back(std::move(source));
  }
  if (sources.empty()) return fail(ErrorCode::invalid_argument, "program has no sources");
  return sources;
}

}  // namespace slipway::program
