// Files below one private directory, reached by descriptors only: no path is resolved twice and no symbolic
// link is followed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <slipway/result.h>

#include "cache/entry.h"

namespace slipway::cache {

/// An open file or directory.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();
  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] bool open() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

/// Opens the directory, made with mode 0700 (and its parents) where it is missing and `create`. One that
/// belongs to someone else, that others may write to, or that is a link is an `io` error.
[[nodiscard]] Result<Descriptor> open_private_directory(const std::filesystem::path& path, bool create);

/// A directory in `parent`; not open, with errno, where there is none. It is made where `create`; what is no
/// directory and stands in its place is moved aside.
[[nodiscard]] Descriptor open_subdirectory(int parent, const std::string& name, bool create);

/// Gives what stands under a name, a directory with all in it too, a new name in the directory `to`:
/// `displaced-` and more. 0 or an errno.
[[nodiscard]] int move_aside(int directory, const std::string& name, int to);

/// Whether move_aside() gave the name.
[[nodiscard]] bool is_displaced(std::string_view name);
/// Removes what stands under a name in a directory. Of a directory, what is in it goes, and directories in it
/// are moved aside, to be removed next. Follows no link. 0 or an errno.
[[nodiscard]] int remove_or_flatten(int directory, const std::string& name);

/// A name that nobody else gives, for a new file.
[[nodiscard]] std::string unique_name();

enum class ReadOutcome : std::uint8_t {
  done,
  absent,
  foreign,     ///< not a regular file of ours, or a link
  unreadable,  ///< the system refused
  too_large,
};
struct ReadFile {
  ReadOutcome outcome = ReadOutcome::absent;
  Bytes bytes;
};
/// The whole of a file of at most `most` bytes. With `touch` its time of last use becomes now, where that is
/// allowed.
[[nodiscard]] ReadFile read_file(int directory, const std::string& name, std::uint64_t most, bool touch);

/// Makes a new file with these bytes, or none: 0, or the errno of what failed. What a full disk, a quota or a
/// file size limit cuts short is such a failure.
[[nodiscard]] int write_new_file(int directory, const std::string& name, View bytes);

struct FileStatus {
  bool regular = false;
  std::uint64_t bytes = 0;
  std::int64_t last_use_ns = 0;  ///< since 1970
};
/// Not regular where there is no such file.
[[nodiscard]] FileStatus status_of(int directory, const std::string& name);

/// Names in a directory, without `.` and `..`. False where it cannot be read, or not to its end.
bool for_each_name(int directory, const std::function<void(const std::string& name)>& visit);

}  // namespace slipway::cache
