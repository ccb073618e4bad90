"""The programs: (name, text, what must come out: a value, "error", or None for either within the bounds)."""

BUFFER = "@group(0) @binding(0) var<storage, read_write> out: array<i32, 1>;\n"
HEAD = BUFFER + "@compute @workgroup_size(1)\n"


def main_of(body, before=""):
    return before + HEAD + "fn main() {\n" + body + "\n}\n"


def each(pattern, count, first=0):
    """`pattern` with {k} and {p}, the number before it, for each k."""
    return "".join(pattern.replace("{k}", str(k)).replace("{p}", str(k - 1)) for k in range(first, count))


def nested(opening, middle, closing):
    return lambda depth: main_of("out[0] = " + opening * depth + middle + closing * depth + ";")


def nested_statements(opening, closing="}"):
    return lambda depth: main_of(opening * depth + " out[0] = 1; " + closing * depth)


def nested_types(depth):
    return "alias Deep = " + "array<" * depth + "i32" + ", 1>" * depth + ";\n" + main_of("out[0] = 1;")


def nesting():
    for depth, expected in (10, 1), (100, 1), (1000, "error"), (100000, "error"):
        yield f"parentheses {depth}", nested("(", "1", ")")(depth), expected
        yield f"ifs {depth}", nested_statements("if out[0] == 0 {")(depth), expected
        yield f"blocks {depth}", nested_statements("{")(depth), expected
        yield f"loops {depth}", main_of("loop { " * depth + "out[0] = 1; break;" + " break; }" * depth), \
            None if expected == 1 else "error"
        yield f"indices {depth}", nested("out[", "0", "]")(depth), 0 if expected == 1 else "error"
        yield f"calls {depth}", nested("abs(", "1", ")")(depth), expected
    for depth in 1000, 100000:
        yield f"negations {depth}", nested("-", "1", "")(depth), "error"
        yield f"complements {depth}", nested("~", "1", "")(depth), "error"
        yield f"nested types {depth}", nested_types(depth), "error"
        yield f"comments {depth}", "/*" * depth + "*/" * depth + main_of("out[0] = 1;"), 1
        yield f"open braces {depth}", main_of("{" * depth), "error"
        yield f"open parentheses {depth}", main_of("out[0] = " + "(" * depth), "error"
    yield "1000000 comments in each other", "/*" * 1000000 + "*/" * 1000000 + main_of("out[0] = 1;"), 1
    yield "comments without an end", "/*" * 1000000, "error"
    yield "pointer types 300 deep", "fn f(p: " + "ptr<function, " * 300 + "i32" + ">" * 300 + ") {}\n", "error"
    yield "array types 250 deep by aliases", main_of(
        "var a: A249; out[0] = 1;", "alias A0 = i32;\n" + each("alias A{k} = array<A{p}, 1>;\n", 250, 1)), 1
    yield "array types 300 deep by aliases", main_of(
        "var a: A299; out[0] = 1;", "alias A0 = i32;\n" + each("alias A{k} = array<A{p}, 1>;\n", 300, 1)), "error"
    yield "references taken and followed 60 times", main_of("var x = 1; out[0] = " + "*&" * 60 + "x;"), 1
    yield "references taken and followed 50000 times", main_of("var x = 1; out[0] = " + "*&" * 50000 + "x;"), "error"
    for depth, expected in (900, 1), (20000, "error"), (100000, "error"):
        yield f"else ifs {depth}", main_of(
            "if out[0] == 1 {}" + each(" else if out[0] == 1 + {k} {}", depth) + " else { out[0] = 1; }"), expected


def expressions():
    let = "let x = out[0]; "
    for name, operand, count, expected in ("+", "x", 100000, 0), ("*", "x", 100000, 0), ("^", "x", 100000, 0), \
            ("|", "x", 100000, 0), ("&", "x", 100000, 0), ("+", "1", 100000, 100000):
        yield f"100000 times {name} {operand}", main_of(f"{let}out[0] = x" + f" {name} {operand}" * count + ";"), expected
    yield "100000 constants added", main_of("out[0] = 1" + " + 1" * 100000 + ";"), 100001
    yield "100000 float constants added", main_of("out[0] = i32(1.5" + " + 1.5" * 100000 + ");"), 150001
    yield "100000 named constants added", main_of("out[0] = c" + " + c" * 100000 + ";", "const c = 1;\n"), 100001
    yield "100000 overrides added", main_of("out[0] = c" + " + c" * 100000 + ";", "override c = 1;\n"), 100001
    yield "a size of 100000 overrides", main_of(
        "w[0] = 1; out[0] = w[0];", "override c = 0;\nvar<workgroup> w: array<i32, 1" + " + c" * 100000 + ">;\n"), 1
    large = "struct S { a: i32, b: array<i32, 65535> }\noverride c = 3;\n"
    value = "S(c, array<i32, 65535>())"
    yield "an override of 4000 large structures", main_of(
        "out[0] = d;", large + "override d = " + " + ".join([value + ".a"] * 4000) + ";\n"), "error"
    yield "a divisor of 4000 large structures that overrides give", main_of(
        "out[0] = 1 / (" + " + ".join([value + ".a"] * 4000) + ");", large), "error"
    yield "3000 large variables that overrides give", main_of(
        each("out[0] += v{k}.a;\n", 3000), large + each("var<private> v{k} = " + value + ";\n", 3000)), "error"
    yield "a workgroup size of 100000 terms", BUFFER + "@compute @workgroup_size(1" + " + 0" * 100000 + ")\n" \
        "fn main() { out[0] = 1; }", 1
    yield "a selector of 100000 terms", main_of(
        "switch out[0] { case 0" + " + 0" * 100000 + ": { out[0] = 1; } default: {} }"), 1
    for word in "&&", "||":
        yield f"100000 times {word}", main_of(
            f"let b = out[0] == 0; out[0] = i32(b" + f" {word} b" * 100000 + ");"), 1
        yield f"100000 constants and {word}", main_of("out[0] = i32(true" + f" {word} true" * 100000 + ");"), 1
    yield "30000 comparisons and &&", main_of("out[0] = i32(out[0] == 0" + " && out[0] == 0" * 30000 + ");"), 1
    yield "20000 that look like template lists", main_of(
        "let a = 1; out[0] = i32(" + "a < a && " * 20000 + "true);"), 0
    yield "100000 less-thans", main_of("let x = out[0]; out[0] = x" + " < x" * 100000 + ";"), "error"
    yield "300000 arguments", main_of("out[0] = max(1" + ", 1" * 300000 + ");"), "error"
    yield "100000 swizzles", main_of("var v = vec4i(1); out[0] = v" + ".xyzw" * 100000 + ".x;"), 1
    yield "65535 elements at run time", main_of(
        "let x = out[0] + 1; var t = array(" + ", ".join(["x"] * 65535) + "); out[0] = t[out[0]];"), 1


def statements():
    yield "100000 compound assignments", main_of("out[0] += 1;\n" * 100000), 100000
    yield "50000 additions", main_of("var x = out[0];\n" + "x += 1;\n" * 50000 + "out[0] = x;"), 50000
    yield "100000 lets", main_of(each("let a{k} = {k};\n", 100000) + "out[0] = a99999;"), 99999
    yield "100000 variables in a function", main_of(each("var a{k} = {k};\n", 100000) + "out[0] = a99999;"), 99999
    yield "50000 ifs", main_of("if out[0] == 0 { out[0] = 2; }\n" * 50000), 2
    yield "30000 loops", main_of("for (var i = 0; i < 2; i++) { out[0] += i; }\n" * 30000), 30000
    yield "100000 calls", main_of("f();\n" * 100000, "fn f() { out[0] += 1; }\n"), 100000
    yield "20000 calls with pointers", main_of(
        "var x = 0;\n" + "f(&x);\n" * 20000 + "out[0] = x;", "fn f(p: ptr<function, i32>) { *p += 1; }\n"), 20000
    yield "50000 barriers", main_of("workgroupBarrier();\n" * 50000 + "out[0] = 1;"), 1
    yield "50000 blocks", main_of("{ out[0] += 1; }\n" * 50000), 50000
    yield "50000 divisions", main_of("var x = out[0] + 8;\n" + "x = x / x;\n" * 50000 + "out[0] = x;"), 1
    yield "20000 products of matrices", main_of("var m = mat4x4f();" + "m = m * m;\n" * 20000 + "out[0] = i32(m[0][0]);"), 0
    yield "30000 elements of elements", main_of("out[out[0]] = out[out[0]];\n" * 30000), 0
    yield "50000 vectors taken apart", main_of(
        "var v = vec4i(1);\n" + "v = vec4(v.xy, v.zw);\n" * 50000 + "out[0] = v.x;"), 1
    yield "20000 const_asserts in a function", main_of("const_assert 1 < 2;\n" * 20000 + "out[0] = 1;"), 1
    yield "10000 diagnostic filters", main_of("@diagnostic(off, subgroup_uniformity) { out[0] = 1; }\n" * 10000), 1
    yield "10000 switches", main_of("switch out[0] { case 0: { out[0] = 2; } default: {} }\n" * 10000), 2
    for count in 10000, 20000:
        yield f"a switch of {count} cases", main_of(
            "switch out[0] {" + each("case {k}: { out[0] = {k} + 1; }\n", count) + "default: {} }"), 1
    yield "a switch of 100000 cases", main_of(
        "switch out[0] {" + each("case {k}: { out[0] = {k}; }\n", 100000) + "default: {} }"), "error"
    yield "100000 selectors", main_of(
        "switch out[0] { case " + each("{k}, ", 100000) + ": { out[0] = 1; } default: {} }"), 1
    yield "1000000 semicolons", main_of(";" * 1000000), "error"


def call_chain(depth):
    return main_of(f"out[0] = f{depth - 1}();", "fn f0() -> i32 { return 1; }\n" +
                   each("fn f{k}() -> i32 { return f{p}(); }\n", depth, 1))


def doubling_calls(depth):
    return main_of(f"var x = 0; f{depth - 1}(&x); out[0] = x;", "fn f0(p: ptr<function, i32>) { *p += 1; }\n" +
                   each("fn f{k}(p: ptr<function, i32>) { f{p}(p); f{p}(p); }\n", depth, 1))


def doubling_values(depth):
    return main_of(f"out[0] = f{depth - 1}(1);", "fn f0(x: i32) -> i32 { return x * 3 + out[x & 3]; }\n" +
                   each("fn f{k}(x: i32) -> i32 { return f{p}(x) + f{p}(x + 1); }\n", depth, 1))


def doubling_barriers(depth):
    return main_of(f"f{depth - 1}(); out[0] = 1;", "fn f0() { workgroupBarrier(); }\n" +
                   each("fn f{k}() { f{p}(); f{p}(); }\n", depth, 1))


def declarations():
    yield "call chain 20000", call_chain(20000), None
    yield "doubling calls 10", doubling_calls(10), 512
    yield "doubling calls 40 on vulkan", doubling_calls(40), "error"
    yield "doubling values 10 on vulkan", doubling_values(10), 8448
    yield "doubling values 40 on vulkan", doubling_values(40), "error"
    yield "doubling values 1000 on vulkan", doubling_values(1000), "error"
    yield "doubling barriers 8 on vulkan", doubling_barriers(8), 1
    yield "doubling barriers 30 on vulkan", doubling_barriers(30), "error"
    yield "50000 variables", main_of("out[0] = 1;", each("var<private> v{k}: i32;\n", 50000)), 1
    yield "50000 variables in use", main_of(
        each("v{k} = 1;\n", 50000) + "out[0] = v7;", each("var<private> v{k}: i32;\n", 50000)), 1
    yield "50000 constants", main_of("out[0] = v49999;", each("const v{k} = {k};\n", 50000)), 49999
    yield "50000 constants of each other", main_of("out[0] = v49999;", "const v0 = 1;\n" +
                                                   each("const v{k} = v{p};\n", 50000, 1)), 1
    yield "50000 constants before what they need", main_of(
        "out[0] = v49999;", "".join(f"const v{k} = v{k - 1};\n" for k in range(49999, 0, -1)) + "const v0 = 1;\n"), 1
    yield "20000 copies of a table", main_of("out[0] = c199[1];", each("const c{k} = t;\n", 20000) +
                                             "const t = array(" + each("{k},", 5000) + ");\n"), 1
    yield "50000 functions", main_of("f7();", each("fn f{k}() { out[0] = {k}; }\n", 50000)), 7
    yield "20000 functions called", main_of(each("f{k}();\n", 20000), each("fn f{k}() { out[0] = {k}; }\n", 20000)), 19999
    yield "10000 parameters", main_of("out[0] = 1;", "fn f(" + each("a{k}: i32, ", 10000) + ") {}\n"), "error"
    yield "255 parameters", main_of("out[0] = f(" + "1, " * 255 + ");", "fn f(" + each("a{k}: i32, ", 255) +
                                    ") -> i32 { return a254; }\n"), 1
    yield "20000 overrides", main_of("out[0] = v7;", each("@id({k}) override v{k}: i32 = {k};\n", 20000)), 7
    yield "20000 overrides in use", main_of(each("out[0] += v{k};\n", 20000), each("override v{k} = 1;\n", 20000)), 20000
    yield "20000 overrides of each other", main_of("out[0] = v19999;", "override v0 = 1;\n" +
                                                   each("override v{k} = v{p} + 1;\n", 20000, 1)), 20000
    yield "20000 const_asserts", main_of("out[0] = 1;", "const_assert 1 < 2;\n" * 20000), 1
    yield "100000 aliases of each other", main_of("var x: A99999 = 1; out[0] = x;", "alias A0 = i32;\n" +
                                                  each("alias A{k} = A{p};\n", 100000, 1)), 1
    yield "30000 bindings of which one is used", main_of(
        "out[0] = 1;", each("@group(1) @binding({k}) var<storage, read_write> b{k}: array<i32>;\n", 30000)), 1
    yield "5000 bindings of one type", main_of(
        each("b{k} = 1;\n", 5000) + "out[0] = b4999;",
        each("@group(1) @binding({k}) var<storage, read_write> b{k}: i32;\n", 5000)), None
    yield "30000 variables on one binding", main_of(
        "out[0] = 1;", each("@group(1) @binding(0) var<storage, read_write> b{k}: array<i32>;\n", 30000)), 1
    yield "4000 variables in workgroup memory", main_of(
        each("w{k} = 1;", 4000) + "out[0] = w3999;", each("var<workgroup> w{k}: i32;\n", 4000)), None
    yield "10000 entry points", "".join(
        f"@compute @workgroup_size(1) fn e{k}() {{ out[0] = {k}; }}\n" for k in range(10000)) + BUFFER, "usage"
    yield "100000 attributes", main_of("out[0] = 1;", "@must_use " * 100000 + "fn f() -> i32 { return 1; }\n"), "error"
    yield "100000 enables", "enable f16;\n" * 100000 + main_of("out[0] = 1;"), 1
    yield "20000 diagnostic directives", "diagnostic(off, derivative_uniformity);\n" * 20000 + main_of("out[0] = 1;"), 1


def nested_structs(depth):
    return main_of(f"var s: S{depth - 1}; out[0] = 1;", "struct S0 { a: i32 }\n" +
                   each("struct S{k} { a: S{p} }\n", depth, 1))


def doubling_structs(depth):
    return "struct S0 { a: i32 }\n" + each("struct S{k} { a: S{p}, b: S{p} }\n", depth, 1)


def types():
    yield "nested structs 5000", nested_structs(5000), "error"
    yield "50000 structs", main_of("out[0] = 1;", each("struct S{k} { a: i32 }\n", 50000)), 1
    members = "struct S {" + each("m{k}: i32, ", 10000) + "}\n"
    yield "10000 members", main_of("var s: S; s.m9999 = 1; let t = s; out[0] = t.m9999;", members), 1
    yield "10000 members in use", main_of("var s: S;" + each("s.m{k} = {k};", 10000) + " out[0] = s.m9999;", members), 9999
    yield "10000 members given", main_of("let s = S(" + "1, " * 10000 + "); out[0] = s.m9999;", members), 1
    yield "structs that double 16 times", main_of(
        "const a = S15(); var b = a; out[0] = b" + ".b" * 15 + ".a + 1;", doubling_structs(16)), 1
    yield "structs that double 60 times", main_of("var a: S59; out[0] = 1;", doubling_structs(60)), "error"
    yield "buffer of structs that double 24 times", main_of(
        "out[0] = 1 + s" + ".b" * 23 + ".a;",
        doubling_structs(24) + "@group(0) @binding(1) var<storage, read_write> s: S23;\n"), 1
    yield "arrays that double 60 times", main_of(
        "var a: A59; out[0] = 1;", "alias A0 = i32;\n" + each("alias A{k} = array<A{p}, 2>;\n", 60, 1)), "error"
    yield "100000 template arguments", main_of("out[0] = 1;", "alias A = array<" + "i32," * 100000 + "i32>;\n"), "error"
    yield "4096 words indexed at run time", main_of(
        "var a: array<i32, 4096>; for (var k = 0; k < 4096; k++) { a[k] = k; } out[0] = a[out[0] + 4095];"), 4095
    yield "large private array", main_of("out[0] = a[out[0]];", "var<private> a: array<i32, 1000000000>;\n"), "error"
    yield "large array of arrays", main_of(
        "out[0] = a[0][0][0];", "var<private> a: array<array<array<i32, 65535>, 65535>, 65535>;\n"), "error"
    yield "large constant of zeros", main_of("out[0] = t[out[0]];", "const t = array<i32, 1000000000>();\n"), "error"
    yield "large constant of zeros at a constant index", main_of(
        "const e = t[5]; out[0] = e;", "const t = array<i32, 1000000000>();\n"), "error"


def literals_and_names():
    yield "long identifier", main_of(f"let {'x' * 1000000} = 1; out[0] = 1;"), "error"
    yield "identifier of 10 MiB", main_of(f"let {'x' * (10 << 20)} = 1; out[0] = {'x' * (10 << 20)};"), "error"
    yield "identifier of 10 MiB beyond ASCII", main_of(f"let {'ж' * (5 << 20)} = 1; out[0] = 1;"), "error"
    for name, text in ("line comment", "// " + "x" * (10 << 20) + "\n"), ("comment", "/*" + "x" * (10 << 20) + "*/"), \
            ("newlines", "\n" * (10 << 20)), ("spaces", " " * (10 << 20)):
        yield f"{name} of 10 MiB", main_of(text + "out[0] = 1;"), 1
    yield "long integer", main_of(f"out[0] = {'9' * 1000000};"), "error"
    yield "long fraction", main_of(f"out[0] = i32(1.{'0' * 1000000});"), 1
    yield "fraction of 1 MiB", main_of(f"out[0] = i32(10 * 0.{'1' * (1 << 20)});"), 1
    yield "float of 1 MiB", main_of(f"out[0] = i32({'1' * (1 << 20)}.0);"), "error"
    yield "hexadecimal of 1 MiB", main_of(f"out[0] = 0x{'f' * (1 << 20)};"), "error"
    yield "hexadecimal zeros of 1 MiB", main_of(f"out[0] = 0x{'0' * (1 << 20)}1;"), 1
    yield "hexadecimal float of 1 MiB", main_of(f"out[0] = i32(0x1.{'f' * (1 << 20)}p0);"), "error"
    yield "exponent of 1 MiB", main_of(f"out[0] = i32(1e{'9' * (1 << 20)});"), "error"
    yield "negative exponent of 1 MiB", main_of(f"out[0] = i32(1e-{'9' * (1 << 20)}) + 1;"), 1
    yield "large exponent", main_of("out[0] = i32(1e999999999999);"), "error"
    for element in "", "array<i32, 65535>":
        yield f"65535 elements {element}", main_of(
            "out[0] = t[out[0] + 65534];", f"const t = {element or 'array'}(" + each("{k},", 65535) + ");\n"), 65534
    yield "65535 elements in a function", main_of(
        "var t = array(" + each("{k},", 65535) + "); out[0] = t[out[0] + 65534];"), 65534
    yield "256 rows of 256", main_of(
        "out[0] = t[out[0]][out[0] + 255];",
        "const t = array(" + ("array(" + each("{k},", 256) + "),") * 256 + ");\n"), 255
    yield "1000000 elements", main_of("out[0] = t[0];", "const t = array(" + "1," * 1000000 + ");\n"), "error"


def errors():
    yield "100000 unknown names", main_of("x = 1;\n" * 100000), "error"
    yield "100000 unknown functions", main_of(each("x{k}();\n", 100000)), "error"
    yield "100000 bad constants", main_of(each("let a{k}: u32 = -1;\n", 100000)), "error"
    yield "1000000 characters out of place", main_of("`" * 1000000), "error"
    yield "no end", "fn main(", "error"
    yield "nothing but bytes", "\x00\x01\x02", "error"
    yield "a byte order mark", "\ufeff" + main_of("out[0] = 1;"), "error"


def programs():
    for group in nesting, expressions, statements, declarations, types, literals_and_names, errors:
        yield from group()
