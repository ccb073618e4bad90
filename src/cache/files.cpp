#include "cache/files.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <random>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cache/file_size_signal.h"

namespace slipway::cache {
namespace {

constexpr mode_t private_directory = 0700;
constexpr mode_t private_file = 0600;
constexpr std::string_view displaced_prefix = "displaced-";

std::unexpected<Error> unusable(const std::filesystem::path& path, std::string_view why) {
  return fail(ErrorCode::io, fmt::format("cache directory '{}' {}", path.string(), why));
}

int write_all(int file, View bytes) {
  const WithoutFileSizeSignal guard;
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    if (count == 0) return ENOSPC;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return 0;
}

bool ours(const struct stat& status) { return S_ISREG(status.st_mode) && status.st_uid == geteuid(); }

void make_directories(const std::filesystem::path& path) {
  std::filesystem::path so_far;
  for (const auto& part : path) {
    so_far /= part;
    // What cannot be made shows when the whole is opened.
    static_cast<void>(::mkdir(so_far.c_str(), private_directory));
  }
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

Result<Descriptor> open_private_directory(const std::filesystem::path& path, bool create) {
  if (create) make_directories(path);
  // A slash at the end would make the system follow a link.
  const std::filesystem::path name = path.has_filename() ? path : path.parent_path();
  Descriptor directory(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!directory.open() && (errno == ELOOP || errno == ENOTDIR))
    return unusable(path, "is a link or not a directory");
  if (!directory.open()) return unusable(path, fmt::format("cannot be opened: {}", std::strerror(errno)));
  struct stat status {};
  if (::fstat(directory.get(), &status) != 0)
    return unusable(path, fmt::format("cannot be examined: {}", std::strerror(errno)));
  if (status.st_uid != geteuid())
    return unusable(path, fmt::format("belongs to user {}, not to user {}", status.st_uid, geteuid()));
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return unusable(path, fmt::format("has mode {:04o}: others may write to it", status.st_mode & 07777U));
  return directory;
}

Descriptor open_subdirectory(int parent, const std::string& name, bool create) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  Descriptor found(::openat(parent, name.c_str(), flags));
  if (found.open() || !create) return found;
  const bool is_other = errno == ENOTDIR || errno == ELOOP;
  if (!is_other && errno != ENOENT) return found;
  if (is_other) {
    errno = move_aside(parent, name, parent);
    if (errno != 0 && errno != ENOENT) return {};
  }
  if (::mkdirat(parent, name.c_str(), private_directory) != 0 && errno != EEXIST) return {};
  return Descriptor(::openat(parent, name.c_str(), flags));
}

int move_aside(int directory, const std::string& name, int to) {
  const std::string aside = std::string(displaced_prefix) + unique_name();
  return ::renameat(directory, name.c_str(), to, aside.c_str()) == 0 ? 0 : errno;
}

bool is_displaced(std::string_view name) { return name.starts_with(displaced_prefix); }

int remove_or_flatten(int directory, const std::string& name) {
  if (::unlinkat(directory, name.c_str(), 0) == 0 || errno == ENOENT) return 0;
  if (errno != EISDIR) return errno;
  const Descriptor inner = open_subdirectory(directory, name, false);
  if (!inner.open()) return errno;
  std::vector<std::string> names;
  for_each_name(inner.get(), [&](const std::string& found) { names.push_back(found); });
  for (const std::string& found : names) {
    int problem = ::unlinkat(inner.get(), found.c_str(), 0) == 0 ? 0 : errno;
    if (problem == EISDIR) problem = move_aside(inner.get(), found, directory);
    if (problem != 0 && problem != ENOENT) return problem;
  }
  return ::unlinkat(directory, name.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT ? 0 : errno;
}

std::string unique_name() {
  static std::atomic<std::uint64_t> number = 0;
  static const std::uint64_t process = std::random_device{}() * 0x100000000ULL + std::random_device{}();
  return fmt::format("{:x}-{:016x}-{}", getpid(), process, number.fetch_add(1));
}

ReadFile read_file(int directory, const std::string& name, std::uint64_t most, bool touch) {
  // Not blocking: a pipe in a file's place must not hold us.
  const Descriptor file(::openat(directory, name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  if (!file.open() && (errno == ENOENT || errno == ENOTDIR)) return {};
  if (!file.open()) return {errno == ELOOP ? ReadOutcome::foreign : ReadOutcome::unreadable, {}};
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return {ReadOutcome::unreadable, {}};
  if (!ours(status)) return {ReadOutcome::foreign, {}};
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > most) return {ReadOutcome::too_large, {}};
  ReadFile result{ReadOutcome::done, Bytes(size)};
  std::size_t at = 0;
  while (at < size) {
    const ssize_t count = ::read(file.get(), result.bytes.data() + at, size - at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return {ReadOutcome::unreadable, {}};
    if (count == 0) break;
    at += static_cast<std::size_t>(count);
  }
  result.bytes.resize(at);
  if (!touch) return result;
  timespec times[2]{};
  clock_gettime(CLOCK_REALTIME, &times[0]);
  times[1] = times[0];
  // On a read-only file system nothing is remembered, and nothing is evicted either.
  static_cast<void>(::futimens(file.get(), times));
  return result;
}

int write_new_file(int directory, const std::string& name, View bytes) {
  const int file =
      ::openat(directory, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, private_file);
  if (file < 0) return errno;
  int problem = write_all(file, bytes);
  struct stat status {};
  if (problem == 0 && ::fstat(file, &status) != 0) problem = errno;
  if (problem == 0 && static_cast<std::uint64_t>(status.st_size) != bytes.size()) problem = EIO;
  if (::close(file) != 0 && problem == 0) problem = errno;
  if (problem != 0) ::unlinkat(directory, name.c_str(), 0);
  return problem;
}

FileStatus status_of(int directory, const std::string& name) {
  struct stat status {};
  if (::fstatat(directory, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode))
    return {};
  constexpr std::int64_t second = 1'000'000'000;
  return {true, static_cast<std::uint64_t>(status.st_size),
          std::int64_t{status.st_mtim.tv_sec} * second + status.st_mtim.tv_nsec};
}

bool for_each_name(int directory, const std::function<void(const std::string&)>& visit) {
  const int copy = ::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (copy < 0) return false;
  DIR* const list = ::fdopendir(copy);
  if (list == nullptr) {
    ::close(copy);
    return false;
  }
  errno = 0;
  while (const dirent* entry = ::readdir(list)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") visit(name);
    errno = 0;  // which tells an error from the end
  }
  const bool is_whole = errno == 0;
  ::closedir(list);
  return is_whole;
}

}  // namespace slipway::cache
