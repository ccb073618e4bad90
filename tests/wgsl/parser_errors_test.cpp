// What the parser says of ill-formed text, where, and that it finds the next error.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tree_text.h"
#include "wgsl/parser.h"

namespace slipway::wgsl {
namespace {

struct Row {
  std::string source;
  std::vector<std::string> errors;  // "line:column rule message"
};

std::vector<std::string> errors_of(std::string text) {
  const SourceMap sources({{"a.wgsl", std::move(text)}});
  Diagnostics diagnostics(sources);
  static_cast<void>(parse(sources, diagnostics));
  std::vector<std::string> errors;
  for (const Diagnostic& d : diagnostics.take())
    errors.push_back(fmt::format("{}:{} {} {}", d.line, d.column, d.rule, d.message));
  return errors;
}

void expect_errors(const std::vector<Row>& rows) {
  for (const Row& row : rows) EXPECT_EQ(errors_of(row.source), row.errors) << row.source;
}

TEST(parser_errors, operators_that_do_not_mix) {
  const auto after = [](int column, const char* second, const char* first) {
    return std::vector<std::string>{
        fmt::format("1:{} wgsl.syntax '{}' cannot follow '{}' without parentheses", column, second, first)};
  };
  expect_errors({
      {"const x = a & b | c;", after(17, "|", "&")},
      {"const x = a ^ b & c;", after(17, "&", "^")},
      {"const x = a + b & c;", after(17, "&", "+")},
      {"const x = a & b + c;", after(17, "+", "&")},
      {"const x = a & b == c;", after(17, "==", "&")},
      {"const x = a == b & c;", after(18, "&", "==")},
      {"const x = a + b << c;", after(17, "<<", "+")},
      {"const x = a << b + c;", after(18, "+", "<<")},
      {"const x = a << b << c;", after(18, "<<", "<<")},
      {"const x = a << b & c;", after(18, "&", "<<")},
      {"const x = a < b < c;", after(17, "<", "<")},
      {"const x = a == b != c;", after(18, "!=", "==")},
      {"const x = a && b || c;", after(18, "||", "&&")},
      {"const x = a || b && c;", after(18, "&&", "||")},
      {"const x = a && b | c;", after(18, "|", "&&")},
  });
}

TEST(parser_errors, expressions) {
  expect_errors({
      {"const x = ;", {"1:11 wgsl.syntax expected an expression, found ';'"}},
      {"const x = a +;", {"1:14 wgsl.syntax expected an expression, found ';'"}},
      {"const x = (a;", {"1:13 wgsl.syntax expected ')' after an expression, found ';'"}},
      {"const x = a[1;", {"1:14 wgsl.syntax expected ']' after an index, found ';'"}},
      {"const x = a.1;", {"1:12 wgsl.syntax expected ';' after a declaration, found '.1'"}},
      {"const x = a.;", {"1:13 wgsl.syntax expected a member or components after '.', found ';'"}},
      {"const x = f(a b);", {"1:15 wgsl.syntax expected ',' or ')' after an argument, found 'b'"}},
      {"const x = f(,);", {"1:13 wgsl.syntax expected an expression, found ','"}},
      {"const x = array<>();", {"1:17 wgsl.syntax expected a template argument, found '>'"}},
      {"const x = f(a < b, c > d);", {"1:24 wgsl.syntax expected ',' or ')' after an argument, found 'd'"}},
      {"const x = --a;", {"1:11 wgsl.syntax expected an expression, found '--'"}},
      {"const x = fn;", {"1:11 wgsl.syntax expected an expression, found 'fn'"}},
      {"const x = a ? b : c;", {"1:13 wgsl.syntax '?' has no place in WGSL"}},
      {"const x = \"text\";", {"1:11 wgsl.syntax '\"' has no place in WGSL"}},
      {"const x = a", {"1:12 wgsl.syntax expected ';' after a declaration, found the end of the file"}},
  });
}

TEST(parser_errors, numbers) {
  expect_errors({
      {"const x = 1abc;", {"1:11 wgsl.literal '1abc' is not a number of WGSL"}},
      {"const x = 012;", {"1:11 wgsl.literal '012' is not a number of WGSL"}},
      {"const x = 00;", {"1:11 wgsl.literal '00' is not a number of WGSL"}},
      {"const x = 01f;", {"1:11 wgsl.literal '01f' is not a number of WGSL"}},
      {"const x = 0x;", {"1:11 wgsl.literal '0x' is not a number of WGSL"}},
      {"const x = 0x.p1;", {"1:11 wgsl.literal '0x.p1' is not a number of WGSL"}},
      {"const x = 0x1p;", {"1:11 wgsl.literal '0x1p' is not a number of WGSL"}},
      {"const x = 0x1.8h;", {"1:11 wgsl.literal '0x1.8h' is not a number of WGSL"}},
      {"const x = 1e;", {"1:11 wgsl.literal '1e' is not a number of WGSL"}},
      {"const x = 1e+;", {"1:11 wgsl.literal '1e+' is not a number of WGSL"}},
      {"const x = 1.5u;", {"1:11 wgsl.literal '1.5u' is not a number of WGSL"}},
      {"const x = 1ui;", {"1:11 wgsl.literal '1ui' is not a number of WGSL"}},
      {"const x = 2147483648i;",
       {"1:11 wgsl.literal '2147483648i' is larger than i32 can hold (2147483647)"}},
      {"const x = -2147483648i;",
       {"1:12 wgsl.literal '2147483648i' is larger than i32 can hold (2147483647)"}},
      {"const x = 0x100000000u;",
       {"1:11 wgsl.literal '0x100000000u' is larger than u32 can hold (4294967295)"}},
      {"const x = 9223372036854775808;",
       {"1:11 wgsl.literal '9223372036854775808' is larger than an abstract integer can hold "
        "(9223372036854775807)"}},
      {"const x = 1e400;", {"1:11 wgsl.literal '1e400' is larger than an abstract float can hold"}},
      {"const x = 3.5e38f;", {"1:11 wgsl.literal '3.5e38f' is larger than f32 can hold"}},
      {"const x = 65520h;", {"1:11 wgsl.literal '65520h' is larger than f16 can hold"}},
      {"const x = 0x1p128f;", {"1:11 wgsl.literal '0x1p128f' is larger than f32 can hold"}},
      {"const x = 0x1.000001p0f;",
       {"1:11 wgsl.literal '0x1.000001p0f' cannot be represented exactly as f32"}},
      {"const x = 0x1p-150f;", {"1:11 wgsl.literal '0x1p-150f' cannot be represented exactly as f32"}},
      {"const x = 0x1.00000000000008p0;",
       {"1:11 wgsl.literal '0x1.00000000000008p0' cannot be represented exactly as an abstract float"}},
  });
}

TEST(parser_errors, words_that_cannot_be_names) {
  expect_errors({
      {"const enum = 1;", {"1:7 wgsl.identifier 'enum' is a reserved word and cannot be a name"}},
      {"const enum = 1; const b = enum + enum;",
       {"1:7 wgsl.identifier 'enum' is a reserved word and cannot be a name"}},
      {"const loop = 1;", {"1:7 wgsl.identifier 'loop' is a keyword and cannot be a name"}},
      {"const _ = 1;", {"1:7 wgsl.identifier '_' cannot be a name"}},
      {"const __a = 1;", {"1:7 wgsl.identifier '__a' starts with two underscores, as no name may"}},
      {"struct S { self: i32 }", {"1:12 wgsl.identifier 'self' is a reserved word and cannot be a name"}},
      {"fn f(var: i32) { }", {"1:6 wgsl.identifier 'var' is a keyword and cannot be a name"}},
      {"const 1a = 1;", {"1:7 wgsl.literal '1a' is not a number of WGSL"}},
  });
}

TEST(parser_errors, text_that_is_not_utf8) {
  expect_errors({
      {"const a = 1; // \xFF", {"1:17 wgsl.encoding expected UTF-8 text, found the byte 0xFF"}},
      {"const a = 1; // \xC0\x80", {"1:17 wgsl.encoding expected UTF-8 text, found the byte 0xC0"}},
      {"// \xED\xA0\x80", {"1:4 wgsl.encoding expected UTF-8 text, found the byte 0xED"}},
      {"// \xF4\x90\x80\x80", {"1:4 wgsl.encoding expected UTF-8 text, found the byte 0xF4"}},
      {"// \xE2\x80", {"1:4 wgsl.encoding expected UTF-8 text, found the byte 0xE2"}},
      {std::string("const a = 1;\n  \0;", 17),
       {"2:3 wgsl.encoding expected UTF-8 text, found a NUL character"}},
      {"\xEF\xBB\xBF"
       "const a = 1;",
       {"1:1 wgsl.encoding the text must not start with a byte order mark"}},
      {"const a = 1 €€ + 2;", {"1:13 wgsl.syntax '€' (U+20AC) has no place in WGSL"}},
      {"const a = 1 \x01;", {"1:13 wgsl.syntax the control character U+0001 has no place in WGSL"}},
      {"fn f() { /* /* */ ", {"1:10 wgsl.syntax this comment has no end"}},
  });
}

TEST(parser_errors, directives) {
  expect_errors({
      {"const a = 1; enable f16;",
       {"1:14 wgsl.directive 'enable' must come before all declarations of its file"}},
      {";enable f16;", {"1:2 wgsl.directive 'enable' must come before all declarations of its file"}},
      {"enable;", {"1:7 wgsl.syntax expected the name of an extension, found ';'"}},
      {"enable f16 const a = 1;", {"1:12 wgsl.syntax expected ';' after a directive, found 'const'"}},
      {"diagnostic(fatal, a);",
       {"1:12 wgsl.syntax expected a severity ('error', 'warning', 'info' or 'off'), found 'fatal'"}},
      {"diagnostic(off);", {"1:15 wgsl.syntax expected ',' after a severity, found ')'"}},
      {"diagnostic(off, a.b.c);", {"1:20 wgsl.syntax expected ')' after a diagnostic rule, found '.'"}},
  });
}

TEST(parser_errors, declarations) {
  expect_errors({
      {"let a = 1;", {"1:1 wgsl.syntax expected a declaration, found 'let'"}},
      {"}", {"1:1 wgsl.syntax expected a declaration, found '}'"}},
      {"const a: i32;", {"1:13 wgsl.syntax expected '=' and a value for const 'a', found ';'"}},
      {"@id(1) const a = 1;", {"1:1 wgsl.attribute attribute 'id' cannot stand on a const"}},
      {"@align(4) struct S { a: i32 }", {"1:1 wgsl.attribute attribute 'align' cannot stand on a structure"}},
      {"@1 var a: i32;", {"1:2 wgsl.syntax expected the name of an attribute after '@', found '1'"}},
      {"struct S { }", {"1:12 wgsl.syntax expected a member of the structure, found '}'"}},
      {"struct S { a i32 }", {"1:14 wgsl.syntax expected ':' after a member's name, found 'i32'"}},
      {"var<storage a: i32;", {"1:4 wgsl.syntax expected a name, found '<'"}},
      {"var a: ;", {"1:8 wgsl.syntax expected a type, found ';'"}},
      {"fn () { }", {"1:4 wgsl.syntax expected a function's name, found '('"}},
      {"fn f { }", {"1:6 wgsl.syntax expected '(' after a function's name, found '{'"}},
      {"fn f(a) { }", {"1:7 wgsl.syntax expected ':' after a parameter's name, found ')'"}},
      {"fn f() -> { }", {"1:11 wgsl.syntax expected a type, found '{'"}},
      {"fn f();", {"1:7 wgsl.syntax expected '{' after a function's header, found ';'"}},
      {"alias a : i32;", {"1:9 wgsl.syntax expected '=' after an alias's name, found ':'"}},
  });
}

TEST(parser_errors, statements) {
  const auto in_function = [](const std::string& statement, const std::string& error) {
    return Row{"fn f() {\n" + statement + "\n}", {"2:" + error}};
  };
  expect_errors({
      in_function("let a;", "6 wgsl.syntax expected '=' and a value for let 'a', found ';'"),
      in_function("a;", "2 wgsl.syntax expected an assignment, '++', '--' or a call, found ';'"),
      in_function("a b;", "3 wgsl.syntax expected an assignment, '++', '--' or a call, found 'b'"),
      in_function("1;", "1 wgsl.syntax expected a statement, found '1'"),
      in_function("f() = 1;", "5 wgsl.syntax expected ';' after a call, found '='"),
      in_function("f().x = 1;", "4 wgsl.syntax expected ';' after a call, found '.'"),
      in_function("a<b>;", "5 wgsl.syntax expected '(' and arguments, found ';'"),
      in_function("_ += 1;", "3 wgsl.syntax expected '=' after '_', found '+='"),
      in_function("a = ;", "5 wgsl.syntax expected an expression, found ';'"),
      in_function("a++ + 1;", "5 wgsl.syntax expected ';' after a statement, found '+'"),
      in_function("if a b();", "6 wgsl.syntax expected '{' after the condition, found 'b'"),
      in_function("if { }", "4 wgsl.syntax expected an expression, found '{'"),
      in_function("if a { } else b();", "15 wgsl.syntax expected '{' or 'if' after 'else', found 'b'"),
      in_function("else { }", "1 wgsl.syntax expected a statement, found 'else'"),
      in_function("while (a) b();", "11 wgsl.syntax expected '{' after the condition, found 'b'"),
      in_function("for var i = 0; i < 3; i++ { }", "5 wgsl.syntax expected '(' after 'for', found 'var'"),
      in_function("for (var i = 0, i < 3; i++) { }",
                  "15 wgsl.syntax expected ';' after a for loop's start, found ','"),
      in_function("for (;; return) { }", "9 wgsl.syntax expected a statement, found 'return'"),
      in_function("for (;;) f();", "10 wgsl.syntax expected '{' after a for header, found 'f'"),
      in_function("switch a { }", "12 wgsl.syntax expected 'case' or 'default', found '}'"),
      in_function("switch a { f(); }", "12 wgsl.syntax expected 'case', 'default' or '}', found 'f'"),
      in_function("switch a { case { } }", "17 wgsl.syntax expected an expression, found '{'"),
      in_function("switch a { case 1 f(); }",
                  "19 wgsl.syntax expected '{' after a case's selectors, found 'f'"),
      in_function("loop { continuing { } f(); }",
                  "23 wgsl.syntax expected '}', as 'continuing' ends its loop, found 'f'"),
      in_function("loop { continuing { break if a; f(); } }",
                  "33 wgsl.syntax expected '}', as 'break if' ends its continuing block, found 'f'"),
      in_function("loop { break if a; }",
                  "8 wgsl.syntax 'break if' must be the last statement of a continuing block"),
      in_function("continuing { }", "1 wgsl.syntax expected a statement, found 'continuing'"),
      in_function("@a let b = 1;", "1 wgsl.attribute attribute 'a' cannot stand on this statement"),
      in_function("fallthrough;", "1 wgsl.identifier 'fallthrough' is a reserved word and cannot be a name"),
      in_function("struct S { a: i32 }", "1 wgsl.syntax expected '}' or a statement, found 'struct'"),
  });
}

TEST(parser_errors, several_errors_are_found_without_bogus_ones_between) {
  expect_errors({
      {"fn f() {\n  let a = ;\n  let b = 2\n  let c = 3;\n  if a = b { d(; }\n  e = 1;\n}\nfn g( { h() "
       "}\nconst x 1;",
       {"2:11 wgsl.syntax expected an expression, found ';'",
        "3:12 wgsl.syntax expected ';' after a declaration, found the end of the line",
        "5:8 wgsl.syntax expected '{' after the condition, found '='",
        "5:16 wgsl.syntax expected an expression, found ';'",
        "8:7 wgsl.syntax expected a parameter's name, found '{'",
        "8:13 wgsl.syntax expected ';' after a call, found '}'",
        "9:9 wgsl.syntax expected '=' and a value for const 'x', found '1'"}},
      {"struct S {\n  a: i32;\n  b: f32\n  c: ,\n  d: u32,\n}\nfn f() { }",
       {"2:9 wgsl.syntax expected ',' or '}' after a member, found ';'",
        "4:3 wgsl.syntax expected ',' or '}' after a member, found 'c'",
        "4:6 wgsl.syntax expected a type, found ','"}},
      {"fn f() {\n  if a {\n    b();\n\nfn g() {\n  let c = ;\n}",
       {"5:1 wgsl.syntax expected '}' or a statement, found 'fn'",
        "6:11 wgsl.syntax expected an expression, found ';'"}},
      {"fn f() {\n  for (var i = 0 i < 3; i++) {\n    a(;\n  }\n  b(;\n}",
       {"2:18 wgsl.syntax expected ';' after a for loop's start, found 'i'",
        "3:7 wgsl.syntax expected an expression, found ';'",
        "5:5 wgsl.syntax expected an expression, found ';'"}},
      {"fn f() {\n  if ( { a(;\n  } else if ) { b(;\n  } else { c(;\n  }\n  d(;\n}",
       {"2:8 wgsl.syntax expected an expression, found '{'",
        "2:12 wgsl.syntax expected an expression, found ';'",
        "3:19 wgsl.syntax expected an expression, found ';'",
        "4:14 wgsl.syntax expected an expression, found ';'",
        "6:5 wgsl.syntax expected an expression, found ';'"}},
      {"fn f() {\n  switch a {\n    case 1 b { }\n    case = { c(; }\n    default { d(; }\n  }\n  e(;\n}",
       {"3:12 wgsl.syntax expected '{' after a case's selectors, found 'b'",
        "4:10 wgsl.syntax expected an expression, found '='",
        "5:17 wgsl.syntax expected an expression, found ';'",
        "7:5 wgsl.syntax expected an expression, found ';'"}},
      {"const a = 1i32;\nconst b = $;\nconst c = 0x1_0;",
       {"1:11 wgsl.literal '1i32' is not a number of WGSL", "2:11 wgsl.syntax '$' has no place in WGSL",
        "3:11 wgsl.literal '0x1_0' is not a number of WGSL"}},
  });
}

TEST(parser_errors, nesting_past_the_limit_is_one_error) {
  const auto repeat = [](const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  const auto too_deep = [](const std::string& place, const std::string& what) {
    return std::vector<std::string>{
        fmt::format("{} wgsl.nesting {} are nested more than 127 levels deep", place, what)};
  };
  expect_errors({
      {"const a = " + repeat("(", 100'000) + ";", too_deep("1:138", "expressions")},
      {"const a = " + repeat("-\n", 100'000) + ";", too_deep("128:1", "expressions")},
      {"const a = b" + repeat("[\nb", 100'000) + ";", too_deep("129:1", "expressions")},
      {"fn f() {" + repeat("{", 100'000) + repeat("}", 100'000) + "}", too_deep("1:135", "blocks")},
      {"fn f() {" + repeat("if a {", 1'000) + repeat("} else {}", 1'000) + "}", too_deep("1:770", "blocks")},
      {"fn f() {" + repeat("if a {} else ", 100'000) + "{} }",
       {"1:13009 wgsl.nesting blocks and 'else if' nest more than 1000 deep"}},
  });
}

TEST(parser_errors, a_program_of_too_many_tokens_is_refused) {
  EXPECT_EQ(errors_of(std::string(1'000'001, ';')),
            std::vector<std::string>{"1:1000001 wgsl.limit the program has more than 1000000 tokens"});
  EXPECT_TRUE(errors_of(std::string(1'000'000, ';')).empty());
}

TEST(parser_errors, a_name_has_at_most_a_thousand_bytes) {
  EXPECT_TRUE(errors_of("const " + std::string(1000, 'a') + " = 1;").empty());
  EXPECT_EQ(errors_of("const " + std::string(1001, 'a') + " = 1;"),
            std::vector<std::string>{"1:7 wgsl.limit this name has 1001 bytes, more than the limit of 1000"});
}

TEST(parser_errors, at_most_a_hundred_errors_are_kept) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "const a = ;\n";
  EXPECT_EQ(errors_of(text).size(), 100U);
}

}  // namespace
}  // namespace slipway::wgsl
