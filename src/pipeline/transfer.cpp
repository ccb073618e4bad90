#include "pipeline/transfer.h"

#include <cstring>

namespace slipway::pipeline {
namespace {

constexpr std::uint64_t word = 4;  // copies move whole words
std::uint64_t round_down(std::uint64_t value) { return value / word * word; }
std::uint64_t round_up(std::uint64_t value) { return round_down(value + word - 1); }

}  // namespace

void Uploads::add(std::shared_ptr<hal::Buffer> buffer, std::span<const std::byte> bytes) {
  device_.counters.bytes_up += bytes.size();
  if (const auto mapped = buffer->mapped(); !mapped.empty()) {
    if (!bytes.empty()) std::memcpy(mapped.data(), bytes.data(), bytes.size());
    std::memset(mapped.data() + bytes.size(), 0, mapped.size() - bytes.size());
    return;
  }
  staged_.push_back({std::move(buffer), bytes, staging_bytes_});
  staging_bytes_ += round_up(bytes.size());
}

Result<> Uploads::finish(std::vector<hal::Command>& commands) {
  if (staged_.empty()) return {};
  std::shared_ptr<hal::Buffer> staging;
  if (staging_bytes_ != 0) {
    SLIPWAY_TRY(staging, device_.buffers().take(staging_bytes_, hal::MemoryKind::upload));
  }
  for (const Staged& staged : staged_) {
    const std::uint64_t copied = round_up(staged.bytes.size());
    if (copied != 0) {
      std::byte* to = &staging->mapped()[staged.offset];
      std::memcpy(to, staged.bytes.data(), staged.bytes.size());
      std::memset(to + staged.bytes.size(), 0, copied - staged.bytes.size());
      commands.emplace_back(hal::Copy{staging, staged.offset, staged.buffer, 0, copied});
    }
    if (const std::uint64_t rest = staged.buffer->size() - copied; rest != 0)
      commands.emplace_back(hal::Fill{staged.buffer, copied, rest, 0});
  }
  commands.emplace_back(hal::Barrier{});
  return {};
}

void Readbacks::add(std::shared_ptr<hal::Buffer> buffer, std::uint64_t begin, std::span<std::byte> into) {
  device_.counters.bytes_down += into.size();
  const bool mapped = !buffer->mapped().empty();
  wanted_.push_back({std::move(buffer), begin, into, staging_bytes_});
  if (!mapped) staging_bytes_ += round_up(begin + into.size()) - round_down(begin);
}

Result<> Readbacks::prepare(std::vector<hal::Command>& commands) {
  if (staging_bytes_ == 0) return {};
  SLIPWAY_TRY(staging_, device_.buffers().take(staging_bytes_, hal::MemoryKind::readback));
  for (const Wanted& wanted : wanted_) {
    if (!wanted.buffer->mapped().empty() || wanted.into.empty()) continue;
    const std::uint64_t begin = round_down(wanted.begin);
    const std::uint64_t end = round_up(wanted.begin + wanted.into.size());
    commands.emplace_back(hal::Copy{wanted.buffer, begin, staging_, wanted.staging_offset, end - begin});
  }
  return {};
}

void Readbacks::collect() {
  for (const Wanted& wanted : wanted_) {
    if (wanted.into.empty()) continue;
    const auto mapped = wanted.buffer->mapped();
    const std::byte* from =
        mapped.empty() ? &staging_->mapped()[wanted.staging_offset + wanted.begin - round_down(wanted.begin)]
                       : &mapped[wanted.begin];
    std::memcpy(wanted.into.data(), from, wanted.into.size());
  }
}

}  // namespace slipway::pipeline
