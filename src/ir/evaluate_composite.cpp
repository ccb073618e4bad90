// Composites taken apart and put together, vector geometry and matrices.
#include "ir/arith.h"
#include "ir/evaluators.h"

namespace slipway::ir {
namespace {

using Words = const std::uint32_t* const*;

void construct(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::size_t k = 0; k < shape.operand_words.size(); ++k)
    out = std::copy_n(in[k], shape.operand_words[k], out);
}
void splat(const Shape& shape, Words in, std::uint32_t* out) { std::fill_n(out, shape.words, in[0][0]); }
// imm: the first word of the part.
void extract(const Shape& shape, Words in, std::uint32_t* out) {
  std::copy_n(in[0] + shape.imm, shape.words, out);
}
// columns: how many parts there are. A negative i32 is past the end as unsigned.
void extract_dynamic(const Shape& shape, Words in, std::uint32_t* out) {
  const std::uint32_t index = in[1][0];
  if (index >= shape.columns) {
    std::fill_n(out, shape.words, 0U);
  } else {
    std::copy_n(in[0] + std::size_t{index} * shape.words, shape.words, out);
  }
}
// imm: the first word of the part; inner: its words.
void insert(const Shape& shape, Words in, std::uint32_t* out) {
  std::copy_n(in[0], shape.words, out);
  std::copy_n(in[1], shape.inner, out + shape.imm);
}
void shuffle(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < shape.words; ++i) out[i] = in[0][shape.imm >> (4 * i) & 0xFU];
}
// inner: words of the condition.
void select(const Shape& shape, Words in, std::uint32_t* out) {
  if (shape.inner == 1) {
    std::copy_n(in[in[2][0] != 0 ? 1 : 0], shape.words, out);
    return;
  }
  for (std::uint32_t i = 0; i < shape.words; ++i) out[i] = in[in[2][i] != 0 ? 1 : 0][i];
}
void transpose(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t c = 0; c < shape.columns; ++c)
    for (std::uint32_t r = 0; r < shape.rows; ++r) out[r * shape.columns + c] = in[0][c * shape.rows + r];
}

template <class Format>
double dot_of(const Shape& shape, const std::uint32_t* a, const std::uint32_t* b) {
  double sum = 0;
  for (std::uint32_t i = 0; i < shape.operand; ++i) sum += Format::widen(a[i]) * Format::widen(b[i]);
  return sum;
}
template <class Format>
void dot(const Shape& shape, Words in, std::uint32_t* out) {
  out[0] = Format::narrow(dot_of<Format>(shape, in[0], in[1]));
}
template <class Format>
void length(const Shape& shape, Words in, std::uint32_t* out) {
  out[0] = Format::narrow(std::sqrt(dot_of<Format>(shape, in[0], in[0])));
}
template <class Format>
void distance(const Shape& shape, Words in, std::uint32_t* out) {
  double sum = 0;
  for (std::uint32_t i = 0; i < shape.operand; ++i) {
    const double difference = Format::widen(in[0][i]) - Format::widen(in[1][i]);
    sum += difference * difference;
  }
  out[0] = Format::narrow(std::sqrt(sum));
}
template <class Format>
void normalize(const Shape& shape, Words in, std::uint32_t* out) {
  const double length = std::sqrt(dot_of<Format>(shape, in[0], in[0]));
  for (std::uint32_t i = 0; i < shape.words; ++i) out[i] = Format::narrow(Format::widen(in[0][i]) / length);
}
template <class Format>
void cross(const Shape&, Words in, std::uint32_t* out) {
  const auto a = [&](unsigned i) { return Format::widen(in[0][i]); };
  const auto b = [&](unsigned i) { return Format::widen(in[1][i]); };
  out[0] = Format::narrow(a(1) * b(2) - a(2) * b(1));
  out[1] = Format::narrow(a(2) * b(0) - a(0) * b(2));
  out[2] = Format::narrow(a(0) * b(1) - a(1) * b(0));
}
template <class Format>
void face_forward(const Shape& shape, Words in, std::uint32_t* out) {
  const bool same = dot_of<Format>(shape, in[1], in[2]) < 0;
  for (std::uint32_t i = 0; i < shape.words; ++i) out[i] = same ? in[0][i] : in[0][i] ^ Format::sign_bit;
}
template <class Format>
void reflect(const Shape& shape, Words in, std::uint32_t* out) {
  const double twice = 2.0 * dot_of<Format>(shape, in[1], in[0]);
  for (std::uint32_t i = 0; i < shape.words; ++i)
    out[i] = Format::narrow(Format::widen(in[0][i]) - twice * Format::widen(in[1][i]));
}
template <class Format>
void refract(const Shape& shape, Words in, std::uint32_t* out) {
  const double eta = Format::widen(in[2][0]);
  const double cosine = dot_of<Format>(shape, in[1], in[0]);
  const double k = 1.0 - eta * eta * (1.0 - cosine * cosine);
  for (std::uint32_t i = 0; i < shape.words; ++i) {
    const double bent = eta * Format::widen(in[0][i]) -
                        (eta * cosine + std::sqrt(std::max(k, 0.0))) * Format::widen(in[1][i]);
    out[i] = Format::narrow(k < 0 ? 0.0 : bent);
  }
}

// Left: `inner` columns of `rows`; right: `columns` columns of `inner`. A vector on the left has one row,
// one on the right is one column.
template <class Format>
void multiply(const Shape& shape, Words in, std::uint32_t* out) {
  for (std::uint32_t c = 0; c < shape.columns; ++c)
    for (std::uint32_t r = 0; r < shape.rows; ++r) {
      double sum = 0;
      for (std::uint32_t k = 0; k < shape.inner; ++k)
        sum += Format::widen(in[0][k * shape.rows + r]) * Format::widen(in[1][c * shape.inner + k]);
      out[c * shape.rows + r] = Format::narrow(sum);
    }
}
// One operand is a scalar: the one of a single word.
template <class Format>
void scale(const Shape& shape, Words in, std::uint32_t* out) {
  const bool scalar_first = shape.operand == 1;
  const double factor = Format::widen(in[scalar_first ? 0 : 1][0]);
  const std::uint32_t* matrix = in[scalar_first ? 1 : 0];
  for (std::uint32_t i = 0; i < shape.words; ++i) out[i] = Format::narrow(Format::widen(matrix[i]) * factor);
}
template <class Format>
void matrix_product(const Shape& shape, Words in, std::uint32_t* out) {
  shape.inner == 0 ? scale<Format>(shape, in, out) : multiply<Format>(shape, in, out);
}

using Square = std::array<std::array<double, 4>, 4>;  // [column][row]

double minor3(const Square& m, std::array<unsigned, 3> columns) {
  const auto& a = m[columns[0]];
  const auto& b = m[columns[1]];
  const auto& c = m[columns[2]];
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) +
         c[0] * (a[1] * b[2] - a[2] * b[1]);
}
template <class Format>
void determinant(const Shape& shape, Words in, std::uint32_t* out) {
  Square m{};
  for (std::uint32_t c = 0; c < shape.columns; ++c)
    for (std::uint32_t r = 0; r < shape.rows; ++r) m[c][r] = Format::widen(in[0][c * shape.rows + r]);
  double value = 0;
  switch (shape.columns) {
    case 2: value = m[0][0] * m[1][1] - m[1][0] * m[0][1]; break;
    case 3: value = minor3(m, {0, 1, 2}); break;
    default:  // along the last row
      value = m[3][3] * minor3(m, {0, 1, 2}) - m[2][3] * minor3(m, {0, 1, 3}) +
              m[1][3] * minor3(m, {0, 2, 3}) - m[0][3] * minor3(m, {1, 2, 3});
  }
  out[0] = Format::narrow(value);
}

template <class Format>
EvaluateFunction algebra_function_of(Op op) {
  switch (op) {
    case Op::dot: return dot<Format>;
    case Op::length: return length<Format>;
    case Op::distance: return distance<Format>;
    case Op::normalize: return normalize<Format>;
    case Op::cross: return cross<Format>;
    case Op::face_forward: return face_forward<Format>;
    case Op::reflect: return reflect<Format>;
    case Op::refract: return refract<Format>;
    case Op::mat_mul: return matrix_product<Format>;
    case Op::determinant: return determinant<Format>;
    default: return nullptr;
  }
}

}  // namespace

EvaluateFunction composite_function(Op op) {
  switch (op) {
    case Op::construct: return construct;
    case Op::splat: return splat;
    case Op::extract: return extract;
    case Op::extract_dynamic: return extract_dynamic;
    case Op::insert: return insert;
    case Op::shuffle: return shuffle;
    case Op::select: return select;
    case Op::transpose: return transpose;
    default: return nullptr;
  }
}

EvaluateFunction algebra_function(Op op, Scalar scalar) {
  return scalar == Scalar::f32 ? algebra_function_of<arith::F32>(op) : algebra_function_of<arith::F16>(op);
}

}  // namespace slipway::ir
