#include "pipeline/chunks.h"

#include <algorithm>
#include <array>
#include <utility>

#include "pipeline/words.h"

namespace slipway::pipeline {
namespace {

struct Chunk {
  std::shared_ptr<hal::Buffer> staging;
  std::shared_ptr<hal::Submission> copy;  // from it or to it
};
using Chunks = std::array<Chunk, 3>;  // one at the host, one at the device, one on its way

// False where the deadline came first.
Result<bool> start(DeviceState& device, Chunk& chunk, hal::Copy copy, hal::Deadline deadline) {
  SLIPWAY_TRY(chunk.copy, device.submissions().submit({std::move(copy)}, deadline));
  return chunk.copy != nullptr;
}

}  // namespace

Result<bool> send_chunks(DeviceState& device, std::span<const std::byte> from,
                         const std::shared_ptr<hal::Buffer>& to, std::uint64_t offset,
                         hal::Deadline deadline) {
  Chunks chunks;
  for (std::size_t at = 0; at < from.size(); at += chunk_bytes) {
    Chunk& chunk = chunks.at(at / chunk_bytes % chunks.size());
    if (chunk.copy) {
      SLIPWAY_TRY(const bool done, device.submissions().wait(*chunk.copy, deadline));
      if (!done) return false;
    } else {
      SLIPWAY_TRY(chunk.staging, device.buffers().take(chunk_bytes, hal::MemoryKind::upload));
    }
    const auto part = from.subspan(at, std::min<std::size_t>(chunk_bytes, from.size() - at));
    device.copies.copy(chunk.staging->mapped().first(part.size()), part);
    SLIPWAY_TRY(const bool started,
                start(device, chunk, {chunk.staging, 0, to, offset + at, part.size()}, deadline));
    if (!started) return false;
  }
  return true;
}

Result<bool> fetch_chunks(DeviceState& device, const std::shared_ptr<hal::Buffer>& from, std::uint64_t begin,
                          std::span<std::byte> into, hal::Deadline deadline) {
  const std::uint64_t end = begin + into.size();
  const ByteRange words = whole_words({begin, end});
  Chunks chunks;
  std::uint64_t started = words.begin;
  const auto start_next = [&](Chunk& chunk) -> Result<bool> {
    if (started == words.end) return true;
    const std::uint64_t size = std::min(chunk_bytes, words.end - started);
    const std::uint64_t at = std::exchange(started, started + size);
    return start(device, chunk, {from, at, chunk.staging, 0, size}, deadline);
  };
  for (Chunk& chunk : chunks) {
    SLIPWAY_TRY(chunk.staging, device.buffers().take(chunk_bytes, hal::MemoryKind::readback));
    SLIPWAY_TRY(const bool next, start_next(chunk));
    if (!next) return false;
  }
  for (std::uint64_t at = words.begin; at < words.end; at += chunk_bytes) {
    Chunk& chunk = chunks.at((at - words.begin) / chunk_bytes % chunks.size());
    SLIPWAY_TRY(const bool done, device.submissions().wait(*chunk.copy, deadline));
    if (!done) return false;
    const std::uint64_t first = std::max(at, begin);
    const std::uint64_t size = std::min(at + chunk_bytes, end) - first;
    device.copies.copy(into.subspan(first - begin, size), chunk.staging->mapped().subspan(first - at, size));
    SLIPWAY_TRY(const bool next, start_next(chunk));
    if (!next) return false;
  }
  return true;
}

}  // namespace slipway::pipeline
