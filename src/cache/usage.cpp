// The file `usage`, integers little-endian:
//
//   0      256 x u64  bytes of the entries of each shard; 2^64 - 1 where they are not counted
//   2048              XXH3-128 of all bytes before, high half first, 16 bytes
#include "cache/usage.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "cache/entry.h"
#include "cache/file_size_signal.h"

namespace slipway::cache {
namespace {

constexpr const char* usage_name = "usage";
constexpr std::size_t file_bytes = shard_count * 8 + 16;
constexpr std::uint64_t not_counted = UINT64_MAX;

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
  out.read();
  return 0;
}

void LockedUsage::read() {
  Bytes bytes(file_bytes);
  if (::pread(file_.get(), bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return;
  ByteReader in(bytes);
  decltype(bytes_) found;
  for (auto& shard : found) {
    const std::uint64_t value = in.u64();
    if (value != not_counted) shard = value;
  }
  if (checksum_fits(bytes)) bytes_ = found;
}

void LockedUsage::add(std::size_t shard, std::uint64_t bytes) {
  auto& known = bytes_.at(shard);
  if (known) *known += bytes;
}

void LockedUsage::subtract(std::size_t shard, std::uint64_t bytes) {
  auto& known = bytes_.at(shard);
  if (known) *known -= std::min(*known, bytes);
}

std::uint64_t LockedUsage::total() const {
  std::uint64_t counted = 0;
  std::uint64_t sum = 0;
  for (const auto& shard : bytes_) {
    counted += shard ? 1 : 0;
    sum += shard.value_or(0);
  }
  return counted == 0 ? 0 : sum + sum / counted * (shard_count - counted);
}

int LockedUsage::write() const {
  ByteWriter out;
  for (const auto& shard : bytes_) out.u64(shard.value_or(not_counted));
  put_checksum(out);
  const WithoutFileSizeSignal guard;
  const ssize_t count = ::pwrite(file_.get(), out.bytes().data(), out.size(), 0);
  if (count == static_cast<ssize_t>(out.size())) return 0;
  return count < 0 ? errno : ENOSPC;
}

}  // namespace slipway::cache
