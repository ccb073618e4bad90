#include "cli/sources.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/files.h"
#include "cli/element.h"
#include "cli/flags.h"
#include "cli/npy.h"
#include "cli/values.h"

namespace slipway::cli {
namespace {

using Bytes = std::vector<std::byte>;

std::unexpected<Error> wrong(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

// The keyword before the first colon, and what follows it.
std::pair<std::string_view, std::string_view> split_keyword(std::string_view source) {
  const std::size_t colon = source.find(':');
  if (colon == std::string_view::npos) return {source, {}};
  return {source.substr(0, colon), source.substr(colon + 1)};
}

Result<const BindingInfo*> find_buffer(const Interface& interface, std::string_view name) {
  if (const BindingInfo* found = interface.find(name)) return found;
  std::string names;
  for (const auto& binding : interface.bindings)
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", binding.name);
  return wrong(fmt::format("--in '{}' names no buffer of the program; its buffers are {}", name,
                           names.empty() ? "none" : names));
}

// Bytes of an array's last element that are there, where not all are.
std::uint64_t partial_element(const BindingInfo& buffer, std::uint64_t bytes) {
  if (buffer.element_type == buffer.type) return 0;  // no array
  const std::uint64_t before = buffer.runtime_sized ? buffer.fixed_size : 0;
  if (buffer.stride == 0 || bytes < before) return 0;
  return (bytes - before) % buffer.stride;
}

// Zeros up to a whole element.
void fill_element(const BindingInfo& buffer, Bytes& bytes) {
  if (const std::uint64_t part = partial_element(buffer, bytes.size()); part != 0)
    bytes.resize(bytes.size() + buffer.stride - part);
}

// Values smaller than a scalar may be packed into an array, and its last element has gaps then. Others say
// what they are, so that an element without all its values is a slip of the pen.
Result<> check_whole(const BindingInfo& buffer, std::size_t value_bytes, std::uint64_t bytes) {
  const auto shape = element_shape(buffer.element_type, buffer.stride);
  const std::size_t scalar = shape ? size_of(shape->scalar) : 4;
  const bool packed = buffer.runtime_sized && value_bytes < scalar;
  if (packed || partial_element(buffer, bytes) == 0) return {};
  return wrong(fmt::format("--in '{}' has {} bytes: that is no whole number of elements {} of {} bytes",
                           buffer.name, bytes, buffer.element_type, buffer.stride));
}

// Numbers made one after the other for the scalars of a buffer.
class Scalars {
 public:
  explicit Scalars(std::optional<std::uint64_t> seed) : random_(seed.has_value()), state_(seed.value_or(0)) {}

  std::uint64_t next(ValueType type) {
    const std::uint64_t raw = random_ ? mix() : state_++;
    switch (type) {
      case ValueType::f32: {
        const float value = random_ ? static_cast<float>(raw >> 40U) / 16777216.0F : static_cast<float>(raw);
        std::uint32_t bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        return bits;
      }
      case ValueType::f16:
        return to_half(random_ ? static_cast<float>(raw >> 53U) / 2048.0F : static_cast<float>(raw));
      default: return raw;
    }
  }

 private:
  // SplitMix64 (Steele, Lea and Flood 2014).
  std::uint64_t mix() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  bool random_;
  std::uint64_t state_;
};

Result<Bytes> zero_elements(const BindingInfo& buffer, std::string_view count_text,
                            std::string_view keyword) {
  SLIPWAY_TRY(const std::uint64_t count, parse_count(count_text, fmt::format("--in {}=…:N", keyword)));
  constexpr std::uint64_t most = 1ULL << 40U;  // bytes; more is a slip of the pen
  const std::uint64_t before = buffer.runtime_sized ? buffer.fixed_size : 0;
  if (count > most / std::max<std::uint64_t>(buffer.stride, 1))
    return wrong(fmt::format("--in '{}' has {} elements: that is over {} bytes", buffer.name, count, most));
  return Bytes(before + count * buffer.stride);
}

Result<Bytes> made_elements(const BindingInfo& buffer, std::string_view count_text, Scalars scalars) {
  SLIPWAY_TRY(Bytes bytes, zero_elements(buffer, count_text, buffer.name));
  const auto shape = element_shape(buffer.element_type, buffer.stride);
  if (!shape)
    return wrong(fmt::format("--in '{}' cannot be made: its elements are {}, not of one scalar type",
                             buffer.name, buffer.element_type));
  for (std::uint64_t at = buffer.runtime_sized ? buffer.fixed_size : 0; at < bytes.size();
       at += shape->stride)
    for (const std::size_t offset : shape->offsets) {
      const std::uint64_t value = scalars.next(shape->scalar);
      std::memcpy(&bytes[at + offset], &value, size_of(shape->scalar));
    }
  return bytes;
}

Result<Bytes> listed_values(ValueType type, std::string_view list) {
  Bytes bytes;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    SLIPWAY_TRY_VOID(append_value(type, list.substr(0, comma), bytes));
    if (comma + 1 == list.size())
      return wrong(fmt::format("a comma ends the list of {} values", name_of(type)));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return bytes;
}

// The bytes of values go into a buffer as they are. Floats have only one form to be meant by floats, and
// their bits are written as unsigned numbers; anything else among floats is a slip of the pen.
Result<> check_type(const BindingInfo& buffer, ValueType type) {
  const auto shape = element_shape(buffer.element_type, buffer.stride);
  if (!shape || !is_float(shape->scalar) || type == shape->scalar || is_unsigned(type)) return {};
  return wrong(
      fmt::format("--in '{}' has {} values, and elements {}: expected {}, or bits as u8, u16, u32 or u64",
                  buffer.name, name_of(type), buffer.element_type, name_of(shape->scalar)));
}

// Whether items of a dtype may stand in memory where scalars of a type are read: the same kind and size, or
// small integers packed into larger ones.
bool fits(std::string_view dtype, ValueType scalar) {
  const std::size_t size = static_cast<std::size_t>(dtype[2] - '0');
  if (dtype[1] == 'f') return is_float(scalar) && size == size_of(scalar);
  return !is_float(scalar) && size <= size_of(scalar);
}

// Spreads rows of three over elements that have a gap behind the third.
Bytes spread(const ElementShape& shape, std::span<const std::byte> dense) {
  const std::size_t size = size_of(shape.scalar);
  const std::size_t elements = dense.size() / (size * shape.offsets.size());
  Bytes bytes(elements * shape.stride);
  std::size_t from = 0;
  for (std::size_t e = 0; e < elements; ++e)
    for (const std::size_t offset : shape.offsets) {
      std::memcpy(&bytes[e * shape.stride + offset], &dense[from], size);
      from += size;
    }
  return bytes;
}

Result<Bytes> array_bytes(const BindingInfo& buffer, std::span<const std::byte> file, std::string_view path) {
  auto array = parse_npy(file);
  if (!array) return std::unexpected(std::move(array).error().while_doing(fmt::format("reading '{}'", path)));
  const auto shape = element_shape(buffer.element_type, buffer.stride);
  if (!shape) return std::move(array->data);
  if (!fits(array->dtype, shape->scalar))
    return wrong(fmt::format("'{}' has dtype '{}': buffer '{}' has elements {}", path, array->dtype,
                             buffer.name, buffer.element_type));
  const bool rows = !array->shape.empty() && !shape->dimensions.empty() &&
                    array->shape.back() == shape->dimensions.back() &&
                    array->data.size() % (size_of(shape->scalar) * shape->offsets.size()) == 0;
  if (shape->padded() && rows) return spread(*shape, array->data);
  SLIPWAY_TRY_VOID(check_whole(buffer, static_cast<std::size_t>(array->dtype[2] - '0'), array->data.size()));
  return std::move(array->data);
}

Result<Bytes> file_bytes(const BindingInfo& buffer, const std::string& path) {
  SLIPWAY_TRY(auto bytes, read_file(path));
  if (is_npy(bytes) || path.ends_with(".npy")) return array_bytes(buffer, bytes, path);
  return bytes;
}

Result<Bytes> make_input(const BindingInfo& buffer, std::string_view source) {
  if (source.starts_with('@')) return file_bytes(buffer, std::string(source.substr(1)));
  const auto [keyword, rest] = split_keyword(source);
  if (const auto type = value_type(keyword)) {
    SLIPWAY_TRY_VOID(check_type(buffer, *type));
    auto values = listed_values(*type, rest);
    if (!values)
      return std::unexpected(
          std::move(values).error().while_doing(fmt::format("reading --in '{}'", buffer.name)));
    SLIPWAY_TRY_VOID(check_whole(buffer, size_of(*type), values->size()));
    return values;
  }
  if (keyword == "zeros") return zero_elements(buffer, rest, buffer.name);
  if (keyword == "range") return made_elements(buffer, rest, Scalars(std::nullopt));
  if (keyword == "random") {
    const auto [count, seed_text] = split_keyword(rest);
    std::uint64_t seed = 0;
    if (count.size() != rest.size()) {
      SLIPWAY_TRY(seed, parse_count(seed_text, fmt::format("--in {}=random:N:SEED", buffer.name)));
    }
    return made_elements(buffer, count, Scalars(seed));
  }
  return wrong(
      fmt::format("--in '{}' has the source '{}': expected @PATH, TYPE:v,v,…, zeros:N, range:N, "
                  "random:N[:SEED] or bytelen:NAME",
                  buffer.name, source));
}

}  // namespace

Result<std::map<std::string, Bytes>> make_inputs(const Interface& interface,
                                                 std::span<const std::string> inputs) {
  std::map<std::string, Bytes> made;
  std::map<std::string, std::uint64_t> lengths;
  std::vector<std::pair<std::string, std::string>> length_inputs;
  for (const std::string& input : inputs) {
    SLIPWAY_TRY(auto named, split_name(input, "--in", "NAME=SRC"));
    const auto& [name, source] = named;
    SLIPWAY_TRY(const BindingInfo* buffer, find_buffer(interface, name));
    if (made.contains(name)) return wrong(fmt::format("--in gives '{}' twice", name));
    made[name] = {};
    if (const auto [keyword, other] = split_keyword(source); keyword == "bytelen") {
      length_inputs.emplace_back(name, other);
      continue;
    }
    SLIPWAY_TRY(made[name], make_input(*buffer, source));
    lengths[name] = made[name].size();
    fill_element(*buffer, made[name]);
  }
  for (const auto& [name, other] : length_inputs) {
    const auto length = lengths.find(other);
    if (length == lengths.end())
      return wrong(fmt::format("--in '{}' is the length of '{}', which has no --in with bytes", name, other));
    if (length->second > UINT32_MAX)
      return wrong(
          fmt::format("--in '{}' has {} bytes: the length does not fit a u32", other, length->second));
    const auto value = static_cast<std::uint32_t>(length->second);
    const auto bytes = std::as_bytes(std::span(&value, 1));
    made[name].assign(bytes.begin(), bytes.end());
  }
  return made;
}

}  // namespace slipway::cli
