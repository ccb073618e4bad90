#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <ranges>

#include <fmt/format.h>

#include <slipway/no_throw.h>

#include "pipeline/buffer_state.h"
#include "pipeline/chunks.h"
#include "pipeline/host_state.h"
#include "pipeline/words.h"

namespace slipway::pipeline {

Result<std::shared_ptr<BufferState>> BufferState::create(std::shared_ptr<DeviceState> device,
                                                         std::uint64_t bytes) {
  SLIPWAY_TRY(auto memory, device->buffers().take(bytes, hal::MemoryKind::device));
  return std::make_shared<BufferState>(std::move(device), std::move(memory), bytes);
}

Result<> BufferState::idle() {
  std::shared_ptr<hal::Submission> use;
  {
    const std::lock_guard lock(mutex_);
    use = last_use_;
  }
  if (!use) return {};
  SLIPWAY_TRY([[maybe_unused]] const bool done, device_->submissions().wait(*use));
  const std::lock_guard lock(mutex_);
  if (last_use_ == use) last_use_ = nullptr;
  return {};
}

Result<> BufferState::run(std::vector<hal::Command> commands) {
  return device_->submissions().run(std::move(commands));
}

Result<> BufferState::upload(std::span<const std::byte> bytes, std::uint64_t offset, const Pinned& pinned) {
  if (bytes.empty()) return {};
  if (const auto seen = hal_->writable(); !seen.empty()) {
    SLIPWAY_TRY_VOID(idle());
    device_->counters.bytes_up += bytes.size();
    device_->copies.copy(seen.subspan(offset, bytes.size()), bytes);
    return {};
  }
  const std::uint64_t end = offset + bytes.size();
  if (offset % word_bytes == 0 && end % word_bytes == 0) return upload_words(bytes, offset, pinned);
  // The device takes whole words: what stands beside the bytes in their first and last one comes along.
  const std::lock_guard lock(partial_words_);
  const ByteRange outer = whole_words({offset, end});
  const auto partial = [&](std::uint64_t at) -> Result<> {
    std::array<std::byte, word_bytes> value{};
    SLIPWAY_TRY_VOID(download(value, at, {}));
    for (std::uint64_t i = std::max(at, offset); i < std::min(at + word_bytes, end); ++i)
      value.at(i - at) = bytes[i - offset];
    return upload_words(value, at, {});
  };
  if (outer.begin != offset) SLIPWAY_TRY_VOID(partial(outer.begin));
  const bool one_word = length(outer) == word_bytes && outer.begin != offset;
  if (outer.end != end && !one_word) SLIPWAY_TRY_VOID(partial(outer.end - word_bytes));
  const ByteRange inner{round_up(offset), round_down(end)};
  if (inner.begin >= inner.end) return {};
  const std::uint64_t skipped = inner.begin - offset;
  return upload_words(bytes.subspan(skipped, length(inner)), inner.begin,
                      {pinned.buffer, pinned.offset + skipped});
}

Result<> BufferState::upload_words(std::span<const std::byte> bytes, std::uint64_t offset,
                                   const Pinned& pinned) {
  Uploads uploads(*device_);
  uploads.add_at(hal_, offset, bytes, pinned);
  std::vector<hal::Command> commands;
  SLIPWAY_TRY([[maybe_unused]] const bool done, uploads.finish(commands));
  return run(std::move(commands));
}

Result<> BufferState::upload_new(std::span<const std::byte> bytes, const Pinned& pinned) {
  Uploads uploads(*device_);
  uploads.add(hal_, bytes, pinned);
  std::vector<hal::Command> commands;
  SLIPWAY_TRY([[maybe_unused]] const bool done, uploads.finish(commands));
  return run(std::move(commands));
}

Result<> BufferState::download(std::span<std::byte> into, std::uint64_t offset, const Pinned& pinned) {
  if (!hal_->mapped().empty()) {
    SLIPWAY_TRY_VOID(idle());
  }
  Readbacks readbacks(*device_);
  readbacks.add(hal_, offset, into, pinned);
  std::vector<hal::Command> commands;
  SLIPWAY_TRY_VOID(readbacks.prepare(commands));
  SLIPWAY_TRY_VOID(run(std::move(commands)));
  SLIPWAY_TRY([[maybe_unused]] const bool done, readbacks.collect());
  return {};
}

Result<> BufferState::fill_zero() {
  if (const auto seen = hal_->writable(); !seen.empty()) {
    SLIPWAY_TRY_VOID(idle());
    std::memset(seen.data(), 0, seen.size());
    return {};
  }
  return run({hal::Fill{hal_, 0, hal_->size(), 0}});
}

Result<> BufferState::fill(std::span<const std::byte> pattern, std::uint64_t offset, std::uint64_t count) {
  if (count == 0) return {};
  std::array<std::byte, word_bytes> unit{};
  for (std::size_t i = 0; i < word_bytes; ++i) unit[i] = pattern[i % pattern.size()];
  const auto repeats = [&](std::size_t i) { return pattern[i] == unit[i % word_bytes]; };
  const auto indices = std::views::iota(std::size_t{0}, pattern.size());
  const bool one_word = (word_bytes % pattern.size() == 0 || pattern.size() % word_bytes == 0) &&
                        std::ranges::all_of(indices, repeats);
  const std::uint64_t end = offset + count;
  if (one_word && offset % word_bytes == 0 && (end % word_bytes == 0 || end == size_))
    return run({hal::Fill{hal_, offset, round_up(end) - offset, std::bit_cast<std::uint32_t>(unit)}});
  const std::uint64_t repeated = std::max<std::uint64_t>(chunk_bytes / pattern.size(), 1) * pattern.size();
  std::vector<std::byte> bytes(std::min(count, repeated));
  for (std::size_t at = 0; at < bytes.size(); at += pattern.size()) std::ranges::copy(pattern, &bytes[at]);
  for (std::uint64_t at = 0; at < count; at += bytes.size())
    SLIPWAY_TRY_VOID(upload(std::span(bytes).first(std::min(bytes.size(), count - at)), offset + at, {}));
  return {};
}

Result<> BufferState::copy(BufferState& source, std::uint64_t from, std::uint64_t to, std::uint64_t count) {
  const bool words = from % word_bytes == 0 && to % word_bytes == 0;
  const std::uint64_t whole = words ? round_down(count) : 0;
  if (whole != 0) {
    SLIPWAY_TRY_VOID(run({hal::Copy{source.hal_, from, hal_, to, whole}}));
  }
  std::vector<std::byte> rest(std::min(count - whole, chunk_bytes));  // what no device copy can move
  for (std::uint64_t at = whole; at < count; at += rest.size()) {
    const auto part = std::span(rest).first(std::min(rest.size(), count - at));
    SLIPWAY_TRY_VOID(source.download(part, from + at, {}));
    SLIPWAY_TRY_VOID(upload(part, to + at, {}));
  }
  return {};
}

void BufferState::used_by(std::shared_ptr<hal::Submission> submission) {
  const std::lock_guard lock(mutex_);
  last_use_ = std::move(submission);
}

hal::BufferRange range_of(const DeviceBytes& bytes) {
  // An empty slice may start behind the last byte, where nothing can be bound.
  const std::uint64_t offset = bytes.size_bytes() == 0 ? 0 : bytes.offset_bytes();
  return {bytes.state()->hal(), offset, bytes.size_bytes()};
}

}  // namespace slipway::pipeline

namespace slipway {
namespace {

std::unexpected<Error> invalid(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

}  // namespace

DeviceBytes::DeviceBytes(std::shared_ptr<pipeline::BufferState> state)
    : state_(std::move(state)), size_(state_->size()) {}

Result<> DeviceBytes::check_range(std::uint64_t offset, std::uint64_t count) const {
  if (offset <= size_ && count <= size_ - offset) return {};
  return invalid(
      fmt::format("{} bytes at offset {} go past the end of a buffer of {} bytes", count, offset, size_));
}

Result<DeviceBytes> DeviceBytes::slice_bytes(std::uint64_t offset, std::uint64_t count) const {
  return no_throw([&]() -> Result<DeviceBytes> {
    SLIPWAY_TRY_VOID(check_range(offset, count));
    DeviceBytes slice(*this);
    slice.offset_ = offset_ + offset;
    slice.size_ = count;
    return slice;
  });
}

Result<> DeviceBytes::upload_bytes(std::span<const std::byte> bytes, std::uint64_t offset) const {
  return no_throw([&]() -> Result<> {
    SLIPWAY_TRY_VOID(check_range(offset, bytes.size()));
    return state_->upload(bytes, offset_ + offset, {});
  });
}

Result<> DeviceBytes::upload_bytes(const HostBytes& bytes, std::uint64_t offset) const {
  return no_throw([&]() -> Result<> {
    SLIPWAY_TRY_VOID(check_range(offset, bytes.size_bytes()));
    return state_->upload(bytes.bytes(), offset_ + offset, pipeline::pinned_on(state_->device(), bytes));
  });
}

Result<> DeviceBytes::download_bytes(std::span<std::byte> into, std::uint64_t offset) const {
  return no_throw([&]() -> Result<> {
    SLIPWAY_TRY_VOID(check_range(offset, into.size()));
    return state_->download(into, offset_ + offset, {});
  });
}

Result<> DeviceBytes::download_bytes(const HostBytes& into, std::uint64_t offset) const {
  return no_throw([&]() -> Result<> {
    SLIPWAY_TRY_VOID(check_range(offset, into.size_bytes()));
    return state_->download(into.bytes(), offset_ + offset, pipeline::pinned_on(state_->device(), into));
  });
}

Result<> DeviceBytes::fill_bytes(std::span<const std::byte> pattern) const {
  return no_throw([&]() -> Result<> {
    if (pattern.empty() || size_ % pattern.size() != 0)
      return invalid(
          fmt::format("a buffer of {} bytes cannot be filled with a pattern of {}", size_, pattern.size()));
    return state_->fill(pattern, offset_, size_);
  });
}

Result<> DeviceBytes::copy_bytes(const DeviceBytes& source, std::uint64_t from, std::uint64_t to,
                                 std::uint64_t count) const {
  return no_throw([&]() -> Result<> {
    if (&source.state_->device() != &state_->device())
      return invalid(fmt::format("the source of a copy is on another device ('{}')",
                                 source.state_->device().about().name));
    SLIPWAY_TRY_VOID(source.check_range(from, count));
    SLIPWAY_TRY_VOID(check_range(to, count));
    const std::uint64_t begin = source.offset_ + from;
    const std::uint64_t target = offset_ + to;
    if (source.state_ == state_ && begin < target + count && target < begin + count && count != 0)
      return invalid(fmt::format("{} bytes at {} and at {} of one buffer overlap", count, begin, target));
    return state_->copy(*source.state_, begin, target, count);
  });
}

}  // namespace slipway
