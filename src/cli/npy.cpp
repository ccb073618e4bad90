#include "cli/npy.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace slipway::cli {
namespace {

constexpr std::string_view magic("\x93NUMPY", 6);

std::unexpected<Error> bad(std::string_view why) {
  return fail(ErrorCode::invalid_argument, fmt::format("a .npy file {}", why));
}

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n')) text.remove_suffix(1);
  return text;
}

// What follows `'key':` in the header.
std::optional<std::string_view> value_of(std::string_view header, std::string_view key) {
  for (const char quote : {'\'', '"'}) {
    const std::size_t at = header.find(fmt::format("{0}{1}{0}", quote, key));
    if (at == std::string_view::npos) continue;
    const std::size_t colon = header.find(':', at);
    if (colon != std::string_view::npos) return trim(header.substr(colon + 1));
  }
  return std::nullopt;
}

Result<std::string> parse_dtype(std::string_view header) {
  const auto value = value_of(header, "descr");
  if (!value || value->empty() || (value->front() != '\'' && value->front() != '"'))
    return bad("has a dtype that is not one scalar type");
  const std::size_t end = value->find(value->front(), 1);
  if (end == std::string_view::npos) return bad("has a header that breaks off");
  return std::string(value->substr(1, end - 1));
}

Result<std::vector<std::uint64_t>> parse_shape(std::string_view header) {
  const auto value = value_of(header, "shape");
  if (!value || !value->starts_with('(')) return bad("has a header without a shape");
  const std::size_t end = value->find(')');
  if (end == std::string_view::npos) return bad("has a header that breaks off");
  std::string_view list = value->substr(1, end - 1);
  std::vector<std::uint64_t> shape;
  while (!trim(list).empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const std::string_view item = trim(list.substr(0, comma));
    std::uint64_t axis = 0;
    const auto parsed = std::from_chars(item.data(), item.data() + item.size(), axis);
    if (parsed.ec != std::errc() || parsed.ptr != item.data() + item.size())
      return bad(fmt::format("has '{}' in its shape", item));
    shape.push_back(axis);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return shape;
}

// Bytes of one item of a dtype such as `<f4`.
Result<std::uint64_t> item_size(std::string_view dtype) {
  std::uint64_t size = 0;
  const bool readable = dtype.size() >= 3 && std::string_view("<|").contains(dtype[0]) &&
                        std::string_view("iufb").contains(dtype[1]);
  if (readable) {
    const auto parsed = std::from_chars(dtype.data() + 2, dtype.data() + dtype.size(), size);
    if (parsed.ec == std::errc() && parsed.ptr == dtype.data() + dtype.size() && size >= 1 && size <= 8)
      return size;
  }
  if (dtype.starts_with('>')) return bad(fmt::format("has dtype '{}': only little-endian is read", dtype));
  return bad(fmt::format("has dtype '{}': integers, floats and booleans of up to 8 bytes are read", dtype));
}

}  // namespace

bool is_npy(std::span<const std::byte> file) { return text_of(file).starts_with(magic); }

Result<Array> parse_npy(std::span<const std::byte> file) {
  if (!is_npy(file) || file.size() < 10) return bad("does not begin as one");
  const auto major = static_cast<unsigned>(file[6]);
  if (major < 1 || major > 3) return bad(fmt::format("has format version {}: 1 to 3 are read", major));
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::size_t start = 8 + length_bytes;
  std::size_t length = 0;
  for (std::size_t i = 0; i < length_bytes && 8 + i < file.size(); ++i)
    length |= static_cast<std::size_t>(file[8 + i]) << 8U * i;
  if (file.size() < start || length > file.size() - start) return bad("has a header that breaks off");
  const std::string_view header = text_of(file.subspan(start, length));

  Array array;
  SLIPWAY_TRY(array.dtype, parse_dtype(header));
  SLIPWAY_TRY(array.shape, parse_shape(header));
  const auto order = value_of(header, "fortran_order");
  const bool one_axis = std::ranges::count_if(array.shape, [](auto axis) { return axis != 1; }) <= 1;
  if (!order) return bad("has a header without 'fortran_order'");
  if (!order->starts_with("False") && !one_axis) return bad("is in Fortran order: only C order is read");
  SLIPWAY_TRY(std::uint64_t bytes, item_size(array.dtype));
  for (const std::uint64_t axis : array.shape) {
    if (axis != 0 && bytes > UINT64_MAX / axis) return bad("has a shape that does not fit 64 bits");
    bytes *= axis;
  }
  const auto data = file.subspan(start + length);
  if (data.size() != bytes)
    return bad(fmt::format("has {} bytes of data: its shape and dtype say {}", data.size(), bytes));
  array.data.assign(data.begin(), data.end());
  return array;
}

std::vector<std::byte> write_npy(const Array& array) {
  std::string shape;
  for (const std::uint64_t axis : array.shape) shape += fmt::format("{}, ", axis);
  if (array.shape.size() > 1) shape.resize(shape.size() - 2);  // (2, 3) but (2,)
  if (array.shape.size() == 1) shape.resize(shape.size() - 1);
  std::string header =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", array.dtype, shape);
  constexpr std::size_t prefix = 10;
  constexpr std::size_t unit = 64;  // the data begins at a multiple of this
  const std::size_t total = (prefix + header.size() + 1 + unit - 1) / unit * unit;
  header.append(total - prefix - header.size() - 1, ' ');
  header += '\n';
  std::string file(magic);
  file += {'\x01', '\x00'};
  file += static_cast<char>(header.size() & 0xFFU);
  file += static_cast<char>(header.size() >> 8U);
  file += header;
  const auto head = std::as_bytes(std::span(file));
  std::vector<std::byte> bytes(head.begin(), head.end());
  bytes.insert(bytes.end(), array.data.begin(), array.data.end());
  return bytes;
}

}  // namespace slipway::cli
