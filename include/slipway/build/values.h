// Handles of programs that are built in C++: values and references.
//
// An Expr is a value. Operators and functions on it make new values; what they make is part of the statement
// that uses it, or, where the program keeps a handle on it, a value computed before the next statement and
// once. A Ref names memory: reading it makes an Expr, and the read happens where the C++ program converts it.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <slipway/build/types.h>

namespace slipway::build {

template <class T>
class Expr;
template <class T>
class Ref;

namespace detail {

class Node;
class Recorder;
using NodePtr = std::shared_ptr<Node>;

enum class ScalarKind : std::uint8_t { boolean, i32, u32, f32, f16 };
template <class T>
constexpr ScalarKind scalar_kind() {
  if constexpr (std::is_same_v<T, i32>) return ScalarKind::i32;
  if constexpr (std::is_same_v<T, u32>) return ScalarKind::u32;
  if constexpr (std::is_same_v<T, float>) return ScalarKind::f32;
  if constexpr (std::is_same_v<T, Half>) return ScalarKind::f16;
  return ScalarKind::boolean;
}

NodePtr integer_literal(ScalarKind kind, long long value);
NodePtr natural_literal(ScalarKind kind, unsigned long long value);
NodePtr float_literal(ScalarKind kind, double value);
NodePtr boolean_literal(bool value);

NodePtr unary(std::string_view op, NodePtr operand);
NodePtr binary(std::string_view op, NodePtr left, NodePtr right);
/// `type(arguments…)`.
NodePtr construct(const std::string& type, std::vector<NodePtr> arguments);
/// A call of a builtin function. Where `result` is not empty the value must be of that type.
NodePtr builtin(std::string_view function, std::vector<NodePtr> arguments, std::string result = {});
NodePtr element(NodePtr composite, NodePtr index);
NodePtr member(NodePtr composite, std::string_view name);
NodePtr load(NodePtr place);
/// `&place`, as an argument.
NodePtr address(NodePtr place);
/// `place op value;`
void assign(NodePtr place, std::string_view op, NodePtr value);

/// Stands for the node of a handle that was moved from; using it is reported.
const NodePtr& moved_from();

/// What every handle is: a share of a node of the program.
class Handle {
 public:
  explicit Handle(NodePtr node) : node_(std::move(node)) {}
  [[nodiscard]] const NodePtr& node() const& { return node_ ? node_ : moved_from(); }
  [[nodiscard]] NodePtr node() && {
    if (!node_) return moved_from();
    return std::move(node_);
  }

 protected:
  NodePtr node_;
};

/// A C++ number that can be the value of a scalar T: integers are not made from floats, nor bools mixed in.
template <class V, class T>
concept LiteralOf = std::is_arithmetic_v<V> && is_scalar<T> &&
    (std::is_same_v<T, bool> ? std::is_same_v<V, bool>
                             : !std::is_same_v<V, bool> && (is_float<T> || std::is_integral_v<V>));

template <class T, class V>
NodePtr literal(V value) {
  if constexpr (std::is_same_v<V, bool>)
    return boolean_literal(value);
  else if constexpr (std::is_floating_point_v<V>)
    return float_literal(scalar_kind<T>(), static_cast<double>(value));
  else if constexpr (std::is_signed_v<V>)
    return integer_literal(scalar_kind<T>(), static_cast<long long>(value));
  else
    return natural_literal(scalar_kind<T>(), static_cast<unsigned long long>(value));
}

/// An index: i32 or u32, or a C++ integer.
class Index {
 public:
  Index(Expr<i32> index);
  Index(Expr<u32> index);
  template <class T>
  requires is_integer<std::remove_const_t<T>> Index(const Ref<T>& index) : node(load(index.node())) {}
  template <std::integral V>
  requires(!std::is_same_v<V, bool>) Index(V value)
      : node(literal<std::conditional_t<std::is_signed_v<V>, i32, u32>>(value)) {}
  NodePtr node;
};

// How the parts of a value or of a reference are named.
struct AsExpr {
  template <class T>
  using to = Expr<T>;
};
struct AsRef {
  template <class T>
  using to = Ref<T>;
};
struct AsConstRef {
  template <class T>
  using to = Ref<const T>;
};

}  // namespace detail

/// A member of the structure S, made by StructureBuilder::member; `value[member]` names that part.
template <class S, class T>
class Member {
 public:
  explicit Member(std::string name) : name_(std::move(name)) {}
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  std::string name_;
};

template <class T>
struct Exchange;

namespace detail {

/// What can be named inside a T; of structures: members.
template <class T, class As>
class Parts : public Handle {
 public:
  using Handle::Handle;
  template <class U>
  [[nodiscard]] typename As::template to<U> operator[](const Member<T, U>& member) const& {
    return typename As::template to<U>(detail::member(node_, member.name()));
  }
  template <class U>
  [[nodiscard]] typename As::template to<U> operator[](const Member<T, U>& member) && {
    return typename As::template to<U>(detail::member(std::move(node_), member.name()));
  }
};

template <class T, unsigned N, class As>
class Parts<Vec<T, N>, As> : public Handle {
 public:
  using Handle::Handle;
  using Component = typename As::template to<T>;
  [[nodiscard]] Component x() const& { return Component(member(node_, "x")); }
  [[nodiscard]] Component x() && { return Component(member(std::move(node_), "x")); }
  [[nodiscard]] Component y() const& { return Component(member(node_, "y")); }
  [[nodiscard]] Component y() && { return Component(member(std::move(node_), "y")); }
  [[nodiscard]] Component z() const& requires(N > 2) { return Component(member(node_, "z")); }
  [[nodiscard]] Component z() && requires(N > 2) { return Component(member(std::move(node_), "z")); }
  [[nodiscard]] Component w() const& requires(N > 3) { return Component(member(node_, "w")); }
  [[nodiscard]] Component w() && requires(N > 3) { return Component(member(std::move(node_), "w")); }
  [[nodiscard]] Component operator[](Index index) const& {
    return Component(element(node_, std::move(index.node)));
  }
  [[nodiscard]] Component operator[](Index index) && {
    return Component(element(std::move(node_), std::move(index.node)));
  }
  /// `v.swizzle<'z', 'x'>()` is a new vector of those components.
  template <char... Names>
  requires(sizeof...(Names) >= 2 && sizeof...(Names) <= 4)
      [[nodiscard]] Expr<Vec<T, sizeof...(Names)>> swizzle() const {
    static_assert(((std::string_view("xyzw").substr(0, N).find(Names) < N) && ...), "components are of xyzw");
    const char names[] = {Names..., '\0'};
    NodePtr vector = std::is_same_v<As, AsExpr> ? node_ : load(node_);
    return Expr<Vec<T, sizeof...(Names)>>(member(std::move(vector), names));
  }
};

template <class T, unsigned C, unsigned R, class As>
class Parts<Mat<T, C, R>, As> : public Handle {
 public:
  using Handle::Handle;
  using Column = typename As::template to<Vec<T, R>>;
  [[nodiscard]] Column operator[](Index index) const& {
    return Column(element(node_, std::move(index.node)));
  }
  [[nodiscard]] Column operator[](Index index) && {
    return Column(element(std::move(node_), std::move(index.node)));
  }
};

template <class T, class As>
class Elements : public Handle {
 public:
  using Handle::Handle;
  using Element = typename As::template to<T>;
  [[nodiscard]] Element operator[](Index index) const& {
    return Element(element(this->node_, std::move(index.node)));
  }
  [[nodiscard]] Element operator[](Index index) && {
    return Element(element(std::move(this->node_), std::move(index.node)));
  }
};

template <class T, u32 N, class As>
class Parts<Array<T, N>, As> : public Elements<T, As> {
 public:
  using Elements<T, As>::Elements;
};
template <class T, class As>
class Parts<OverrideArray<T>, As> : public Elements<T, As> {
 public:
  using Elements<T, As>::Elements;
};
template <class T, class As>
class Parts<RuntimeArray<T>, As> : public Elements<T, As> {
 public:
  using Elements<T, As>::Elements;
  /// In elements.
  [[nodiscard]] Expr<u32> length() const;
};

/// Atomics are only used where they are.
template <class T>
class Parts<Atomic<T>, AsRef> : public Handle {
 public:
  using Handle::Handle;
  [[nodiscard]] Expr<T> load() const { return call("atomicLoad"); }
  void store(Expr<T> value) const { (void)call("atomicStore", std::move(value)); }
  // Each gives the value from before.
  Expr<T> add(Expr<T> value) const { return call("atomicAdd", std::move(value)); }
  Expr<T> sub(Expr<T> value) const { return call("atomicSub", std::move(value)); }
  Expr<T> max(Expr<T> value) const { return call("atomicMax", std::move(value)); }
  Expr<T> min(Expr<T> value) const { return call("atomicMin", std::move(value)); }
  Expr<T> bit_and(Expr<T> value) const { return call("atomicAnd", std::move(value)); }
  Expr<T> bit_or(Expr<T> value) const { return call("atomicOr", std::move(value)); }
  Expr<T> bit_xor(Expr<T> value) const { return call("atomicXor", std::move(value)); }
  Expr<T> exchange(Expr<T> value) const { return call("atomicExchange", std::move(value)); }
  Exchange<T> compare_exchange(Expr<T> expected, Expr<T> desired) const;

 private:
  template <class... Values>
  Expr<T> call(std::string_view function, Values... values) const {
    std::vector<NodePtr> arguments{address(node_)};
    (arguments.push_back(std::move(values).node()), ...);
    return Expr<T>(builtin(function, std::move(arguments)));
  }
};

}  // namespace detail

/// A value of type T. Copies share it. C++ numbers convert to constants of scalar types; one that T cannot
/// hold is reported by ProgramBuilder::build.
template <class T>
class Expr : public detail::Parts<T, detail::AsExpr> {
 public:
  explicit Expr(detail::NodePtr node) : detail::Parts<T, detail::AsExpr>(std::move(node)) {}
  template <detail::LiteralOf<T> V>
  Expr(V value) : Expr(detail::literal<T>(value)) {}
};

/// Memory that holds a T: a variable, or a part of one. Assigning writes it; converting to Expr<T> reads it.
/// Copying a Ref makes another name of the same memory. `Ref<const T>` can only be read.
template <class T>
class Ref : public detail::Parts<T, detail::AsRef> {
 public:
  explicit Ref(detail::NodePtr node) : detail::Parts<T, detail::AsRef>(std::move(node)) {}
  Ref(const Ref&) = default;
  Ref(Ref&&) noexcept = default;
  ~Ref() = default;

  operator Expr<T>() const& requires(detail::is_loadable<T>) { return Expr<T>(detail::load(this->node_)); }
  operator Expr<T>() && requires(detail::is_loadable<T>) {
    return Expr<T>(detail::load(std::move(this->node_)));
  }

  const Ref& operator=(Expr<T> value) const& { return assign(this->node_, "=", std::move(value)); }
  void operator=(Expr<T> value) && { detail::assign(std::move(this->node_), "=", std::move(value).node()); }
  Ref& operator=(const Ref& other) & requires(detail::is_loadable<T>) {
    return *this = Expr<T>(other), *this;
  }
  void operator=(const Ref& other) && requires(detail::is_loadable<T>) { std::move(*this) = Expr<T>(other); }

 private:
  const Ref& assign(detail::NodePtr place, std::string_view op, Expr<T> value) const {
    detail::assign(std::move(place), op, std::move(value).node());
    return *this;
  }
};

template <class T>
class Ref<const T> : public detail::Parts<T, detail::AsConstRef> {
 public:
  explicit Ref(detail::NodePtr node) : detail::Parts<T, detail::AsConstRef>(std::move(node)) {}
  Ref(const Ref<T>& other) : Ref(other.node()) {}
  operator Expr<T>() const& requires(detail::is_loadable<T>) { return Expr<T>(detail::load(this->node_)); }
  operator Expr<T>() && requires(detail::is_loadable<T>) {
    return Expr<T>(detail::load(std::move(this->node_)));
  }
};

/// What atomicCompareExchangeWeak gives.
template <class T>
struct Exchange {
  Expr<T> old_value;
  Expr<bool> exchanged;
};

namespace detail {

inline Index::Index(Expr<i32> index) : node(std::move(index).node()) {}
inline Index::Index(Expr<u32> index) : node(std::move(index).node()) {}

template <class T>
Exchange<T> Parts<Atomic<T>, AsRef>::compare_exchange(Expr<T> expected, Expr<T> desired) const {
  NodePtr both = call("atomicCompareExchangeWeak", std::move(expected), std::move(desired)).node();
  return {Expr<T>(member(both, "old_value")), Expr<bool>(member(both, "exchanged"))};
}

template <class T, class As>
Expr<u32> Parts<RuntimeArray<T>, As>::length() const {
  return Expr<u32>(builtin("arrayLength", {address(this->node_)}));
}

}  // namespace detail
}  // namespace slipway::build
