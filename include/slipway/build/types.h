// The types of programs that are built in C++, as C++ types. Those that C++ lacks are tags: only their names
// are used. `float`, `bool`, `i32` and `u32` stand for themselves; a structure is any class that
// ProgramBuilder::structure describes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace slipway::build {

using i32 = std::int32_t;
using u32 = std::uint32_t;

/// `f16`; programs that use it get `enable f16`.
struct Half;
/// `vecN<T>`, N from 2 to 4.
template <class T, unsigned N>
struct Vec;
/// `matCxR<T>`: C columns of R components.
template <class T, unsigned Columns, unsigned Rows>
struct Mat;
/// `array<T, N>`.
template <class T, u32 N>
struct Array;
/// `array<T, count>` of workgroup memory whose count an override decides.
template <class T>
struct OverrideArray;
/// `array<T>`: as many elements as the buffer has room for.
template <class T>
struct RuntimeArray;
/// `atomic<T>`, T being i32 or u32.
template <class T>
struct Atomic;

/// Where what a pointer parameter points to lives.
enum class Space : std::uint8_t { function, private_, workgroup, storage };
/// `ptr<space, T>` as the type of a parameter: the function reads and writes what the caller names.
/// In `storage` what it points to can be written.
template <class T, Space S = Space::function>
struct Pointer;

template <class T>
using Vec2 = Vec<T, 2>;
template <class T>
using Vec3 = Vec<T, 3>;
template <class T>
using Vec4 = Vec<T, 4>;

namespace detail {

template <class T>
inline constexpr bool is_integer = std::is_same_v<T, i32> || std::is_same_v<T, u32>;
template <class T>
inline constexpr bool is_float = std::is_same_v<T, float> || std::is_same_v<T, Half>;
template <class T>
inline constexpr bool is_scalar = is_integer<T> || is_float<T> || std::is_same_v<T, bool>;

/// Component type and count of a scalar or vector; the scalar of a matrix.
template <class T>
struct Shape {
  using scalar = T;
  static constexpr unsigned components = is_scalar<T> ? 1 : 0;
};
template <class T, unsigned N>
struct Shape<Vec<T, N>> {
  using scalar = T;
  static constexpr unsigned components = N;
};
template <class T, unsigned C, unsigned R>
struct Shape<Mat<T, C, R>> {
  using scalar = T;
  static constexpr unsigned components = 0;
};
template <class T>
using scalar_of = typename Shape<T>::scalar;

template <class T>
inline constexpr bool is_componentwise = Shape<T>::components > 0;
template <class T>
inline constexpr bool is_vector = (Shape<T>::components > 1);

/// T with its components replaced by U.
template <class T, class U>
struct Rebound {
  using type = U;
};
template <class T, unsigned N, class U>
struct Rebound<Vec<T, N>, U> {
  using type = Vec<U, N>;
};
template <class T, class U>
using rebind = typename Rebound<T, U>::type;

/// Whether a T in memory can be read as a whole.
template <class T>
inline constexpr bool is_loadable = true;
template <class T>
inline constexpr bool is_loadable<Atomic<T>> = false;
template <class T>
inline constexpr bool is_loadable<RuntimeArray<T>> = false;
template <class T>
inline constexpr bool is_loadable<OverrideArray<T>> = false;

/// The text that stands for a structure until its name is known.
std::string structure_text(const void* key);
/// Its address tells the structure described by T from all others.
template <class T>
inline constexpr char structure_key = 0;

/// T as WGSL writes it.
template <class T>
struct TypeText {
  static_assert(std::is_class_v<T>, "a type of WGSL, or a class that ProgramBuilder::structure describes");
  static std::string get() { return structure_text(&structure_key<T>); }
};
template <>
struct TypeText<void> {
  static std::string get() { return ""; }
};
template <>
struct TypeText<bool> {
  static std::string get() { return "bool"; }
};
template <>
struct TypeText<i32> {
  static std::string get() { return "i32"; }
};
template <>
struct TypeText<u32> {
  static std::string get() { return "u32"; }
};
template <>
struct TypeText<float> {
  static std::string get() { return "f32"; }
};
template <>
struct TypeText<Half> {
  static std::string get() { return "f16"; }
};
template <class T, unsigned N>
struct TypeText<Vec<T, N>> {
  static_assert(is_scalar<T> && N >= 2 && N <= 4, "vectors have 2 to 4 scalars");
  static std::string get() { return "vec" + std::to_string(N) + "<" + TypeText<T>::get() + ">"; }
};
template <class T, unsigned C, unsigned R>
struct TypeText<Mat<T, C, R>> {
  static_assert(is_float<T> && C >= 2 && C <= 4 && R >= 2 && R <= 4, "matrices are 2x2 to 4x4 of floats");
  static std::string get() {
    return "mat" + std::to_string(C) + "x" + std::to_string(R) + "<" + TypeText<T>::get() + ">";
  }
};
template <class T, u32 N>
struct TypeText<Array<T, N>> {
  static_assert(N > 0, "arrays have elements");
  static std::string get() { return "array<" + TypeText<T>::get() + ", " + std::to_string(N) + ">"; }
};
template <class T>
struct TypeText<RuntimeArray<T>> {
  static std::string get() { return "array<" + TypeText<T>::get() + ">"; }
};
template <class T>
struct TypeText<Atomic<T>> {
  static_assert(is_integer<T>, "atomics are of i32 or u32");
  static std::string get() { return "atomic<" + TypeText<T>::get() + ">"; }
};
template <class T, Space S>
struct TypeText<Pointer<T, S>> {
  static std::string get() {
    constexpr std::string_view spaces[] = {"function", "private", "workgroup", "storage"};
    const std::string access = S == Space::storage ? ", read_write>" : ">";
    return "ptr<" + std::string(spaces[static_cast<unsigned>(S)]) + ", " + TypeText<T>::get() + access;
  }
};

}  // namespace detail
}  // namespace slipway::build
