// Operators and builtin functions on the handles of programs that are built in C++.
#pragma once

#include <slipway/build/values.h>

namespace slipway::build {
namespace detail {

/// The type of the value that a handle or a C++ number stands for.
template <class X>
struct ValueOf {};
template <class T>
struct ValueOf<Expr<T>> {
  using type = T;
};
template <class T>
struct ValueOf<Ref<T>> {
  using type = std::remove_const_t<T>;
};
template <class X>
using value_of = typename ValueOf<X>::type;

template <class X>
concept AHandle = requires {
  typename value_of<X>;
};
template <class X>
concept ANumber = std::is_arithmetic_v<X>;
template <class A, class B>
concept Operands = (AHandle<A> && AHandle<B>) || (AHandle<A> && ANumber<B>) || (ANumber<A> && AHandle<B>);

/// The type of A next to B: a number is a scalar of B's component type.
template <class A, class B>
struct TypeBeside {};
template <AHandle A, class B>
struct TypeBeside<A, B> {
  using type = value_of<A>;
};
template <ANumber A, AHandle B>
struct TypeBeside<A, B> {
  using type = scalar_of<value_of<B>>;
};
template <class A, class B>
using type_beside = typename TypeBeside<A, B>::type;

template <class T, class X>
NodePtr to_node(X value) {
  if constexpr (AHandle<X>)
    return Expr<T>(std::move(value)).node();
  else
    return Expr<T>(value).node();
}

/// The type of an arithmetic operation; none where WGSL has no such operation.
template <class A, class B>
struct Arithmetic {};
template <class T>
requires(is_componentwise<T> && !std::is_same_v<scalar_of<T>, bool>) struct Arithmetic<T, T> {
  using type = T;
};
template <class T, unsigned N>
struct Arithmetic<Vec<T, N>, T> {
  using type = Vec<T, N>;
};
template <class T, unsigned N>
struct Arithmetic<T, Vec<T, N>> {
  using type = Vec<T, N>;
};

/// The type of a sum or difference.
template <class A, class B>
struct Sum : Arithmetic<A, B> {};
template <class T, unsigned C, unsigned R>
struct Sum<Mat<T, C, R>, Mat<T, C, R>> {
  using type = Mat<T, C, R>;
};

/// The type of a product.
template <class A, class B>
struct Product : Arithmetic<A, B> {};
template <class T, unsigned K, unsigned R, unsigned C>
struct Product<Mat<T, K, R>, Mat<T, C, K>> {
  using type = Mat<T, C, R>;
};
template <class T, unsigned C, unsigned R>
struct Product<Mat<T, C, R>, Vec<T, C>> {
  using type = Vec<T, R>;
};
template <class T, unsigned C, unsigned R>
struct Product<Vec<T, R>, Mat<T, C, R>> {
  using type = Vec<T, C>;
};
template <class T, unsigned C, unsigned R>
struct Product<Mat<T, C, R>, T> {
  using type = Mat<T, C, R>;
};
template <class T, unsigned C, unsigned R>
struct Product<T, Mat<T, C, R>> {
  using type = Mat<T, C, R>;
};

template <class T, class U>
struct Bitwise {};
template <class T>
requires(is_integer<scalar_of<T>> || std::is_same_v<scalar_of<T>, bool>) struct Bitwise<T, T> {
  using type = T;
};

template <class T, class U>
struct Comparison {};
template <class T>
requires is_componentwise<T>
struct Comparison<T, T> {
  using type = rebind<T, bool>;
};

template <template <class, class> class Rule, class A, class B>
using operation = typename Rule<type_beside<A, B>, type_beside<B, A>>::type;

template <template <class, class> class Rule, class A, class B>
Expr<operation<Rule, A, B>> operate(std::string_view op, A a, B b) {
  return Expr<operation<Rule, A, B>>(
      binary(op, to_node<type_beside<A, B>>(std::move(a)), to_node<type_beside<B, A>>(std::move(b))));
}

/// The count of a shift, as wide as what is shifted.
template <class T, class X>
NodePtr shift_count(X count) {
  using Count = rebind<T, u32>;
  if constexpr (AHandle<X>) {
    if constexpr (std::is_same_v<value_of<X>, Count>) return to_node<Count>(std::move(count));
  }
  NodePtr scalar = to_node<u32>(std::move(count));
  if constexpr (is_vector<T>) return construct(TypeText<Count>::get(), {std::move(scalar)});
  return scalar;
}

}  // namespace detail

#define SLIPWAY_BUILD_BINARY(op, Rule)                                      \
  template <class A, class B>                                               \
  requires detail::Operands<A, B>                                           \
  auto operator op(A a, B b)->Expr<detail::operation<detail::Rule, A, B>> { \
    return detail::operate<detail::Rule>(#op, std::move(a), std::move(b));  \
  }
SLIPWAY_BUILD_BINARY(+, Sum)
SLIPWAY_BUILD_BINARY(-, Sum)
SLIPWAY_BUILD_BINARY(*, Product)
SLIPWAY_BUILD_BINARY(/, Arithmetic)
SLIPWAY_BUILD_BINARY(%, Arithmetic)
SLIPWAY_BUILD_BINARY(&, Bitwise)
SLIPWAY_BUILD_BINARY(|, Bitwise)
SLIPWAY_BUILD_BINARY(^, Bitwise)
SLIPWAY_BUILD_BINARY(==, Comparison)
SLIPWAY_BUILD_BINARY(!=, Comparison)
SLIPWAY_BUILD_BINARY(<, Comparison)
SLIPWAY_BUILD_BINARY(<=, Comparison)
SLIPWAY_BUILD_BINARY(>, Comparison)
SLIPWAY_BUILD_BINARY(>=, Comparison)
#undef SLIPWAY_BUILD_BINARY

#define SLIPWAY_BUILD_SHIFT(op)                                                                           \
  template <detail::AHandle A, class B>                                                                   \
  requires(detail::is_integer<detail::scalar_of<detail::value_of<A>>>) auto operator op(A a, B count)     \
      ->Expr<detail::value_of<A>> {                                                                       \
    using T = detail::value_of<A>;                                                                        \
    return Expr<T>(                                                                                       \
        detail::binary(#op, detail::to_node<T>(std::move(a)), detail::shift_count<T>(std::move(count)))); \
  }
SLIPWAY_BUILD_SHIFT(<<)
SLIPWAY_BUILD_SHIFT(>>)
#undef SLIPWAY_BUILD_SHIFT

/// What the right side calls is called whatever the left side says: see ProgramBuilder::if_ for what shall
/// happen on one side only.
template <class A, class B>
requires(std::is_same_v<detail::value_of<A>, bool>&& std::is_same_v<detail::value_of<B>, bool>) Expr<bool>
operator&&(A a, B b) {
  return Expr<bool>(
      detail::binary("&&", detail::to_node<bool>(std::move(a)), detail::to_node<bool>(std::move(b))));
}
template <class A, class B>
requires(std::is_same_v<detail::value_of<A>, bool>&& std::is_same_v<detail::value_of<B>, bool>) Expr<bool>
operator||(A a, B b) {
  return Expr<bool>(
      detail::binary("||", detail::to_node<bool>(std::move(a)), detail::to_node<bool>(std::move(b))));
}

#define SLIPWAY_BUILD_UNARY(op, condition)                                \
  template <detail::AHandle A>                                            \
  requires(condition) auto operator op(A a)->Expr<detail::value_of<A>> {  \
    using T = detail::value_of<A>;                                        \
    return Expr<T>(detail::unary(#op, detail::to_node<T>(std::move(a)))); \
  }
SLIPWAY_BUILD_UNARY(-, (!std::is_same_v<detail::scalar_of<detail::value_of<A>>, bool> &&
                        !std::is_same_v<detail::scalar_of<detail::value_of<A>>, u32>))
SLIPWAY_BUILD_UNARY(~, detail::is_integer<detail::scalar_of<detail::value_of<A>>>)
SLIPWAY_BUILD_UNARY(!, (std::is_same_v<detail::scalar_of<detail::value_of<A>>, bool>))
#undef SLIPWAY_BUILD_UNARY

// `place op= value`, where the operation gives the place's type.
#define SLIPWAY_BUILD_ASSIGN(op, Rule)                                                          \
  template <class T, class B>                                                                   \
  requires(std::is_same_v<detail::operation<detail::Rule, Expr<T>, B>, T>) void operator op##=( \
      const Ref<T>& place, B value) {                                                           \
    detail::assign(place.node(), #op "=",                                                       \
                   detail::to_node<detail::type_beside<B, Expr<T>>>(std::move(value)));         \
  }                                                                                             \
  template <class T, class B>                                                                   \
  requires(std::is_same_v<detail::operation<detail::Rule, Expr<T>, B>, T>) void operator op##=( \
      Ref<T>&& place, B value) {                                                                \
    detail::assign(std::move(place).node(), #op "=",                                            \
                   detail::to_node<detail::type_beside<B, Expr<T>>>(std::move(value)));         \
  }
SLIPWAY_BUILD_ASSIGN(+, Sum)
SLIPWAY_BUILD_ASSIGN(-, Sum)
SLIPWAY_BUILD_ASSIGN(*, Product)
SLIPWAY_BUILD_ASSIGN(/, Arithmetic)
SLIPWAY_BUILD_ASSIGN(%, Arithmetic)
SLIPWAY_BUILD_ASSIGN(&, Bitwise)
SLIPWAY_BUILD_ASSIGN(|, Bitwise)
SLIPWAY_BUILD_ASSIGN(^, Bitwise)
#undef SLIPWAY_BUILD_ASSIGN

#define SLIPWAY_BUILD_SHIFT_ASSIGN(op)                                                                   \
  template <class T, class B>                                                                            \
  requires(detail::is_integer<detail::scalar_of<T>>) void operator op##=(const Ref<T>& place, B count) { \
    detail::assign(place.node(), #op "=", detail::shift_count<T>(std::move(count)));                     \
  }                                                                                                      \
  template <class T, class B>                                                                            \
  requires(detail::is_integer<detail::scalar_of<T>>) void operator op##=(Ref<T>&& place, B count) {      \
    detail::assign(std::move(place).node(), #op "=", detail::shift_count<T>(std::move(count)));          \
  }
SLIPWAY_BUILD_SHIFT_ASSIGN(<<)
SLIPWAY_BUILD_SHIFT_ASSIGN(>>)
#undef SLIPWAY_BUILD_SHIFT_ASSIGN

/// `value_of<X>` converted to T: scalar to scalar, vector to vector of as many components, matrix likewise.
template <class T, detail::AHandle X>
Expr<T> cast(X value) {
  return Expr<T>(detail::construct(detail::TypeText<T>::get(),
                                   {detail::to_node<detail::value_of<X>>(std::move(value))}));
}
/// The same bits as a T.
template <class T, detail::AHandle X>
Expr<T> bitcast(X value) {
  return Expr<T>(detail::builtin("bitcast<" + detail::TypeText<T>::get() + ">",
                                 {detail::to_node<detail::value_of<X>>(std::move(value))}));
}
/// `T(parts…)`: a vector from scalars and vectors, or from one scalar for all components; a matrix from its
/// columns; an array or a structure from all its parts; the zero of T from nothing.
template <class T, class... X>
Expr<T> make(X... parts) {
  std::vector<detail::NodePtr> arguments;
  const auto add = [&]<class P>(P part) {
    if constexpr (detail::AHandle<P>)
      arguments.push_back(detail::to_node<detail::value_of<P>>(std::move(part)));
    else if constexpr (detail::is_scalar<T> || !std::is_same_v<detail::scalar_of<T>, T>)
      arguments.push_back(detail::to_node<detail::scalar_of<T>>(part));
    else
      arguments.push_back(detail::to_node<std::conditional_t<std::is_same_v<P, double>, float, P>>(part));
  };
  (add(std::move(parts)), ...);
  return Expr<T>(detail::construct(detail::TypeText<T>::get(), std::move(arguments)));
}
/// Vectors from scalars of which the first is an Expr.
template <class T>
Expr<Vec<T, 2>> vec2(Expr<T> x, std::type_identity_t<Expr<T>> y) {
  return make<Vec<T, 2>>(std::move(x), std::move(y));
}
template <class T>
Expr<Vec<T, 3>> vec3(Expr<T> x, std::type_identity_t<Expr<T>> y, std::type_identity_t<Expr<T>> z) {
  return make<Vec<T, 3>>(std::move(x), std::move(y), std::move(z));
}
template <class T>
Expr<Vec<T, 4>> vec4(Expr<T> x, std::type_identity_t<Expr<T>> y, std::type_identity_t<Expr<T>> z,
                     std::type_identity_t<Expr<T>> w) {
  return make<Vec<T, 4>>(std::move(x), std::move(y), std::move(z), std::move(w));
}

/// `if_true` where `condition` holds, else `if_false`; both are evaluated.
template <class A, class B>
requires detail::Operands<A, B>
auto select(A if_false, B if_true, Expr<bool> condition) -> Expr<detail::type_beside<A, B>> {
  using T = detail::type_beside<A, B>;
  return Expr<T>(
      detail::builtin("select", {detail::to_node<T>(std::move(if_false)),
                                 detail::to_node<T>(std::move(if_true)), std::move(condition).node()}));
}

// Builtin functions whose arguments and result are of one type. A number beside a handle is of its type.
#define SLIPWAY_BUILD_SAME1(name, wgsl)                                        \
  template <detail::AHandle A>                                                 \
  auto name(A a)->Expr<detail::value_of<A>> {                                  \
    using T = detail::value_of<A>;                                             \
    return Expr<T>(detail::builtin(wgsl, {detail::to_node<T>(std::move(a))})); \
  }
#define SLIPWAY_BUILD_SAME2(name, wgsl)                                                               \
  template <class A, class B>                                                                         \
  requires detail::Operands<A, B>                                                                     \
  auto name(A a, B b)->Expr<detail::type_beside<A, B>> {                                              \
    using T = detail::type_beside<A, B>;                                                              \
    return Expr<T>(                                                                                   \
        detail::builtin(wgsl, {detail::to_node<T>(std::move(a)), detail::to_node<T>(std::move(b))})); \
  }
#define SLIPWAY_BUILD_SAME3(name, wgsl)                                                       \
  template <detail::AHandle A>                                                                \
  auto name(A a, std::type_identity_t<Expr<detail::value_of<A>>> b,                           \
            std::type_identity_t<Expr<detail::value_of<A>>> c)                                \
      ->Expr<detail::value_of<A>> {                                                           \
    using T = detail::value_of<A>;                                                            \
    return Expr<T>(detail::builtin(                                                           \
        wgsl, {detail::to_node<T>(std::move(a)), std::move(b).node(), std::move(c).node()})); \
  }
SLIPWAY_BUILD_SAME1(abs, "abs")
SLIPWAY_BUILD_SAME1(sign, "sign")
SLIPWAY_BUILD_SAME1(floor, "floor")
SLIPWAY_BUILD_SAME1(ceil, "ceil")
SLIPWAY_BUILD_SAME1(round, "round")
SLIPWAY_BUILD_SAME1(trunc, "trunc")
SLIPWAY_BUILD_SAME1(fract, "fract")
SLIPWAY_BUILD_SAME1(saturate, "saturate")
SLIPWAY_BUILD_SAME1(sqrt, "sqrt")
SLIPWAY_BUILD_SAME1(inverse_sqrt, "inverseSqrt")
SLIPWAY_BUILD_SAME1(exp, "exp")
SLIPWAY_BUILD_SAME1(exp2, "exp2")
SLIPWAY_BUILD_SAME1(log, "log")
SLIPWAY_BUILD_SAME1(log2, "log2")
SLIPWAY_BUILD_SAME1(sin, "sin")
SLIPWAY_BUILD_SAME1(cos, "cos")
SLIPWAY_BUILD_SAME1(tan, "tan")
SLIPWAY_BUILD_SAME1(tanh, "tanh")
SLIPWAY_BUILD_SAME1(normalize, "normalize")
SLIPWAY_BUILD_SAME1(count_one_bits, "countOneBits")
SLIPWAY_BUILD_SAME1(count_leading_zeros, "countLeadingZeros")
SLIPWAY_BUILD_SAME1(count_trailing_zeros, "countTrailingZeros")
SLIPWAY_BUILD_SAME1(first_leading_bit, "firstLeadingBit")
SLIPWAY_BUILD_SAME1(first_trailing_bit, "firstTrailingBit")
SLIPWAY_BUILD_SAME1(reverse_bits, "reverseBits")
SLIPWAY_BUILD_SAME2(min, "min")
SLIPWAY_BUILD_SAME2(max, "max")
SLIPWAY_BUILD_SAME2(pow, "pow")
SLIPWAY_BUILD_SAME2(atan2, "atan2")
SLIPWAY_BUILD_SAME2(step, "step")
SLIPWAY_BUILD_SAME2(cross, "cross")
SLIPWAY_BUILD_SAME2(reflect, "reflect")
SLIPWAY_BUILD_SAME3(clamp, "clamp")
SLIPWAY_BUILD_SAME3(fma, "fma")
SLIPWAY_BUILD_SAME3(mix, "mix")
SLIPWAY_BUILD_SAME3(smoothstep, "smoothstep")
#undef SLIPWAY_BUILD_SAME1
#undef SLIPWAY_BUILD_SAME2
#undef SLIPWAY_BUILD_SAME3

#define SLIPWAY_BUILD_TO_SCALAR1(name, Result)                                                         \
  template <detail::AHandle A>                                                                         \
  auto name(A a)->Expr<Result> {                                                                       \
    return Expr<Result>(detail::builtin(#name, {detail::to_node<detail::value_of<A>>(std::move(a))})); \
  }
SLIPWAY_BUILD_TO_SCALAR1(all, bool)
SLIPWAY_BUILD_TO_SCALAR1(any, bool)
SLIPWAY_BUILD_TO_SCALAR1(length, detail::scalar_of<detail::value_of<A>>)
#undef SLIPWAY_BUILD_TO_SCALAR1

template <detail::AHandle A>
auto dot(A a, std::type_identity_t<Expr<detail::value_of<A>>> b)
    -> Expr<detail::scalar_of<detail::value_of<A>>> {
  using T = detail::value_of<A>;
  return Expr<detail::scalar_of<T>>(
      detail::builtin("dot", {detail::to_node<T>(std::move(a)), std::move(b).node()}));
}

}  // namespace slipway::build
