// The .npy format of NumPy: header versions 1.0 to 3.0, little-endian, C order.
// Bytes: 0 magic "\x93NUMPY"; 6 major; 7 minor; 8 header length (2 bytes in version 1, else 4); then the
// header, a Python dictionary with 'descr', 'fortran_order' and 'shape', padded with blanks; then the data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <slipway/result.h>

namespace slipway::cli {

struct Array {
  std::string dtype;  ///< `<f4`, `|u1`, …
  std::vector<std::uint64_t> shape;
  std::vector<std::byte> data;  ///< exactly as many bytes as dtype and shape say
};

/// Whether bytes or a path say that they are such an array.
[[nodiscard]] bool is_npy(std::span<const std::byte> file);

/// Errors are `invalid_argument` and say what is wrong with the file.
[[nodiscard]] Result<Array> parse_npy(std::span<const std::byte> file);

[[nodiscard]] std::vector<std::byte> write_npy(const Array& array);

}  // namespace slipway::cli
