#include "program/load.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

namespace slipway::program {
namespace {

std::unexpected<Error> cannot_read(const std::filesystem::path& path, std::string_view why) {
  return fail(ErrorCode::io, fmt::format("cannot read '{}': {}", path.string(), why));
}

}  // namespace

Result<SourceText> load_source(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return cannot_read(path, "it is a directory");
  const auto close = [](std::FILE* file) { std::fclose(file); };
  const std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(path.c_str(), "rb"), close);
  if (!file) return cannot_read(path, std::strerror(errno));
  SourceText source{.name = path.string(), .text = {}};
  // Not by the file's size: pipes have none.
  std::string chunk(1U << 16U, '\0');
  for (;;) {
    const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), file.get());
    source.text.append(chunk, 0, count);
    if (source.text.size() > most_source_bytes)
      return cannot_read(path, fmt::format("it has more than {} bytes", most_source_bytes));
    if (count == chunk.size()) continue;
    if (std::ferror(file.get()) != 0) return cannot_read(path, std::strerror(errno));
    return source;
  }
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
