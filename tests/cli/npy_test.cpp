#include "cli/npy.h"

#include <gtest/gtest.h>

namespace slipway::cli {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// A file of version 1 with this header and data.
std::vector<std::byte> file(std::string header, std::string_view data) {
  header += '\n';
  std::string text("\x93NUMPY\x01\x00", 8);
  text += static_cast<char>(header.size());
  text += '\0';
  return bytes_of(text + header + std::string(data));
}

std::string message_of(const std::vector<std::byte>& bytes) {
  const auto parsed = parse_npy(bytes);
  return parsed ? "no error" : parsed.error().message();
}

TEST(Npy, reads_dtype_shape_and_data) {
  const auto array =
      parse_npy(file("{'descr': '<u2', 'fortran_order': False, 'shape': (2, 3), }", "abcdefghijkl"));
  ASSERT_TRUE(array) << array.error().message();
  EXPECT_EQ(array->dtype, "<u2");
  EXPECT_EQ(array->shape, (std::vector<std::uint64_t>{2, 3}));
  EXPECT_EQ(array->data, bytes_of("abcdefghijkl"));
}

TEST(Npy, a_scalar_has_no_axes_and_an_empty_array_no_data) {
  const auto scalar = parse_npy(file("{'descr': '<f4', 'fortran_order': False, 'shape': (), }", "abcd"));
  ASSERT_TRUE(scalar);
  EXPECT_TRUE(scalar->shape.empty());
  const auto empty = parse_npy(file("{'descr': '|u1', 'fortran_order': False, 'shape': (0,), }", ""));
  ASSERT_TRUE(empty);
  EXPECT_TRUE(empty->data.empty());
}

TEST(Npy, what_it_writes_it_reads) {
  for (const auto& shape : {std::vector<std::uint64_t>{4}, {2, 2}, {1, 4, 1}}) {
    const Array array{"|i1", shape, bytes_of("wxyz")};
    const auto written = write_npy(array);
    EXPECT_EQ((written.size() - 4) % 64, 0U);
    const auto read = parse_npy(written);
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(read->dtype, array.dtype);
    EXPECT_EQ(read->shape, array.shape);
    EXPECT_EQ(read->data, array.data);
  }
}

TEST(Npy, bad_files_say_what_is_wrong) {
  EXPECT_EQ(message_of(bytes_of("hello")), "a .npy file does not begin as one");
  EXPECT_EQ(message_of(file("{'descr': '>f4', 'fortran_order': False, 'shape': (1,), }", "abcd")),
            "a .npy file has dtype '>f4': only little-endian is read");
  EXPECT_EQ(message_of(file("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", "abcdefgh")),
            "a .npy file has dtype '<c8': integers, floats and booleans of up to 8 bytes are read");
  EXPECT_EQ(message_of(file("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", "abcd")),
            "a .npy file has a dtype that is not one scalar type");
  EXPECT_EQ(
      message_of(file("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }", "0123456789abcdef")),
      "a .npy file is in Fortran order: only C order is read");
  EXPECT_EQ(message_of(file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", "abcd")),
            "a .npy file has 4 bytes of data: its shape and dtype say 8");
  EXPECT_EQ(
      message_of(file("{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387904, 4), }", "")),
      "a .npy file has a shape that does not fit 64 bits");
  EXPECT_EQ(message_of(file("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", "")),
            "a .npy file has '-1' in its shape");
}

TEST(Npy, no_prefix_of_a_file_is_read_past_its_end) {
  const auto whole = write_npy({"<f4", {2, 3}, std::vector<std::byte>(24)});
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(parse_npy(std::span(whole).first(size))) << size;
}

}  // namespace
}  // namespace slipway::cli
