#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "hunt/generator.h"

namespace slipway::hunt {

Program generate(std::uint64_t seed) { return Generator(seed).run(); }

void Generator::declare_module() {
  static constexpr auto sizes = std::to_array<std::array<std::uint32_t, 3>>(
      {{1, 1, 1}, {4, 1, 1}, {7, 1, 1}, {8, 1, 1}, {4, 2, 1}, {2, 2, 3}, {16, 1, 1}, {32, 1, 1}});
  program_.workgroup_size = random_.pick(sizes);
  lanes_ = program_.workgroup_size[0] * program_.workgroup_size[1] * program_.workgroup_size[2];
  program_.groups = random_.between(1, 2);
  matrix_input_ = matrices_ + random_.below(9);
  auto& texts = program_.declarations;
  texts.emplace_back(
      "struct At { Add: array<atomic<u32>, 5>, Max: array<atomic<i32>, 5>, Min: array<atomic<u32>, 5>, "
      "And: array<atomic<u32>, 5>, Or: array<atomic<u32>, 5>, Xor: array<atomic<u32>, 5>, "
      "swap: array<atomic<u32>, 64> }");
  texts.emplace_back("struct Uni { m0: u32, m1: array<vec4<u32>, 3>, m2: vec3<i32>, m3: i32, armed: u32 }");
  texts.emplace_back("@group(0) @binding(0) var<storage, read> inp: array<u32>;");
  texts.emplace_back("@group(0) @binding(1) var<storage, read> fin: array<vec2<f32>>;");
  texts.push_back(
      fmt::format("@group(0) @binding(2) var<storage, read> fmat: array<{}>;", name(matrix_input_)));
  texts.push_back(
      fmt::format("@group(0) @binding(3) var<storage, read_write> own: array<{}>;", name(own_struct_)));
  texts.emplace_back("@group(0) @binding(4) var<storage, read_write> out: array<u32>;");
  texts.emplace_back("@group(1) @binding(0) var<storage, read_write> at: At;");
  texts.emplace_back("@group(1) @binding(5) var<uniform> uni: Uni;");
  texts.emplace_back(
      "var<private> acc: u32 = 1u;\nvar<private> cursor: u32;\nvar<private> me: u32;\nvar<private> lane: "
      "u32;");
  texts.emplace_back("var<workgroup> tally: array<atomic<u32>, 4>;\nvar<workgroup> agreed: u32;");
  texts.emplace_back(
      "fn note(word: u32) {\n  acc = (acc ^ word) * 16777619u;\n  acc = acc ^ (acc >> 15u);\n  cursor++;\n}\n"
      "fn finish() {\n  out[me * 2u] = acc;\n  out[me * 2u + 1u] = cursor;\n}");
  if (traps_) declare_traps();
  const auto runtime = [&](TypeId element) {
    return add_type({.kind = Kind::array, .element = element, .count = 0});
  };
  scope_.push_back({.text = "inp", .type = runtime(u32_)});
  scope_.push_back({.text = "fin", .type = runtime(vector_of(Kind::f32, 2))});
  scope_.push_back({.text = "fmat", .type = runtime(matrix_input_)});
  scope_.push_back(
      {.text = "own[me]", .type = own_struct_, .space = Space::storage, .writable = true, .root = "own"});
  const TypeId rows = add_type(
      {.kind = Kind::array, .element = vector_of(Kind::u32, 4), .count = 3, .name = "array<vec4<u32>, 3>"});
  scope_.push_back({.text = "uni",
                    .type = add_type({.kind = Kind::structure,
                                      .members = {u32_, rows, vector_of(Kind::i32, 3), i32_},
                                      .name = "Uni"})});
  scope_.push_back({.text = "me", .type = u32_});
  scope_.push_back({.text = "lane", .type = u32_});
  const auto constant = fresh("k");
  texts.push_back(fmt::format("override o{}: i32 = 3;", constant));
  scope_.push_back(
      {.text = fmt::format("vec2<i32>(o{0}, bitcast<i32>(me))", constant), .type = vector_of(Kind::i32, 2)});
}

// `uni.armed` is 0 for all invocations, or one more than the invocation whose traps count.
void Generator::declare_traps() {
  auto& texts = program_.declarations;
  texts.insert(texts.begin(), "enable slipway_trap;");
  texts.emplace_back("const went_wrong = 40u;\nconst too_late = went_wrong + 1u;");
  texts.emplace_back("fn armed() -> bool {\n  return uni.armed == 0u || uni.armed == me + 1u;\n}");
}

Program Generator::run() {
  scale_ = random_.chance(70) ? 1 : random_.between(2, 3);
  traps_ = random_.chance(25);
  make_types();
  declare_module();
  const unsigned variables = some(4);
  for (unsigned i = 0; i < variables; ++i) {
    const TypeId type = variable_type();
    const std::string text = fresh("g");
    std::string declaration = fmt::format("var<private> {}: {}", text, name(type));
    if ((is_scalar(type) || is_vector(type)) && random_.chance(50)) declaration += " = " + literal(type).form;
    program_.declarations.push_back(declaration + ";");
    scope_.push_back(
        {.text = text, .type = type, .space = Space::private_direct, .writable = true, .root = text});
  }
  const unsigned functions = some(5) - 1;
  for (unsigned i = 0; i < functions; ++i) make_function(i);
  make_entry_point();
  return std::move(program_);
}

// Half of them take no pointers, which lowering would inline, and have parameters of one type.
void Generator::make_function(unsigned number) {
  Signature signature{.name = fmt::format("f{}", number), .parameters = {}, .result = any_type()};
  const std::size_t outer = scope_.size();
  const bool plain = random_.chance(50);
  const unsigned count = plain ? random_.between(2, 4) : random_.between(0, 4);
  std::string header = fmt::format("fn {}(", signature.name);
  for (unsigned i = 0; i < count; ++i) {
    Variable variable = plain ? plain_parameter(signature) : parameter();
    const std::string text = fmt::format("a{}_{}", number, i);
    variable.root = text;
    const bool is_pointer = variable.space != Space::value;
    variable.text = is_pointer ? fmt::format("(*{})", text) : text;
    header += fmt::format("{}{}: {}", i == 0 ? "" : ", ", text, declared_type(variable));
    signature.parameters.push_back({variable.type, variable.space});
    scope_.push_back(std::move(variable));
  }
  result_ = signature.result;
  may_return_ = true;
  cost_ = 0;
  Function function{.header = fmt::format("{}) -> {}", header, name(signature.result))};
  for (std::size_t i = outer; plain && i < outer + count; ++i)
    if (random_.chance(60))
      function.body.push_back(observe({.type = scope_[i].type, .form = scope_[i].text}));
  for (unsigned i = some(6); i-- > 0;) statement(function.body, scale_ == 1 ? 1 : 2);
  if (traps_ && random_.chance(30)) function.body.push_back(trap(3));
  function.body.push_back({.form = "return $0;", .exprs = {fitting(signature.result, 3)}});
  may_return_ = false;
  scope_.resize(outer);
  signature.cost = cost_;
  if (cost_ < 200) signatures_.push_back(std::move(signature));
  program_.functions.push_back(std::move(function));
}

Variable Generator::plain_parameter(const Signature& so_far) {
  if (!so_far.parameters.empty() && random_.chance(60)) return {.type = so_far.parameters.back().type};
  return {.type = random_.chance(70) ? numeric_type() : small_type(12)};
}

Variable Generator::parameter() {
  static constexpr auto spaces =
      std::to_array<Space>({Space::function, Space::function, Space::private_passed, Space::workgroup});
  Variable made{.type = variable_type()};
  if (!random_.chance(45)) return made;
  made.space = random_.pick(spaces);
  if (made.space == Space::workgroup) made.type = composites_ + 2 * random_.below(3);
  made.writable = made.space != Space::workgroup;
  return made;
}

std::string Generator::declared_type(const Variable& parameter) const {
  std::string_view space;
  switch (parameter.space) {
    case Space::function: space = "function"; break;
    case Space::private_passed: space = "private"; break;
    case Space::workgroup: space = "workgroup"; break;
    default: return name(parameter.type);
  }
  return fmt::format("ptr<{}, {}>", space, name(parameter.type));
}

void Generator::make_entry_point() {
  in_entry_ = true;
  cost_ = 0;
  const unsigned passed = some(3);
  for (unsigned i = 0; i < passed; ++i) {
    const TypeId type = variable_type();
    const std::string text = fresh("pp");
    program_.declarations.push_back(fmt::format("var<private> {}: {};", text, name(type)));
    scope_.push_back(
        {.text = text, .type = type, .space = Space::private_passed, .writable = true, .root = text});
  }
  const unsigned shared = random_.between(1, 2);
  for (unsigned i = 0; i < shared; ++i) {
    const TypeId element = random_.chance(80) ? numeric_type() : composites_ + 2 * random_.below(3);
    const TypeId type = add_type({.kind = Kind::array, .element = element, .count = lanes_});
    const std::string text = fresh("sh");
    program_.declarations.push_back(
        fmt::format("var<workgroup> {}: array<{}, {}>;", text, name(element), lanes_));
    shared_.push_back(
        {.text = text, .type = type, .space = Space::workgroup, .writable = false, .root = text});
  }
  const auto& size = program_.workgroup_size;
  Function entry{
      .header = fmt::format(
          "@compute @workgroup_size({}, {}, {})\nfn main(@builtin(local_invocation_index) lane_in: u32, "
          "@builtin(workgroup_id) group_in: vec3<u32>)",
          size[0], size[1], size[2])};
  entry.body.push_back({.form = fmt::format("lane = lane_in;\nme = group_in.x * {}u + lane;", lanes_)});
  phases(entry.body, scale_ == 1 ? 1 : 2, some(3));
  for (const Signature& callee : std::vector(signatures_))
    if (random_.chance(60))
      if (auto made = call(callee, 2)) entry.body.push_back(observe(*std::move(made)));
  if (traps_ && random_.chance(40)) entry.body.push_back(trap(3));
  may_return_ = true;
  for (unsigned i = some(8); i-- > 0;) statement(entry.body, scale_ == 1 ? 2 : 3);
  for (unsigned i = 1 + some(3); i-- > 0;) observe_some(entry.body);
  entry.body.push_back({.form = "finish();"});
  program_.functions.push_back(std::move(entry));
}

// Statements in uniform control flow. Names that they declare stay in scope.
void Generator::phases(Block& into, unsigned depth, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    const std::uint32_t choice = random_.below(100);
    const std::size_t outer = scope_.size();
    if (choice < 30 || depth == 0) {
      for (unsigned n = some(4); n-- > 0;) statement(into, depth + 1);
    } else if (choice < 75) {
      exchange(into, depth);
    } else if (choice < 88) {
      const std::string name_of = fresh("ub");
      const double weight = weight_;
      Stmt loop{.form = fmt::format("for (var {0} = 0u; {0} < {1}; {0}++) {{#0}}", name_of,
                                    random_.chance(50) ? "2u" : "(uni.m0 & 3u)")};
      weight_ *= 3;
      loop.blocks.emplace_back();
      scope_.push_back({.text = name_of, .type = u32_});
      phases(loop.blocks[0], depth - 1, some(2));
      weight_ = weight;
      scope_.resize(outer);
      into.push_back(std::move(loop));
    } else {
      Stmt branch{.form = random_.chance(50) ? "if (uni.m0 & 4u) == 0u {#0} else {#1}"
                                             : "if uni.m1[1].y > 9u {#0} else {#1}"};
      for (unsigned side = 0; side < 2; ++side) {
        branch.blocks.emplace_back();
        phases(branch.blocks[side], depth - 1, some(2));
        scope_.resize(outer);
      }
      into.push_back(std::move(branch));
    }
  }
}

// Invocations write their slots of workgroup memory, and behind a barrier read all of it.
void Generator::exchange(Block& into, unsigned depth) {
  static constexpr auto operations =
      std::to_array<std::string_view>({"Add", "Max", "Min", "And", "Or", "Xor"});
  shared_operation_ = random_.pick(operations);
  if (random_.chance(20)) {
    const Variable& one = random_.pick(shared_);
    into.push_back(observe(
        {.type = program_.types[one.type].element, .form = one.text + "[$0]", .kids = {index(lanes_, 1)}}));
    into.push_back({.form = "workgroupBarrier();"});
  }
  for (const Variable& one : shared_)
    scope_.push_back({.text = one.text + "[lane]",
                      .type = program_.types[one.type].element,
                      .space = Space::value,
                      .writable = true,
                      .root = one.text});
  for (unsigned i = some(3); i-- > 0;) {
    into.push_back(write_shared(3));
    if (random_.chance(50)) statement(into, 2);
  }
  if (traps_ && random_.chance(30)) into.push_back(trap(3));
  into.push_back(shared_atomic(3));
  const bool agree = random_.chance(30);
  if (agree) into.push_back({.form = "if lane == 0u { agreed = $0; }", .exprs = {expression(u32_, 3)}});
  shared_operation_.clear();
  std::erase_if(
      scope_, [](const Variable& one) { return one.text.ends_with("[lane]") && one.text.starts_with("sh"); });
  into.push_back(
      {.form = random_.chance(85) ? "workgroupBarrier();" : "workgroupBarrier(); storageBarrier();"});
  const std::size_t declared = scope_.size();
  for (const Variable& one : shared_) scope_.push_back(one);
  if (agree) {
    const std::string text = fresh("w");
    into.push_back({.form = fmt::format("let {} = workgroupUniformLoad(&agreed);", text)});
    scope_.push_back({.text = text, .type = u32_});
  }
  into.push_back({.form = "note(atomicLoad(&tally[$0]));", .exprs = {index(4, 2)}});
  for (unsigned i = some(4); i-- > 0;) statement(into, depth);
  // Pointers to shared memory must not outlive the reading; all that was declared here goes.
  scope_.resize(declared);
  into.push_back({.form = "workgroupBarrier();"});
}

Stmt Generator::write_shared(unsigned depth) {
  const Variable& one = random_.pick(shared_);
  const TypeId element = program_.types[one.type].element;
  Stmt made{.form = fmt::format("{}[lane] = $0;", one.text), .exprs = {fitting(element, depth)}};
  if (!random_.chance(25)) return made;
  Stmt guarded{.form = "if $0 {#0}", .exprs = {running(boolean_, depth)}};
  guarded.blocks.push_back({std::move(made)});
  return guarded;
}

}  // namespace slipway::hunt
