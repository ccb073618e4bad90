// Programs built in C++ instead of written as text; docs/program-builder.md is the guide.
//
// A ProgramBuilder records declarations and, while the body of a function runs, statements. What it makes is
// WGSL and is read like any other: the rules, the semantics, the diagnostics and the identity are the same.
#pragma once

#include <array>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <slipway/build/operators.h>
#include <slipway/build/types.h>
#include <slipway/build/values.h>
#include <slipway/program.h>
#include <slipway/result.h>

namespace slipway {

class ProgramBuilder;

/// Group and number of a buffer.
struct BindingPoint {
  std::uint32_t group = 0;
  std::uint32_t binding = 0;
};

namespace build {

/// An argument of a function: a value, or for a Pointer parameter the memory that it points to.
template <class P>
struct Argument {
  using type = Expr<P>;
};
template <class T, Space S>
struct Argument<Pointer<T, S>> {
  using type = Ref<T>;
};

namespace detail {

struct ParameterText {
  std::string name;
  std::string type;
  bool is_pointer = false;
};
template <class P>
inline constexpr bool is_pointer = false;
template <class T, Space S>
inline constexpr bool is_pointer<Pointer<T, S>> = true;

/// A call of a function of the program that gives a value.
NodePtr call(const NodePtr& function, std::vector<NodePtr> arguments);
/// A call statement.
void call_statement(const NodePtr& function, std::vector<NodePtr> arguments);

/// Something of a recorder that is open until the guard goes.
class [[nodiscard]] Opened {
 public:
  Opened(std::shared_ptr<Recorder> recorder, NodePtr node, std::vector<NodePtr> parameters)
      : node_(std::move(node)), parameters_(std::move(parameters)), recorder_(std::move(recorder)) {}
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;
  ~Opened();
  [[nodiscard]] const NodePtr& node() const { return node_; }
  [[nodiscard]] const std::vector<NodePtr>& parameters() const { return parameters_; }

 private:
  NodePtr node_;
  std::vector<NodePtr> parameters_;
  std::shared_ptr<Recorder> recorder_;
};

}  // namespace detail

/// A function of the program; calling the handle is calling the function.
template <class Signature>
class Function;
template <class R, class... P>
class Function<R(P...)> : public detail::Handle {
 public:
  using Handle::Handle;
  auto operator()(typename Argument<P>::type... arguments) const {
    std::vector<detail::NodePtr> nodes;
    (nodes.push_back(argument<P>(std::move(arguments))), ...);
    if constexpr (std::is_void_v<R>)
      detail::call_statement(node_, std::move(nodes));
    else
      return Expr<R>(detail::call(node_, std::move(nodes)));
  }

 private:
  template <class Parameter, class A>
  static detail::NodePtr argument(A value) {
    if constexpr (detail::is_pointer<Parameter>)
      return detail::address(std::move(value).node());
    else
      return std::move(value).node();
  }
};

/// Describes the members of the structure S in their order.
template <class S>
class StructureBuilder {
 public:
  /// `align` and `size`, in bytes, are WGSL's attributes; 0 leaves them out.
  template <class T>
  Member<S, T> member(std::string_view name, std::uint32_t align = 0, std::uint32_t size = 0);

 private:
  friend class slipway::ProgramBuilder;
  explicit StructureBuilder(std::shared_ptr<detail::Recorder> recorder) : recorder_(std::move(recorder)) {}
  std::shared_ptr<detail::Recorder> recorder_;
};

/// The inputs of an entry point, inside its body.
class EntryPoint {
 public:
  [[nodiscard]] Expr<Vec3<u32>> global_invocation_id() const;
  [[nodiscard]] Expr<Vec3<u32>> local_invocation_id() const;
  [[nodiscard]] Expr<u32> local_invocation_index() const;
  [[nodiscard]] Expr<Vec3<u32>> workgroup_id() const;
  [[nodiscard]] Expr<Vec3<u32>> num_workgroups() const;
  [[nodiscard]] Expr<u32> subgroup_invocation_id() const;
  [[nodiscard]] Expr<u32> subgroup_size() const;

 private:
  friend class slipway::ProgramBuilder;
  explicit EntryPoint(std::shared_ptr<detail::Recorder> recorder) : recorder_(std::move(recorder)) {}
  std::shared_ptr<detail::Recorder> recorder_;
};

/// Invocations of a workgroup along x, y and z: numbers, constants or overrides.
struct WorkgroupSize {
  Expr<u32> x = 1U;
  Expr<u32> y = 1U;
  Expr<u32> z = 1U;
};

using Block = std::function<void()>;

/// The cases of a switch, inside its body. They do not fall through.
template <class T>
class Switch {
 public:
  void case_(Expr<T> selector, const Block& body) const { add({std::move(selector)}, false, body); }
  /// One case for several constants.
  void case_(std::initializer_list<Expr<T>> selectors, const Block& body) const {
    add(selectors, false, body);
  }
  void default_(const Block& body) const { add({}, true, body); }

 private:
  friend class slipway::ProgramBuilder;
  explicit Switch(std::shared_ptr<detail::Recorder> recorder) : recorder_(std::move(recorder)) {}
  void add(std::initializer_list<Expr<T>> selectors, bool is_default, const Block& body) const;
  std::shared_ptr<detail::Recorder> recorder_;
};

namespace detail {

// What the templates below record with.
void add_member(Recorder& recorder, std::string_view name, const std::string& type, std::uint32_t align,
                std::uint32_t size);
void add_case(Recorder& recorder, std::vector<NodePtr> selectors, bool is_default, const Block& body);

}  // namespace detail

template <class S>
template <class T>
Member<S, T> StructureBuilder<S>::member(std::string_view name, std::uint32_t align, std::uint32_t size) {
  detail::add_member(*recorder_, name, detail::TypeText<T>::get(), align, size);
  return Member<S, T>(std::string(name));
}

template <class T>
void Switch<T>::add(std::initializer_list<Expr<T>> selectors, bool is_default, const Block& body) const {
  std::vector<detail::NodePtr> nodes;
  for (const Expr<T>& selector : selectors) nodes.push_back(selector.node());
  detail::add_case(*recorder_, std::move(nodes), is_default, body);
}

}  // namespace build

/// Records one program. Not for several threads at once. Misuse never throws or aborts: it is remembered,
/// what follows from it is ignored, and build() reports it. Names are WGSL identifiers; those of function
/// variables and values need not be unique.
class ProgramBuilder {
 public:
  template <class T>
  using Expr = build::Expr<T>;
  template <class T>
  using Ref = build::Ref<T>;
  using Block = build::Block;

  /// `name` stands for the program in messages, as a file's name does.
  explicit ProgramBuilder(std::string_view name);
  ProgramBuilder(const ProgramBuilder&) = delete;
  ProgramBuilder& operator=(const ProgramBuilder&) = delete;
  ~ProgramBuilder();

  /// The program with the entry point named, or with its only one. All that is wrong is in one
  /// `invalid_program` error: misuse of the builder with rules `builder.…`, else what the reader finds, at
  /// its place in to_wgsl(). May be called again, and after more was recorded.
  [[nodiscard]] Result<Program> build(std::string_view entry_point = {}) const;
  /// The program as WGSL. Reading it gives the program that build() gives.
  [[nodiscard]] Result<std::string> to_wgsl() const;

  // ---- Declarations ----

  /// `array<T>` that can be read, or read and written. Without a binding point: group 0, the lowest number
  /// that no earlier declaration has.
  template <class T>
  Ref<const build::RuntimeArray<T>> storage_read(std::string_view name, std::optional<BindingPoint> at = {}) {
    return storage_value_read<build::RuntimeArray<T>>(name, at);
  }
  template <class T>
  Ref<build::RuntimeArray<T>> storage(std::string_view name, std::optional<BindingPoint> at = {}) {
    return storage_value<build::RuntimeArray<T>>(name, at);
  }
  /// One T: a structure, an atomic, an array of fixed size.
  template <class T>
  Ref<const T> storage_value_read(std::string_view name, std::optional<BindingPoint> at = {}) {
    return Ref<const T>(declare_buffer("storage, read", name, build::detail::TypeText<T>::get(), at));
  }
  template <class T>
  Ref<T> storage_value(std::string_view name, std::optional<BindingPoint> at = {}) {
    return Ref<T>(declare_buffer("storage, read_write", name, build::detail::TypeText<T>::get(), at));
  }
  template <class T>
  Ref<const T> uniform(std::string_view name, std::optional<BindingPoint> at = {}) {
    return Ref<const T>(declare_buffer("uniform", name, build::detail::TypeText<T>::get(), at));
  }
  /// Memory that a workgroup shares; zero at its start.
  template <class T>
  Ref<T> workgroup(std::string_view name) {
    return Ref<T>(declare_variable("workgroup", name, build::detail::TypeText<T>::get(), nullptr));
  }
  /// As many elements as a constant or an override says.
  template <class T>
  Ref<build::OverrideArray<T>> workgroup_array(std::string_view name, Expr<std::uint32_t> count) {
    return Ref<build::OverrideArray<T>>(
        declare_array("workgroup", name, build::detail::TypeText<T>::get(), std::move(count).node()));
  }
  /// Memory of one invocation, across its functions; zero where no constant is given.
  template <class T>
  Ref<T> private_(std::string_view name, const std::optional<Expr<T>>& initial = {}) {
    return Ref<T>(
        declare_variable("private", name, build::detail::TypeText<T>::get(), optional_node(initial)));
  }
  /// A named constant; `value` is made of constants.
  template <class T>
  Expr<T> constant(std::string_view name, std::type_identity_t<Expr<T>> value) {
    return Expr<T>(
        declare_constant("const", name, build::detail::TypeText<T>::get(), std::move(value).node(), {}));
  }
  /// A constant that PipelineConfig::overrides sets. Without a default it must be set.
  template <class T>
  Expr<T> override_(std::string_view name, const std::optional<std::type_identity_t<Expr<T>>>& value = {},
                    std::optional<std::uint32_t> id = {}) {
    return Expr<T>(
        declare_constant("override", name, build::detail::TypeText<T>::get(), optional_node(value), id));
  }
  /// Describes the class S, a tag of the C++ program, as a structure: `describe` adds its members to a
  /// StructureBuilder<S>&.
  template <class S, class Describe>
  void structure(std::string_view name, Describe&& describe) {
    const build::detail::Opened opened = open_structure(name, &build::detail::structure_key<S>);
    build::StructureBuilder<S> members(recorder_);
    describe(members);
  }
  /// Turns a filterable rule of WGSL off for the whole program: `subgroup_uniformity`.
  void diagnostic_off(std::string_view rule);

  // ---- Functions ----

  /// `body` runs once, at once, and records the statements. It takes a build::EntryPoint&.
  template <class F>
  void entry_point(std::string_view name, const build::WorkgroupSize& size, F&& body) {
    const build::detail::Opened opened = open_entry_point(name, size);
    build::EntryPoint entry(recorder_);
    body(entry);
  }
  /// `b.function<float(float, u32)>("scale", {"x", "n"}, [&](Expr<float> x, Expr<u32> n) { … })`. A body that
  /// returns a value returns it from the function.
  template <class Signature, class F>
  build::Function<Signature> function(std::string_view name,
                                      std::initializer_list<std::string_view> parameters, F&& body) {
    return define(name, parameters, std::forward<F>(body), static_cast<Signature*>(nullptr));
  }

  // ---- Statements, inside the body of a function ----

  /// A variable of the function; zero where no value is given, at each execution.
  template <class T>
  Ref<T> var(std::string_view name) {
    return Ref<T>(declare_local(name, build::detail::TypeText<T>::get(), nullptr));
  }
  template <class T>
  Ref<T> var(std::string_view name, std::type_identity_t<Expr<T>> value) {
    return Ref<T>(declare_local(name, build::detail::TypeText<T>::get(), std::move(value).node()));
  }
  /// The value computed here and now, by a name for people. Other values that are kept are computed before
  /// the next statement.
  template <build::detail::AHandle X>
  auto let(std::string_view name, X value) {
    using T = build::detail::value_of<X>;
    return Expr<T>(name_value(name, build::detail::to_node<T>(std::move(value))));
  }

  void if_(Expr<bool> condition, const Block& then, const Block& otherwise = {});
  template <class Describe>
  void switch_(Expr<std::uint32_t> selector, Describe&& cases) {
    switch_on<std::uint32_t>(std::move(selector).node(), cases);
  }
  template <class Describe>
  void switch_(Expr<std::int32_t> selector, Describe&& cases) {
    switch_on<std::int32_t>(std::move(selector).node(), cases);
  }
  /// `condition` makes the value that each round begins with.
  void while_(const std::function<Expr<bool>()>& condition, const Block& body);
  /// Counts from `from` in steps of `step` while below `to`; all three are evaluated once, before.
  void for_(Expr<std::uint32_t> from, Expr<std::uint32_t> to,
            const std::function<void(Expr<std::uint32_t>)>& body, Expr<std::uint32_t> step = 1U);
  void for_(Expr<std::int32_t> from, Expr<std::int32_t> to,
            const std::function<void(Expr<std::int32_t>)>& body, Expr<std::int32_t> step = 1);
  /// Until a break or a return. `continuing`, where given, ends each round; break_if may be its last
  /// statement.
  void loop_(const Block& body, const Block& continuing = {});
  void break_();
  void break_if(Expr<bool> condition);
  void continue_();
  void return_();
  template <build::detail::AHandle X>
  void return_(X value) {
    return_node(build::detail::to_node<build::detail::value_of<X>>(std::move(value)));
  }

  void workgroup_barrier();
  void storage_barrier();
  /// What all invocations of the workgroup see in `place`, between two barriers.
  template <class T>
  Expr<T> workgroup_uniform_load(const Ref<T>& place) {
    return Expr<T>(build::detail::builtin("workgroupUniformLoad", {build::detail::address(place.node())}));
  }
  /// Ends the launch with ErrorCode::trapped. A tag made by constant() gives the report its name.
  void trap(Expr<std::uint32_t> tag, Expr<std::uint32_t> value);
  /// A trap where `condition` does not hold.
  void assert_(Expr<bool> condition, Expr<std::uint32_t> tag, Expr<std::uint32_t> value);

  /// Any builtin function by its WGSL name, with a result of type T. Numbers among the arguments are i32, u32
  /// or f32 as C++ has them.
  template <class T, class... X>
  Expr<T> call(std::string_view builtin, X... arguments) {
    std::vector<build::detail::NodePtr> nodes;
    (nodes.push_back(any_node(std::move(arguments))), ...);
    return Expr<T>(call_builtin(builtin, std::move(nodes), build::detail::TypeText<T>::get()));
  }

 private:
  using NodePtr = build::detail::NodePtr;

  template <class T>
  static NodePtr optional_node(const std::optional<Expr<T>>& value) {
    return value.has_value() ? value->node() : nullptr;
  }
  template <class X>
  static NodePtr any_node(X value) {
    if constexpr (build::detail::AHandle<X>)
      return build::detail::to_node<build::detail::value_of<X>>(std::move(value));
    else
      return build::detail::to_node<std::conditional_t<std::is_same_v<X, double>, float, X>>(value);
  }
  template <class T, class Describe>
  void switch_on(NodePtr selector, Describe& cases) {
    const build::detail::Opened opened = open_switch(std::move(selector));
    build::Switch<T> open(recorder_);
    cases(open);
  }
  template <class R, class... P, class F>
  build::Function<R(P...)> define(std::string_view name, std::initializer_list<std::string_view> names,
                                  F&& body, R (*)(P...)) {
    std::vector<build::detail::ParameterText> parameters{{.name = {},
                                                          .type = build::detail::TypeText<P>::get(),
                                                          .is_pointer = build::detail::is_pointer<P>}...};
    const build::detail::Opened opened =
        open_function(name, names, std::move(parameters), build::detail::TypeText<R>::get());
    run_body<R, P...>(body, opened.parameters(), std::index_sequence_for<P...>());
    return build::Function<R(P...)>(opened.node());
  }
  template <class R, class... P, class F, std::size_t... I>
  void run_body(F& body, const std::vector<NodePtr>& nodes, std::index_sequence<I...>) {
    if constexpr (std::is_void_v<decltype(body(typename build::Argument<P>::type(nodes[I])...))>)
      body(typename build::Argument<P>::type(nodes[I])...);
    else
      return_node(Expr<R>(body(typename build::Argument<P>::type(nodes[I])...)).node());
  }

  NodePtr declare_buffer(std::string_view space, std::string_view name, const std::string& type,
                         std::optional<BindingPoint> at);
  NodePtr declare_variable(std::string_view space, std::string_view name, const std::string& type,
                           const NodePtr& initial);
  NodePtr declare_array(std::string_view space, std::string_view name, const std::string& element,
                        const NodePtr& count);
  NodePtr declare_constant(std::string_view keyword, std::string_view name, const std::string& type,
                           const NodePtr& value, std::optional<std::uint32_t> id);
  NodePtr declare_local(std::string_view name, const std::string& type, NodePtr value);
  NodePtr name_value(std::string_view name, NodePtr value);
  NodePtr call_builtin(std::string_view name, std::vector<NodePtr> arguments, std::string result);
  void return_node(NodePtr value);
  void count(NodePtr from, NodePtr to, NodePtr step, const std::function<void(NodePtr)>& body);
  build::detail::Opened open_structure(std::string_view name, const void* key);
  build::detail::Opened open_entry_point(std::string_view name, const build::WorkgroupSize& size);
  build::detail::Opened open_function(std::string_view name, std::initializer_list<std::string_view> names,
                                      std::vector<build::detail::ParameterText> parameters,
                                      std::string result);
  build::detail::Opened open_switch(NodePtr selector);

  std::shared_ptr<build::detail::Recorder> recorder_;
};

}  // namespace slipway
