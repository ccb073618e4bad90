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
#include <unistd.h>

#include "base/bytes.h"
#include "cache/file_size_signal.h"

namespace slipway::cache {

int LockedUsage::lock(int root, LockedUsage& out) {
  Descriptor file(::openat(root, "usage", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.open()) return errno;
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
