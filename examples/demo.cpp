// The ten most frequent bytes of a text, counted on the best device and, to check it, on the interpreter.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <slipway/slipway.h>

using slipway::Device, slipway::Result;
using Clock = std::chrono::steady_clock;

namespace {

using Counts = std::vector<std::uint32_t>;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// The bytes of `text` as whole words, the last padded with zeros.
std::vector<std::uint32_t> words_of(const std::string& text) {
  std::vector<std::uint32_t> words((text.size() + 3) / 4);
  std::copy(text.begin(), text.end(), reinterpret_cast<char*>(words.data()));
  return words;
}

Result<Counts> count_bytes(const Device& device, const std::string& text) {
  const auto words = words_of(text);
  const auto length = static_cast<std::uint32_t>(text.size());
  const auto start = Clock::now();
  SLIPWAY_TRY(const auto pipeline, device.compile_file(SLIPWAY_EXAMPLES_FOLDER "/histogram.wgsl"));
  const double compiled = milliseconds_since(start);
  SLIPWAY_TRY(const auto outputs, pipeline.run({{"text", words}, {"length", length}}));
  std::printf("  %.1f ms to compile, %.1f ms to run\n", compiled, milliseconds_since(start) - compiled);
  return outputs.take<std::uint32_t>("bins");
}

void print_most_frequent(const Counts& counts, std::size_t how_many) {
  std::vector<std::size_t> bytes(counts.size());
  std::iota(bytes.begin(), bytes.end(), 0U);
  std::ranges::stable_sort(bytes, std::greater{}, [&](std::size_t byte) { return counts[byte]; });
  for (std::size_t k = 0; k < how_many; ++k) {
    const auto byte = static_cast<unsigned>(bytes[k]);
    if (byte == '\n')
      std::printf("  %6u  line feed\n", counts[byte]);
    else if (byte == ' ')
      std::printf("  %6u  space\n", counts[byte]);
    else if (byte > ' ' && byte < 127)
      std::printf("  %6u  %c\n", counts[byte], static_cast<char>(byte));
    else
      std::printf("  %6u  0x%02x\n", counts[byte], byte);
  }
}

Result<bool> demonstrate(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  if (!file || !content)
    return slipway::fail(slipway::ErrorCode::io, "cannot read '" + path + "', or it is empty");
  const std::string text = std::move(content).str();

  SLIPWAY_TRY(const auto device, Device::open());
  std::printf("%s: %s\n", device.info().selector.c_str(), device.info().name.c_str());
  SLIPWAY_TRY(const auto counts, count_bytes(device, text));
  std::printf("the most frequent of the %zu bytes of %s\n", text.size(), path.c_str());
  print_most_frequent(counts, 10);

  SLIPWAY_TRY(const auto reference, Device::open({.selector = "reference"}));
  std::printf("%s: %s\n", reference.info().selector.c_str(), reference.info().name.c_str());
  SLIPWAY_TRY(const auto expected, count_bytes(reference, text));
  const bool agree = counts == expected;
  std::printf(agree ? "the interpreter agrees\n" : "THE INTERPRETER DISAGREES\n");
  return agree;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]).starts_with('-')) {
    std::printf(
        "usage: slipway-demo [FILE]\nCounts the bytes of FILE, by default "
        "/usr/share/common-licenses/GPL-3.\n");
    return std::string_view(argv[1]) == "--help" || std::string_view(argv[1]) == "-h" ? 0 : 2;
  }
  const auto agree = demonstrate(argc > 1 ? argv[1] : "/usr/share/common-licenses/GPL-3");
  if (!agree) std::fprintf(stderr, "slipway-demo: %s\n", agree.error().to_string().c_str());
  return agree.value_or(false) ? 0 : 1;
}
