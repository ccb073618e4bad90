#include "pipeline/transfer.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "pipeline/chunks.h"
#include "pipeline/words.h"

namespace slipway::pipeline {

void Uploads::count(std::uint64_t bytes) {
  device_.counters.bytes_up += bytes;
  bytes_ += bytes;
}

void Uploads::add(std::shared_ptr<hal::Buffer> buffer, std::span<const std::byte> bytes,
                  const Pinned& pinned) {
  if (const auto seen = buffer->writable(); !seen.empty()) {
    count(bytes.size());
    device_.copies.copy(seen.first(bytes.size()), bytes);
    std::ranges::fill(seen.subspan(bytes.size()), std::byte{0});
    return;
  }
  const std::uint64_t whole = round_down(bytes.size());
  add_at(buffer, 0, bytes.first(whole), pinned);
  add_at(buffer, whole, bytes.subspan(whole));
  const std::uint64_t end = round_up(bytes.size());
  if (const std::uint64_t rest = buffer->size() - end; rest != 0)
    commands_.emplace_back(hal::Fill{std::move(buffer), end, rest, 0});
}

void Uploads::add_at(const std::shared_ptr<hal::Buffer>& buffer, std::uint64_t offset,
                     std::span<const std::byte> bytes, const Pinned& pinned) {
  count(bytes.size());
  if (bytes.empty()) return;
  if (pinned.buffer && pinned.offset % word_bytes == 0) {
    commands_.emplace_back(hal::Copy{pinned.buffer, pinned.offset, buffer, offset, bytes.size()});
  } else if (bytes.size() > chunk_bytes) {
    large_.push_back({buffer, offset, bytes});
  } else {
    staged_.push_back({buffer, offset, bytes, staging_bytes_});
    staging_bytes_ += round_up(bytes.size());
  }
}

Result<bool> Uploads::finish(std::vector<hal::Command>& commands, hal::Deadline deadline) {
  for (const Piece& piece : large_) {
    SLIPWAY_TRY(const bool done, send_chunks(device_, piece.bytes, piece.buffer, piece.offset, deadline));
    if (!done) return false;
  }
  std::shared_ptr<hal::Buffer> staging;
  if (staging_bytes_ != 0) {
    SLIPWAY_TRY(staging, device_.buffers().take(staging_bytes_, hal::MemoryKind::upload));
  }
  for (const Piece& piece : staged_) {
    const std::uint64_t copied = round_up(piece.bytes.size());
    const auto to = staging->mapped().subspan(piece.staging_offset, copied);
    device_.copies.copy(to.first(piece.bytes.size()), piece.bytes);
    std::ranges::fill(to.subspan(piece.bytes.size()), std::byte{0});
    commands.emplace_back(hal::Copy{staging, piece.staging_offset, piece.buffer, piece.offset, copied});
  }
  std::ranges::move(commands_, std::back_inserter(commands));
  if (!staged_.empty() || !commands_.empty()) commands.emplace_back(hal::Barrier{});
  return true;
}

void Readbacks::add(const std::shared_ptr<hal::Buffer>& buffer, std::uint64_t begin,
                    std::span<std::byte> into, const Pinned& pinned) {
  const std::uint64_t bytes = length(whole_words({begin, begin + into.size()}));
  device_.counters.bytes_down += bytes;
  bytes_ += bytes;
  if (into.empty()) return;
  if (!buffer->mapped().empty()) {
    mapped_.push_back({buffer, begin, into});
  } else if (pinned.buffer && pinned.offset % word_bytes == 0 && begin % word_bytes == 0) {
    const std::uint64_t whole = round_down(into.size());
    if (whole != 0) commands_.emplace_back(hal::Copy{buffer, begin, pinned.buffer, pinned.offset, whole});
    if (whole != into.size()) stage(buffer, begin + whole, into.subspan(whole));
  } else if (into.size() > chunk_bytes) {
    large_.push_back({buffer, begin, into});
  } else {
    stage(buffer, begin, into);
  }
}

void Readbacks::stage(const std::shared_ptr<hal::Buffer>& buffer, std::uint64_t begin,
                      std::span<std::byte> into) {
  staged_.push_back({buffer, begin, into, staging_bytes_});
  staging_bytes_ += length(whole_words({begin, begin + into.size()}));
}

Result<> Readbacks::prepare(std::vector<hal::Command>& commands) {
  if (staging_bytes_ != 0) {
    SLIPWAY_TRY(staging_, device_.buffers().take(staging_bytes_, hal::MemoryKind::readback));
  }
  for (const Piece& piece : staged_) {
    const ByteRange words = whole_words({piece.begin, piece.begin + piece.into.size()});
    commands.emplace_back(
        hal::Copy{piece.buffer, words.begin, staging_, piece.staging_offset, length(words)});
  }
  std::ranges::move(commands_, std::back_inserter(commands));
  return {};
}

Result<bool> Readbacks::collect(hal::Deadline deadline) {
  for (const Piece& piece : mapped_)
    device_.copies.copy(piece.into, piece.buffer->mapped().subspan(piece.begin, piece.into.size()));
  for (const Piece& piece : staged_) {
    const std::uint64_t at = piece.staging_offset + piece.begin % word_bytes;
    device_.copies.copy(piece.into, staging_->mapped().subspan(at, piece.into.size()));
  }
  for (const Piece& piece : large_) {
    SLIPWAY_TRY(const bool done, fetch_chunks(device_, piece.buffer, piece.begin, piece.into, deadline));
    if (!done) return false;
  }
  return true;
}

}  // namespace slipway::pipeline
