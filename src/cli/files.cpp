#include "cli/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

namespace slipway::cli {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::unexpected<Error> failed(const char* what, const std::filesystem::path& path, int reason) {
  return fail(ErrorCode::io, fmt::format("cannot {} '{}': {}", what, path.string(), std::strerror(reason)));
}

}  // namespace

Result<std::vector<std::byte>> read_file(const std::filesystem::path& path) {
  constexpr std::size_t most = 1ULL << 32U;  // what a binding can have at most; /dev/zero has no end
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return failed("read", path, errno);
  std::vector<std::byte> bytes;
  std::size_t size = 0;
  constexpr std::size_t chunk = 1U << 20U;
  while (true) {  // not by its length: pipes have none
    bytes.resize(size + chunk);
    const std::size_t got = std::fread(bytes.data() + size, 1, chunk, file.get());
    size += got;
    if (got < chunk) break;
    if (size > most)
      return fail(ErrorCode::io, fmt::format("cannot read '{}': it has over {} bytes", path.string(), most));
  }
  if (std::ferror(file.get()) != 0) return failed("read", path, errno);
  bytes.resize(size);
  return bytes;
}

Result<> write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) return failed("write", path, errno);
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  const int reason = errno;
  const bool closed = std::fclose(file.release()) == 0;
  if (written && closed) return {};
  auto error = failed("write", path, written ? errno : reason);
  std::error_code ignored;  // a part of the values must not pass for all of them
  if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
  return error;
}

}  // namespace slipway::cli
