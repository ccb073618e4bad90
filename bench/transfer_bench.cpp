// Bytes up and down beside the same by hand: a small round trip, whose time is overhead, and large copies,
// whose time is that of memory and bus.
#include <algorithm>
#include <array>
#include <barrier>
#include <cstring>
#include <numeric>
#include <thread>

#include "setup.h"

namespace slipway::bench {
namespace {

constexpr std::uint32_t words = 1024;  // 4 KiB
constexpr std::string_view add_one = R"(
@group(0) @binding(0) var<storage, read> x: array<u32, 1024>;
@group(0) @binding(1) var<storage, read_write> y: array<u32, 1024>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { y[id.x] = x[id.x] + 1u; }
)";
constexpr std::uint32_t workgroups = words / 64;
constexpr std::size_t small_bytes = words * sizeof(std::uint32_t);

// Raw: the kernel reads what the host wrote into memory of the card, and writes into memory of the host.
Result<VkCommandBuffer> record_mapped(VulkanBaseline& raw, const VulkanBaseline::Kernel& kernel,
                                      const VulkanBaseline::Buffer& x, const VulkanBaseline::Buffer& y) {
  return raw.record([&](VkCommandBuffer commands) -> Result<> {
    SLIPWAY_TRY_VOID(raw.dispatch(commands, kernel, std::array{x, y}, workgroups));
    raw.host_barrier(commands);
    return {};
  });
}

// Raw: the same, with the output in memory of the card and copied out.
Result<VkCommandBuffer> record_copied(VulkanBaseline& raw, const VulkanBaseline::Kernel& kernel,
                                      const VulkanBaseline::Buffer& x, const VulkanBaseline::Buffer& y,
                                      const VulkanBaseline::Buffer& out) {
  return raw.record([&](VkCommandBuffer commands) -> Result<> {
    SLIPWAY_TRY_VOID(raw.dispatch(commands, kernel, std::array{x, y}, workgroups));
    raw.barrier(commands);
    raw.copy(commands, y, out, small_bytes);
    raw.host_barrier(commands);
    return {};
  });
}

Result<> round_trip(Setup& setup) {
  using Memory = VulkanBaseline::Memory;
  SLIPWAY_TRY(auto kernel, same_kernel(setup, add_one, 2, {.roles = {{"y", Role::output}}}));
  auto& raw = *setup.baseline;
  SLIPWAY_TRY(const auto raw_x, raw.create_buffer(small_bytes, Memory::reachable));
  SLIPWAY_TRY(const auto raw_y, raw.create_buffer(small_bytes, Memory::device));
  SLIPWAY_TRY(const auto raw_out, raw.create_buffer(small_bytes, Memory::host));
  SLIPWAY_TRY(const auto mapped, record_mapped(raw, kernel.raw, raw_x, raw_out));
  SLIPWAY_TRY(const auto copied, record_copied(raw, kernel.raw, raw_x, raw_y, raw_out));

  std::vector<std::uint32_t> x(words);
  std::vector<std::uint32_t> y(words);
  SLIPWAY_TRY(const auto pinned_x, setup.device.create_host<std::uint32_t>(words));
  SLIPWAY_TRY(const auto pinned_y, setup.device.create_host<std::uint32_t>(words));
  const auto next_input = [&] {
    for (std::uint32_t& value : x) value += 7;
    std::ranges::copy(x, pinned_x.begin());
    std::ranges::fill(y, 0U);
    std::ranges::fill(pinned_y, 0U);
  };
  next_input();
  const auto is_right_in = [&](std::span<const std::uint32_t> found) {
    bool right = true;
    for (std::size_t i = 0; i < words; ++i) right = right && found[i] == x[i] + 1;
    next_input();
    return right;
  };
  const auto is_right = [&] { return is_right_in(y); };
  const auto raw_run = [&](VkCommandBuffer commands, Wait wait) -> Result<> {
    std::memcpy(raw_x.mapped.data(), x.data(), small_bytes);
    SLIPWAY_TRY_VOID(raw.run(commands, wait));
    std::memcpy(y.data(), raw_out.mapped.data(), small_bytes);
    return {};
  };
  const auto slipway_run = [&](std::initializer_list<NamedArgument> arguments,
                               std::initializer_list<NamedTarget> targets) -> Result<> {
    SLIPWAY_TRY_VOID(kernel.pipeline.run_into(arguments, targets, {.grid = workgroups}));
    return {};
  };
  return measure(
      {.name = "4 KiB in, run, 4 KiB out (bar: 1.10 x mapped memory, spinning)",
       .baselines = 4,
       .ways = {{"raw, output in host memory, spinning", [&] { return raw_run(mapped, Wait::spinning); },
                 is_right},
                {"raw, output in host memory, blocking", [&] { return raw_run(mapped, Wait::blocking); },
                 is_right},
                {"raw, output copied, spinning", [&] { return raw_run(copied, Wait::spinning); }, is_right},
                {"raw, output copied, blocking", [&] { return raw_run(copied, Wait::blocking); }, is_right},
                {"slipway, run_into the caller's memory",
                 [&] {
                   return slipway_run({{"x", x}}, {{"y", y}});
                 },
                 is_right},
                {"slipway, run_into pinned memory",
                 [&] {
                   return slipway_run({{"x", pinned_x}}, {{"y", pinned_y}});
                 },
                 [&] { return is_right_in(pinned_y.values()); }}}},
      setup.effort);
}

constexpr std::size_t large_bytes = 64U << 20U;
constexpr std::size_t piece_bytes = 8U << 20U;

// Threads that stand by and each copy an equal part of what they are told to.
class Copiers {
 public:
  explicit Copiers(unsigned count) : begin_(count + 1), end_(count + 1) {
    for (unsigned i = 0; i < count; ++i)
      threads_.emplace_back([this, i, count] {
        while (true) {
          begin_.arrive_and_wait();
          if (from_.empty()) return;
          const std::size_t part = from_.size() / count;
          std::memcpy(&to_[i * part], &from_[i * part], part);
          end_.arrive_and_wait();
        }
      });
  }
  ~Copiers() {
    from_ = {};
    begin_.arrive_and_wait();
  }
  Copiers(const Copiers&) = delete;
  Copiers& operator=(const Copiers&) = delete;
  void copy(std::span<std::byte> to, std::span<const std::byte> from) {
    to_ = to;
    from_ = from;
    begin_.arrive_and_wait();
    end_.arrive_and_wait();
  }

 private:
  std::barrier<> begin_;
  std::barrier<> end_;
  std::span<std::byte> to_;
  std::span<const std::byte> from_;
  std::vector<std::jthread> threads_;
};

// 64 MiB by hand: one copy command between pinned memory and the card, and for plain memory eight threads
// that copy 8 MiB at a time to or from pinned memory while the device copies what is there.
struct RawCopies {
  VulkanBaseline& raw;
  VulkanBaseline::Buffer host;
  VulkanBaseline::Buffer device;
  VkCommandBuffer up = VK_NULL_HANDLE;
  VkCommandBuffer down = VK_NULL_HANDLE;
  std::vector<VkCommandBuffer> pieces_up = {};
  std::vector<VkCommandBuffer> pieces_down = {};
  Copiers copiers{std::clamp(std::thread::hardware_concurrency(), 1U, 8U)};

  Result<VkCommandBuffer> record(bool is_up, std::size_t offset, std::size_t size) const {
    return raw.record([&](VkCommandBuffer commands) -> Result<> {
      raw.barrier(commands);
      raw.copy(commands, is_up ? host : device, is_up ? device : host, size, offset);
      raw.host_barrier(commands);
      return {};
    });
  }
  Result<> record_all() {
    SLIPWAY_TRY(up, record(true, 0, large_bytes));
    SLIPWAY_TRY(down, record(false, 0, large_bytes));
    for (std::size_t at = 0; at < large_bytes; at += piece_bytes) {
      SLIPWAY_TRY(pieces_up.emplace_back(), record(true, at, piece_bytes));
      SLIPWAY_TRY(pieces_down.emplace_back(), record(false, at, piece_bytes));
    }
    return {};
  }
  Result<> pageable_up(std::span<const std::byte> from) {
    for (std::size_t i = 0; i < pieces_up.size(); ++i) {
      copiers.copy(host.mapped.subspan(i * piece_bytes, piece_bytes),
                   from.subspan(i * piece_bytes, piece_bytes));
      SLIPWAY_TRY_VOID(raw.submit(pieces_up[i], i));
    }
    for (std::size_t i = 0; i < pieces_up.size(); ++i) SLIPWAY_TRY_VOID(raw.wait(i, Wait::spinning));
    return {};
  }
  Result<> pageable_down(std::span<std::byte> into) {
    for (std::size_t i = 0; i < pieces_down.size(); ++i) SLIPWAY_TRY_VOID(raw.submit(pieces_down[i], i));
    for (std::size_t i = 0; i < pieces_down.size(); ++i) {
      SLIPWAY_TRY_VOID(raw.wait(i, Wait::spinning));
      copiers.copy(into.subspan(i * piece_bytes, piece_bytes),
                   host.mapped.subspan(i * piece_bytes, piece_bytes));
    }
    return {};
  }
};

Result<> large_copies(Setup& setup) {
  using Memory = VulkanBaseline::Memory;
  auto& raw = *setup.baseline;
  SLIPWAY_TRY(const auto raw_host, raw.create_buffer(large_bytes, Memory::host));
  SLIPWAY_TRY(const auto raw_device, raw.create_buffer(large_bytes, Memory::device));
  RawCopies copies{raw, raw_host, raw_device};
  SLIPWAY_TRY_VOID(copies.record_all());
  std::vector<std::byte> source(large_bytes);
  for (std::size_t i = 0; i < source.size(); ++i) source[i] = std::byte(i * 2654435761U >> 11U);
  std::vector<std::byte> target(large_bytes);
  std::memcpy(raw_host.mapped.data(), source.data(), large_bytes);
  SLIPWAY_TRY(const auto buffer, setup.device.create<std::byte>(large_bytes));
  SLIPWAY_TRY(const auto pinned, setup.device.create_host<std::byte>(large_bytes));
  std::ranges::copy(source, pinned.begin());

  // What an upload wrote is looked at in one page of each piece; then it is spoilt for the next.
  const auto sampled = [&](std::span<const std::byte> found) {
    for (std::size_t at = 0; at < large_bytes; at += piece_bytes / 2)
      if (std::memcmp(&found[at], &source[at], 4096) != 0) return false;
    return std::memcmp(&found[large_bytes - 64], &source[large_bytes - 64], 64) == 0;
  };
  const auto spoil = [](std::span<std::byte> bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += piece_bytes / 2) std::memset(&bytes[at], 0x5A, 4096);
    return true;
  };
  SLIPWAY_TRY(const auto spoilt, setup.device.create_host<std::byte>(large_bytes));
  const auto own_up_is_right = [&] {
    const bool right = buffer.download_into(target) && sampled(target);
    return right && buffer.upload(spoilt);
  };
  const auto raw_up_is_right = [&] {
    const bool right = raw.run(copies.down, Wait::blocking) && sampled(raw_host.mapped);
    std::memset(raw_host.mapped.data(), 0, large_bytes);
    const bool cleared = right && raw.run(copies.up, Wait::blocking);
    std::memcpy(raw_host.mapped.data(), source.data(), large_bytes);
    return cleared;
  };
  const Effort effort{.turns = setup.effort.turns, .untimed = 1, .timed = 4};
  const auto row = [&](std::string name, std::vector<Way> ways) {
    return measure(
        {.name = std::move(name), .unit = "GB/s", .per_second = large_bytes, .ways = std::move(ways)},
        effort);
  };
  SLIPWAY_TRY_VOID(
      row("64 MiB up from pinned memory (bar: 0.9 x the rate)",
          {{"raw, one copy command", [&] { return raw.run(copies.up, Wait::spinning); }, raw_up_is_right},
           {"slipway, upload", [&] { return buffer.upload(pinned); }, own_up_is_right}}));
  SLIPWAY_TRY_VOID(
      row("64 MiB up from the caller's memory (bar: 0.9 x the rate)",
          {{"raw, eight threads and pieces", [&] { return copies.pageable_up(source); }, raw_up_is_right},
           {"slipway, upload", [&] { return buffer.upload(source); }, own_up_is_right}}));
  SLIPWAY_TRY_VOID(buffer.upload(pinned));
  SLIPWAY_TRY_VOID(raw.run(copies.up, Wait::spinning));
  const auto pinned_is_right = [&] { return sampled(pinned.values()) && spoil(pinned.values()); };
  const auto host_is_right = [&] { return sampled(raw_host.mapped) && spoil(raw_host.mapped); };
  const auto target_is_right = [&] { return sampled(target) && spoil(target); };
  SLIPWAY_TRY_VOID(
      row("64 MiB down to pinned memory (bar: 0.9 x the rate)",
          {{"raw, one copy command", [&] { return raw.run(copies.down, Wait::spinning); }, host_is_right},
           {"slipway, download", [&] { return buffer.download_into(pinned); }, pinned_is_right}}));
  return row(
      "64 MiB down to the caller's memory (bar: 0.9 x the rate)",
      {{"raw, eight threads and pieces", [&] { return copies.pageable_down(target); }, target_is_right},
       {"slipway, download", [&] { return buffer.download_into(target); }, target_is_right}});
}

Result<> run(int argc, char** argv) {
  SLIPWAY_TRY(auto setup, set_up(argc, argv));
  SLIPWAY_TRY_VOID(round_trip(setup));
  return large_copies(setup);
}

}  // namespace
}  // namespace slipway::bench

int main(int argc, char** argv) { return slipway::bench::report(slipway::bench::run(argc, argv)); }
