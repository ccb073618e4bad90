// What the writer prints: readable text that is read as the module it was written from.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <tuple>

#include <fmt/format.h>

#include "ir/order.h"
#include "ir/print.h"
#include "ir/serialize.h"
#include "ir/verify.h"
#include "wgsl/reader.h"
#include "wgsl/writer.h"

namespace slipway::wgsl {
namespace {

struct Module {
  ir::ValidModule module;
  ir::DebugInfo debug;
};

// The module with its sites numbered, as a Program has it; nothing where reading fails, said in `problems`.
std::optional<Module> read_module(const std::string& source, std::string& problems) {
  ReadResult result = read(SourceMap({SourceFile{"test.wgsl", source}}));
  for (const Diagnostic& d : result.diagnostics) problems += to_string(d) + "\n";
  if (!result.module) return std::nullopt;
  ir::number_sites(*result.module, result.debug);
  auto valid = ir::verify(*std::move(result.module));
  if (valid) return Module{*std::move(valid), std::move(result.debug)};
  for (const ir::Finding& finding : valid.error()) problems += finding.rule + " " + finding.message + "\n";
  return std::nullopt;
}

// Writes, reads, compares; then writes again. The text.
std::string round_trip(const Module& original, const ir::DebugInfo& debug) {
  const auto text = write(original.module, debug);
  if (!text) {
    ADD_FAILURE() << text.error().message();
    return {};
  }
  std::string problems;
  const auto again = read_module(*text, problems);
  if (!again) {
    ADD_FAILURE() << problems << *text;
    return {};
  }
  const bool same = ir::serialize(*again->module) == ir::serialize(*original.module);
  EXPECT_TRUE(same) << *text << ir::print(*original.module) << "became\n" << ir::print(*again->module);
  const auto second = write(again->module, debug.site_spans.empty() ? ir::DebugInfo() : again->debug);
  EXPECT_TRUE(second.has_value());
  if (second) {
    EXPECT_EQ(*second, *text);
  }
  return *text;
}

std::string written(const std::string& source) {
  std::string problems;
  const auto module = read_module(source, problems);
  if (!module) {
    ADD_FAILURE() << problems << source;
    return {};
  }
  round_trip(*module, {});
  return round_trip(*module, module->debug);
}

// The statements of a function with these, as written.
std::string body(std::string_view statements) {
  std::string text = written(
      "enable slipway_trap;\n"
      "struct S { a: u32, v: vec3<f32>, l: array<i32, 4> }\n"
      "@group(0) @binding(0) var<storage, read_write> b: array<u32>;\n"
      "@group(0) @binding(1) var<storage, read_write> s: S;\n"
      "@group(0) @binding(2) var<storage, read_write> n: atomic<u32>;\n"
      "var<workgroup> w: u32;\n"
      "const bad = 7u;\n"
      "override width = 4u;\n"
      "fn f(x: u32) -> u32 { return x; }\n"
      "fn t(x: u32) -> bool { return x > 1; }\n"
      "fn h(x: bool, y: bool, z: u32) -> u32 { return select(z, z + 1, x && y); }\n"
      "fn g(p: ptr<function, vec2<f32>>) { (*p).x = 1; }\n"
      "@compute @workgroup_size(1) fn main() {" +
      std::string(statements) + "}");
  const std::string head = "fn main() {\n";
  const std::size_t begin = text.find(head);
  if (begin == std::string::npos) return text;
  return text.substr(begin + head.size(), text.size() - begin - head.size() - 2);
}

TEST(Writer, expressions_keep_their_order) {
  EXPECT_EQ(body("b[f(1)] = f(2) + f(3) * b[0];"), "  b[f(1u)] = f(2u) + f(3u) * b[0];\n");
  EXPECT_EQ(body("let x = b[0]; b[0] = 5; b[1] = x;"), "  let v1 = b[0];\n  b[0] = 5u;\n  b[1] = v1;\n");
  EXPECT_EQ(body("b[f(1)] += f(2);"), "  let p1 = &b[f(1u)];\n  *p1 = *p1 + f(2u);\n");
}

TEST(Writer, components_have_no_address) {
  EXPECT_EQ(body("s.v.x += 2; s.v[f(1)] -= 1;"),
            "  let p1 = &s.v;\n  (*p1).x = (*p1).x + 2.0f;\n  let p2 = &s.v;\n  let v3 = f(1u);\n"
            "  (*p2)[v3] = (*p2)[v3] - 1.0f;\n");
  EXPECT_EQ(body("s.v.y = s.v[f(1)] * 2;"), "  s.v.y = s.v[f(1u)] * 2.0f;\n");
}

TEST(Writer, constants_that_reading_would_fold_are_declared) {
  EXPECT_EQ(body("let z = 0u; b[0] = b[1] / z;"), "  let c1 = 0u;\n  b[0] = b[1] / c1;\n");
  EXPECT_EQ(body("let i = 9i; b[i] = 1;"), "  let c1 = 9i;\n  b[c1] = 1u;\n");
}

TEST(Writer, asserts_stay_asserts_and_tags_keep_their_names) {
  EXPECT_EQ(body("assert(b[0] == 1, bad, 2); trap(9, b[1]);"),
            "  assert(b[0] == 1u, bad, 2u);\n  trap(9u, b[1]);\n");
}

TEST(Writer, loops_and_branches_read_like_their_source) {
  EXPECT_EQ(
      body("var i = 0u; while i < 4 && t(i) { if t(1) { i++; } else if t(2) { break; } else { return; } }"),
      "  var i: u32 = 0u;\n  while i < 4u && t(i) {\n    if t(1u) {\n      i = i + 1u;\n"
      "    } else if t(2u) {\n      break;\n    } else {\n      return;\n    }\n  }\n");
  EXPECT_EQ(body("var i = 0u; loop { b[i] = i; continuing { i++; break if i > 9; } }"),
            "  var i: u32 = 0u;\n  loop {\n    b[i] = i;\n    continuing {\n      i = i + 1u;\n"
            "      break if i > 9u;\n    }\n  }\n");
  EXPECT_EQ(body("for (var i = 0u; i < 4 && t(i); i += b[i]) { b[i] = i; }"),
            "  var i: u32 = 0u;\n  for (; i < 4u && t(i); i = i + b[i]) {\n    b[i] = i;\n  }\n");
  EXPECT_EQ(body("for (;; atomicAdd(&n, 1)) { return; }"),
            "  for (; ; atomicAdd(&n, 1u)) {\n    return;\n  }\n");
  EXPECT_EQ(body("loop { let x = f(1); if t(x) { break; } continuing { b[x] = 1; } }"),
            "  loop {\n    let v1 = f(1u);\n    if t(v1) {\n      break;\n    }\n"
            "    continuing {\n      b[v1] = 1u;\n    }\n  }\n");
}

TEST(Writer, blocks_nest_as_deep_as_they_may_be_read) {
  const auto nested = [](std::string_view opening, std::string_view closing, int levels) {
    std::string text;
    for (int i = 0; i < levels; ++i) text += opening;
    text += "b[0] = 1;";
    for (int i = 0; i < levels; ++i) text += closing;
    return body(text);
  };
  // 127 with that of the function; a switch has two.
  const auto contains_store = [](const std::string& text) { return text.find("b[0] = 1u;") != text.npos; };
  EXPECT_TRUE(contains_store(nested("if b[0] == 0 {", "}", 126)));
  EXPECT_TRUE(contains_store(nested("if b[0] == 0 {} else { b[1] = 2;", "}", 126)));
  EXPECT_TRUE(contains_store(nested("while b[0] == 0 {", "}", 126)));
  EXPECT_TRUE(contains_store(nested("for (var i = 0; i < 2; i++) {", "}", 126)));
  EXPECT_TRUE(contains_store(nested("for (; b[0] < 2 && t(1); atomicAdd(&n, 1)) {", "}", 126)));
  EXPECT_TRUE(contains_store(nested("for (;; b[1] = f(b[0])) {", "break; }", 126)));
  EXPECT_TRUE(contains_store(nested("for (; b[0] < 2; _ = b[1]) {", "}", 126)));
  EXPECT_TRUE(contains_store(nested("loop {", "if b[0] == 0 { break; } continuing { b[0] += 1; } }", 125)));
  EXPECT_TRUE(contains_store(nested("loop {", "break; }", 126)));
  EXPECT_TRUE(contains_store(nested("loop { continuing {", "break if true; } }", 63)));
  EXPECT_TRUE(contains_store(nested("switch b[0] { default: {", "} }", 63)));
}

TEST(Writer, expressions_nest_as_deep_as_they_may_be_read) {
  const auto nested = [](std::string_view opening, std::string_view closing, int levels) {
    std::string text = "if b[0] < 1 && ";
    for (int i = 0; i < levels; ++i) text += opening;
    text += "w";
    for (int i = 0; i < levels; ++i) text += closing;
    return body(text + " == 3 { b[7] = 1; }");
  };
  for (const auto& [opening, closing, levels] :
       {std::tuple{"~", "", 127}, std::tuple{"b[", "]", 127}, std::tuple{"max(1, ", ")", 127},
        std::tuple{"f(", ")", 127}, std::tuple{"(w + 2 * ", ")", 127}, std::tuple{"(1 - ", ")", 127},
        std::tuple{"(w << (1u | ", "))", 63}, std::tuple{"vec2(w, ", ").x", 127},
        std::tuple{"array(", ", 1u)[1]", 127}, std::tuple{"select(w, 1, w == ", ")", 127},
        std::tuple{"select(w, 1, w < ", ")", 127}, std::tuple{"h(t(1) && w < 4, t(2), ", ")", 126},
        std::tuple{"(vec2(w) + ", ").x", 126}, std::tuple{"(w + vec2(", ")).x", 63}})
    EXPECT_NE(nested(opening, closing, levels).find("b[7]"), std::string::npos) << opening;
}

TEST(Writer, operators_in_lists_make_no_template_lists) {
  const std::vector<std::string> comparisons{"(w < b[0])",  "(w <= b[0])", "(w > b[0])",
                                             "(w >= b[0])", "(w == b[0])", "(t(1) == (w < 2))"};
  for (const std::string& left : comparisons)
    for (const std::string& right : comparisons)
      for (const std::string statement : {
               "if select({0}, {1}, t(2)) {{ b[1] = 1; }}",
               "if select(t(1) && {0}, {1} && t(3), {0} || {1}) {{ b[1] = 1; }}",
               "if select(({0} || t(1)) && {0}, {1}, ({1} && {0}) || t(2)) {{ b[1] = 1; }}",
               "if {1} && select({0} && t(1), {1}, !({0})) {{ b[1] = 1; }}",
               "b[h({0}, t(3) || {1}, w >> b[2])] = h(t(1) && {0}, {1}, h({0}, {1}, w << b[3]));",
               "let k = array(t(1) && {0}, {1}); if k[w] {{ b[1] = 1; }}",
               "let k = vec3({0}, {1} && {1}, {0}); if k[w] {{ b[1] = 1; }}",
               "assert({0}, bad, w >> 1); assert({1} && {0}, bad, w >> w);",
               "for (; {0}; b[h({0}, {1}, 1)] = h({1}, {0}, w >> b[2])) {{ b[1] = 1; }}",
           })
        EXPECT_NE(body(fmt::format(fmt::runtime(statement), left, right)), "");
  EXPECT_EQ(body("b[0] = h(t(1) && (w < 2), w > 3 || t(2), w >> 1);"),
            "  b[0] = h((t(1u) && w < 2u), w > 3u || t(2u), w >> 1u);\n");
  EXPECT_EQ(body("b[0] = h(w < 2, w < 3, w << 1);"), "  b[0] = h(w < 2u, w < 3u, w << 1u);\n");
}

TEST(Writer, what_lowering_makes_has_no_text) {
  std::string problems;
  auto read_in =
      read_module("@compute @workgroup_size(1) fn main() { let x = 1u; let y = x / x; }", problems);
  ASSERT_TRUE(read_in.has_value()) << problems;
  ir::Module module = *read_in->module;
  for (ir::Inst& inst : module.functions[0].insts) inst.native = inst.op == ir::Op::div;
  const auto valid = ir::verify(std::move(module));
  ASSERT_TRUE(valid.has_value());
  const auto text = write(*valid);
  ASSERT_FALSE(text.has_value());
  EXPECT_EQ(text.error().code(), ErrorCode::unsupported);
  EXPECT_EQ(text.error().message(), "the native form of 'div' has no form in WGSL");
}

TEST(Writer, every_kind_of_statement_comes_back) {
  for (const std::string_view statements : {
           "if b[0] > 1 { b[0] = 1; } else if b[1] > 2 { b[1] = 2; } else { return; }",
           "if b[0] > 1 { return; } else { return; }",
           "var i = 0u; loop { if i > 9 { break; } b[i] = i; continuing { i += 1; } }",
           "var i = 0u; loop { b[i] = i; continuing { i++; break if i > 9; } }",
           "for (var i = 0u; i < 9 && t(i); i++) { if i == 3 { continue; } b[i] = i; }",
           "for (;;) { if b[0] == 1 { break; } }",
           "while b[0] < 5 || t(b[1]) { b[0]++; }",
           "loop { return; }",
           "loop { return; continuing { break if b[0] == 0; } } b[0] = 1;",
           "loop { if b[0] == 0 { return; } else { return; } continuing { break if false; } }",
           // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): a line was full
           "switch b[0] { case 1, 2: { b[1] = 1; } case 3, default, 4: { if b[2] == 0 { break; } b[3] = 1; } "
           "}",
           "switch i32(b[0]) { default: {} case -2147483648: { return; } }",
           "loop { switch b[0] { case 1: { continue; } default: { break; } } if b[1] == 0 { break; } }",
           "if t(1) { b[0] = 1; } else { atomicAdd(&n, 1); if t(2) { b[0] = 2; } }",
           "loop { atomicAdd(&n, 1); if t(b[0]) {} else { break; } }",
           "let p = &s.l; (*p)[b[0]] = 1; let q = &p[1]; *q += 2;",
           "var v = vec2<f32>(1, 2); g(&v); b[0] = u32(v.x + v.yx.x);",
           "var x: u32; x++; let y = x; x = 3; b[0] = y;",
           "let a = array<u32, 3>(1, 2, 3); b[0] = a[b[1]] + a[1];",
           "let l = s.l; b[0] = u32(l[b[1]] + l[2]); let m = s; b[1] = m.a;",
           "b[0] = u32(2.5 * s.v.x); let k = 2.0 * s.v; s.v = k;",
           "s.v = f32(b[0]) * s.v; s.v = s.v * f32(b[0]); s.v = vec3(s.v.x) / s.v; s.v = s.v - vec3(s.v.x);",
           "s.v = vec3(s.v.y) * vec3(s.v.x); s.v = vec3(s.v.y) * s.v.x; s.v = s.v.y * vec3(s.v.x + 1) - "
           "s.v.z;",
           "let x = b[0]; if t(1) && b[h(t(1), t(2), (x / vec2(1, b[2])).x)] > 1 { b[1] = 2; } let v = "
           "vec2(b[1]); b[2] = "
           "(x * v + x / v).y;",
           "let k = vec3(s.v.x); s.v = k * s.v.y; s.v = k * s.v * k; s.v = k * s.v.x; let c = 2f; s.v = s.v "
           "* c;",
           "if b[0] == 1 && all(f32(b[1]) * s.v > s.v) { b[0] = 2; }",
           "let m = mat2x2<f32>(f32(b[0]), f32(b[1]), 1, 2); s.v.x = (m * vec2<f32>(1, f32(b[2]))).x;",
           "let m = mat3x2<f32>(1, 2, f32(b[0]), 0, f32(b[1]), f32(b[2])); s.v = vec2<f32>(1, 2) * m;",
           "if b[0] == 1 && determinant(mat2x2<f32>(f32(b[0]), f32(b[1]), f32(b[2]), 2)) > 1 { return; }",
           "let r = frexp(s.v); s.v = r.fract; b[0] = u32(r.exp.x + frexp(1.5).exp);",
           "var r = modf(s.v.x); s.v.y = r.whole; r = modf(-2.75); s.v.z = r.fract;",
           "let r = array(frexp(1.5f), frexp(s.v.x)); b[0] = u32(r[b[1]].exp);",
           "let k = frexp(vec2(1.5f, -3)); b[0] = u32(k.exp.x); let j = modf(-0.5f); s.v.x = j.fract;",
           "let e = atomicCompareExchangeWeak(&n, 1, 2); if e.exchanged { b[0] = e.old_value; }",
           "atomicAdd(&n, 1); b[0] = atomicMax(&n, b[1]); _ = atomicLoad(&n); atomicStore(&n, 4);",
           "workgroupBarrier(); storageBarrier(); b[0] = workgroupUniformLoad(&w); w = arrayLength(&b);",
           "trap(bad, b[0]); trap(9, 1); assert(b[0] == 1, bad, b[1] + 1); assert(t(1), 3u, 4);",
           "let s1 = select(1u, 2u, b[0] == 1); let s2 = select(s.v, -s.v, s.v < s.v * 2); b[0] = s1; s.v = "
           "s2;",
           "let x = i32(b[0]); b[0] = bitcast<u32>(-x - -3) << (b[1] & 31); b[1] = (~b[2] ^ b[3] ^ 1u) | "
           "(b[4] & 7 & b[5]);",
           "let x = -2147483648; b[0] = u32(x + i32(b[1])) - (b[2] - b[3]) % 3 * (b[4] / 2);",
           "let x = -0.0; s.v.x = x + 1e-45 + 0x1p-149f + 3.4028234e38f + 0.1; s.v.y = 16777217.0;",
           "let o = width + 1; b[0] = o * width; b[width] = 1;",
           "let t1 = true; if t1 && t(1) { b[0] = 1; } let t2 = false || (t1 && t1); if t2 { b[1] = 1; }",
           "b[0] = extractBits(b[1], 3, 5); let o = 30u; b[1] = insertBits(b[1], 5, o, 30); b[2] = "
           "clamp(b[2], 2, 9);",
           "let lo = 5.0; s.v.x = clamp(s.v.x, lo, 1); s.v.y = smoothstep(lo, lo, s.v.z); s.v.z = "
           "ldexp(s.v.x, -3);",
           "s.v = mix(s.v, s.v.zyx, 0.25); s.v = mix(s.v, s.v, s.v.x); s.v = refract(s.v, s.v, 1);",
           "let k = vec3<bool>(true, t(1), t(2)); if any(k) || all(!k) { b[0] = pack4x8snorm(vec4<f32>(s.v, "
           "1)); }",
           "let q = S(1, vec3<f32>(), array<i32, 4>()); s = q; b[0] = q.a; var z = S(); z.l[b[1]] = 3; s = "
           "z;",
           "{ let x = b[0]; { let x = f(x); b[1] = x; } } let f = 2u; b[2] = f;",
           "_ = b[0]; _ = f(1); _ = &b; _ = &s.v;",
           "b[0] = f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(1))))))))))))))))))));",
           "if (b[0] < b[1]) == (b[2] > b[3]) { b[0] = u32(b[0] < b[1]) + max(b[2], b[3]); }",
       }) {
    SCOPED_TRACE(statements);
    EXPECT_NE(body(statements), "");
  }
}

TEST(Writer, every_kind_of_declaration_comes_back) {
  for (const std::string source : {
           "override n: u32; override m = n * 2; @id(7) override b = m > 3 && n < 2;\n"
           "var<workgroup> w: array<u32, n>; var<workgroup> x: array<u32, n * 2>; var<workgroup> y: "
           "array<u32, u32(n)>;\n"
           "var<private> p = n + m; @compute @workgroup_size(n, m + 1, 2) fn main() { w[0] = 1; x[p] = 2; "
           "y[1] = 3; }",
           "override n: u32 = 3; alias A = array<f32, n + 1>; var<workgroup> w: A; var<workgroup> x: A;\n"
           "fn f(p: ptr<workgroup, A>) { p[1] = 1; } @compute @workgroup_size(n * 2) fn main() { f(&w); "
           "f(&x); }",
           "override n: u32 = 3; var<workgroup> w: array<u32, (n >> 1u)>; var<workgroup> x: array<u32, n << "
           "2u>;\n"
           "var<workgroup> y: array<u32, select(2u, n, n < 4) + (n >> n)>;\n"
           "@compute @workgroup_size(n << 1, n >> 1, select(1u, 2u, n > 3)) fn main() { w[0] = x[0] + y[0]; "
           "}",
           "override n: u32 = 3; fn unused(p: ptr<workgroup, array<u32, n + 1>>) { p[0] = 1; }\n"
           "@compute @workgroup_size(n + 2) fn a() {} fn v(p: ptr<workgroup, array<u32, n + 3>>) { p[0] = 1; "
           "}\n"
           "@compute @workgroup_size(n + 4) fn b() {}",
           "override n: u32 = 3; override b = false && n == 2; var<private> p = true || n == 1;\n"
           "override c = select(1u, 2u, (false && n == 2) == (n == 3)); @compute @workgroup_size(1) fn "
           "main() { p = b && c == 1; }",
           "enable f16; struct S { @size(16) a: f16, @align(16) b: mat2x3<h>, c: vec3h } alias h = f16;\n"
           "@group(1) @binding(3) var<uniform> u: vec4h; @group(0) @binding(1) var<storage, read_write> s: "
           "S;\n"
           "@compute @workgroup_size(1) fn main() { s.a = u.x * 0.1h + 65504; s.b *= 6e-8h; s.c = "
           "vec3h(u.yz, 1); }",
           "enable subgroups; @group(0) @binding(0) var<storage, read_write> b: array<f32>;\n"
           "@compute @workgroup_size(32) fn main(@builtin(subgroup_size) z: u32, "
           "@builtin(subgroup_invocation_id) i: u32) {\n"
           "let far = 200u; b[1] = subgroupShuffleXor(b[2], far);"
           "b[i] = subgroupAdd(b[i]) + subgroupBroadcast(b[i], 3) + quadBroadcast(b[i], 1u) + "
           "quadSwapX(b[0]);\n"
           "if subgroupElect() { b[0] = subgroupShuffle(b[1], i32(z)) + f32(subgroupBallot(true).x); } }",
           "struct In { @builtin(workgroup_id) w: vec3u, @builtin(local_invocation_index) i: u32 }\n"
           "@group(0) @binding(0) var<storage, read_write> b: array<u32>;\n"
           "@compute @workgroup_size(2, 2) fn main(in: In, @builtin(num_workgroups) n: vec3<u32>) { b[in.i] "
           "= in.w.x + n.x; }",
           "@group(0) @binding(0) var<storage, read_write> max: array<u32>; struct min { clamp: u32 }\n"
           "fn vec3(dot: u32) -> min { let abs = dot; return min(abs); } var<private> v1: u32; "
           "var<workgroup> cross: u32;\n"
           "@compute @workgroup_size(1) fn main() { max[0] = vec3(v1).clamp + cross; let p1 = 1u; max[1] = "
           "p1; }",
           "diagnostic(off, subgroup_uniformity); const big = array<vec4<f32>, 4>(vec4f(1), vec4f(2, 3, 4, "
           "5), vec4f(), vec4f(1e10));\n"
           "@group(0) @binding(0) var<storage, read_write> b: array<vec4<f32>>; var<private> t = big; "
           "var<private> z = array<u32, 9>();\n"
           "@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) g: vec3u) { b[g.x] = big[g.x] "
           "+ t[g.y] + f32(z[1]); }",
       }) {
    SCOPED_TRACE(source);
    EXPECT_NE(written(source), "");
  }
}

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(Writer, every_example_and_test_program_comes_back) {
  std::size_t programs = 0;
  for (const char* folder : {"/examples", "/tests/files"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(SLIPWAY_SOURCE_DIR + std::string(folder))) {
      if (entry.path().extension() != ".wgsl") continue;
      SCOPED_TRACE(entry.path().string());
      std::string source = text_of(entry.path());
      if (source.starts_with("//! part")) continue;
      const std::size_t with = source.find("//! with ");
      if (with != std::string::npos) {
        const std::size_t name = with + std::string_view("//! with ").size();
        const std::string more = source.substr(name, source.find('\n', name) - name);
        source += text_of(entry.path().parent_path() / more);
      }
      std::string problems;
      const auto module = read_module(source, problems);
      if (!module) {
        EXPECT_NE(source.find("//! error "), std::string::npos) << problems;
        continue;
      }
      round_trip(*module, {});
      round_trip(*module, module->debug);
      ++programs;
    }
  EXPECT_GT(programs, 110U);
}

}  // namespace
}  // namespace slipway::wgsl
