#include "base/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace slipway {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::unexpected<Error> failed(std::string_view what, const std::filesystem::path& path,
                              std::string_view why) {
  return fail(ErrorCode::io, fmt::format("cannot {} '{}': {}", what, path.string(), why));
}

}  // namespace

Result<std::vector<std::byte>> read_file(const std::filesystem::path& path, std::uint64_t most) {
  std::error_code ignored;  // what is wrong, opening it says
  if (std::filesystem::is_directory(path, ignored)) return failed("read", path, "it is a directory");
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return failed("read", path, std::strerror(errno));
  std::vector<std::byte> bytes;
  std::size_t size = 0;
  constexpr std::size_t chunk = 1U << 20U;
  while (true) {  // not by its length: pipes have none
    bytes.resize(size + chunk);
    const std::size_t got = std::fread(bytes.data() + size, 1, chunk, file.get());
    size += got;
    if (size > most) return failed("read", path, fmt::format("it has more than {} bytes", most));
    if (got < chunk) break;
  }
  if (std::ferror(file.get()) != 0) return failed("read", path, std::strerror(errno));
  bytes.resize(size);
  return bytes;
}

Result<> write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) return failed("write", path, std::strerror(errno));
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  const int reason = errno;
  const bool closed = std::fclose(file.release()) == 0;
  if (written && closed) return {};
  auto error = failed("write", path, std::strerror(written ? errno : reason));
  std::error_code ignored;  // a part of the values must not pass for all of them
  if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
  return error;
}

}  // namespace slipway
