#include <slipway/program_builder.h>

#include <fmt/format.h>
#include <slipway/no_throw.h>

#include "program/recorder.h"
#include "wgsl/predeclared.h"

namespace slipway {
namespace build {
namespace detail {
namespace {

void run(const Block& body) {
  if (body) body();
}

/// A block of statements that closes even where its body throws.
class Scope {
 public:
  Scope(Recorder& recorder, BlockKind kind) : recorder_(recorder) { recorder.open_block(kind); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
  ~Scope() {
    if (!closed_) (void)recorder_.close_block();
  }
  std::string close() {
    closed_ = true;
    return recorder_.close_block();
  }

 private:
  Recorder& recorder_;
  bool closed_ = false;
};

}  // namespace

Opened::~Opened() { recorder_->close(); }

void add_member(Recorder& recorder, std::string_view name, const std::string& type, std::uint32_t align,
                std::uint32_t size) {
  recorder.add_member(name, type, align, size);
}

void add_case(Recorder& recorder, std::vector<NodePtr> selectors, bool is_default, const Block& body) {
  if (recorder.innermost() != BlockKind::switch_)
    return recorder.problem("builder.structure", "a case stands outside of its switch");
  if (!is_default && selectors.empty())
    return recorder.problem("builder.value", "a case has no selector: default_ is for all other values");
  std::string header = is_default ? "default" : "case ";
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    if (!recorder.constant(selectors[i], "a case")) return;
    header += (i == 0 ? "" : ", ") + print_argument(*selectors[i]);
  }
  if (is_default) recorder.mark_default();
  Scope scope(recorder, BlockKind::case_);
  run(body);
  recorder.compound(header, scope.close());
}

}  // namespace detail

Expr<Vec3<u32>> EntryPoint::global_invocation_id() const {
  return Expr<Vec3<u32>>(recorder_->input("global_invocation_id", "vec3<u32>"));
}
Expr<Vec3<u32>> EntryPoint::local_invocation_id() const {
  return Expr<Vec3<u32>>(recorder_->input("local_invocation_id", "vec3<u32>"));
}
Expr<u32> EntryPoint::local_invocation_index() const {
  return Expr<u32>(recorder_->input("local_invocation_index", "u32"));
}
Expr<Vec3<u32>> EntryPoint::workgroup_id() const {
  return Expr<Vec3<u32>>(recorder_->input("workgroup_id", "vec3<u32>"));
}
Expr<Vec3<u32>> EntryPoint::num_workgroups() const {
  return Expr<Vec3<u32>>(recorder_->input("num_workgroups", "vec3<u32>"));
}
Expr<u32> EntryPoint::subgroup_invocation_id() const {
  return Expr<u32>(recorder_->input("subgroup_invocation_id", "u32"));
}
Expr<u32> EntryPoint::subgroup_size() const { return Expr<u32>(recorder_->input("subgroup_size", "u32")); }

}  // namespace build

using build::detail::BlockKind;
using build::detail::Opened;
using build::detail::poison;
using build::detail::print;
using build::detail::print_argument;
using build::detail::print_operand;
using build::detail::Recorder;
using build::detail::run;
using build::detail::Scope;

namespace {

std::string quoted(std::string_view name) { return fmt::format("'{}'", name); }

}  // namespace

ProgramBuilder::ProgramBuilder(std::string_view name) : recorder_(std::make_shared<Recorder>(name)) {}

ProgramBuilder::~ProgramBuilder() { recorder_->end(); }

Result<std::string> ProgramBuilder::to_wgsl() const {
  return no_throw([&] { return recorder_->text(); });
}

Result<Program> ProgramBuilder::build(std::string_view entry_point) const {
  return no_throw([&]() -> Result<Program> {
    SLIPWAY_TRY(const std::string text, to_wgsl());
    return Program::from_source(text, {.entry_point = std::string(entry_point), .name = recorder_->name()});
  });
}

void ProgramBuilder::diagnostic_off(std::string_view rule) { recorder_->turn_off(rule); }

// ---- Declarations ----

ProgramBuilder::NodePtr ProgramBuilder::declare_buffer(std::string_view space, std::string_view name,
                                                       const std::string& type,
                                                       std::optional<BindingPoint> at) {
  at = recorder_->take_binding(name, at);
  if (!recorder_->declare_name(name, "a buffer") || !at.has_value()) return poison();
  recorder_->declare(
      fmt::format("@group({}) @binding({}) var<{}> {}: {};\n", at->group, at->binding, space, name, type));
  return recorder_->place(std::string(name));
}

ProgramBuilder::NodePtr ProgramBuilder::declare_variable(std::string_view space, std::string_view name,
                                                         const std::string& type, const NodePtr& initial) {
  if (!recorder_->declare_name(name, "a variable")) return poison();
  std::string value;
  if (initial) {
    if (!recorder_->constant(initial, quoted(name))) return poison();
    value = " = " + print(*initial);
  }
  recorder_->declare(fmt::format("var<{}> {}: {}{};\n", space, name, type, value));
  return recorder_->place(std::string(name));
}

ProgramBuilder::NodePtr ProgramBuilder::declare_array(std::string_view space, std::string_view name,
                                                      const std::string& element, const NodePtr& count) {
  if (!recorder_->constant(count, quoted(name))) return poison();
  return declare_variable(space, name, fmt::format("array<{}, {}>", element, print_operand(*count)), nullptr);
}

ProgramBuilder::NodePtr ProgramBuilder::declare_constant(std::string_view keyword, std::string_view name,
                                                         const std::string& type, const NodePtr& value,
                                                         std::optional<std::uint32_t> id) {
  if (!recorder_->declare_name(name, keyword == "const" ? "a constant" : "an override")) return poison();
  if (value && !recorder_->constant(value, quoted(name))) return poison();
  recorder_->declare(fmt::format("{}{} {}: {}{}{};\n", id.has_value() ? fmt::format("@id({}) ", *id) : "",
                                 keyword, name, type, value ? " = " : "", value ? print(*value) : ""));
  NodePtr node = recorder_->leaf(std::string(name), 0);
  node->is_constant = true;
  return node;
}

Opened ProgramBuilder::open_structure(std::string_view name, const void* key) {
  recorder_->open_structure(name, key);
  return {recorder_, nullptr, {}};
}

Opened ProgramBuilder::open_entry_point(std::string_view name, const build::WorkgroupSize& size) {
  std::string axes;
  for (const NodePtr& axis : {size.x.node(), size.y.node(), size.z.node()}) {
    const bool good = recorder_->constant(axis, quoted(name));
    axes += (axes.empty() ? "" : ", ") + (good ? print_argument(*axis) : "1");
  }
  recorder_->open_function(name, fmt::format("@compute @workgroup_size({}) ", axes), "");
  return {recorder_, nullptr, {}};
}

Opened ProgramBuilder::open_function(std::string_view name, std::initializer_list<std::string_view> names,
                                     std::vector<build::detail::ParameterText> parameters,
                                     std::string result) {
  recorder_->open_function(name, "", std::move(result));
  if (names.size() != parameters.size())
    recorder_->problem("builder.structure", fmt::format("function '{}' has {} parameters and names for {}",
                                                        name, parameters.size(), names.size()));
  std::vector<NodePtr> nodes;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string_view parameter = i < names.size() ? names.begin()[i] : "v";
    nodes.push_back(recorder_->add_parameter(parameter, parameters[i].type, parameters[i].is_pointer));
  }
  return {recorder_, recorder_->leaf(std::string(name), 0), std::move(nodes)};
}

// ---- Statements ----

ProgramBuilder::NodePtr ProgramBuilder::declare_local(std::string_view name, const std::string& type,
                                                      NodePtr value) {
  const NodePtr roots[] = {std::move(value)};
  const std::span<const NodePtr> given(roots, roots[0] ? 1 : 0);
  if (!recorder_->usable(given) || !recorder_->can_state("a variable")) return poison();
  recorder_->settle(given);
  const std::string token = recorder_->local(name);
  recorder_->line(
      fmt::format("var {}: {}{}{};", token, type, roots[0] ? " = " : "", roots[0] ? print(*roots[0]) : ""));
  return recorder_->place(token);
}

ProgramBuilder::NodePtr ProgramBuilder::name_value(std::string_view name, NodePtr value) {
  const NodePtr roots[] = {std::move(value)};
  if (!recorder_->usable(roots) || !recorder_->can_state("a named value")) return poison();
  recorder_->settle(roots);
  const std::string token = recorder_->local(name);
  recorder_->line(fmt::format("let {} = {};", token, print(*roots[0])));
  return recorder_->named(token, print(*roots[0]));
}

void ProgramBuilder::if_(Expr<bool> condition, const Block& then, const Block& otherwise) {
  const NodePtr roots[] = {std::move(condition).node()};
  if (!recorder_->usable(roots) || !recorder_->can_state("an if")) return;
  recorder_->settle(roots);
  std::string header = "if " + print(*roots[0]);
  Scope then_scope(*recorder_, BlockKind::if_);
  run(then);
  std::string body = then_scope.close();
  if (!otherwise) return recorder_->compound(header, body);
  Scope else_scope(*recorder_, BlockKind::else_);
  run(otherwise);
  recorder_->compound_else(header, body, else_scope.close());
}

Opened ProgramBuilder::open_switch(NodePtr selector) {
  const NodePtr roots[] = {std::move(selector)};
  const bool good = recorder_->usable(roots) && recorder_->can_state("a switch");
  if (good) recorder_->settle(roots);
  recorder_->open_switch(good ? "switch " + print(*roots[0]) : "");
  return {recorder_, nullptr, {}};
}

void ProgramBuilder::while_(const std::function<Expr<bool>()>& condition, const Block& body) {
  if (!recorder_->can_state("a while")) return;
  if (!condition) return recorder_->problem("builder.structure", "a while has no condition");
  recorder_->settle({});
  Scope scope(*recorder_, BlockKind::while_);
  const NodePtr roots[] = {condition().node()};
  if (!recorder_->usable(roots)) return;
  recorder_->settle(roots);
  const std::string test = print(*roots[0]);
  const bool simple = recorder_->block_is_empty();
  // What the condition computes in steps stands at the top of each round.
  if (!simple) {
    recorder_->line("if " + test + " {");
    recorder_->line("} else {");
    recorder_->line("  break;");
    recorder_->line("}");
  }
  run(body);
  recorder_->compound(simple ? "while " + test : "loop", scope.close());
}

void ProgramBuilder::count(NodePtr from, NodePtr to, NodePtr step, const std::function<void(NodePtr)>& body) {
  const NodePtr roots[] = {std::move(from), std::move(to), std::move(step)};
  if (!recorder_->usable(roots) || !recorder_->can_state("a for")) return;
  recorder_->settle({});  // all three are kept by `roots`, so they become values here
  const std::string token = recorder_->local("i");
  const std::string header = fmt::format("for (var {0} = {1}; {0} < {2}; {0} += {3})", token,
                                         print(*roots[0]), print_operand(*roots[1]), print(*roots[2]));
  Scope scope(*recorder_, BlockKind::for_);
  body(build::detail::load(recorder_->place(token)));
  recorder_->compound(header, scope.close());
}

void ProgramBuilder::for_(Expr<std::uint32_t> from, Expr<std::uint32_t> to,
                          const std::function<void(Expr<std::uint32_t>)>& body, Expr<std::uint32_t> step) {
  count(std::move(from).node(), std::move(to).node(), std::move(step).node(), [&](NodePtr i) {
    if (body) body(Expr<std::uint32_t>(std::move(i)));
  });
}

void ProgramBuilder::for_(Expr<std::int32_t> from, Expr<std::int32_t> to,
                          const std::function<void(Expr<std::int32_t>)>& body, Expr<std::int32_t> step) {
  count(std::move(from).node(), std::move(to).node(), std::move(step).node(), [&](NodePtr i) {
    if (body) body(Expr<std::int32_t>(std::move(i)));
  });
}

void ProgramBuilder::loop_(const Block& body, const Block& continuing) {
  if (!recorder_->can_state("a loop")) return;
  recorder_->settle({});
  Scope scope(*recorder_, BlockKind::loop);
  run(body);
  if (continuing) {
    recorder_->settle({});
    Scope last(*recorder_, BlockKind::continuing);
    run(continuing);
    recorder_->compound("continuing", last.close());
  }
  recorder_->compound("loop", scope.close());
}

void ProgramBuilder::break_if(Expr<bool> condition) {
  const NodePtr roots[] = {std::move(condition).node()};
  if (!recorder_->usable(roots) || !recorder_->can_state("a break_if")) return;
  if (recorder_->innermost() != BlockKind::continuing)
    return recorder_->problem("builder.structure",
                              "a break_if stands outside of the continuing part of a loop");
  recorder_->settle(roots);
  recorder_->line("break if " + print(*roots[0]) + ";");
}

void ProgramBuilder::break_() { recorder_->simple_statement("a break", "break;"); }
void ProgramBuilder::continue_() { recorder_->simple_statement("a continue", "continue;"); }
void ProgramBuilder::return_() { recorder_->simple_statement("a return", "return;"); }

void ProgramBuilder::return_node(NodePtr value) {
  const NodePtr roots[] = {std::move(value)};
  if (!recorder_->usable(roots) || !recorder_->can_state("a return")) return;
  recorder_->settle(roots);
  recorder_->line("return " + print(*roots[0]) + ";");
}

void ProgramBuilder::workgroup_barrier() {
  recorder_->uses("workgroupBarrier");
  recorder_->simple_statement("a barrier", "workgroupBarrier();");
}

void ProgramBuilder::storage_barrier() {
  recorder_->uses("storageBarrier");
  recorder_->simple_statement("a barrier", "storageBarrier();");
}

void ProgramBuilder::trap(Expr<std::uint32_t> tag, Expr<std::uint32_t> value) {
  const NodePtr roots[] = {std::move(tag).node(), std::move(value).node()};
  if (!recorder_->usable(roots) || !recorder_->can_state("a trap")) return;
  recorder_->enable_trap();
  recorder_->uses("trap");
  recorder_->settle(roots);
  recorder_->line(fmt::format("trap({}, {});", print_argument(*roots[0]), print_argument(*roots[1])));
}

void ProgramBuilder::assert_(Expr<bool> condition, Expr<std::uint32_t> tag, Expr<std::uint32_t> value) {
  const NodePtr roots[] = {std::move(condition).node(), std::move(tag).node(), std::move(value).node()};
  if (!recorder_->usable(roots) || !recorder_->can_state("an assert")) return;
  recorder_->enable_trap();
  recorder_->uses("assert");
  recorder_->settle(roots);
  recorder_->line(fmt::format("assert({}, {}, {});", print_argument(*roots[0]), print_argument(*roots[1]),
                              print_argument(*roots[2])));
}

ProgramBuilder::NodePtr ProgramBuilder::call_builtin(std::string_view name, std::vector<NodePtr> arguments,
                                                     std::string result) {
  using enum wgsl::Predeclared;
  const wgsl::Predeclared kind = wgsl::predeclared(name).kind;
  if (kind != wgsl::Predeclared::function && kind != uniform_load && kind != atomic_function) {
    recorder_->problem("builder.name",
                       fmt::format("'{}' is no builtin function of WGSL that gives a value", name));
    return poison();
  }
  if (!recorder_->usable(arguments)) return poison();
  return build::detail::builtin_of(recorder_, name, std::move(arguments), std::move(result));
}

}  // namespace slipway
