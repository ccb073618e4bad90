#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <ranges>

#include <fmt/format.h>

#include "pipeline/buffer_state.h"

namespace slipway::pipeline {
namespace {

constexpr std::uint64_t word = 4;  // copies move whole words
std::uint64_t round_down(std::uint64_t value) { return value / word * word; }
std::uint64_t round_up(std::uint64_t value) { return round_down(value + word - 1); }

std::unexpected<Error> fail_with(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

}  // namespace

Result<std::shared_ptr<BufferState>> BufferState::create(std::shared_ptr<DeviceState> device,
                                                         std::uint64_t bytes) {
  SLIPWAY_TRY(auto memory, device->buffers().take(bytes, hal::MemoryKind::device));
  return std::shared_ptr<BufferState>(new BufferState(std::move(device), std::move(memory), bytes));
}

Result<> BufferState::check_range(std::uint64_t offset, std::uint64_t count) const {
  if (offset <= size_ && count <= size_ - offset) return {};
  return fail(
      ErrorCode::invalid_argument,
      fmt::format("{} bytes at offset {} go past the end of a buffer of {} bytes", count, offset, size_));
}

Result<> BufferState::idle() {
  std::shared_ptr<hal::Submission> use;
  {
    const std::lock_guard lock(mutex_);
    use = last_use_;
  }
  if (!use) return {};
  SLIPWAY_TRY([[maybe_unused]] const bool done, use->wait({}));
  const std::lock_guard lock(mutex_);
  if (last_use_ == use) last_use_ = nullptr;
  return {};
}

Result<> BufferState::run(std::vector<hal::Command> commands) {
  SLIPWAY_TRY(const auto submission, device_->hal().submit(std::move(commands)));
  device_->counters.submissions += 1;
  SLIPWAY_TRY([[maybe_unused]] const bool done, submission->wait({}));
  return {};
}

Result<> BufferState::upload(std::span<const std::byte> bytes, std::uint64_t offset) {
  SLIPWAY_TRY_VOID(check_range(offset, bytes.size()));
  if (bytes.empty()) return {};
  device_->counters.bytes_up += bytes.size();
  if (const auto mapped = hal_->mapped(); !mapped.empty()) {
    SLIPWAY_TRY_VOID(idle());
    std::memcpy(&mapped[offset], bytes.data(), bytes.size());
    return {};
  }
  // Whole words are copied: the bytes beside the range in its first and last word must come along.
  const std::uint64_t begin = round_down(offset);
  const std::uint64_t end = round_up(offset + bytes.size());
  SLIPWAY_TRY(const auto staging, device_->buffers().take(end - begin, hal::MemoryKind::upload));
  const auto words = staging->mapped();
  if (begin != offset) {
    SLIPWAY_TRY_VOID(download(words.first(offset - begin), begin));
  }
  if (const std::uint64_t behind = offset + bytes.size(); behind != end) {
    std::memset(&words[behind - begin], 0, end - behind);
    const std::uint64_t visible = std::min(end, size_) - behind;
    SLIPWAY_TRY_VOID(download(words.subspan(behind - begin, visible), behind));
  }
  std::memcpy(&words[offset - begin], bytes.data(), bytes.size());
  return run({hal::Copy{staging, 0, hal_, begin, end - begin}});
}

Result<> BufferState::upload_new(std::span<const std::byte> bytes) {
  device_->counters.bytes_up += bytes.size();
  std::span<std::byte> target = hal_->mapped();
  std::shared_ptr<hal::Buffer> staging;
  if (target.empty()) {
    SLIPWAY_TRY(staging, device_->buffers().take(hal_->size(), hal::MemoryKind::upload));
    target = staging->mapped();
  }
  if (!bytes.empty()) std::memcpy(target.data(), bytes.data(), bytes.size());
  std::memset(target.data() + bytes.size(), 0, target.size() - bytes.size());
  if (!staging) return {};
  return run({hal::Copy{staging, 0, hal_, 0, hal_->size()}});
}

Result<> BufferState::download(std::span<std::byte> into, std::uint64_t offset) {
  SLIPWAY_TRY_VOID(check_range(offset, into.size()));
  if (into.empty()) return {};
  device_->counters.bytes_down += into.size();
  if (const auto mapped = hal_->mapped(); !mapped.empty()) {
    SLIPWAY_TRY_VOID(idle());
    std::memcpy(into.data(), &mapped[offset], into.size());
    return {};
  }
  const std::uint64_t begin = round_down(offset);
  const std::uint64_t end = round_up(offset + into.size());
  SLIPWAY_TRY(const auto staging, device_->buffers().take(end - begin, hal::MemoryKind::readback));
  SLIPWAY_TRY_VOID(run({hal::Copy{hal_, begin, staging, 0, end - begin}}));
  std::memcpy(into.data(), &staging->mapped()[offset - begin], into.size());
  return {};
}

Result<> BufferState::fill_zero() {
  if (const auto mapped = hal_->mapped(); !mapped.empty()) {
    SLIPWAY_TRY_VOID(idle());
    std::memset(mapped.data(), 0, mapped.size());
    return {};
  }
  return run({hal::Fill{hal_, 0, hal_->size(), 0}});
}

Result<> BufferState::fill(std::span<const std::byte> pattern) {
  if (pattern.empty() || size_ % pattern.size() != 0)
    return fail_with(
        fmt::format("a buffer of {} bytes cannot be filled with a pattern of {}", size_, pattern.size()));
  std::array<std::byte, word> unit{};
  for (std::size_t i = 0; i < word; ++i) unit[i] = pattern[i % pattern.size()];
  const auto repeats = [&](std::size_t i) { return pattern[i] == unit[i % word]; };
  const auto indices = std::views::iota(std::size_t{0}, pattern.size());
  const bool one_word =
      (word % pattern.size() == 0 || pattern.size() % word == 0) && std::ranges::all_of(indices, repeats);
  if (one_word) return run({hal::Fill{hal_, 0, round_up(size_), std::bit_cast<std::uint32_t>(unit)}});
  std::vector<std::byte> bytes(size_);
  for (std::size_t at = 0; at < bytes.size(); at += pattern.size()) std::ranges::copy(pattern, &bytes[at]);
  return upload(bytes, 0);
}

Result<> BufferState::copy(BufferState& source, std::uint64_t from, std::uint64_t to, std::uint64_t count) {
  if (source.device_ != device_)
    return fail_with(
        fmt::format("the source of a copy is on another device ('{}')", source.device().about().name));
  SLIPWAY_TRY_VOID(source.check_range(from, count));
  SLIPWAY_TRY_VOID(check_range(to, count));
  if (&source == this && from < to + count && to < from + count && count != 0)
    return fail_with(fmt::format("{} bytes at {} and at {} of one buffer overlap", count, from, to));
  const bool words = from % word == 0 && to % word == 0;
  const std::uint64_t whole = words ? round_down(count) : 0;
  if (whole != 0) {
    SLIPWAY_TRY_VOID(run({hal::Copy{source.hal_, from, hal_, to, whole}}));
  }
  if (whole == count) return {};
  std::vector<std::byte> rest(count - whole);  // what no device copy can move
  SLIPWAY_TRY_VOID(source.download(rest, from + whole));
  return upload(rest, to + whole);
}

void BufferState::used_by(std::shared_ptr<hal::Submission> submission) {
  const std::lock_guard lock(mutex_);
  last_use_ = std::move(submission);
}

}  // namespace slipway::pipeline

namespace slipway {

std::uint64_t DeviceBytes::size_bytes() const { return state_->size(); }

Result<> DeviceBytes::upload_bytes(std::span<const std::byte> bytes, std::uint64_t offset) const {
  return state_->upload(bytes, offset);
}

Result<> DeviceBytes::fill_bytes(std::span<const std::byte> pattern) const { return state_->fill(pattern); }

Result<> DeviceBytes::copy_bytes(const DeviceBytes& source, std::uint64_t from, std::uint64_t to,
                                 std::uint64_t count) const {
  return state_->copy(*source.state_, from, to, count);
}

Result<> DeviceBytes::download_bytes(std::span<std::byte> into, std::uint64_t offset) const {
  return state_->download(into, offset);
}

}  // namespace slipway
