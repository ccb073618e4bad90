// The file `usage`, integers little-endian:
//
//   0   u64  bytes of all entries
//   8   u64  the same with every bit flipped
#include "cache/usage.h"

#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "cache/file_size_signal.h"

namespace slipway::cache {
namespace {

constexpr const char* usage_name = "usage";

// Not blocking: a pipe in its place must not hold us.
Descriptor create_usage(int root) {
  return Descriptor(::openat(root, usage_name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600));
}

bool is_regular(const Descriptor& file) {
  struct stat status {};
  return ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode);
}

// The file, in place of anything else of its name. 0 or an errno.
int open_usage(int root, Descriptor& file) {
  file = create_usage(root);
  const bool is_other = file.open() ? !is_regular(file) : errno == EISDIR || errno == ELOOP || errno == ENXIO;
  if (!is_other) return file.open() ? 0 : errno;
  if (const int problem = move_aside(root, usage_name, root); problem != 0) return problem;
  file = create_usage(root);
  return file.open() ? 0 : errno;
}

}  // namespace

int LockedUsage::lock(int root, LockedUsage& out) {
  Descriptor file;
  if (const int problem = open_usage(root, file); problem != 0) return problem;
  constexpr auto patience = std::chrono::seconds(5);  // many processes may start at once on a busy machine
  constexpr auto pause = std::chrono::milliseconds(1);
  const auto give_up = std::chrono::steady_clock::now() + patience;
  while (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) return errno;
    if (std::chrono::steady_clock::now() > give_up) return EBUSY;
    std::this_thread::sleep_for(pause);
  }
  out.file_ = std::move(file);
  return 0;
}

std::optional<std::uint64_t> LockedUsage::read() const {
  Bytes bytes(16);
  if (::pread(file_.get(), bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    return std::nullopt;
  ByteReader in(bytes);
  const std::uint64_t value = in.u64();
  if (in.u64() != ~value) return std::nullopt;
  return value;
}

int LockedUsage::write(std::uint64_t bytes) const {
  ByteWriter out;
  out.u64(bytes);
  out.u64(~bytes);
  const WithoutFileSizeSignal guard;
  const ssize_t count = ::pwrite(file_.get(), out.bytes().data(), out.size(), 0);
  if (count == static_cast<ssize_t>(out.size())) return 0;
  return count < 0 ? errno : ENOSPC;
}

}  // namespace slipway::cache
