#include "cli/outputs.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/files.h"
#include "cli/element.h"
#include "cli/npy.h"

namespace slipway::cli {
namespace {

using Json = nlohmann::ordered_json;

// How an output's bytes are shown: as packed values, or scalars with gaps between elements.
struct Shown {
  ValueType type = ValueType::u32;
  std::vector<std::byte> values;  // packed
  [[nodiscard]] std::size_t count() const { return values.size() / size_of(type); }
};

std::unexpected<Error> wrong(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

const BindingInfo& buffer_of(const Program& program, std::string_view name) {
  return *program.interface().find(name);  // outputs are named after the program's buffers
}

// Scalars flat; structures and padded vectors as words, unless a type is given.
Result<Shown> shown_as(const BindingInfo& buffer, std::span<const std::byte> bytes,
                       std::optional<ValueType> type) {
  Shown shown;
  if (type) {
    shown.type = *type;
  } else if (const auto shape = element_shape(buffer.element_type, buffer.stride);
             shape && !shape->padded()) {
    shown.type = shape->scalar;
  }
  if (bytes.size() % size_of(shown.type) != 0) {
    if (type)
      return wrong(fmt::format("--print '{}' has {} bytes, which is no multiple of {}", buffer.name,
                               bytes.size(), name_of(*type)));
    shown.type = ValueType::u8;
  }
  shown.values.assign(bytes.begin(), bytes.end());
  return shown;
}

std::string dtype_of(ValueType type) {
  const std::string_view name = name_of(type);
  const std::size_t size = size_of(type);
  return fmt::format("{}{}{}", size == 1 ? '|' : '<', name[0], size);
}

// The array that an output is to NumPy: elements by their dimensions, gaps left out; structures as words.
Result<Array> as_array(const BindingInfo& buffer, std::span<const std::byte> bytes) {
  Array array;
  const auto shape = element_shape(buffer.element_type, buffer.stride);
  if (shape && bytes.size() % shape->stride == 0) {
    array.dtype = dtype_of(shape->scalar);
    array.shape = {bytes.size() / shape->stride};
    array.shape.insert(array.shape.end(), shape->dimensions.begin(), shape->dimensions.end());
    for (std::size_t at = 0; at < bytes.size(); at += shape->stride)
      for (const std::size_t offset : shape->offsets) {
        const auto scalar = bytes.subspan(at + offset, size_of(shape->scalar));
        array.data.insert(array.data.end(), scalar.begin(), scalar.end());
      }
    return array;
  }
  SLIPWAY_TRY(auto shown, shown_as(buffer, bytes, std::nullopt));
  array.dtype = dtype_of(shown.type);
  array.shape = {shown.count()};
  array.data = std::move(shown.values);
  return array;
}

Result<> write_output(const BindingInfo& buffer, std::span<const std::byte> bytes, const std::string& path) {
  if (!path.ends_with(".npy")) return write_file(path, bytes);
  SLIPWAY_TRY(const auto array, as_array(buffer, bytes));
  return write_file(path, write_npy(array));
}

void print_values(std::string_view name, const Shown& shown) {
  fmt::print("{} = [", name);
  for (std::size_t i = 0; i < shown.count(); ++i) {
    const auto value = value_at(shown.type, shown.values, i);
    if (i != 0) fmt::print(", ");
    if (value.is_string()) {
      fmt::print("{}", value.get<std::string>());
    } else if (shown.type == ValueType::f32 || shown.type == ValueType::f16) {
      fmt::print("{}", static_cast<float>(value.get<double>()));
    } else {
      fmt::print("{}", value.dump());
    }
  }
  fmt::print("]\n");
}

Json describe(const Shown& shown, bool values) {
  Json output{{"type", name_of(shown.type)}, {"count", shown.count()}};
  if (!values) return output;
  Json& list = output["values"] = Json::array();
  for (std::size_t i = 0; i < shown.count(); ++i) list.push_back(value_at(shown.type, shown.values, i));
  return output;
}

}  // namespace

Result<> deliver(const Request& request, const Outputs& outputs, Json* json) {
  for (const Out& out : request.outs) {
    SLIPWAY_TRY(const auto bytes, outputs.bytes(out.name));
    SLIPWAY_TRY_VOID(write_output(buffer_of(request.program, out.name), bytes, out.path));
  }
  for (const auto& entry : outputs.entries()) {
    const BindingInfo& buffer = buffer_of(request.program, entry.name);
    const auto print = std::ranges::find(request.prints, entry.name, &Print::name);
    const bool printed = print != request.prints.end();
    SLIPWAY_TRY(const auto shown, shown_as(buffer, entry.bytes, printed ? print->type : std::nullopt));
    if (json != nullptr) {
      (*json)["outputs"][entry.name] = describe(shown, printed);
    } else if (printed) {
      print_values(entry.name, shown);
    }
  }
  return {};
}

}  // namespace slipway::cli
