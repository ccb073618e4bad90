// Every rule of the reader: a program that breaks only it, where that is said, and a neighbour that is legal.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include "ir/rules.h"
#include "wgsl/reader.h"
#include "wgsl/rules.h"

namespace slipway::wgsl {
namespace {

struct Case {
  std::string_view rule;
  std::string place;  // `line:column` of the one diagnostic of `bad`
  std::string bad;
  std::string good;
};

std::string nested(std::size_t depth) {
  return "fn f() { " + std::string(depth, '{') + std::string(depth, '}') + " }";
}

const Case cases[] = {
    {rule::encoding, "1:4", "// \xC0\x80", "// \xC3\x80"},
    {rule::encoding, "1:1", "\xEF\xBB\xBF const a = 1;", " const a = 1;"},
    {rule::syntax, "1:12", "const a = 1", "const a = 1;"},
    {rule::syntax, "1:17", "const a = 1 & 3 == 1;", "const a = (1 & 3) == 1;"},
    {rule::syntax, "1:17", "const a = 1 + 2 << 3;", "const a = 1 + 2 * 3;"},
    {rule::literal, "1:11", "const a = 0x80000000i;", "const a = 0x7fffffffi;"},
    {rule::literal, "1:12", "const a = -2147483648i;", "const a = i32(-2147483648);"},
    {rule::literal, "1:11", "const a = 1e400;", "const a = 1e300;"},
    {rule::literal, "1:11", "const a = 0x1.000001p0f;", "const a = 0x1.000002p0f;"},
    {rule::identifier, "1:7", "const asm = 1;", "const asm_ = 1;"},
    {rule::identifier, "1:7", "const __a = 1;", "const _a_ = 1;"},
    {rule::directive, "1:14", "const a = 1; enable f16;", "enable f16; const a = 1;"},
    {rule::nesting, "1:136", nested(127), nested(126)},
    {rule::unresolved, "1:11", "const a = b;", "const a = b; const b = 1;"},
    {rule::unresolved, "1:30", "fn f() { { let a = 1; } _ = (a); }", "fn f() { { let a = 1; _ = (a); } }"},
    {rule::redeclaration, "1:20", "fn f(a: u32) { let a = 1; }", "fn f(a: u32) { { let a = 1; } }"},
    {rule::redeclaration, "1:20", "fn f(a: u32) {} fn f() {}", "fn f(a: u32) {} fn g() {}"},
    {rule::cycle, "1:7", "const a = b; const b = a;", "const a = b; const b = 1;"},
    {rule::cycle, "1:8", "struct S { s: array<S, 2> }", "struct S { s: array<T, 2> } struct T { a: u32 }"},
    {rule::recursion, "1:26", "fn f() { g(); } fn g() { f(); }", "fn f() { g(); } fn g() { }"},
    {rule::type_mismatch, "1:16", "const a: u32 = 1i;", "const a: u32 = 1;"},
    {rule::type_mismatch, "1:13", "fn f() { if (1) { } }", "fn f() { if (1 == 1) { } }"},
    {rule::type_mismatch, "1:30", "@compute @workgroup_size(1u, 1i) fn f() { }",
     "@compute @workgroup_size(1u, 1) fn f() { }"},
    {rule::type_mismatch, "1:35", "struct S { @builtin(workgroup_id) id: vec3i }",
     "struct S { @builtin(workgroup_id) id: vec3u }"},
    {rule::no_overload, "1:14", "const a = 1u + 1i;", "const a = 1u + 1;"},
    {rule::no_overload, "1:11", "const a = max(1u, 2i);", "const a = max(1u, 2);"},
    {rule::argument_count, "1:11", "const a = max(1);", "const a = max(1, 2);"},
    {rule::const_eval, "1:11", "const a = 1 / 0;", "const a = 1 / 1;"},
    {rule::const_eval, "1:11", "const a = 9223372036854775807 + 1;", "const a = 9223372036854775806 + 1;"},
    {rule::const_eval, "1:11", "const a = 1i << 31;", "const a = 1u << 31;"},
    {rule::const_eval, "1:11", "const a = bitcast<f32>(0x7fc00000u);",
     "const a = bitcast<f32>(0x7f7fffffu);"},
    {rule::const_eval, "1:80",
     "enable subgroups; @compute @workgroup_size(1) fn f() { _ = (subgroupShuffle(1, 128)); }",
     "enable subgroups; @compute @workgroup_size(1) fn f() { _ = (subgroupShuffle(1, 127)); }"},
    {rule::stage, "1:27", "override o = 1; const a = o;", "override o = 1; override a = o;"},
    {rule::stage, "1:53", "fn f() { let n = 2; var a: array<u32, 2>; const b = n; }",
     "fn f() { const n = 2; var a: array<u32, 2>; const b = n; }"},
    {rule::index, "1:23", "const a = array(1, 2)[2];", "const a = array(1, 2)[1];"},
    {rule::index, "1:22", "const a = vec2(1, 2).z;", "const a = vec2(1, 2).y;"},
    {rule::type, "1:24", "var<private> a: mat2x2<i32>;", "var<private> a: mat2x2<f32>;"},
    {rule::type, "1:12", "struct S { a: array<u32>, b: u32 }", "struct S { b: u32, a: array<u32> }"},
    {rule::address_space, "1:14", "var<private> a: atomic<u32>;", "var<workgroup> a: atomic<u32>;"},
    {rule::address_space, "1:25", "alias P = ptr<function, array<u32>>;",
     "alias P = ptr<storage, array<u32>>;"},
    {rule::address_space, "1:24", "alias P = ptr<storage, atomic<u32>>;",
     "alias P = ptr<storage, atomic<u32>, read_write>;"},
    {rule::address_space, "1:29", "alias P = ptr<private, u32, read>;", "alias P = ptr<storage, u32, read>;"},
    {rule::address_space, "1:26", "const workgroup = 1; var<workgroup> a: u32;",
     "const workgroup_ = 1; var<workgroup> a: u32;"},
    {rule::layout, "1:12", "struct S { @align(2) a: u32 }", "struct S { @align(4) a: u32 }"},
    {rule::layout, "1:12", "struct S { @size(2) a: u32 }", "struct S { @size(4) a: u32 }"},
    {rule::binding, "1:26", "@binding(0) var<storage> a: u32;", "@group(0) @binding(0) var<storage> a: u32;"},
    {rule::binding, "1:1", "@group(0) @binding(0) var<private> a: u32;", "var<private> a: u32;"},
    {rule::attribute, "1:22", "struct S { @align(4) @align(4) a: u32 }",
     "struct S { @align(4) @size(4) a: u32 }"},
    {rule::attribute, "1:1", "@compute() @workgroup_size(1) fn f() { }",
     "@compute @workgroup_size(1) fn f() { }"},
    {rule::attribute, "1:24", "@id(1) override a = 1; @id(1) override b = 1;",
     "@id(1) override a = 1; @id(2) override b = 1;"},
    {rule::must_use, "1:10", "fn f() { max(1, 2); }", "fn f() { _ = max(1, 2); }"},
    {rule::behavior, "1:4", "fn f(a: u32) -> u32 { if a > 1 { return 1; } }",
     "fn f(a: u32) -> u32 { if a > 1 { return 1; } return 2; }"},
    {rule::behavior, "1:10", "fn f() { loop { } }", "fn f() { loop { break; } }"},
    {rule::switch_, "1:10", "fn f() { switch 1 { case 1 { } } }",
     "fn f() { switch 1 { case 1 { } default { } } }"},
    {rule::switch_, "1:32", "fn f() { switch 1 { case 1, 2, 1 { } default { } } }",
     "fn f() { switch 1 { case 1, 2, 3 { } default { } } }"},
    {rule::assignment, "1:21", "fn f() { let a = 1; a = 2; }", "fn f() { var a = 1; a = 2; }"},
    {rule::pointer, "1:35", "fn f() { var v = vec2f(); let p = &v.x; }",
     "fn f() { var v = array(1.0); let p = &v[0]; }"},
    {rule::aliasing, "1:92",
     "fn g(p: ptr<function, u32>, q: ptr<function, u32>) { *p = *q; } fn f() { var a = 1u; g(&a, &a); }",
     "fn g(p: ptr<function, u32>, q: ptr<function, u32>) { _ = *p + *q; } fn f() { var a = 1u; g(&a, &a); }"},
    {rule::entry_point, "1:13", "@compute fn f() { }", "@compute @workgroup_size(1) fn f() { }"},
    {rule::entry_point, "1:34", "@compute @workgroup_size(1) fn f(a: vec3u) { }",
     "@compute @workgroup_size(1) fn f(@builtin(workgroup_id) a: vec3u) { }"},
    {rule::declaration, "1:10", "override a;", "override a: u32;"},
    {rule::enable, "1:11", "const a = 1h;", "enable f16; const a = 1h;"},
    {rule::const_assert, "1:1", "const_assert 1 > 2;", "const_assert 1 < 2;"},
    {rule::not_supported, "1:8", "enable nothing_known;", "enable subgroups;"},
    {rule::limit, "1:14", "var<private> a: array<u32, 65537>;", "var<private> a: array<u32, 65536>;"},
    {rule::limit, "1:30", "fn f(i: u32) -> u32 { return array<u32, 65537>()[i]; }",
     "fn f(i: u32) -> u32 { return array<u32, 65536>()[i]; }"},
    {rule::diagnostic, "1:45",
     "diagnostic(off, subgroup_uniformity);       diagnostic(error, subgroup_uniformity);",
     "diagnostic(off, subgroup_uniformity);       diagnostic(error, derivative_uniformity);"},
};

std::string read_all(const std::string& source, bool messages) {
  std::string found;
  for (const Diagnostic& d : read(SourceMap({SourceFile{"test.wgsl", source}})).diagnostics)
    found += (found.empty() ? "" : "\n") + std::to_string(d.line) + ":" + std::to_string(d.column) + " " +
             d.rule + (messages ? " " + d.message : "");
  return found;
}

class Rules : public testing::TestWithParam<Case> {};

TEST_P(Rules, are_broken_by_one_program_and_not_by_its_neighbour) {
  const Case& test = GetParam();
  EXPECT_EQ(read_all(test.bad, false), test.place + " " + std::string(test.rule)) << test.bad << "\n"
                                                                                  << read_all(test.bad, true);
  EXPECT_EQ(read_all(test.good, true), "") << test.good;
}

std::string test_name(const testing::TestParamInfo<Case>& info) {
  return std::string(info.param.rule.substr(5)) + "_" + std::to_string(info.index);
}

INSTANTIATE_TEST_SUITE_P(Table, Rules, testing::ValuesIn(cases), test_name);

TEST(ListOfRules, has_a_case_for_each) {
  for (const std::string_view rule : rules) EXPECT_EQ(std::ranges::count(rules, rule), 1) << rule;
  for (const std::string_view rule : rules)
    EXPECT_GE(std::ranges::count(cases, rule, &Case::rule), 1) << rule;
}

TEST(ListOfRules, is_what_the_page_names) {
  std::ifstream file(SLIPWAY_SOURCE_DIR "/docs/wgsl-support.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  const std::regex id("`((?:wgsl|ir)\\.[a-z_0-9]+)`");
  std::set<std::string> named;
  for (std::sregex_iterator it(page.begin(), page.end(), id), end; it != end; ++it) named.insert((*it)[1]);
  std::set<std::string> all(rules.begin(), rules.end());
  all.insert(ir::verifier_rules.begin(), ir::verifier_rules.end());
  all.insert(ir::uniformity_rules.begin(), ir::uniformity_rules.end());
  EXPECT_EQ(named, all);
}

}  // namespace
}  // namespace slipway::wgsl
