// What the parser makes of well-formed text.
#include "wgsl/parser.h"

#include <gtest/gtest.h>

#include "tree_text.h"

namespace slipway::wgsl {
namespace {

struct Parsed {
  ast::Module module;
  std::vector<Diagnostic> found;
};

Parsed parse_text(std::string text) {
  const SourceMap sources({{"a.wgsl", std::move(text)}});
  Diagnostics diagnostics(sources);
  ast::Module module = parse(sources, diagnostics);
  return {std::move(module), diagnostics.take()};
}

struct Row {
  std::string source;
  std::string tree;
};

void expect_trees(const std::vector<Row>& rows, const std::string& before, const std::string& after,
                  const std::string& tree_before, const std::string& tree_after) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.source);
    const Parsed parsed = parse_text(before + row.source + after);
    for (const Diagnostic& d : parsed.found) ADD_FAILURE() << to_string(d);
    if (parsed.found.empty()) {
      EXPECT_EQ(text_of(parsed.module), tree_before + row.tree + tree_after + "\n");
    }
  }
}
void expect_expressions(const std::vector<Row>& rows) {
  expect_trees(rows, "const x = ", ";", "const x = ", "");
}
void expect_statements(const std::vector<Row>& rows) {
  expect_trees(rows, "fn f() { ", " }", "fn f() {", "}");
}
void expect_declarations(const std::vector<Row>& rows) { expect_trees(rows, "", "", "", ""); }

TEST(parser, operators_bind_by_their_precedence) {
  expect_expressions({
      {"a + b * c", "(+ a (* b c))"},
      {"a * b + c", "(+ (* a b) c)"},
      {"a - b - c", "(- (- a b) c)"},
      {"a / b % c * d", "(* (% (/ a b) c) d)"},
      {"(a + b) * c", "(* (+ a b) c)"},
      {"a + b < c * d", "(< (+ a b) (* c d))"},
      {"a << b", "(<< a b)"},
      {"-a >> b.x", "(>> (- a) b.x)"},
      {"a << b == c >> d", "(== (<< a b) (>> c d))"},
      {"a == b && c != d && e", "(&& (&& (== a b) (!= c d)) e)"},
      {"a || b >= c || d", "(|| (|| a (>= b c)) d)"},
      {"(a && b) || c", "(|| (&& a b) c)"},
      {"a & b & -c", "(& (& a b) (- c))"},
      {"a | b | c", "(| (| a b) c)"},
      {"a ^ ~b ^ c", "(^ (^ a (~ b)) c)"},
      {"(a & b) | (c ^ d)", "(| (& a b) (^ c d))"},
      {"a <= b", "(<= a b)"},
      {"a > b", "(> a b)"},
  });
}

TEST(parser, unary_operators_take_what_follows_with_its_accesses) {
  expect_expressions({
      {"- -a", "(- (- a))"},
      {"!a.b", "(! a.b)"},
      {"~a[1]", "(~ a[1])"},
      {"*p.x", "(* p.x)"},
      {"(*p).x", "(* p).x"},
      {"&a[i].b", "(& a[i].b)"},
      {"*&a", "(* (& a))"},
      {"-f(x)", "(- (f! x))"},
      {"a - -b", "(- a (- b))"},
      {"a & &b", "(& a (& b))"},
      {"a * *b", "(* a (* b))"},
  });
}

TEST(parser, calls_accesses_and_template_lists) {
  expect_expressions({
      {"f()", "(f!)"},
      {"f(a, b,)", "(f! a b)"},
      {"vec2<f32>(1, 2).yx[0]", "(vec2<f32>! 1 2).yx[0]"},
      {"array<vec2<u32>, N + 1>()", "(array<vec2<u32> (+ N 1)>!)"},
      {"array<vec4<vec2<u32>>>()", "(array<vec4<vec2<u32>>>!)"},
      {"bitcast<u32>(f(g(x)))", "(bitcast<u32>! (f! (g! x)))"},
      {"m[i][j + 1]", "m[i][(+ j 1)]"},
      {"a<b,>(c)", "(a<b>! c)"},
      {"vec3 < f32 > (1)", "(vec3<f32>! 1)"},
      {"vec3/*c*/<f32>//d\n(1)", "(vec3<f32>! 1)"},
  });
}

// Section 3.9 of WGSL has the algorithm.
TEST(parser, angle_brackets_are_template_lists_only_where_the_discovery_finds_them) {
  expect_expressions({
      {"f(a < b, c > (d))", "(f! (a<b c>! d))"},
      {"a < b || c > d", "(|| (< a b) (> c d))"},
      {"a < b && c > d", "(&& (< a b) (> c d))"},
      {"(a < b) == (c > d)", "(== (< a b) (> c d))"},
      {"a[b < c] > d", "(> a[(< b c)] d)"},
      {"a<(b > c)>()", "(a<(> b c)>!)"},
      {"a<(b >= c)>()", "(a<(>= b c)>!)"},
      {"a<b[c > d]>()", "(a<b[(> c d)]>!)"},
      {"a<b<c>>()", "(a<b<c>>!)"},
      {"a<(b>>c)>()", "(a<(>> b c)>!)"},
      {"a << b", "(<< a b)"},
      {"1 < a", "(< 1 a)"},
      {"f(true < a, b > (c))", "(f! (< true a) (> b c))"},
      {"A<B<<C>()", "(A<(<< B C)>!)"},
      {"A<B<=C>()", "(A<(<= B C)>!)"},
      {"array<i32,select(2,3,a>b)>()", "(array<i32 (select! 2 3 (> a b))>!)"},
  });
}

TEST(parser, literals_have_the_values_they_spell) {
  expect_expressions({
      {"0", "0"},
      {"0u", "0u"},
      {"2147483647i", "2147483647i"},
      {"4294967295u", "4294967295u"},
      {"9223372036854775807", "9223372036854775807"},
      {"0x7fffFFFFi", "2147483647i"},
      {"0XffffFFFFu", "4294967295u"},
      {"0xf", "15"},
      {"true", "true"},
      {"false", "false"},
      {"1.5", "1.5"},
      {"01.5", "1.5"},
      {".5", "0.5"},
      {"2.", "2"},
      {"1e3", "1000"},
      {"1E+3f", "1000f"},
      {"25e-1h", "2.5h"},
      {"1f", "1f"},
      {"0h", "0h"},
      {"1.f", "1f"},
      {"0x1p4", "16"},
      {"0x1.8p0f", "1.5f"},
      {"0x.8", "0.5"},
      {"0xA.", "10"},
      {"0x1.8f", "1.55859375"},
      {"0X1P-24h", "5.960464477539063e-08h"},
  });
}

TEST(parser, comments_and_blankspace_only_separate) {
  expect_expressions({
      {"a/**/+/* /* nested */ */b", "(+ a b)"},
      {"a // to the end\n + b", "(+ a b)"},
      {"a // to the end\r + b", "(+ a b)"},
      {"a // to the end\xC2\x85 + b", "(+ a b)"},
      {"a // to the end\xE2\x80\xA8 + b", "(+ a b)"},
      {"a\xE2\x80\x8E+\xE2\x80\x8F"
       "b",
       "(+ a b)"},
      {"a\v+\f\tb", "(+ a b)"},
      {"a /* // */ + b", "(+ a b)"},
  });
}

TEST(parser, identifiers_may_be_unicode_words) {
  expect_expressions({
      {"Δέλτα", "Δέλτα"},
      {"réflexion + 朝焼け", "(+ réflexion 朝焼け)"},
      {"_a + a_1", "(+ _a a_1)"},
      {"a\xCC\x81", "a\xCC\x81"},
      {"texture_2d<f32>()", "(texture_2d<f32>!)"},
  });
}

TEST(parser, declarations_in_functions) {
  expect_statements({
      {"var a: i32;", "var a: i32"},
      {"var a = 1;", "var a = 1"},
      {"var<function> a: i32 = 1;", "var<function> a: i32 = 1"},
      {"let a = b;", "let a = b"},
      {"let a: vec2<f32> = b;", "let a: vec2<f32> = b"},
      {"const a: i32 = 1;", "const a: i32 = 1"},
      {"let p = &a[1];", "let p = (& a[1])"},
      {"const_assert a < b;", "(const_assert (< a b))"},
      {"const_assert(a < b);", "(const_assert (< a b))"},
  });
}

TEST(parser, assignments_and_calls) {
  expect_statements({
      {"a = b;", "(= a b)"},
      {"a.b[1].c = d;", "(= a.b[1].c d)"},
      {"*p = 1;", "(= (* p) 1)"},
      {"(*p).x = 1;", "(= (* p).x 1)"},
      {"(a) = 1;", "(= a 1)"},
      {"*&a = 1;", "(= (* (& a)) 1)"},
      {"_ = f(x);", "(= _ (f! x))"},
      {"a += 1; a -= 1; a *= 1; a /= 1; a %= 1;", "(+= a 1); (-= a 1); (*= a 1); (/= a 1); (%= a 1)"},
      {"a &= 1; a |= 1; a ^= 1; a <<= 1; a >>= 1;", "(&= a 1); (|= a 1); (^= a 1); (<<= a 1); (>>= a 1)"},
      {"a++; a[i]--; (*p)++;", "(++ a); (-- a[i]); (++ (* p))"},
      {"f(); g(1, x);", "(f!); (g! 1 x)"},
      {"f<i32>(1);", "(f<i32>! 1)"},
      {";;f();;", "(f!)"},
      {"a = b < c;", "(= a (< b c))"},
      {"a = i32(b < c); d = e > g;", "(= a (i32! (< b c))); (= d (> e g))"},
  });
}

TEST(parser, control_flow) {
  expect_statements({
      {"if a { b(); }", "(if a {(b!)} -)"},
      {"if (a) { } else { c(); }", "(if a {} {(c!)})"},
      {"if a { } else if b { } else if (c) { } else { d(); }", "(if a {} (if b {} (if c {} {(d!)})))"},
      {"while a < b { a++; }", "(while (< a b) {(++ a)})"},
      {"for (var i = 0; i < n; i++) { f(); }", "(for var i = 0 (< i n) (++ i) {(f!)})"},
      {"for (i = 0; ; f()) { }", "(for (= i 0) - (f!) {})"},
      {"for (;;) { break; }", "(for - - - {break})"},
      {"for (let i = 0; i < 3; i += 1) { continue; }", "(for let i = 0 (< i 3) (+= i 1) {continue})"},
      {"for (f(); true; _ = 1) { }", "(for (f!) true (= _ 1) {})"},
      {"loop { break; }", "(loop {break})"},
      {"loop { a(); continuing { b(); } }", "(loop {(a!)} continuing {(b!)})"},
      {"loop { continuing { b(); break if c > 1; } }", "(loop {} continuing {(b!)} break-if (> c 1))"},
      {"loop { continuing { break if (c); } }", "(loop {} continuing {} break-if c)"},
      {"return;", "return"},
      {"return a + b;", "(return (+ a b))"},
      {"discard;", "discard"},
      {"{ a(); { b(); } }", "{(a!); {(b!)}}"},
  });
}

TEST(parser, switches) {
  expect_statements({
      {"switch a { default { } }", "(switch a (default {}))"},
      {"switch (a) { case 1: { f(); } default: { } }", "(switch a (1 {(f!)}) (default {}))"},
      {"switch a { case 1, 2, { } case default { } }", "(switch a (1 2 {}) (default {}))"},
      {"switch a + b { case N - 1, default, 0x3u: { } }", "(switch (+ a b) ((- N 1) default 3u {}))"},
  });
}

TEST(parser, attributes_of_statements) {
  expect_statements({
      {"@diagnostic(off, a.b) { f(); }", "@diagnostic(off a.b) {(f!)}"},
      {"@a @b if x { } else @c { }", "@a @b (if x {} @c {})"},
      {"@a loop @b { continuing @c { } }", "@a (loop @b {} continuing @c {})"},
      {"@a switch x @b { default @c { } }", "@a @b (switch x (default @c {}))"},
      {"@a for (;;) @b { }", "@a (for - - - @b {})"},
      {"@a while x @b { }", "@a (while x @b {})"},
  });
}

TEST(parser, variables_and_constants_of_the_module) {
  expect_declarations({
      {"var<private> a: i32 = 1;", "var<private> a: i32 = 1"},
      {"var<workgroup>a:array<u32,64>;", "var<workgroup> a: array<u32 64>"},
      {"@group(0) @binding(1 + 2) var<storage, read_write,> a: array<u32>;",
       "@group(0) @binding((+ 1 2)) var<storage read_write> a: array<u32>"},
      {"const a = 1 << 4;", "const a = (<< 1 4)"},
      {"override a: f32;", "override a: f32"},
      {"@id(3) override a = 1.5;", "@id(3) override a = 1.5"},
      {"alias V = vec4<f32>;", "alias V = vec4<f32>"},
      {"const_assert a == b;", "const_assert (== a b)"},
      {";;const a = 1;;", "const a = 1"},
      {"var t: texture_2d<f32>;", "var t: texture_2d<f32>"},
  });
}

TEST(parser, functions) {
  expect_declarations({
      {"fn f() { }", "fn f() {}"},
      {"fn f(a: i32, b: ptr<function, vec2<f32>>,) -> vec2<f32> { return *b; }",
       "fn f(a: i32, b: ptr<function vec2<f32>>) -> vec2<f32> {(return (* b))}"},
      {"@compute @workgroup_size(64, n, 1,) fn main(@builtin(global_invocation_id) id: vec3u) { }",
       "@compute @workgroup_size(64 n 1) fn main(@builtin(global_invocation_id) id: vec3u) {}"},
      {"@must_use fn f() -> @location(0) f32 { return 1; }",
       "@must_use fn f() -> @location(0) f32 {(return 1)}"},
      {"fn f() @diagnostic(info, x) { }", "fn f() @diagnostic(info x) {}"},
      {"@ /* here too */ const fn f() { }", "@const fn f() {}"},
      {"@diagnostic(off, derivative_uniformity,) fn f() { }",
       "@diagnostic(off derivative_uniformity) fn f() {}"},
  });
}

TEST(parser, structures) {
  expect_declarations({
      {"struct S { a: i32 }", "struct S (a: i32)"},
      {"struct S { @align(16) @size(32) a: i32, b: array<S2>, };",
       "struct S (@align(16) @size(32) a: i32) (b: array<S2>)"},
  });
}

TEST(parser, directives_come_first) {
  expect_declarations({
      {"enable f16;\nenable subgroups, slipway_trap,;\nrequires a, b;\ndiagnostic(warning, a.b);\nconst x = "
       "1;",
       "enable f16\nenable subgroups slipway_trap\nrequires a b\ndiagnostic(warning a.b)\nconst x = 1"},
  });
}

TEST(parser, files_form_one_module_and_each_may_have_directives) {
  const SourceMap sources({{"a.wgsl", "enable f16; fn f() { g(); }"}, {"b.wgsl", "enable f16; fn g() { }"}});
  Diagnostics diagnostics(sources);
  const ast::Module module = parse(sources, diagnostics);
  EXPECT_EQ(diagnostics.errors(), 0U);
  EXPECT_EQ(text_of(module), "enable f16\nenable f16\nfn f() {(g!)}\nfn g() {}\n");
  EXPECT_EQ(module.functions[0].span.file, 0U);
  EXPECT_EQ(module.functions[1].span.file, 1U);
  EXPECT_EQ(module.functions[1].name.span, (Span{1, 15, 16}));
}

TEST(parser, spans_cover_what_they_name) {
  const std::string text = "@id(1) override a : i32 = (b + c) * -d.e[1];";
  const SourceMap sources({{"a.wgsl", text}});
  Diagnostics diagnostics(sources);
  const ast::Module m = parse(sources, diagnostics);
  ASSERT_EQ(diagnostics.errors(), 0U);
  const ast::Variable& v = m.variables[0];
  EXPECT_EQ(sources.text(v.span), "override a : i32 = (b + c) * -d.e[1]");
  EXPECT_EQ(sources.text(v.attributes[0].span), "@id(1)");
  const ast::Expression& product = m[v.initializer];
  EXPECT_EQ(sources.text(product.span), "(b + c) * -d.e[1]");
  EXPECT_EQ(sources.text(product.op_span), "*");
  EXPECT_EQ(sources.text(m[product.left].span), "(b + c)");
  EXPECT_TRUE(m[product.left].parenthesised);
  EXPECT_EQ(sources.text(m[product.right].span), "-d.e[1]");
  EXPECT_EQ(sources.text(m[m[product.right].left].span), "d.e[1]");
}

// A tree that recursion could not have built: each chain is one level of nesting.
TEST(parser, long_chains_do_not_nest) {
  std::string sum = "a";
  for (int i = 0; i < 50'000; ++i) sum += " + a.b";
  std::string path = "a";
  for (int i = 0; i < 50'000; ++i) path += "[0].b";
  const Parsed parsed = parse_text("const x = " + sum + "; const y = " + path + ";");
  ASSERT_TRUE(parsed.found.empty());
  EXPECT_EQ(parsed.module.expressions.size(), 1U + 3 * 50'000U + 1U + 3 * 50'000U);
}

TEST(parser, nesting_up_to_the_limit_is_read) {
  const auto repeat = [](const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  EXPECT_TRUE(parse_text("const x = " + repeat("(", 127) + "1" + repeat(")", 127) + ";").found.empty());
  EXPECT_TRUE(parse_text("const x = " + repeat("- ", 127) + "1;").found.empty());
  EXPECT_TRUE(parse_text("fn f() " + repeat("{", 127) + repeat("}", 127)).found.empty());
  EXPECT_TRUE(parse_text("fn f() { " + repeat("if a { } else ", 900) + "{ } }").found.empty());
}

}  // namespace
}  // namespace slipway::wgsl
