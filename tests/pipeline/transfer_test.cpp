// Every way in which bytes go up and down.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>
#include <thread>

#include "pipeline/chunks.h"
#include "pipeline/memory_devices.h"

namespace slipway {
namespace {

class Transfer : public tests::OnMemory {};

// Bytes that differ from their neighbours, and from call to call.
std::vector<std::byte> pattern(std::size_t size, unsigned seed) {
  std::vector<std::byte> bytes(size);
  unsigned value = seed * 2654435761U + 1;
  for (std::byte& byte : bytes) byte = std::byte((value = value * 1664525U + 1013904223U) >> 24U);
  return bytes;
}

std::vector<std::byte> part(const std::vector<std::byte>& bytes, ByteRange range) {
  return {bytes.begin() + static_cast<std::ptrdiff_t>(range.begin),
          bytes.begin() + static_cast<std::ptrdiff_t>(range.end)};
}

// The formula of what crosses for a range: from the word of its first byte to the end of that of its last.
std::uint64_t crossing(ByteRange range) {
  return range.begin == range.end ? 0 : (range.end + 3) / 4 * 4 - range.begin / 4 * 4;
}

std::vector<ByteRange> ranges_of(std::uint64_t n) {
  std::vector<ByteRange> ranges{{0, n}, {n, n}};
  if (n >= 4) ranges.insert(ranges.end(), {{0, 4}, {4, 4}});
  if (n >= 11) ranges.push_back({5, 11});
  if (n >= 3) ranges.push_back({n - 3, n});
  return ranges;
}

constexpr std::uint64_t large = 2 * pipeline::chunk_bytes + 123'457;

std::vector<std::uint64_t> sizes() {
  std::vector<std::uint64_t> all(64);
  std::iota(all.begin(), all.end(), std::uint64_t{1});
  all.push_back(70'001);  // beyond what is written through the bus
  all.push_back(large);
  return all;
}

TEST_P(Transfer, downloads_bring_exactly_their_range) {
  for (const std::uint64_t n : sizes()) {
    const auto all = pattern(n, static_cast<unsigned>(n));
    const auto buffer = device_->upload_bytes(all);
    ASSERT_TRUE(buffer) << buffer.error().to_string();
    for (const ByteRange range : ranges_of(n)) {
      const std::uint64_t before = device_->stats().bytes_down;
      std::vector<std::byte> into(range.end - range.begin);
      ASSERT_TRUE(buffer->download_bytes(into, range.begin));
      ASSERT_TRUE(into == part(all, range)) << n << ": " << range.begin << ".." << range.end;
      ASSERT_EQ(device_->stats().bytes_down - before, crossing(range)) << n;
      const auto pinned = device_->create_host<std::byte>(n + 8);
      ASSERT_TRUE(pinned);
      for (const std::uint64_t shift : {0U, 3U, 4U}) {
        std::ranges::fill(*pinned, std::byte{0xEE});
        const auto target = pinned->slice(shift, range.end - range.begin);
        ASSERT_TRUE(buffer->download_bytes(*target, range.begin));
        std::vector<std::byte> expected(n + 8, std::byte{0xEE});
        std::copy(into.begin(), into.end(), expected.begin() + static_cast<std::ptrdiff_t>(shift));
        ASSERT_TRUE(std::ranges::equal(*pinned, expected)) << n << ": " << range.begin << ".." << range.end;
      }
    }
  }
}

TEST_P(Transfer, uploads_change_exactly_their_range) {
  for (const std::uint64_t n : sizes()) {
    const auto pinned = device_->create_host<std::byte>(n + 4);
    ASSERT_TRUE(pinned);
    auto expected = pattern(n, 1);
    const auto buffer = device_->upload_bytes(expected);
    ASSERT_TRUE(buffer);
    for (const ByteRange range : ranges_of(n)) {
      for (const bool from_pinned : {false, true}) {
        const auto values = pattern(range.end - range.begin, from_pinned ? 2 : 3);
        std::ranges::copy(values, expected.begin() + static_cast<std::ptrdiff_t>(range.begin));
        if (from_pinned) {
          const auto source = pinned->slice(range.begin % 5, values.size());
          std::ranges::copy(values, source->begin());
          ASSERT_TRUE(buffer->upload_bytes(*source, range.begin));
        } else {
          ASSERT_TRUE(buffer->upload_bytes(values, range.begin));
        }
        std::vector<std::byte> all(n);
        ASSERT_TRUE(buffer->download_bytes(all));
        ASSERT_TRUE(all == expected) << n << ": " << range.begin << ".." << range.end;
      }
    }
  }
}

// Gives back what it is given, so that every byte of an output is known.
constexpr std::string_view as_it_is = R"(
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(1) fn main() { data[0] = data[0]; }
)";

TEST_P(Transfer, runs_return_exactly_their_range) {
  const Pipeline pipeline = compiled(as_it_is);
  for (const std::uint64_t n : sizes()) {
    const auto all = pattern(n, static_cast<unsigned>(n));
    const auto pinned = device_->create_host<std::byte>(n);
    ASSERT_TRUE(pinned);
    std::ranges::copy(all, pinned->begin());
    for (const ByteRange range : ranges_of(n)) {
      const RunOptions options{.grid = 1, .ranges = {{"data", range}}};
      const auto expected = part(all, range);
      const DeviceStats before = device_->stats();
      const auto outputs = pipeline.run({{"data", all}}, options);
      ASSERT_TRUE(outputs) << outputs.error().to_string();
      ASSERT_TRUE(std::ranges::equal(*outputs->bytes("data"), expected)) << n << ": " << range.begin;
      const DeviceStats after = device_->stats();
      ASSERT_EQ(after.bytes_down - before.bytes_down, crossing(range)) << n;
      ASSERT_EQ(after.bytes_avoided - before.bytes_avoided, crossing({0, n}) - crossing(range)) << n;
      ASSERT_EQ(after.bytes_up - before.bytes_up, n);
      std::vector<std::byte> into(expected.size());
      ASSERT_TRUE(pipeline.run_into({{"data", *pinned}}, {{"data", into}}, options));
      ASSERT_TRUE(into == expected) << n << ": " << range.begin << ".." << range.end;
      const auto target = device_->create_host<std::byte>(expected.size());
      ASSERT_TRUE(pipeline.run_into({{"data", all}}, {{"data", *target}}, options));
      ASSERT_TRUE(std::ranges::equal(*target, expected)) << n << ": " << range.begin << ".." << range.end;
    }
  }
}

// Launches, and bytes up, down and avoided.
std::array<std::uint64_t, 4> traffic(const Pipeline& pipeline) {
  const PipelineStats stats = pipeline.stats();
  return {stats.launches, stats.bytes_up, stats.bytes_down, stats.bytes_avoided};
}

TEST_P(Transfer, pipelines_count_what_is_theirs) {
  using Traffic = std::array<std::uint64_t, 4>;
  const std::vector<Pipeline> copies(2, compiled(as_it_is));
  const Pipeline& first = copies[0];
  const Pipeline& copy = copies[1];
  const Pipeline second = compiled(as_it_is);
  EXPECT_EQ(first.id(), second.id());
  EXPECT_EQ(traffic(first), (Traffic{}));
  const auto data = pattern(100, 1);
  ASSERT_TRUE(first.run({{"data", data}}, {.grid = 1, .ranges = {{"data", {5, 11}}}, .iterations = 3}));
  EXPECT_EQ(traffic(first), (Traffic{3, 100, 8, 92}));
  ASSERT_TRUE(second.run_timed({{"data", std::span(data).first(10)}}, {.grid = 2}));
  EXPECT_EQ(traffic(second), (Traffic{1, 10, 12, 0}));
  ASSERT_FALSE(second.run({{"data", data}}, {.grid = 1, .max_output_bytes = 99}));
  ASSERT_TRUE(second.run({{"data", data}}, {.grid = 0}));  // runs nothing, and brings back what it was given
  EXPECT_EQ(traffic(second), (Traffic{1, 110, 112, 0}));

  const auto buffer = device_->upload_bytes(data);
  ASSERT_TRUE(buffer);
  ASSERT_TRUE(copy.run({{"data", *buffer}}, {.grid = 1}));
  const auto launch = copy.bind({{"data", *buffer}}, {.grid = 1, .iterations = 2});
  ASSERT_TRUE(launch);
  ASSERT_TRUE(launch->run());
  const std::uint32_t most = device_->info().limits.workgroup_count[1];
  if (most <= 65535) {
    ASSERT_TRUE(copy.run({{"data", *buffer}}, {.grid = {1, most + 1}}));  // in parts
  } else {
    ASSERT_TRUE(copy.run({{"data", *buffer}}, {.grid = 1}));
  }
  EXPECT_EQ(traffic(first), (Traffic{7, 100, 8, 92}));
  EXPECT_EQ(traffic(copy), traffic(first));
  EXPECT_EQ(device_->stats().launches, 8U);
}

TEST_P(Transfer, pinned_memory_is_zeroed_contiguous_and_sliced) {
  {
    const auto dirty = device_->create_host<std::uint32_t>(100);
    ASSERT_TRUE(dirty);
    std::ranges::fill(*dirty, 0xDEADBEEFU);
  }
  const auto host = device_->create_host<std::uint32_t>(100);
  ASSERT_TRUE(host);
  ASSERT_EQ(host->size(), 100U);
  EXPECT_TRUE(std::ranges::all_of(*host, [](std::uint32_t value) { return value == 0; }));
  std::iota(host->begin(), host->end(), 0U);
  const auto slice = host->slice(40, 20);
  ASSERT_TRUE(slice);
  EXPECT_EQ((*slice)[0], 40U);
  (*slice)[1] = 7;
  EXPECT_EQ(host->values()[41], 7U);
  EXPECT_EQ(host->slice(90, 11).error().message(),
            "slice of 11 elements from element 90 on goes past the end of a buffer of 100");
  const auto buffer = device_->upload(*slice);
  ASSERT_TRUE(buffer);
  EXPECT_EQ(buffer->download()->at(19), 59U);
  ASSERT_TRUE(buffer->upload(*host->slice(0, 10), 10));
  ASSERT_TRUE(buffer->download_into(*host->slice(80, 20)));
  EXPECT_EQ((*host)[89], 49U);
  EXPECT_EQ((*host)[90], 0U);
  EXPECT_FALSE(buffer->upload(*host));
  EXPECT_FALSE(buffer->download_into(*slice, 1));
  const auto none = device_->create_host<std::uint32_t>(0);
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
  EXPECT_TRUE(buffer->upload(*none, 20));
}

TEST_P(Transfer, pinned_memory_of_another_device_is_memory_like_any_other) {
  const auto other = Device::open({.selector = "reference"});
  ASSERT_TRUE(other);
  const auto host = other->create_host<std::uint32_t>(3);
  ASSERT_TRUE(host);
  (*host)[2] = 5;
  const auto buffer = device_->upload(*host);
  ASSERT_TRUE(buffer);
  EXPECT_EQ(*buffer->download(), (std::vector<std::uint32_t>{0, 0, 5}));
  (*host)[2] = 6;
  ASSERT_TRUE(buffer->download_into(*host));
  EXPECT_EQ((*host)[2], 5U);
}

TEST_P(Transfer, a_device_with_memory_of_its_own_moves_pinned_memory_by_itself) {
  if (!separate_) GTEST_SKIP() << "the host sees device memory";
  constexpr std::uint64_t n = 1U << 20U;
  const auto host = device_->create_host<std::byte>(n);
  ASSERT_TRUE(host);
  const auto buffer = device_->create<std::byte>(n);
  ASSERT_TRUE(buffer);
  const DeviceStats before = device_->stats();
  ASSERT_TRUE(buffer->upload(*host));
  ASSERT_TRUE(buffer->download_into(*host));
  const DeviceStats after = device_->stats();
  EXPECT_EQ(after.submissions - before.submissions, 2U);
  EXPECT_EQ(after.staging.allocations + after.staging.reuses,
            before.staging.allocations + before.staging.reuses);
}

TEST_P(Transfer, slices_are_views_of_their_buffer) {
  const auto whole = device_->create<std::uint32_t>(10);
  ASSERT_TRUE(whole);
  const auto middle = whole->slice(3, 4);
  ASSERT_TRUE(middle);
  EXPECT_EQ(middle->size(), 4U);
  EXPECT_EQ(middle->offset_bytes(), 12U);
  ASSERT_TRUE(middle->upload(std::vector<std::uint32_t>{1, 2, 3, 4}));
  EXPECT_EQ(*whole->download(), (std::vector<std::uint32_t>{0, 0, 0, 1, 2, 3, 4, 0, 0, 0}));
  ASSERT_TRUE(middle->slice(1, 2)->fill(9));
  EXPECT_EQ(*middle->download(), (std::vector<std::uint32_t>{1, 9, 9, 4}));
  ASSERT_TRUE(whole->slice(7, 3)->copy(*middle, 1, 0, 3));
  EXPECT_EQ(*whole->download(), (std::vector<std::uint32_t>{0, 0, 0, 1, 9, 9, 4, 9, 9, 4}));
  EXPECT_EQ(*whole->slice(10, 0)->download(), std::vector<std::uint32_t>{});
  EXPECT_EQ(middle->upload(std::vector<std::uint32_t>(2), 3).error().message(),
            "upload of 2 elements from element 3 on goes past the end of a buffer of 4");
  EXPECT_EQ(middle->slice(2, 3).error().message(),
            "slice of 3 elements from element 2 on goes past the end of a buffer of 4");
  EXPECT_FALSE(middle->slice(UINT64_MAX, 2));
  EXPECT_EQ(whole->slice(0, 4)->copy(*middle).error().message(),
            "16 bytes at 12 and at 0 of one buffer overlap");
  const auto bytes = device_->upload(std::vector<std::uint8_t>(40, 1));
  ASSERT_TRUE(bytes);
  for (const std::uint64_t begin : {0U, 3U, 5U, 8U})
    for (const std::uint64_t count : {0U, 1U, 2U, 6U, 12U}) {
      ASSERT_TRUE(bytes->fill(1));
      ASSERT_TRUE(bytes->slice(begin, count)->fill(7));
      std::vector<std::uint8_t> expected(40, 1);
      std::fill_n(expected.begin() + static_cast<std::ptrdiff_t>(begin), count, 7);
      ASSERT_EQ(*bytes->download(), expected) << begin << ' ' << count;
    }
}

// Field case C08.
// What is larger than the memory that such a fill or copy takes at the host.
TEST_P(Transfer, long_patterns_and_odd_offsets_go_on_over_many_pieces) {
  struct Triple {
    std::uint32_t a, b, c;
    bool operator==(const Triple&) const = default;
  };
  constexpr std::size_t count = 1'000'003;  // 12 MB
  const auto triples = device_->create<Triple>(count);
  ASSERT_TRUE(triples && triples->fill({1, 2, 3}));
  EXPECT_EQ(*triples->download(), std::vector<Triple>(count, {1, 2, 3}));

  constexpr std::size_t bytes = (9U << 20U) + 5;
  std::vector<std::uint8_t> values(bytes);
  for (std::size_t i = 0; i < bytes; ++i) values[i] = static_cast<std::uint8_t>(i * 2654435761U >> 24U);
  const auto from = device_->upload(values);
  const auto to = device_->create<std::uint8_t>(bytes + 2);
  ASSERT_TRUE(from && to && to->copy(*from, 1, 3, bytes - 1));
  std::vector<std::uint8_t> expected(3, 0);
  expected.insert(expected.end(), values.begin() + 1, values.end());
  EXPECT_EQ(*to->download(), expected);
}

TEST_P(Transfer, the_length_of_a_bound_slice_is_its_own) {
  const Pipeline pipeline = compiled(R"(
struct Headed { hdr: u32, data: array<vec2u> }
@group(0) @binding(0) var<storage, read_write> a: Headed;
@group(0) @binding(1) var<storage, read_write> length: u32;
@compute @workgroup_size(1) fn main() {
  length = arrayLength(&a.data);
  for (var i = 0u; i < 6u; i++) { a.data[i] = vec2u(~0u, ~0u); }
}
)");
  const auto whole = device_->create<std::uint32_t>(256);
  ASSERT_TRUE(whole);
  const auto length = device_->create<std::uint32_t>(1);
  ASSERT_TRUE(length);
  const auto launch = pipeline.bind({{"a", *whole->slice(64, 11)}, {"length", *length}}, {.grid = 1});
  ASSERT_TRUE(launch) << launch.error().to_string();
  ASSERT_TRUE(launch->run());
  EXPECT_EQ(length->download()->front(), 4U);
  std::vector<std::uint32_t> expected(256);
  std::fill_n(expected.begin() + 66, 8, ~0U);
  EXPECT_EQ(*whole->download(), expected);
  ASSERT_TRUE(pipeline.run({{"a", *whole->slice(64, 11)}}, {.grid = 1}));
}

TEST_P(Transfer, a_slice_that_starts_where_nothing_binds_is_refused) {
  const Pipeline pipeline = compiled(as_it_is);
  const std::uint32_t unit = device_->info().limits.storage_offset_alignment;
  ASSERT_GE(unit, 1U);
  const auto whole = device_->create<std::uint32_t>(1000);
  ASSERT_TRUE(whole);
  ASSERT_TRUE(pipeline.bind({{"data", *whole->slice(unit, 4)}}, {.grid = 1}));  // 4 * unit bytes
  ASSERT_TRUE(pipeline.bind({{"data", *whole->slice(1000, 0)}}, {.grid = 1}).has_value() || 4000 % unit != 0);
  if (unit <= 4) GTEST_SKIP() << "this device binds at every word";
  const auto refused = pipeline.bind({{"data", *whole->slice(1, 4)}}, {.grid = 1});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), ErrorCode::invalid_argument);
  EXPECT_EQ(refused.error().message(),
            "buffer 'data' is a slice at byte 4: this device binds at multiples of " + std::to_string(unit) +
                " (storage_offset_alignment)");
  ASSERT_TRUE(refused.error().limit());
  EXPECT_EQ(refused.error().limit()->name, "storage_offset_alignment");
  EXPECT_EQ(refused.error().limit()->value, unit);
}

TEST_P(Transfer, slices_of_one_buffer_share_nothing_where_they_do_not_overlap) {
  const Pipeline pipeline = compiled(R"(
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&y)) { y[id.x] = x[id.x] + 1u; }
}
)");
  std::vector<std::uint32_t> values(256);
  std::iota(values.begin(), values.end(), 0U);
  const auto whole = device_->upload(values);
  ASSERT_TRUE(whole);
  const auto first = *whole->slice(0, 128);
  ASSERT_TRUE(pipeline.run({{"x", first}, {"y", *whole->slice(128, 128)}}, {.extent = 128}));
  std::iota(values.begin() + 128, values.end(), 1U);
  EXPECT_EQ(*whole->download(), values);
  const auto refused = pipeline.run({{"x", first}, {"y", *whole->slice(64, 128)}}, {.extent = 128});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message(),
            "buffers 'x' and 'y' are given the same bytes of a device buffer, and 'y' can be written");
}

TEST_P(Transfer, many_threads_move_their_own_bytes) {
  const Pipeline pipeline = compiled(as_it_is);
  // Two threads share the words of one buffer, each with its own bytes of them.
  const auto shared = device_->create<std::byte>(64);
  ASSERT_TRUE(shared);
  std::atomic<int> wrong = 0;
  const auto work = [&](unsigned seed) {
    const std::size_t n = seed == 1 ? large : 1000 * seed + seed;
    const auto bytes = pattern(n, seed);
    for (int i = 0; i < 10; ++i) {
      const auto buffer = device_->upload_bytes(bytes);
      std::vector<std::byte> found(n);
      wrong += static_cast<int>(!buffer || !buffer->download_bytes(found) || found != bytes);
      const auto outputs = pipeline.run({{"data", bytes}}, {.grid = 1});
      wrong += static_cast<int>(!outputs || !std::ranges::equal(*outputs->bytes("data"), bytes));
      const auto own = shared->slice(8 * seed - 6, 5);
      wrong += static_cast<int>(!own || !own->upload(std::span(bytes).first(5)));
      wrong += static_cast<int>(*own->download() != part(bytes, {0, 5}));
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned t = 1; t <= 8; ++t) threads.emplace_back(work, t);
  }
  EXPECT_EQ(wrong, 0);
}

TEST_P(Transfer, small_outputs_that_are_only_written_are_right_wherever_they_lie) {
  const Pipeline pipeline = compiled(R"(
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&x) && id.x % 3 != 0) { y[id.x] = x[id.x] + 1u; }
}
)");
  for (const std::uint64_t n : {1U, 64U, 1000U, 16'384U, 16'385U, 40'000U})
    for (const std::uint32_t iterations : {1U, 3U, 100U}) {
      std::vector<std::uint32_t> x(n);
      std::iota(x.begin(), x.end(), 5U);
      const std::vector<std::uint32_t> y(n + 3, 0xABABABAB);
      const auto outputs = pipeline.run({{"x", x}, {"y", y}}, {.extent = n, .iterations = iterations});
      ASSERT_TRUE(outputs) << outputs.error().to_string();
      auto expected = y;
      for (std::size_t i = 0; i < n; ++i)
        if (i % 3 != 0) expected[i] = x[i] + 1;
      ASSERT_EQ(*outputs->take<std::uint32_t>("y"), expected) << n << ' ' << iterations;
    }
}

INSTANTIATE_TEST_SUITE_P(Devices, Transfer, tests::memory_devices(), tests::device_name);

}  // namespace
}  // namespace slipway
